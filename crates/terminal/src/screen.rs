//! The game on the full screen: a board to move on with keys or the mouse, the moves, the clocks,
//! and the same commands as everywhere.
//!
//! [`desk`] is all that the screen knows and does, without a terminal; [`geometry`] says where
//! things are, [`view`] draws them. Only this file speaks to the terminal.

mod desk;
mod geometry;
mod view;

use std::io;
use std::time::{Duration, Instant};

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyEvent, KeyEventKind,
    KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::crossterm::execute;
use ratatui::layout::Position as Point;

use super::board::Look;
use super::dialog::Dialog;

use desk::{Desk, Press};
use geometry::Geometry;

/// How long to wait for a key before the clocks are looked at again.
const TICK: Duration = Duration::from_millis(100);

/// Plays until the player leaves.
pub fn run(dialog: Dialog, look: Look) -> anyhow::Result<()> {
    let mut terminal = ratatui::try_init()?;
    let played = execute!(io::stdout(), EnableMouseCapture)
        .and_then(|()| play(&mut terminal, Desk::new(dialog), look));
    // The terminal is given back as it was found even if the game broke off.
    let released = execute!(io::stdout(), DisableMouseCapture);
    ratatui::restore();
    played.and(released)?;
    Ok(())
}

fn play(terminal: &mut DefaultTerminal, mut desk: Desk, look: Look) -> io::Result<()> {
    let begin = Instant::now();
    while !desk.is_done() {
        desk.tick(begin.elapsed());
        terminal.draw(|frame| view::draw(frame, &desk, look, begin.elapsed()))?;
        if !event::poll(TICK)? {
            continue;
        }
        let area = terminal.get_frame().area();
        let press = match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => key_press(key),
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                Geometry::of(area, desk.dialog().bottom())
                    .and_then(|geometry| geometry.square_at(Point::new(mouse.column, mouse.row)))
                    .map(Press::Choose)
            }
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::ScrollUp => Some(Press::Up),
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::ScrollDown => Some(Press::Down),
            Event::Paste(text) => {
                for c in text.chars().filter(|c| !c.is_control()) {
                    desk.press(Press::Letter(c), begin.elapsed());
                }
                None
            }
            _ => None,
        };
        if let Some(press) = press {
            desk.press(press, begin.elapsed());
        }
    }
    Ok(())
}

/// What a key means; `None` if it means nothing here.
fn key_press(key: KeyEvent) -> Option<Press> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return matches!(key.code, KeyCode::Char('c' | 'q')).then_some(Press::Leave);
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

#[cfg(test)]
mod tests;
