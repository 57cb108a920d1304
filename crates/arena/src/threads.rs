//! The number of threads of a run.

use std::num::NonZeroUsize;
use std::str::FromStr;
use std::thread;

use serde::Deserialize;

/// A valid number of threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "usize")]
pub struct Threads(NonZeroUsize);

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a number from 1 to {}", Threads::MOST)]
pub struct BadThreads;

impl Threads {
    /// The maximum number of threads. Systems refuse far larger numbers, and a thread that cannot
    /// be started ends the program.
    pub const MOST: usize = 1024;

    /// This number of threads.
    ///
    /// # Errors
    ///
    /// Returns an error if the number is 0 or too large.
    pub fn new(number: usize) -> Result<Threads, BadThreads> {
        NonZeroUsize::new(number)
            .filter(|number| number.get() <= Threads::MOST)
            .map(Threads)
            .ok_or(BadThreads)
    }

    /// One thread for each core of this machine.
    #[must_use]
    pub fn cores() -> Threads {
        Threads(thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
    }

    #[must_use]
    pub fn get(self) -> usize {
        self.0.get()
    }

    #[must_use]
    pub fn non_zero(self) -> NonZeroUsize {
        self.0
    }
}

impl TryFrom<usize> for Threads {
    type Error = BadThreads;

    fn try_from(number: usize) -> Result<Threads, BadThreads> {
        Threads::new(number)
    }
}

impl FromStr for Threads {
    type Err = BadThreads;

    fn from_str(text: &str) -> Result<Threads, BadThreads> {
        Threads::new(text.parse().unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_outside_the_range_are_refused() {
        for bad in ["0", "1025", "-1", "many"] {
            assert_eq!(bad.parse::<Threads>(), Err(BadThreads), "{bad}");
        }
        assert_eq!("1024".parse().map(Threads::get), Ok(1024));
    }
}
