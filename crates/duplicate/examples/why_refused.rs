//! Explains why a move is refused in duplicate chess.
//!
//! `cargo run -p fourfold-duplicate --example why_refused -- e1g1 e2e3 a2a3 c7c5 d7d5 ...`: the
//! move in question, then the moves before it.

use std::error::Error;

use fourfold_duplicate::DuplicateGame;

const CASTLING: [&str; 13] = [
    "e1g1", "e2e3", "a2a3", "c7c5", "d7d5", "g1f3", "g2g3", "d8b6", "f7f6", "f1b5", "b2b3", "b6b5",
    "b8c6",
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    if words.is_empty() {
        words = CASTLING.map(str::to_owned).to_vec();
    }
    let (m, before) = words.split_first().ok_or("name a move")?;
    let mut game = DuplicateGame::new();
    for text in before {
        game.play(text.parse()?)?;
    }
    match game.why_not(m.parse()?) {
        None => println!("{m} is legal"),
        Some(refusal) => println!("{refusal}"),
    }
    Ok(())
}
