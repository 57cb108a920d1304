//! A series of units that need nothing from each other: threads play them, the journal keeps them in
//! order, and whoever listens may end it early.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use crate::in_order::InOrder;
use crate::journal::{Journal, JournalError, Unit};

/// How a series ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeriesEnd {
    /// All units have been played.
    Finished,
    /// Whoever listens has heard enough.
    Decided,
    /// It was stopped.
    Stopped,
}

/// Whether a series goes on after a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoOn {
    /// Play on.
    Yes,
    /// It is decided.
    No,
}

/// Plays the units from `first` up to `units` that the journal does not hold yet. Each is handed to
/// `listen` when it is on disk, in order.
///
/// # Errors
///
/// Returns why the journal cannot be written; what it holds is whole.
pub fn run<U: Unit + Send>(
    journal: &mut Journal<U>,
    first: u64,
    units: u64,
    threads: usize,
    stop: &AtomicBool,
    play: &(dyn Fn(u64, &AtomicBool) -> Option<U> + Sync),
    listen: &mut dyn FnMut(&U) -> GoOn,
) -> Result<SeriesEnd, JournalError> {
    let next = AtomicU64::new(first);
    let done = AtomicBool::new(false);
    let (sender, results) = channel();
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (sender, next, done) = (sender.clone(), &next, &done);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let is_over = stop.load(Ordering::Relaxed) || done.load(Ordering::Relaxed);
                    if number >= units || is_over {
                        return;
                    }
                    let Some(unit) = play(number, stop) else {
                        return;
                    };
                    if sender.send((number, unit)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = InOrder::new(first);
        let mut end = None;
        let mut count = first;
        for (number, unit) in results {
            waiting.add(number, unit);
            while end.is_none()
                && let Some(unit) = waiting.take_next()
            {
                if let Err(error) = journal.add(&unit) {
                    done.store(true, Ordering::Relaxed);
                    return Err(error);
                }
                count += 1;
                if listen(&unit) == GoOn::No {
                    done.store(true, Ordering::Relaxed);
                    end = Some(SeriesEnd::Decided);
                }
            }
        }
        let otherwise = if count >= units {
            SeriesEnd::Finished
        } else {
            SeriesEnd::Stopped
        };
        Ok(end.unwrap_or(otherwise))
    })
}
