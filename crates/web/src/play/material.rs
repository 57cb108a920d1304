//! Captured pieces and the material balance.

use chess::{Color, Role};

use super::Play;

/// The roles in display order, with their values in pawns.
const WORTH: [(Role, i32); 5] = [
    (Role::Queen, 9),
    (Role::Rook, 5),
    (Role::Bishop, 3),
    (Role::Knight, 3),
    (Role::Pawn, 1),
];

impl Play {
    /// The captured pieces of a side up to the shown ply, the most valuable first. Promoted pawns
    /// are not among them.
    #[must_use]
    pub fn lost(&self, side: Color) -> Vec<Role> {
        let history = self.timed.game().history();
        let moves = history.moves().iter().take(self.shown());
        let captured = moves.enumerate().filter_map(|(ply, &m)| {
            let before = history.position_at(ply)?;
            before.captured_by(m).filter(|_| before.turn() != side)
        });
        let captured: Vec<Role> = captured.collect();
        let of_role = |(role, _)| captured.iter().copied().filter(move |&lost| lost == role);
        WORTH.into_iter().flat_map(of_role).collect()
    }

    /// White's material minus Black's, in pawns.
    #[must_use]
    pub fn balance(&self) -> i32 {
        let position = self.position();
        let board = position.board();
        let worth = |side| -> i32 {
            let pieces = |(role, value)| value * board.pieces(side, role).len() as i32;
            WORTH.into_iter().map(pieces).sum()
        };
        worth(Color::White) - worth(Color::Black)
    }
}
