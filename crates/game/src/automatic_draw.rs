//! Draws without a claim that follow from the position and its number of occurrences: insufficient
//! material (FIDE article 5.2.2), fivefold repetition (9.6.1) and seventy-five moves (9.6.2).
//!
//! Other dead positions need a [`Judge`](crate::Judge), and stalemate needs the legal moves.
//! [`History::ending`](crate::History::ending) combines them all.

use chess::Position;

use crate::Reason;

/// The number of occurrences of a position that ends the game (article 9.6.1).
pub const FIVEFOLD: u32 = 5;

/// The half-moves without a capture or pawn move that end the game (article 9.6.2).
pub const SEVENTY_FIVE_MOVES: u16 = 150;

/// Which automatic draws apply. Checkmate takes precedence over all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AutomaticDraws {
    /// Neither side can mate with the remaining material.
    pub insufficient_material: bool,
    /// The position has occurred for the fifth time.
    pub fivefold: bool,
    /// Seventy-five moves of each side passed without a capture or pawn move.
    pub seventy_five_moves: bool,
}

impl AutomaticDraws {
    /// The draws of a position that has occurred this often.
    ///
    /// ```
    /// use fourfold_game::chess::Position;
    /// use fourfold_game::AutomaticDraws;
    /// let rooks = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 150 120")?;
    /// assert!(AutomaticDraws::of(&rooks, 1).seventy_five_moves);
    /// // The last of the seventy-five moves was mate.
    /// let mate = Position::from_fen("R3k3/8/4K3/8/8/8/8/8 b - - 150 120")?;
    /// assert!(!AutomaticDraws::of(&mate, 1).any());
    /// # Ok::<(), fourfold_game::chess::fen::FenError>(())
    /// ```
    #[must_use]
    pub fn of(position: &Position, occurrences: u32) -> AutomaticDraws {
        let draws = AutomaticDraws {
            insufficient_material: position.board().has_insufficient_material(),
            fivefold: occurrences >= FIVEFOLD,
            seventy_five_moves: position.halfmoves() >= SEVENTY_FIVE_MOVES,
        };
        if draws.any() && position.is_checkmate() {
            return AutomaticDraws::default();
        }
        draws
    }

    /// Whether any of them applies.
    #[must_use]
    pub const fn any(self) -> bool {
        self.insufficient_material || self.fivefold || self.seventy_five_moves
    }

    /// The draw by a count. Fivefold repetition takes precedence over seventy-five moves.
    ///
    /// ```
    /// use fourfold_game::chess::Position;
    /// use fourfold_game::{AutomaticDraws, Reason};
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 150 120")?;
    /// let draws = AutomaticDraws::of(&position, 5);
    /// assert_eq!(draws.by_count(), Some(Reason::FivefoldRepetition));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn by_count(self) -> Option<Reason> {
        if self.fivefold {
            Some(Reason::FivefoldRepetition)
        } else if self.seventy_five_moves {
            Some(Reason::SeventyFiveMoves)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_ends_the_game_when_it_is_reached() {
        let at = |halfmoves: u16| {
            let fen = format!("4k3/8/8/8/8/8/8/R3K3 w - - {halfmoves} 120");
            Position::from_fen(&fen).expect("the position is legal")
        };
        assert_eq!(AutomaticDraws::of(&at(149), 4), AutomaticDraws::default());
        let fivefold = AutomaticDraws::of(&at(149), 5);
        assert_eq!(fivefold.by_count(), Some(Reason::FivefoldRepetition));
        let both = AutomaticDraws::of(&at(150), 5);
        assert_eq!(both.by_count(), Some(Reason::FivefoldRepetition));
        let seventy_five = AutomaticDraws::of(&at(150), 1);
        assert_eq!(seventy_five.by_count(), Some(Reason::SeventyFiveMoves));
    }

    #[test]
    fn mate_takes_precedence_over_every_draw() {
        let mate = Position::from_fen("R3k3/8/4K3/8/8/8/8/8 b - - 150 120");
        let mate = mate.expect("the position is legal");
        assert_eq!(AutomaticDraws::of(&mate, 5), AutomaticDraws::default());
    }
}
