//! Counts the legal move sequences from a position, move by move.
//!
//! `cargo run --release -p fourfold-chess --example count_perft -- 5 "FEN"`

use std::env;
use std::error::Error;

use fourfold_chess::{PerftDepth, Position, perft};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let depth: PerftDepth = arguments.next().unwrap_or_else(|| "4".to_owned()).parse()?;
    let position = match arguments.next() {
        Some(fen) => Position::from_fen(&fen)?,
        None => Position::start(),
    };
    let depth = depth.get();
    let mut total = 0;
    for &m in &position.legal_moves() {
        let below = perft(&position.play(m)?, depth.saturating_sub(1));
        println!("{:<7} {below}", position.san(m).to_string());
        total += below;
    }
    println!("{total} sequences of {depth} moves");
    Ok(())
}
