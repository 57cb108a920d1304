//! The report about a PGN file, for people.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use game::pgn::{Diagnostic, Report, Sink, Tags};

use crate::grouped;

/// The number of errors shown for one file; further errors are only counted.
const ERRORS_SHOWN: u64 = 50;

#[derive(Debug)]
pub struct FileReport {
    name: String,
    shows_all: bool,
    /// The diagnostics of the current game.
    found: Vec<Diagnostic>,
    games: u64,
    moves: u64,
    refused: u64,
    warnings: BTreeMap<&'static str, u64>,
    /// The number of warnings that were not passed on, because a game had too many.
    more_warnings: u64,
}

impl Sink for FileReport {
    fn diagnosed(&mut self, diagnostic: &Diagnostic) {
        self.found.push(diagnostic.clone());
    }
}

impl FileReport {
    /// A report about the file with this name, with every warning or the first of each kind.
    pub fn new(file: &Path, shows_all: bool) -> FileReport {
        let name = match file.to_str() {
            Some("-") => "standard input".to_owned(),
            _ => file.display().to_string(),
        };
        FileReport {
            name,
            shows_all,
            found: Vec::new(),
            games: 0,
            moves: 0,
            refused: 0,
            warnings: BTreeMap::new(),
            more_warnings: 0,
        }
    }

    /// Adds the diagnostics of another reader.
    pub fn take(&mut self, diagnostics: &[Diagnostic]) {
        self.found.extend_from_slice(diagnostics);
    }

    /// Whether no game was refused.
    pub fn is_fine(&self) -> bool {
        self.refused == 0
    }

    /// Prints the diagnostics of a game.
    pub fn game(&mut self, tags: &Tags, report: &Report, to: &mut dyn Write) -> io::Result<()> {
        self.games += 1;
        self.moves += report.moves;
        self.refused += u64::from(report.error.is_some());
        let told = self.found.iter().filter(|found| !found.is_error()).count();
        self.more_warnings += report.warnings.saturating_sub(told as u64);
        let title = format!(
            "game {}, {} – {}",
            report.game + 1,
            tags.get_or_unknown("White"),
            tags.get_or_unknown("Black")
        );
        self.print_found(&title, to)
    }

    fn print_found(&mut self, title: &str, to: &mut dyn Write) -> io::Result<()> {
        for diagnostic in std::mem::take(&mut self.found) {
            let is_shown = if diagnostic.is_error() {
                self.refused <= ERRORS_SHOWN
            } else {
                let count = self.warnings.entry(diagnostic.code()).or_default();
                *count += 1;
                self.shows_all || *count == 1
            };
            if !is_shown {
                continue;
            }
            writeln!(to, "{}:{diagnostic}", self.name)?;
            if diagnostic.is_error() {
                let plies = match diagnostic.ply {
                    1 => "1 ply".to_owned(),
                    plies => format!("{plies} plies"),
                };
                writeln!(to, "  in {title}, after {plies}")?;
                writeln!(to, "  {}", diagnostic.problem.advice())?;
            }
        }
        Ok(())
    }

    /// Prints the summary.
    pub fn finish(&mut self, to: &mut dyn Write) -> io::Result<()> {
        self.print_found("no game", to)?;
        let games = match self.games {
            0 => "no games".to_owned(),
            1 => "1 game".to_owned(),
            games => format!("{} games", grouped(games)),
        };
        let moves = match self.moves {
            1 => "1 move".to_owned(),
            moves => format!("{} moves", grouped(moves)),
        };
        write!(to, "{}: {games}, {moves}", self.name)?;
        match self.refused {
            0 if self.games > 0 => write!(to, ", none refused")?,
            0 => {}
            refused => write!(to, ", {} refused", grouped(refused))?,
        }
        if self.refused > ERRORS_SHOWN {
            write!(to, " (the first {ERRORS_SHOWN} are shown)")?;
        }
        writeln!(to)?;
        for (code, count) in &self.warnings {
            writeln!(to, "  {:>8} {code}", grouped(*count))?;
        }
        if self.more_warnings > 0 {
            let more = grouped(self.more_warnings);
            writeln!(to, "  {more:>8} more, in games with very many warnings")?;
        }
        Ok(())
    }
}
