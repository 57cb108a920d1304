//! Arguments and input that commands about positions share.

use std::io::{self, BufRead, IsTerminal, Write};

use chess::fen::{CastlingMode, ReadFen};
use chess::notation::castling_mode;

use crate::output::plain_error;

/// How castling is read and written.
#[derive(Debug, clap::Args)]
pub struct CastlingArgs {
    /// Read castling rights as Chess960 does (X-FEN and Shredder-FEN) and write castling as king takes rook
    #[arg(long)]
    pub chess960: bool,
}

impl CastlingArgs {
    pub fn mode(&self) -> CastlingMode {
        castling_mode(self.chess960)
    }
}

/// Says on standard error what was repaired or looks odd in a FEN.
pub fn write_notes(read: &ReadFen) -> io::Result<()> {
    let mut out = plain_error();
    read.warnings
        .iter()
        .try_for_each(|warning| writeln!(out, "note: {warning}"))
}

/// Passes on the FENs of the command line or, without any, the lines of standard input.
pub fn each_fen(
    fens: &[String],
    command: &str,
    mut visit: impl FnMut(&str) -> io::Result<()>,
) -> io::Result<()> {
    if fens.is_empty() {
        if io::stdin().is_terminal() {
            writeln!(
                plain_error(),
                "type a FEN and press Enter; Ctrl-D ends (or: fourfold {command} \"FEN\")"
            )?;
        }
        return io::stdin()
            .lock()
            .lines()
            .try_for_each(|line| visit(&line?));
    }
    fens.iter().try_for_each(|text| visit(text))
}
