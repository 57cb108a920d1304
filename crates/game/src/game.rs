//! One game under the law: a state, commands that change it, and questions about it.

mod execute;
mod load;

use chess::fen::CastlingMode;
use chess::{Move, Position};

use crate::{Claim, Ending, GameResult, History, Offers, Profile, Record, Remark, Rules, Start};

/// A game of chess, from any start, under a set of rules.
///
/// It changes only by [`execute`](Game::execute), which answers a command with the events it
/// brought about, or refuses it and changes nothing. Everything else is a question. It reads no
/// clock: who keeps time says so by a command.
///
/// ```
/// use chess::Color;
/// use game::{Command, Event, Game, GameResult};
///
/// let mut game = Game::default();
/// for san in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"] {
///     let m = game.position().parse_san(san)?;
///     game.execute(Command::Play(m))?;
/// }
/// assert_eq!(game.claims()[0].article(), "9.2.2");
///
/// let claim = Command::Claim { by: Color::White, ground: None, with: None };
/// let events = game.execute(claim)?;
/// assert!(matches!(events[..], [Event::DrawClaimed { .. }, Event::GameEnded(_)]));
/// assert_eq!((game.ply(), game.result()), (8, GameResult::Draw));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    mode: CastlingMode,
    history: History,
    /// The start, then one moment for each step; those after `now` have been taken back.
    moments: Vec<Moment>,
    now: usize,
}

/// What holds between one step and the next, beside the position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Moment {
    /// The move that led here; `None` at the start, and where an act that is not a move ended the
    /// game.
    played: Option<Move>,
    offers: Offers,
    remarks: Vec<Remark>,
    ending: Option<Ending>,
}

impl Game {
    /// A game that starts here, by these rules.
    #[must_use]
    pub fn new(start: impl Into<Start>, rules: Rules) -> Game {
        let start = start.into();
        let history = History::new(start.position);
        let first = Moment {
            ending: history.ending(&rules),
            ..Moment::default()
        };
        Game {
            rules,
            mode: start.mode,
            history,
            moments: vec![first],
            now: 0,
        }
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Where the game started.
    #[must_use]
    pub fn start(&self) -> Start {
        Start {
            position: *self.history.start(),
            mode: self.mode,
        }
    }

    /// The positions and moves so far.
    #[must_use]
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The position now; written as text it is the FEN, with the true clock.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.history.position()
    }

    /// How many plies have been played.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.history.ply()
    }

    /// How the game ended; `None` while it goes on.
    #[must_use]
    pub fn ending(&self) -> Option<&Ending> {
        self.moment().ending.as_ref()
    }

    /// The result as PGN writes it.
    #[must_use]
    pub fn result(&self) -> GameResult {
        self.ending().map(|ending| ending.outcome).into()
    }

    /// The draw offers that stand.
    #[must_use]
    pub fn offers(&self) -> Offers {
        self.moment().offers
    }

    /// Every right of the player to move to claim a draw now (articles 9.2.2 and 9.3.2).
    #[must_use]
    pub fn claims(&self) -> Vec<Claim> {
        if self.can_be_claimed() {
            self.history.claims()
        } else {
            Vec::new()
        }
    }

    /// Every right of the player to move to claim a draw by naming a move (articles 9.2.1 and
    /// 9.3.1), each with its move.
    #[must_use]
    pub fn claims_with(&self) -> Vec<Claim> {
        if self.can_be_claimed() {
            self.history.claims_with()
        } else {
            Vec::new()
        }
    }

    /// Whether claims have a place at all: the game goes on, and its profile knows them.
    fn can_be_claimed(&self) -> bool {
        self.ending().is_none() && self.rules.profile == Profile::Fide
    }

    /// How many steps can be taken back.
    #[must_use]
    pub fn undoable(&self) -> usize {
        self.now
    }

    /// How many steps that have been taken back can be taken again.
    #[must_use]
    pub fn redoable(&self) -> usize {
        self.moments.len() - 1 - self.now
    }

    /// Everything that happened so far, as a value.
    #[must_use]
    pub fn record(&self) -> Record {
        // Only the last moment can have come about without a move, and then the one before it
        // stands at the same ply.
        let remarks = self.moments[..=self.now]
            .iter()
            .enumerate()
            .flat_map(|(at, moment)| {
                let ply = at.min(self.ply());
                moment.remarks.iter().map(move |&remark| (ply, remark))
            })
            .collect();
        Record {
            start: self.start(),
            profile: self.rules.profile,
            moves: self.history.moves().to_vec(),
            last: *self.position(),
            remarks,
            ending: self.ending().cloned(),
        }
    }

    fn moment(&self) -> &Moment {
        &self.moments[self.now]
    }
}

impl Default for Game {
    /// A game from the initial position by the Laws, with material as the only judge.
    fn default() -> Game {
        Game::new(Start::standard(), Rules::default())
    }
}

impl PartialEq for Game {
    /// Equal in everything that can be seen, now or after undo and redo; the judge is no part of
    /// the state.
    fn eq(&self, other: &Game) -> bool {
        self.rules.profile == other.rules.profile
            && self.mode == other.mode
            && self.history == other.history
            && self.moments == other.moments
            && self.now == other.now
    }
}

impl Eq for Game {}
