//! The only place where commands change the page of a table.

mod server;

use std::time::Duration;

use wire::{About, Act, FromClient, FromServer, Offered, Seat};

use super::address::Role;
use super::connection::{Due, LinkEnd, Phase as Link};
use super::{Command, Effect, Online, Pending};
use crate::effects::Common;
use crate::words::sentence;

impl Online {
    /// Executes a command at this time of the page and returns the effects for the page.
    pub fn update(&mut self, command: Command, now: Duration) -> Vec<Effect> {
        self.now = self.now.max(now);
        match command {
            Command::Opened => vec![Effect::Send(text(&self.hello()))],
            Command::Heard(message) => self.hear(&message),
            Command::Closed => self.closed(),
            Command::Server(about) => self.learn_server(about),
            Command::HeardAsHost(message) => self.hear_answer(&message),
            Command::Sit(seat, name) => self.sit(seat, &name),
            Command::Do(act) => self.ask(act),
            Command::Tick => {
                let due = self.connection.due(self.now);
                self.follow(due)
            }
            Command::Wake => {
                let due = self.connection.wake(self.now);
                self.follow(due)
            }
            Command::Retry => self.reconnect(),
            Command::Open(dialog) => self.shell.open(dialog),
            Command::Dismiss(number) => self.shell.dismiss(number),
            Command::CopyLink(role) => {
                let copied = self.link_of(role).map(|link| Common::Copy(link).into());
                copied.into_iter().collect()
            }
            Command::ShareLink(role) => self.link_of(role).map(Effect::Share).into_iter().collect(),
            Command::Copied(copied) => self.shell.tell_copied(copied),
        }
    }

    fn link_of(&self, role: Option<Role>) -> Option<String> {
        match role {
            None => Some(self.watch_link()),
            Some(role) => self.link_for(role),
        }
    }

    /// The first message on a new socket.
    fn hello(&self) -> FromClient {
        let own = self.seat.and_then(|seat| self.ring.seats.get(&seat));
        let sitting = self.sitting.as_ref().map(|(_, key)| key);
        let have = self.follower.have();
        let key = sitting.or(own).or(self.ring.host.as_ref()).cloned();
        let name = self.sitting.is_some().then(|| self.name.clone());
        FromClient::hello(key, have, name.filter(|name| !name.is_empty()))
    }

    /// Whether this page's socket has the role of the host.
    fn speaks_as_host(&self) -> bool {
        self.ring.host.is_some() && self.seat.is_none() && self.sitting.is_none()
    }

    fn follow(&mut self, due: Due) -> Vec<Effect> {
        match due {
            Due::Nothing => Vec::new(),
            Due::Open => vec![Effect::Connect],
            Due::Ping(n) => vec![Effect::Send(text(&FromClient::Ping { n }))],
        }
    }

    /// Opens a new socket at once.
    fn reconnect(&mut self) -> Vec<Effect> {
        self.connection.opens(self.now);
        vec![Effect::Connect]
    }

    fn closed(&mut self) -> Vec<Effect> {
        let was_live = self.link() == Link::Live;
        self.connection.cut(self.now);
        if was_live {
            self.shell.speak("Connection lost. Reconnecting.");
        }
        // Whether there is a server at all is checked only if none has responded yet.
        match self.connection.is_known() {
            true => Vec::new(),
            false => vec![Effect::AskServer],
        }
    }

    fn learn_server(&mut self, about: Option<About>) -> Vec<Effect> {
        let is_there = about.is_some();
        self.about = about.or(self.about.take());
        if !is_there && !self.connection.is_known() {
            self.connection.ends(LinkEnd::NoServer);
            self.shell.speak(super::status::why_over(LinkEnd::NoServer));
            return vec![Effect::Disconnect];
        }
        Vec::new()
    }

    /// Takes a seat: the invitation is sent now, not earlier.
    fn sit(&mut self, seat: Seat, name: &str) -> Vec<Effect> {
        let linked = self.invited.as_ref().filter(|(to, _)| *to == seat);
        let linked = linked.map(|(_, key)| key.clone());
        let Some(key) = linked.or_else(|| self.ring.invitations.get(&seat).cloned()) else {
            return Vec::new();
        };
        self.name = clean_name(name);
        self.shell.clear();
        self.sitting = Some((seat, key));
        self.reconnect()
    }

    /// Sends a command to the table. It is pending until the server replies.
    fn ask(&mut self, act: Act) -> Vec<Effect> {
        self.shell.dialog = None;
        self.shell.clear();
        let is_host = match act {
            Act::Fill { .. } | Act::Start => true,
            Act::Invite { seat } => self.mine() != Some(seat),
            Act::Move { .. }
            | Act::Claim { .. }
            | Act::Offer { .. }
            | Act::Accept { .. }
            | Act::Decline { .. }
            | Act::Resign
            | Act::Stand
            | Act::Pause
            | Act::Resume
            | Act::Absent { .. } => false,
        };
        let may_ask = match is_host {
            true => self.is_host(),
            false => self.seat.is_some(),
        };
        let is_asked = self.pending.iter().any(|pending| pending.act == act);
        let Some(table) = self.follower.table().filter(|_| may_ask && !is_asked) else {
            return Vec::new();
        };
        let is_about_a_position = matches!(
            act,
            Act::Move { .. }
                | Act::Claim { .. }
                | Act::Offer {
                    what: Offered::Takeback
                }
        );
        self.acts += 1;
        let pending = Pending {
            id: format!("{}-{}", self.nonce, self.acts),
            ply: is_about_a_position.then(|| table.ply()),
            act,
            is_host,
        };
        let effect = self.effect_of(&pending);
        self.pending.push(pending);
        self.revision += 1;
        match self.link() {
            Link::Live => vec![effect],
            // It is sent when the connection is back.
            Link::Waiting { .. } | Link::Trying { .. } | Link::Over(_) => Vec::new(),
        }
    }

    /// How a command is sent: on this socket, or on a second one as the host.
    fn effect_of(&self, pending: &Pending) -> Effect {
        let ask = text(&FromClient::Do {
            id: pending.id.clone(),
            ply: pending.ply,
            act: pending.act.clone(),
        });
        if !pending.is_host || self.speaks_as_host() {
            return Effect::Send(ask);
        }
        let have = self.follower.table().map(tables::Table::seq);
        let hello = text(&FromClient::hello(self.ring.host.clone(), have, None));
        Effect::AskAsHost { hello, ask }
    }

    /// Handles the reply to a request.
    fn settle(&mut self, id: &str) -> Option<Pending> {
        let index = self.pending.iter().position(|pending| pending.id == id)?;
        self.revision += 1;
        Some(self.pending.remove(index))
    }

    fn refuse(&mut self, id: &str, words: &str) -> Vec<Effect> {
        let Some(pending) = self.settle(id) else {
            return Vec::new();
        };
        let text = if let Act::Move { text } = pending.act {
            format!("The move {text} is taken back: {words}")
        } else {
            words.to_owned()
        };
        self.shell.tell_bad(sentence(&text))
    }

    /// Handles the reply to a command of the host.
    fn hear_answer(&mut self, message: &str) -> Vec<Effect> {
        // Later versions may send messages that this one does not know.
        let Ok(message) = serde_json::from_str(message) else {
            return Vec::new();
        };
        match message {
            FromServer::Done { id, .. } => {
                self.settle(&id);
                Vec::new()
            }
            FromServer::Refused { id, words, .. } => self.refuse(&id, &words),
            FromServer::Invited { id, seat, key } => self.invited(&id, seat, key),
            // The page's own socket receives the rest.
            FromServer::Welcome { .. }
            | FromServer::Event(_)
            | FromServer::Turn { .. }
            | FromServer::Pong { .. }
            | FromServer::Presence(_)
            | FromServer::Signal { .. }
            | FromServer::Bye(_) => Vec::new(),
        }
    }

    /// A new invitation. For the own seat, this page shows it from now on, because its key is
    /// revoked.
    fn invited(&mut self, id: &str, seat: Seat, key: String) -> Vec<Effect> {
        self.settle(id);
        let Some(table) = self.follower.table() else {
            return Vec::new();
        };
        let invited = table.seat_invited(seat);
        if self.seat == Some(invited) {
            self.ring.seats.insert(invited, key.clone());
        }
        self.ring.invitations.insert(invited, key);
        vec![Effect::KeepKeys]
    }
}

fn text(message: &FromClient) -> String {
    serde_json::to_string(message).expect("messages have no keys that are not text")
}

/// A name that the server accepts: no control characters, trimmed, not too long.
fn clean_name(name: &str) -> String {
    let visible: String = name.chars().filter(|c| !c.is_control()).collect();
    let short: String = visible.trim().chars().take(wire::NAME_MAX).collect();
    short.trim_end().to_owned()
}
