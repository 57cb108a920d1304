//! The output for rewritten games.

use std::io::{self, BufWriter, Stdout, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use game::pgn::ReadGame;
use whole_file::Draft;

/// Writes games to a file or to standard output.
///
/// A file gets its name only when it is complete. So a file can be rewritten in place, and an
/// interrupted run leaves the old file.
pub struct Output {
    sink: Sink,
    games: u64,
}

enum Sink {
    Stdout(BufWriter<Stdout>),
    File { draft: Draft, path: PathBuf },
}

impl Output {
    /// Starts a file; `-` is standard output.
    pub fn create(path: &Path) -> anyhow::Result<Output> {
        let sink = if path == Path::new("-") {
            Sink::Stdout(BufWriter::new(io::stdout()))
        } else {
            Sink::File {
                draft: Draft::create(path)
                    .with_context(|| format!("cannot write {}", path.display()))?,
                path: path.to_owned(),
            }
        };
        Ok(Output { sink, games: 0 })
    }

    pub fn is_stdout(&self) -> bool {
        matches!(self.sink, Sink::Stdout(_))
    }

    /// Writes a game. A refused game is left out, or written up to its error with a comment.
    pub fn write(&mut self, mut read: ReadGame, leaves_out: bool) -> anyhow::Result<()> {
        if read.report.error.is_some() && leaves_out {
            return Ok(());
        }
        read.note_error();
        if self.games > 0 {
            writeln!(self.writer()).context("cannot write the games")?;
        }
        self.games += 1;
        write!(self.writer(), "{}", read.tree).context("cannot write the games")
    }

    fn writer(&mut self) -> &mut dyn Write {
        match &mut self.sink {
            Sink::Stdout(writer) => writer,
            Sink::File { draft, .. } => draft,
        }
    }

    pub fn finish(self) -> anyhow::Result<()> {
        match self.sink {
            Sink::Stdout(mut writer) => writer.flush().context("cannot write the games"),
            Sink::File { draft, path } => draft
                .finish()
                .with_context(|| format!("cannot write {}", path.display())),
        }
    }
}
