//! The game as text: a log that can be replayed after a reload, and PGN.
//!
//! The log has the settings in its first line and then a line for each accepted command, with the
//! remaining time of both clocks after it. Replaying it gives the same game, including offers and
//! undone steps. It also has what the referee proved about a fallen flag or a resignation.

use core::num::NonZeroUsize;
use std::time::Duration;

use chess::Color;
use game::pgn::{Checker, Comment, Reader, Tree};
use game::{Command, Game, Ground};
use thinker::message::MateVerdict;

use super::judge::Finding;
use super::{Play, Setting};
use crate::autosave::{Keeping, KeptState};
use crate::options::Options;

/// The prefix of a log.
const MARK: &str = "fourfold-game-1";

/// The prefix of the line with the day of the first move.
const DATE: &str = "date ";

/// The prefix of the line with the game as it was loaded.
const SOURCE: &str = "pgn ";

impl KeptState for Play {
    fn options(&self) -> &Options {
        &self.options
    }

    fn keeping(&self) -> &Keeping {
        &self.keeping
    }

    fn revision(&self) -> u64 {
        let game = self.setting.revision().max(self.log.revision());
        let origin = self.date.revision().max(self.source.revision());
        game.max(origin).max(self.options.revision())
    }

    fn kept_text(&self) -> String {
        let mut lines = vec![MARK.to_owned(), self.setting.write()];
        lines.extend(self.date.map(|date| format!("{DATE}{date}")));
        if let Some(source) = &*self.source {
            let text = source
                .to_string()
                .replace('\\', "\\\\")
                .replace('\n', "\\n");
            lines.push(format!("{SOURCE}{text}"));
        }
        lines.extend(self.log.iter().cloned());
        lines.join("\n")
    }
}

impl Play {
    /// Restores a stored game. Its clocks are stopped until the game is resumed.
    #[must_use]
    pub fn restore(text: &str, options: Options) -> Option<Play> {
        let mut lines = text.lines();
        if lines.next()? != MARK {
            return None;
        }
        let mut play = Play::new(Setting::read(lines.next()?)?, options);
        for line in lines {
            if let Some(text) = line.strip_prefix(SOURCE) {
                *play.source = Some(read_source(text)?);
            } else if let Some(text) = line.strip_prefix(DATE) {
                *play.date = text.parse().ok();
            } else {
                play.replay(line)?;
            }
        }
        Some(play)
    }

    /// A command as a line of the log, with the referee's proof if there is one.
    pub(super) fn log_line(&self, command: &Command) -> String {
        let line = line(self.timed.game(), command);
        let (Command::Flag(by) | Command::Resign(by)) = *command else {
            return line;
        };
        let mode = self.timed.game().start().mode;
        match self.judge.finding(self.timed.game().position(), !by) {
            None => line,
            Some(Finding::No(why)) => format!("{line} no {why}"),
            Some(Finding::Unknown) => format!("{line} unknown"),
            Some(Finding::Yes(mate)) => {
                let moves = mate.iter().map(|m| m.to_uci(mode).to_string());
                let moves: Vec<String> = moves.collect();
                format!("{line} yes {}", moves.join(","))
            }
        }
    }

    /// Reads the referee's proof from a line of the log.
    fn learn(&mut self, line: &str) {
        let mut words = line.split(' ');
        let is_end = matches!(words.next(), Some("f" | "r"));
        let by = words.next().and_then(color).filter(|_| is_end);
        let position = *self.timed.game().position();
        let verdict = match words.next() {
            Some("no") => MateVerdict::No(words.collect::<Vec<_>>().join(" ")),
            Some("unknown") => MateVerdict::Unknown,
            Some("yes") => {
                let moves = words.next().unwrap_or_default().split(',');
                MateVerdict::Yes(moves.map(str::to_owned).collect())
            }
            _ => return,
        };
        if let Some(by) = by {
            let finding = Finding::of(&verdict, &position);
            self.judge.learn(position, !by, finding);
        }
    }

    pub(super) fn replay(&mut self, line: &str) -> Option<()> {
        let (line, times) = line.split_once('@').unwrap_or((line, ""));
        if let Some(adjusted) = line.strip_prefix("t ") {
            let (side, seconds) = adjusted.trim().split_once(' ')?;
            let (side, seconds) = (color(side)?, seconds.parse::<i64>().ok()?);
            self.shift_time(side, seconds);
        } else if let Some(word) = line.strip_prefix("p ") {
            self.set_times(times, [None, None]);
            self.set_stopped(word.trim() == "stop");
        } else if let Some(result) = line.strip_prefix("x ") {
            self.end_as_stated(result.trim().parse().ok()?)?;
        } else {
            self.learn(line.trim());
            let command = read_line(self.timed.game(), line.trim())?;
            let is_rewind = matches!(command, Command::Undo(_) | Command::Redo(_));
            let steps = self.timed.game().undoable();
            let before = Color::ALL.map(|side| self.timed.left(side, Duration::ZERO));
            self.timed.execute(command, Duration::ZERO).ok()?;
            self.timed.timing_mut().stop(Duration::ZERO);
            let after = self.timed.game().undoable();
            self.is_stopped &= after == steps;
            self.set_times(times, if is_rewind { [None, None] } else { before });
            if after > steps && !is_rewind {
                self.timed.timing_mut().set_shown();
            }
        }
        self.log.push(match times {
            "" => line.to_owned(),
            times => format!("{line}@{times}"),
        });
        Some(())
    }

    /// A line of the log with the remaining times.
    pub(super) fn with_times(&self, line: String) -> String {
        match Color::ALL.map(|side| self.timed.left(side, self.now)) {
            [Some(white), Some(black)] => {
                format!("{line}@{},{}", white.as_millis(), black.as_millis())
            }
            _ => line,
        }
    }

    /// Sets the stopped clocks to the times of a line of the log, or to the previous times if the
    /// line has none.
    fn set_times(&mut self, times: &str, before: [Option<Duration>; 2]) {
        let (white, black) = times.split_once(',').unwrap_or(("", ""));
        for (seat, text) in [white, black].into_iter().enumerate() {
            let said = text.parse().ok().map(Duration::from_millis);
            if let Some(left) = said.or(before[seat]) {
                self.timed.timing_mut().set_left(seat, left);
            }
        }
    }

    /// Writes the arbiter's decisions after the moves at which they were made.
    fn write_decisions(&self, tree: &mut Tree) {
        let nodes: Vec<_> = core::iter::once(tree.root())
            .chain(tree.main_line())
            .collect();
        for decision in &self.decisions {
            let text = format!("Arbiter: {}", decision.words);
            if let (Some(&id), Some(comment)) = (nodes.get(decision.ply), Comment::new(&text)) {
                tree.node_mut(id).comments.push(comment);
            }
        }
    }

    /// The game as PGN, with the clocks after each move if there are any.
    #[must_use]
    pub fn pgn(&self) -> String {
        self.tree().to_string()
    }

    /// The game with its tags, comments and clocks.
    pub(super) fn tree(&self) -> Tree {
        let mut tree = Tree::from(&self.timed.game().record());
        let mut tag = |name: &str, value: &str| {
            let set = tree.tags.set(name, value);
            debug_assert!(set.is_ok(), "names and time controls are plain text");
        };
        if self.source.is_none() {
            tag("White", &self.name(Color::White));
            tag("Black", &self.name(Color::Black));
            if let Some(date) = *self.date {
                tag("Date", &date.to_string());
            }
        }
        if let Some(source) = &*self.source {
            tree.annotate(source);
        }
        self.write_decisions(&mut tree);
        let mut timed = self.timed.clone();
        if let Some(clocks) = self
            .remote
            .as_ref()
            .and_then(|remote| remote.clocks.clone())
        {
            timed.set_timing(clocks);
        }
        timed::pgn::write(&timed, &mut tree);
        tree
    }
}

/// Parses the game as it was loaded.
fn read_source(text: &str) -> Option<Tree> {
    let mut pgn = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        pgn.push(match letter {
            '\\' if letters.next()? == 'n' => '\n',
            letter => letter,
        });
    }
    let mut checker = Checker::new(Reader::from_slice(pgn.as_bytes()));
    Some(checker.read_tree().ok()??.tree)
}

/// A command as a line of the log.
fn line(game: &Game, command: &Command) -> String {
    let mode = game.start().mode;
    match command {
        Command::Play(m) => format!("m {}", m.to_uci(mode)),
        Command::Claim { by, ground, with } => {
            let ground = match ground {
                None => "any",
                Some(Ground::Threefold) => "threefold",
                Some(Ground::FiftyMoves) => "fifty",
            };
            let with = with.map_or("-".to_owned(), |m| m.to_uci(mode).to_string());
            format!("c {} {ground} {with}", by.letter())
        }
        Command::Offer(by) => format!("o {}", by.letter()),
        Command::Accept(by) => format!("a {}", by.letter()),
        Command::Decline(by) => format!("d {}", by.letter()),
        Command::Resign(by) => format!("r {}", by.letter()),
        Command::Flag(by) => format!("f {}", by.letter()),
        Command::Undo(steps) => format!("u {steps}"),
        Command::Redo(steps) => format!("y {steps}"),
        // A new game has its own log.
        Command::New(_) | Command::Load(_) => String::new(),
    }
}

fn color(word: &str) -> Option<Color> {
    Color::ALL
        .into_iter()
        .find(|color| word == color.letter().to_string())
}

fn read_line(game: &Game, line: &str) -> Option<Command> {
    let mut words = line.split(' ');
    let (kind, first) = (words.next()?, words.next()?);
    let number = || first.parse::<NonZeroUsize>().ok();
    Some(match kind {
        "m" => Command::Play(game.position().parse_uci(first).ok()?),
        "c" => Command::Claim {
            by: color(first)?,
            ground: match words.next()? {
                "threefold" => Some(Ground::Threefold),
                "fifty" => Some(Ground::FiftyMoves),
                _ => None,
            },
            with: match words.next()? {
                "-" => None,
                text => Some(game.position().parse_uci(text).ok()?),
            },
        },
        "o" => Command::Offer(color(first)?),
        "a" => Command::Accept(color(first)?),
        "d" => Command::Decline(color(first)?),
        "r" => Command::Resign(color(first)?),
        "f" => Command::Flag(color(first)?),
        "u" => Command::Undo(number()?),
        "y" => Command::Redo(number()?),
        _ => return None,
    })
}
