//! The open lines: the main line, a variation of it, a variation of that, and so on.

use chess::san::{Deviations, FoundSan, SanError};
use chess::{Move, Position, Tolerance};

use crate::pgn::Options;
use crate::pgn::null::is_null_move;

/// One line, with the position before its last move, where a variation would begin.
#[derive(Clone, Debug)]
struct OpenLine {
    /// The current position and the one before it. They swap places with every move, so neither is
    /// copied.
    pair: [Position; 2],
    /// The index of the current position.
    now: u8,
    moves: u64,
    /// Whether the rest of the line is skipped.
    is_dropped: bool,
    /// Whether its start was passed to the sink.
    is_told: bool,
}

impl OpenLine {
    fn new(start: Position) -> OpenLine {
        OpenLine {
            pair: [start; 2],
            now: 0,
            moves: 0,
            is_dropped: false,
            is_told: true,
        }
    }

    #[inline]
    fn now(&self) -> &Position {
        &self.pair[usize::from(self.now & 1)]
    }

    #[inline]
    fn before(&self) -> &Position {
        &self.pair[usize::from(!self.now & 1)]
    }

    /// Plays a move that was found in the position on the board, and says how its text differs from
    /// canonical SAN.
    #[inline]
    fn play(&mut self, found: &FoundSan) -> Deviations {
        let [even, odd] = &mut self.pair;
        let (before, after) = match self.now & 1 {
            0 => (&*even, odd),
            _ => (&*odd, even),
        };
        play_into(after, before, found);
        let deviations = found.deviations(before, after);
        self.now ^= 1;
        self.moves += 1;
        deviations
    }

    /// Goes on to the position after a move or a null move.
    fn go_to(&mut self, next: Position) {
        self.now ^= 1;
        self.pair[usize::from(self.now & 1)] = next;
        self.moves += 1;
    }
}

/// Writes the position after a move to `after`. With two separate arguments, the compiler knows that
/// the positions do not overlap and avoids a copy.
#[inline]
fn play_into(after: &mut Position, before: &Position, found: &FoundSan) {
    *after = found.play(before);
}

/// All lines that are open, the innermost last.
#[derive(Debug)]
pub(super) struct Lines {
    inner: OpenLine,
    outer: Vec<OpenLine>,
    /// The number of moves in the main line.
    pub(super) plies: u64,
    /// Whether the main line has a null move. Then it is not a game of chess.
    pub(super) has_null_move: bool,
}

/// A move that was played.
pub(super) enum Played {
    /// A move in SAN, with the deviations of its text from canonical SAN.
    San(Move, Deviations),
    /// A move in UCI notation.
    Uci(Move),
    /// A null move.
    Null,
}

impl Played {
    /// The move; `None` if it was a null move.
    #[inline]
    pub(super) fn m(&self) -> Option<Move> {
        match *self {
            Played::San(m, _) | Played::Uci(m) => Some(m),
            Played::Null => None,
        }
    }
}

/// Why a move was not played.
pub(super) enum NotPlayed {
    /// The line is skipped.
    Dropped,
    /// The text means no legal move.
    San(SanError),
    /// A null move in the main line, where it is refused.
    NullMove,
    /// A null move of a side in check.
    NullMoveInCheck,
}

/// The result of starting a variation.
pub(super) enum Opened {
    Fine,
    /// It is skipped with the line it belongs to.
    Dropped,
    /// There is no move to which it could be an alternative.
    WithoutMove,
}

/// The state of a variation when it ends.
pub(super) struct Closed {
    pub(super) is_told: bool,
    pub(super) is_empty: bool,
}

impl Lines {
    /// The main line at its start.
    pub(super) fn new(start: Position) -> Lines {
        Lines {
            inner: OpenLine::new(start),
            outer: Vec::new(),
            plies: 0,
            has_null_move: false,
        }
    }

    /// Resets the lines and keeps the memory.
    pub(super) fn restart(&mut self, start: Position) {
        self.outer.clear();
        self.plies = 0;
        self.has_null_move = false;
        self.inner = OpenLine::new(start);
    }

    /// The position of the innermost line.
    #[inline]
    pub(super) fn position(&self) -> &Position {
        self.inner.now()
    }

    /// The position of the main line.
    pub(super) fn main_position(&self) -> &Position {
        self.outer.first().unwrap_or(&self.inner).now()
    }

    #[inline]
    pub(super) fn is_main(&self) -> bool {
        self.outer.is_empty()
    }

    #[inline]
    pub(super) fn is_dropped(&self) -> bool {
        self.inner.is_dropped
    }

    /// Skips the rest of the innermost line.
    pub(super) fn drop_line(&mut self) {
        self.inner.is_dropped = true;
    }

    /// Reads and plays a move in the innermost line.
    #[inline]
    pub(super) fn play(&mut self, san: &[u8], options: &Options) -> Result<Played, NotPlayed> {
        if self.inner.is_dropped {
            return Err(NotPlayed::Dropped);
        }
        match self.inner.now().find_san(san) {
            Ok(found) => {
                self.plies += u64::from(self.is_main());
                Ok(Played::San(found.m, self.inner.play(&found)))
            }
            Err(error) => self.play_other(san, error, options),
        }
    }

    /// Plays a null move or a move in UCI notation. This error is the reason why it is not SAN.
    #[cold]
    fn play_other(
        &mut self,
        text: &[u8],
        error: SanError,
        options: &Options,
    ) -> Result<Played, NotPlayed> {
        let now = self.inner.now();
        if matches!(error, SanError::Parse(_)) && is_null_move(text) {
            if self.is_main() && options.null_moves == Tolerance::Strict {
                return Err(NotPlayed::NullMove);
            }
            let next = now.play_null().ok_or(NotPlayed::NullMoveInCheck)?;
            self.has_null_move |= self.is_main();
            return Ok(self.play_to(next, Played::Null));
        }
        let uci = core::str::from_utf8(text)
            .ok()
            .filter(|_| !options.is_strict());
        let m = uci.and_then(|text| now.parse_uci(text).ok());
        let Some(m) = m else {
            return Err(NotPlayed::San(error));
        };
        let next = now.play_unchecked(m);
        Ok(self.play_to(next, Played::Uci(m)))
    }

    fn play_to(&mut self, next: Position, played: Played) -> Played {
        self.plies += u64::from(self.is_main());
        self.inner.go_to(next);
        played
    }

    /// Begins a variation as an alternative to the last move of the innermost line.
    pub(super) fn open(&mut self) -> Opened {
        let opened = if self.inner.is_dropped {
            Opened::Dropped
        } else if self.inner.moves == 0 {
            Opened::WithoutMove
        } else {
            Opened::Fine
        };
        let is_fine = matches!(opened, Opened::Fine);
        let variation = OpenLine {
            is_dropped: !is_fine,
            is_told: is_fine,
            ..OpenLine::new(*self.inner.before())
        };
        self.outer
            .push(core::mem::replace(&mut self.inner, variation));
        opened
    }

    /// Ends the innermost variation.
    pub(super) fn close(&mut self) -> Closed {
        let closed = Closed {
            is_told: self.inner.is_told,
            is_empty: self.inner.moves == 0 && !self.inner.is_dropped,
        };
        if let Some(outer) = self.outer.pop() {
            self.inner = outer;
        }
        closed
    }

    /// The number of open variations.
    pub(super) fn depth(&self) -> usize {
        self.outer.len()
    }
}
