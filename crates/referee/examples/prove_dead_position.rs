//! Finds out who can still mate, with a mating line or a proof.
//!
//! `cargo run --release -p fourfold-referee --example prove_dead_position -- "FEN"`

use std::error::Error;

use fourfold_referee::chess::{Color, Position};
use fourfold_referee::{Budget, Verdict, can_mate};

fn main() -> Result<(), Box<dyn Error>> {
    let fen = std::env::args().nth(1);
    let fen = fen
        .as_deref()
        .unwrap_or("8/8/3k4/p1p1p1p1/P1P1P1P1/8/3K4/8 w - - 0 1");
    let position = Position::from_fen(fen)?;
    for side in [Color::White, Color::Black] {
        match can_mate(&position, side, Budget::FULL) {
            Verdict::Yes(line) => println!("{side:?} can mate, in {} plies at most", line.len()),
            Verdict::No(proof) => println!("{side:?} can never mate: {proof}"),
            Verdict::Unknown => println!("{side:?}: not decided within the budget"),
        }
    }
    Ok(())
}
