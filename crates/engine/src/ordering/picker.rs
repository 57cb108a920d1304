//! The staged [move
//! picker](https://www.chessprogramming.org/Move_Generation#Staged_Move_Generation).
//!
//! The order is: the table move, which needs no move generation; captures that do not lose
//! material, most valuable victim first; quiet moves by their histories; losing captures. Later
//! stages are generated only if no earlier move caused a cutoff.

use chess::{Bitboard, Move, MoveList, Piece, Position, Role, Square, attacks};

use crate::history::{Context, Histories, piece_to};
use crate::search::params::{FRACTION, Params};
use crate::stack::PieceTo;

use super::see::{exchange_value, gains_at_least};

/// Which moves to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    All,
    /// Captures and promotions to a queen.
    Captures,
    /// Captures that win at least this much by static exchange evaluation.
    CapturesGaining(i32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    TableMove,
    MakeCaptures,
    GoodCaptures,
    MakeQuiets,
    Quiets,
    BadCaptures,
    InOrder,
}

#[derive(Clone, Copy)]
struct Scored {
    m: Move,
    score: i32,
}

/// Yields the moves of a node, most promising first.
pub(crate) struct Picker {
    stage: Stage,
    wanted: Wanted,
    table_move: Option<Move>,
    skip_quiets: bool,
    lists: Buffer,
    next: usize,
    /// The number of losing captures, which are kept at the front of the list.
    bad_end: usize,
    bad_next: usize,
}

/// Reusable memory for the lists of a picker: clearing a list is cheaper than allocating one.
#[derive(Default)]
pub(crate) struct Buffer(Box<Lists>);

#[derive(Default)]
struct Lists {
    generated: MoveList,
    scored: Vec<Scored>,
}

impl Picker {
    /// A picker for a node. The table move must be legal.
    pub(crate) fn new(wanted: Wanted, table_move: Option<Move>, buffer: Buffer) -> Picker {
        let mut lists = buffer;
        lists.0.scored.clear();
        Picker {
            stage: Stage::TableMove,
            wanted,
            table_move,
            skip_quiets: false,
            lists,
            next: 0,
            bad_end: 0,
            bad_next: 0,
        }
    }

    /// A picker that yields these moves in the given order.
    pub(crate) fn in_order(moves: impl Iterator<Item = Move>, buffer: Buffer) -> Picker {
        let mut picker = Picker::new(Wanted::All, None, buffer);
        picker.stage = Stage::InOrder;
        let scored = &mut picker.lists.0.scored;
        scored.extend(moves.map(|m| Scored { m, score: 0 }));
        picker
    }

    /// Returns the memory for reuse.
    pub(crate) fn into_buffer(self) -> Buffer {
        self.lists
    }

    pub(crate) fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    pub(crate) fn next(
        &mut self,
        position: &Position,
        histories: &Histories,
        context: &Context,
        params: &Params,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::MakeCaptures;
                    if self.table_move.is_some() {
                        return self.table_move;
                    }
                }
                Stage::MakeCaptures => {
                    self.stage = Stage::GoodCaptures;
                    self.make_captures(position, histories, params);
                }
                Stage::GoodCaptures => match self.best() {
                    Some(capture) if self.is_good(position, capture, params) => {
                        return Some(capture.m);
                    }
                    Some(capture) => {
                        self.lists.0.scored[self.bad_end] = capture;
                        self.bad_end += 1;
                    }
                    None if self.wanted == Wanted::All => self.stage = Stage::MakeQuiets,
                    None => return None,
                },
                Stage::MakeQuiets => {
                    self.stage = Stage::Quiets;
                    if !self.skip_quiets {
                        self.make_quiets(position, histories, context, params);
                    }
                }
                Stage::Quiets => match self.best() {
                    Some(quiet) if !self.skip_quiets => return Some(quiet.m),
                    _ => self.stage = Stage::BadCaptures,
                },
                Stage::BadCaptures => {
                    let capture = self.lists.0.scored[..self.bad_end].get(self.bad_next)?;
                    self.bad_next += 1;
                    return Some(capture.m);
                }
                Stage::InOrder => {
                    let scored = self.lists.0.scored.get(self.next)?;
                    self.next += 1;
                    return Some(scored.m);
                }
            }
        }
    }

    pub(crate) fn is_at_bad_captures(&self) -> bool {
        self.stage == Stage::BadCaptures
    }

    /// Takes the remaining move with the highest score (selection sort).
    fn best(&mut self) -> Option<Scored> {
        let moves = &mut self.lists.0.scored;
        let left = &moves[self.next..];
        let (mut at, mut best) = (0, left.first()?.score);
        for (index, scored) in left.iter().enumerate().skip(1) {
            if scored.score > best {
                (at, best) = (index, scored.score);
            }
        }
        moves.swap(self.next, self.next + at);
        self.next += 1;
        Some(moves[self.next - 1])
    }

    /// Whether a capture comes before the quiet moves.
    fn is_good(&self, position: &Position, capture: Scored, params: &Params) -> bool {
        match self.wanted {
            Wanted::All => {
                let limit = -capture.score * params.capture_see / FRACTION;
                gains_at_least(position, capture.m, limit)
            }
            Wanted::Captures => true,
            Wanted::CapturesGaining(gain) => gains_at_least(position, capture.m, gain),
        }
    }

    // Not inlined, because that slows down every call of `next`.
    #[inline(never)]
    fn make_captures(&mut self, position: &Position, histories: &Histories, params: &Params) {
        let Lists { generated, scored } = &mut *self.lists.0;
        generated.clear();
        position.append_captures(generated);
        for &m in &*generated {
            if Some(m) == self.table_move {
                continue;
            }
            let promotion = m.promoted_to();
            if self.wanted != Wanted::All && promotion.is_some_and(|role| role != Role::Queen) {
                continue;
            }
            let captured = position.captured_by(m);
            let victim = captured.map_or(0, exchange_value);
            let promoted = match promotion {
                Some(Role::Queen) => exchange_value(Role::Queen),
                Some(_) => -exchange_value(Role::Queen),
                None => 0,
            };
            let history = histories.capture.score(piece_to(position, m), captured);
            scored.push(Scored {
                m,
                score: params.capture_victim * (victim + promoted)
                    + history * params.capture_history / FRACTION,
            });
        }
    }

    #[inline(never)]
    fn make_quiets(
        &mut self,
        position: &Position,
        histories: &Histories,
        context: &Context,
        params: &Params,
    ) {
        let Lists { generated, scored } = &mut *self.lists.0;
        generated.clear();
        position.append_quiet_moves(generated);
        let turn = position.turn();
        let checks = check_squares(position);
        let rows = histories.continuation.rows(context);
        // The generator lists a piece's moves together, so each piece is looked up once.
        let mut mover: Option<(Square, Piece)> = None;
        for &m in &*generated {
            if Some(m) == self.table_move {
                continue;
            }
            let piece = match mover {
                Some((square, piece)) if square == m.from() => piece,
                _ => {
                    let role = position.board().role_at(m.from()).unwrap_or(Role::Pawn);
                    Piece::new(turn, role)
                }
            };
            mover = Some((m.from(), piece));
            let moved = PieceTo::new(piece, m.to());
            let gives_check = checks[piece.role as usize].contains(m.to());
            scored.push(Scored {
                m,
                score: histories.quiet.score(turn, context, m)
                    + histories.pawn.score(context.pawns, moved) * params.pawn_history / FRACTION
                    + rows.score(moved, params)
                    + if gives_check { params.quiet_check } else { 0 },
            });
        }
    }
}

/// The squares from which a piece of each role would check the opponent's king.
fn check_squares(position: &Position) -> [Bitboard; 6] {
    let (board, turn) = (position.board(), position.turn());
    let Some(king) = board.king(!turn) else {
        return [Bitboard::EMPTY; 6];
    };
    let occupied = board.occupied();
    let diagonal = attacks::bishop(king, occupied);
    let straight = attacks::rook(king, occupied);
    Role::ALL.map(|role| match role {
        Role::Pawn => attacks::pawn(!turn, king),
        Role::Knight => attacks::knight(king),
        Role::Bishop => diagonal,
        Role::Rook => straight,
        Role::Queen => diagonal | straight,
        Role::King => Bitboard::EMPTY,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stack::Stack;

    #[test]
    fn check_squares_are_where_quiet_moves_give_check() {
        let fens = [
            "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 5",
            "8/2k5/8/1P6/3N4/8/5R2/B3K2Q w - - 0 1",
            "4k3/8/3p4/8/8/8/q6r/b2nK3 b - - 0 1",
        ];
        for fen in fens {
            let position = Position::from_fen(fen).expect("a FEN");
            let squares = check_squares(&position);
            for &m in &position.legal_moves() {
                let role = position.board().role_at(m.from()).expect("a piece");
                if position.is_noisy(m) || m.kind() == chess::MoveKind::Castle {
                    continue;
                }
                let direct = squares[role as usize].contains(m.to());
                let child = position.play_unchecked(m);
                assert_eq!(child.checkers().contains(m.to()), direct, "{fen} {m:?}");
            }
        }
    }

    /// Every legal move comes exactly once, with any table move.
    #[test]
    fn every_legal_move_comes_exactly_once() {
        let histories = Histories::new();
        let params = Params::default();
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "4k3/8/8/8/4r3/3P4/8/R3K2R w KQ - 0 1",
        ] {
            let position = Position::from_fen(fen).expect("a legal position");
            let legal = position.legal_moves();
            let context = Context::new(&position, &Stack::new(), 0);
            for table_move in legal.iter().map(|&m| Some(m)).chain([None]) {
                let mut picker = Picker::new(Wanted::All, table_move, Buffer::default());
                let mut seen = Vec::new();
                while let Some(m) = picker.next(&position, &histories, &context, &params) {
                    assert!(!seen.contains(&m), "{m:?} came twice in {fen}");
                    seen.push(m);
                }
                assert_eq!(seen.len(), legal.len(), "{fen}");
                assert!(legal.iter().all(|m| seen.contains(m)));
                assert!(table_move.is_none_or(|m| seen[0] == m));
            }
        }
    }
}
