//! What the full screen knows and does, without a terminal: presses go in, and what there is to
//! see can be asked for.

use std::time::Duration;

use chess::{Color, File, Move, MoveKind, Position, Rank, Role, Square};

use super::super::board::landing;
use super::super::dialog::{Dialog, Reply};
use super::super::words;

/// How many lines of messages are kept.
const MESSAGES_MAX: usize = 100;

/// The longest line that can be typed; a FEN or a path is far shorter.
const INPUT_MAX: usize = 1000;

/// What a player did with a key or the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Press {
    /// A character was typed.
    Letter(char),
    /// What was typed is done, or the square under the cursor is chosen.
    Enter,
    /// Never mind.
    Escape,
    /// The last character was wrong.
    Erase,
    /// The cursor goes up, or the page is turned back.
    Up,
    /// The cursor goes down, or the page is turned on.
    Down,
    /// The cursor goes left.
    Left,
    /// The cursor goes right.
    Right,
    /// This square was clicked.
    Choose(Square),
    /// The commands are to be explained.
    Help,
    /// The player leaves.
    Leave,
}

/// Text over the board, to be read and put away.
#[derive(Debug)]
pub struct Page {
    pub title: &'static str,
    pub lines: Vec<String>,
    /// How many lines have been turned away.
    pub top: usize,
}

/// The full screen without the screen.
#[derive(Debug)]
pub struct Desk {
    dialog: Dialog,
    input: String,
    cursor: Square,
    chosen: Option<Square>,
    /// A pawn is about to go from here to there, and has to become something.
    promotion: Option<(Square, Square)>,
    messages: Vec<String>,
    page: Option<Page>,
    is_done: bool,
}

impl Desk {
    /// A desk with a game on it.
    pub fn new(dialog: Dialog) -> Desk {
        Desk {
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

    /// What has been typed so far.
    pub fn input(&self) -> &str {
        &self.input
    }

    pub fn cursor(&self) -> Square {
        self.cursor
    }

    /// The square of the piece that is about to move.
    pub fn chosen(&self) -> Option<Square> {
        self.chosen
    }

    /// Whether the player has to choose what a pawn promotes to.
    pub fn is_promoting(&self) -> bool {
        self.promotion.is_some()
    }

    /// The messages, the latest last.
    pub fn messages(&self) -> &[String] {
        &self.messages
    }

    pub fn page(&self) -> Option<&Page> {
        self.page.as_ref()
    }

    pub fn is_done(&self) -> bool {
        self.is_done
    }

    /// The squares to which the chosen piece can go.
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

    /// Looks at the clocks.
    pub fn tick(&mut self, now: Duration) {
        let replies = self.dialog.tick(now);
        self.take(replies);
    }

    /// Does what a press means now.
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
            (Press::Escape, None) => self.never_mind(),
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

    /// Puts away the innermost thing that was begun.
    fn never_mind(&mut self) {
        if !self.input.is_empty() {
            self.input.clear();
        } else if self.promotion.take().is_none() {
            self.chosen = None;
        }
    }

    /// Moves the cursor as the board is seen.
    fn move_cursor(&mut self, right: i8, up: i8) {
        let sign = match self.dialog.bottom() {
            Color::White => 1,
            Color::Black => -1,
        };
        let file = (self.cursor.file() as i8 + sign * right).clamp(0, 7);
        let rank = (self.cursor.rank() as i8 + sign * up).clamp(0, 7);
        self.cursor = Square::new(File::ALL[file as usize], Rank::ALL[rank as usize]);
    }

    /// A square is chosen: a piece to move, or where it goes.
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
            // The answer says why the piece cannot go there.
            None => self.submit(&format!("{from}{square}"), now),
        }
    }

    /// Submits a line and keeps what there is to say about it.
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

/// The title of a reply that gets a page of its own.
fn title(reply: &Reply) -> Option<&'static str> {
    Some(match reply {
        Reply::Pgn(_) => "PGN",
        Reply::Help => "Commands",
        Reply::Moves(_) => "Legal moves",
        Reply::Claims(_) => "Claims",
        Reply::Score(_) => "Moves",
        Reply::Fen(_) => "FEN",
        _ => return None,
    })
}

/// The legal move from one square to another. A king castles by going to where it will stand, or
/// onto its rook.
fn find_move(position: &Position, from: Square, to: Square) -> Option<Move> {
    let legal = position.legal_moves();
    let mut from_here = legal.iter().copied().filter(|m| m.from() == from);
    from_here.clone().find(|m| m.to() == to).or_else(|| {
        from_here.find(|&m| m.kind() == MoveKind::Castle && landing(m, position.turn()) == to)
    })
}
