//! Comments, and the commands that programs embed in them.

use core::fmt;
use core::time::Duration;

use chess::Color;

/// A draw offer as on score sheets (article 8.1.5 and appendix C.12 of the Laws).
const DRAW_OFFER: &str = "(=)";

/// A draw offer by the player who has not moved, for White and Black.
const OTHER_OFFERS: [&str; 2] = ["(=) by White", "(=) by Black"];

/// The text of a comment, normalized so that it round-trips.
///
/// It is one line without blanks at its ends. A line break in the file becomes one blank.
///
/// ```
/// use fourfold_game::pgn::Comment;
/// let comment = Comment::new("the main line\n[%clk 0:02:59.4] [%eval -0.25]").unwrap();
/// assert_eq!(comment.as_str(), "the main line [%clk 0:02:59.4] [%eval -0.25]");
/// assert_eq!(comment.clock().unwrap().as_millis(), 179_400);
/// assert_eq!(comment.command("eval"), Some("-0.25"));
/// assert_eq!(comment.prose(), "the main line");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Comment {
    text: String,
}

/// A command embedded in a comment, such as `[%clk 0:05:00]`.
///
/// ```
/// use fourfold_game::pgn::Comment;
/// let comment = Comment::new("[%csl Gd4] [%cal Gd2d4]").ok_or("is not empty")?;
/// let names: Vec<_> = comment.commands().map(|command| command.name).collect();
/// assert_eq!(names, ["csl", "cal"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EmbeddedCommand<'c> {
    /// The name, without the percent sign.
    pub name: &'c str,
    /// The text after the name.
    pub argument: &'c str,
}

impl Comment {
    /// Creates a comment; `None` if the text is blank.
    ///
    /// ```
    /// use fourfold_game::pgn::Comment;
    /// assert!(Comment::new("a novelty").is_some());
    /// assert_eq!(Comment::new(" \n "), None);
    /// ```
    #[must_use]
    pub fn new(text: &str) -> Option<Comment> {
        let text = text.trim_matches(|c: char| c.is_ascii_whitespace());
        if text.is_empty() {
            return None;
        }
        let text = if text.contains(['\n', '\r', '\0']) {
            fold(text)
        } else {
            text.to_owned()
        };
        Some(Comment { text })
    }

    /// A draw offer by a player after a move of this side. The sign of the standard stands for an
    /// offer of the player who has moved; the other player is named.
    ///
    /// ```
    /// use fourfold_game::chess::Color;
    /// use fourfold_game::pgn::Comment;
    /// let offer = Comment::draw_offer(Color::White, Color::White);
    /// assert_eq!(offer.as_str(), "(=)");
    /// assert_eq!(offer.draw_offer_by(Color::White), Some(Color::White));
    /// let other = Comment::draw_offer(Color::Black, Color::White);
    /// assert_eq!(other.as_str(), "(=) by Black");
    /// assert_eq!(other.draw_offer_by(Color::White), Some(Color::Black));
    /// ```
    #[must_use]
    pub fn draw_offer(by: Color, moved: Color) -> Comment {
        let text = if by == moved {
            DRAW_OFFER
        } else {
            OTHER_OFFERS[by as usize]
        };
        Comment {
            text: text.to_owned(),
        }
    }

    /// A comment with the clock of the player who has moved.
    ///
    /// ```
    /// use core::time::Duration;
    /// use fourfold_game::pgn::Comment;
    /// assert_eq!(Comment::of_clock(Duration::from_secs(90)).as_str(), "[%clk 0:01:30]");
    /// ```
    #[must_use]
    pub fn of_clock(left: Duration) -> Comment {
        Comment {
            text: CommentBuilder::default().clock(left).text,
        }
    }

    /// Builds a comment from its parts.
    ///
    /// ```
    /// use core::time::Duration;
    /// use fourfold_game::pgn::Comment;
    /// let builder = Comment::builder().clock(Duration::from_secs(90)).command("eval", "0.25");
    /// let comment = builder.prose("a book move").build().ok_or("is not empty")?;
    /// assert_eq!(comment.as_str(), "[%clk 0:01:30] [%eval 0.25] a book move");
    /// assert_eq!(Comment::builder().build(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn builder() -> CommentBuilder {
        CommentBuilder::default()
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Who offers a draw with this comment after a move of this side; `None` if it is no offer.
    #[must_use]
    pub fn draw_offer_by(&self, moved: Color) -> Option<Color> {
        if self.text == DRAW_OFFER {
            return Some(moved);
        }
        Color::ALL
            .into_iter()
            .find(|&by| self.text == OTHER_OFFERS[by as usize])
    }

    /// The commands in the comment.
    pub fn commands(&self) -> impl Iterator<Item = EmbeddedCommand<'_>> {
        self.parts().filter_map(|part| match part {
            Part::Command { command, .. } => Some(command),
            Part::Prose(_) => None,
        })
    }

    /// The argument of the first command with this name.
    #[must_use]
    pub fn command(&self, name: &str) -> Option<&str> {
        let command = self.commands().find(|command| command.name == name);
        command.map(|command| command.argument)
    }

    /// The comment without the commands of this name; `None` if nothing is left.
    ///
    /// ```
    /// use fourfold_game::pgn::Comment;
    /// let comment = Comment::new("[%clk 0:01:00] a blunder").ok_or("is not empty")?;
    /// assert_eq!(comment.without("clk"), Comment::new("a blunder"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn without(&self, name: &str) -> Option<Comment> {
        let mut text = String::new();
        for part in self.parts() {
            match part {
                Part::Command { command, .. } if command.name == name => {}
                Part::Command { whole, .. } => text.push_str(whole),
                // Of the blanks around a command that is gone, one side is enough.
                Part::Prose(prose) if text.ends_with(' ') => text.push_str(prose.trim_start()),
                Part::Prose(prose) => text.push_str(prose),
            }
        }
        Comment::new(&text)
    }

    /// The clock after the move, from `%clk`.
    ///
    /// ```
    /// use fourfold_game::pgn::Comment;
    /// let comment = Comment::new("[%clk 0:04:59] a book move").expect("it is not blank");
    /// assert_eq!(comment.clock().expect("it has a clock").as_secs(), 299);
    /// ```
    #[must_use]
    pub fn clock(&self) -> Option<Duration> {
        parse_time(self.command("clk")?)
    }

    /// The time spent on the move, from `%emt`.
    #[must_use]
    pub fn elapsed(&self) -> Option<Duration> {
        parse_time(self.command("emt")?)
    }

    /// The evaluation of an engine, from `%eval`: pawns from White's point of view such as `-0.25`,
    /// or `#5` for a mate in five. A depth after a comma is removed.
    ///
    /// ```
    /// use fourfold_game::pgn::Comment;
    /// let comment = Comment::new("[%eval 0.25,18]").ok_or("is not empty")?;
    /// assert_eq!(comment.evaluation(), Some("0.25"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn evaluation(&self) -> Option<&str> {
        let argument = self.command("eval")?;
        Some(argument.split(',').next().unwrap_or(argument).trim())
    }

    /// The comment without its commands.
    #[must_use]
    pub fn prose(&self) -> String {
        let mut prose = String::new();
        for part in self.parts() {
            if let Part::Prose(text) = part {
                let text = text.trim();
                if !prose.is_empty() && !text.is_empty() {
                    prose.push(' ');
                }
                prose.push_str(text);
            }
        }
        prose
    }

    fn parts(&self) -> Parts<'_> {
        Parts { rest: &self.text }
    }
}

/// Builds a [`Comment`] from commands and prose, in the order of the calls.
#[derive(Clone, Debug, Default)]
pub struct CommentBuilder {
    text: String,
}

impl CommentBuilder {
    /// The clock of the player who has moved, as `%clk`.
    #[must_use]
    pub fn clock(self, left: Duration) -> CommentBuilder {
        self.command("clk", &write_time(left))
    }

    /// The time spent on the move, as `%emt`.
    #[must_use]
    pub fn elapsed(self, spent: Duration) -> CommentBuilder {
        self.command("emt", &write_time(spent))
    }

    /// A command with its argument. A bracket would close it early, so `]` becomes `)`.
    #[must_use]
    pub fn command(self, name: &str, argument: &str) -> CommentBuilder {
        let command = format!("%{name} {argument}").replace(']', ")");
        self.prose(&format!("[{command}]"))
    }

    /// Prose.
    #[must_use]
    pub fn prose(mut self, text: &str) -> CommentBuilder {
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(text);
        self
    }

    /// The comment; `None` if it says nothing.
    #[must_use]
    pub fn build(self) -> Option<Comment> {
        Comment::new(&self.text)
    }
}

/// A piece of a comment.
enum Part<'c> {
    Prose(&'c str),
    Command {
        command: EmbeddedCommand<'c>,
        /// The command with its brackets.
        whole: &'c str,
    },
}

/// Splits a comment into prose and commands.
struct Parts<'c> {
    rest: &'c str,
}

impl<'c> Iterator for Parts<'c> {
    type Item = Part<'c>;

    fn next(&mut self) -> Option<Part<'c>> {
        if self.rest.is_empty() {
            return None;
        }
        let begin = self.rest.find("[%").unwrap_or(self.rest.len());
        if begin > 0 {
            let (prose, rest) = self.rest.split_at(begin);
            self.rest = rest;
            return Some(Part::Prose(prose));
        }
        let Some(end) = self.rest.find(']') else {
            // It is not closed, so it is ordinary text.
            return Some(Part::Prose(core::mem::take(&mut self.rest)));
        };
        let (whole, rest) = self.rest.split_at(end + 1);
        self.rest = rest;
        let inside = &whole[2..end];
        let (name, argument) = inside.split_once(' ').unwrap_or((inside, ""));
        let command = EmbeddedCommand {
            name,
            argument: argument.trim(),
        };
        Some(Part::Command { command, whole })
    }
}

/// Replaces every run of blanks that contains a line end by one blank.
fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let end = rest
            .find(|c: char| c.is_ascii_whitespace() != character.is_ascii_whitespace())
            .unwrap_or(rest.len());
        let (run, after) = rest.split_at(end);
        if character.is_ascii_whitespace() && run.contains(['\n', '\r']) {
            folded.push(' ');
        } else {
            folded.extend(run.chars().map(|c| match c {
                '\0' => char::REPLACEMENT_CHARACTER,
                c => c,
            }));
        }
        rest = after;
    }
    folded
}

/// A time as the standard writes it: hours, minutes and seconds, which may have a fraction.
fn write_time(time: Duration) -> String {
    let (seconds, milliseconds) = (time.as_secs(), time.subsec_millis());
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    let mut text = format!("{hours}:{minutes:02}:{:02}", seconds % 60);
    if milliseconds > 0 {
        text.push_str(format!(".{milliseconds:03}").trim_end_matches('0'));
    }
    text
}

/// A time such as `1:02:03.4`, with or without hours and minutes.
fn parse_time(text: &str) -> Option<Duration> {
    let (clock, fraction) = text.trim().split_once('.').unwrap_or((text.trim(), "0"));
    let mut seconds = 0u64;
    for (index, field) in clock.split(':').enumerate() {
        if index > 2 || !is_number(field) {
            return None;
        }
        seconds = seconds
            .checked_mul(60)?
            .checked_add(field.parse::<u32>().ok()?.into())?;
    }
    if !is_number(fraction) {
        return None;
    }
    let nanoseconds = format!("{fraction:0<9.9}").parse().ok()?;
    Some(Duration::new(seconds, nanoseconds))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

impl fmt::Debug for Comment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.text)
    }
}

impl fmt::Display for Comment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comment(text: &str) -> Comment {
        Comment::new(text).expect("it says something")
    }

    #[test]
    fn line_ends_become_one_blank_and_other_blanks_stay() {
        assert_eq!(
            comment(" a comment\nover two lines ").as_str(),
            "a comment over two lines"
        );
        assert_eq!(comment("a \r\n\t b  c\td").as_str(), "a b  c\td");
        assert_eq!(comment("nul\0").as_str(), "nul\u{fffd}");
        assert_eq!(Comment::new(" \r\n "), None);
        let once = comment("x\ny");
        assert_eq!(comment(once.as_str()), once);
    }

    #[test]
    fn commands_are_found_among_prose() {
        let found = comment("text [%emt 0:00:03] more [%csl Gf7][%cal Gh5f7,Rc4f7] [%open");
        let names: Vec<&str> = found.commands().map(|command| command.name).collect();
        assert_eq!(names, ["emt", "csl", "cal"]);
        assert_eq!(found.command("cal"), Some("Gh5f7,Rc4f7"));
        assert_eq!(found.prose(), "text more [%open");
        assert_eq!(found.elapsed(), Some(Duration::from_secs(3)));
    }

    #[test]
    fn a_command_is_taken_out_and_the_rest_stays() {
        let without = |text: &str| comment(text).without("clk").map(|c| c.as_str().to_owned());
        let kept = |text: &str| Some(text.to_owned());
        assert_eq!(without("[%clk 0:01:00]"), None);
        assert_eq!(without("good [%clk 0:01:00] move"), kept("good move"));
        assert_eq!(without("[%eval  0.2] [%clk 9]"), kept("[%eval  0.2]"));
        assert_eq!(
            without("[%clk 9][%clk 8][%emt 1] a  b"),
            kept("[%emt 1] a  b")
        );
        assert_eq!(without("no [%clk here"), kept("no [%clk here"));
    }

    #[test]
    fn times_of_any_shape() {
        let clock = |text: &str| comment(&format!("[%clk {text}]")).clock();
        assert_eq!(clock("1:00:00"), Some(Duration::from_secs(3600)));
        assert_eq!(clock("0:02:59.4"), Some(Duration::from_millis(179_400)));
        assert_eq!(clock("90"), Some(Duration::from_secs(90)));
        for odd in [
            "",
            "1:2:3:4",
            "-1:00",
            "1:xx",
            "0:00:01.5s",
            "99999999999:00",
        ] {
            assert_eq!(clock(odd), None, "{odd}");
        }
    }

    #[test]
    fn clocks_are_written_as_they_are_read() {
        for milliseconds in [0, 1, 400, 59_999, 179_400, 3_600_000, 360_000_010] {
            let left = Duration::from_millis(milliseconds);
            assert_eq!(Comment::of_clock(left).clock(), Some(left));
        }
        let text = Comment::of_clock(Duration::from_millis(179_400));
        assert_eq!(text.as_str(), "[%clk 0:02:59.4]");
    }

    #[test]
    fn evaluations_come_without_their_depth() {
        assert_eq!(comment("[%eval 0.25,18]").evaluation(), Some("0.25"));
        assert_eq!(comment("[%eval #-5]").evaluation(), Some("#-5"));
    }
}
