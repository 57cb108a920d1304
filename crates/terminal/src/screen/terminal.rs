//! The terminal while the game has the whole screen.
//!
//! It is taken over on the way in and given back on every way out: when the player leaves, when
//! something fails, on a panic, on a signal that ends the program, and while the program is
//! suspended.

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

/// The whole screen. It is given back when this is dropped.
pub struct Screen {
    terminal: DefaultTerminal,
    is_taken: bool,
}

impl Screen {
    /// Takes the terminal over.
    pub fn take() -> io::Result<Screen> {
        give_back_on_panic();
        let mut screen = Screen {
            terminal: blank()?,
            is_taken: false,
        };
        screen.take_again()?;
        Ok(screen)
    }

    /// Takes the terminal over again. What is shown there is drawn anew.
    pub fn take_again(&mut self) -> io::Result<()> {
        // What was begun is given back even if the rest fails.
        self.is_taken = true;
        enable_raw_mode()?;
        let all = Clear(ClearType::All);
        execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, all)?;
        // It remembers nothing of what was drawn before, so that everything is drawn.
        self.terminal = blank()?;
        Ok(())
    }

    /// Gives the terminal back as it was found.
    pub fn give_back(&mut self) -> io::Result<()> {
        if !self.is_taken {
            return Ok(());
        }
        self.is_taken = false;
        restore()
    }

    /// What is drawn on.
    pub fn terminal(&mut self) -> &mut DefaultTerminal {
        &mut self.terminal
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // There is nobody left to tell: the error that led here is on its way already.
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

/// Gives the terminal back before a panic of this thread is told, so that its message can be read.
///
/// Other threads keep quiet: the picture stays whole, and the dialog tells that the engine failed.
fn give_back_on_panic() {
    static ONCE: Once = Once::new();
    let drawing = thread::current().id();
    ONCE.call_once(|| {
        let tell = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if thread::current().id() == drawing {
                // The message comes out either way.
                let _ = restore();
                tell(panic);
            }
        }));
    });
}
