//! Who can still mate: the question behind dead positions, flag falls and resignations.
//!
//! A game asks a [`Judge`] and takes what it says. [`MaterialJudge`] knows only what follows from
//! the pieces on the board, at once and without error; a judge that proves more by looking at
//! moves is handed in from outside.

use core::fmt;

use chess::{Bitboard, Board, Color, Position, Role};

/// The answer to a question about what can still happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
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
    fn can_mate(&self, position: &Position, side: Color) -> Verdict;

    /// Whether neither side can mate any more (article 5.2.2).
    ///
    /// Asked after every move, so it should be quick and rather say that it does not know.
    fn is_dead(&self, position: &Position) -> Verdict {
        let verdicts = Color::ALL.map(|side| self.can_mate(position, side));
        match verdicts {
            [Verdict::No, Verdict::No] => Verdict::Yes,
            [Verdict::Yes, _] | [_, Verdict::Yes] => Verdict::No,
            _ => Verdict::Unknown,
        }
    }
}

/// The judge that looks at material only.
///
/// ```
/// use chess::{Color, Position};
/// use game::{Judge, MaterialJudge, Verdict};
/// let knight = Position::from_fen("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1")?;
/// assert_eq!(MaterialJudge.is_dead(&knight), Verdict::Yes);
/// // Walled in behind locked pawns nobody can mate either, but that takes more than counting.
/// let wall = Position::from_fen("4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1")?;
/// assert_eq!(MaterialJudge.is_dead(&wall), Verdict::Unknown);
/// # Ok::<(), chess::fen::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MaterialJudge;

impl Judge for MaterialJudge {
    fn can_mate(&self, position: &Position, side: Color) -> Verdict {
        if lacks_mating_material(position.board(), side) {
            Verdict::No
        } else {
            Verdict::Unknown
        }
    }
}

/// Whether this side can never mate with what both sides have, wherever it stands.
///
/// A lone bishop or knight mates only with the help of enemy men that smother their own king, so
/// the enemy's men count too: bishops of one square color need an enemy knight, pawn or bishop of
/// the other color; a knight needs anything but queens.
#[must_use]
pub fn lacks_mating_material(board: &Board, side: Color) -> bool {
    let own = board.by_color(side);
    let enemy = board.by_color(!side);
    let minors = board.by_role(Role::Knight) | board.by_role(Role::Bishop);
    let kings = board.by_role(Role::King);
    if !(own - kings).is_subset(minors) {
        return false;
    }
    if (own & board.by_role(Role::Knight)).any() {
        return own.len() == 2 && enemy.is_subset(kings | board.by_role(Role::Queen));
    }
    if (own & board.by_role(Role::Bishop)).any() {
        let one_color = stand_on_one_color(board.by_role(Role::Bishop));
        let helpers = board.by_role(Role::Pawn) | board.by_role(Role::Knight);
        return one_color && helpers.is_empty();
    }
    true
}

/// Whether neither side can ever mate with what is left on the board.
#[must_use]
pub fn is_material_insufficient(board: &Board) -> bool {
    Color::ALL
        .into_iter()
        .all(|side| lacks_mating_material(board, side))
}

fn stand_on_one_color(pieces: Bitboard) -> bool {
    pieces.is_subset(Bitboard::LIGHT) || pieces.is_subset(Bitboard::DARK)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lacks(fen: &str) -> [bool; 2] {
        let position = Position::from_fen(fen).expect("the position is legal");
        Color::ALL.map(|side| lacks_mating_material(position.board(), side))
    }

    #[test]
    fn bare_kings_and_lone_minors_cannot_mate() {
        assert_eq!(lacks("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), [true, true]);
        assert_eq!(lacks("4k3/8/8/8/8/8/8/4KB2 w - - 0 1"), [true, true]);
        assert_eq!(lacks("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1"), [true, true]);
        assert_eq!(lacks("4k3/8/8/8/8/8/8/4KNN1 w - - 0 1"), [false, true]);
        assert_eq!(lacks("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), [false, true]);
    }

    #[test]
    fn any_number_of_bishops_of_one_square_color_cannot_mate_each_other() {
        assert_eq!(lacks("1b1bk3/8/8/8/8/2B5/1B6/B3K3 w - - 0 1"), [true, true]);
        assert_eq!(lacks("4kb2/8/8/8/8/8/8/4KB2 w - - 0 1"), [false, false]);
        assert_eq!(lacks("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1"), [false, true]);
    }

    #[test]
    fn the_enemy_can_smother_his_own_king() {
        // A bishop cannot mate a rook or a queen, but can mate a knight, a pawn or the other bishop.
        for (enemy, cannot) in [('r', true), ('q', true), ('n', false)] {
            let fen = format!("4k2{enemy}/8/8/8/8/8/8/4KB2 w - - 0 1");
            assert_eq!(lacks(&fen)[0], cannot, "{fen}");
        }
        assert!(!lacks("4k3/7p/8/8/8/8/8/4KB2 w - - 0 1")[0]);
        // A knight cannot mate a queen, but can mate anything else.
        for (enemy, cannot) in [('q', true), ('r', false), ('b', false), ('n', false)] {
            let fen = format!("4k2{enemy}/8/8/8/8/8/8/4K1N1 w - - 0 1");
            assert_eq!(lacks(&fen)[0], cannot, "{fen}");
        }
    }

    #[test]
    fn material_never_proves_that_a_mate_exists() {
        let position = Position::start();
        for side in Color::ALL {
            assert_eq!(
                MaterialJudge.can_mate(&position, side),
                Verdict::Unknown,
                "{side}"
            );
        }
        assert_eq!(MaterialJudge.is_dead(&position), Verdict::Unknown);
    }
}
