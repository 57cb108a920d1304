//! Handles messages of the server.

use std::time::Duration;

use tables::{Differs, Followed, Phase, Table};
use wire::{Body, By, Bye, Event, FromServer, History, Presence, Seat, Signal, VERSION, You};

use crate::effects::{Common, Sound};
use crate::notice::Notice;
use crate::online::connection::LinkEnd;
use crate::online::{Effect, Online, status, words};

impl Online {
    pub(super) fn hear(&mut self, message: &str) -> Vec<Effect> {
        let asked = self.connection.asked();
        // Later versions may send messages that this one does not know.
        let Ok(message) = serde_json::from_str(message) else {
            return Vec::new();
        };
        match message {
            FromServer::Welcome {
                v,
                you,
                history,
                now,
                ..
            } => {
                if v != VERSION {
                    return self.end(LinkEnd::Version);
                }
                self.time.forget();
                self.time.hear(now, asked, self.now);
                self.welcome(&you, &history)
            }
            FromServer::Event(event) => self.take(&event),
            FromServer::Done { id, .. } => {
                self.settle(&id);
                Vec::new()
            }
            FromServer::Refused { id, words, .. } => self.refuse(&id, &words),
            FromServer::Invited { id, seat, key } => self.invited(&id, seat, key),
            FromServer::Pong { n, now } => {
                self.connection.ponged(n);
                self.time.hear(now, asked, self.now);
                Vec::new()
            }
            // This page knows the rules, and does not ask for legal moves.
            FromServer::Turn { .. } => Vec::new(),
            FromServer::Presence(presence) => self.see(presence),
            FromServer::Signal { seat, signal } => self.hear_signal(seat, signal),
            FromServer::Bye(bye) => self.bye(&bye),
        }
    }

    fn welcome(&mut self, you: &You, history: &History) -> Vec<Effect> {
        let (was_known, was_mine) = (self.connection.is_known(), self.turn_awaits_me());
        let before = self.follower.table().map_or(0, Table::seq);
        if let Err(differs) = self.follower.catch_up(history) {
            return self.mistrust(&differs);
        }
        self.settle_known(history);
        self.connection.welcomed(self.now);
        self.revision += 1;
        let mut effects = self.introduce(you);
        if was_known {
            self.shell.speak("Connected again.");
        }
        // Commands that are not in the log yet are repeated; the server recognizes those it has
        // executed.
        let again = self.pending.iter().map(|pending| self.effect_of(pending));
        effects.extend(again);
        let is_news = self
            .follower
            .table()
            .is_some_and(|table| table.seq() > before);
        if was_known && is_news && !was_mine {
            effects.extend(self.call());
        }
        effects
    }

    /// Learns the role from the server, and stores the key of a seat that was just taken.
    fn introduce(&mut self, you: &You) -> Vec<Effect> {
        let Some(table) = self.follower.table() else {
            return Vec::new();
        };
        let Some(seat) = you.seat else {
            self.seat = None;
            return Vec::new();
        };
        let invited = table.seat_invited(seat);
        self.seat = Some(invited);
        let used = self.sitting.take().map(|(_, key)| key);
        if used.is_some() {
            self.invited = None;
            self.shell.spoken = format!("You play {seat}.");
        }
        match you.key.clone().or(used) {
            Some(key) => {
                self.given_up.retain(|seat| *seat != invited);
                self.ring.seats.insert(invited, key);
                vec![Effect::KeepKeys]
            }
            None => Vec::new(),
        }
    }

    /// Requests that are in the log have been answered.
    fn settle_known(&mut self, history: &History) {
        if let History::Events(events) = history {
            let known: Vec<&String> = events
                .iter()
                .filter_map(|event| event.cmd.as_ref())
                .collect();
            self.pending.retain(|pending| !known.contains(&&pending.id));
        }
    }

    /// Our state differs from the server's: a snapshot is requested, once. A snapshot that cannot
    /// be parsed is from a later version.
    fn mistrust(&mut self, differs: &Differs) -> Vec<Effect> {
        let report = Effect::Report(differs.to_string());
        let mut effects = match differs.is_final {
            true => self.end(LinkEnd::Version),
            false => self.reconnect(),
        };
        effects.push(report);
        effects
    }

    fn take(&mut self, event: &Event) -> Vec<Effect> {
        let was_mine = self.follower.table().is_some_and(|table| {
            self.seat.map(|seat| table.seat_now(seat)) == Some(table.turn())
                && *table.phase() == Phase::Playing
        });
        let was_flagged = self.is_flagged();
        let missing = self.missing_for(event);
        match self.follower.take(event) {
            Followed::New => {}
            Followed::Known => return Vec::new(),
            // An event was lost; the missing ones are requested.
            Followed::Missed => return self.reconnect(),
            Followed::Differs(differs) => return self.mistrust(&differs),
        }
        self.revision += 1;
        if let Some(id) = &event.cmd {
            self.settle(id);
        }
        self.tell_of(event, missing.as_deref());
        if was_flagged && !self.is_flagged() {
            // The next game has begun: another hello takes the seat back from the program.
            return self.reconnect();
        }
        if matches!(event.body, Body::Stood) && self.is_own(event) {
            return self.leave_seat();
        }
        match event.ended.is_some() {
            true => vec![Common::Sound(Sound::End).into()],
            false if !was_mine && self.turn_awaits_me() => self.call(),
            false if matches!(event.body, Body::Moved { .. }) => {
                vec![Common::Sound(Sound::Move).into()]
            }
            false => Vec::new(),
        }
    }

    /// Whether the person at this screen caused it.
    fn is_own(&self, event: &Event) -> bool {
        self.mine().is_some_and(|mine| event.by == By::Seat(mine))
    }

    /// What a wrong claim lacks in the position before it.
    fn missing_for(&self, event: &Event) -> Option<String> {
        let Body::Claimed { text, right: false } = &event.body else {
            return None;
        };
        words::shortfall(self.follower.table()?.chess()?, text.as_deref())
    }

    /// A wrong claim in words: why it is wrong, and what it costs.
    fn wrong_claim(&self, said: &str, missing: &str, event: &Event) -> Option<String> {
        let table = self.follower.table()?;
        let mut seats = table.asked().game.seats().iter();
        let opponent = *seats.find(|seat| event.by != By::Seat(**seat))?;
        let name = (self.mine() != Some(opponent)).then(|| self.name_of(opponent));
        let bonus = table.terms().clock.map(|clock| clock.bonus_ms);
        let cost = words::cost(bonus, name.as_deref());
        Some(format!("{said}: {missing}. {cost}"))
    }

    fn tell_of(&mut self, event: &Event, missing: Option<&str>) {
        let Some(table) = self.follower.table() else {
            return;
        };
        let is_own = self.is_own(event);
        let said = words::happened(event, table, self.mine(), |seat| self.name_of(seat));
        let said = said.map(|said| match missing {
            Some(missing) => self.wrong_claim(&said, missing, event).unwrap_or(said),
            None => said,
        });
        let ended = event.ended.as_ref().map(|ended| ended.words.clone());
        let said = match (said, ended) {
            (Some(said), Some(ended)) => Some(format!("{said} {ended}.")),
            (said, ended) => said.or(ended),
        };
        if let Some(said) = said {
            let is_declined = matches!(event.body, Body::Declined { .. });
            if !is_declined {
                // What is declined may be a wrong claim, whose reason is still to be read.
                self.shell.clear();
            }
            // A decline and a wrong claim are not shown anywhere else.
            if is_declined && !is_own {
                self.shell.show(Notice::good(&said));
            } else if matches!(event.body, Body::Claimed { right: false, .. }) {
                self.shell.show(Notice::bad(&said));
            }
            self.shell.spoken = said;
        }
    }

    /// Alerts the person whose turn has come.
    fn call(&self) -> Vec<Effect> {
        match self.turn_awaits_me() {
            true => vec![Common::Sound(Sound::Turn).into(), Effect::Vibrate],
            false => Vec::new(),
        }
    }

    /// The person at this screen stood up: a hello with the key would take the seat again.
    fn leave_seat(&mut self) -> Vec<Effect> {
        if let Some(seat) = self.seat.take() {
            self.given_up.push(seat);
            if let Some(key) = self.ring.seats.remove(&seat) {
                self.ring.invitations.insert(seat, key);
            }
        }
        let mut effects = vec![Effect::KeepKeys];
        effects.extend(self.reconnect());
        effects
    }

    fn see(&mut self, presence: Presence) -> Vec<Effect> {
        for (&seat, &is_here) in &presence.seats {
            match is_here {
                true => drop(self.away.remove(&seat)),
                false => drop(self.away.entry(seat).or_insert(self.now)),
            }
        }
        self.presence = Some(presence);
        Vec::new()
    }

    fn hear_signal(&mut self, seat: Seat, signal: Signal) -> Vec<Effect> {
        let who = self.name_of(seat);
        self.shell.tell_good(format!("{who}: {}", signal.words()))
    }

    fn bye(&mut self, bye: &Bye) -> Vec<Effect> {
        match (bye.code.as_str(), bye.retry) {
            (_, Some(pause)) => {
                self.connection
                    .sent_away(Duration::from_millis(pause), self.now);
                Vec::new()
            }
            ("replaced", None) => self.end(LinkEnd::Replaced),
            ("unknown_key" | "seat_taken", None) if self.sitting.is_some() => {
                self.sitting = None;
                self.invited = None;
                let effects = self.reconnect();
                let text = "This invitation was used already: ask for a new one.";
                self.shell.show(Notice::bad(text));
                effects
            }
            ("unknown_key", None) => self.forget_key(),
            ("no_such_table", None) => self.end(LinkEnd::NoSuchTable),
            ("version", None) => self.end(LinkEnd::Version),
            (_, None) => self.end(LinkEnd::Closed),
        }
    }

    /// The server no longer accepts our key: the seat was given to another device or person.
    fn forget_key(&mut self) -> Vec<Effect> {
        match self.seat.take() {
            Some(seat) => {
                self.given_up.push(seat);
                self.ring.seats.remove(&seat);
            }
            None => self.ring.host = None,
        }
        self.pending.clear();
        let mut effects = self.reconnect();
        effects.push(Effect::KeepKeys);
        let text = "The seat is no longer yours: it was moved to another device or person.";
        self.shell.show(Notice::bad(text));
        effects
    }

    fn end(&mut self, why: LinkEnd) -> Vec<Effect> {
        self.connection.ends(why);
        self.shell.speak(status::why_over(why));
        vec![Effect::Disconnect]
    }
}
