//! An engine with the [XBoard
//! protocol](https://www.chessprogramming.org/Chess_Engine_Communication_Protocol) (CECP) as a
//! player.
//!
//! Such an engine keeps the board itself: each move is sent once, and it answers on its turn. Only
//! the commands needed for a match are used; pondering, adjourning and chat are not.

use std::time::{Duration, Instant};

use chess::uci::UciMove;
use chess::{Color, Move, Position};
use game::Start;
use uci::{Bound, Go, SearchScore};

use super::process::{EngineConfig, MOST_LINES, Patience, excerpt};
use super::{Player, PlayerAnswer, Request, is_readable};
use crate::fault::Fault;
use crate::link::{Link, ReceivedLine};

/// How long to wait for the features of an engine that may have none.
const FEATURE_WAIT: Duration = Duration::from_secs(2);

#[derive(Debug)]
pub struct XboardPlayer {
    config: EngineConfig,
    patience: Patience,
    running: Option<Running>,
}

/// A process and its state.
#[derive(Debug)]
struct Running {
    link: Link,
    features: Features,
    pings: u64,
    /// The number of moves on the engine's board; `None` if it has not been set up.
    moves_sent: Option<usize>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Features {
    pings: bool,
    sets_board: bool,
    marks_moves: bool,
    sets_memory: bool,
    sets_cores: bool,
}

impl XboardPlayer {
    /// A player that starts its engine on first use, and again after a fault.
    #[must_use]
    pub fn new(config: EngineConfig, patience: Patience) -> XboardPlayer {
        XboardPlayer {
            config,
            patience,
            running: None,
        }
    }

    /// Starts the engine now instead of on first use.
    ///
    /// # Errors
    ///
    /// Returns a fault if the engine cannot play.
    pub fn prepare(&mut self) -> Result<(), Fault> {
        if self.running.is_none() {
            let started = self.start().map_err(|fault| match fault {
                Fault::NotStarted(_) => fault,
                other => {
                    let name = &self.config.name;
                    Fault::NotStarted(format!("{name} {other} before it was ready"))
                }
            })?;
            self.running = Some(started);
        }
        Ok(())
    }

    fn start(&self) -> Result<Running, Fault> {
        let config = &self.config;
        let mut link = Link::start(&config.cmd, &config.args, config.dir.as_deref())?;
        link.say("xboard")?;
        link.say("protover 2")?;
        let features = read_features(&mut link, self.patience.start)?;
        let mut running = Running {
            link,
            features,
            pings: 0,
            moves_sent: None,
        };
        for (name, value) in config.defaults.iter().chain(&config.options) {
            let command = match name.as_str() {
                "Hash" if running.features.sets_memory => format!("memory {value}"),
                "Threads" if running.features.sets_cores => format!("cores {value}"),
                "Hash" | "Threads" => continue,
                _ => format!("option {name}={value}"),
            };
            running.link.say(&command)?;
        }
        running.settle(self.patience.ready)?;
        Ok(running)
    }
}

/// Reads the features up to `done=1`.
fn read_features(link: &mut Link, patience: Duration) -> Result<Features, Fault> {
    let mut features = Features::default();
    let mut deadline = Instant::now() + FEATURE_WAIT;
    for _ in 0..MOST_LINES {
        let line = match link.next_line(deadline) {
            // An engine with version 1 of the protocol sends nothing.
            Err(Fault::Stall(_)) => return Ok(features),
            line => line?,
        };
        let text = String::from_utf8_lossy(&line.bytes).into_owned();
        let Some(list) = text.trim().strip_prefix("feature ") else {
            continue;
        };
        for (name, value) in pairs(list) {
            let is_on = value == "1";
            match name {
                "ping" => features.pings = is_on,
                "setboard" => features.sets_board = is_on,
                "usermove" => features.marks_moves = is_on,
                "memory" => features.sets_memory = is_on,
                "smp" => features.sets_cores = is_on,
                "done" if is_on => return Ok(features),
                "done" => deadline = Instant::now() + patience,
                _ => {}
            }
            // Only coordinate notation is supported.
            let word = if name == "san" {
                "rejected"
            } else {
                "accepted"
            };
            link.say(&format!("{word} {name}"))?;
        }
    }
    Err(Fault::Flood)
}

/// Parses `name=value name="several words"` pairs.
fn pairs(mut list: &str) -> Vec<(&str, &str)> {
    let mut pairs = Vec::new();
    while let Some((name, rest)) = list.trim_start().split_once('=') {
        let (value, after) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => rest.split_once(' ').unwrap_or((rest, "")),
        };
        pairs.push((name, value));
        list = after;
    }
    pairs
}

impl Running {
    /// Waits until the engine has processed everything sent so far.
    fn settle(&mut self, patience: Duration) -> Result<(), Fault> {
        if !self.features.pings {
            return Ok(());
        }
        self.pings += 1;
        self.link.say(&format!("ping {}", self.pings))?;
        let answer = format!("pong {}", self.pings);
        let deadline = Instant::now() + patience;
        for _ in 0..MOST_LINES {
            if self.link.next_line(deadline)?.bytes.trim_ascii() == answer.as_bytes() {
                return Ok(());
            }
        }
        Err(Fault::Flood)
    }

    /// Sets up the game on the engine's board and sends the limit.
    fn set_up(&mut self, request: &Request<'_>) -> Result<(), Fault> {
        let &Request {
            start, history, go, ..
        } = request;
        let turn = history.position().turn();
        self.link.say("new")?;
        self.link.say("easy")?;
        self.link.say("post")?;
        self.link.say(&limit(go, turn)?)?;
        self.link.say("force")?;
        if start.position != Position::start() {
            if !self.features.sets_board {
                return Err(Fault::NotStarted(
                    "it cannot set up a position; use openings of moves, as PGN files have them"
                        .to_owned(),
                ));
            }
            self.link.say(&format!("setboard {}", start.position))?;
        }
        for &m in history.moves() {
            self.send_move(start, m)?;
        }
        self.send_clocks(go, turn)?;
        self.link.say("go")
    }

    fn send_move(&mut self, start: &Start, m: Move) -> Result<(), Fault> {
        let mark = if self.features.marks_moves {
            "usermove "
        } else {
            ""
        };
        self.link.say(&format!("{mark}{}", m.to_uci(start.mode)))
    }

    fn send_clocks(&mut self, go: &Go, turn: Color) -> Result<(), Fault> {
        for (word, color) in [("time", turn), ("otim", !turn)] {
            if let Some(ms) = go.clock(color).time {
                self.link.say(&format!("{word} {}", ms / 10))?;
            }
        }
        Ok(())
    }

    /// Sends the opponent's move and waits for the engine's move.
    fn think(&mut self, request: &Request<'_>) -> Result<PlayerAnswer, Fault> {
        let &Request {
            start,
            history,
            go,
            patience,
        } = request;
        let moves = history.moves();
        let begin = Instant::now();
        match (self.moves_sent, moves.last()) {
            // The engine's own move and one reply: then it is the engine's turn.
            (Some(moves_sent), Some(&last)) if moves_sent + 1 == moves.len() => {
                self.send_clocks(go, history.position().turn())?;
                self.send_move(start, last)?;
            }
            _ => self.set_up(request)?,
        }
        let answer = self.listen(begin, patience, |sent| {
            // Coordinate notation is the rule, but castling may also be sent as SAN.
            let in_words = || history.position().parse_san(sent).ok();
            let in_squares = sent.parse().ok();
            in_squares.or_else(|| in_words().map(|m| m.to_uci(start.mode)))
        })?;
        self.moves_sent = Some(moves.len() + 1);
        Ok(answer)
    }

    fn listen(
        &mut self,
        begin: Instant,
        patience: Duration,
        read: impl Fn(&str) -> Option<UciMove>,
    ) -> Result<PlayerAnswer, Fault> {
        let mut answer = PlayerAnswer::default();
        for _ in 0..MOST_LINES {
            let ReceivedLine { bytes, at } = self.link.next_line(begin + patience)?;
            let text = String::from_utf8_lossy(&bytes);
            let text = text.trim();
            let mut words = text.split_ascii_whitespace();
            match words.next() {
                Some("move") => {
                    answer.took = at.saturating_duration_since(begin);
                    answer.best = words.next().and_then(read);
                    if answer.best.is_none() {
                        answer.garbage = Some(excerpt(text.as_bytes()));
                    }
                    return Ok(answer);
                }
                Some("resign") => return Err(Fault::Resigned),
                Some("Illegal") => {
                    answer.took = at.saturating_duration_since(begin);
                    answer.garbage = Some(excerpt(text.as_bytes()));
                    return Ok(answer);
                }
                Some(_) => note(text, &mut answer),
                None => {}
            }
        }
        Err(Fault::Flood)
    }
}

/// Parses a line of thinking output: depth, score, time, nodes.
fn note(text: &str, answer: &mut PlayerAnswer) {
    let numbers: Vec<i64> = text
        .split_ascii_whitespace()
        .map_while(|word| word.trim_end_matches(['.', '+', '-', '&']).parse().ok())
        .take(4)
        .collect();
    if let [depth, score, _, nodes] = numbers[..] {
        answer.depth = u64::try_from(depth).ok();
        answer.score = Some(SearchScore::Centipawns(score, Bound::Exact));
        answer.nodes = u64::try_from(nodes).ok();
    }
}

/// The command that sets the limit.
fn limit(go: &Go, turn: Color) -> Result<String, Fault> {
    let clock = go.clock(turn);
    match (clock.time, go.movetime, go.depth) {
        (Some(ms), _, _) => {
            let seconds = (ms / 1000).max(1);
            let moves = go.movestogo.unwrap_or(0);
            // The protocol has only whole seconds; the clocks sent before each move are exact.
            let increment = clock.increment.unwrap_or(0) / 1000;
            Ok(format!(
                "level {moves} {}:{:02} {increment}",
                seconds / 60,
                seconds % 60
            ))
        }
        (None, Some(ms), _) => Ok(format!("st {}", (ms / 1000).max(1))),
        (None, None, Some(depth)) => Ok(format!("sd {depth}")),
        (None, None, None) => Err(Fault::NotStarted(
            "the XBoard protocol has no node limit; use tc, st or depth".to_owned(),
        )),
    }
}

impl Player for XboardPlayer {
    fn name(&self) -> &str {
        &self.config.name
    }

    fn begin_game(&mut self, _: u64) -> Result<(), Fault> {
        if !self.running.as_mut().is_some_and(|it| it.link.is_running()) {
            self.running = None;
        }
        self.prepare()?;
        match &mut self.running {
            Some(running) => {
                running.moves_sent = None;
                running.link.say("force")?;
                running.settle(self.patience.ready)
            }
            None => Ok(()),
        }
    }

    fn think(&mut self, request: &Request<'_>) -> Result<PlayerAnswer, Fault> {
        let Some(running) = &mut self.running else {
            return Err(Fault::NotStarted("the game was not started".to_owned()));
        };
        let answer = running.think(request);
        if !is_readable(&answer) {
            self.running = None;
        }
        answer
    }
}

impl Drop for XboardPlayer {
    fn drop(&mut self) {
        if let Some(running) = self.running.take() {
            running.link.quit(self.patience.quit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_read_with_and_without_quotes() {
        let list = "myname=\"A B=C\" ping=1 setboard=0 option=\"x -check 0\" done=1";
        let expected = [
            ("myname", "A B=C"),
            ("ping", "1"),
            ("setboard", "0"),
            ("option", "x -check 0"),
            ("done", "1"),
        ];
        assert_eq!(pairs(list), expected);
        assert_eq!(pairs("nonsense"), []);
        assert_eq!(pairs("a=\"open"), [("a", "open")]);
    }

    #[test]
    fn limits_are_translated_to_xboard_commands() {
        let say = |text: &str| {
            let uci::Command::Go(go) = uci::Command::read(text.as_bytes()).unwrap().command else {
                panic!("{text}")
            };
            limit(&go, Color::White).ok()
        };
        assert_eq!(
            say("go wtime 61500 btime 1000 winc 2000 binc 0 movestogo 40").as_deref(),
            Some("level 40 1:01 2")
        );
        assert_eq!(
            say("go wtime 200 btime 200").as_deref(),
            Some("level 0 0:01 0")
        );
        assert_eq!(say("go movetime 1500").as_deref(), Some("st 1"));
        assert_eq!(say("go depth 9").as_deref(), Some("sd 9"));
        assert_eq!(say("go nodes 9"), None);
    }

    #[test]
    fn thinking_output_is_parsed_and_chat_is_ignored() {
        let mut answer = PlayerAnswer::default();
        note("tellics whisper depth=7", &mut answer);
        assert_eq!(answer.depth, None);
        note("  7.    -19     3    13862  c5xd6  c7xd6", &mut answer);
        assert_eq!((answer.depth, answer.nodes), (Some(7), Some(13862)));
        assert_eq!(
            answer.score,
            Some(SearchScore::Centipawns(-19, Bound::Exact))
        );
    }
}
