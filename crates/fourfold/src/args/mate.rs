//! Arguments of `fourfold mate`.

use super::JsonArgs;

/// Arguments of `fourfold mate`.
#[derive(Debug, clap::Args)]
pub struct MateArgs {
    /// The FENs, each in quotes; without any, one is read from each line of standard input
    #[arg(value_name = "FEN", conflicts_with = "json")]
    pub fens: Vec<String>,
    /// How many positions each question may keep in mind; 0 takes the quick look only
    #[arg(long, value_name = "N", default_value_t = referee::Budget::GENEROUS.limit())]
    pub budget: u32,
    /// Read castling rights as Chess960 does (X-FEN and Shredder-FEN) and write castling as king takes rook
    #[arg(long)]
    pub chess960: bool,
    #[command(flatten)]
    pub json: JsonArgs,
}
