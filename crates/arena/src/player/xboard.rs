//! A player that is an engine of the older protocol, that of XBoard, in a process of its own.
//!
//! Such an engine keeps the board itself: it is told each move once, and answers when it is its
//! turn. Only what a match needs is spoken: no pondering, no adjourning, no talk.

use std::time::{Duration, Instant};

use chess::uci::UciMove;
use chess::{Color, Move, Position};
use game::Start;
use uci::{Bound, Go, SearchScore};

use super::process::{EngineConfig, MOST_LINES, Patience, excerpt};
use super::{Player, Request, Thought, is_readable};
use crate::fault::Fault;
use crate::link::{Link, ReceivedLine};

/// How long an engine that names no features may take to do so.
const FEATURE_WAIT: Duration = Duration::from_secs(2);

/// An engine of XBoard's protocol in a process of its own.
#[derive(Debug)]
pub struct XboardPlayer {
    config: EngineConfig,
    patience: Patience,
    running: Option<Running>,
}

/// A process and what it knows.
#[derive(Debug)]
struct Running {
    link: Link,
    features: Features,
    pings: u64,
    /// Moves on the engine's board; none if it has not been set up.
    told: Option<usize>,
}

/// What an engine says it can do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Features {
    pings: bool,
    sets_board: bool,
    marks_moves: bool,
    sets_memory: bool,
    sets_cores: bool,
}

impl XboardPlayer {
    /// A player that starts its engine when it is first needed, and again after a fault.
    #[must_use]
    pub fn new(config: EngineConfig, patience: Patience) -> XboardPlayer {
        XboardPlayer {
            config,
            patience,
            running: None,
        }
    }

    /// Starts the engine now instead of when it is first needed.
    ///
    /// # Errors
    ///
    /// Returns why it cannot play.
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
            told: None,
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

/// Reads what the engine can do, until it says that this was all.
fn read_features(link: &mut Link, patience: Duration) -> Result<Features, Fault> {
    let mut features = Features::default();
    let mut deadline = Instant::now() + FEATURE_WAIT;
    for _ in 0..MOST_LINES {
        let line = match link.next_line(deadline) {
            // An engine of the first version says nothing.
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
            // Moves are understood as squares only.
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

/// The pairs of `name=value name="several words"`.
fn pairs(mut list: &str) -> Vec<(&str, &str)> {
    let mut pairs = Vec::new();
    while let Some((name, rest)) = list.trim_start().split_once('=') {
        let (value, behind) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => rest.split_once(' ').unwrap_or((rest, "")),
        };
        pairs.push((name, value));
        list = behind;
    }
    pairs
}

impl Running {
    /// Waits until everything said so far has been heard.
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

    /// Puts the game on the engine's board, and says how long it has.
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
            self.tell_move(start, m)?;
        }
        self.tell_clocks(go, turn)?;
        self.link.say("go")
    }

    fn tell_move(&mut self, start: &Start, m: Move) -> Result<(), Fault> {
        let mark = if self.features.marks_moves {
            "usermove "
        } else {
            ""
        };
        self.link.say(&format!("{mark}{}", m.to_uci(start.mode)))
    }

    fn tell_clocks(&mut self, go: &Go, turn: Color) -> Result<(), Fault> {
        for (word, color) in [("time", turn), ("otim", !turn)] {
            if let Some(ms) = go.clock(color).time {
                self.link.say(&format!("{word} {}", ms / 10))?;
            }
        }
        Ok(())
    }

    /// Says what has happened since the engine's last move, and waits for the next.
    fn think(&mut self, request: &Request<'_>) -> Result<Thought, Fault> {
        let &Request {
            start,
            history,
            go,
            patience,
        } = request;
        let moves = history.moves();
        let begin = Instant::now();
        match (self.told, moves.last()) {
            // Its own move and one answer: that answer is its turn to move.
            (Some(told), Some(&last)) if told + 1 == moves.len() => {
                self.tell_clocks(go, history.position().turn())?;
                self.tell_move(start, last)?;
            }
            _ => self.set_up(request)?,
        }
        let thought = self.listen(begin, patience, |sent| {
            // Squares are the rule, but castling is also written as people do.
            let in_words = || history.position().parse_san(sent).ok();
            let in_squares = sent.parse().ok();
            in_squares.or_else(|| in_words().map(|m| m.to_uci(start.mode)))
        })?;
        self.told = Some(moves.len() + 1);
        Ok(thought)
    }

    fn listen(
        &mut self,
        begin: Instant,
        patience: Duration,
        read: impl Fn(&str) -> Option<UciMove>,
    ) -> Result<Thought, Fault> {
        let mut thought = Thought::default();
        for _ in 0..MOST_LINES {
            let ReceivedLine { bytes, at } = self.link.next_line(begin + patience)?;
            let text = String::from_utf8_lossy(&bytes);
            let text = text.trim();
            let mut words = text.split_ascii_whitespace();
            match words.next() {
                Some("move") => {
                    thought.took = at.saturating_duration_since(begin);
                    thought.best = words.next().and_then(read);
                    if thought.best.is_none() {
                        thought.garbage = Some(excerpt(text.as_bytes()));
                    }
                    return Ok(thought);
                }
                Some("resign") => return Err(Fault::Resigned),
                Some("Illegal") => {
                    thought.took = at.saturating_duration_since(begin);
                    thought.garbage = Some(excerpt(text.as_bytes()));
                    return Ok(thought);
                }
                Some(_) => note(text, &mut thought),
                None => {}
            }
        }
        Err(Fault::Flood)
    }
}

/// Takes note of a line of thinking: depth, score, time, nodes.
fn note(text: &str, thought: &mut Thought) {
    let numbers: Vec<i64> = text
        .split_ascii_whitespace()
        .map_while(|word| word.trim_end_matches(['.', '+', '-', '&']).parse().ok())
        .take(4)
        .collect();
    if let [depth, score, _, nodes] = numbers[..] {
        thought.depth = u64::try_from(depth).ok();
        thought.score = Some(SearchScore::Centipawns(score, Bound::Exact));
        thought.nodes = u64::try_from(nodes).ok();
    }
}

/// The command that says how long a game may take.
fn limit(go: &Go, turn: Color) -> Result<String, Fault> {
    let clock = go.clock(turn);
    match (clock.time, go.movetime, go.depth) {
        (Some(ms), _, _) => {
            let seconds = (ms / 1000).max(1);
            let moves = go.movestogo.unwrap_or(0);
            // The protocol knows whole seconds only; the clock told before each move is exact.
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
            "XBoard's protocol has no limit by nodes; give tc, st or depth".to_owned(),
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
                running.told = None;
                running.link.say("force")?;
                running.settle(self.patience.ready)
            }
            None => Ok(()),
        }
    }

    fn think(&mut self, request: &Request<'_>) -> Result<Thought, Fault> {
        let Some(running) = &mut self.running else {
            return Err(Fault::NotStarted("the game was not begun".to_owned()));
        };
        let thought = running.think(request);
        if !is_readable(&thought) {
            self.running = None;
        }
        thought
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
    fn limits_are_said_in_its_words() {
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
    fn thinking_is_noted_and_chatter_is_not() {
        let mut thought = Thought::default();
        note("tellics whisper depth=7", &mut thought);
        assert_eq!(thought.depth, None);
        note("  7.    -19     3    13862  c5xd6  c7xd6", &mut thought);
        assert_eq!((thought.depth, thought.nodes), (Some(7), Some(13862)));
        assert_eq!(
            thought.score,
            Some(SearchScore::Centipawns(-19, Bound::Exact))
        );
    }
}
