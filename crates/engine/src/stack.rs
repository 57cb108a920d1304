//! The search stack: one frame per ply of the current line.

use chess::{Move, Piece, Square};

use crate::history::QuietSlot;
use crate::score::Score;

pub const MAX_PLY: usize = 240;

/// A piece and its target square: a move as the continuation history sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PieceTo(u16);

impl PieceTo {
    pub(crate) const COUNT: usize = 12 * 64;

    #[inline]
    pub(crate) fn new(piece: Piece, to: Square) -> PieceTo {
        PieceTo((piece.color as u16 * 6 + piece.role as u16) * 64 + to as u16)
    }

    #[inline]
    pub(crate) fn to(self) -> Square {
        Square::ALL[self.index() % 64]
    }

    #[inline]
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The state of one ply.
#[derive(Clone, Copy, Default)]
pub(crate) struct Frame {
    /// The move being searched; `None` for a null move.
    pub(crate) played: Option<PieceTo>,
    /// Where the butterfly history keeps the move being searched; `None` unless it is quiet.
    pub(crate) quiet: Option<QuietSlot>,
    /// The late move reduction of the move being searched, in plies.
    pub(crate) reduction: i32,
    /// The corrected evaluation; `None` in check.
    pub(crate) eval: Option<Score>,
    /// The move excluded by a singular search.
    pub(crate) excluded: Option<Move>,
    /// The number of beta cutoffs among the children.
    pub(crate) cutoffs: u32,
}

/// The frames of all plies, and the principal variation of each ply.
pub(crate) struct Stack {
    frames: Vec<Frame>,
    lines: Vec<Vec<Move>>,
}

impl Stack {
    pub(crate) fn new() -> Stack {
        Stack {
            frames: vec![Frame::default(); MAX_PLY + 4],
            lines: vec![Vec::new(); MAX_PLY + 4],
        }
    }

    pub(crate) fn clear(&mut self) {
        self.frames.fill(Frame::default());
    }

    #[inline]
    pub(crate) fn at(&self, ply: usize) -> &Frame {
        &self.frames[ply]
    }

    #[inline]
    pub(crate) fn at_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply]
    }

    /// The frame `plies` before this one, if the line is that long.
    #[inline]
    pub(crate) fn before(&self, ply: usize, plies: usize) -> Option<&Frame> {
        self.frames.get(ply.checked_sub(plies)?)
    }

    /// The frame `plies` after this one, for changes.
    #[inline]
    pub(crate) fn below_mut(&mut self, ply: usize, plies: usize) -> Option<&mut Frame> {
        self.frames.get_mut(ply + plies)
    }

    /// The move played `plies` before this one; the last move is one ply before.
    #[inline]
    pub(crate) fn played(&self, ply: usize, plies: usize) -> Option<PieceTo> {
        self.before(ply, plies)?.played
    }

    /// The principal variation from this ply.
    pub(crate) fn line(&self, ply: usize) -> &[Move] {
        &self.lines[ply]
    }

    #[inline]
    pub(crate) fn clear_line(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    /// Sets the principal variation of this ply to this move and the variation of the next ply.
    pub(crate) fn set_line(&mut self, ply: usize, m: Move) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.push(m);
        line.extend_from_slice(&below[0]);
    }
}
