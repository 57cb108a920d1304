//! Verdicts, proofs and budgets.

use core::fmt;

use chess::Move;

/// Whether a side can mate by any series of legal moves, with the help of the opponent.
///
/// ```
/// use fourfold_referee::chess::{Color, Position};
/// use fourfold_referee::{Budget, Verdict, can_mate};
/// // White has only a bishop, but it can smother a king behind its own knight.
/// let position = Position::from_fen("6nk/8/6K1/8/8/8/8/2B5 w - - 0 1")?;
/// let Verdict::Yes(line) = can_mate(&position, Color::White, Budget::FULL) else {
///     unreachable!("there is a helpmate");
/// };
/// let end = line.iter().try_fold(position, |position, &m| position.play(m))?;
/// assert!(end.is_checkmate());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It can: this line ends in mate. Empty if it is mate already.
    Yes(Vec<Move>),
    /// It cannot, for this reason.
    No(Proof),
    /// Not decided within the budget.
    Unknown,
}

/// Why a side can never mate.
///
/// ```
/// use fourfold_referee::chess::{Color, Position};
/// use fourfold_referee::{Budget, Proof, Verdict, can_mate};
/// let knight = Position::from_fen("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1")?;
/// let verdict = can_mate(&knight, Color::White, Budget::QUICK);
/// assert_eq!(verdict, Verdict::No(Proof::Material));
/// assert_eq!(Proof::Material.code(), "material");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The game is over: stalemate, or the side itself is mated.
    Over,
    /// No mate exists with this material.
    Material,
    /// All moves are forced until the game ends without mate, repeats, or lacks the material.
    Forced,
    /// Every line ends or lacks the material within a few moves.
    Cramped,
    /// The pieces can never reach the squares of a mating net.
    Mobility,
    /// All reachable positions were searched, this many, and none is a mate.
    Exhausted(u32),
}

/// The work limit of a proof: the number of distinct positions that may be stored at a time.
///
/// Work is counted instead of timed, so the answer is the same on every machine.
///
/// ```
/// use fourfold_referee::chess::{Color, Position};
/// use fourfold_referee::{Budget, Verdict, can_mate};
/// let position = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")?;
/// // Without a search a mate is found only if it is already on the board.
/// assert_eq!(can_mate(&position, Color::White, Budget::QUICK), Verdict::Unknown);
/// assert!(can_mate(&position, Color::White, Budget::positions(10_000)).is_yes());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    positions: u32,
}

impl Budget {
    /// A few microseconds: only proofs without a search. The verdict is `Yes` only if the mate is
    /// already on the board.
    pub const QUICK: Budget = Budget::positions(0);

    /// For the end of a game: decides almost every position that occurs in play, and proofs that have
    /// to list some 200,000 positions, which takes less than a second.
    pub const FULL: Budget = Budget::positions(400_000);

    /// A budget of this many positions.
    ///
    /// ```
    /// use fourfold_referee::chess::{Color, Position};
    /// use fourfold_referee::{Budget, Verdict, can_mate};
    /// // Without a search, this question stays open.
    /// let knights = Position::from_fen("8/8/3k4/8/3K4/8/8/4NN2 w - - 0 1")?;
    /// assert_eq!(can_mate(&knights, Color::White, Budget::QUICK), Verdict::Unknown);
    /// assert!(can_mate(&knights, Color::White, Budget::positions(100_000)).is_yes());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn positions(positions: u32) -> Budget {
        Budget { positions }
    }

    /// The number of positions.
    #[must_use]
    pub const fn limit(self) -> u32 {
        self.positions
    }
}

impl Verdict {
    /// Whether it is proven that the side cannot mate.
    #[must_use]
    pub fn is_no(&self) -> bool {
        matches!(self, Verdict::No(_))
    }

    /// Whether the side can mate.
    #[must_use]
    pub fn is_yes(&self) -> bool {
        matches!(self, Verdict::Yes(_))
    }
}

impl Proof {
    /// A short name for programs.
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
            Proof::Forced => f.write_str("forced moves lead to a position in which no mate exists"),
            Proof::Cramped => {
                f.write_str("within a few moves every line ends or lacks the material")
            }
            Proof::Mobility => {
                f.write_str("no mating net can be woven from the squares that its pieces can reach")
            }
            Proof::Exhausted(1) => f.write_str("nothing but this position can be reached"),
            Proof::Exhausted(positions) => {
                write!(
                    f,
                    "all {positions} relevant positions were searched, and none is a mate"
                )
            }
        }
    }
}
