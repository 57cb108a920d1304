//! The terminal in full-screen mode.
//!
//! It is restored on every way out: when the player quits, on an error, on a panic, on a fatal
//! signal, and while the program is suspended.

use std::io;
use std::panic;
use std::sync::Once;
use std::thread;

use ratatui::DefaultTerminal;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

/// The terminal in full-screen mode. Dropping it restores the terminal.
pub struct Screen {
    terminal: DefaultTerminal,
    is_taken: bool,
}

impl Screen {
    /// Takes over the terminal.
    pub fn take() -> io::Result<Screen> {
        give_back_on_panic();
        let mut screen = Screen {
            terminal: blank()?,
            is_taken: false,
        };
        screen.take_again()?;
        Ok(screen)
    }

    /// Takes over the terminal again and redraws everything.
    pub fn take_again(&mut self) -> io::Result<()> {
        // The drop guard restores what was changed even if the rest fails.
        self.is_taken = true;
        enable_raw_mode()?;
        let all = Clear(ClearType::All);
        execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, all)?;
        // A new terminal has an empty buffer, so everything is drawn again.
        self.terminal = blank()?;
        Ok(())
    }

    pub fn give_back(&mut self) -> io::Result<()> {
        if !self.is_taken {
            return Ok(());
        }
        self.is_taken = false;
        restore()
    }

    pub fn terminal(&mut self) -> &mut DefaultTerminal {
        &mut self.terminal
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // The error that led here is already being reported.
        let _ = self.give_back();
    }
}

fn blank() -> io::Result<DefaultTerminal> {
    Terminal::new(CrosstermBackend::new(io::stdout()))
}

fn restore() -> io::Result<()> {
    let cooked = disable_raw_mode();
    execute!(
        io::stdout(),
        DisableMouseCapture,
        LeaveAlternateScreen,
        Show
    )?;
    cooked
}

/// Restores the terminal before the message of a panic on this thread, so that it can be read.
///
/// Panics on other threads print nothing: the dialog reports that the engine failed.
fn give_back_on_panic() {
    static ONCE: Once = Once::new();
    let drawing = thread::current().id();
    ONCE.call_once(|| {
        let tell = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if thread::current().id() == drawing {
                // The message is printed either way.
                let _ = restore();
                tell(panic);
            }
        }));
    });
}
