//! A game at a table over the network: this page follows it and requests moves.

use duplicate::{DuplicateGame, Seat};

use super::Input;
use super::{Effect, Motion, State, words};

/// The seat at this screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Remote {
    seat: Option<Seat>,
}

/// The state of a game at a game.
#[derive(Clone, Debug)]
pub struct Followed {
    /// The game, including a move that was sent but is not confirmed yet.
    pub game: DuplicateGame,
    /// The seat of the person at this screen; `None` for a spectator.
    pub seat: Option<Seat>,
}

impl PartialEq for Followed {
    /// Games are equal if their steps are.
    fn eq(&self, other: &Followed) -> bool {
        self.seat == other.seat && self.game.steps() == other.game.steps()
    }
}

impl State {
    /// Whether the person at this screen can move: always, unless the game is at a table over the
    /// network and it is another seat's turn, or an earlier position is shown.
    pub(super) fn may_move(&self) -> bool {
        match self.remote {
            None => true,
            Some(remote) => remote.seat == Some(self.game.turn()) && self.past().is_none(),
        }
    }

    /// Whether the seats are assigned at this screen, and the game is not at a table over the
    /// network.
    #[must_use]
    pub fn has_players_here(&self) -> bool {
        self.remote.is_none()
    }

    /// The seat of the person at this screen, if there is only one: their seat at a table over the
    /// network, or the only seat without a program.
    pub(super) fn seat_at_screen(&self) -> Option<Seat> {
        if let Some(remote) = self.remote {
            return remote.seat;
        }
        let mut people = Seat::ALL
            .into_iter()
            .filter(|&seat| self.program(seat).is_none());
        people
            .next()
            .filter(|_| people.next().is_none() && self.tour.is_none())
    }

    /// The seat at the bottom of upright boards: the one at this screen, or the one to move.
    pub(super) fn nearest_seat(&self) -> Seat {
        self.seat_at_screen().unwrap_or(self.boards().turn())
    }

    /// Shows the state of the game.
    pub(super) fn follow_table(&mut self, followed: Followed) -> Vec<Effect> {
        let Followed { game, seat } = followed;
        self.remote = Some(Remote { seat });
        if self.game.steps() == game.steps() {
            return Vec::new();
        }
        let before = core::mem::replace(&mut *self.game, game);
        let (old, new) = (before.steps(), self.game.steps());
        let is_next = new.len() == old.len() + 1 && new.starts_with(old);
        let step = new.len().saturating_sub(1);
        let played = self.game.played(step).filter(|_| is_next);
        self.shell.spoken = match &played {
            Some(played) => words::played(played),
            None => String::new(),
        };
        self.motion = played.map(|played| Motion {
            step,
            is_forward: true,
            played,
        });
        self.input = Input::Idle;
        self.pointed = None;
        self.shell.clear();
        self.drawings.clear();
        self.revision += 1;
        self.speak_turn();
        Vec::new()
    }
}
