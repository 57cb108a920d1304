//! `fourfold duplicate study`: measures what each reading of the provisional rulings does to the game.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use arena::threads::Threads;
use rival::Player;
use rival_arena::study::{Cell, PiePlan, Study, StudyPlan};

use crate::exit::Status;
use crate::output::{ProgressLine, plain, report_stopped, stop_on_ctrl_c};

/// Arguments of `fourfold duplicate study`.
#[derive(Debug, clap::Args)]
pub struct StudyArgs {
    /// Readings to study, as ruling=reading [default: all combinations of stalemate, winners and
    /// halfRound, and the other readings of repetition and quietTurns]
    #[arg(long = "rulings", value_name = "NAME=READING,…")]
    pub rulings: Vec<Cell>,
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
    /// The player that measures a pie rule; it has to vary its moves, as levels 1 to 5 do
    #[arg(long, value_name = "PLAYER", default_value = "level4")]
    pub pie: Player,
    /// Number of first rounds tried for a pie rule; 0 leaves it out
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub pie_rounds: u64,
    /// Number of games from each of these first rounds; the most equal is played ten times as often
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub pie_games: u64,
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

/// Plays the games that are not in the journals yet, and reports.
pub fn run(args: &StudyArgs) -> anyhow::Result<Status> {
    let plan = plan(args);
    fs::create_dir_all(&args.journals)
        .with_context(|| format!("cannot make the folder {}", args.journals.display()))?;
    let stop = stop_on_ctrl_c()?;
    let threads = args.threads.unwrap_or_else(Threads::cores);
    let mut line = ProgressLine::new(true);
    let study = plan.play(threads, &stop, &mut |progress| {
        line.show(|| progress.to_string());
    })?;
    line.clear();
    match study {
        None => Ok(report_stopped(&args.journals)?),
        Some(study) => {
            write_page(&study, args.out.as_deref())?;
            Ok(Status::Fine)
        }
    }
}

fn plan(args: &StudyArgs) -> StudyPlan {
    let cells = if args.rulings.is_empty() {
        Cell::all()
    } else {
        args.rulings.clone()
    };
    StudyPlan {
        cells,
        player: args.player,
        games: args.games,
        strong: args.strong,
        strong_games: args.strong_games,
        seed: args.seed,
        random: args.random,
        pie: PiePlan {
            player: args.pie,
            rounds: args.pie_rounds,
            games: args.pie_games,
        },
        journals: args.journals.clone(),
    }
}

fn write_page(study: &Study<'_>, out: Option<&Path>) -> anyhow::Result<()> {
    let Some(path) = out else {
        write!(plain(), "{}", study.page(None))?;
        return Ok(());
    };
    let image = path.with_extension("svg");
    let name = image
        .file_name()
        .map(Path::new)
        .map(|name| name.display().to_string());
    let write = |path: &Path, text: &str| {
        whole_file::write(path, text.as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))
    };
    write(path, &study.page(name.as_deref()))?;
    write(&image, &study.picture())?;
    writeln!(plain(), "wrote {} and {}", path.display(), image.display())?;
    Ok(())
}
