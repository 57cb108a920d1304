//! A player that is our own engine in this process: no pipe, no wait, and at fixed nodes the same
//! game every time.

use std::time::Instant;

use engine::{Control, Engine, Noise, Root};
use uci::{Bound, Command, Go, SearchScore};

use super::{Player, Request, Thought};
use crate::fault::Fault;

/// How an engine of this process is set up.
#[derive(Clone, Debug)]
pub struct InnerConfig {
    /// What it is called in the tournament.
    pub name: String,
    /// Mebibytes of its table.
    pub hash: usize,
    /// Its threads.
    pub threads: usize,
    /// How it searches.
    pub settings: engine::Settings,
    /// The largest error of its evaluation in centipawns, another one in each game; none if it
    /// shall play the same game every time.
    pub noise: Option<i32>,
}

/// Our own engine in this process.
pub struct InnerPlayer {
    name: String,
    engine: Engine,
    noise: Option<i32>,
}

impl InnerPlayer {
    /// A player with an engine of its own.
    ///
    /// # Errors
    ///
    /// Returns a fault if there is not enough memory for its table.
    pub fn new(config: &InnerConfig) -> Result<InnerPlayer, Fault> {
        let mut engine = Engine::new(config.hash).map_err(|error| {
            Fault::NotStarted(format!(
                "no memory for a table of {} MiB: {error}",
                config.hash
            ))
        })?;
        engine.set_threads(config.threads);
        engine.settings_mut().clone_from(&config.settings);
        Ok(InnerPlayer {
            name: config.name.clone(),
            engine,
            noise: config.noise,
        })
    }
}

impl Player for InnerPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn begin_game(&mut self, seed: u64) -> Result<(), Fault> {
        self.engine.forget();
        if let Some(amplitude) = self.noise {
            let noise = Noise { amplitude, seed };
            let settings = self.engine.settings_mut();
            settings.evaluator = settings.evaluator.clone().with_noise(noise);
        }
        Ok(())
    }

    fn think(&mut self, request: &Request<'_>) -> Result<Thought, Fault> {
        let &Request {
            start, history, go, ..
        } = request;
        let begin = Instant::now();
        let mut root = Root::new(start.position);
        for &m in history.moves() {
            root.play(m)
                .map_err(|illegal| Fault::IllegalMove(illegal.to_string()))?;
        }
        let limits = uci_session::limits(go, history.position().turn());
        let outcome = self
            .engine
            .search(&root, &limits, &Control::new(), &|| begin.elapsed());
        let took = begin.elapsed();
        Ok(match outcome {
            Some(outcome) => Thought {
                best: outcome.best().map(|m| m.to_uci(start.mode)),
                garbage: None,
                took,
                score: Some(match outcome.score.mate_moves() {
                    Some(moves) => SearchScore::Mate(moves.into(), Bound::Exact),
                    None => {
                        SearchScore::Centipawns(outcome.score.centipawns().into(), Bound::Exact)
                    }
                }),
                depth: Some(outcome.depth.into()),
                nodes: Some(outcome.effort.nodes),
            },
            None => Thought {
                took,
                ..Thought::default()
            },
        })
    }

    fn reproduction(&self, asked: Option<(&Command, &Go)>) -> Option<String> {
        let (position, go) = asked?;
        Some(format!("fourfold-uci \"{position}\" \"{go}\""))
    }
}
