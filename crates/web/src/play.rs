//! The state of a game on one board, without browser types.
//!
//! The rules, claims and endings are those of the `game` crate with the `referee` as judge; the
//! clocks are those of `timed`. Nothing here decides about moves. Commands come in with the time of
//! the page, and what only a page can do is returned as effects.

mod arbiter;
mod command;
mod judge;
mod keep;
mod load;
mod material;
mod moves;
mod remote;
mod setting;
mod squares;
pub mod status;
mod update;

use core::num::NonZeroUsize;
use std::time::Duration;

use chess::{Color, Key, Move, Position, Role};
use clock::Date;
use game::pgn::Tree;
use game::{Claim, Game, Reason};
use partner::Opponent;
use timed::TimedGame;

pub use arbiter::{AMOUNTS, Decision};
pub use command::{Answer, Command, Dialog, Effect, GameCommand, LookCommand, Question};
pub use moves::{MoveRow, rows};
pub use remote::{Followed, Remote};
pub use setting::{Against, Field, LEVELS, Player, Setting, Side};
pub(crate) use setting::{read_control, read_start};
pub use status::{Gauge, Status, Tone};

use judge::{Finding, KnownJudge};

use crate::autosave::{Keeping, Tracked};
use crate::options::Options;
use crate::shell::{PageState, Shell};
use crate::single::OneBoard;
use crate::single::hand::Touch;
use crate::view::Stroke;

/// The name of the page in links.
pub const ROUTE: &str = "play";

/// A fallen flag or a resignation that waits for the referee.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Waiting {
    /// The request to the referee.
    id: u64,
    act: game::Command,
    /// What the engine does instead of resigning if the other side cannot mate.
    otherwise: Option<game::Command>,
    /// The side that may have won.
    side: Color,
}

/// A game on one board.
#[derive(Clone, Debug)]
pub struct Play {
    setting: Tracked<Setting>,
    /// The players, if the game is at a table over the network and only followed here.
    remote: Option<Remote>,
    timed: TimedGame,
    engine: Opponent,
    judge: KnownJudge,
    /// The action that waits until the referee has decided whether the other side can mate.
    waiting: Option<Waiting>,
    /// The game as it was loaded, with its tags and comments.
    source: Tracked<Option<Tree>>,
    /// The game that this one replaced, in stored form.
    aside: Option<String>,
    keeping: Keeping,
    /// The day of the first move.
    date: Tracked<Option<Date>>,
    /// The log of commands, as stored: enough to replay the game.
    log: Tracked<Vec<String>>,
    /// Whether the arbiter has stopped the clocks.
    is_stopped: bool,
    decisions: Vec<Decision>,
    /// The sides that have been warned of low time.
    warned: [bool; 2],
    /// The number of shown plies, if not all.
    shown: Option<usize>,
    is_flipped: bool,
    turns_with_mover: bool,
    touch: Touch,
    /// Whether the next move is the named move of a claim.
    claims_with_move: bool,
    /// A wrong claim that waits for a confirmation, perhaps with a named move.
    doubt: Option<Option<Move>>,
    /// The wrong claim that was confirmed, by its position and named move; it is not asked about
    /// again.
    doubted: Option<(Key, Option<Move>)>,
    premove: Option<Stroke>,
    /// The open request to the engine.
    asked: Option<u64>,
    questions: u64,
    /// Whether the game was loaded and not changed since: its clocks are stopped.
    is_loaded: bool,
    last_animated: Option<usize>,
    options: Tracked<Options>,
    shell: Shell<Dialog>,
    /// The time of the page, and the time since 1970 in this time zone when that was zero.
    now: Duration,
    calendar: Option<Duration>,
}

impl Play {
    #[must_use]
    pub fn new(setting: Setting, options: Options) -> Play {
        let judge = KnownJudge::default();
        let game = Game::new(setting.start, judge.rules());
        Play {
            is_flipped: setting.shows_black_below(),
            turns_with_mover: false,
            remote: None,
            timed: TimedGame::new(game, setting.control),
            engine: setting.engine(),
            judge,
            waiting: None,
            source: Tracked::default(),
            aside: None,
            keeping: Keeping::default(),
            date: Tracked::default(),
            log: Tracked::default(),
            is_stopped: false,
            decisions: Vec::new(),
            warned: [false; 2],
            setting: Tracked::new(setting),
            shown: None,
            touch: Touch::default(),
            claims_with_move: false,
            doubt: None,
            doubted: None,
            premove: None,
            asked: None,
            questions: 0,
            is_loaded: false,
            last_animated: None,
            options: Tracked::new(options),
            shell: Shell::default(),
            now: Duration::ZERO,
            calendar: None,
        }
    }

    /// The same state on a page whose time began this long after the beginning of 1970, in the time
    /// zone of the person.
    #[must_use]
    pub fn with_calendar(self, since_1970: Duration) -> Play {
        Play {
            calendar: Some(since_1970),
            ..self
        }
    }

    fn today(&self) -> Option<Date> {
        let began = self.calendar?;
        Some(Date::since_1970(began + self.now))
    }

    #[must_use]
    pub fn game(&self) -> &Game {
        self.timed.game()
    }

    /// The players, the start position and the time control.
    #[must_use]
    pub fn setting(&self) -> &Setting {
        &self.setting
    }

    /// The number of shown plies.
    #[must_use]
    pub fn shown(&self) -> usize {
        self.shown.unwrap_or(self.timed.game().ply())
    }

    /// Whether later plies are hidden.
    #[must_use]
    pub fn is_past(&self) -> bool {
        self.shown
            .is_some_and(|shown| shown < self.timed.game().ply())
    }

    /// How the side that won on time could have mated. A resignation only asks whether it could.
    #[must_use]
    pub fn mate(&self) -> Vec<Move> {
        let is_flag = |reason: &Reason| matches!(reason, Reason::FlagFall(_));
        let ending = self.timed.game().ending();
        let ending = ending.filter(|ending| ending.reasons.iter().any(is_flag));
        let Some(game::Outcome::Win(side)) = ending.map(|ending| ending.outcome) else {
            return Vec::new();
        };
        match self.judge.finding(self.timed.game().position(), side) {
            Some(Finding::Yes(line)) => line,
            Some(Finding::No(_) | Finding::Unknown) | None => Vec::new(),
        }
    }

    /// The game that this one replaced, in stored form.
    #[must_use]
    pub fn aside(&self) -> Option<&str> {
        self.aside.as_deref()
    }

    /// The same state with a game that can be restored.
    #[must_use]
    pub fn with_aside(self, aside: Option<String>) -> Play {
        Play { aside, ..self }
    }

    /// The shown position.
    #[must_use]
    pub fn position(&self) -> Position {
        self.position_after(self.shown())
    }

    /// The position after some plies of the game, and of the mating line that could have followed.
    fn position_after(&self, plies: usize) -> Position {
        let history = self.timed.game().history();
        if let Some(position) = history.position_at(plies.min(self.timed.game().ply())) {
            let beyond = plies.saturating_sub(self.timed.game().ply());
            let mate = match beyond {
                0 => Vec::new(),
                _ => self.mate(),
            };
            let mate = mate.into_iter().take(beyond);
            return mate.fold(*position, |position, m| position.play_unchecked(m));
        }
        *history.position()
    }

    /// The move that led to the shown position.
    #[must_use]
    pub fn last_move(&self) -> Option<Move> {
        let index = self.shown().checked_sub(1)?;
        let moves = self.timed.game().history().moves();
        let beyond = index.checked_sub(self.timed.game().ply());
        match beyond {
            Some(beyond) => self.mate().get(beyond).copied(),
            None => moves.get(index).copied(),
        }
    }

    /// Whether the board turns with the player to move.
    #[must_use]
    pub fn turns_with_mover(&self) -> bool {
        self.turns_with_mover
    }

    /// Whether this side is not played by a person at this screen.
    #[must_use]
    pub fn is_engine(&self, side: Color) -> bool {
        match &self.remote {
            Some(remote) => remote.mine != Some(side),
            None => self.setting.player(side) != Player::Person,
        }
    }

    #[must_use]
    pub fn name(&self, side: Color) -> String {
        match &self.remote {
            Some(remote) => remote.names[side as usize].clone(),
            None => {
                let tag = ["White", "Black"][side as usize];
                let source = self.source.as_ref();
                let named = source.and_then(|tree| tree.tags.get(tag));
                let named = named.filter(|name| !name.is_empty() && *name != "?");
                named.map_or_else(|| self.setting.name(side), str::to_owned)
            }
        }
    }

    /// The name of a player in a sentence.
    #[must_use]
    pub fn short_name(&self, side: Color) -> String {
        match self.remote.is_none() && self.is_engine(side) {
            true => "Fourfold".to_owned(),
            false => self.name(side),
        }
    }

    /// Whether this side is the only person at this screen.
    fn is_you(&self, side: Color) -> bool {
        !self.is_engine(side) && self.is_engine(!side)
    }

    /// The title of the window.
    #[must_use]
    pub fn title(&self) -> String {
        match self.timed.game().ending() {
            Some(ending) => status::result(ending),
            None if self.is_persons_turn() && self.is_you(self.turn()) => "Your turn".to_owned(),
            None if self.is_persons_turn() => format!("{} to move", self.turn()),
            None => "Play".to_owned(),
        }
    }

    #[must_use]
    pub fn is_persons_turn(&self) -> bool {
        let is_open = self.timed.game().ending().is_none() && self.waiting.is_none();
        is_open && !self.is_engine(self.timed.game().position().turn())
    }

    /// Whether a flag fall or a resignation waits for the referee.
    #[must_use]
    pub fn is_judged(&self) -> bool {
        self.waiting.is_some()
    }

    /// Whether the engine is searching for its move.
    #[must_use]
    pub fn is_thinking(&self) -> bool {
        self.asked.is_some()
    }

    /// How many steps to undo until a person is to move; `None` if no step leads there.
    #[must_use]
    pub fn steps_back(&self) -> Option<NonZeroUsize> {
        let (steps, plies) = (self.timed.game().undoable(), self.timed.game().ply());
        // The last step may be an action other than a move that ended the game.
        let acts = steps.saturating_sub(plies);
        let turn_after = |undone: usize| {
            let ply = plies.checked_sub(undone.saturating_sub(acts))?;
            Some(self.timed.game().history().position_at(ply)?.turn())
        };
        let is_persons =
            |undone: &usize| turn_after(*undone).is_some_and(|side| !self.is_engine(side));
        (1..=steps).find(is_persons).and_then(NonZeroUsize::new)
    }

    /// Whether the next move is the named move of a claim.
    #[must_use]
    pub fn claims_with_move(&self) -> bool {
        self.claims_with_move
    }

    /// The claims of the player to move, as far as they are shown: in arbiter mode, open claims are
    /// not pointed out.
    #[must_use]
    pub fn open_claims(&self) -> Vec<Claim> {
        match self.setting.is_arbiter || !self.is_persons_turn() {
            true => Vec::new(),
            false => self.timed.game().claims(),
        }
    }

    /// What is missing for a claim in the present position or with a named move, in words; `None` if
    /// the claim is right.
    #[must_use]
    pub fn shortfall(&self, with: Option<Move>) -> Option<String> {
        let claim = game::Command::Claim {
            by: self.timed.game().position().turn(),
            ground: None,
            with,
        };
        let events = self.timed.game().clone().execute(claim).ok()?;
        events.iter().find_map(|event| match event {
            game::Event::ClaimRefused { shortfalls, .. } => Some(status::shortfalls(shortfalls)),
            _ => None,
        })
    }

    /// The wrong claim that waits for a confirmation: what is missing.
    #[must_use]
    pub fn doubt(&self) -> Option<String> {
        self.doubt.and_then(|with| self.shortfall(with))
    }

    /// The moves with which a draw could be claimed, as far as they are shown.
    #[must_use]
    pub fn claiming_moves(&self) -> Vec<Claim> {
        match self.setting.is_arbiter || !self.is_persons_turn() {
            true => Vec::new(),
            false => self.timed.game().claims_with(),
        }
    }

    /// Whether a draw can be offered: not while an offer of either side stands.
    #[must_use]
    pub fn can_offer(&self) -> bool {
        let stands = |side| self.timed.game().offers().stands(side);
        self.waiting.is_none() && !Color::ALL.into_iter().any(stands)
    }

    #[must_use]
    pub fn time_left(&self, side: Color) -> Option<Duration> {
        self.timed.left(side, self.now)
    }

    #[must_use]
    pub fn running_clock(&self) -> Option<Color> {
        self.timed.running()
    }
}

impl PageState for Play {
    type Dialog = Dialog;

    fn shell(&self) -> &Shell<Dialog> {
        &self.shell
    }

    fn marked(&self) -> Option<Role> {
        self.touch.hand.marked()
    }
}

#[cfg(test)]
mod tests;
