//! The measured readers. Each reads the whole file and checks every move of the main lines; their
//! documentation says what else they do.

use std::fs::File;
use std::io::{BufRead, Read, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use anyhow::{Context, Result, anyhow, bail, ensure};
use game::pgn::{Checker, Event, Reader};
use pgn_reader::{SanPlus, Visitor};
use shakmaty::{Chess, Position};

/// The findings of a reader.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    pub games: u64,
    /// The number of moves in their main lines; `None` if the reader does not report it.
    pub plies: Option<u64>,
}

/// Our reader and our rules, combined as in the documentation of pgn-reader with shakmaty: the same
/// work, line by line.
pub fn fourfold_moves(path: &Path) -> Result<Count> {
    let mut reader = Reader::from_stream(File::open(path)?);
    let (mut games, mut plies, mut depth) = (0, 0, 0);
    let mut position = chess::Position::start();
    while let Some(event) = reader.next_event()? {
        match event {
            Event::Move(text) if depth == 0 => {
                let found = position.find_san(text.san.bytes());
                let found = found.map_err(|error| anyhow!("{error}"))?;
                position = found.play(&position);
                plies += 1;
            }
            Event::VariationStart => depth += 1,
            Event::VariationEnd => depth -= 1,
            Event::Diagnostic(diagnostic) if diagnostic.is_error() => bail!("{diagnostic}"),
            Event::GameEnd => {
                games += 1;
                depth = 0;
                position = chess::Position::start();
            }
            _ => {}
        }
    }
    Ok(Count {
        games,
        plies: Some(plies),
    })
}

/// Our reader and checker, streaming the file through a window. Variations, glyphs, numbers, tags
/// and results are checked too, and automatic draws are detected.
pub fn fourfold(path: &Path) -> Result<Count> {
    let mut checker = Checker::new(Reader::from_stream(File::open(path)?));
    count(&mut checker)
}

/// The same on several threads, each of which reads a part of the file.
pub fn fourfold_threads(path: &Path) -> Result<Count> {
    let parts = parts(path, thread::available_parallelism()?.get())?;
    thread::scope(|scope| {
        let workers: Vec<_> = parts
            .windows(2)
            .map(|bounds| scope.spawn(move || fourfold_part(path, bounds[0], bounds[1])))
            .collect();
        let mut total = Count::default();
        for worker in workers {
            let count = match worker.join() {
                Ok(count) => count?,
                Err(_) => bail!("a thread panicked"),
            };
            total.games += count.games;
            total.plies = Some(total.plies.unwrap_or(0) + count.plies.unwrap_or(0));
        }
        Ok(total)
    })
}

fn fourfold_part(path: &Path, start: u64, end: u64) -> Result<Count> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(start))?;
    count(&mut Checker::new(Reader::from_stream(
        file.take(end - start),
    )))
}

/// The boundaries of parts of whole games, all of similar length.
fn parts(path: &Path, count: usize) -> Result<Vec<u64>> {
    const FIRST_TAG: &[u8] = b"\n[Event ";
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    let mut bounds = vec![0];
    for part in 1..count as u64 {
        let from = length / count as u64 * part;
        file.seek(SeekFrom::Start(from))?;
        let mut near = Vec::new();
        (&mut file).take(1 << 16).read_to_end(&mut near)?;
        let mut windows = near.windows(FIRST_TAG.len());
        let found = windows.position(|window| window == FIRST_TAG);
        let found = found.context("no game begins near the cut")?;
        bounds.push(from + found as u64 + 1);
    }
    bounds.push(length);
    Ok(bounds)
}

fn count<S: game::pgn::Source>(checker: &mut Checker<S>) -> Result<Count> {
    let (mut games, mut plies) = (0, 0);
    while let Some(report) = checker.read_game(&mut ())? {
        if let Some(error) = report.error {
            bail!("{error}");
        }
        games += 1;
        plies += report.plies;
    }
    Ok(Count {
        games,
        plies: Some(plies),
    })
}

/// pgn-reader with shakmaty, as its documentation shows.
pub fn shakmaty(path: &Path) -> Result<Count> {
    let mut reader = pgn_reader::Reader::new(File::open(path)?);
    let mut visitor = MainLine;
    let (mut games, mut plies) = (0, 0);
    while let Some(outcome) = reader.read_game(&mut visitor)? {
        plies += outcome.context("a move was refused")?;
        games += 1;
    }
    Ok(Count {
        games,
        plies: Some(plies),
    })
}

struct MainLine;

impl Visitor for MainLine {
    type Tags = ();
    type Movetext = (Chess, u64);
    type Output = Option<u64>;

    fn begin_tags(&mut self) -> ControlFlow<Option<u64>, ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<Option<u64>, (Chess, u64)> {
        ControlFlow::Continue((Chess::default(), 0))
    }

    fn san(&mut self, state: &mut (Chess, u64), san: SanPlus) -> ControlFlow<Option<u64>> {
        match san.san.to_move(&state.0) {
            Ok(m) => {
                state.0.play_unchecked(m);
                state.1 += 1;
                ControlFlow::Continue(())
            }
            Err(_) => ControlFlow::Break(None),
        }
    }

    fn end_game(&mut self, state: (Chess, u64)) -> Option<u64> {
        Some(state.1)
    }
}

/// pgn-extract, which checks every move when it only reports (`-r`).
pub fn pgn_extract(path: &Path) -> Result<Count> {
    let output = Command::new(pgn_extract_program())
        .arg("-r")
        .arg(path)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .output()?;
    ensure!(
        output.status.success(),
        "pgn-extract failed: {}",
        output.status
    );
    let last = output.stderr.lines().map_while(Result::ok).last();
    let said = last.unwrap_or_default();
    // "12 games matched out of 34."
    let games = said.split_whitespace().find_map(|word| {
        let word = word.trim_end_matches('.');
        word.parse().ok()
    });
    Ok(Count {
        games: games.with_context(|| format!("pgn-extract said {said:?}"))?,
        plies: None,
    })
}

fn pgn_extract_program() -> &'static str {
    const DEBIAN: &str = "/usr/games/pgn-extract";
    if Path::new(DEBIAN).exists() {
        DEBIAN
    } else {
        "pgn-extract"
    }
}

/// Whether pgn-extract can be run.
pub fn has_pgn_extract() -> bool {
    succeeds(Command::new(pgn_extract_program()).arg("--version"))
}

/// Reads with a visitor that stores nothing, the fastest way to check moves with it.
const PYTHON: &str = "
import sys, chess.pgn
class Count(chess.pgn.BaseVisitor):
    def begin_game(self):
        self.plies = 0
        self.depth = 0
        self.bad = False
    def begin_variation(self):
        return chess.pgn.SKIP
    def visit_move(self, board, move):
        self.plies += 1
    def handle_error(self, error):
        self.bad = True
    def result(self):
        if self.bad:
            sys.exit('a move was refused')
        return self.plies
games = plies = 0
with open(sys.argv[1], encoding='utf-8') as file:
    while True:
        found = chess.pgn.read_game(file, Visitor=Count)
        if found is None:
            break
        games += 1
        plies += found
print(games, plies)
";

pub fn python_chess(path: &Path) -> Result<Count> {
    let output = Command::new("python3")
        .args(["-c", PYTHON])
        .arg(path)
        .stderr(Stdio::inherit())
        .output()?;
    ensure!(
        output.status.success(),
        "python-chess failed: {}",
        output.status
    );
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let numbers: Vec<u64> = said
        .split_whitespace()
        .filter_map(|n| n.parse().ok())
        .collect();
    let [games, plies] = numbers[..] else {
        bail!("python-chess said {said:?}");
    };
    Ok(Count {
        games,
        plies: Some(plies),
    })
}

/// Whether python-chess can be run.
pub fn has_python_chess() -> bool {
    succeeds(Command::new("python3").args(["-c", "import chess.pgn"]))
}

fn succeeds(command: &mut Command) -> bool {
    command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}
