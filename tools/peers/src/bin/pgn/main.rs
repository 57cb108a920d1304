//! Compares PGN readers that check every move, in one run.
//!
//! One file is generated, the same for the same size, and all readers read it in turn. Only the
//! ratios mean anything. The best of several rounds counts, on one thread unless stated otherwise.
//! Times are CPU time if the system reports it, which a busy machine affects less than wall time.
//! python-chess reads only the beginning of the file, because it would need minutes for all of it.
//! If valgrind is installed, the instructions of the readers in this program are counted too, on
//! the same beginning.

mod games;
mod readers;

use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

use peers::counters::{self, Counters};
use peers::{Stopwatch, positive, value_of};

use readers::Count;

const USAGE: &str =
    "usage: pgn [--megabytes N] [--rounds N] [--python-megabytes N] [--only NAME] [--keep FILE]
       pgn read NAME FILE

  --megabytes N          size of the generated file (default 100)
  --rounds N             rounds; the best counts (default 3)
  --python-megabytes N   how much of it python-chess reads (default 2)
  --only NAME            measure only the readers whose name contains this
  --keep FILE            keep the generated file under this name
  read                   reads a file once with one reader; what valgrind runs";

/// Our reader doing the same work as pgn-reader with shakmaty.
const MOVES: &str = "Fourfold";

/// Our checker, which does more.
const DRAWS: &str = "Fourfold, with draws";

const SEED: u64 = 0xF0_17_F0_1D;

/// A reader to measure.
struct Peer {
    name: &'static str,
    read: fn(&Path) -> Result<Count>,
    /// Why it cannot be measured, if so.
    missing: Option<&'static str>,
    /// Whether it reads the short file.
    is_slow: bool,
    /// Whether it uses several threads, so that only wall time is meaningful.
    is_threaded: bool,
    /// Whether it is a separate program, whose instructions cannot be counted.
    is_foreign: bool,
    best: Duration,
}

/// The parsed arguments.
enum Task {
    Compare(Options),
    Read(String, PathBuf),
}

struct Options {
    megabytes: usize,
    python_megabytes: usize,
    rounds: u32,
    only: Option<String>,
    keep: Option<PathBuf>,
}

fn main() -> ExitCode {
    peers::run(USAGE, parse, |task| match task {
        Task::Compare(options) => compare(options),
        Task::Read(name, path) => read_once(name, path),
    })
}

fn read_once(name: &str, path: &Path) -> Result<()> {
    let peers = peers();
    let peer = peers.iter().find(|peer| peer.name == name);
    let peer = peer.with_context(|| format!("no reader is called {name:?}"))?;
    println!("{:?}", (peer.read)(path)?);
    Ok(())
}

fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Task> {
    let mut options = Options {
        megabytes: 100,
        python_megabytes: 2,
        rounds: 3,
        only: None,
        keep: None,
    };
    while let Some(argument) = arguments.next() {
        let value = value_of(&argument, &mut arguments)?;
        let number = || positive(&value);
        match argument.as_str() {
            "--megabytes" => options.megabytes = number()?,
            "--python-megabytes" => options.python_megabytes = number()?,
            "--rounds" => options.rounds = u32::try_from(number()?)?,
            "--only" => options.only = Some(value),
            "--keep" => options.keep = Some(PathBuf::from(value)),
            "read" => {
                let path = arguments.next().context("read needs a file")?;
                return Ok(Task::Read(value, PathBuf::from(path)));
            }
            _ => bail!("unexpected argument {argument:?}"),
        }
    }
    Ok(Task::Compare(options))
}

fn peers() -> Vec<Peer> {
    let peer = |name, read| Peer {
        name,
        read,
        missing: None,
        is_slow: false,
        is_threaded: false,
        is_foreign: false,
        best: Duration::MAX,
    };
    let mut extract = peer("pgn-extract", readers::pgn_extract);
    extract.is_foreign = true;
    if !readers::has_pgn_extract() {
        extract.missing = Some("pgn-extract is not installed: run `apt-get install pgn-extract`");
    }
    let mut python = peer("python-chess", readers::python_chess);
    python.is_slow = true;
    python.is_foreign = true;
    if !readers::has_python_chess() {
        python.missing = Some("python-chess is not installed: run `pip install chess`");
    }
    vec![
        peer(MOVES, readers::fourfold_moves),
        peer(DRAWS, readers::fourfold),
        Peer {
            is_threaded: true,
            ..peer("Fourfold, all cores", readers::fourfold_threads)
        },
        peer("pgn-reader + shakmaty", readers::shakmaty),
        extract,
        python,
    ]
}

fn compare(options: &Options) -> Result<()> {
    let directory = std::env::temp_dir().join(format!("fourfold-bench-{}", std::process::id()));
    fs::create_dir_all(&directory)?;
    let measured = measure_in(&directory, options);
    let cleaned = fs::remove_dir_all(&directory);
    measured?;
    cleaned.context("cannot remove the generated files")
}

fn measure_in(directory: &Path, options: &Options) -> Result<()> {
    let whole = directory.join("games.pgn");
    let start = directory.join("start.pgn");
    let due = generate(&whole, options.megabytes << 20)?;
    let due_slow = generate(&start, options.python_megabytes << 20)?;
    if let Some(keep) = &options.keep {
        fs::copy(&whole, keep)?;
    }
    let size = fs::metadata(&whole)?.len() as f64 / 1e6;
    let size_slow = fs::metadata(&start)?.len() as f64 / 1e6;
    println!(
        "reading {size:.0} MB of PGN and checking every move: {} games, {} plies; best of {} rounds\n",
        due.games,
        due.plies.unwrap_or(0),
        options.rounds
    );
    let mut peers = peers();
    if let Some(only) = &options.only {
        peers.retain(|peer| peer.name.contains(only.as_str()));
        ensure!(!peers.is_empty(), "no reader has a name with {only:?}");
    }
    for _ in 0..options.rounds {
        for peer in peers.iter_mut().filter(|peer| peer.missing.is_none()) {
            let (path, due) = match peer.is_slow {
                true => (&start, due_slow),
                false => (&whole, due),
            };
            let stopwatch = Stopwatch::start(peer.is_threaded);
            let found = (peer.read)(path).with_context(|| peer.name)?;
            peer.best = peer.best.min(stopwatch.elapsed());
            let is_same = found.games == due.games && found.plies.is_none_or(|_| found == due);
            ensure!(is_same, "{} found {found:?}, expected {due:?}", peer.name);
        }
    }
    print_table(&peers, size, (&start, size_slow))
}

fn print_table(peers: &[Peer], size: f64, (start, size_slow): (&Path, f64)) -> Result<()> {
    println!(
        "{:<24}{:>10}{:>14}{:>14}{:>22}",
        "", "MB/s", "Fourfold is", "with draws", "instructions per byte"
    );
    let speed = |peer: &Peer| {
        let size = if peer.is_slow { size_slow } else { size };
        size / peer.best.as_secs_f64()
    };
    let ours = [MOVES, DRAWS].map(|name| peers.iter().find(|peer| peer.name == name).map(speed));
    for peer in peers {
        if let Some(why) = peer.missing {
            println!("{:<24}{why}", peer.name);
            continue;
        }
        print!("{:<24}{:>10.1}", peer.name, speed(peer));
        for ours in ours {
            match ours {
                Some(ours) => print!("{:>13.2}x", ours / speed(peer)),
                None => print!("{:>14}", ""),
            }
        }
        if counters::is_available() && !peer.is_foreign && !peer.is_threaded {
            let start = start
                .to_str()
                .context("the name of the file is not UTF-8")?;
            let counted = Counters::of(&["read", peer.name, start])?;
            print!("{:>22.1}", counted.instructions as f64 / size_slow / 1e6);
        }
        println!();
    }
    println!(
        "\n\"Fourfold\" plays the main lines as pgn-reader + shakmaty does; \"with draws\" it checks\n\
         variations, marks, numbers, tags and results too and finds the draws that need no claim.\n\
         python-chess read the first {size_slow:.0} MB; instructions were counted on the same."
    );
    Ok(())
}

/// Fills a file with games and returns what a reader must find in it.
fn generate(path: &Path, bytes: usize) -> Result<Count> {
    let mut random = repeatable::Random::new(SEED);
    let mut out = BufWriter::new(fs::File::create(path)?);
    let mut text = String::new();
    let (mut written, mut count, mut plies) = (0, 0, 0);
    while written < bytes {
        text.clear();
        plies += games::write_game(&mut text, count, &mut random);
        out.write_all(text.as_bytes())?;
        written += text.len();
        count += 1;
    }
    out.flush()?;
    Ok(Count {
        games: count as u64,
        plies: Some(plies as u64),
    })
}
