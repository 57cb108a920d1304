//! Plays out a thousand won endgames and counts how they end.
//!
//! ```text
//! cargo bench --package engine --bench endgames -- [GAMES [NODES]]
//! ```

#[path = "../tests/support/conversion.rs"]
mod conversion;

use conversion::{ENDGAMES, play_out};

fn main() {
    let numbers: Vec<u64> = std::env::args()
        .skip(1)
        .filter_map(|argument| argument.parse().ok())
        .collect();
    let games = numbers.first().copied().unwrap_or(1000) as usize;
    let nodes = numbers.get(1).copied().unwrap_or(20_000);
    let each = games / ENDGAMES.len();
    println!("{each} games each, {nodes} nodes per move");
    for endgame in &ENDGAMES {
        let results = play_out(endgame, each, nodes, 2);
        print!("{:<6} longest {:>3} plies", endgame.name, results.longest);
        for (end, count) in &results.counts {
            print!("  {end} {count}");
        }
        println!();
        for (end, position) in &results.examples {
            println!("       {end} from {position}");
        }
    }
}
