//! The full-screen mode: a board to use with keys or the mouse, the moves, the clocks, and the same
//! commands as in the other modes.
//!
//! [`state`] is the state and behavior without a terminal, [`geometry`] the layout, and [`view`] the
//! drawing. [`terminal`] takes over the terminal and restores it. Only it and this file talk to the
//! terminal.

mod geometry;
mod signals;
mod state;
mod terminal;
mod view;

use std::io;
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{
    self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::layout::{Position as Point, Rect};

use super::board::Look;
use super::dialog::Dialog;
use super::plain::is_hidden;

use geometry::Geometry;
use signals::Signals;
use state::{Press, ScreenState};
use terminal::Screen;

/// The interval at which the clocks are checked while no key is pressed.
const TICK: Duration = Duration::from_millis(100);

/// Plays until the player quits or a signal ends the program.
pub fn run(dialog: Dialog, look: Look) -> anyhow::Result<()> {
    let signals = Signals::listen()?;
    let mut screen = Screen::take()?;
    let played = play(&mut screen, &signals, ScreenState::new(dialog), look);
    let given_back = screen.give_back();
    signals.handle()?;
    played.and(given_back)?;
    Ok(())
}

fn play(
    screen: &mut Screen,
    signals: &Signals,
    mut state: ScreenState,
    look: Look,
) -> io::Result<()> {
    let begin = Instant::now();
    while !state.is_done() && !signals.ask_to_end() {
        if signals.take_waking() {
            screen.take_again()?;
        }
        state.tick(begin.elapsed());
        let terminal = screen.terminal();
        terminal.draw(|frame| view::draw(frame, &state, look, begin.elapsed()))?;
        let area = terminal.get_frame().area();
        if !event::poll(TICK)? {
            continue;
        }
        match event::read()? {
            Event::Key(key) if is_suspension(key) => {
                screen.give_back()?;
                signals.suspend()?;
                screen.take_again()?;
            }
            Event::Key(key) if is_interruption(key) => signals.interrupt(),
            event => take_event(event, &mut state, area, begin.elapsed()),
        }
    }
    Ok(())
}

/// Handles a key, a mouse event or a paste.
fn take_event(event: Event, state: &mut ScreenState, area: Rect, now: Duration) {
    let press = match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => key_press(key),
        Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
            Geometry::of(area, state.dialog().bottom())
                .and_then(|geometry| geometry.square_at(Point::new(mouse.column, mouse.row)))
                .map(Press::Choose)
        }
        Event::Mouse(mouse) if mouse.kind == MouseEventKind::ScrollUp => Some(Press::Up),
        Event::Mouse(mouse) if mouse.kind == MouseEventKind::ScrollDown => Some(Press::Down),
        Event::Paste(text) => {
            for c in text.chars().filter(|&c| !is_hidden(c)) {
                state.press(Press::Letter(c), now);
            }
            None
        }
        _ => None,
    };
    if let Some(press) = press {
        state.press(press, now);
    }
}

fn is_suspension(key: KeyEvent) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('z')
}

/// The full screen receives Ctrl-C as a key. It means the same as elsewhere.
fn is_interruption(key: KeyEvent) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c')
}

/// The meaning of a key; `None` if it has none.
fn key_press(key: KeyEvent) -> Option<Press> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return matches!(key.code, KeyCode::Char('q')).then_some(Press::Leave);
    }
    Some(match key.code {
        KeyCode::Char(c) => Press::Letter(c),
        KeyCode::Enter => Press::Enter,
        KeyCode::Esc => Press::Escape,
        KeyCode::Backspace => Press::Erase,
        KeyCode::Up => Press::Up,
        KeyCode::Down => Press::Down,
        KeyCode::Left => Press::Left,
        KeyCode::Right => Press::Right,
        KeyCode::F(1) => Press::Help,
        _ => return None,
    })
}

#[cfg(all(test, target_os = "linux"))]
mod pty_tests;
#[cfg(test)]
mod tests;
