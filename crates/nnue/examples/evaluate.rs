//! Evaluates a position by a network file.
//!
//! `cargo run --release -p fourfold-nnue --example evaluate -- nets/default.nnue "FEN"`

use std::error::Error;
use std::fs;

use fourfold_nnue::Network;
use fourfold_nnue::chess::Position;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("name a network file")?;
    let position = match arguments.next() {
        Some(fen) => Position::from_fen(&fen)?,
        None => Position::start(),
    };
    let network = Network::read(&fs::read(file)?)?;
    println!(
        "{} centipawns for the side to move",
        network.eval_from_scratch(&position)
    );
    Ok(())
}
