//! Programs at the seats: requests to them, and what happens with the answers.

use duplicate::{Seat, SyncedMove, save};
use rival::Level;

use super::{Effect, Notice, Question, State};
use crate::view::Drawn;

/// The level of a hint: the strongest takes less than half a second.
const HINT_LEVEL: u8 = Level::COUNT;

/// The state of the programs, apart from their seats, which are an option.
#[derive(Clone, Debug, Default)]
pub(super) struct Rivals {
    asked: Option<Asked>,
    questions: u64,
    is_paused: bool,
    /// The last program that moved, and its expected line, beginning with its move.
    line: Option<(Seat, Vec<SyncedMove>)>,
}

/// The open request.
#[derive(Clone, Debug)]
struct Asked {
    id: u64,
    /// The state for which it was made: revision and step.
    about: (u64, usize),
    is_hint: bool,
}

impl State {
    /// The level of the program that plays a seat; `None` for a person.
    #[must_use]
    pub fn program(&self, seat: Seat) -> Option<u8> {
        let level = self.options.programs[seat as usize];
        // At a table over the network, programs run on the server.
        (level > 0 && self.remote.is_none()).then_some(level)
    }

    /// Whether a program is to move and searching.
    #[must_use]
    pub fn thinking(&self) -> Option<u8> {
        let asked = self.rivals.asked.as_ref()?;
        (!asked.is_hint)
            .then(|| self.program(self.game.turn()))
            .flatten()
    }

    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.rivals.is_paused
    }

    /// Whether a program has moved whose line can be shown.
    #[must_use]
    pub fn has_line(&self) -> bool {
        self.rivals.line.is_some()
    }

    pub(super) fn toggle_pause(&mut self) {
        self.rivals.is_paused = !self.rivals.is_paused;
    }

    /// Requests a move from the program to move, or cancels a request for a state that is gone.
    /// There are no requests while an earlier position, the tour or a dialog is shown.
    pub(super) fn ask_program(&mut self) -> Option<Effect> {
        let about = self.about();
        let is_live = self.tour.is_none()
            && self.shell.dialog.is_none()
            && self.game.ending().is_none()
            && self.game.shown() == self.game.steps().len();
        let is_current = self
            .rivals
            .asked
            .as_ref()
            .is_some_and(|asked| asked.about == about);
        let is_hint = self
            .rivals
            .asked
            .as_ref()
            .is_some_and(|asked| asked.is_hint);
        let level = self.program(self.game.turn());
        match level.filter(|_| is_live && !self.rivals.is_paused) {
            Some(_) if is_current => None,
            Some(level) => {
                let pause = self.options.pace.milliseconds();
                Some(Effect::Think(self.question(level, pause, false)))
            }
            None if is_hint && is_current && is_live => None,
            None => self.rivals.asked.take().map(|_| Effect::StopThinking),
        }
    }

    /// Requests a hint for the player to move.
    pub(super) fn ask_for_hint(&mut self) -> Vec<Effect> {
        self.shell.dialog = None;
        if self.game.ending().is_some() || self.tour.is_some() {
            return self
                .shell
                .tell_bad("The game is over: there is no move to hint at.");
        }
        self.game.show(usize::MAX);
        self.shell.show(Notice::good("Looking for a good move…"));
        vec![Effect::Think(self.question(HINT_LEVEL, 0, true))]
    }

    fn question(&mut self, level: u8, pause: u64, is_hint: bool) -> Question {
        self.rivals.questions += 1;
        let id = self.rivals.questions;
        let about = self.about();
        self.rivals.asked = Some(Asked { id, about, is_hint });
        let save = save::to_line(&self.game);
        Question {
            id,
            level,
            save,
            pause,
        }
    }

    fn about(&self) -> (u64, usize) {
        (self.revision, self.game.steps().len())
    }

    /// Handles an answer, unless it is no longer wanted.
    pub(super) fn answered(&mut self, id: u64, line: &[String]) -> Vec<Effect> {
        let Some(asked) = self.rivals.asked.take_if(|asked| asked.id == id) else {
            return Vec::new();
        };
        let line: Vec<SyncedMove> = line.iter().map_while(|word| word.parse().ok()).collect();
        let Some(&m) = line.first().filter(|_| asked.about == self.about()) else {
            return Vec::new();
        };
        let seat = self.game.turn();
        if asked.is_hint {
            self.draw_line(&line[..1]);
            return self
                .shell
                .tell_good(format!("A good move for {seat}: {m}."));
        }
        self.rivals.line = Some((seat, line));
        self.play(m)
    }

    /// Reports that a program failed, and lets people continue.
    pub(super) fn failed(&mut self, id: u64, why: &str) -> Vec<Effect> {
        if self.rivals.asked.take_if(|asked| asked.id == id).is_none() {
            return Vec::new();
        }
        self.rivals.is_paused = true;
        let text = format!(
            "The program does not answer: {why}. Programs are paused; open Players to resume."
        );
        self.shell.tell_bad(text)
    }

    /// Shows the line that the last program expects: arrows on the boards, and words.
    pub(super) fn show_line(&mut self) -> Vec<Effect> {
        self.shell.dialog = None;
        let Some((seat, line)) = self.rivals.line.clone() else {
            return self.shell.tell_bad("No program has moved yet.");
        };
        let Some(words) = self.words_of(seat, &line) else {
            let text = "The game has moved on since a program last moved.";
            return self.shell.tell_bad(text);
        };
        self.draw_line(&line[1..]);
        self.shell.tell_good(words)
    }

    /// The rest of a line in words, if its first move is the last one played.
    fn words_of(&self, seat: Seat, line: &[SyncedMove]) -> Option<String> {
        let played = self.game.played(self.game.steps().len().checked_sub(1)?)?;
        if (played.seat, Some(&played.m)) != (seat, line.first()) {
            return None;
        }
        let mut game = self.game.clone();
        game.show(usize::MAX);
        let mut words = Vec::new();
        for &m in &line[1..] {
            let mover = game.turn();
            if game.play(m).is_err() {
                break;
            }
            words.push(format!("{mover} {m}"));
        }
        let end = game.ending().map(|ending| format!(": {ending}"));
        Some(match words.is_empty() {
            true => format!("{seat} expects nothing in particular."),
            false => format!(
                "{seat} expects {}{}.",
                words.join(", "),
                end.unwrap_or_default()
            ),
        })
    }

    /// Draws moves as arrows on the boards of their players.
    fn draw_line(&mut self, line: &[SyncedMove]) {
        self.drawings.clear();
        let mut game = self.game.clone();
        game.show(usize::MAX);
        for &m in line {
            let seat = game.turn();
            if game.play(m).is_err() {
                return;
            }
            let arrow = |board| (board, Drawn::from((m.from(), m.to())));
            self.drawings.extend(seat.boards().map(arrow));
        }
    }
}
