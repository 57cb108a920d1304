//! Final positions: where games are when a flag falls or a player resigns.

use std::collections::{HashSet, VecDeque};

use anyhow::{Context, Result};
use chess::{Color, Position, Random};
use engine::{Control, Engine, Limits, NullHost, Root};

/// How many positions, and from which source.
pub struct Plan {
    pub positions: usize,
    pub self_play: usize,
}

const SEED: u64 = 0xF1A6;

/// The number of nodes an engine searches per move.
const NODES: u64 = 60;

/// The maximum length of a game in plies.
const LONGEST: usize = 240;

/// How many positions are enumerated to contradict a proof.
const LISTED: usize = 300;

/// Positions in which a game was interrupted: none is mate, stalemate or insufficient material.
pub fn generate(plan: &Plan) -> Result<Vec<Position>> {
    let mut positions = Vec::with_capacity(plan.positions);
    let mut random = Random::new(SEED);
    let mut engine = Engine::new(1).context("no memory for an engine")?;
    while positions.len() < plan.self_play.min(plan.positions) {
        positions.extend(self_play(&mut engine, &mut random)?);
    }
    while positions.len() < plan.positions {
        positions.extend(chance(&mut random));
    }
    Ok(positions)
}

fn goes_on(position: &Position) -> bool {
    position.has_legal_moves() && !position.board().has_insufficient_material()
}

/// A random game, interrupted somewhere.
fn chance(random: &mut Random) -> Option<Position> {
    let plies = 20 + random.below(LONGEST);
    let mut position = Position::start();
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return None;
        }
        position = position.play_unchecked(moves[random.below(moves.len())]);
    }
    goes_on(&position).then_some(position)
}

/// A game of the engine against itself after some random moves, interrupted somewhere.
fn self_play(engine: &mut Engine, random: &mut Random) -> Result<Option<Position>> {
    let plies = 20 + random.below(LONGEST);
    let mut root = Root::new(Position::start());
    engine.forget();
    for ply in 0..plies {
        if !goes_on(root.position()) {
            return Ok(None);
        }
        let moves = root.position().legal_moves();
        let m = if ply < 8 {
            moves[random.below(moves.len())]
        } else {
            let limits = Limits::nodes(NODES);
            let outcome = engine.search(&root, &limits, &Control::new(), &NullHost);
            let best = outcome.and_then(|outcome| outcome.best());
            best.context("an engine without a move")?
        };
        root.play(m)?;
    }
    Ok(goes_on(root.position()).then_some(*root.position()))
}

/// Whether enumerating some positions finds a mate by this side.
pub fn finds_mate(start: &Position, side: Color) -> bool {
    let mut seen = HashSet::from([start.to_compact()]);
    let mut queue = VecDeque::from([*start]);
    while let Some(position) = queue.pop_front() {
        if position.turn() != side && position.is_checkmate() {
            return true;
        }
        for &m in &position.legal_moves() {
            let next = position.play_unchecked(m);
            if seen.len() < LISTED && seen.insert(next.to_compact()) {
                queue.push_back(next);
            }
        }
    }
    false
}
