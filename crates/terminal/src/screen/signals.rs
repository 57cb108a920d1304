//! Signals that end, suspend or resume the program in full-screen mode.
//!
//! A signal handler only sets a flag, which the main loop checks. After the terminal is restored, a
//! fatal signal is raised again with its default action, so that the sender sees its effect.

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

    /// How long to wait for a suspension. It may not come: a process without a shell to resume it is not
    /// suspended by the system.
    const SUSPENSION_WAIT: Duration = Duration::from_millis(200);

    pub struct Signals {
        /// The fatal signal; zero if there is none.
        ending: Arc<AtomicUsize>,
        woken: Arc<AtomicBool>,
    }

    impl Signals {
        /// Installs the signal handlers.
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

        /// Ends the program as Ctrl-C does.
        pub fn interrupt(&self) {
            let value = usize::try_from(SIGINT).expect("signals are numbered from 1");
            self.ending.store(value, Ordering::Relaxed);
        }

        /// Whether the program should end.
        pub fn ask_to_end(&self) -> bool {
            self.ending.load(Ordering::Relaxed) != 0
        }

        /// Whether the program was resumed since the last call.
        pub fn take_waking(&self) -> bool {
            self.woken.swap(false, Ordering::Relaxed)
        }

        /// Suspends the process group, like Ctrl-Z, until it is resumed.
        pub fn suspend(&self) -> io::Result<()> {
            self.take_waking();
            kill_current_process_group(Signal::TSTP)?;
            // Another thread may receive the signal while this one runs on for a moment.
            let begin = Instant::now();
            while !self.take_waking() && begin.elapsed() < SUSPENSION_WAIT {
                thread::sleep(Duration::from_millis(5));
            }
            Ok(())
        }

        /// Ends the program if a fatal signal was received.
        pub fn handle(&self) -> io::Result<()> {
            match i32::try_from(self.ending.load(Ordering::Relaxed)) {
                Ok(0) | Err(_) => Ok(()),
                Ok(signal) => low_level::emulate_default_handler(signal),
            }
        }
    }
}

#[cfg(not(unix))]
mod elsewhere {
    use std::cell::Cell;
    use std::{io, process};

    /// The exit code of an interrupted program.
    const INTERRUPTED: i32 = 130;

    /// A stub for systems without these signals.
    #[derive(Default)]
    pub struct Signals {
        is_interrupted: Cell<bool>,
    }

    impl Signals {
        /// Does nothing.
        pub fn listen() -> io::Result<Signals> {
            Ok(Signals::default())
        }

        /// Ends the program as Ctrl-C does.
        pub fn interrupt(&self) {
            self.is_interrupted.set(true);
        }

        /// Whether the program should end.
        pub fn ask_to_end(&self) -> bool {
            self.is_interrupted.get()
        }

        /// Never.
        pub fn take_waking(&self) -> bool {
            false
        }

        /// Does nothing: no shell could resume the program.
        pub fn suspend(&self) -> io::Result<()> {
            Ok(())
        }

        /// Ends the program if it was interrupted.
        pub fn handle(&self) -> io::Result<()> {
            match self.is_interrupted.get() {
                true => process::exit(INTERRUPTED),
                false => Ok(()),
            }
        }
    }
}
