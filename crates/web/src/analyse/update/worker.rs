//! Requests to the engine and the referee, and their replies.

use chess::Color;
use chess::fen::CastlingMode;
use report::Evaluation;
use thinker::message::{Analyze, Judge, MateVerdict, Past, Request};

use crate::analyse::{Effect, EngineCommand, LINES_MAX, RefereeCommand, Study};

impl Study {
    pub(super) fn engine_command(&mut self, command: EngineCommand) -> Vec<Effect> {
        match command {
            EngineCommand::Toggle => {
                self.engine.is_on ^= true;
                self.engine.forget();
                self.ask_engine()
            }
            EngineCommand::Lines(lines) => {
                *self.engine.lines = lines.clamp(1, LINES_MAX);
                self.ask_engine()
            }
            EngineCommand::Found(progress) => {
                if self.engine.question == Some(progress.id) {
                    let position = *self.position();
                    self.engine.take(&progress, &position);
                }
                Vec::new()
            }
            EngineCommand::Stopped(id) => {
                if self.engine.question == Some(id) {
                    self.engine.question = None;
                }
                match self.reporting.question == Some(id) {
                    true => self.end_report(),
                    false => Vec::new(),
                }
            }
            EngineCommand::Failed(id, why) => {
                if self.reporting.question == Some(id) {
                    self.reporting.question = None;
                    let text = format!("The engine does not answer: {why}.");
                    return self.shell.tell_bad(text);
                }
                if self.engine.question == Some(id) {
                    self.engine.question = None;
                    self.engine.is_on = false;
                    let text = format!("The engine does not answer: {why}.");
                    return self.shell.tell_bad(text);
                }
                let position = *self.position();
                match self.ruling.answer(id, MateVerdict::Unknown, &position) {
                    true => self
                        .shell
                        .tell_bad(format!("The referee does not answer: {why}.")),
                    false => Vec::new(),
                }
            }
        }
    }

    /// Asks the engine about the shown position, or stops it.
    pub(super) fn ask_engine(&mut self) -> Vec<Effect> {
        if self.reporting.is_running() {
            return Vec::new();
        }
        let is_over = Evaluation::of_final(self.position()).is_some();
        if !self.engine.is_on || self.editor.is_some() || is_over {
            return match self.engine.question.take() {
                Some(_) => vec![Effect::Ask(Request::Stop)],
                None => Vec::new(),
            };
        }
        self.questions += 1;
        self.engine.question = Some(self.questions);
        vec![Effect::Ask(Request::Analyze(Analyze {
            id: self.questions,
            lines: *self.engine.lines,
            past: self.past(),
        }))]
    }

    /// The study is shown again: a running engine continues.
    pub fn resume(&mut self) -> Vec<Effect> {
        self.ask_engine()
    }

    pub(super) fn referee_command(&mut self, command: RefereeCommand) -> Vec<Effect> {
        match command {
            RefereeCommand::Ask => self.ask_referee(),
            RefereeCommand::Ruled(id, verdict) => {
                let position = *self.position();
                if self.ruling.answer(id, verdict, &position) && !self.ruling.is_waiting() {
                    let sides = Color::ALL.into_iter();
                    let words = sides.filter_map(|side| self.ruling.words(side));
                    self.shell.spoken = words.collect::<Vec<_>>().join(" ");
                }
                Vec::new()
            }
            RefereeCommand::Show(side) => {
                let line = self.ruling.line(side).unwrap_or_default().to_vec();
                self.play_moves(line)
            }
        }
    }

    fn ask_referee(&mut self) -> Vec<Effect> {
        let mut effects = Vec::new();
        for side in Color::ALL {
            self.questions += 1;
            self.ruling.ask(side, self.questions);
            effects.push(Effect::Ask(Request::Judge(Judge {
                id: self.questions,
                side,
                past: Past {
                    // The referee needs no history: only the position matters.
                    fen: self.position().to_string(),
                    moves: Vec::new(),
                    ..self.past()
                },
            })));
        }
        effects
    }

    /// The game that led to the shown position. There is no history before a null move.
    fn past(&self) -> Past {
        let mode = self.mode();
        let moves: Option<Vec<String>> = self
            .path()
            .into_iter()
            .map(|id| Some(self.tree.node(id).played()?.to_uci(mode).to_string()))
            .collect();
        let (fen, moves) = match moves {
            Some(moves) => (self.tree.start().position.to_string(), moves),
            None => (self.position().to_string(), Vec::new()),
        };
        Past {
            chess960: mode == CastlingMode::Chess960,
            fen,
            moves,
        }
    }
}
