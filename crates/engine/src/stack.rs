//! What each ply of the line being searched remembers for the plies below it.

use chess::{Move, Piece, Square};

use crate::score::Score;

/// The most plies a line can have.
pub const MAX_PLY: usize = 240;

/// A piece and the square it goes to: what a move is to the continuation history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PieceTo(u16);

impl PieceTo {
    /// How many there are.
    pub(crate) const COUNT: usize = 12 * 64;

    #[inline]
    pub(crate) fn new(piece: Piece, to: Square) -> PieceTo {
        PieceTo((piece.color as u16 * 6 + piece.role as u16) * 64 + to as u16)
    }

    /// The square it goes to.
    #[inline]
    pub(crate) fn to(self) -> Square {
        Square::ALL[self.index() % 64]
    }

    #[inline]
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What one ply remembers.
#[derive(Clone, Copy, Default)]
pub(crate) struct Frame {
    /// The move being searched; none if it is a null move.
    pub(crate) played: Option<PieceTo>,
    /// The evaluation of the position, corrected; none in check.
    pub(crate) eval: Option<Score>,
    /// The move that is left out while the search asks whether it is singular.
    pub(crate) excluded: Option<Move>,
    /// By how much the search of the current move was reduced, in 1024ths of a ply.
    pub(crate) reduction: i32,
    /// How many of the children were cut off at beta.
    pub(crate) cutoffs: u32,
}

/// The plies of the line, and the best lines found below each.
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

    /// Forgets the line of an earlier search.
    pub(crate) fn clear(&mut self) {
        self.frames.fill(Frame::default());
    }

    /// What a ply remembers.
    #[inline]
    pub(crate) fn at(&self, ply: usize) -> &Frame {
        &self.frames[ply]
    }

    /// What a ply remembers, to be changed.
    #[inline]
    pub(crate) fn at_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply]
    }

    /// What the ply so many plies before this one remembers, if the line is that long.
    #[inline]
    pub(crate) fn before(&self, ply: usize, plies: usize) -> Option<&Frame> {
        self.frames.get(ply.checked_sub(plies)?)
    }

    /// What the ply so many plies below this one remembers, to be changed.
    #[inline]
    pub(crate) fn below_mut(&mut self, ply: usize, plies: usize) -> Option<&mut Frame> {
        self.frames.get_mut(ply + plies)
    }

    /// The move that was made so many plies before this one; the last move is one before.
    #[inline]
    pub(crate) fn played(&self, ply: usize, plies: usize) -> Option<PieceTo> {
        self.before(ply, plies)?.played
    }

    /// The best line found from this ply.
    pub(crate) fn line(&self, ply: usize) -> &[Move] {
        &self.lines[ply]
    }

    /// Forgets the best line of this ply.
    #[inline]
    pub(crate) fn clear_line(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    /// Makes this move, followed by the best line of the next ply, the best line of this one.
    pub(crate) fn set_line(&mut self, ply: usize, m: Move) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.push(m);
        line.extend_from_slice(&below[0]);
    }
}
