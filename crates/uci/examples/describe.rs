//! Reads a UCI dialog from standard input and describes each line.
//!
//! `echo "go movetime 100" | cargo run -p fourfold-uci-protocol --example describe`

use std::io::{self, BufRead};

use fourfold_uci_protocol::{Command, Reply};

fn main() -> io::Result<()> {
    for line in io::stdin().lock().split(b'\n') {
        let line = line?;
        match (Command::read(&line), Reply::read(&line)) {
            (Ok(read), _) => println!("to the engine:   {:?}", read.command),
            (_, Ok(reply)) => println!("from the engine: {reply:?}"),
            (Err(error), _) => println!("neither: {error}"),
        }
    }
    Ok(())
}
