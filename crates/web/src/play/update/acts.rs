//! Actions of the players and the arbiter: draws, resignation, takebacks, time, import and export.

use core::num::NonZeroUsize;

use chess::{Color, Move};
use game::Command as Act;

use crate::autosave::{KeepCommand, KeptState};
use crate::effects::Common;
use crate::notice::{Notice, Remedy};
use crate::play::{Dialog, Effect, GameCommand, Play, Player, Setting, status};
use crate::single::hand::Hand;

impl Play {
    pub(super) fn act(&mut self, command: GameCommand) -> Vec<Effect> {
        // At a table over the network, only claims are handled at this screen.
        let is_here = matches!(
            command,
            GameCommand::Claim
                | GameCommand::ClaimAnyway
                | GameCommand::ClaimNamed
                | GameCommand::ClaimWithMove
                | GameCommand::Analyze
        );
        if self.remote.is_some() && !is_here {
            return Vec::new();
        }
        self.shell.dialog = None;
        match command {
            GameCommand::New(setting) => self.begin_anew(*setting),
            GameCommand::Rematch => self.begin(self.setting.reversed()),
            GameCommand::Resign => {
                let by = self.actor();
                self.give_up(Act::Resign(by), by, None)
            }
            GameCommand::OfferDraw => self.offer_draw(),
            GameCommand::DeclineDraw => {
                let by = self.actor();
                self.execute(Act::Decline(by))
            }
            GameCommand::Claim if !self.is_persons_turn() => {
                self.shell.tell_bad("It is not your turn.")
            }
            GameCommand::Claim => self.claim(None),
            GameCommand::ClaimAnyway => match self.doubt.take() {
                Some(with) => {
                    self.doubted = Some((self.timed.game().position().key(), with));
                    self.claim(with)
                }
                None => Vec::new(),
            },
            GameCommand::ClaimNamed => {
                let named = self.claiming_moves().first().and_then(|claim| claim.with);
                named.map_or_else(Vec::new, |m| self.claim(Some(m)))
            }
            GameCommand::ClaimWithMove => {
                self.claims_with_move = self.is_persons_turn() && !self.claims_with_move;
                self.touch.hand = Hand::Idle;
                self.speak_state();
                Vec::new()
            }
            GameCommand::TakeBack => self.take_back(),
            GameCommand::PlayAgain => self.play_again(),
            GameCommand::BringBack => self.bring_back(),
            GameCommand::Analyze => vec![Common::Analyze(Box::new(self.analysis())).into()],
            GameCommand::AdjustTime { side, seconds } => self.adjust_time(side, seconds),
            GameCommand::Pause => self.pause(),
        }
    }

    /// Claims a draw. A wrong claim costs something, so it is asked about, once in each position.
    pub(in crate::play) fn claim(&mut self, with: Option<Move>) -> Vec<Effect> {
        let is_asked = self.doubted == Some((self.timed.game().position().key(), with));
        if !is_asked && self.shortfall(with).is_some() {
            self.doubt = Some(with);
            return self.shell.open(Some(Dialog::Claim));
        }
        let by = self.timed.game().position().turn();
        self.execute(Act::Claim {
            by,
            ground: None,
            with,
        })
    }

    /// Starts a new game. The previous one can be restored.
    pub(in crate::play) fn begin(&mut self, setting: Setting) -> Vec<Effect> {
        let aside = self.put_aside();
        self.replace(Play {
            aside,
            ..Play::new(setting, *self.options)
        });
        self.speak_state();
        let mut effects = vec![Effect::StopThinking];
        effects.extend(self.ask_engine());
        effects
    }

    /// Announces the state of the game as it is shown.
    pub(in crate::play) fn speak_state(&mut self) {
        self.shell.spoken = status::state(self).text;
    }

    /// The game in stored form, if there is something to lose; otherwise the one replaced before.
    fn put_aside(&self) -> Option<String> {
        match self.log.is_empty() {
            false => Some(self.kept_text()),
            true => self.aside.clone(),
        }
    }

    /// Replaces the game; the page around it stays.
    fn replace(&mut self, play: Play) {
        *self = Play {
            now: self.now,
            calendar: self.calendar,
            questions: self.questions,
            keeping: core::mem::take(&mut self.keeping),
            turns_with_mover: self.turns_with_mover,
            ..play
        };
    }

    /// Starts a new game, and offers to restore the previous one.
    fn begin_anew(&mut self, setting: Setting) -> Vec<Effect> {
        let is_replaced = !self.log.is_empty();
        let effects = self.begin(setting);
        if is_replaced {
            let before = core::mem::take(&mut self.shell.spoken);
            self.shell
                .show(Notice::good("The previous game can be restored."));
            self.shell.spoken = format!("{before} {}", self.shell.spoken).trim().to_owned();
            self.offer_aside();
        }
        effects
    }

    /// Adds an offer to restore the replaced game to a notice.
    pub(in crate::play) fn offer_aside(&mut self) {
        self.shell.offer(Remedy::BringBack);
    }

    /// Restores the replaced game; the one on the board takes its place.
    fn bring_back(&mut self) -> Vec<Effect> {
        let back = self
            .aside
            .as_ref()
            .and_then(|text| Play::restore(text, *self.options));
        let Some(back) = back else {
            return self.shell.tell_bad("There is no game to restore.");
        };
        let effects = self.go_on_with(back);
        self.shell.show(Notice::good("The previous game is back."));
        effects
    }

    /// Continues with a stored game; the one on the board can be restored.
    fn go_on_with(&mut self, play: Play) -> Vec<Effect> {
        let aside = match self.log.is_empty() {
            false => Some(self.kept_text()),
            true => None,
        };
        self.replace(Play { aside, ..play });
        let mut effects = vec![Effect::StopThinking];
        effects.extend(self.resume(self.now));
        effects
    }

    pub(super) fn keep(&mut self, command: KeepCommand) -> Vec<Effect> {
        let own = self.kept_text();
        let Some(text) = self.shell.hear(self.keeping.hear(command, &own)) else {
            return Vec::new();
        };
        let play = Play::restore(&text, *self.options);
        let is_read = play.is_some();
        let effects = play.map(|play| self.go_on_with(play));
        self.shell.tell_taken_over(is_read);
        effects.unwrap_or_default()
    }

    /// The person who acts: the one to move, or the one who plays against the engine.
    fn actor(&self) -> Color {
        let turn = self.timed.game().position().turn();
        match self.setting.player(turn) {
            Player::Person => turn,
            Player::Engine(_) => !turn,
        }
    }

    /// Offers a draw, or accepts an offer. The engine answers with its next move.
    fn offer_draw(&mut self) -> Vec<Effect> {
        let by = self.actor();
        match self.timed.game().offers().stands(!by) {
            true => self.execute(Act::Accept(by)),
            false => self.execute(Act::Offer(by)),
        }
    }

    /// Takes back steps until a person is to move.
    fn take_back(&mut self) -> Vec<Effect> {
        match self.steps_back() {
            Some(steps) => self.step(Act::Undo(steps)),
            None => self
                .shell
                .tell_bad("There is no move of yours to take back."),
        }
    }

    /// Redoes steps until a person is to move, or all of them.
    fn play_again(&mut self) -> Vec<Effect> {
        let turn = self.timed.game().position().turn();
        // Steps are moves, and perhaps a final action that ended the game.
        let is_persons = |steps: usize| {
            let turn = if steps.is_multiple_of(2) { turn } else { !turn };
            !self.is_engine(turn)
        };
        let there = self.timed.game().redoable();
        let steps = (1..there).find(|&steps| is_persons(steps)).unwrap_or(there);
        match NonZeroUsize::new(steps) {
            Some(steps) => self.step(Act::Redo(steps)),
            None => self.shell.tell_bad("There is no move to redo."),
        }
    }

    /// Undo or redo, including the clocks.
    fn step(&mut self, act: Act) -> Vec<Effect> {
        self.touch.hand = Hand::Idle;
        self.premove = None;
        self.shown = None;
        self.waiting = None;
        let line = self.log_line(&act);
        match self.timed.execute(act, self.now) {
            Err(refusal) => self.shell.tell_bad(super::sentence(&refusal.to_string())),
            Ok(_) => {
                self.shell.clear();
                self.is_stopped = false;
                let line = self.with_times(line);
                self.log.push(line);
                self.speak_state();
                self.ask_engine()
            }
        }
    }
}
