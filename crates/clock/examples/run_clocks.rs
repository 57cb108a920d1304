//! Runs the clocks of a game: each argument is a move and the seconds it took.
//!
//! `cargo run -p fourfold-clock --example run_clocks -- 5+3 10 4 250`

use std::env;
use std::error::Error;
use std::time::Duration;

use fourfold_clock::{Clocks, TimeControl, Unit};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let control = arguments.next().unwrap_or_else(|| "5+3".to_owned());
    let mut clocks = Clocks::new([TimeControl::parse(&control, Unit::Minutes)?; 2]);
    let mut now = Duration::ZERO;
    clocks.start(0, now);
    for (ply, seconds) in arguments.enumerate() {
        let (mover, next) = (ply % 2, (ply + 1) % 2);
        now += Duration::from_secs(seconds.parse()?);
        clocks.press(mover, Some(next), now);
        for (name, seat) in [("White", 0), ("Black", 1)] {
            match clocks.left(seat, now) {
                None => print!("{name} has all the time  "),
                Some(Duration::ZERO) => print!("{name}'s flag has fallen  "),
                Some(left) => print!("{name} {} s  ", left.as_secs()),
            }
        }
        println!();
    }
    Ok(())
}
