//! The input of a reader: a slice in memory, or a stream seen through a window.

use std::io::{self, Read};

use super::place::Ruler;

/// The part of the input that a lexer sees.
#[derive(Clone, Copy)]
pub struct Window<'w> {
    pub bytes: &'w [u8],
    /// Whether these are the last bytes of the input.
    pub is_last: bool,
}

/// An input that is read through a moving window: a [`Slice`] or a [`Stream`].
pub trait Source: sealed::Sealed {}

pub(super) mod sealed {
    use std::io;

    use super::{Ruler, Window};

    pub trait Sealed {
        /// The current window.
        fn window(&self) -> Window<'_>;

        /// Moves the window past `done` bytes and reads more. The ruler advances if it is still
        /// before them. Returns how far the window moved.
        fn refill(&mut self, done: usize, ruler: &mut Ruler) -> io::Result<usize>;

        /// The number of bytes before the window.
        fn offset(&self) -> u64;
    }
}

/// Bytes in memory, in one window.
#[derive(Clone, Copy, Debug)]
pub struct Slice<'s> {
    bytes: &'s [u8],
}

impl<'s> Slice<'s> {
    pub(super) fn new(bytes: &'s [u8]) -> Slice<'s> {
        Slice { bytes }
    }
}

impl Source for Slice<'_> {}

impl sealed::Sealed for Slice<'_> {
    #[inline]
    fn window(&self) -> Window<'_> {
        Window {
            bytes: self.bytes,
            is_last: true,
        }
    }

    fn refill(&mut self, _: usize, _: &mut Ruler) -> io::Result<usize> {
        Ok(0)
    }

    #[inline]
    fn offset(&self) -> u64 {
        0
    }
}

/// The initial size of the window. It grows only for a token that does not fit.
const WINDOW_BYTES: usize = 64 << 10;

/// An incomplete token is scanned again from its beginning. From this size on the stream reads more
/// than one piece first, so a long token in small pieces stays cheap.
const LONG_TOKEN: usize = 4 << 10;

/// A stream, with a window of it in memory.
#[derive(Debug)]
pub struct Stream<R> {
    input: R,
    buffer: Vec<u8>,
    /// The number of bytes in the buffer.
    filled: usize,
    offset: u64,
    is_last: bool,
}

impl<R: Read> Stream<R> {
    pub(super) fn new(input: R) -> Stream<R> {
        Stream {
            input,
            buffer: vec![0; WINDOW_BYTES],
            filled: 0,
            offset: 0,
            is_last: false,
        }
    }
}

impl<R: Read> Source for Stream<R> {}

impl<R: Read> sealed::Sealed for Stream<R> {
    #[inline]
    fn window(&self) -> Window<'_> {
        Window {
            bytes: &self.buffer[..self.filled],
            is_last: self.is_last,
        }
    }

    fn refill(&mut self, done: usize, ruler: &mut Ruler) -> io::Result<usize> {
        let measured = (ruler.place().offset - self.offset) as usize;
        if measured < done {
            ruler.advance(&self.buffer[measured..done]);
        }
        self.buffer.copy_within(done..self.filled, 0);
        self.filled -= done;
        self.offset += done as u64;
        if self.filled == self.buffer.len() {
            self.buffer.resize(2 * self.buffer.len(), 0);
        } else if self.filled == 0 && self.buffer.len() > WINDOW_BYTES {
            self.buffer.truncate(WINDOW_BYTES);
            self.buffer.shrink_to_fit();
        }
        let is_long = done == 0 && self.filled >= LONG_TOKEN;
        let enough = self.filled + if is_long { self.filled / 2 } else { 1 };
        let enough = enough.min(self.buffer.len());
        while self.filled < enough && !self.is_last {
            match self.input.read(&mut self.buffer[self.filled..]) {
                Ok(0) => self.is_last = true,
                Ok(count) => self.filled += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(done)
    }

    #[inline]
    fn offset(&self) -> u64 {
        self.offset
    }
}
