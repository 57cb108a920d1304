//! The `go` command: starts a search.

use std::sync::Arc;
use std::time::Instant;

use engine::{Control, Limits};
use uci::{Go, Reply, SearchInfo, SearchScore, UciMove};

use super::Session;
use super::limits::limits;
use super::thinking::{Listener, Task, Thinking};

impl Session {
    /// Starts a search. A running search is stopped first and sends its best move.
    pub(super) fn go(&mut self, go: Go, begin: Instant) {
        self.stop();
        if let Some(depth) = go.perft {
            self.perft(depth);
            return;
        }
        let is_drawn = self.report_draws();
        if !self.root.position().has_legal_moves() {
            self.report_end();
        }
        let Some(engine) = self.engine.take() else {
            self.note("the engine was lost when a search panicked; restart the program");
            return;
        };
        let control = Arc::new(if go.ponder {
            Control::pondering()
        } else {
            Control::new()
        });
        let task = Task {
            engine,
            root: self.root.clone(),
            limits: self.limits(&go),
            endings: self.options.endings.clone(),
            holds: go.infinite || go.ponder,
            endless: go.infinite,
            listener: Listener {
                output: Arc::clone(&self.output),
                begin,
                castling: self.options.castling,
                show_wdl: self.options.show_wdl,
                pieces: self.root.position().board().occupied().len(),
                is_drawn,
            },
            control,
        };
        match Thinking::start(task) {
            Ok(thinking) => self.thinking = Some(thinking),
            Err(error) => {
                self.note(format!(
                    "a thread for the search could not be started: {error}"
                ));
                self.engine = engine::Engine::new(1).ok();
                self.apply_options();
                let first = self.root.position().legal_moves().first().copied();
                self.output.say(&Reply::BestMove {
                    best: first.map(|m| m.to_uci(self.options.castling)),
                    ponder: None,
                });
            }
        }
    }

    /// The limits of a `go` command, including `searchmoves` and the configured strength.
    fn limits(&self, go: &Go) -> Limits {
        let mut limits = limits(go, self.root.position().turn());
        limits.searchmoves = self.searchmoves(&go.searchmoves);
        if let Some(strength) = self.options.strength() {
            let cap = limits.nodes.unwrap_or(u64::MAX);
            limits.nodes = Some(cap.min(strength.nodes));
        }
        limits
    }

    /// The legal moves among `searchmoves`.
    fn searchmoves(&self, asked: &[UciMove]) -> Vec<chess::Move> {
        let position = self.root.position();
        let mut moves = Vec::new();
        for &sent in asked {
            let m = position.understand_uci(sent);
            match position.check_legal(m) {
                Ok(()) => moves.push(m),
                Err(error) => self.note(format!("searchmoves: {error}")),
            }
        }
        if moves.is_empty() && !asked.is_empty() {
            self.note("none of the searchmoves is legal; all moves are searched");
        }
        moves
    }

    /// Reports the score of a checkmate or stalemate. The search then has no move to send.
    fn report_end(&self) {
        let score = if self.root.position().is_check() {
            SearchScore::Mate(0, uci::Bound::Exact)
        } else {
            SearchScore::Centipawns(0, uci::Bound::Exact)
        };
        self.output.say(&Reply::Info(SearchInfo {
            depth: Some(0),
            score: Some(score),
            ..SearchInfo::default()
        }));
    }
}
