//! A table over the network: everything the page knows about it, without a page.
//!
//! What the server says is folded by the `tables` crate, the same code that the server runs, and the
//! digest in each event tells whether both came to the same. What this page has asked for and the
//! server has not answered yet is kept apart and shown as if it had happened; if it is refused, it is
//! visibly taken back. Commands come in with the time of the page, and what only a page can do comes
//! back as effects.

pub mod address;
mod choices;
mod command;
mod connection;
mod form;
pub mod qr;
mod ring;
mod seats;
mod status;
mod time;
mod update;
mod words;

use std::collections::BTreeMap;
use std::time::Duration;

use tables::{Follower, Phase, Table, compass_of};
use wire::{About, Act, GameKind, Presence, Seat};

use crate::four;
use crate::play;
use crate::shell::{PageState, Shell};
use address::{Address, Role};
pub use choices::{Choice, Does};
pub use command::{Command, Dialog, Effect};
use connection::Connection;
pub use connection::{LinkEnd, Phase as Link};
pub use form::Form;
pub use ring::Ring;
pub use seats::{ClockView, SeatView};
pub use status::Status;
use time::TableTime;

/// Something that was asked for and is not answered yet.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Pending {
    id: String,
    ply: Option<u64>,
    act: Act,
    is_host: bool,
}

/// Who opens the page of a table, and with what.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// The address that was opened.
    pub address: Address,
    /// The keys that the browser keeps for the table.
    pub ring: Ring,
    /// The seat that was taken in this tab, as it was invited.
    pub seat: Option<Seat>,
    /// The name that was used last.
    pub name: String,
    /// Letters that no other visit has, for the ids of commands.
    pub nonce: String,
    /// The address of the page without its fragment.
    pub base: String,
}

/// A table over the network.
#[derive(Clone, Debug)]
pub struct Online {
    id: String,
    base: String,
    ring: Ring,
    /// The seat of this tab, as it was invited.
    seat: Option<Seat>,
    /// Seats whose keys are not to be kept any more.
    given_up: Vec<Seat>,
    /// The seat to which the link invites, as long as nobody has sat down with it.
    invited: Option<(Seat, String)>,
    /// The invitation that is being used.
    sitting: Option<(Seat, String)>,
    name: String,
    nonce: String,
    acts: u64,
    connection: Connection,
    /// The table, as far as the server has told it.
    follower: Follower,
    pending: Vec<Pending>,
    presence: Option<Presence>,
    /// Since when seats are away, by the time of the page.
    away: BTreeMap<Seat, Duration>,
    time: TableTime,
    /// What the server has said about itself.
    about: Option<About>,
    shell: Shell<Dialog>,
    /// Changes whenever the game that is shown does.
    revision: u64,
    now: Duration,
}

impl Online {
    /// Opens the page of a table. A key of this browser is used at once; an invitation only when
    /// someone sits down.
    #[must_use]
    pub fn open(visitor: Visitor, now: Duration) -> (Online, Vec<Effect>) {
        let Visitor {
            address: Address { table: id, key },
            mut ring,
            seat,
            name,
            nonce,
            base,
        } = visitor;
        let mut invited = None;
        match key {
            Some((Role::Host, key)) => ring.host = Some(key),
            Some((Role::Seat(seat), key)) => invited = Some((seat, key)),
            None => {}
        }
        // A seat that was taken with this link before is gone back to.
        let known = invited.as_ref().map(|(seat, _)| *seat).or(seat);
        let seat = match known {
            Some(seat) => ring.seats.contains_key(&seat).then_some(seat),
            None if ring.seats.len() == 1 => ring.seats.keys().next().copied(),
            None => None,
        };
        let online = Online {
            id,
            base,
            ring,
            seat,
            given_up: Vec::new(),
            invited: invited.filter(|_| seat.is_none()),
            sitting: None,
            name,
            nonce,
            acts: 0,
            connection: Connection::new(now),
            follower: Follower::default(),
            pending: Vec::new(),
            presence: None,
            away: BTreeMap::new(),
            time: TableTime::default(),
            about: None,
            shell: Shell::default(),
            revision: 0,
            now,
        };
        (
            online,
            vec![Effect::AskServer, Effect::KeepKeys, Effect::Connect],
        )
    }

    /// The id of the table.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The keys that the browser keeps.
    #[must_use]
    pub fn ring(&self) -> &Ring {
        &self.ring
    }

    /// Seats whose keys are not to be kept any more.
    #[must_use]
    pub fn given_up(&self) -> &[Seat] {
        &self.given_up
    }

    /// The seat of this tab, as it was invited.
    #[must_use]
    pub fn invited_seat(&self) -> Option<Seat> {
        self.seat
    }

    /// The name that was used last.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where the connection stands.
    #[must_use]
    pub fn link(&self) -> Link {
        self.connection.phase()
    }

    /// The table, as far as the server has told it.
    #[must_use]
    pub fn table(&self) -> Option<&Table> {
        self.follower.table()
    }

    /// Which game is played.
    #[must_use]
    pub fn kind(&self) -> Option<GameKind> {
        Some(self.follower.table()?.asked().game)
    }

    /// Whether players are still coming.
    #[must_use]
    pub fn is_gathering(&self) -> bool {
        self.follower
            .table()
            .is_none_or(|table| *table.phase() == Phase::Gathering)
    }

    /// The seat that the person at this screen has now.
    #[must_use]
    pub fn mine(&self) -> Option<Seat> {
        let seat = self.follower.table()?.seat_now(self.seat?);
        (!self.is_flagged()).then_some(seat)
    }

    /// Whether a program has taken over the seat of the person at this screen, whose time was up.
    fn is_flagged(&self) -> bool {
        let (table, seat) = (self.follower.table(), self.seat);
        let is_out =
            |table: &Table| seat.is_some_and(|seat| table.is_flagged(table.seat_now(seat)));
        table.is_some_and(is_out)
    }

    /// What follows at this table when a player does not move in time, where it is not the usual.
    #[must_use]
    pub fn policies(&self) -> Option<String> {
        words::policies(self.follower.table()?.asked())
    }

    /// The digest of the table when the game is over, by which pages can be compared.
    #[must_use]
    pub fn final_digest(&self) -> Option<String> {
        let table = self.follower.table()?;
        table.ended().map(|_| table.digest())
    }

    /// Whether the person at this screen created the table.
    #[must_use]
    pub fn is_host(&self) -> bool {
        self.ring.host.is_some()
    }

    /// What the server has said about itself.
    #[must_use]
    pub fn about(&self) -> Option<&About> {
        self.about.as_ref()
    }

    /// How many watch.
    #[must_use]
    pub fn spectators(&self) -> u32 {
        self.presence
            .as_ref()
            .map_or(0, |presence| presence.spectators)
    }

    /// The seat to which the link invites, as long as nobody has sat down with it.
    #[must_use]
    pub fn invitation(&self) -> Option<Seat> {
        self.invited.as_ref().map(|(seat, _)| *seat)
    }

    /// Changes whenever the game that is shown does.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Whether the person at this screen is to move and has not moved yet.
    #[must_use]
    pub fn is_my_turn(&self) -> bool {
        self.turn_awaits_me() && self.pending_move().is_none()
    }

    /// Whether the server waits for a move of the person at this screen.
    fn turn_awaits_me(&self) -> bool {
        self.follower.table().is_some_and(|table| {
            let is_played = *table.phase() == Phase::Playing && !table.is_paused();
            is_played && self.mine() == Some(table.turn())
        })
    }

    /// The title of the window; it calls when it is one's turn.
    #[must_use]
    pub fn title(&self) -> &'static str {
        match self.is_my_turn() {
            true => "\u{25cf} Your move \u{b7} Fourfold",
            false => "Fourfold",
        }
    }

    /// The link with a key, for another device or another person.
    #[must_use]
    pub fn link_for(&self, role: Role) -> Option<String> {
        let key = match role {
            Role::Host => self.ring.host.as_ref()?,
            Role::Seat(seat) => self.ring.invitations.get(&seat)?,
        };
        let address = Address {
            table: self.id.clone(),
            key: Some((role, key.clone())),
        };
        Some(format!("{}#{}", self.base, address.write()))
    }

    /// The link for people who only watch.
    #[must_use]
    pub fn watch_link(&self) -> String {
        format!("{}#{}", self.base, Address::of(&self.id).write())
    }

    /// The move that was sent and is not confirmed yet.
    fn pending_move(&self) -> Option<&str> {
        let ply = self.follower.table()?.ply();
        self.pending.iter().find_map(|pending| match &pending.act {
            Act::Move { text } => (pending.ply == Some(ply)).then_some(text.as_str()),
            Act::Claim { .. }
            | Act::Offer { .. }
            | Act::Accept { .. }
            | Act::Decline { .. }
            | Act::Resign
            | Act::Stand
            | Act::Fill { .. }
            | Act::Start
            | Act::Pause
            | Act::Resume
            | Act::Absent { .. }
            | Act::Invite { .. } => None,
        })
    }

    /// The game on one board as it is to be shown, with the move that is not confirmed yet.
    #[must_use]
    pub fn chess(&self) -> Option<play::Followed> {
        let table = self.follower.table()?;
        let mut game = table.chess()?.clone();
        if let Some(m) = self.pending_move() {
            let m = m.parse().ok().map(|m| game.position().understand_uci(m));
            if let Some(m) = m {
                // What cannot be played is refused by the server too, and said then.
                let _ = game.execute(::game::Command::Play(m));
            }
        }
        let game = match table.ended() {
            Some(ended) => status::ended_game(&game, ended),
            None => game,
        };
        let names = Seat::OF_CHESS.map(|seat| self.name_of(seat));
        let mine = self.mine().and_then(seats::color);
        Some(play::Followed {
            game,
            remote: play::Remote { mine, names },
        })
    }

    /// The game on four boards as it is to be shown, with the move that is not confirmed yet.
    #[must_use]
    pub fn four(&self) -> Option<four::Followed> {
        let table = self.follower.table()?;
        let mut game = table.duplicate()?.clone();
        if let Some(Ok(m)) = self.pending_move().map(str::parse) {
            let _ = game.play(m);
        }
        if let Some(ended) = table.ended() {
            status::declare(&mut game, ended);
        }
        Some(four::Followed {
            table: game,
            seat: self.mine().and_then(compass_of),
        })
    }
}

impl PageState for Online {
    type Dialog = Dialog;

    fn shell(&self) -> &Shell<Dialog> {
        &self.shell
    }
}

#[cfg(test)]
mod tests;
