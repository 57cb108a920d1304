//! The only place where commands change a game on one board.

mod acts;
mod hand;
mod look;

use std::time::Duration;

use chess::{Color, Move};
use game::Event;
use partner::Intention;
use referee::Budget;
use thinker::message::{Judge, MateVerdict, Past};

use super::judge::Finding;
use super::status;
use super::{Answer, Command, Effect, Play, Player, Question, Waiting};
use crate::effects::{Common, Sound};
use crate::notice::Notice;
use crate::online::ClockView;
use crate::single::hand::Hand;
use crate::words::sentence;

/// The minimum time of an engine move, so that people can follow.
const PAUSE: Duration = Duration::from_millis(350);

impl Play {
    /// Executes a command at this time of the page and returns the effects for the page.
    pub fn update(&mut self, command: Command, now: Duration) -> Vec<Effect> {
        self.now = self.now.max(now);
        let mut effects = self.fall_flag();
        effects.extend(match command {
            Command::Board(act) => self.on_board(act),
            Command::Game(command) => self.act(command),
            Command::Look(command) => self.look(command),
            Command::Engine(answer) => self.engine_answers(&answer),
            Command::Failed(id, why) => self.failed(id, &why),
            Command::Ruled(id, verdict) => self.ruled(id, Some(&verdict)),
            Command::Follow(followed) => self.follow(*followed),
            Command::Load(load) => self.load(load),
            Command::Share(how) => {
                let game = self.shared();
                vec![self.shell.share(game, how).into()]
            }
            Command::Keeping(command) => self.keep(command),
            Command::Tick => self.warn_of_time(),
            Command::Open(dialog) => self.shell.open(dialog),
            Command::Dismiss(number) => self.shell.dismiss(number),
            Command::Copied(copied) => self.shell.tell_copied(copied),
        });
        effects
    }

    /// Starts the clock and the engine when a game is shown.
    pub fn resume(&mut self, now: Duration) -> Vec<Effect> {
        self.now = now;
        if !self.is_loaded {
            self.timed.resume(now);
            if self.is_stopped {
                self.timed.timing_mut().pause(now);
            }
        }
        self.ask_engine()
    }

    /// Executes a command of the game, and what follows from it.
    fn execute(&mut self, command: game::Command) -> Vec<Effect> {
        if self.remote.is_some() {
            return vec![Effect::Ask(command)];
        }
        let line = self.log_line(&command);
        let steps = self.timed.game().undoable();
        let is_engines = self.is_engine(self.timed.game().position().turn());
        match self.timed.execute(command, self.now) {
            Err(refusal) => self.shell.tell_bad(sentence(&refusal.to_string())),
            Ok(events) => {
                // The notice of an open dialog survives a move of the engine.
                if self.shell.dialog.is_none() {
                    // An offer to the person stays until the person acts, or the game is over.
                    match is_engines && self.timed.game().ending().is_none() {
                        true => self.shell.clear_words(),
                        false => self.shell.clear(),
                    }
                }
                if self.log.is_empty() {
                    *self.date = self.today();
                }
                self.is_loaded = false;
                self.is_stopped &= self.timed.game().undoable() == steps;
                let line = self.with_times(line);
                self.log.push(line);
                self.announce(&events)
            }
        }
    }

    /// Reports events by announcements and sounds.
    fn announce(&mut self, events: &[Event]) -> Vec<Effect> {
        let mut effects = Vec::new();
        let mut spoken = Vec::new();
        let mut sound = None;
        for event in events {
            match event {
                Event::MovePlayed { san, .. } => {
                    self.last_animated = Some(self.timed.game().ply());
                    self.shown = None;
                    let is_capture = san.to_string().contains('x');
                    sound = Some(if is_capture {
                        Sound::Capture
                    } else {
                        Sound::Move
                    });
                    spoken.push(status::last_words(self));
                }
                Event::Check(side) => {
                    sound = Some(Sound::Check);
                    spoken.push(format!("{side} is in check."));
                }
                Event::ClaimRefused { shortfalls, .. } => {
                    let text = format!(
                        "Wrong claim: {}. {}",
                        status::shortfalls(shortfalls),
                        self.cost_of_a_wrong_claim()
                    );
                    spoken.push(text.clone());
                    self.shell.show_silently(Notice::bad(text));
                }
                Event::DrawOffered(side) => spoken.push(self.offer_words(*side)),
                Event::DrawDeclined { by, .. } => {
                    let text = format!("{} declines the draw.", self.short_name(*by));
                    spoken.push(text.clone());
                    if !self.is_you(*by) {
                        self.shell.show_silently(Notice::good(text));
                    }
                }
                Event::GameEnded(_) => {
                    sound = Some(Sound::End);
                    spoken.push(status::state(self).text);
                }
                Event::TimeBonusDue(_)
                | Event::FiftyMoveRuleAvailable { .. }
                | Event::ThreefoldAvailable { .. }
                | Event::DrawClaimed { .. }
                | Event::Undone(_)
                | Event::Redone(_)
                | Event::Reset(_)
                | Event::Loaded { .. }
                | Event::CommandRefused(_) => {}
            }
        }
        spoken.extend(status::claims(self).into_iter().map(|said| said.text));
        self.shell.spoken = spoken.join(" ");
        if self.options.sound {
            effects.extend(sound.map(|sound| Common::Sound(sound).into()));
        }
        effects.extend(self.ask_engine());
        effects
    }

    /// Requests the engine's move, if it is to move.
    fn ask_engine(&mut self) -> Vec<Effect> {
        let turn = self.timed.game().position().turn();
        let Player::Engine(level) = self.setting.player(turn) else {
            return self.stop_engine();
        };
        if self.timed.game().ending().is_some() || self.waiting.is_some() {
            return self.stop_engine();
        }
        self.questions += 1;
        self.asked = Some(self.questions);
        let start = self.timed.game().start();
        let moves = self.timed.game().history().moves().iter();
        vec![Effect::Think(Question {
            id: self.questions,
            fen: start.position.to_string(),
            chess960: start.mode == chess::fen::CastlingMode::Chess960,
            moves: moves.map(|m| m.to_uci(start.mode).to_string()).collect(),
            level,
            pause: PAUSE,
        })]
    }

    fn stop_engine(&mut self) -> Vec<Effect> {
        match self.asked.take() {
            Some(_) => vec![Effect::StopThinking],
            None => Vec::new(),
        }
    }

    fn engine_answers(&mut self, answer: &Answer) -> Vec<Effect> {
        if self.asked != Some(answer.id) {
            return Vec::new();
        }
        self.asked = None;
        let Ok(best) = self.timed.game().position().parse_uci(&answer.best) else {
            return self
                .shell
                .tell_bad("The engine found no move; take back a move or start a new game.");
        };
        let intention = self.engine.play(self.timed.game(), best, answer.score);
        let mut effects = self.engine_acts(intention);
        effects.extend(self.play_premove());
        effects
    }

    /// What the engine wants. It offers a draw after its move, and resigns if the referee says that
    /// the person can mate.
    pub(super) fn engine_acts(&mut self, intention: Intention) -> Vec<Effect> {
        match intention {
            Intention::Act(command) => self.execute(command),
            Intention::OfferWith(play) => {
                let by = self.timed.game().position().turn();
                let mut effects = self.execute(play);
                if self.timed.game().ending().is_none() {
                    let played = core::mem::take(&mut self.shell.spoken);
                    effects.extend(self.execute(game::Command::Offer(by)));
                    self.shell.spoken = format!("{played} {}", self.shell.spoken);
                }
                effects
            }
            Intention::Resign { by, otherwise } => {
                self.give_up(game::Command::Resign(by), by, Some(otherwise))
            }
        }
    }

    /// The worker could not answer. The page judges by itself, but it cannot play.
    fn failed(&mut self, id: u64, why: &str) -> Vec<Effect> {
        if self.asked != Some(id) {
            return self.ruled(id, None);
        }
        self.asked = None;
        let text = format!("The engine does not answer: {why}. Reload the page to ask it again.");
        self.shell.tell_bad(text)
    }

    pub(super) fn play_premove(&mut self) -> Vec<Effect> {
        let Some((from, to)) = self.premove.take() else {
            return Vec::new();
        };
        match self
            .is_persons_turn()
            .then(|| self.find(from, to))
            .flatten()
        {
            Some(m) => self.execute(game::Command::Play(m)),
            None => Vec::new(),
        }
    }

    /// Reports a flag fall when the running clock shows zero.
    fn fall_flag(&mut self) -> Vec<Effect> {
        match self.timed.fallen_flag(self.now) {
            Some(by) if self.waiting.is_none() => self.give_up(game::Command::Flag(by), by, None),
            Some(_) | None => Vec::new(),
        }
    }

    /// Sounds once when a person to move is low on time.
    fn warn_of_time(&mut self) -> Vec<Effect> {
        let mut effects = Vec::new();
        for side in Color::ALL {
            let left = self.time_left(side);
            let is_low = left.is_some_and(|left| ClockView::new(left, true).is_low);
            let is_running = self.running_clock() == Some(side) && !self.is_engine(side);
            let is_heard = is_low && is_running && !self.warned[side as usize];
            self.warned[side as usize] = is_low && (is_heard || self.warned[side as usize]);
            if is_heard && self.options.sound {
                effects.push(Common::Sound(Sound::Low).into());
            }
        }
        effects
    }

    /// A side loses by an action, unless the other side cannot mate: the referee is asked first,
    /// unless a quick check decides. The engine then does something else.
    fn give_up(
        &mut self,
        act: game::Command,
        by: Color,
        otherwise: Option<game::Command>,
    ) -> Vec<Effect> {
        self.touch.hand = Hand::Idle;
        let (position, side) = (*self.timed.game().position(), !by);
        let quick = Finding::search(&position, side, Budget::QUICK);
        if let Finding::No(_) = quick {
            self.judge.learn(position, side, quick);
            return self.execute(otherwise.unwrap_or(act));
        }
        self.timed.timing_mut().stop(self.now);
        self.questions += 1;
        let id = self.questions;
        self.waiting = Some(Waiting {
            id,
            act: act.clone(),
            otherwise,
            side,
        });
        let happened = match act {
            game::Command::Resign(_) => "resigned",
            _ => "ran out of time",
        };
        self.shell.spoken =
            format!("{by} {happened}. Checking whether {side} can still win\u{2026}");
        let mut effects = self.stop_engine();
        effects.push(Effect::Judge(Judge {
            id,
            side,
            past: Past {
                chess960: self.timed.game().start().mode == chess::fen::CastlingMode::Chess960,
                fen: position.to_string(),
                moves: Vec::new(),
            },
        }));
        effects
    }

    /// The referee has answered, or could not be asked: then the page computes the answer itself.
    fn ruled(&mut self, id: u64, verdict: Option<&MateVerdict>) -> Vec<Effect> {
        let Some(waiting) = self.waiting.take_if(|waiting| waiting.id == id) else {
            return Vec::new();
        };
        let (position, side) = (*self.timed.game().position(), waiting.side);
        let finding = match verdict {
            Some(verdict) => Finding::of(verdict, &position),
            None => Finding::search(&position, side, Budget::FULL),
        };
        let can_mate = matches!(finding, Finding::Yes(_));
        self.judge.learn(position, side, finding);
        self.execute(match waiting.otherwise {
            Some(otherwise) if !can_mate => otherwise,
            Some(_) | None => waiting.act,
        })
    }

    fn play_move(&mut self, m: Move) -> Vec<Effect> {
        self.touch.hand = Hand::Idle;
        self.touch.drawings.clear();
        match core::mem::take(&mut self.claims_with_move) {
            true => self.claim(Some(m)),
            false => self.execute(game::Command::Play(m)),
        }
    }
}
