//! A series of independent units. Threads play them, the journal records them in order, and a
//! listener may end the series early.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use crate::in_order::InOrder;
use crate::journal::{Journal, JournalError, Unit};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeriesEnd {
    Finished,
    /// The listener ended it.
    Decided,
    Stopped,
}

/// Whether a series continues after a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoOn {
    Yes,
    /// Stop: the series is decided.
    No,
}

/// Plays the units from `first` up to `units` that are not in the journal. Each is passed to
/// `listen` in order, after it is on disk.
///
/// # Errors
///
/// Returns an error if the journal cannot be written; its contents stay valid.
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
