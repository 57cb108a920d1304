//! An audit of text that arrives in pieces, for callers that cannot block on a reader.

use super::block::Cutter;
use super::pool::Tally;
use super::{Auditor, BlockReport, Kinds, Summary};

/// The approximate size of the blocks. Smaller blocks report sooner; larger ones have less
/// overhead.
const BLOCK: usize = 256 << 10;

/// An audit that is fed with text. It finds the same as [`audit`](super::audit()), however the text
/// is split into pieces, and keeps only a few games in memory.
///
/// ```
/// use fourfold_referee::audit::{Kind, Kinds, Stream};
/// let mut stream = Stream::new(Kinds::ALL);
/// let mut findings = Vec::new();
/// for piece in ["[White \"A\"]\n\n1. e4 e", "5 2. Ke3 *\n"] {
///     findings.extend(stream.push(piece.as_bytes()).into_iter().flat_map(|block| block.findings));
/// }
/// findings.extend(stream.finish().into_iter().flat_map(|block| block.findings));
/// assert_eq!(findings[0].kind(), Kind::IllegalMove);
/// assert_eq!(stream.summary().games, 1);
/// ```
pub struct Stream {
    auditor: Auditor,
    cutter: Cutter,
    tally: Tally,
}

impl Stream {
    /// An audit for these kinds of findings.
    #[must_use]
    pub fn new(kinds: Kinds) -> Stream {
        Stream {
            auditor: Auditor::new(kinds),
            cutter: Cutter::new(BLOCK),
            tally: Tally::default(),
        }
    }

    /// Adds the next piece of text, of any size; returns a report if it completes a block.
    pub fn push(&mut self, piece: &[u8]) -> Option<BlockReport> {
        let block = self.cutter.push(piece)?;
        Some(self.audit(&block))
    }

    /// Ends the text; returns the report of the rest.
    pub fn finish(&mut self) -> Option<BlockReport> {
        let block = self.cutter.finish()?;
        Some(self.audit(&block))
    }

    /// The summary so far.
    #[must_use]
    pub fn summary(&self) -> &Summary {
        &self.tally.summary
    }

    fn audit(&mut self, block: &[u8]) -> BlockReport {
        let mut report = self.auditor.audit_block(block);
        self.tally.add(&mut report);
        report
    }
}
