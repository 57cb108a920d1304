//! Cutting an input into blocks of whole games.
//!
//! A block ends before an empty line's `[Event "`, where a reader of PGN begins a game whatever
//! came before; a comment or a variation that nobody closed ends there too. So blocks can be read
//! each on its own. Where blocks are cut depends on the text alone.

use std::io::{self, Read};

/// The size at which a block ends with any line if no game has begun by then.
const LONGEST: usize = 64 << 20;

/// An input, cut into blocks.
pub(super) struct Blocks<R> {
    input: R,
    /// How large blocks should be.
    due: usize,
    /// How large they may become.
    longest: usize,
    /// What has been read and belongs to the next block.
    rest: Vec<u8>,
    is_over: bool,
}

impl<R: Read> Blocks<R> {
    pub(super) fn new(input: R, due: usize) -> Blocks<R> {
        Blocks {
            input,
            due: due.max(1),
            longest: LONGEST.max(due),
            rest: Vec::new(),
            is_over: false,
        }
    }

    /// The next block; `None` at the end of the input.
    pub(super) fn next_block(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut bytes = core::mem::take(&mut self.rest);
        let mut looked_at = 0;
        while !self.is_over {
            let wanted = self.due.max(bytes.len());
            let read = (&mut self.input)
                .take(wanted as u64)
                .read_to_end(&mut bytes)?;
            self.is_over = read < wanted;
            if self.is_over {
                break;
            }
            let is_full = bytes.len() >= self.longest;
            if let Some(end) = last_start(&bytes, looked_at).or(is_full.then(|| line_end(&bytes))) {
                self.rest = bytes.split_off(end);
                return Ok(Some(bytes));
            }
            looked_at = bytes.len();
        }
        Ok((!bytes.is_empty()).then_some(bytes))
    }
}

/// Where the last game begins that does so behind `from`; not at the very beginning.
fn last_start(bytes: &[u8], from: usize) -> Option<usize> {
    const TAG: &[u8] = b"[Event \"";
    let is_start = |at: usize| {
        let is_after_empty_line = || {
            let before = &bytes[..at];
            before.ends_with(b"\n\n") || before.ends_with(b"\n\r\n") || before.ends_with(b"\r\r")
        };
        bytes[at] == b'[' && bytes[at..].starts_with(TAG) && is_after_empty_line()
    };
    // A tag that was cut off when `from` was the end has to be found too.
    let from = from.saturating_sub(TAG.len()).max(1);
    (from..bytes.len()).rev().find(|&at| is_start(at))
}

/// Behind the last line that is whole; behind everything if there is none.
fn line_end(bytes: &[u8]) -> usize {
    let last = bytes.iter().rposition(|&byte| byte == b'\n');
    last.map_or(bytes.len(), |last| last + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str, due: usize) -> Vec<String> {
        let mut blocks = Blocks {
            longest: 256,
            ..Blocks::new(text.as_bytes(), due)
        };
        let mut cut = Vec::new();
        while let Some(block) = blocks.next_block().expect("a slice can be read") {
            cut.push(String::from_utf8(block).expect("it is cut between characters"));
        }
        assert_eq!(cut.concat(), text);
        cut
    }

    #[test]
    fn blocks_begin_with_games() {
        let game = "[Event \"a\"]\n\n1. e4 *\n\n";
        let text = game.repeat(50);
        for due in [1, 10, 23, 24, 100, 10_000] {
            let blocks = cut(&text, due);
            assert!(
                blocks.iter().all(|block| block.starts_with("[Event \"")),
                "{due}"
            );
            assert!(due > 100 || blocks.len() > 5, "{due}: {}", blocks.len());
        }
    }

    #[test]
    fn a_tag_within_a_line_or_without_an_empty_line_begins_nothing() {
        let text = "[Event \"a\"]\n\n1. e4 {x [Event \"b\"]} *\n[Event \"c\"]\n\n1. d4 *\n";
        assert_eq!(cut(text, 1).len(), 1);
        let carriage = "[Event \"a\"]\r\n\r\n1. e4 *\r\n\r\n".repeat(9);
        assert!(cut(&carriage, 1).len() > 2);
    }

    #[test]
    fn text_without_games_is_cut_at_the_ends_of_lines() {
        let text = "no game here\n".repeat(1000);
        let blocks = cut(&text, 8);
        assert!(
            blocks
                .iter()
                .all(|block| block.ends_with('\n') && block.len() < 1024)
        );
        assert!(cut(&"x".repeat(5000), 8).len() > 1);
        assert!(cut("", 8).is_empty());
    }
}
