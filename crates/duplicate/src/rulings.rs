//! The rules that the inventor of the game has not confirmed yet, all in one place.
//!
//! Each is marked PROVISIONAL. The default is the reading of the original rules
//! (docs/duplicate.md); the alternatives are beside it, so that readings can be compared and a
//! final decision is one edit. Everything else is settled: the boards, the turns, the synchronized
//! move, and that a player in check without a legal move is checkmated.

use crate::{
    BoardSet, Boards, BySeat, Cause, Ending, Key, Lapse, LapseOutcome, Score, Seat, SeatSet, Set,
};

/// Declares the readings of one ruling and their names in saved games.
macro_rules! readings {
    ($(#[$about:meta])* $ruling:ident { $($(#[$doc:meta])* $reading:ident = $name:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum $ruling {
            $($(#[$doc])* $reading,)+
        }

        impl $ruling {
            /// All readings, the default first.
            pub const ALL: &'static [$ruling] = &[$($ruling::$reading,)+];

            /// The name of the reading.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $($ruling::$reading => $name,)+
                }
            }

            /// The reading with this name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<$ruling> {
                $ruling::ALL.iter().copied().find(|reading| reading.name() == name)
            }
        }
    };
}

readings! {
    /// PROVISIONAL: what happens when a player has no legal move and is not in check.
    StalemateRule {
        /// The game ends, and all four players draw.
        #[default]
        Draw = "draw",
        /// The player passes; if nobody can move, all draw.
        Pass = "pass",
        /// The stalemated player loses, both opponents win, the fourth player draws.
        Loss = "loss",
    }
}

readings! {
    /// PROVISIONAL: who wins when a player is mated while both opponents give check.
    WinnersRule {
        /// Both checking opponents win.
        #[default]
        All = "all",
        /// Only the opponent who gave check last wins; the other draws.
        Last = "last",
    }
}

readings! {
    /// PROVISIONAL: what happens when both players of a color are mated at once. Their moves do not
    /// touch each other's boards, so the first cannot help the second.
    HalfRoundRule {
        /// The first in turn order loses, the game ends, and the second draws.
        #[default]
        First = "first",
        /// Both are judged at that moment, and both lose.
        Together = "together",
    }
}

readings! {
    /// PROVISIONAL: when two tables count as the same for threefold repetition. All readings
    /// require the same pieces on the same squares and the same player to move.
    RepetitionRule {
        /// Castling rights of each board, and en passant squares where the capture is legal on that
        /// board: the orthodox rule applied to each board.
        #[default]
        Board = "board",
        /// Only rights that can still be used: castling rights on both boards of the owner, and en
        /// passant captures that some line of legal synchronized play makes.
        Reachable = "reachable",
        /// The en passant square after every double step, usable or not.
        Raw = "raw",
    }
}

/// The chosen reading of each ruling.
///
/// ```
/// use fourfold_duplicate::{Rulings, StalemateRule};
/// let mut rulings = Rulings::default();
/// rulings.set("stalemate", "pass")?;
/// assert_eq!(rulings.stalemate, StalemateRule::Pass);
/// assert_eq!(rulings.changes(), [("stalemate", "pass".to_owned())]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rulings {
    /// The effect of stalemate.
    pub stalemate: StalemateRule,
    /// Who wins when both opponents give checkmate.
    pub winners: WinnersRule,
    /// Who loses when two players are mated at once.
    pub half_round: HalfRoundRule,
    /// When two tables are the same.
    pub repetition: RepetitionRule,
    /// PROVISIONAL: the number of consecutive turns, by all players together, without a capture or
    /// a pawn move on any board after which all draw. The original rules say fifty rounds.
    pub quiet_turns: u32,
}

/// The error for an unknown ruling or reading.
///
/// ```
/// use fourfold_duplicate::Rulings;
/// assert!(Rulings::default().set("stalemate", "win").is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}, found {found:?}")]
pub struct UnknownRuling {
    /// The known names.
    pub expected: String,
    /// The beginning of what was found.
    pub found: String,
}

/// One of the provisional rulings.
///
/// ```
/// use fourfold_duplicate::{Ruling, Rulings};
/// let rulings = Rulings::default();
/// assert!(Ruling::ALL.into_iter().all(|ruling| !rulings.note(ruling).is_empty()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ruling {
    /// The effect of stalemate.
    Stalemate,
    /// Who wins when both opponents give checkmate.
    Winners,
    /// Who loses when two players are mated at once.
    HalfRound,
    /// Repetition is counted on the whole table, and how.
    Repetition,
    /// Quiet turns are counted on the whole table, and how many.
    QuietTurns,
    /// The scores of the others after a resignation.
    Resignation,
    /// The operator may declare a draw.
    Declaration,
    /// The effect of a fallen flag or an absence.
    Lapse,
}

impl Rulings {
    /// The reading of a ruling that is in force, in words.
    #[must_use]
    pub const fn note(&self, ruling: Ruling) -> &'static str {
        match ruling {
            Ruling::Stalemate => match self.stalemate {
                StalemateRule::Draw => "a single stalemate ends the game, and all draw",
                StalemateRule::Pass => "a stalemated player passes; if nobody can move, all draw",
                StalemateRule::Loss => "a stalemated player loses, and both opponents win",
            },
            Ruling::Winners => match self.winners {
                WinnersRule::All => "in a mate on both boards both checking opponents win",
                WinnersRule::Last => {
                    "in a mate on both boards only the opponent who gave check last wins"
                }
            },
            Ruling::HalfRound => match self.half_round {
                HalfRoundRule::First => {
                    "if two players are stuck at once, the first in turn order is judged"
                }
                HalfRoundRule::Together => {
                    "if two players are stuck at once, both are judged together"
                }
            },
            Ruling::Repetition => match self.repetition {
                RepetitionRule::Board => "repetition is counted on the whole table",
                RepetitionRule::Reachable => {
                    "repetition is counted on the whole table, by the rights that can still be used"
                }
                RepetitionRule::Raw => {
                    "repetition is counted on the whole table, with every en passant square"
                }
            },
            Ruling::QuietTurns => "quiet turns are counted on the whole table",
            Ruling::Resignation => "both opponents of a player who resigns win, the fourth draws",
            Ruling::Declaration => "the operator may declare a draw for all",
            Ruling::Lapse => "what a fallen flag or an absence means is a policy of the table",
        }
    }

    /// The turns without progress that draw a game by the original rules: fifty rounds.
    pub const QUIET_TURNS: u32 = 200;

    /// The names of the rulings that can be changed.
    pub const NAMES: [&'static str; 5] = [
        "stalemate",
        "winners",
        "halfRound",
        "repetition",
        "quietTurns",
    ];

    /// The highest limit that can be chosen. It bounds the length of a game, since there can be at
    /// most 312 captures and pawn moves.
    pub const QUIET_TURNS_MAX: u32 = 1_000;

    /// Changes one ruling, by the names that saved games use.
    ///
    /// ```
    /// use fourfold_duplicate::Rulings;
    /// let mut rulings = Rulings::default();
    /// rulings.set("quietTurns", "100")?;
    /// assert_eq!(rulings.quiet_turns, 100);
    /// assert!(rulings.set("winners", "nobody").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Lists the known names if the ruling or the reading is unknown.
    pub fn set(&mut self, ruling: &str, reading: &str) -> Result<(), UnknownRuling> {
        let unknown = |expected: String| UnknownRuling {
            expected,
            found: reading.chars().take(40).collect(),
        };
        match ruling {
            "stalemate" => {
                self.stalemate = StalemateRule::from_name(reading)
                    .ok_or_else(|| unknown(names(StalemateRule::ALL, StalemateRule::name)))?;
            }
            "winners" => {
                self.winners = WinnersRule::from_name(reading)
                    .ok_or_else(|| unknown(names(WinnersRule::ALL, WinnersRule::name)))?;
            }
            "halfRound" => {
                self.half_round = HalfRoundRule::from_name(reading)
                    .ok_or_else(|| unknown(names(HalfRoundRule::ALL, HalfRoundRule::name)))?;
            }
            "repetition" => {
                self.repetition = RepetitionRule::from_name(reading)
                    .ok_or_else(|| unknown(names(RepetitionRule::ALL, RepetitionRule::name)))?;
            }
            "quietTurns" => {
                let turns = reading.parse().ok();
                self.quiet_turns = turns
                    .filter(|turns| (1..=Rulings::QUIET_TURNS_MAX).contains(turns))
                    .ok_or_else(|| unknown(format!("1 to {} turns", Rulings::QUIET_TURNS_MAX)))?;
            }
            _ => {
                return Err(UnknownRuling {
                    expected: names(&Rulings::NAMES, |name| name),
                    found: ruling.chars().take(40).collect(),
                });
            }
        }
        Ok(())
    }

    /// Every ruling by name and reading, as [`set`](Rulings::set) takes them.
    pub fn readings(&self) -> impl Iterator<Item = (&'static str, String)> + use<> {
        let readings = [
            self.stalemate.name().to_owned(),
            self.winners.name().to_owned(),
            self.half_round.name().to_owned(),
            self.repetition.name().to_owned(),
            self.quiet_turns.to_string(),
        ];
        Rulings::NAMES.into_iter().zip(readings)
    }

    /// The rulings that differ from the defaults, by name and reading.
    #[must_use]
    pub fn changes(&self) -> Vec<(&'static str, String)> {
        let defaults = Rulings::default().readings();
        let both = self.readings().zip(defaults);
        both.filter(|(reading, default)| reading != default)
            .map(|(reading, _)| reading)
            .collect()
    }

    /// The ending when these players are mated or stalemated at once.
    pub(crate) fn stuck(
        &self,
        boards: &Boards,
        mated: SeatSet,
        stalemated: SeatSet,
        provisional: Set<Ruling>,
    ) -> Ending {
        let mut ending = Ending {
            cause: Cause::Stalemate { seats: stalemated },
            scores: BySeat::default(),
            provisional,
        };
        // PROVISIONAL: a stalemate draws, or loses to both opponents.
        for seat in stalemated.iter() {
            ending.provisional.insert(Ruling::Stalemate);
            if self.stalemate == StalemateRule::Loss {
                score_loss(&mut ending.scores, seat, &seat.opponents());
            }
        }
        if mated.is_empty() {
            return ending;
        }
        let mut all_boards = BoardSet::EMPTY;
        for seat in mated.iter() {
            let checked = boards.checks_against(seat);
            all_boards = all_boards | checked;
            let mut checkers: Vec<Seat> = checked
                .iter()
                .map(|board| board.player(!seat.color()))
                .collect();
            if checkers.len() > 1 {
                // PROVISIONAL: both checkers win, or only the last. A check must be answered at
                // once on both boards, so each check comes from its giver's latest move, and the
                // giver who comes later in turn order checked last.
                ending.provisional.insert(Ruling::Winners);
                if self.winners == WinnersRule::Last {
                    checkers = checkers.into_iter().max().into_iter().collect();
                }
            }
            score_loss(&mut ending.scores, seat, &checkers);
        }
        ending.cause = Cause::Checkmate {
            mated,
            boards: all_boards,
        };
        ending
    }

    /// PROVISIONAL: a player who resigns loses, the two opponents win, and the fourth player
    /// draws.
    pub(crate) fn resignation(&self, seat: Seat) -> Ending {
        let mut ending = Ending::draw(Cause::Resignation { seat }, Ruling::Resignation);
        score_loss(&mut ending.scores, seat, &seat.opponents());
        ending
    }

    /// PROVISIONAL: a player who does not move in time has resigned, but an opponent who provably
    /// cannot mate only draws; or all draw.
    pub(crate) fn lapse(&self, lapse: Lapse, boards: &Boards) -> Ending {
        let Lapse {
            seat,
            kind,
            outcome,
        } = lapse;
        let mut ending = Ending::draw(Cause::Lapse { seat, kind }, Ruling::Lapse);
        if outcome == LapseOutcome::Resignation {
            let mut winners = seat.opponents().to_vec();
            winners.retain(|&opponent| boards.may_mate(opponent));
            score_loss(&mut ending.scores, seat, &winners);
        }
        ending
    }

    /// PROVISIONAL: in a declared draw all draw.
    pub(crate) fn declared_draw(&self) -> Ending {
        Ending::draw(Cause::DeclaredDraw, Ruling::Declaration)
    }

    /// PROVISIONAL: when the whole table repeats for the third time, all draw.
    pub(crate) fn threefold(&self) -> Ending {
        Ending::draw(Cause::Threefold, Ruling::Repetition)
    }

    /// PROVISIONAL: when the limit of quiet turns is reached, all draw.
    pub(crate) fn fifty(&self) -> Ending {
        Ending::draw(Cause::Fifty, Ruling::QuietTurns)
    }
}

/// Joins alternatives with commas and "or".
fn names<T: Copy>(all: &[T], name: impl Fn(T) -> &'static str) -> String {
    let names: Vec<&str> = all.iter().map(|&one| name(one)).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

fn score_loss(scores: &mut BySeat<Score>, loser: Seat, winners: &[Seat]) {
    scores[loser] = Score::Loss;
    for &winner in winners {
        scores[winner] = Score::Win;
    }
}

impl Default for Rulings {
    /// The readings of the original rules.
    fn default() -> Rulings {
        Rulings {
            stalemate: StalemateRule::default(),
            winners: WinnersRule::default(),
            half_round: HalfRoundRule::default(),
            repetition: RepetitionRule::default(),
            quiet_turns: Rulings::QUIET_TURNS,
        }
    }
}

impl Ruling {
    /// Every provisional ruling.
    pub const ALL: [Ruling; 8] = [
        Ruling::Stalemate,
        Ruling::Winners,
        Ruling::HalfRound,
        Ruling::Repetition,
        Ruling::QuietTurns,
        Ruling::Resignation,
        Ruling::Declaration,
        Ruling::Lapse,
    ];

    /// The name of the ruling.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Ruling::Stalemate => "stalemate",
            Ruling::Winners => "winners",
            Ruling::HalfRound => "halfRound",
            Ruling::Repetition => "repetition",
            Ruling::QuietTurns => "quietTurns",
            Ruling::Resignation => "resignation",
            Ruling::Declaration => "declaration",
            Ruling::Lapse => "lapse",
        }
    }
}

impl Key for Ruling {
    const ALL: &'static [Ruling] = &Ruling::ALL;

    fn index(self) -> usize {
        self as usize
    }
}
