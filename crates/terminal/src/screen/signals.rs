//! Signals that end, suspend or wake the program while it has the whole screen.
//!
//! A signal only raises a flag, which the loop of the screen looks at. After the terminal was given
//! back, a signal that ends the program does so in its usual way, so that whoever sent it sees that
//! it was obeyed.

#[cfg(unix)]
pub use unix::Signals;

#[cfg(not(unix))]
pub use elsewhere::Signals;

#[cfg(unix)]
mod unix {
    use std::io;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::thread;
    use std::time::{Duration, Instant};

    use rustix::process::{Signal, kill_current_process_group};
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    use signal_hook::{flag, low_level};

    /// How long to wait for a suspension that may not come: a program that no shell looks after is
    /// not suspended by the system.
    const SUSPENSION_WAIT: Duration = Duration::from_millis(200);

    /// The signals that have come.
    pub struct Signals {
        /// The signal that ends the program; zero if there is none.
        ending: Arc<AtomicUsize>,
        woken: Arc<AtomicBool>,
    }

    impl Signals {
        /// Begins to listen.
        pub fn listen() -> io::Result<Signals> {
            let signals = Signals {
                ending: Arc::default(),
                woken: Arc::default(),
            };
            for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] {
                let value = usize::try_from(signal).expect("signals are numbered from 1");
                flag::register_usize(signal, Arc::clone(&signals.ending), value)?;
            }
            flag::register(SIGCONT, Arc::clone(&signals.woken))?;
            Ok(signals)
        }

        /// Whether the program is to end.
        pub fn ask_to_end(&self) -> bool {
            self.ending.load(Ordering::Relaxed) != 0
        }

        /// Whether the program has been woken since this was last asked.
        pub fn take_waking(&self) -> bool {
            self.woken.swap(false, Ordering::Relaxed)
        }

        /// Suspends the program and whatever runs it, as Ctrl-Z does elsewhere, until it is woken.
        pub fn suspend(&self) -> io::Result<()> {
            self.take_waking();
            kill_current_process_group(Signal::TSTP)?;
            // Another thread may take the signal while this one runs on for a moment.
            let begin = Instant::now();
            while !self.take_waking() && begin.elapsed() < SUSPENSION_WAIT {
                thread::sleep(Duration::from_millis(5));
            }
            Ok(())
        }

        /// Ends the program if a signal asked for it.
        pub fn obey(&self) -> io::Result<()> {
            match i32::try_from(self.ending.load(Ordering::Relaxed)) {
                Ok(0) | Err(_) => Ok(()),
                Ok(signal) => low_level::emulate_default_handler(signal),
            }
        }
    }
}

#[cfg(not(unix))]
mod elsewhere {
    use std::io;

    /// No signals: there are none here that would have to be obeyed.
    pub struct Signals;

    impl Signals {
        /// Begins to listen.
        pub fn listen() -> io::Result<Signals> {
            Ok(Signals)
        }

        /// Whether the program is to end.
        pub fn ask_to_end(&self) -> bool {
            false
        }

        /// Whether the program has been woken since this was last asked.
        pub fn take_waking(&self) -> bool {
            false
        }

        /// Does nothing: there is no shell that could wake the program.
        pub fn suspend(&self) -> io::Result<()> {
            Ok(())
        }

        /// Ends the program if a signal asked for it.
        pub fn obey(&self) -> io::Result<()> {
            Ok(())
        }
    }
}
