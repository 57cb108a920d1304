//! Finds the legal move that a SAN means.
//!
//! The pieces that can go to a square are found from the square as a set, without a move list.

use crate::position::check_answers;
use crate::uci::UciMove;
use crate::{
    Bitboard, CastlingSide, File, IllegalReason, Move, Position, Rank, Role, Square, attacks,
};

use super::read::UsualSan;
use super::{San, SanBody, SanError};

impl Position {
    /// The legal move that a common SAN means here, if there is exactly one. Finds the same as
    /// [`resolve_san`](Position::resolve_san), without the reason for a refusal.
    #[inline(always)]
    pub(super) fn resolve_usual(&self, san: UsualSan) -> Option<Move> {
        let to = san.to;
        let pieces = self.board().pieces(self.turn(), san.role);
        if san.role != Role::Pawn {
            let from = self.legal_pieces(san.role, pieces, to).single()?;
            return Some(Move::normal(from, to));
        }
        let lane = Bitboard::from(san.file.unwrap_or(to.file()));
        let from = self.legal_pawns(pieces & lane, to, None).single()?;
        Some(if self.en_passant() == Some(to) {
            Move::en_passant(from, to)
        } else {
            Move::normal(from, to)
        })
    }

    /// The one legal move that a SAN means here.
    pub(super) fn resolve_san(&self, san: &San) -> Result<Move, SanError> {
        match san.body {
            SanBody::Castle(side) => self.find_castling(side),
            SanBody::Piece {
                role: Role::Pawn,
                file,
                rank,
                to,
                promotion,
                ..
            } => self.find_pawn_move(file, rank, to, promotion),
            SanBody::Piece {
                role,
                file,
                rank,
                to,
                promotion: None,
                ..
            } => self.find_piece_move(role, origin_mask(file, rank), to),
            SanBody::Piece {
                role,
                to,
                promotion: Some(_),
                ..
            } => {
                let from = self.board().pieces(self.turn(), role).first();
                let nearest = from.map(|from| (from, IllegalReason::NeedlessPromotion));
                Err(SanError::NoSuchMove { role, to, nearest })
            }
        }
    }

    fn find_castling(&self, side: CastlingSide) -> Result<Move, SanError> {
        let king = self.king(self.turn());
        let refuse = |to, reason| {
            Err(SanError::NoSuchMove {
                role: Role::King,
                to,
                nearest: Some((king, reason)),
            })
        };
        let Some(rook) = self.castling_rook(self.turn(), side) else {
            return refuse(side.king_to(self.turn()), IllegalReason::NoCastlingRight);
        };
        let m = Move::castle(king, rook);
        match self.check_legal(m) {
            Ok(()) => Ok(m),
            Err(illegal) => refuse(rook, illegal.reason),
        }
    }

    fn find_piece_move(&self, role: Role, origins: Bitboard, to: Square) -> Result<Move, SanError> {
        let pieces = self.board().pieces(self.turn(), role) & origins;
        let legal = self.legal_pieces(role, pieces, to);
        match legal.single() {
            Some(from) => Ok(Move::normal(from, to)),
            None => Err(self.no_single(role, to, legal, || {
                // A piece that attacks the square, one that is only blocked, or any.
                let pieces_within =
                    |occupied| attacks::of(self.turn(), role, to, occupied) & pieces;
                let nearest = pieces_within(self.board().occupied()).first();
                let nearest = nearest.or_else(|| pieces_within(Bitboard::EMPTY).first());
                let nearest = nearest.or_else(|| pieces.first());
                nearest.map(|from| Move::normal(from, to))
            })),
        }
    }

    /// The pieces of this kind among these that can legally go to a square.
    #[inline]
    fn legal_pieces(&self, role: Role, pieces: Bitboard, to: Square) -> Bitboard {
        if self.board().by_color(self.turn()).contains(to) {
            return Bitboard::EMPTY;
        }
        let reaching = attacks::reaching(role, pieces, to, self.board().occupied());
        if role == Role::King {
            let is_safe = |from: &Square| self.keeps_king_safe(role, *from, to);
            return reaching.into_iter().filter(is_safe).collect();
        }
        self.free_to_go(reaching, to)
    }

    fn find_pawn_move(
        &self,
        file: Option<File>,
        rank: Option<Rank>,
        to: Square,
        promotion: Option<Role>,
    ) -> Result<Move, SanError> {
        let pawns = self.board().pieces(self.turn(), Role::Pawn) & origin_mask(file, rank);
        // Without a word about its origin a pawn stays on its file: `e4` is never a capture.
        let lane = match file {
            Some(_) => Bitboard::ALL,
            None if rank.is_some() => Bitboard::ALL,
            None => Bitboard::from(to.file()),
        };
        let legal = self.legal_pawns(pawns & lane, to, promotion);
        let found = legal.single().and_then(|from| match promotion {
            Some(role) => Move::promotion(from, to, role),
            None if self.en_passant() == Some(to) => Some(Move::en_passant(from, to)),
            None => Some(Move::normal(from, to)),
        });
        found.ok_or_else(|| {
            self.no_single(Role::Pawn, to, legal, || {
                let near = pawns & lane & self.pawn_origins(to);
                let from = near.first().or((pawns & lane).first())?;
                Some(self.understand_uci(UciMove {
                    from,
                    to,
                    promotion,
                }))
            })
        })
    }

    /// The pawns among these that can legally go to a square.
    #[inline]
    fn legal_pawns(&self, pawns: Bitboard, to: Square, promotion: Option<Role>) -> Bitboard {
        let occupied = self.board().occupied();
        if (to.rank() == Rank::Eighth.relative_to(self.turn())) != promotion.is_some() {
            return Bitboard::EMPTY;
        }
        let capturing = pawns & attacks::pawn(!self.turn(), to);
        if self.en_passant() == Some(to) {
            let is_safe = |from: &Square| self.en_passant_keeps_king_safe(*from, to);
            return capturing.into_iter().filter(is_safe).collect();
        }
        if occupied.contains(to) {
            let captures = self.board().by_color(!self.turn()).contains(to);
            return if captures {
                self.free_to_go(capturing, to)
            } else {
                Bitboard::EMPTY
            };
        }
        let (step, double_step) = self.pushing_origins(to);
        let origins = if step.is_disjoint(occupied) {
            double_step
        } else {
            step
        };
        self.free_to_go(pawns & origins, to)
    }

    /// The pieces other than the king that can go to a square within their reach without exposing
    /// the king.
    #[inline]
    fn free_to_go(&self, from: Bitboard, to: Square) -> Bitboard {
        if (self.checkers() | self.pinned()).is_empty() {
            return from;
        }
        let king = self.king(self.turn());
        if self.checkers().more_than_one() || !check_answers(self, king).contains(to) {
            return Bitboard::EMPTY;
        }
        let bound = from & self.pinned();
        let on_line = |from: &Square| attacks::line(king, *from).contains(to);
        (from - bound) | bound.into_iter().filter(on_line).collect()
    }

    /// The error if no piece or more than one can go to a square.
    #[cold]
    fn no_single(
        &self,
        role: Role,
        to: Square,
        candidates: Bitboard,
        nearest: impl FnOnce() -> Option<Move>,
    ) -> SanError {
        if candidates.more_than_one() {
            return SanError::Ambiguous {
                role,
                to,
                candidates,
            };
        }
        SanError::NoSuchMove {
            role,
            to,
            nearest: self.objection_to(nearest()),
        }
    }

    /// The squares from which a pawn of the side to move could come: by a capture, a step or a
    /// double step.
    fn pawn_origins(&self, to: Square) -> Bitboard {
        let (step, double_step) = self.pushing_origins(to);
        attacks::pawn(!self.turn(), to) | step | double_step
    }

    /// The squares from which a pawn reaches this one by a single and by a double step.
    #[inline]
    fn pushing_origins(&self, to: Square) -> (Bitboard, Bitboard) {
        let back = if self.turn().is_white() { -8 } else { 8 };
        let step = to.bitboard().shift(back);
        let home = Bitboard::from(Rank::Second.relative_to(self.turn()));
        (step, step.shift(back) & home)
    }

    fn objection_to(&self, m: Option<Move>) -> Option<(Square, IllegalReason)> {
        let m = m?;
        let illegal = self.check_legal(m).err()?;
        Some((m.from(), illegal.reason))
    }
}

fn origin_mask(file: Option<File>, rank: Option<Rank>) -> Bitboard {
    file.map_or(Bitboard::ALL, Bitboard::from) & rank.map_or(Bitboard::ALL, Bitboard::from)
}
