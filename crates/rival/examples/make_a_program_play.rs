//! Lets four programs play duplicate chess and prints the moves.
//!
//! `cargo run --release -p rival --example make_a_program_play -- level3`

use std::error::Error;

use duplicate::{BySeat, DuplicateGame};
use rival::{Player, play_out};

/// Enough for every game that programs have played so far.
const TURNS_MAX: usize = 400;

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "level2".to_owned());
    let player: Player = name.parse()?;
    let game = play_out(
        DuplicateGame::new(),
        &BySeat::from_fn(|_| player),
        1,
        TURNS_MAX,
    );
    for (ply, m) in game.moves().enumerate() {
        print!("{m}{}", if ply % 4 == 3 { '\n' } else { ' ' });
    }
    println!();
    match game.ending() {
        Some(ending) => println!("{ending}"),
        None => println!("still going on after {TURNS_MAX} turns"),
    }
    Ok(())
}
