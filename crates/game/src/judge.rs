//! Who can still mate: decides dead positions, flag falls and resignations.
//!
//! A game relies on its [`Judge`]. [`MaterialJudge`] looks only at the material, which is fast and
//! never wrong. A judge that proves more by searching can be passed in.

use core::fmt;

use chess::{Color, Position};

/// An answer that may be unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Judgment {
    /// Proven true.
    Yes,
    /// Proven false.
    No,
    /// Not proven either way. The game continues.
    Unknown,
}

/// Decides what can still happen in a position by any series of legal moves.
///
/// Repetition and the fifty-move and seventy-five-move counts are ignored.
///
/// ```
/// use fourfold_game::chess::{Color, Position};
/// use fourfold_game::{Judge, Judgment};
///
/// /// Never sure.
/// #[derive(Debug)]
/// struct Agnostic;
///
/// impl Judge for Agnostic {
///     fn can_mate(&self, _: &Position, _: Color) -> Judgment {
///         Judgment::Unknown
///     }
/// }
///
/// assert_eq!(Agnostic.is_dead(&Position::start()), Judgment::Unknown);
/// ```
pub trait Judge: fmt::Debug + Send + Sync {
    /// Whether this side can mate by any series of legal moves, with the help of the opponent.
    ///
    /// Called when a flag falls or a player resigns, so it may be slow.
    fn can_mate(&self, position: &Position, side: Color) -> Judgment;

    /// Whether neither side can mate (article 5.2.2).
    ///
    /// Called after every move, so it should be fast and may answer [`Judgment::Unknown`].
    fn is_dead(&self, position: &Position) -> Judgment {
        let verdicts = Color::ALL.map(|side| self.can_mate(position, side));
        match verdicts {
            [Judgment::No, Judgment::No] => Judgment::Yes,
            [Judgment::Yes, _] | [_, Judgment::Yes] => Judgment::No,
            [Judgment::Unknown, Judgment::No | Judgment::Unknown]
            | [Judgment::No, Judgment::Unknown] => Judgment::Unknown,
        }
    }
}

/// The judge that looks only at material.
///
/// ```
/// use fourfold_game::chess::{Color, Position};
/// use fourfold_game::{Judge, MaterialJudge, Judgment};
/// let knight = Position::from_fen("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1")?;
/// assert_eq!(MaterialJudge.is_dead(&knight), Judgment::Yes);
/// // Behind locked pawns neither side can mate either, but the material does not show it.
/// let wall = Position::from_fen("4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1")?;
/// assert_eq!(MaterialJudge.is_dead(&wall), Judgment::Unknown);
/// # Ok::<(), fourfold_game::chess::fen::FenError>(())
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
