//! A game that is played at a table elsewhere: this page follows it, and asks for moves.

use duplicate::{Seat, Table};

use super::{Effect, Motion, State, words};

/// Who sits at this screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Remote {
    seat: Option<Seat>,
}

/// A game as it stands elsewhere.
#[derive(Clone, Debug)]
pub struct Followed {
    /// The game, with a move that was sent and is not confirmed yet.
    pub table: Table,
    /// The seat of the person at this screen; `None` for a spectator.
    pub seat: Option<Seat>,
}

impl PartialEq for Followed {
    /// Games are the same if the same was done in them.
    fn eq(&self, other: &Followed) -> bool {
        self.seat == other.seat && self.table.steps() == other.table.steps()
    }
}

impl State {
    /// Whether the person at this screen can move: always, unless the game is played elsewhere and
    /// another seat is to move, or the past is shown.
    pub(super) fn may_move(&self) -> bool {
        match self.remote {
            None => true,
            Some(remote) => remote.seat == Some(self.table.turn()) && self.past().is_none(),
        }
    }

    /// Whether the seats are given out at this screen, and the game is not played elsewhere.
    #[must_use]
    pub fn has_players_here(&self) -> bool {
        self.remote.is_none()
    }

    /// The seat whose side of upright boards is near: the one at this screen, or the one to move.
    pub(super) fn nearest_seat(&self) -> Seat {
        let here = self.remote.and_then(|remote| remote.seat);
        here.unwrap_or(self.boards().turn())
    }

    /// Shows the game as it stands.
    pub(super) fn follow_table(&mut self, followed: Followed) -> Vec<Effect> {
        let Followed { table, seat } = followed;
        self.remote = Some(Remote { seat });
        if self.table.steps() == table.steps() {
            return Vec::new();
        }
        let before = core::mem::replace(&mut self.table, table);
        let (old, new) = (before.steps(), self.table.steps());
        let is_next = new.len() == old.len() + 1 && new.starts_with(old);
        let step = new.len().saturating_sub(1);
        let played = self.table.played(step).filter(|_| is_next);
        self.shell.spoken = match &played {
            Some(played) => words::story(played),
            None => String::new(),
        };
        self.motion = played.map(|played| Motion {
            step,
            is_forward: true,
            played,
        });
        self.input.cancel();
        self.pointed = None;
        self.shell.notice = None;
        self.drawings.clear();
        self.revision += 1;
        self.speak_turn();
        Vec::new()
    }
}
