//! Our own engine as a player in this process: no pipe, and reproducible games at fixed nodes.

use std::time::Instant;

use engine::{Control, Engine, Noise, Root};
use uci::{Bound, Command, Go, SearchScore};

use super::{Player, PlayerAnswer, Request};
use crate::fault::Fault;

#[derive(Clone, Debug)]
pub struct InnerConfig {
    pub name: String,
    /// The size of its table in mebibytes.
    pub hash: usize,
    pub threads: usize,
    pub settings: engine::Settings,
    /// The largest evaluation error in centipawns, different in each game; `None` for reproducible
    /// games.
    pub noise: Option<i32>,
}

/// Our own engine in this process.
pub struct InnerPlayer {
    name: String,
    engine: Engine,
    noise: Option<i32>,
}

impl InnerPlayer {
    /// A player with a new engine.
    ///
    /// # Errors
    ///
    /// Returns a fault if the memory for its table cannot be allocated.
    pub fn new(config: &InnerConfig) -> Result<InnerPlayer, Fault> {
        let mut engine = Engine::new(config.hash).map_err(|error| {
            Fault::NotStarted(format!(
                "cannot allocate a table of {} MiB: {error}",
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

    fn think(&mut self, request: &Request<'_>) -> Result<PlayerAnswer, Fault> {
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
            Some(outcome) => PlayerAnswer {
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
            None => PlayerAnswer {
                took,
                ..PlayerAnswer::default()
            },
        })
    }

    fn reproduction(&self, asked: Option<(&Command, &Go)>) -> Option<String> {
        let (position, go) = asked?;
        Some(format!("fourfold-uci \"{position}\" \"{go}\""))
    }
}
