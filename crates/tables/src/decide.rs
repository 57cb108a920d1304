//! Decides on commands: each leads to an event or to a refusal.

use std::collections::BTreeMap;

use duplicate::{LapseKind, LapseOutcome};
use game::Judge;
use wire::{Act, Body, By, Ended, Event, Occupant, Offered, PACE_MAX_MS, Seat, StartMode, Wish};

use crate::digest::digest;
use crate::snapshot::{Hold, Phase};
use crate::table::{Step, Table};
use crate::{ABSENCE_MS, LOG_MAX, OFFERS_MAX, RESTART_GRACE_MS, TableRefusal};

/// Who gives a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Actor {
    Host,
    /// The player who has this seat now.
    Seat(Seat),
    Spectator,
}

#[derive(Clone, Copy, Debug)]
pub struct Circumstances<'c> {
    /// The time of the table, in milliseconds.
    pub now: u64,
    /// How much of the player's time was network lag, as measured by the server.
    pub lag_ms: u64,
    /// How long seats have been away; connected seats are not listed.
    pub away_ms: &'c BTreeMap<Seat, u64>,
    /// The judge of what can still happen on one board.
    pub judge: &'c dyn Judge,
}

/// The reply to a command that is not refused.
#[derive(Clone, Debug)]
pub enum Answer {
    /// It was executed before, with this event.
    Before(u64),
    /// It leads to this event.
    New(Box<Step>),
}

impl Table {
    /// Decides on a command. The same id with the same content returns the event of the first time.
    ///
    /// # Errors
    ///
    /// Returns why the command is refused.
    pub fn decide(
        &self,
        who: Actor,
        id: &str,
        ply: Option<u64>,
        act: &Act,
        given: &Circumstances<'_>,
    ) -> Result<Answer, TableRefusal> {
        let by = self.by(who)?;
        let content = content_of(ply, act);
        if let Some(seq) = self.repeated(by, id, &content)? {
            return Ok(Answer::Before(seq));
        }
        self.check_log(act)?;
        let given = Circumstances {
            now: given.now.max(self.at),
            ..*given
        };
        let (body, ended) = match by {
            By::Seat(seat) => self.decide_player(seat, ply, act, &given)?,
            By::Host | By::Table => (self.decide_host(act, &given)?, None),
        };
        let command = Some((id.to_owned(), content));
        Ok(Answer::New(Box::new(
            self.step(given.now, by, command, body, ended),
        )))
    }

    /// The event that a command led to before; `None` if it is new.
    ///
    /// # Errors
    ///
    /// The id was used for another command, or this client may not give commands.
    pub fn answered(
        &self,
        who: Actor,
        id: &str,
        ply: Option<u64>,
        act: &Act,
    ) -> Result<Option<u64>, TableRefusal> {
        self.repeated(self.by(who)?, id, &content_of(ply, act))
    }

    fn by(&self, who: Actor) -> Result<By, TableRefusal> {
        match who {
            Actor::Host => Ok(By::Host),
            Actor::Seat(seat) if self.seats.contains_key(&seat) => Ok(By::Seat(seat)),
            Actor::Seat(_) => Err(TableRefusal::NoSuchSeat),
            Actor::Spectator => Err(TableRefusal::Spectator),
        }
    }

    fn repeated(&self, by: By, id: &str, content: &str) -> Result<Option<u64>, TableRefusal> {
        match self.memory.command(self.person(by), id) {
            None => Ok(None),
            Some((seq, before)) if before == content => Ok(Some(*seq)),
            Some(_) => Err(TableRefusal::IdReused),
        }
    }

    /// A full log accepts what ends the game, so that nobody is stuck at the table.
    fn check_log(&self, act: &Act) -> Result<(), TableRefusal> {
        let begins_game = matches!(
            act,
            Act::Offer {
                what: Offered::Rematch
            } | Act::Accept {
                what: Offered::Rematch
            }
        );
        let most = if begins_game { LOG_MAX / 2 } else { LOG_MAX };
        let ends_game = matches!(act, Act::Resign | Act::Absent { .. });
        match self.seq >= most && !ends_game {
            true => Err(TableRefusal::LogFull),
            false => Ok(()),
        }
    }

    /// Seats a person on a free seat.
    ///
    /// # Errors
    ///
    /// Returns why the seat is not available.
    pub fn sit(&self, seat: Seat, name: Option<&str>, now: u64) -> Result<Step, TableRefusal> {
        match self.seats.get(&seat) {
            None => Err(TableRefusal::NoSuchSeat),
            Some(Occupant::Nobody) if self.seq >= LOG_MAX => Err(TableRefusal::LogFull),
            Some(Occupant::Nobody) => {
                let name = name.map(str::to_owned);
                let body = Body::Seated { seat, name };
                Ok(self.step(now, By::Seat(seat), None, body, None))
            }
            Some(Occupant::Person { .. } | Occupant::Program { .. }) => {
                Err(TableRefusal::SeatTaken(seat))
            }
        }
    }

    /// Seats the owner of a seat, whoever has it now: they return after standing up, after a
    /// program replaced them, or with a new invitation.
    ///
    /// # Errors
    ///
    /// Returns that the seat does not exist.
    pub fn sit_again(
        &self,
        seat: Seat,
        name: Option<&str>,
        now: u64,
    ) -> Result<Step, TableRefusal> {
        if !self.seats.contains_key(&seat) {
            return Err(TableRefusal::NoSuchSeat);
        }
        if self.seq >= LOG_MAX {
            return Err(TableRefusal::LogFull);
        }
        let name = name.map(str::to_owned);
        let body = Body::Seated { seat, name };
        Ok(self.step(now, By::Seat(seat), None, body, None))
    }

    /// The next action of the table itself at this time. Call it until it returns `None`.
    #[must_use]
    pub fn tick(&self, now: u64, judge: &dyn Judge) -> Option<Step> {
        let now = now.max(self.at);
        if self.due().is_none_or(|due| now < due) {
            return None;
        }
        if self.phase == Phase::Gathering {
            return Some(self.step(now, By::Table, None, Body::Started, None));
        }
        if let Some(body) = self.settled_offer() {
            return Some(self.step(now, By::Table, None, body, None));
        }
        if self.hold.is_some() {
            return Some(self.step(now, By::Table, None, Body::Resumed, None));
        }
        let (_, seat) = self.timing.as_ref()?.flag_due()?;
        let outcome = self.outcome_on_flag(seat);
        let ended = outcome.map(|outcome| self.play.lapse(seat, LapseKind::Flag, outcome, judge));
        Some(self.step(now, By::Table, None, Body::Flagged { seat }, ended))
    }

    /// When [`Table::tick`] has something to do; `None` if the table waits for players.
    #[must_use]
    pub fn due(&self) -> Option<u64> {
        if self.settled_offer().is_some() {
            return Some(self.at);
        }
        match (&self.phase, self.hold) {
            (Phase::Gathering, _) => {
                let is_full = self.free_seats().next().is_none();
                let is_ready = self.asked.start == StartMode::Full && is_full;
                is_ready.then_some(self.at)
            }
            (Phase::Playing, Some(Hold::Restart(since))) => Some(since + RESTART_GRACE_MS),
            (Phase::Playing, None) => Some(self.timing.as_ref()?.flag_due()?.0),
            (Phase::Playing, Some(Hold::Agreed)) | (Phase::Over(_), _) => None,
        }
    }

    /// What happens to an offer that nobody is left to answer, because a program has replaced the
    /// last player: it takes effect, or ends if nobody is left who wanted it. Draw offers are
    /// answered by programs too.
    fn settled_offer(&self) -> Option<Body> {
        let is_settled = |what: &Offered| {
            let may_be = *what != Offered::Takeback || self.hold.is_none();
            may_be && self.is_agreed(*what)
        };
        let what = [Offered::Takeback, Offered::Rematch, Offered::Pause]
            .into_iter()
            .find(is_settled)?;
        let by = self.offers.get(what)?.by;
        Some(match self.seats.get(&by) {
            Some(Occupant::Person { .. }) => Body::Accepted { what },
            Some(Occupant::Nobody | Occupant::Program { .. }) | None => Body::Declined { what },
        })
    }

    /// The event of a server restart: the clocks stand until the player to move is back.
    #[must_use]
    pub fn restart(&self, now: u64) -> Option<Step> {
        let is_playing = self.phase == Phase::Playing && self.hold.is_none();
        let has_clocks = is_playing && self.timing.is_some();
        has_clocks.then(|| self.step(now, By::Table, None, Body::Held, None))
    }

    /// The event of a player's return: clocks that stand after a restart run again. A program is
    /// always there, so it only waits for an opponent.
    #[must_use]
    pub fn player_returned(&self, seat: Seat, now: u64) -> Option<Step> {
        let turn = self.turn();
        let is_program = matches!(self.seats.get(&turn), Some(Occupant::Program { .. }));
        let is_held = matches!(self.hold, Some(Hold::Restart(_)));
        let is_awaited = is_held && (turn == seat || is_program);
        is_awaited.then(|| self.step(now, By::Table, None, Body::Resumed, None))
    }

    /// The event with the digest of the state after it.
    fn step(
        &self,
        now: u64,
        by: By,
        command: Option<(String, String)>,
        body: Body,
        ended: Option<Ended>,
    ) -> Step {
        let (cmd, act) = command.unzip();
        let mut event = Event {
            seq: self.seq + 1,
            at: now.max(self.at),
            by,
            cmd,
            act,
            check: String::new(),
            body,
            clocks: None,
            ended,
            match_state: None,
            seats: None,
        };
        let mut after = self.clone();
        let facts = after.fold(&event);
        let facts = facts.expect("a decided event can be folded");
        (event.match_state, event.seats) = (facts.match_state, facts.seats);
        event.check = after.digest();
        event.clocks = after.clocks_shown();
        Step { event, after }
    }

    fn decide_host(&self, act: &Act, given: &Circumstances<'_>) -> Result<Body, TableRefusal> {
        match act {
            Act::Fill {
                seat,
                level,
                pace_ms,
            } => {
                let occupant = self.seats.get(seat).ok_or(TableRefusal::NoSuchSeat)?;
                let is_away = self.is_away(*seat, given);
                let strongest = self.asked.game.levels();
                if !(1..=strongest).contains(level) {
                    return Err(TableRefusal::BadLevel {
                        found: *level,
                        strongest,
                    });
                }
                match occupant {
                    Occupant::Person { .. } if !is_away => Err(TableRefusal::SeatTaken(*seat)),
                    Occupant::Nobody | Occupant::Person { .. } | Occupant::Program { .. } => {
                        Ok(Body::Filled {
                            seat: *seat,
                            level: *level,
                            pace_ms: pace_ms.map(|pace| pace.min(PACE_MAX_MS)),
                        })
                    }
                }
            }
            Act::Start if self.phase != Phase::Gathering => Err(TableRefusal::Started),
            Act::Start => match self.free_seats().next() {
                Some(seat) => Err(TableRefusal::SeatFree(seat)),
                None => Ok(Body::Started),
            },
            Act::Move { .. }
            | Act::Claim { .. }
            | Act::Offer { .. }
            | Act::Accept { .. }
            | Act::Decline { .. }
            | Act::Pause
            | Act::Resume
            | Act::Resign
            | Act::Stand
            | Act::Absent { .. }
            | Act::Invite { .. } => Err(TableRefusal::PlayersOnly),
        }
    }

    fn decide_player(
        &self,
        seat: Seat,
        ply: Option<u64>,
        act: &Act,
        given: &Circumstances<'_>,
    ) -> Result<(Body, Option<Ended>), TableRefusal> {
        match act {
            Act::Move { text } => {
                self.check_turn(seat, ply)?;
                self.decide_move(seat, text, given)
            }
            Act::Claim { text } => {
                self.check_turn(seat, ply)?;
                self.check_offers(seat, Offered::Draw)?;
                self.decide_claim(text.as_deref(), given)
            }
            Act::Offer { what } => self.decide_offer(seat, *what, ply),
            Act::Pause => self.decide_offer(seat, Offered::Pause, ply),
            Act::Accept { what } => {
                self.check_phase(*what)?;
                let offer = self.offers.get(*what).ok_or(TableRefusal::NoOffer(*what))?;
                if offer.agreed.contains(&seat) {
                    return Err(TableRefusal::NoOffer(*what));
                }
                match what {
                    Offered::Draw if !self.play.can_agree() => return Err(TableRefusal::TooEarly),
                    Offered::Takeback if self.hold.is_some() => return Err(TableRefusal::Paused),
                    Offered::Draw | Offered::Takeback | Offered::Rematch | Offered::Pause => {}
                }
                let body = Body::Accepted { what: *what };
                Ok((body, self.ended_by_agreeing(seat, *what)))
            }
            Act::Decline { what } => match self.offers.get(*what) {
                Some(offer) if offer.by != seat => Ok((Body::Declined { what: *what }, None)),
                _ => Err(TableRefusal::NoOffer(*what)),
            },
            Act::Resign => {
                self.check_playing()?;
                let ended = self.play.resignation(seat, given.judge);
                Ok((Body::Resigned, Some(ended)))
            }
            Act::Stand if self.phase != Phase::Gathering => Err(TableRefusal::Started),
            Act::Stand => match self.seats.get(&seat) {
                Some(Occupant::Person { .. }) => Ok((Body::Stood, None)),
                Some(Occupant::Nobody | Occupant::Program { .. }) | None => {
                    Err(TableRefusal::SeatFree(seat))
                }
            },
            Act::Resume => match self.hold {
                Some(Hold::Agreed) => Ok((Body::Resumed, None)),
                Some(Hold::Restart(_)) | None => Err(TableRefusal::NotPaused),
            },
            Act::Absent { wish } => self.decide_absence(seat, *wish, given),
            // Keys are not part of the table; their owner issues invitations.
            Act::Fill { .. } | Act::Start | Act::Invite { .. } => Err(TableRefusal::HostOnly),
        }
    }

    fn check_playing(&self) -> Result<(), TableRefusal> {
        match &self.phase {
            Phase::Gathering => Err(TableRefusal::NotStarted),
            Phase::Over(ended) => Err(TableRefusal::GameOver(ended.words.clone())),
            Phase::Playing => Ok(()),
        }
    }

    fn check_ply(&self, ply: Option<u64>) -> Result<(), TableRefusal> {
        match ply {
            None => Err(TableRefusal::PlyMissing),
            Some(found) if found != self.ply() => Err(TableRefusal::StalePly {
                expected: self.ply(),
                found,
            }),
            Some(_) => Ok(()),
        }
    }

    fn check_turn(&self, seat: Seat, ply: Option<u64>) -> Result<(), TableRefusal> {
        self.check_playing()?;
        if self.hold.is_some() {
            return Err(TableRefusal::Paused);
        }
        self.check_ply(ply)?;
        match self.turn() {
            turn if turn == seat => Ok(()),
            turn => Err(TableRefusal::NotYourTurn(turn)),
        }
    }

    fn decide_move(
        &self,
        seat: Seat,
        text: &str,
        given: &Circumstances<'_>,
    ) -> Result<(Body, Option<Ended>), TableRefusal> {
        let lag_ms = match &self.timing {
            None => 0,
            Some(timing) => {
                let credit = timing.credit(seat, given.lag_ms, given.now);
                if !timing.is_in_time(credit, given.now) {
                    return Err(TableRefusal::TimeIsUp);
                }
                credit
            }
        };
        let (text, ended) = self.after_move(text, given.judge)?;
        Ok((Body::Moved { text, lag_ms }, ended))
    }

    /// The canonical text of a move, and the ending that it brings.
    fn after_move(
        &self,
        text: &str,
        judge: &dyn Judge,
    ) -> Result<(String, Option<Ended>), TableRefusal> {
        let mut play = self.play.clone();
        let text = play.play(text)?;
        let ended = play.ending(judge);
        Ok((text, ended))
    }

    fn decide_claim(
        &self,
        text: Option<&str>,
        given: &Circumstances<'_>,
    ) -> Result<(Body, Option<Ended>), TableRefusal> {
        if !self.play.has_claims() {
            return Err(TableRefusal::NothingToClaim);
        }
        if let Some(timing) = &self.timing
            && !timing.is_in_time(0, given.now)
        {
            return Err(TableRefusal::TimeIsUp);
        }
        let granted = self.play.claim(text)?;
        let right = granted.is_some();
        let (text, ended) = match text {
            Some(text) => {
                let (text, ended) = self.after_move(text, given.judge)?;
                (Some(text), ended)
            }
            None => (None, None),
        };
        Ok((Body::Claimed { text, right }, granted.or(ended)))
    }

    fn check_phase(&self, what: Offered) -> Result<(), TableRefusal> {
        match (what, &self.phase) {
            (Offered::Rematch, Phase::Over(_)) => Ok(()),
            (Offered::Rematch, Phase::Gathering | Phase::Playing) => Err(TableRefusal::NotOver),
            (Offered::Draw | Offered::Takeback | Offered::Pause, _) => self.check_playing(),
        }
    }

    fn decide_offer(
        &self,
        seat: Seat,
        what: Offered,
        ply: Option<u64>,
    ) -> Result<(Body, Option<Ended>), TableRefusal> {
        self.check_phase(what)?;
        if self.offers.get(what).is_some() {
            return Err(TableRefusal::OfferStands);
        }
        self.check_offers(seat, what)?;
        match what {
            Offered::Takeback => {
                self.check_ply(ply)?;
                if self.hold.is_some() {
                    return Err(TableRefusal::Paused);
                }
                if self.play.plies_since(seat).is_none() {
                    return Err(TableRefusal::NothingToTakeBack);
                }
            }
            Offered::Pause if self.hold.is_some() => return Err(TableRefusal::Paused),
            Offered::Draw | Offered::Rematch | Offered::Pause => {}
        }
        Ok((Body::Offered { what }, self.ended_by_agreeing(seat, what)))
    }

    /// Limits repeated offers, so that nobody can fill the log with them.
    fn check_offers(&self, seat: Seat, what: Offered) -> Result<(), TableRefusal> {
        let made = self.memory.offers(self.person(By::Seat(seat)), what);
        match made < OFFERS_MAX {
            true => Ok(()),
            false => Err(TableRefusal::OfferedEnough),
        }
    }

    /// The ending if this seat agrees to a draw too.
    fn ended_by_agreeing(&self, seat: Seat, what: Offered) -> Option<Ended> {
        let mut offers = self.offers.clone();
        offers.agree(what, seat);
        let is_drawn = what == Offered::Draw && self.is_agreed_in(&offers, what);
        is_drawn.then(|| self.play.agreement())
    }

    fn decide_absence(
        &self,
        seat: Seat,
        wish: Wish,
        given: &Circumstances<'_>,
    ) -> Result<(Body, Option<Ended>), TableRefusal> {
        self.check_playing()?;
        if self.hold.is_some() {
            return Err(TableRefusal::Paused);
        }
        let turn = self.turn();
        if turn == seat || !self.is_away(turn, given) {
            return Err(TableRefusal::NotAway(turn));
        }
        if let Some(policy) = self.asked.absence
            && policy.wish() != wish
        {
            return Err(TableRefusal::OtherPolicy(policy));
        }
        let outcome = match wish {
            Wish::Win => Some(LapseOutcome::Resignation),
            Wish::Draw => Some(LapseOutcome::Draw),
            Wish::Program => None,
        };
        let judge = given.judge;
        let ended = outcome.map(|outcome| {
            let kind = LapseKind::Absence;
            self.play.lapse(turn, kind, outcome, judge)
        });
        Ok((Body::Absent { seat: turn, wish }, ended))
    }

    fn is_away(&self, seat: Seat, given: &Circumstances<'_>) -> bool {
        let is_person = matches!(self.seats.get(&seat), Some(Occupant::Person { .. }));
        is_person
            && given
                .away_ms
                .get(&seat)
                .is_some_and(|&away| away >= ABSENCE_MS)
    }
}

/// The digest of a command's content.
fn content_of(ply: Option<u64>, act: &Act) -> String {
    let content = serde_json::to_string(&(ply, act));
    digest(&content.expect("commands serialize"))
}
