//! Acts of the players and the arbiter: draws, resignation, takebacks, time, and the game as text.

use core::num::NonZeroUsize;
use std::time::Duration;

use chess::Color;
use game::Command as Act;

use crate::play::{Effect, GameCommand, Play, Player, Setting};
use crate::single::hand::Hand;

impl Play {
    pub(super) fn act(&mut self, command: GameCommand) -> Vec<Effect> {
        if self.remote.is_some() && command.changes_the_game() {
            return Vec::new();
        }
        let before = self.dialog.take();
        match command {
            GameCommand::New(setting) => self.begin(*setting),
            GameCommand::Rematch => self.begin(self.setting.reversed()),
            GameCommand::Resign => {
                let by = self.actor();
                self.give_up(Act::Resign(by), by)
            }
            GameCommand::OfferDraw => self.offer_draw(),
            GameCommand::DeclineDraw => {
                let by = self.actor();
                self.execute(Act::Decline(by))
            }
            GameCommand::Claim => {
                let by = self.game.position().turn();
                let (ground, with) = (None, None);
                self.execute(Act::Claim { by, ground, with })
            }
            GameCommand::ClaimWithMove => {
                self.claims_with_move = self.is_persons_turn() && !self.claims_with_move;
                self.hand = Hand::Idle;
                Vec::new()
            }
            GameCommand::TakeBack => self.take_back(),
            GameCommand::PlayAgain => self.step(Act::Redo(NonZeroUsize::MIN)),
            GameCommand::AdjustTime { side, seconds } => self.adjust_time(side, seconds),
            GameCommand::Pause => self.pause(),
            GameCommand::Load(text) => {
                let effects = self.load(&text);
                // A text that cannot be used is answered where it was given.
                if effects.is_empty() {
                    self.dialog = before;
                }
                effects
            }
            GameCommand::LoadFailed(why) => {
                self.dialog = before;
                self.tell_bad(&super::sentence(&format!("the file cannot be read: {why}")))
            }
            GameCommand::SavePgn => vec![Effect::Download {
                name: format!("fourfold-{}-plies.pgn", self.game.ply()),
                text: self.pgn(),
            }],
            GameCommand::CopyFen => vec![Effect::Copy(self.position().to_string())],
            GameCommand::CopyPgn => vec![Effect::Copy(self.pgn())],
            GameCommand::CopyLink(address) => vec![Effect::Copy(self.link(&address))],
        }
    }

    pub(in crate::play) fn begin(&mut self, setting: Setting) -> Vec<Effect> {
        let (now, questions) = (self.now, self.questions);
        *self = Play {
            now,
            questions,
            ..Play::new(setting, self.options)
        };
        let mut effects = vec![Effect::StopThinking, Effect::Keep];
        effects.extend(self.ask_engine());
        effects
    }

    /// The person who acts: the one to move, or the one who plays against the engine.
    fn actor(&self) -> Color {
        let turn = self.game.position().turn();
        match self.setting.player(turn) {
            Player::Person => turn,
            Player::Engine(_) => !turn,
        }
    }

    /// Offers a draw, or accepts the one that was offered. The engine answers with its next move.
    fn offer_draw(&mut self) -> Vec<Effect> {
        let by = self.actor();
        match self.game.offers().stands(!by) {
            true => self.execute(Act::Accept(by)),
            false => self.execute(Act::Offer(by)),
        }
    }

    /// Takes back a step; against the engine, up to the person's own last move.
    fn take_back(&mut self) -> Vec<Effect> {
        let is_against_engine = Color::ALL.iter().any(|&side| self.is_engine(side));
        let is_over = self.game.ending().is_some();
        let turn = self.game.position().turn();
        let steps = match is_against_engine && !is_over && !self.is_engine(turn) {
            true => 2,
            false => 1,
        };
        let steps = NonZeroUsize::new(steps.min(self.game.undoable()));
        self.step(Act::Undo(steps.unwrap_or(NonZeroUsize::MIN)))
    }

    /// Undo or redo: the clocks go back with the game.
    fn step(&mut self, act: Act) -> Vec<Effect> {
        self.hand = Hand::Idle;
        self.premove = None;
        self.shown = None;
        self.waiting = None;
        self.mate.clear();
        let line = self.log_line(&act);
        match self.game.execute(act) {
            Err(refusal) => self.tell_bad(&super::sentence(&refusal.to_string())),
            Ok(events) => {
                self.notice = None;
                if let Some(clocks) = self.clock_steps.get(self.game.undoable()) {
                    self.clocks = clocks.clone();
                }
                if self.game.ending().is_none() && self.game.ply() > 0 {
                    let turn = self.game.position().turn() as usize;
                    self.clocks.start(turn, self.now);
                }
                self.log.push(self.with_times(line));
                let mut effects = vec![Effect::Keep];
                // What the engine just did is not asked of it again at once.
                let is_undo = matches!(events.first(), Some(game::Event::Undone(_)));
                effects.extend(
                    match is_undo && self.game.ply() > 0 && !self.is_persons_turn() {
                        true => self.stop_engine(),
                        false => self.ask_engine(),
                    },
                );
                effects
            }
        }
    }

    fn adjust_time(&mut self, side: Color, seconds: i64) -> Vec<Effect> {
        let time = Duration::from_secs(seconds.unsigned_abs());
        match seconds < 0 {
            true => self.clocks.subtract(side as usize, time),
            false => self.clocks.add(side as usize, time),
        }
        let verb = if seconds < 0 { "loses" } else { "gains" };
        let text = format!("Arbiter: {side} {verb} {} seconds.", seconds.unsigned_abs());
        self.log.push(format!("t {} {seconds}", side.letter()));
        self.tell_good(&text);
        vec![Effect::Keep]
    }

    fn pause(&mut self) -> Vec<Effect> {
        match self.is_paused() {
            true => self.clocks.resume(self.now),
            false => self.clocks.pause(self.now),
        }
        vec![Effect::Keep]
    }
}
