//! The number of threads of a command.

use std::num::NonZeroUsize;
use std::str::FromStr;
use std::thread;

use anyhow::Context;

/// The maximum number of threads. Systems refuse far larger numbers, and a thread that cannot be
/// started ends the program.
const MOST: usize = 1024;

/// A valid number of threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads(NonZeroUsize);

impl Threads {
    /// This number of threads, if it is valid.
    pub fn new(number: usize) -> anyhow::Result<Threads> {
        NonZeroUsize::new(number)
            .filter(|number| number.get() <= MOST)
            .map(Threads)
            .with_context(|| format!("expected a number from 1 to {MOST}"))
    }

    /// One thread for each core of this machine.
    pub fn cores() -> Threads {
        Threads(thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
    }

    /// The number.
    pub fn get(self) -> usize {
        self.0.get()
    }

    /// The number, as a nonzero integer.
    pub fn non_zero(self) -> NonZeroUsize {
        self.0
    }
}

impl FromStr for Threads {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Threads> {
        Threads::new(text.parse().unwrap_or(0))
    }
}
