//! Where rewritten games go.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use game::GameResult;
use game::pgn::{Comment, ReadGame};

/// A file of games in the making, or standard output.
///
/// The file takes its name only when it is complete, so that a game file can be rewritten in
/// place and an interrupted run leaves what was there.
pub struct Output {
    writer: BufWriter<Box<dyn Write>>,
    draft: Option<Draft>,
    games: u64,
}

/// A file under a name that is not its own yet. Unless it gets its own, it is removed.
struct Draft {
    draft: PathBuf,
    path: PathBuf,
    is_named: bool,
}

impl Drop for Draft {
    fn drop(&mut self) {
        if !self.is_named {
            // Nothing better can be done about a draft that cannot be removed either.
            let _ = fs::remove_file(&self.draft);
        }
    }
}

impl Output {
    /// Begins a file.
    pub fn create(path: &Path) -> anyhow::Result<Output> {
        if path == Path::new("-") {
            return Ok(Output {
                writer: BufWriter::new(Box::new(io::stdout())),
                draft: None,
                games: 0,
            });
        }
        let mut draft = path.as_os_str().to_owned();
        draft.push(format!(".{}.part", std::process::id()));
        let draft = PathBuf::from(draft);
        let file =
            File::create(&draft).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Output {
            writer: BufWriter::new(Box::new(file)),
            draft: Some(Draft {
                draft,
                path: path.to_owned(),
                is_named: false,
            }),
            games: 0,
        })
    }

    /// Whether the games go to standard output.
    pub fn is_stdout(&self) -> bool {
        self.draft.is_none()
    }

    /// Writes a game. One that was refused is written up to its error and says so, or left out if
    /// the reader is strict.
    pub fn write(&mut self, mut read: ReadGame, is_strict: bool) -> anyhow::Result<()> {
        if let Some(error) = &read.report.error {
            if is_strict {
                return Ok(());
            }
            let token = error.token.as_deref().unwrap_or("the end");
            let note = format!(
                "left out from here: {} at line {}, column {}: {token}",
                error.code(),
                error.place.line,
                error.place.column
            );
            let end = read.tree.main_end();
            let note = Comment::new(&note);
            read.tree.node_mut(end).comments.extend(note);
            read.tree.result = GameResult::Unknown;
        }
        if self.games > 0 {
            writeln!(self.writer).context("cannot write the games")?;
        }
        self.games += 1;
        write!(self.writer, "{}", read.tree).context("cannot write the games")
    }

    /// Completes the file.
    pub fn finish(mut self) -> anyhow::Result<()> {
        self.writer.flush().context("cannot write the games")?;
        drop(self.writer);
        if let Some(mut file) = self.draft {
            File::open(&file.draft)
                .and_then(|draft| draft.sync_all())
                .and_then(|()| fs::rename(&file.draft, &file.path))
                .with_context(|| format!("cannot write {}", file.path.display()))?;
            file.is_named = true;
        }
        Ok(())
    }
}
