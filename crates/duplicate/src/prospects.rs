//! Who can still be mated at all: a test that is sound, not complete.
//!
//! Orthodox tables of material do not carry over, since two enemies together can mate with a
//! lone bishop. But a player whose opponents have nothing that moves except their kings, and
//! nothing on his boards that looks along a line, can never be checked: kings give no check,
//! moving them opens no line, and ghost knights and pawns attack fixed squares that his own king
//! may not enter.

use chess::Role;

use crate::{Boards, Seat};

impl Boards {
    /// Whether the seat might still be checkmated. `false` is proof that it cannot.
    #[must_use]
    pub fn may_be_mated(&self, seat: Seat) -> bool {
        let is_harmless = |opponent: Seat| self.lockstep(opponent).len() == 1;
        let lines = seat.boards().into_iter().any(|board| {
            let pieces = self.position(board).board();
            let enemy = !seat.color();
            (pieces.bishops_and_queens(enemy) | pieces.pieces(enemy, Role::Rook)).any()
        });
        lines
            || !self.checks_against(seat).is_empty()
            || !seat.opponents().into_iter().all(is_harmless)
    }

    /// Whether the seat might still win by checkmate. `false` is proof that it cannot.
    #[must_use]
    pub fn may_mate(&self, seat: Seat) -> bool {
        seat.opponents()
            .into_iter()
            .any(|opponent| self.may_be_mated(opponent))
    }

    /// Whether it is proven that nobody can be mated any more.
    #[must_use]
    pub fn is_dead(&self) -> bool {
        !Seat::ALL.into_iter().any(|seat| self.may_be_mated(seat))
    }
}
