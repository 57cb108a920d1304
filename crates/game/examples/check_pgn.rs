//! Reads a PGN file, checks every move, and prints each error with its place.
//!
//! `cargo run --release -p fourfold-game --example check_pgn -- FILE.pgn`

use std::error::Error;
use std::fs::File;

use fourfold_game::pgn::{Checker, Reader};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("name a PGN file")?;
    let mut checker = Checker::new(Reader::from_stream(File::open(path)?));
    let (mut games, mut refused) = (0, 0);
    while let Some(read) = checker.read_tree()? {
        games += 1;
        if let Some(error) = read.report.error {
            refused += 1;
            println!("game {games}, {}: {}", error.place, error.problem);
        }
    }
    println!("{games} games, {refused} refused");
    Ok(())
}
