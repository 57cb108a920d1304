//! Plays a game until a draw can be claimed, claims it, and prints the result.
//!
//! `cargo run -p fourfold-game --example play_under_the_law`

use std::error::Error;

use fourfold_game::chess::Color;
use fourfold_game::{Command, Event, Game};

fn main() -> Result<(), Box<dyn Error>> {
    let mut game = Game::default();
    for san in [
        "e4", "e5", "Nf3", "Nc6", "Ng1", "Nb8", "Nf3", "Nc6", "Ng1", "Nb8",
    ] {
        let m = game.position().parse_san(san)?;
        for event in game.execute(Command::Play(m))? {
            if let Event::ThreefoldAvailable { by, occurrences } = event {
                println!("{by:?} may claim: the position has occurred {occurrences} times");
            }
        }
    }
    for claim in game.claims() {
        println!("White may claim a draw by article {}", claim.article());
    }
    let claim = Command::Claim {
        by: Color::White,
        ground: None,
        with: None,
    };
    game.execute(claim)?;
    println!("{}", game.result());
    Ok(())
}
