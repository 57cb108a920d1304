//! `fourfold duplicate study`: measures what each reading of the provisional rulings does to the game.

mod cells;
mod figures;
mod page;
mod picture;
mod summary;

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use arena::journal::Journal;
use arena::series::{self, GoOn, SeriesEnd};
use duplicate::BySeat;
use rival::Player;
use serde_json::json;

use super::games::{self, Single};
use crate::output::{Status, plain, plain_error, report_stopped, stop_on_ctrl_c};
use crate::threads::Threads;
use cells::Cell;
use figures::Figures;

/// Arguments of `fourfold duplicate study`.
#[derive(Debug, clap::Args)]
pub struct StudyArgs {
    /// Readings to study, as ruling=reading [default: all combinations of stalemate, winners and
    /// halfRound, and the other readings of repetition and quietTurns]
    #[arg(long = "rulings", value_name = "NAME=READING,…")]
    pub rulings: Vec<String>,
    /// Number of games under each reading
    #[arg(long, value_name = "N", default_value_t = 2_500)]
    pub games: u64,
    /// The player
    #[arg(long, value_name = "PLAYER", default_value = "nodes400")]
    pub player: Player,
    /// Number of games of the stronger player
    #[arg(long, value_name = "N", default_value_t = 500)]
    pub strong_games: u64,
    /// The stronger player
    #[arg(long, value_name = "PLAYER", default_value = "nodes5000")]
    pub strong: Player,
    /// The same seed gives the same games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Number of random turns at the start of each game
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub random: usize,
    /// The folder of the journals with the games; a study continues from there
    #[arg(long, value_name = "FOLDER", default_value = "study")]
    pub journals: PathBuf,
    /// The Markdown page to write, with an SVG picture beside it [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Number of games played at once
    #[arg(long, value_name = "N")]
    pub threads: Option<Threads>,
}

/// The results at one strength of play.
pub(super) struct Strength {
    player: Player,
    games: u64,
    figures: Vec<Figures>,
}

/// Plays the games that are not in the journals yet, and reports.
pub fn run(args: &StudyArgs) -> anyhow::Result<Status> {
    let cells = cells::asked_for(&args.rulings)?;
    fs::create_dir_all(&args.journals)
        .with_context(|| format!("cannot make the folder {}", args.journals.display()))?;
    let stop = stop_on_ctrl_c()?;
    let mut strengths = Vec::new();
    for (player, games) in [(args.player, args.games), (args.strong, args.strong_games)] {
        let mut figures = Vec::new();
        for cell in &cells {
            let Some(found) = play(args, cell, player, games, &stop)? else {
                return Ok(report_stopped(&args.journals)?);
            };
            figures.push(found);
        }
        strengths.push(Strength {
            player,
            games,
            figures,
        });
    }
    write_page(args, &cells, &strengths)?;
    Ok(Status::Fine)
}

/// The figures of a cell once all its games are in the journal; `None` if stopped earlier.
fn play(
    args: &StudyArgs,
    cell: &Cell,
    player: Player,
    games: u64,
    stop: &AtomicBool,
) -> anyhow::Result<Option<Figures>> {
    let path = args
        .journals
        .join(format!("{}-{player}.jsonl", cell.name()));
    let identity = json!({
        "study": cell.name(),
        "player": player.to_string(),
        "seed": args.seed,
        "random": args.random,
        "program": format!("{:016x}", rival::signature()),
    });
    let (mut journal, played) = Journal::<Single>::open(&path, &identity)?;
    let mut figures = Figures::default();
    let first = games.min(played.len() as u64);
    for single in played.iter().take(first as usize) {
        figures.add(&single.0[0]);
    }
    let is_live = io::stderr().is_terminal();
    let players = BySeat::from_fn(|_| player);
    let play = |number: u64, _: &AtomicBool| {
        let opening = games::opening(cell.rulings, args.seed, number, args.random);
        let line = games::play(number, 0, &opening, &players, args.seed);
        Some(Single([line]))
    };
    let threads = args.threads.unwrap_or_else(Threads::cores).get();
    let end = series::run(
        &mut journal,
        first,
        games,
        threads,
        stop,
        &play,
        &mut |single| {
            figures.add(&single.0[0]);
            if is_live {
                let (done, name) = (figures.games(), cell.name());
                let _ = write!(
                    plain_error(),
                    "\r{name}, {player}: {done} of {games} games   "
                );
            }
            GoOn::Yes
        },
    )?;
    if is_live {
        let _ = write!(plain_error(), "\r{:78}\r", "");
    }
    Ok((end != SeriesEnd::Stopped).then_some(figures))
}

fn write_page(args: &StudyArgs, cells: &[Cell], strengths: &[Strength]) -> anyhow::Result<()> {
    let Some(path) = &args.out else {
        write!(plain(), "{}", page::write(cells, strengths, args, None))?;
        return Ok(());
    };
    let image = path.with_extension("svg");
    let name = image
        .file_name()
        .map(Path::new)
        .map(|name| name.display().to_string());
    let text = page::write(cells, strengths, args, name.as_deref());
    let write = |path: &Path, text: &str| {
        whole_file::write(path, text.as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))
    };
    write(path, &text)?;
    write(&image, &picture::draw(cells, strengths))?;
    writeln!(plain(), "wrote {} and {}", path.display(), image.display())?;
    Ok(())
}
