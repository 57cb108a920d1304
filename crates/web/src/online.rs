//! The state of the page of a table over the network, without browser types.
//!
//! Events of the server are applied by the `tables` crate, the same code that the server runs, and
//! the digest in each event confirms that both have the same state. Requests that the server has
//! not answered yet are stored separately and shown as if they had happened; if one is refused, it
//! is visibly taken back. Commands come in with the time of the page, and what only a page can do
//! is returned as effects.

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
pub use seats::{ClockView, SeatView, strength};
pub use status::Status;
use time::TableTime;

/// A request without a reply yet.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Pending {
    id: String,
    ply: Option<u64>,
    act: Act,
    is_host: bool,
}

/// How the [summary](Online::summary) of a table ends when its game is over.
pub const OVER: &str = "over";

/// How the page of a table is opened.
#[derive(Clone, Debug)]
pub struct Visitor {
    pub address: Address,
    /// The keys of the table in the browser's storage.
    pub ring: Ring,
    /// The seat that was taken in this tab, by invitation.
    pub seat: Option<Seat>,
    /// The last name used.
    pub name: String,
    /// Letters unique to this visit, for the ids of commands.
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
    /// The seat of this tab, by invitation.
    seat: Option<Seat>,
    /// Seats whose keys are to be removed from the storage.
    given_up: Vec<Seat>,
    /// The seat of the link's invitation, until someone takes it.
    invited: Option<(Seat, String)>,
    /// The invitation that is being used.
    sitting: Option<(Seat, String)>,
    name: String,
    nonce: String,
    acts: u64,
    connection: Connection,
    /// The table, as far as it is known.
    follower: Follower,
    pending: Vec<Pending>,
    presence: Option<Presence>,
    /// Since when seats have been away, in the time of the page.
    away: BTreeMap<Seat, Duration>,
    time: TableTime,
    /// The description of the server.
    about: Option<About>,
    shell: Shell<Dialog>,
    /// Changes whenever the shown game does.
    revision: u64,
    now: Duration,
}

impl Online {
    /// Opens the page of a table. A stored key is used at once; an invitation only when someone
    /// takes the seat.
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
        // A seat that was taken with this link before is used again.
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

    /// The keys in the browser's storage.
    #[must_use]
    pub fn ring(&self) -> &Ring {
        &self.ring
    }

    /// Seats whose keys are to be removed from the storage.
    #[must_use]
    pub fn given_up(&self) -> &[Seat] {
        &self.given_up
    }

    /// The seat of this tab, by invitation.
    #[must_use]
    pub fn invited_seat(&self) -> Option<Seat> {
        self.seat
    }

    /// The last name used.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The state of the connection.
    #[must_use]
    pub fn link(&self) -> Link {
        self.connection.phase()
    }

    /// The table, as far as it is known.
    #[must_use]
    pub fn table(&self) -> Option<&Table> {
        self.follower.table()
    }

    #[must_use]
    pub fn kind(&self) -> Option<GameKind> {
        Some(self.follower.table()?.asked().game)
    }

    /// Whether seats are still empty.
    #[must_use]
    pub fn is_gathering(&self) -> bool {
        self.follower
            .table()
            .is_none_or(|table| *table.phase() == Phase::Gathering)
    }

    /// The present seat of the person at this screen.
    #[must_use]
    pub fn mine(&self) -> Option<Seat> {
        let seat = self.follower.table()?.seat_now(self.seat?);
        (!self.is_flagged()).then_some(seat)
    }

    /// Whether a program has replaced the person at this screen after a fallen flag.
    fn is_flagged(&self) -> bool {
        let (table, seat) = (self.follower.table(), self.seat);
        let is_out =
            |table: &Table| seat.is_some_and(|seat| table.is_flagged(table.seat_now(seat)));
        table.is_some_and(is_out)
    }

    /// What happens at this table when a player does not move in time, if it differs from the
    /// default.
    #[must_use]
    pub fn policies(&self) -> Option<String> {
        words::policies(self.follower.table()?.asked())
    }

    /// The digest of the table after the end of the game, to compare pages.
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

    /// The description of the server.
    #[must_use]
    pub fn about(&self) -> Option<&About> {
        self.about.as_ref()
    }

    #[must_use]
    pub fn spectators(&self) -> u32 {
        self.presence
            .as_ref()
            .map_or(0, |presence| presence.spectators)
    }

    /// The seat of the link's invitation, until someone takes it.
    #[must_use]
    pub fn invitation(&self) -> Option<Seat> {
        self.invited.as_ref().map(|(seat, _)| *seat)
    }

    /// Changes whenever the shown game does.
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

    /// The title of the window; it says when it is one's turn.
    #[must_use]
    pub fn title(&self) -> String {
        match self.is_my_turn() {
            true => "Your turn".to_owned(),
            false => Status::of(self).headline,
        }
    }

    /// The table in a few words for the start page: the opponents, and whose turn it is.
    #[must_use]
    pub fn summary(&self) -> Option<String> {
        let table = self.follower.table()?;
        let seats = table.asked().game.seats().iter();
        let others = seats.filter(|&&seat| Some(seat) != self.mine());
        let others: Vec<String> = others.map(|&seat| self.name_of(seat)).collect();
        let state = match (table.ended(), self.is_gathering(), self.is_my_turn()) {
            (Some(_), ..) => OVER.to_owned(),
            (None, true, _) => "waiting for players".to_owned(),
            (None, false, true) => "your turn".to_owned(),
            (None, false, false) => format!("{} to move", self.name_of(table.turn())),
        };
        Some(format!("Table with {}: {state}", others.join(", ")))
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

    /// The link for spectators.
    #[must_use]
    pub fn watch_link(&self) -> String {
        format!("{}#{}", self.base, Address::of(&self.id).write())
    }

    /// The move that was sent but is not confirmed yet.
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

    /// The shown game on one board, including an unconfirmed move.
    #[must_use]
    pub fn chess(&self) -> Option<play::Followed> {
        let table = self.follower.table()?;
        let mut game = table.chess()?.clone();
        if let Some(m) = self.pending_move() {
            let m = m.parse().ok().map(|m| game.position().understand_uci(m));
            if let Some(m) = m {
                // An illegal move is refused by the server, and reported then.
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
            remote: play::Remote {
                mine,
                names,
                clocks: table.timing().cloned(),
                bonus: table.wrong_claim_bonus(),
            },
        })
    }

    /// The shown game on four boards, including an unconfirmed move.
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
            game,
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
