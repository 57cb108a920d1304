//! What can be said about a side's chances to mate.

use core::fmt;

use chess::Move;

/// Whether a side can still mate, by any series of legal moves in which the opponent helps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It can: these moves, played from the position, end in mate. Empty if it is mate already.
    Yes(Vec<Move>),
    /// It cannot, and this is why.
    No(Proof),
    /// Neither was found within the budget. No game ends on this.
    Unknown,
}

/// Why a side can never mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The game is over: stalemate, or the side itself is mated.
    Over,
    /// No mate exists with this material.
    Material,
    /// Every move is forced until the game ends without a mate, repeats itself, or lacks the
    /// material.
    Forced,
    /// A few moves ahead every line has ended or lacks the material.
    Cramped,
    /// No unit of the side can ever take part in a mating net.
    Mobility,
    /// All positions that can be reached, this many, were seen; none is a mate.
    Exhausted(u32),
}

/// How much work a question is worth: the number of distinct positions that may be kept in mind.
///
/// Work is counted and not timed, so an answer is the same on every machine and every day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    positions: u32,
}

impl Budget {
    /// A few microseconds: proofs that need no search. The answer is never `Yes` except for a mate
    /// that is on the board.
    pub const QUICK: Budget = Budget::positions(0);

    /// For the end of a game: decides nearly everything that arises in play.
    pub const FULL: Budget = Budget::positions(150_000);

    /// A budget of so many positions.
    #[must_use]
    pub const fn positions(positions: u32) -> Budget {
        Budget { positions }
    }

    /// How many positions may be kept in mind.
    #[must_use]
    pub const fn limit(self) -> u32 {
        self.positions
    }
}

impl Verdict {
    /// Whether the side cannot mate, proven.
    #[must_use]
    pub fn is_no(&self) -> bool {
        matches!(self, Verdict::No(_))
    }

    /// Whether the side can mate, with a line to show for it.
    #[must_use]
    pub fn is_yes(&self) -> bool {
        matches!(self, Verdict::Yes(_))
    }
}

impl Proof {
    /// The short name of the proof, for programs.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Proof::Over => "over",
            Proof::Material => "material",
            Proof::Forced => "forced",
            Proof::Cramped => "cramped",
            Proof::Mobility => "mobility",
            Proof::Exhausted(_) => "exhausted",
        }
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Proof::Over => f.write_str("the game is over"),
            Proof::Material => f.write_str("no mate exists with this material"),
            Proof::Forced => f.write_str("forced moves lead to where no mate exists"),
            Proof::Cramped => {
                f.write_str("within a few moves every line ends or lacks the material")
            }
            Proof::Mobility => f.write_str("no mating net can be woven where its units can go"),
            Proof::Exhausted(1) => f.write_str("nothing but this position can be reached"),
            Proof::Exhausted(positions) => {
                write!(
                    f,
                    "all {positions} positions that matter were seen, and none is a mate"
                )
            }
        }
    }
}
