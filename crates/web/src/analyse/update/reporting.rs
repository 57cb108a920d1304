//! The game report: asks the worker for every position, and writes what it finds into the game.

use chess::fen::CastlingMode;
use report::{Course, Look, Report};
use thinker::message::{Past, Request, Walk};

use crate::analyse::line::read_line;
use crate::analyse::reporting::Reporting;
use crate::analyse::{Effect, ReportCommand, Study};

impl Study {
    pub(super) fn report_command(&mut self, command: ReportCommand) -> Vec<Effect> {
        match command {
            ReportCommand::Begin => self.begin_report(),
            ReportCommand::Stop => {
                let mut effects = self.stop_report();
                effects.extend(self.ask_engine());
                effects
            }
            ReportCommand::Looked {
                id,
                ply,
                evaluation,
                line,
            } if self.reporting.question == Some(id) => self.take_look(ply, &evaluation, &line),
            ReportCommand::Looked { .. } => Vec::new(),
            ReportCommand::Go(ply) => self.go(self.main_node(ply), false),
            ReportCommand::Next(side, judgment) => match self.next_judged(side, judgment) {
                Some(id) => self.go(id, false),
                None => Vec::new(),
            },
        }
    }

    /// Asks for the positions that have no evaluation, and if all have one, perhaps from elsewhere,
    /// for all of them again. The engine waits meanwhile.
    fn begin_report(&mut self) -> Vec<Effect> {
        if self.tree.is_empty() {
            return self
                .shell
                .tell_bad("There is no game to report on: play or open one.");
        }
        let course = Course::of(&self.tree);
        let mut plies = match Report::of(&self.tree) {
            Some(report) => self.missing(&report),
            None => course.plies().collect(),
        };
        self.remember();
        if plies.is_empty() {
            report::clear(&mut self.tree);
            plies = course.plies().collect();
        }
        self.questions += 1;
        self.engine.question = None;
        self.engine.forget();
        let mode = self.mode();
        let moves = course.moves().iter();
        let past = Past {
            chess960: mode == CastlingMode::Chess960,
            fen: course.start().position.to_string(),
            moves: moves.map(|m| m.to_uci(mode).to_string()).collect(),
        };
        self.reporting = Reporting {
            question: Some(self.questions),
            moves: course.moves().to_vec(),
        };
        self.shell.spoken = "The engine goes through the game.".to_owned();
        vec![Effect::Ask(Request::Walk(Walk {
            id: self.questions,
            nodes: report::NODES,
            plies,
            past,
        }))]
    }

    /// Stops the walk over the game; what it has found stays.
    pub(super) fn stop_report(&mut self) -> Vec<Effect> {
        match self.reporting.question.take() {
            Some(_) => vec![Effect::Ask(Request::Stop)],
            None => Vec::new(),
        }
    }

    /// The walk is over.
    pub(super) fn end_report(&mut self) -> Vec<Effect> {
        self.reporting.question = None;
        if let Some(report) = Report::of(&self.tree) {
            let accuracies = report.sides.map(|side| side.accuracy.unwrap_or(100.0));
            let [white, black] = accuracies;
            self.shell.spoken = format!(
                "The report is complete. Accuracy: White {white:.0} percent, Black {black:.0} percent."
            );
        }
        self.ask_engine()
    }

    fn take_look(&mut self, ply: usize, evaluation: &str, line: &[String]) -> Vec<Effect> {
        if Course::of(&self.tree).moves() != self.reporting.moves {
            // The game was changed meanwhile.
            let mut effects = self.stop_report();
            effects.extend(self.ask_engine());
            return effects;
        }
        if let Ok(evaluation) = evaluation.parse() {
            let line = read_line(line, self.tree.position(self.main_node(ply)));
            report::note(&mut self.tree, ply, &Look { evaluation, line });
        }
        Vec::new()
    }
}
