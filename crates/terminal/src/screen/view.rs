//! Draws the screen. Every highlight also has its own characters, so that nothing depends on color alone.

use std::time::Duration;

use chess::{Color, Square};
use clock::face;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};
use ratatui::style::{Color as Ink, Modifier, Style as Pen, Stylize};
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

use super::super::board::{Look, Mark, axes, figure, mark};
use super::super::words;
use super::geometry::Geometry;
use super::state::{Page, ScreenState};

/// The number of message lines at the bottom of the panel.
const MESSAGE_LINES: u16 = 6;

pub fn draw(frame: &mut Frame<'_>, state: &ScreenState, look: Look, now: Duration) {
    let area = frame.area();
    let Some(geometry) = Geometry::of(area, state.dialog().bottom()) else {
        let (width, height) = Geometry::SMALLEST;
        let text = format!("The window is too small: {width} by {height} characters are needed.");
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        return;
    };
    let mut status = words::status(state.dialog(), now).trim_end().to_owned();
    if state.dialog().is_engine_thinking() {
        status.push_str("; the engine thinks");
    }
    frame.render_widget(Line::from(status).bold(), geometry.status);
    draw_board(frame.buffer_mut(), state, &geometry, look);
    frame.render_widget(Line::from(rights(state)).bold(), geometry.rights);
    draw_input(frame, state, geometry.input);
    draw_panel(frame, state, geometry.panel, now);
    if let Some(page) = state.page() {
        draw_page(frame, page, area);
    }
}

fn draw_board(buffer: &mut Buffer, state: &ScreenState, geometry: &Geometry, look: Look) {
    let targets = state.targets();
    for square in Square::ALL {
        draw_square(
            buffer,
            state,
            square,
            geometry.place(square),
            (&targets, look),
        );
    }
    let (files, ranks) = axes(state.dialog().bottom());
    for file in files {
        let place = geometry.place(Square::new(file, ranks[7]));
        let x = place.x + place.width / 2;
        buffer.set_string(x, geometry.board.bottom(), file.to_string(), Pen::default());
    }
    for rank in ranks {
        let place = geometry.place(Square::new(files[0], rank));
        let y = place.y + place.height / 2;
        buffer.set_string(geometry.board.x - 2, y, rank.to_string(), Pen::default());
    }
}

fn draw_square(
    buffer: &mut Buffer,
    state: &ScreenState,
    square: Square,
    place: Rect,
    (targets, look): (&[Square], Look),
) {
    let position = state.dialog().game().position();
    let last = state.dialog().last_move().map(|(m, _)| m);
    let mark = mark(position, last, square);
    let is_target = targets.contains(&square);
    let piece = position.board().piece_at(square);
    let figure = match piece {
        None if is_target => 'o',
        piece => figure(piece, look),
    };
    let (left, right) = if state.cursor() == square {
        ('>', '<')
    } else if state.chosen() == Some(square) {
        ('(', ')')
    } else if is_target && piece.is_some() {
        ('x', 'x')
    } else {
        match mark {
            Mark::Plain => (' ', ' '),
            Mark::LastMove => ('[', ']'),
            Mark::Check => ('!', '!'),
        }
    };
    let mut pen = Pen::default();
    if look.color {
        pen = pen.bg(ground(state, square, mark, is_target));
        pen = pen.fg(match piece {
            Some(piece) if piece.color == Color::White => Ink::Indexed(231),
            _ => Ink::Indexed(16),
        });
    }
    buffer.set_style(place, pen);
    let text = format!("{left}{figure}{right}");
    let middle = Point::new(place.x + place.width / 2 - 1, place.y + place.height / 2);
    let strong = if piece.is_some() {
        pen.add_modifier(Modifier::BOLD)
    } else {
        pen
    };
    buffer.set_string(middle.x, middle.y, text, strong);
}

/// The color of a square.
fn ground(state: &ScreenState, square: Square, mark: Mark, is_target: bool) -> Ink {
    Ink::Indexed(match (mark, square.is_dark()) {
        _ if state.chosen() == Some(square) => 74,
        (Mark::Check, _) => 167,
        (_, true) if is_target => 66,
        (_, false) if is_target => 109,
        (Mark::LastMove, true) => 143,
        (Mark::LastMove, false) => 186,
        (Mark::Plain, true) => 137,
        (Mark::Plain, false) => 180,
    })
}

/// Available claims and offers.
fn rights(state: &ScreenState) -> String {
    let game = state.dialog().game();
    let turn = game.position().turn();
    let mut parts = Vec::new();
    let claims: Vec<String> = game.claims().iter().map(ToString::to_string).collect();
    if !claims.is_empty() {
        parts.push(format!("{turn} may claim a draw: {}", claims.join(", ")));
    }
    for side in Color::ALL {
        if game.offers().stands(side) {
            parts.push(format!("{side} offers a draw"));
        }
    }
    parts.join("; ")
}

fn draw_input(frame: &mut Frame<'_>, state: &ScreenState, area: Rect) {
    let prompt = if state.is_promoting() {
        "Promote to (q r b n)> ".to_owned()
    } else {
        format!("{}> ", state.dialog().game().position().turn())
    };
    let room = usize::from(area.width).saturating_sub(prompt.chars().count() + 1);
    let surplus = state.input().chars().count().saturating_sub(room);
    let typed: String = state.input().chars().skip(surplus).collect();
    let text = prompt + &typed;
    let end = area.x + Line::from(text.as_str()).width() as u16;
    frame.render_widget(Line::from(text), area);
    frame.set_cursor_position(Point::new(end.min(area.right().saturating_sub(1)), area.y));
}

/// The clocks, the moves and the latest messages.
fn draw_panel(frame: &mut Frame<'_>, state: &ScreenState, area: Rect, now: Duration) {
    if area.width == 0 {
        return;
    }
    let mut lines = Vec::new();
    let bottom = state.dialog().bottom();
    for side in [!bottom, bottom] {
        if let Some(left) = state.dialog().timed().left(side, now) {
            lines.push(format!("{:<6} {}", side.to_string(), face(left)));
        }
    }
    let foot = MESSAGE_LINES.min(area.height / 2);
    let head = area.height - foot;
    let room = usize::from(head).saturating_sub(lines.len());
    lines.extend(last_moves(state, room));
    let lines: Vec<Line<'_>> = lines.into_iter().map(Line::from).collect();
    let head_area = Rect {
        height: head,
        ..area
    };
    frame.render_widget(Paragraph::new(lines), head_area);
    let foot_area = Rect {
        y: area.y + head,
        height: foot,
        ..area
    };
    let said: Vec<String> = state
        .messages()
        .iter()
        .flat_map(|message| wrapped(message, usize::from(area.width)))
        .collect();
    let shown = said.len().saturating_sub(usize::from(foot));
    let said: Vec<Line<'_>> = said.into_iter().skip(shown).map(Line::from).collect();
    frame.render_widget(Paragraph::new(said), foot_area);
}

/// The last moves of the score, two per line, as many lines as fit.
fn last_moves(state: &ScreenState, room: usize) -> Vec<String> {
    let history = state.dialog().game().history();
    let moves = history.moves();
    let first = moves.len().saturating_sub(2 * room);
    let mut lines: Vec<String> = Vec::new();
    for (ply, &m) in moves.iter().enumerate().skip(first) {
        let Some(before) = history.position_at(ply) else {
            break;
        };
        let san = before.san(m).to_string();
        match (before.turn(), lines.last_mut()) {
            (Color::Black, Some(line)) => line.push_str(&san),
            (turn, _) => {
                let dots = if turn == Color::Black { "...  " } else { "" };
                lines.push(format!(
                    "{:3}. {:<8}",
                    before.fullmoves(),
                    format!("{dots}{san}")
                ));
            }
        }
    }
    let surplus = lines.len().saturating_sub(room);
    lines.split_off(surplus)
}

/// Wraps a text at this width, between words where possible.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is a line");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

fn draw_page(frame: &mut Frame<'_>, page: &Page, area: Rect) {
    let title = format!(" {} (Esc closes, arrows turn) ", page.title);
    let lines: Vec<Line<'_>> = page.lines[page.top..]
        .iter()
        .map(|line| Line::from(line.as_str()))
        .collect();
    let text = Paragraph::new(lines)
        .wrap(Wrap { trim: false })
        .block(Block::bordered().title(title));
    frame.render_widget(Clear, area);
    frame.render_widget(text, area);
}
