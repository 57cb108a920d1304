//! Self-play games, and the samples taken from them.

use std::thread;

use duplicate::{BySeat, DuplicateGame, Score, Seat};
use repeatable::Random;
use rival::features::{COUNT, Features};
use rival::{Limits, Model, Player, WeightSet};

/// The inputs of a sample: the features of the player, of both opponents together and of the player
/// opposite; the distance to the player's turn; and the seat. The seat accounts for the advantage of
/// the turn order and is not part of the weights.
pub const INPUTS: usize = 3 * COUNT + 4 + 4;

/// The inputs of a seat, and its result: 0, ½ or 1.
pub struct Sample {
    pub inputs: [f32; INPUTS],
    pub target: f32,
}

/// The number of random turns at the start of a game.
const RANDOM_TURNS: usize = 4;
/// One in this many later turns is random too, so that unusual positions are seen.
const ODD_TURN: usize = 5;
/// Longer games are abandoned and not learned from.
const TURNS_MAX: usize = 400;

/// Plays games and takes samples from them, in game order.
pub fn play(games: u64, nodes: u64, seed: u64, threads: u64, weights: WeightSet) -> Vec<Sample> {
    let mut by_game: Vec<(u64, Vec<Sample>)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|worker| {
                scope.spawn(move || {
                    let numbers = (worker..games).step_by(threads as usize);
                    numbers
                        .map(|number| (number, play_one(nodes, seed, number, weights)))
                        .collect::<Vec<_>>()
                })
            })
            .collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().expect("a game does not panic"))
            .collect()
    });
    by_game.sort_by_key(|(number, _)| *number);
    by_game
        .into_iter()
        .flat_map(|(_, samples)| samples)
        .collect()
}

fn play_one(nodes: u64, seed: u64, number: u64, weights: WeightSet) -> Vec<Sample> {
    let mut random = Random::at(seed, number);
    let player = Player::Search(Limits::nodes(nodes), Model::default(), weights);
    let mut game = DuplicateGame::new();
    let mut seen = Vec::new();
    while game.ending().is_none() && game.ply() < TURNS_MAX {
        let is_random = game.ply() < RANDOM_TURNS || random.one_in(ODD_TURN);
        let m = if is_random {
            random.pick(&game.legal_moves()).copied()
        } else {
            let features = Features::of(game.boards());
            let inputs = Seat::ALL.map(|seat| inputs(&features, game.turn(), seat));
            seen.push(inputs);
            player.choose(&game, random.bits())
        };
        let m = m.expect("the game goes on, so there is a move");
        game.play(m).expect("the move is legal");
    }
    let Some(ending) = game.ending() else {
        return Vec::new();
    };
    let targets = BySeat::from_fn(|seat| match ending.scores[seat] {
        Score::Loss => 0.0,
        Score::Draw => 0.5,
        Score::Win => 1.0,
    });
    let of_turn = |inputs: [[f32; INPUTS]; 4]| {
        Seat::ALL.map(|seat| Sample {
            inputs: inputs[seat as usize],
            target: targets[seat],
        })
    };
    seen.into_iter().flat_map(of_turn).collect()
}

fn inputs(features: &Features, turn: Seat, seat: Seat) -> [f32; INPUTS] {
    let mut inputs = [0.0; INPUTS];
    let [left, right] = seat.opponents();
    for count in 0..COUNT {
        inputs[count] = features.of[seat][count] as f32;
        inputs[COUNT + count] = (features.of[left][count] + features.of[right][count]) as f32;
        inputs[2 * COUNT + count] = features.of[seat.opposite()][count] as f32;
    }
    inputs[3 * COUNT + rival::turns_until(turn, seat)] = 1.0;
    inputs[3 * COUNT + 4 + seat as usize] = 1.0;
    inputs
}
