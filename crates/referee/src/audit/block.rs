//! Splitting an input into blocks of whole games.
//!
//! A block ends before `[Event "` after an empty line. A PGN reader begins a game there whatever
//! came before; even an unclosed comment or variation ends there. So each block can be read on its
//! own, and the boundaries depend only on the text.

use std::io::{self, Read};

/// The size at which a block ends with any line if no game has begun.
const LONGEST: usize = 64 << 20;

/// Splits text that arrives in pieces into blocks.
pub(super) struct Cutter {
    /// The intended size of blocks.
    due: usize,
    /// The greatest size of blocks.
    longest: usize,
    /// The text of the next block.
    held: Vec<u8>,
    /// The length of its beginning that was searched for the start of a game.
    looked_at: usize,
}

impl Cutter {
    pub(super) fn new(due: usize) -> Cutter {
        Cutter {
            due: due.max(1),
            longest: LONGEST.max(due),
            held: Vec::new(),
            looked_at: 0,
        }
    }

    /// How much text to read before the next split: a block, or as much as there is already, so
    /// that an endless game is not searched over and over.
    fn wanted(&self) -> usize {
        self.due.max(self.held.len())
    }

    /// Adds text and returns a block if there is one.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Option<Vec<u8>> {
        self.held.extend_from_slice(bytes);
        let is_due = self.held.len() >= self.due.max(2 * self.looked_at);
        if is_due { self.cut() } else { None }
    }

    fn cut(&mut self) -> Option<Vec<u8>> {
        let is_full = self.held.len() >= self.longest;
        let start = last_start(&self.held, self.looked_at);
        let Some(end) = start.or(is_full.then(|| line_end(&self.held))) else {
            self.looked_at = self.held.len();
            return None;
        };
        self.looked_at = 0;
        let rest = self.held.split_off(end);
        Some(core::mem::replace(&mut self.held, rest))
    }

    /// The last block; `None` if there is nothing left.
    pub(super) fn finish(&mut self) -> Option<Vec<u8>> {
        self.looked_at = 0;
        let last = core::mem::take(&mut self.held);
        (!last.is_empty()).then_some(last)
    }
}

/// An input, split into blocks.
pub(super) struct Blocks<R> {
    input: R,
    cutter: Cutter,
    is_over: bool,
}

impl<R: Read> Blocks<R> {
    pub(super) fn new(input: R, due: usize) -> Blocks<R> {
        Blocks {
            input,
            cutter: Cutter::new(due),
            is_over: false,
        }
    }

    /// The next block; `None` at the end of the input.
    pub(super) fn next_block(&mut self) -> io::Result<Option<Vec<u8>>> {
        while !self.is_over {
            let wanted = self.cutter.wanted();
            let input = &mut self.input;
            let read = input
                .take(wanted as u64)
                .read_to_end(&mut self.cutter.held)?;
            self.is_over = read < wanted;
            if !self.is_over
                && let Some(block) = self.cutter.cut()
            {
                return Ok(Some(block));
            }
        }
        Ok(self.cutter.finish())
    }
}

/// The start of the last game that begins after `from`, other than at the very beginning.
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

/// The end of the last complete line; the end of the text if there is none.
fn line_end(bytes: &[u8]) -> usize {
    let last = bytes.iter().rposition(|&byte| byte == b'\n');
    last.map_or(bytes.len(), |last| last + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str, due: usize) -> Vec<String> {
        let mut blocks = Blocks::new(text.as_bytes(), due);
        blocks.cutter.longest = 256;
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
