//! The SAN writer.

use core::fmt;

use crate::{Bitboard, CastlingSide, Move, MoveKind, Position, Role, attacks};

use super::{CheckMark, San, SanBody};

impl Position {
    /// The canonical SAN of a move that is legal here.
    ///
    /// ```
    /// use fourfold_chess::Position;
    /// // Both rooks can go to d1, so the file is needed.
    /// let position = Position::from_fen("4k3/8/8/8/8/8/4K3/R6R w - - 0 1")?;
    /// assert_eq!(position.san(position.parse_uci("a1d1")?).to_string(), "Rad1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn san(&self, m: Move) -> San {
        San {
            body: self.san_body(m),
            mark: self.play_unchecked(m).check_mark(),
        }
    }

    /// The check mark of the move that led here.
    pub(super) fn check_mark(&self) -> CheckMark {
        if !self.is_check() {
            CheckMark::None
        } else if self.has_legal_moves() {
            CheckMark::Check
        } else {
            CheckMark::Mate
        }
    }

    /// The canonical text of a move before its mark.
    pub(super) fn san_body(&self, m: Move) -> SanBody {
        let (from, to) = (m.from(), m.to());
        if m.kind() == MoveKind::Castle {
            return SanBody::Castle(CastlingSide::of_rook(from, to));
        }
        let role = self.board().role_at(from).unwrap_or(Role::Pawn);
        let captures = self.captured_by(m).is_some();
        let (mut file, mut rank) = (None, None);
        if role == Role::Pawn {
            file = captures.then(|| from.file());
        } else {
            let rivals = self.rivals(m, role);
            if rivals.any() {
                let same_file = rivals & Bitboard::from(from.file());
                let same_rank = rivals & Bitboard::from(from.rank());
                if same_file.is_empty() {
                    file = Some(from.file());
                } else {
                    rank = Some(from.rank());
                    file = same_rank.any().then(|| from.file());
                }
            }
        }
        SanBody::Piece {
            role,
            file,
            rank,
            captures,
            to,
            promotion: m.promoted_to(),
        }
    }

    /// Other pieces of the same kind that can legally go to the same square.
    fn rivals(&self, m: Move, role: Role) -> Bitboard {
        let to = m.to();
        let reaching = attacks::of(self.turn(), role, to, self.board().occupied());
        let others = (reaching & self.board().pieces(self.turn(), role)) - m.from().bitboard();
        others
            .into_iter()
            .filter(|&from| self.is_legal(Move::normal(from, to)))
            .collect()
    }
}

impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.body {
            SanBody::Castle(side) => f.write_str(side.san())?,
            SanBody::Piece {
                role,
                file,
                rank,
                captures,
                to,
                promotion,
            } => {
                if role != Role::Pawn {
                    write!(f, "{}", role.letter())?;
                }
                if let Some(file) = file {
                    write!(f, "{file}")?;
                }
                if let Some(rank) = rank {
                    write!(f, "{rank}")?;
                }
                if captures {
                    f.write_str("x")?;
                }
                write!(f, "{to}")?;
                if let Some(role) = promotion {
                    write!(f, "={}", role.letter())?;
                }
            }
        }
        f.write_str(match self.mark {
            CheckMark::None => "",
            CheckMark::Check => "+",
            CheckMark::Mate => "#",
        })
    }
}
