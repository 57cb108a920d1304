//! Arguments of `fourfold referee`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use referee::audit::Kinds;

/// Arguments of `fourfold referee`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = KINDS_HELP)]
pub struct RefereeArgs {
    /// The PGN files to audit, of any size; - is standard input
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Look only for these kinds of findings or groups of them, with commas between: claims, play,
    /// results, text, or single kinds (--help lists them)
    #[arg(long, value_name = "KINDS", default_value = "claims,play,results,text")]
    pub only: Kinds,
    /// Print one JSON object for each finding
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// Print a table with commas, one row for each finding
    #[arg(long)]
    pub csv: bool,
    /// Print nothing but the summary
    #[arg(long, conflicts_with_all = ["json", "csv"])]
    pub summary: bool,
    /// End with exit code 1 if there are findings
    #[arg(long)]
    pub check: bool,
    /// How many threads audit [default: one for each core]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// How many kilobytes a thread takes at once
    #[arg(long, value_name = "N", default_value = "1024", hide = true)]
    pub block: NonZeroUsize,
}

const KINDS_HELP: &str = "\
Kinds of findings:
  claims   threefold_claimable fifty_claimable
           when a draw could first have been claimed, by whom, and with which move
  play     play_after_checkmate play_after_stalemate play_after_dead_position
           play_after_fivefold play_after_seventyfive
  results  wrong_result         the board brings another result
           result_mismatch      the Result tag and the end of the moves differ
           time_forfeit         won on time by a side that cannot mate (article 6.9)
           time_forfeit_drawn   drawn on time though both sides can mate
           resignation          won by resignation by a side that cannot mate (5.1.2)
           win_without_mate     won, nobody says how, by a side that cannot mate
           wrong_termination    the Termination tag says what the board does not show
  text     illegal_move broken_header broken_text";
