//! Prints the outcome and the distance of positions: FENs in, `FEN; WDL; DTZ` out.
//!
//! `cargo run --package fourfold-syzygy --example probe -- FOLDERS < FENS`

use std::error::Error;
use std::io::{BufRead, Write, stdin, stdout};

use fourfold_syzygy::Tables;
use fourfold_syzygy::chess::Position;

fn main() -> Result<(), Box<dyn Error>> {
    let folders = std::env::args().nth(1).ok_or("expected the folders")?;
    let tables = Tables::open(&folders);
    let mut out = std::io::BufWriter::new(stdout().lock());
    for line in stdin().lock().lines() {
        let line = line?;
        let Ok(position) = Position::from_fen(&line) else {
            eprintln!("not a legal position: {line}");
            continue;
        };
        let wdl = tables.wdl(&position).map(|wdl| wdl as i8);
        let text = |value: Option<i32>| value.map_or("-".to_owned(), |value| value.to_string());
        let wdl = text(wdl.map(i32::from));
        writeln!(out, "{line}; {wdl}; {}", text(tables.dtz(&position)))?;
    }
    out.flush()?;
    for fault in tables.take_faults() {
        eprintln!("{fault}");
    }
    Ok(())
}
