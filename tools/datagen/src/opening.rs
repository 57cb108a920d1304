//! Openings: random moves from the start position or a Chess960 start, if the result is balanced.

use chess::Position;
use engine::{Control, Engine, Limits, NullHost, Root};
use repeatable::Random;

/// The number of random plies. Half of the games have one more, so that either side moves first.
const PLIES: u8 = 8;

/// The criterion for a balanced opening.
#[derive(Clone, Copy, Debug)]
pub struct Balance {
    /// The nodes of the search that judges it.
    pub nodes: u64,
    /// The largest absolute score in centipawns.
    pub centipawns: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// The position, with the clocks of a new game.
    pub position: Position,
    /// The number of random moves.
    pub plies: u8,
}

impl Start {
    /// Draws random openings until one is balanced; `chess960` of 100 begin with a Chess960 start.
    /// The result depends on the random numbers and the evaluation.
    pub fn random(
        random: &mut Random,
        engine: &mut Engine,
        balance: Balance,
        chess960: u8,
    ) -> Start {
        loop {
            let array = starting_array(random, chess960);
            let plies = PLIES + random.below(2) as u8;
            if let Some(position) = walk(array, random, plies)
                && is_balanced(&position, engine, balance)
            {
                return Start { position, plies };
            }
        }
    }
}

/// The start position, or in `chess960` of 100 cases one of the 960. Without any, no random number is
/// drawn, so files without Chess960 games stay as they were.
fn starting_array(random: &mut Random, chess960: u8) -> Position {
    let is_chess960 = chess960 > 0 && random.below(100) < usize::from(chess960);
    let array = is_chess960.then(|| Position::chess960(random.below(960)));
    array.flatten().unwrap_or_else(Position::start)
}

/// Plays this many random moves; `None` if the game ends.
fn walk(mut position: Position, random: &mut Random, plies: u8) -> Option<Position> {
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return None;
        }
        let at = random.below(moves.len());
        position = position.play_unchecked(moves[at]);
    }
    // Stored games have no clocks at their start, so the game is played without them as well.
    Some(position.to_compact().to_position())
}

fn is_balanced(position: &Position, engine: &mut Engine, balance: Balance) -> bool {
    let limits = Limits {
        soft_nodes: Some(balance.nodes),
        nodes: Some(8 * balance.nodes),
        ..Limits::default()
    };
    let root = Root::new(*position);
    let outcome = engine.search(&root, &limits, &Control::new(), &NullHost);
    outcome.is_some_and(|outcome| outcome.score.centipawns().abs() <= balance.centipawns)
}
