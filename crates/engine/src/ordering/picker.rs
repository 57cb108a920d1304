//! Hands out the moves of a node, most promising first, and makes them only when they are needed.
//!
//! First comes the table's move, for which nothing has to be generated; then captures that win or
//! hold, most valuable victim first; then quiet moves by their histories; last the captures that
//! lose material. A cutoff on the way saves the rest.

use chess::{Move, MoveList, Piece, Position, Role, Square};

use crate::history::{Context, Histories, piece_to};
use crate::stack::PieceTo;

use super::see::{exchange_value, gains_at_least};

/// Which moves a search wants to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// All of them.
    All,
    /// Captures and promotions to a queen.
    Captures,
    /// Captures that win at least so much.
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

/// The moves of a node in the order in which they are worth trying.
pub(crate) struct Picker {
    stage: Stage,
    wanted: Wanted,
    table_move: Option<Move>,
    skip_quiets: bool,
    lists: Buffer,
    next: usize,
    /// Captures that lose material wait here, at the front of the list.
    bad_end: usize,
    bad_next: usize,
}

/// Memory for the lists of a picker, to be used again: clearing a list is free, making one is
/// not.
#[derive(Default)]
pub(crate) struct Buffer(Box<Lists>);

#[derive(Default)]
struct Lists {
    generated: MoveList,
    scored: Vec<Scored>,
}

impl Picker {
    /// The moves wanted of a node; a move from the table must be legal.
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

    /// These moves and no other, as they stand.
    pub(crate) fn in_order(moves: impl Iterator<Item = Move>, buffer: Buffer) -> Picker {
        let mut picker = Picker::new(Wanted::All, None, buffer);
        picker.stage = Stage::InOrder;
        let scored = &mut picker.lists.0.scored;
        scored.extend(moves.map(|m| Scored { m, score: 0 }));
        picker
    }

    /// Gives the memory back.
    pub(crate) fn into_buffer(self) -> Buffer {
        self.lists
    }

    /// From now on leaves out quiet moves.
    pub(crate) fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// The next move.
    pub(crate) fn next(
        &mut self,
        position: &Position,
        histories: &Histories,
        context: &Context,
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
                    self.make_captures(position, histories);
                }
                Stage::GoodCaptures => match self.best() {
                    Some(capture) if self.is_good(position, capture) => return Some(capture.m),
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
                        self.make_quiets(position, histories, context);
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

    /// Whether the moves still to come are captures that lose material.
    pub(crate) fn is_at_bad_captures(&self) -> bool {
        self.stage == Stage::BadCaptures
    }

    /// Takes the move with the highest score out of those that are left.
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

    /// Whether a capture is to be tried before the quiet moves.
    fn is_good(&self, position: &Position, capture: Scored) -> bool {
        match self.wanted {
            Wanted::All => gains_at_least(position, capture.m, -capture.score / 32),
            Wanted::Captures => true,
            Wanted::CapturesGaining(gain) => gains_at_least(position, capture.m, gain),
        }
    }

    // Kept apart from `next`, which would otherwise prepare to make moves each time it is called.
    #[inline(never)]
    fn make_captures(&mut self, position: &Position, histories: &Histories) {
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
                score: 7 * (victim + promoted) + history / 4,
            });
        }
    }

    #[inline(never)]
    fn make_quiets(&mut self, position: &Position, histories: &Histories, context: &Context) {
        let Lists { generated, scored } = &mut *self.lists.0;
        generated.clear();
        position.append_quiet_moves(generated);
        let turn = position.turn();
        let rows = histories.continuation.rows(context);
        // The generator gives a piece's moves together, so each piece is looked up once.
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
            let quiet = histories.quiet.score(turn, context, m);
            scored.push(Scored {
                m,
                score: quiet + rows.score(PieceTo::new(piece, m.to())),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stack::Stack;

    /// Every legal move comes exactly once, whatever the table says first.
    #[test]
    fn every_move_comes_once() {
        let histories = Histories::new();
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
                while let Some(m) = picker.next(&position, &histories, &context) {
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
