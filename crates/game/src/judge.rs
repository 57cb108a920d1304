//! Who can still mate: the question behind dead positions, flag falls and resignations.
//!
//! A game asks a [`Judge`] and takes what it says. [`MaterialJudge`] knows only what follows from
//! the pieces on the board, at once and without error; a judge that proves more by looking at
//! moves is handed in from outside.

use core::fmt;

use chess::{Color, Position};

/// The answer to a question about what can still happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Judgment {
    /// It is so, proven.
    Yes,
    /// It is not so, proven.
    No,
    /// Nobody has proven either; a game goes on as if nothing had been asked.
    Unknown,
}

/// Someone who can say what may still happen in a position by any series of legal moves.
///
/// The counters of fifty and seventy-five moves and of repetition play no part in the question.
pub trait Judge: fmt::Debug + Send + Sync {
    /// Whether this side can mate by any series of legal moves, the other side helping.
    ///
    /// Asked when a flag has fallen or someone resigns, so it may take its time.
    fn can_mate(&self, position: &Position, side: Color) -> Judgment;

    /// Whether neither side can mate any more (article 5.2.2).
    ///
    /// Asked after every move, so it should be quick and rather say that it does not know.
    fn is_dead(&self, position: &Position) -> Judgment {
        let verdicts = Color::ALL.map(|side| self.can_mate(position, side));
        match verdicts {
            [Judgment::No, Judgment::No] => Judgment::Yes,
            [Judgment::Yes, _] | [_, Judgment::Yes] => Judgment::No,
            _ => Judgment::Unknown,
        }
    }
}

/// The judge that looks at material only.
///
/// ```
/// use chess::{Color, Position};
/// use game::{Judge, MaterialJudge, Judgment};
/// let knight = Position::from_fen("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1")?;
/// assert_eq!(MaterialJudge.is_dead(&knight), Judgment::Yes);
/// // Walled in behind locked pawns nobody can mate either, but that takes more than counting.
/// let wall = Position::from_fen("4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1")?;
/// assert_eq!(MaterialJudge.is_dead(&wall), Judgment::Unknown);
/// # Ok::<(), chess::fen::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MaterialJudge;

impl Judge for MaterialJudge {
    fn can_mate(&self, position: &Position, side: Color) -> Judgment {
        if position.board().lacks_mating_material(side) {
            Judgment::No
        } else {
            Judgment::Unknown
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn material_never_proves_that_a_mate_exists() {
        let position = Position::start();
        for side in Color::ALL {
            assert_eq!(
                MaterialJudge.can_mate(&position, side),
                Judgment::Unknown,
                "{side}"
            );
        }
        assert_eq!(MaterialJudge.is_dead(&position), Judgment::Unknown);
    }
}
