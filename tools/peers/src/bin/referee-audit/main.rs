//! Compares `fourfold referee` with pgn-extract on one large file, in one run, on all cores.
//!
//! pgn-extract looks for threefold repetitions and fifty moves; the referee looks for these and all
//! its other findings. pgn-extract uses one core, so the file is split into as many parts as there
//! are cores, which are read at once.

#[path = "../pgn/games.rs"]
mod games;

use std::fs::{self, File};
use std::io::{BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use peers::{positive, value_of};

const USAGE: &str =
    "usage: referee-audit [--program FILE] --directory FOLDER [--megabytes N] [--rounds N]

  --program FILE       the program fourfold; without it, the file is generated and that is all
  --directory FOLDER   where the generated file is kept for the next time
  --megabytes N        size of the generated file (default 1000)
  --rounds N           rounds; the best counts (default 1)";

const SEED: u64 = 0xF0_17_F0_1D;

struct Options {
    program: Option<PathBuf>,
    directory: PathBuf,
    megabytes: usize,
    rounds: u32,
}

fn main() -> ExitCode {
    peers::run(USAGE, parse, compare)
}

fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Options> {
    let (mut program, mut directory) = (None, None);
    let (mut megabytes, mut rounds) = (1000, 1);
    while let Some(argument) = arguments.next() {
        let value = value_of(&argument, &mut arguments)?;
        let number = || positive(&value);
        match argument.as_str() {
            "--program" => program = Some(PathBuf::from(value)),
            "--directory" => directory = Some(PathBuf::from(value)),
            "--megabytes" => megabytes = number()?,
            "--rounds" => rounds = u32::try_from(number()?)?,
            _ => bail!("unexpected argument {argument:?}"),
        }
    }
    Ok(Options {
        program,
        directory: directory.context("--directory is missing")?,
        megabytes,
        rounds,
    })
}

fn compare(options: &Options) -> Result<()> {
    fs::create_dir_all(&options.directory)?;
    let cores = thread::available_parallelism()?.get();
    let name = format!("audit-{}-MB.pgn", options.megabytes);
    let file = options.directory.join(name);
    if !file.exists() {
        println!("generating {}", file.display());
        generate(&file, options.megabytes * 1_000_000)?;
    }
    let Some(program) = &options.program else {
        return Ok(());
    };
    let parts = split(&file, cores)?;
    let (mut ours, mut others) = (Duration::MAX, Duration::MAX);
    let mut summary = String::new();
    for _ in 0..options.rounds {
        let begun = Instant::now();
        extract(&parts)?;
        others = others.min(begun.elapsed());
        let begun = Instant::now();
        summary = referee(program, &file)?;
        ours = ours.min(begun.elapsed());
    }
    for part in parts {
        fs::remove_file(part)?;
    }
    let megabytes = fs::metadata(&file)?.len() as f64 / 1e6;
    print!("{summary}");
    println!("\n{megabytes:.0} MB on {cores} cores   seconds      MB/s");
    for (name, time) in [("fourfold referee", ours), ("pgn-extract", others)] {
        let seconds = time.as_secs_f64();
        println!("{name:<22}{seconds:>8.2}{:>10.1}", megabytes / seconds);
    }
    let ratio = others.as_secs_f64() / ours.as_secs_f64();
    println!("fourfold referee is {ratio:.2} times as fast");
    Ok(())
}

/// Fills a file with games, under a temporary name until it is complete.
fn generate(path: &Path, bytes: usize) -> Result<()> {
    let unfinished = path.with_extension("unfinished");
    let mut random = repeatable::Random::new(SEED);
    let mut out = BufWriter::new(File::create(&unfinished)?);
    let mut text = String::new();
    let (mut written, mut count) = (0, 0);
    while written < bytes {
        text.clear();
        games::write_game(&mut text, count, &mut random);
        out.write_all(text.as_bytes())?;
        written += text.len();
        count += 1;
    }
    out.flush()?;
    fs::rename(unfinished, path).context("cannot keep the generated file")
}

/// Splits a file into parts of whole games.
fn split(path: &Path, count: usize) -> Result<Vec<PathBuf>> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    let mut starts = vec![0];
    for part in 1..count as u64 {
        let from = length / count as u64 * part;
        file.seek(SeekFrom::Start(from))?;
        let mut near = vec![0; 1 << 16];
        let read = file.read(&mut near)?;
        let game = near[..read]
            .windows(9)
            .position(|bytes| bytes == b"\n\n[Event ");
        starts.push(from + game.context("no game begins near the cut")? as u64 + 2);
    }
    starts.push(length);
    let mut parts = Vec::new();
    for (number, bounds) in starts.windows(2).enumerate() {
        let part = path.with_extension(format!("part-{number}.pgn"));
        file.seek(SeekFrom::Start(bounds[0]))?;
        let mut bytes = (&mut file).take(bounds[1] - bounds[0]);
        std::io::copy(&mut bytes, &mut File::create(&part)?)?;
        parts.push(part);
    }
    Ok(parts)
}

/// Runs one pgn-extract per part to look for repetitions and fifty moves.
fn extract(parts: &[PathBuf]) -> Result<()> {
    const DEBIAN: &str = "/usr/games/pgn-extract";
    let program = if Path::new(DEBIAN).exists() {
        DEBIAN
    } else {
        "pgn-extract"
    };
    let start = |part: &PathBuf| {
        Command::new(program)
            .args(["--repetition", "--fifty"])
            .arg(part)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("pgn-extract is needed: run `apt-get install pgn-extract`")
    };
    let children: Vec<Child> = parts.iter().map(start).collect::<Result<_>>()?;
    for mut child in children {
        ensure!(child.wait()?.success(), "pgn-extract failed");
    }
    Ok(())
}

/// Runs the referee with all findings, and returns its summary.
fn referee(program: &Path, file: &Path) -> Result<String> {
    let output = Command::new(program)
        .args(["referee", "--summary"])
        .arg(file)
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("cannot run {}", program.display()))?;
    ensure!(output.status.success(), "fourfold referee failed");
    Ok(String::from_utf8(output.stdout)?)
}
