//! How a game ends, and the score of each player.

use core::fmt;

use crate::rulings::Ruling;
use crate::{BoardSet, BySeat, LapseKind, Seat, SeatSet, Set};

/// The end of a game.
///
/// ```
/// use fourfold_duplicate::{Declaration, Score, Seat, DuplicateGame};
/// let mut game = DuplicateGame::new();
/// let ending = game.declare(Declaration::Resignation(Seat::North))?;
/// assert_eq!(ending.winners().collect::<Vec<_>>(), [Seat::East, Seat::West]);
/// assert_eq!(ending.scores[Seat::South], Score::Draw);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// What ended it.
    pub cause: Cause,
    /// The score of each player.
    pub scores: BySeat<Score>,
    /// The provisional rulings on which the result depends.
    pub provisional: Set<Ruling>,
}

/// What ended a game.
///
/// ```
/// use fourfold_duplicate::examples::DOUBLE_MATE;
/// use fourfold_duplicate::{Cause, Rulings};
/// let settled = DOUBLE_MATE.boards().settle(&Rulings::default());
/// let ending = settled.ending.ok_or("North is mated")?;
/// assert!(matches!(ending.cause, Cause::Checkmate { boards, .. } if boards.len() == 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A player to move had no legal move and was in check.
    Checkmate {
        /// Who was mated: one player, or two if a half-round is judged together.
        mated: SeatSet,
        /// The boards on which they were in check.
        boards: BoardSet,
    },
    /// A player to move had no legal move and was not in check.
    Stalemate {
        /// Who had no move.
        seats: SeatSet,
    },
    /// The whole table repeated for the third time.
    Threefold,
    /// The limit of turns without a capture or pawn move on any board was reached; fifty rounds by
    /// default.
    Fifty,
    /// The operator declared a draw.
    DeclaredDraw,
    /// A player resigned.
    Resignation {
        /// Who resigned.
        seat: Seat,
    },
    /// A player did not move in time.
    Lapse {
        /// Who.
        seat: Seat,
        /// Why.
        kind: LapseKind,
    },
}

/// The score of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Score {
    /// A loss.
    Loss,
    /// A draw.
    #[default]
    Draw,
    /// A win.
    Win,
}

impl Ending {
    /// An ending in which all players draw.
    pub(crate) fn draw(cause: Cause, ruling: Ruling) -> Ending {
        Ending {
            cause,
            scores: BySeat::default(),
            provisional: Set::of(ruling),
        }
    }

    /// The players who win, in turn order.
    pub fn winners(&self) -> impl Iterator<Item = Seat> {
        self.with(Score::Win)
    }

    /// The players who lose, in turn order.
    pub fn losers(&self) -> impl Iterator<Item = Seat> {
        self.with(Score::Loss)
    }

    fn with(&self, wanted: Score) -> impl Iterator<Item = Seat> {
        let scores = self.scores;
        Seat::ALL
            .into_iter()
            .filter(move |&seat| scores[seat] == wanted)
    }
}

impl Cause {
    /// The short name of the cause.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Cause::Checkmate { .. } => "checkmate",
            Cause::Stalemate { .. } => "stalemate",
            Cause::Threefold => "threefold",
            Cause::Fifty => "fifty",
            Cause::DeclaredDraw => "draw",
            Cause::Resignation { .. } => "resignation",
            Cause::Lapse { kind, .. } => kind.name(),
        }
    }
}

impl Score {
    /// `win`, `draw` or `loss`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Score::Loss => "loss",
            Score::Draw => "draw",
            Score::Win => "win",
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Ending {
    /// One sentence: what happened, who wins, who loses.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.cause {
            Cause::Checkmate { mated, boards } => {
                let boards: Vec<&str> = boards.iter().map(|board| board.name()).collect();
                let verb = plural(mated.len(), "is", "are");
                write!(
                    f,
                    "{} {verb} checkmated on {}",
                    names(mated.iter()),
                    boards.join(" and ")
                )?;
            }
            Cause::Stalemate { seats } => {
                let verb = plural(seats.len(), "is", "are");
                write!(f, "{} {verb} stalemated", names(seats.iter()))?;
            }
            Cause::Threefold => f.write_str("the whole table repeated for the third time")?,
            Cause::Fifty => f.write_str("too many turns without a capture or a pawn move")?,
            Cause::DeclaredDraw => f.write_str("a draw was declared")?,
            Cause::Resignation { seat } => write!(f, "{seat} resigns")?,
            Cause::Lapse { seat, kind } => match kind {
                LapseKind::Flag => write!(f, "the time of {seat} is up")?,
                LapseKind::Absence => write!(f, "{seat} is away")?,
            },
        }
        if self.winners().next().is_none() {
            return f.write_str(", all draw");
        }
        write!(
            f,
            ", {} {}",
            names(self.winners()),
            plural(self.winners().count(), "wins", "win")
        )
    }
}

fn names(seats: impl Iterator<Item = Seat>) -> String {
    let names: Vec<String> = seats.map(|seat| seat.to_string()).collect();
    names.join(" and ")
}

fn plural(count: usize, one: &'static str, many: &'static str) -> &'static str {
    if count == 1 { one } else { many }
}
