//! An audit of text that arrives piece by piece, for whoever cannot wait for a reader to read.

use super::block::Cutter;
use super::pool::Tally;
use super::{Auditor, BlockReport, Kinds, Summary};

/// How large the blocks are, about. A smaller block is answered sooner, a larger one has fewer
/// beginnings.
const BLOCK: usize = 256 << 10;

/// An audit that is fed. What it finds is what [`audit`](super::audit()) finds, however the text is
/// cut into pieces, and what it keeps is no more than a few games.
///
/// ```
/// use referee::audit::{Kind, Kinds, Stream};
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
    /// An audit that looks for these kinds of findings.
    #[must_use]
    pub fn new(kinds: Kinds) -> Stream {
        Stream {
            auditor: Auditor::new(kinds),
            cutter: Cutter::new(BLOCK),
            tally: Tally::default(),
        }
    }

    /// Takes the next piece of the text, of any size; what came of it if it completes a block.
    pub fn push(&mut self, piece: &[u8]) -> Option<BlockReport> {
        let block = self.cutter.push(piece)?;
        Some(self.audit(&block))
    }

    /// The text is over: what came of the rest of it.
    pub fn finish(&mut self) -> Option<BlockReport> {
        let block = self.cutter.finish()?;
        Some(self.audit(&block))
    }

    /// What the audit has come to so far.
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
