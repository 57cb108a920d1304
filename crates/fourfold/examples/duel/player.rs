//! The two kinds of players.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command as Process, Stdio};
use std::str::FromStr;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use chess::fen::CastlingMode;
use chess::{Color, Move, Position};
use engine::{Control, Engine, Host, Limits, Params, Report, Root};
use uci::{Command, Go, Origin, Reply, SearchScore, SideClock};

/// What a player is.
#[derive(Clone, Debug, Default)]
pub struct Spec {
    program: Option<String>,
    settings: Vec<(String, String)>,
}

impl FromStr for Spec {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Spec> {
        let mut parts = text.split(',');
        let program = match parts.next() {
            Some("self") => None,
            Some(first) => Some(
                first
                    .strip_prefix("uci=")
                    .context("expected a player such as self or uci=PROGRAM")?
                    .to_owned(),
            ),
            None => None,
        };
        let settings = parts
            .map(|part| {
                let (name, value) = part.split_once('=').context("expected NAME=VALUE")?;
                Ok((name.to_owned(), value.to_owned()))
            })
            .collect::<Result<_>>()?;
        Ok(Spec { program, settings })
    }
}

impl Spec {
    fn number(&self, name: &str) -> Result<Option<u64>> {
        let found = self.settings.iter().find(|(known, _)| known == name);
        Ok(found.map(|(_, value)| value.parse()).transpose()?)
    }
}

/// A move and what its player thinks of it.
pub struct Thought {
    pub best: Move,
    pub centipawns: Option<i32>,
}

/// Someone who moves.
pub struct Player {
    name: String,
    nodes: Option<u64>,
    kind: Kind,
}

enum Kind {
    Own(Box<Engine>),
    Other(Link),
}

struct Stopwatch(Instant);

impl Host for Stopwatch {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    fn report(&self, _: &Report) {}
}

impl Player {
    pub fn new(spec: &Spec) -> Result<Player> {
        let nodes = spec.number("nodes")?;
        let settings = spec.settings.iter().filter(|(name, _)| name != "nodes");
        let (name, kind) = match &spec.program {
            Some(program) => (
                program.clone(),
                Kind::Other(Link::start(program, settings)?),
            ),
            None => {
                let mut engine = Engine::new(16)?;
                let mut params = Params::default();
                for (name, value) in settings {
                    let value = value.parse()?;
                    if params.set(name, value).is_err() {
                        bail!("{name} cannot be {value}");
                    }
                }
                engine.settings_mut().params = params;
                ("self".to_owned(), Kind::Own(Box::new(engine)))
            }
        };
        Ok(Player { name, nodes, kind })
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn new_game(&mut self) -> Result<()> {
        match &mut self.kind {
            Kind::Own(engine) => {
                engine.forget();
                Ok(())
            }
            Kind::Other(link) => {
                link.say(&Command::UciNewGame)?;
                link.ready()
            }
        }
    }

    /// Finds a move; the clocks are for players who are told both.
    pub fn think(
        &mut self,
        root: &Root,
        limits: &Limits,
        clocks: [Duration; 2],
        increment: Duration,
    ) -> Result<Thought> {
        let mut limits = limits.clone();
        if self.nodes.is_some() {
            limits = Limits {
                nodes: self.nodes,
                ..Limits::default()
            };
        }
        match &mut self.kind {
            Kind::Own(engine) => {
                let watch = Stopwatch(Instant::now());
                let outcome = engine
                    .search(root, &limits, &Control::new(), &watch)
                    .context("there is a legal move")?;
                Ok(Thought {
                    best: outcome.best().context("a line has a move")?,
                    centipawns: Some(outcome.score.centipawns()),
                })
            }
            Kind::Other(link) => link.think(root, &limits, clocks, increment),
        }
    }
}

/// A program that speaks UCI.
struct Link {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Drop for Link {
    fn drop(&mut self) {
        let _ = self.say(&Command::Quit);
        std::thread::sleep(Duration::from_millis(50));
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Link {
    fn start<'a>(
        program: &str,
        settings: impl Iterator<Item = &'a (String, String)>,
    ) -> Result<Link> {
        let mut words = program.split(' ');
        let mut process = Process::new(words.next().unwrap_or_default())
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("cannot start {program}"))?;
        let input = process.stdin.take().context("stdin was piped")?;
        let output = BufReader::new(process.stdout.take().context("stdout was piped")?);
        let mut link = Link {
            process,
            input,
            output,
        };
        link.say(&Command::Uci)?;
        while link.hear()? != Some(Reply::UciOk) {}
        for (name, value) in settings {
            link.say(&Command::SetOption {
                name: name.clone(),
                value: Some(value.clone()),
            })?;
        }
        link.ready()?;
        Ok(link)
    }

    fn say(&mut self, command: &Command) -> Result<()> {
        writeln!(self.input, "{command}")?;
        Ok(self.input.flush()?)
    }

    fn hear(&mut self) -> Result<Option<Reply>> {
        let mut line = Vec::new();
        if self.output.read_until(b'\n', &mut line)? == 0 {
            bail!("the program ended");
        }
        Ok(Reply::read(&line).ok())
    }

    fn ready(&mut self) -> Result<()> {
        self.say(&Command::IsReady)?;
        while self.hear()? != Some(Reply::ReadyOk) {}
        Ok(())
    }

    fn think(
        &mut self,
        root: &Root,
        limits: &Limits,
        clocks: [Duration; 2],
        increment: Duration,
    ) -> Result<Thought> {
        let millis = |time: Duration| i64::try_from(time.as_millis()).ok();
        let clock = |color: Color| SideClock {
            time: limits.clock.and_then(|_| millis(clocks[color as usize])),
            increment: limits.clock.and_then(|_| millis(increment)),
        };
        let (start, moves) = root.story();
        self.say(&Command::Position {
            origin: origin(start),
            moves: moves
                .iter()
                .map(|m| m.to_uci(CastlingMode::Standard))
                .collect(),
        })?;
        self.say(&Command::Go(Go {
            white: clock(Color::White),
            black: clock(Color::Black),
            nodes: limits.nodes,
            movetime: limits.movetime.and_then(millis),
            ..Go::default()
        }))?;
        let mut centipawns = None;
        loop {
            match self.hear()? {
                Some(Reply::Info(line)) => {
                    centipawns = match line.score {
                        Some(SearchScore::Centipawns(score, _)) => i32::try_from(score).ok(),
                        Some(SearchScore::Mate(moves, _)) => {
                            Some(if moves > 0 { 30_000 } else { -30_000 })
                        }
                        None => centipawns,
                    };
                }
                Some(Reply::BestMove { best, .. }) => {
                    let best = best.context("there is a legal move")?;
                    return Ok(Thought {
                        best: root.position().understand_uci(best),
                        centipawns,
                    });
                }
                _ => {}
            }
        }
    }
}

fn origin(start: &Position) -> Origin {
    if *start == Position::start() {
        Origin::Start
    } else {
        Origin::Fen(start.to_string())
    }
}
