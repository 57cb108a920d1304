//! A player whose time is up, or who stays away.
//!
//! The original rules have no clocks. What follows is a policy of the table, so a saved game says
//! which reading was applied.

use crate::Seat;

/// The end of a game because a player did not move in time.
///
/// ```
/// use fourfold_duplicate::{Declaration, Lapse, LapseKind, Seat, DuplicateGame, LapseOutcome};
/// let mut game = DuplicateGame::new();
/// let lapse = Lapse { seat: Seat::North, kind: LapseKind::Flag, outcome: LapseOutcome::Resignation };
/// let ending = game.declare(Declaration::Lapse(lapse))?;
/// assert_eq!(ending.to_string(), "the time of North is up, East and West win");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lapse {
    /// Who did not move.
    pub seat: Seat,
    /// Why.
    pub kind: LapseKind,
    /// What it means at this game.
    pub outcome: LapseOutcome,
}

/// Why a player did not move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LapseKind {
    /// Their time is up.
    Flag,
    /// They stayed away for too long.
    Absence,
}

/// What it means that a player did not move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LapseOutcome {
    /// They lose as if they had resigned, but an opponent who provably cannot mate only draws.
    Resignation,
    /// All draw.
    Draw,
}

impl LapseKind {
    /// The short name, as the cause of an ending has it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            LapseKind::Flag => "flag_fall",
            LapseKind::Absence => "absence",
        }
    }
}

/// The words for a lapse in the short forms of a saved game; the letter of the seat follows.
const WORDS: [(&str, LapseKind, LapseOutcome); 4] = [
    ("flag", LapseKind::Flag, LapseOutcome::Resignation),
    ("flag-draw", LapseKind::Flag, LapseOutcome::Draw),
    ("absence", LapseKind::Absence, LapseOutcome::Resignation),
    ("absence-draw", LapseKind::Absence, LapseOutcome::Draw),
];

impl Lapse {
    /// The word for it, without the seat.
    pub(crate) fn word(self) -> &'static str {
        let known = WORDS
            .into_iter()
            .find(|&(_, kind, outcome)| kind == self.kind && outcome == self.outcome);
        known.map_or("", |(word, ..)| word)
    }

    /// The lapse of a seat that a word stands for.
    pub(crate) fn from_word(word: &str, seat: Seat) -> Option<Lapse> {
        let known = WORDS.into_iter().find(|(known, ..)| *known == word);
        known.map(|(_, kind, outcome)| Lapse {
            seat,
            kind,
            outcome,
        })
    }

    /// Whether a word stands for a lapse.
    pub(crate) fn is_word(word: &str) -> bool {
        WORDS.into_iter().any(|(known, ..)| known == word)
    }
}
