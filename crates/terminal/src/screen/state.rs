//! The state of the full screen, without a terminal: key presses go in, and the view asks what to
//! draw.

use std::time::Duration;

use chess::{Color, File, Move, MoveKind, Position, Rank, Role, Square};

use super::super::board::landing;
use super::super::dialog::{Dialog, Reply};
use super::super::words;

/// The number of message lines that are kept.
const MESSAGES_MAX: usize = 100;

/// The maximum length of a typed line. FENs and paths are far shorter.
const INPUT_MAX: usize = 1000;

/// A user action by key or mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Press {
    Letter(char),
    /// Submit the typed line, or choose the square under the cursor.
    Enter,
    Escape,
    /// Delete the last character.
    Erase,
    /// Move the cursor up, or scroll up.
    Up,
    /// Move the cursor down, or scroll down.
    Down,
    Left,
    Right,
    /// A square was clicked.
    Choose(Square),
    Help,
    Leave,
}

/// A page of text over the board.
#[derive(Debug)]
pub struct Page {
    pub title: &'static str,
    pub lines: Vec<String>,
    /// The number of lines scrolled past.
    pub top: usize,
}

#[derive(Debug)]
pub struct ScreenState {
    dialog: Dialog,
    input: String,
    cursor: Square,
    chosen: Option<Square>,
    /// The squares of a pawn move that waits for the promotion piece.
    promotion: Option<(Square, Square)>,
    messages: Vec<String>,
    page: Option<Page>,
    is_done: bool,
}

impl ScreenState {
    pub fn new(dialog: Dialog) -> ScreenState {
        ScreenState {
            dialog,
            input: String::new(),
            cursor: Square::E2,
            chosen: None,
            promotion: None,
            messages: vec!["Type a move or help; arrows and Enter or the mouse move too.".into()],
            page: None,
            is_done: false,
        }
    }

    pub fn dialog(&self) -> &Dialog {
        &self.dialog
    }

    /// The line typed so far.
    pub fn input(&self) -> &str {
        &self.input
    }

    pub fn cursor(&self) -> Square {
        self.cursor
    }

    /// The square of the piece chosen to move.
    pub fn chosen(&self) -> Option<Square> {
        self.chosen
    }

    /// Whether the player has to choose a promotion piece.
    pub fn is_promoting(&self) -> bool {
        self.promotion.is_some()
    }

    /// The messages, latest last.
    pub fn messages(&self) -> &[String] {
        &self.messages
    }

    pub fn page(&self) -> Option<&Page> {
        self.page.as_ref()
    }

    pub fn is_done(&self) -> bool {
        self.is_done
    }

    /// The squares the chosen piece can go to.
    pub fn targets(&self) -> Vec<Square> {
        let position = self.dialog.game().position();
        match self.chosen {
            Some(from) if self.dialog.game().ending().is_none() => position
                .legal_moves()
                .iter()
                .filter(|m| m.from() == from)
                .map(|&m| landing(m, position.turn()))
                .collect(),
            _ => Vec::new(),
        }
    }

    /// Checks the clocks and the engine.
    pub fn tick(&mut self, now: Duration) {
        let replies = self.dialog.tick(now);
        self.take(replies);
    }

    pub fn press(&mut self, press: Press, now: Duration) {
        match (press, &mut self.page) {
            (Press::Leave, _) => self.is_done = true,
            (Press::Up, Some(page)) => page.top = page.top.saturating_sub(1),
            (Press::Down, Some(page)) => {
                page.top = (page.top + 1).min(page.lines.len().saturating_sub(1));
            }
            (Press::Escape | Press::Enter | Press::Choose(_), Some(_)) => self.page = None,
            (Press::Letter(' '), None) if self.input.is_empty() => self.choose(self.cursor, now),
            (Press::Letter(c), _) => self.type_letter(c, now),
            (Press::Erase, _) => {
                self.input.pop();
            }
            (Press::Enter, None) if self.input.is_empty() => self.choose(self.cursor, now),
            (Press::Enter, None) => {
                let line = std::mem::take(&mut self.input);
                self.submit(&line, now);
            }
            (Press::Escape, None) => self.cancel(),
            (Press::Choose(square), None) => self.choose(square, now),
            (Press::Help, _) => self.submit("help", now),
            (Press::Up, None) => self.move_cursor(0, 1),
            (Press::Down, None) => self.move_cursor(0, -1),
            (Press::Left, _) => self.move_cursor(-1, 0),
            (Press::Right, _) => self.move_cursor(1, 0),
        }
    }

    fn type_letter(&mut self, c: char, now: Duration) {
        self.page = None;
        match self.promotion {
            Some((from, to)) if self.input.is_empty() => {
                let role = Role::from_letter(c.to_ascii_uppercase());
                if let Some(role) = role.filter(|role| Role::PROMOTIONS.contains(role)) {
                    self.promotion = None;
                    let letter = role.letter().to_ascii_lowercase();
                    self.submit(&format!("{from}{to}{letter}"), now);
                }
            }
            _ if self.input.len() < INPUT_MAX => self.input.push(c),
            _ => {}
        }
    }

    /// Cancels the innermost action in progress.
    fn cancel(&mut self) {
        if !self.input.is_empty() {
            self.input.clear();
        } else if self.promotion.take().is_none() {
            self.chosen = None;
        }
    }

    /// Moves the cursor, as seen on the screen.
    fn move_cursor(&mut self, right: i8, up: i8) {
        let sign = match self.dialog.bottom() {
            Color::White => 1,
            Color::Black => -1,
        };
        let file = (self.cursor.file() as i8 + sign * right).clamp(0, 7);
        let rank = (self.cursor.rank() as i8 + sign * up).clamp(0, 7);
        self.cursor = Square::new(File::ALL[file as usize], Rank::ALL[rank as usize]);
    }

    /// Chooses a square: a piece to move, or its target.
    fn choose(&mut self, square: Square, now: Duration) {
        self.cursor = square;
        self.promotion = None;
        let position = self.dialog.game().position();
        let is_own = position.board().color_at(square) == Some(position.turn());
        let Some(from) = self.chosen else {
            self.chosen = is_own.then_some(square);
            return;
        };
        self.chosen = None;
        match find_move(position, from, square) {
            Some(m) if m.promoted_to().is_some() => {
                self.promotion = Some((from, square));
                self.say("Promote to: q, r, b or n?");
            }
            Some(m) => {
                let text = m.to_uci(self.dialog.game().start().mode).to_string();
                self.submit(&text, now);
            }
            None if from == square => {}
            None if is_own => self.chosen = Some(square),
            // The reply says why the piece cannot go there.
            None => self.submit(&format!("{from}{square}"), now),
        }
    }

    /// Submits a line and keeps the replies as messages.
    fn submit(&mut self, line: &str, now: Duration) {
        self.chosen = None;
        self.promotion = None;
        let replies = self.dialog.submit(line, now);
        self.take(replies);
    }

    fn take(&mut self, replies: Vec<Reply>) {
        for reply in &replies {
            match reply {
                Reply::Event(event) => {
                    if let Some(text) = words::event_in_words(event, &self.dialog) {
                        self.say(&text);
                    }
                }
                Reply::Quit => self.is_done = true,
                Reply::Board | Reply::Flipped => {}
                other => match title(other) {
                    Some(title) => self.open(title, &words::plain(other)),
                    None => self.say(&words::plain(other)),
                },
            }
        }
    }

    fn say(&mut self, text: &str) {
        self.messages.extend(text.lines().map(str::to_owned));
        let surplus = self.messages.len().saturating_sub(MESSAGES_MAX);
        self.messages.drain(..surplus);
    }

    fn open(&mut self, title: &'static str, text: &str) {
        self.page = Some(Page {
            title,
            lines: text.lines().map(str::to_owned).collect(),
            top: 0,
        });
    }
}

/// The title of a reply that is shown as a page.
fn title(reply: &Reply) -> Option<&'static str> {
    Some(match reply {
        Reply::Pgn(_) => "PGN",
        Reply::Help => "Commands",
        Reply::Moves(_) => "Legal moves",
        Reply::Claims(_) => "Claims",
        Reply::Score(_) => "Moves",
        Reply::Fen(_) => "FEN",
        Reply::Event(_)
        | Reply::Refused(_)
        | Reply::Board
        | Reply::Saved(_)
        | Reply::Tagged(..)
        | Reply::Note(_)
        | Reply::Flipped
        | Reply::Hint(_)
        | Reply::Eval(_)
        | Reply::Quit => return None,
    })
}

/// The legal move between two squares. To castle, the king moves to its target square or onto its
/// rook.
fn find_move(position: &Position, from: Square, to: Square) -> Option<Move> {
    let legal = position.legal_moves();
    let mut from_here = legal.iter().copied().filter(|m| m.from() == from);
    from_here.clone().find(|m| m.to() == to).or_else(|| {
        from_here.find(|&m| m.kind() == MoveKind::Castle && landing(m, position.turn()) == to)
    })
}
