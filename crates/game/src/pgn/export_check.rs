//! Compares the games of a file with their export format while they are read.

use std::cell::RefCell;
use std::io::{self, Read};
use std::rc::Rc;

use super::{Diagnostic, Problem, ReadGame};

/// An input whose bytes are kept until they have been compared.
#[derive(Debug)]
pub struct Tee<R> {
    input: R,
    kept: Rc<RefCell<Kept>>,
    kept_max: usize,
}

/// The most bytes that are kept. A game that needs more is refused.
const KEPT_MAX: usize = 256 << 20;

/// The last bytes that were read, from an offset of the input.
#[derive(Debug, Default)]
struct Kept {
    offset: u64,
    bytes: Vec<u8>,
}

impl<R: Read> Read for Tee<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        let mut kept = self.kept.borrow_mut();
        kept.bytes.extend(&buffer[..count]);
        if kept.bytes.len() > self.kept_max {
            let end = kept.offset + kept.bytes.len() as u64;
            kept.forget_before(end);
        }
        Ok(count)
    }
}

/// Refuses games that are not in export format.
///
/// ```
/// use fourfold_game::pgn::{Builder, Checker, ExportCheck, Reader};
/// let (input, mut export) = ExportCheck::of("1. e4 *".as_bytes());
/// let mut checker = Checker::new(Reader::from_stream(input));
/// let mut builder = Builder::new();
/// let report = checker.read_game(&mut builder)?.ok_or("there is a game")?;
/// let mut game = builder.finish(checker.tags(), report);
/// export.check(&mut game);
/// assert!(game.report.error.is_some(), "the tags are missing");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ExportCheck {
    kept: Rc<RefCell<Kept>>,
    /// Where the last line of the last game ends; unknown after a refused game.
    end: Option<u64>,
    is_first: bool,
}

impl ExportCheck {
    /// Keeps an input for comparison.
    pub fn of<R: Read>(input: R) -> (Tee<R>, ExportCheck) {
        let kept = Rc::new(RefCell::new(Kept::default()));
        let tee = Tee {
            input,
            kept: Rc::clone(&kept),
            kept_max: KEPT_MAX,
        };
        let check = ExportCheck {
            kept,
            end: None,
            is_first: true,
        };
        (tee, check)
    }

    /// Refuses a game whose text is not export format. Games must come in order.
    pub fn check(&mut self, read: &mut ReadGame) {
        let begin = read.report.place.offset;
        let mut kept = self.kept.borrow_mut();
        kept.forget_before(begin);
        if read.report.error.is_none() {
            let difference = if kept.offset > begin {
                Some(refusal(read, "expected a shorter text"))
            } else {
                self.gap(read)
                    .or_else(|| read.difference_from_export(&kept.bytes))
            };
            read.diagnostics.extend(difference.clone());
            read.report.error = difference;
        }
        let is_fine = read.report.error.is_none();
        self.end = is_fine.then(|| begin + read.export_bytes() as u64);
        self.is_first = false;
    }

    /// What is wrong before a game: the first starts the file, the others follow an empty line.
    fn gap(&self, read: &ReadGame) -> Option<Diagnostic> {
        let begin = read.report.place.offset;
        let (is_due, expected) = match self.end {
            Some(end) => (begin == end + 2, "expected one empty line between games"),
            None if self.is_first => (begin == 0, "expected the game to begin the file"),
            None => (true, ""),
        };
        (!is_due).then(|| refusal(read, expected))
    }
}

fn refusal(read: &ReadGame, expected: &str) -> Diagnostic {
    Diagnostic {
        game: read.report.game,
        ply: 0,
        place: read.report.place,
        token: None,
        problem: Problem::NotExportFormat(expected.to_owned()),
    }
}

impl Kept {
    fn forget_before(&mut self, offset: u64) {
        let done = usize::try_from(offset.saturating_sub(self.offset)).unwrap_or(usize::MAX);
        let done = done.min(self.bytes.len());
        self.bytes.drain(..done);
        self.offset += done as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::{Checker, Reader, Tree};

    #[test]
    fn a_text_that_is_too_long_to_keep_is_refused_and_the_next_game_is_not() {
        let game = Tree::default().to_string();
        let long = game.replace("\n*", &format!("\n{{{}}} *", "x ".repeat(100_000)));
        let text = format!("{long}\n{game}");
        let (mut input, mut export) = ExportCheck::of(text.as_bytes());
        input.kept_max = 100_000;
        let mut checker = Checker::new(Reader::from_stream(input));
        let mut errors = Vec::new();
        while let Some(mut read) = checker.read_tree().unwrap() {
            export.check(&mut read);
            errors.push(read.report.error.map(|error| error.problem.to_string()));
        }
        let due = "not export format: expected a shorter text".to_owned();
        assert_eq!(errors, [Some(due), None]);
    }
}
