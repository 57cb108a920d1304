//! Who can still be checkmated: a test that is sound but not complete.
//!
//! Material tables of orthodox chess do not carry over: two enemies together can mate with a lone
//! bishop. But assume that a player's opponents can move only their kings and have no slider on the
//! player's boards. Then the player can never be checked: kings give no check, moving them opens no
//! line, and ghost knights and pawns attack fixed squares that the player's king cannot enter.

use chess::Role;

use crate::{Boards, Seat};

impl Boards {
    /// Whether the seat might still be checkmated. `false` proves that it cannot.
    ///
    /// ```
    /// use fourfold_duplicate::{Boards, Seat};
    /// assert!(Boards::start().may_be_mated(Seat::North));
    /// assert!(Boards::start().may_mate(Seat::North));
    /// assert!(!Boards::start().is_dead());
    /// ```
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

    /// Whether the seat might still win by checkmate. `false` proves that it cannot.
    #[must_use]
    pub fn may_mate(&self, seat: Seat) -> bool {
        seat.opponents()
            .into_iter()
            .any(|opponent| self.may_be_mated(opponent))
    }

    /// Whether it is proven that nobody can be checkmated any more.
    #[must_use]
    pub fn is_dead(&self) -> bool {
        !Seat::ALL.into_iter().any(|seat| self.may_be_mated(seat))
    }
}
