//! `fourfold duplicate match`: one program against three copies of another, with rotated seats.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use arena::series::SeriesEnd;
use arena::stats::Decision;
use arena::threads::Threads;
use clap::Parser;
use rival::Player;
use rival_arena::{MatchPlan, play_match, report};

use super::RulingsArgs;
use crate::exit::{Status, WrongUsage};
use crate::output::{ProgressLine, plain, report_stopped, stop_on_ctrl_c};
use crate::plan_file;

/// Arguments of `fourfold duplicate match`: flags with one dash or two.
#[derive(Debug, clap::Args)]
#[command(disable_help_flag = true)]
pub struct MatchWords {
    /// Flags such as --player level5 --against level4; --help lists them
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "FLAGS"
    )]
    pub words: Vec<String>,
}

/// Play programs of duplicate chess against each other
///
/// A block is one random opening played four times: the tested player sits at North, South, East and
/// West in turn, against three copies of the other. Every block is written to a journal as soon as it
/// is finished; run the same command again to continue. Players are level1 to level8, nodesN (the
/// best program with N nodes per move), depthN, neighborsN, greedy and random; nodesN and depthN may
/// be followed by -paranoid, -bestreply and -byhand.
#[derive(Debug, Parser)]
#[command(
    name = "fourfold duplicate match",
    after_help = "Exit codes: 0 all was played or a test found the player better, 1 failed, 2 wrong usage, 4 a test found no gain in at least one match, 130 interrupted."
)]
struct MatchArgs {
    /// Matches as a TOML file, such as matches/rivals.toml; other flags apply to all of them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["player", "against"])]
    config: Option<PathBuf>,
    /// The tested player
    #[arg(long, required_unless_present = "config")]
    player: Option<Player>,
    /// The player at the other three seats
    #[arg(long, required_unless_present = "config")]
    against: Option<Player>,
    /// Maximum number of blocks of four games
    #[arg(long, value_name = "N")]
    blocks: Option<u64>,
    /// The same seed gives the same games
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Stop as soon as a sequential test decides between the payoff differences LOW and HIGH
    #[arg(long, num_args = 2, value_names = ["LOW", "HIGH"], allow_negative_numbers = true)]
    test: Option<Vec<f64>>,
    /// The journal [default: a name derived from the plan]
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Number of blocks played at once
    #[arg(long, value_name = "N")]
    threads: Option<Threads>,
    #[command(flatten)]
    rulings: RulingsArgs,
    /// Print one JSON object for each match
    #[arg(long)]
    json: bool,
}

pub fn run(words: &MatchWords) -> anyhow::Result<Status> {
    let program = ["fourfold duplicate match".to_owned()];
    let words = words.words.iter().map(|word| two_dashes(word));
    let args = match MatchArgs::try_parse_from(program.into_iter().chain(words)) {
        Ok(args) => args,
        Err(error) if error.use_stderr() => return Err(WrongUsage(error.into()).into()),
        Err(help) => {
            write!(plain(), "{help}")?;
            return Ok(Status::Fine);
        }
    };
    let plans = plans(&args)?;
    let stop = stop_on_ctrl_c()?;
    let mut status = Status::Fine;
    for plan in &plans {
        let journal = args
            .journal
            .clone()
            .unwrap_or_else(|| plan.journal().into());
        let threads = args.threads.unwrap_or_else(Threads::cores);
        status = status.max(play(plan, &journal, threads, &stop, args.json)?);
        if stop.load(Ordering::Relaxed) {
            return Ok(Status::Interrupted);
        }
    }
    Ok(status)
}

/// Adds a second dash to a long flag with one dash, as other match runners write it.
fn two_dashes(word: &str) -> String {
    let mut letters = word.chars();
    let is_long = letters.next() == Some('-')
        && letters
            .next()
            .is_some_and(|letter| letter.is_ascii_lowercase())
        && letters.next().is_some();
    if is_long {
        format!("-{word}")
    } else {
        word.to_owned()
    }
}

fn plans(args: &MatchArgs) -> anyhow::Result<Vec<MatchPlan>> {
    let mut plans = match &args.config {
        Some(path) => {
            let path = path.to_string_lossy();
            let path = Path::new(path.strip_prefix("file=").unwrap_or(&path)).to_owned();
            MatchPlan::read_all(&plan_file::read(&path)?)
                .with_context(|| format!("in {}", path.display()))?
        }
        None => {
            let (Some(player), Some(against)) = (args.player, args.against) else {
                return Err(WrongUsage::error(
                    "expected --player and --against, or --config",
                ));
            };
            vec![MatchPlan::new(player, against)]
        }
    };
    for plan in &mut plans {
        plan.blocks = args.blocks.unwrap_or(plan.blocks);
        plan.seed = args.seed.unwrap_or(plan.seed);
        if let Some(test) = &args.test {
            let set = plan.set_test(test[0], test[1]);
            set.map_err(|error| WrongUsage(error.into()))?;
        }
        plan.rulings = args.rulings.requested().unwrap_or(plan.rulings);
    }
    Ok(plans)
}

/// Plays a match and prints its result.
fn play(
    plan: &MatchPlan,
    journal: &Path,
    threads: Threads,
    stop: &AtomicBool,
    json: bool,
) -> anyhow::Result<Status> {
    let mut progress = ProgressLine::new(!json);
    let result = play_match(plan, journal, threads, stop, &mut |tally| {
        progress.show(|| report::progress(plan, tally));
    })?;
    progress.clear();
    let mut out = plain();
    if json {
        writeln!(out, "{}", report::to_json(plan, &result))?;
    } else {
        write!(out, "{}", report::text(plan, &result))?;
    }
    Ok(match (result.end, result.decision) {
        (SeriesEnd::Stopped, _) => report_stopped(journal)?,
        (SeriesEnd::Finished | SeriesEnd::Decided, Decision::AcceptH0) => Status::Rejected,
        (SeriesEnd::Finished | SeriesEnd::Decided, Decision::Continue | Decision::AcceptH1) => {
            Status::Fine
        }
    })
}
