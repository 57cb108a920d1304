//! Explains why a move is not legal.
//!
//! `cargo run -p fourfold-chess --example why_illegal -- f1b5 "FEN"`: a move in SAN or UCI notation,
//! and a position.

use std::env;
use std::error::Error;

use fourfold_chess::fen::CastlingMode;
use fourfold_chess::notation;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let text = arguments.next().unwrap_or_else(|| "f1b5".to_owned());
    let fen = arguments.next();
    let position = notation::read_position(fen.as_deref(), CastlingMode::Standard)?.position;
    match notation::read_move(&position, &text) {
        Ok(m) => println!("{} is legal", position.san(m)),
        Err(error) => println!("{error}"),
    }
    Ok(())
}
