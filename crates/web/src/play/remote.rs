//! A game at a table over the network: this page follows it and requests moves.

use std::time::Duration;

use chess::Color;
use clock::TimeControl;
use game::Game;
use timed::{TimedGame, Timing};

use super::{Effect, Play};
use crate::single::hand::Hand;

/// The players of a game at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remote {
    /// The side of the person at this screen; `None` for a spectator.
    pub mine: Option<Color>,
    /// The names of White and Black.
    pub names: [String; 2],
    /// The clocks, which run at the table.
    pub clocks: Option<Timing>,
    /// The time that a wrong claim gives to the opponent.
    pub bonus: Option<Duration>,
}

/// The state of a game at a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Followed {
    /// The game, including a move that was sent but is not confirmed yet.
    pub game: Game,
    /// The players.
    pub remote: Remote,
}

impl Play {
    /// Shows the state of the game. A premove is played when its turn has come.
    pub(super) fn follow(&mut self, followed: Followed) -> Vec<Effect> {
        let Followed { game, remote } = followed;
        let is_another_seat = self.remote.as_ref().map(|before| before.mine) != Some(remote.mine);
        if is_another_seat {
            self.is_flipped = remote.mine == Some(Color::Black);
        }
        self.remote = Some(remote);
        let game = TimedGame::new(game, TimeControl::Unlimited);
        let before = core::mem::replace(&mut self.timed, game);
        let (before, after) = (before.game(), self.timed.game());
        let (old, new) = (before.history().moves(), after.history().moves());
        let is_same = old == new && before.start() == after.start();
        // Of a game that has begun before, nobody here knows the day.
        *self.date = match (old.len(), new.len()) {
            (_, 0) => self.today(),
            (0, 1) => *self.date,
            (old, new) if old > 0 && new > 0 => *self.date,
            _ => None,
        };
        if is_same {
            return Vec::new();
        }
        let goes_on = new.starts_with(old) || old.starts_with(new) && !new.is_empty();
        if !goes_on || before.start() != after.start() {
            self.doubted = None;
        }
        let is_next = new.len() == old.len() + 1 && new.starts_with(old);
        self.touch.hand = Hand::Idle;
        self.shown = None;
        self.shell.clear();
        self.claims_with_move = false;
        self.touch.drawings.clear();
        self.last_animated = is_next.then_some(self.timed.game().ply());
        self.shell.spoken = match is_next {
            true => super::status::last_words(self),
            false => super::status::state(self).text,
        };
        if is_next && self.timed.game().position().is_check() {
            let text = format!(" {} is in check.", self.timed.game().position().turn());
            self.shell.spoken.push_str(&text);
        }
        match is_next {
            true => self.play_premove(),
            false => {
                self.premove = None;
                Vec::new()
            }
        }
    }
}
