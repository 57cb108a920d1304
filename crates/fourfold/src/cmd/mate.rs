//! `fourfold mate`: can this side still mate by any series of legal moves?

use std::io::{self, BufRead, IsTerminal, Write};

use chess::fen::CastlingMode;
use chess::notation::{castling_mode, numbered_line, read_position};
use chess::{Color, Move, Position};
use referee::{Budget, Prover, Verdict};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::jsonl::{self, JsonArgs, RequestError};
use crate::output::{Status, grouped, plain};

/// Arguments of `fourfold mate`.
#[derive(Debug, clap::Args)]
pub struct MateArgs {
    /// The FENs, each in quotes [default: one from each line of standard input]
    #[arg(value_name = "FEN", conflicts_with = "json")]
    pub fens: Vec<String>,
    /// Maximum number of positions each search may store; 0 uses the quick test only
    #[arg(long, value_name = "N", default_value_t = referee::Budget::FULL.limit())]
    pub budget: u32,
    /// Read castling rights as Chess960 does (X-FEN and Shredder-FEN) and write castling as king takes rook
    #[arg(long)]
    pub chess960: bool,
    #[command(flatten)]
    pub json: JsonArgs,
}

#[derive(Deserialize)]
struct Request {
    fen: String,
    budget: Option<u32>,
    #[serde(default)]
    chess960: bool,
}

/// Answers a person, or JSON requests.
pub fn run(args: &MateArgs) -> anyhow::Result<Status> {
    let mut prover = Prover::new();
    if args.json.json {
        jsonl::serve(&args.json, |request: Request| {
            let mode = castling_mode(request.chess960 || args.chess960);
            let position = read_position(Some(&request.fen), mode)
                .map_err(|error| RequestError::new("bad_fen", error))?;
            let budget = Budget::positions(request.budget.unwrap_or(args.budget));
            Ok(answer(&Question::ask(&mut prover, position, budget), mode))
        })?;
        return Ok(Status::Fine);
    }
    let mut status = Status::Fine;
    let mut show = |text: &str| -> io::Result<()> {
        match read_position(Some(text), castling_mode(args.chess960)) {
            Ok(position) => {
                let budget = Budget::positions(args.budget);
                report(&Question::ask(&mut prover, position, budget))
            }
            Err(error) => {
                status = Status::Refused;
                let shown: String = text.chars().take(100).collect();
                writeln!(plain(), "refused: {shown}\n  {error}")
            }
        }
    };
    if args.fens.is_empty() {
        if io::stdin().is_terminal() {
            eprintln!("type a FEN and press Enter; Ctrl-D ends (or: fourfold mate \"FEN\")");
        }
        for line in io::stdin().lock().lines() {
            show(&line?)?;
        }
    }
    for text in &args.fens {
        show(text)?;
    }
    Ok(status)
}

/// A position and the verdicts about it.
struct Question {
    position: Position,
    /// White's verdict, then Black's.
    verdicts: [Verdict; 2],
}

impl Question {
    fn ask(prover: &mut Prover, position: Position, budget: Budget) -> Question {
        Question {
            position,
            verdicts: Color::ALL.map(|side| prover.can_mate(&position, side, budget)),
        }
    }

    /// Whether neither side can mate; `None` if unknown.
    fn is_dead(&self) -> Option<bool> {
        match &self.verdicts {
            [Verdict::No(_), Verdict::No(_)] => Some(true),
            [Verdict::Yes(_), _] | [_, Verdict::Yes(_)] => Some(false),
            [Verdict::Unknown, Verdict::No(_) | Verdict::Unknown]
            | [Verdict::No(_), Verdict::Unknown] => None,
        }
    }
}

fn answer(question: &Question, mode: CastlingMode) -> Value {
    let mut answer = json!({ "dead": question.is_dead() });
    for (name, verdict) in ["white", "black"].into_iter().zip(&question.verdicts) {
        answer[name] = match verdict {
            Verdict::Yes(line) => {
                let line = line.iter().map(|m| m.to_uci(mode).to_string());
                answer[format!("{name}_line")] = line.collect();
                "yes".into()
            }
            Verdict::No(proof) => {
                answer[format!("{name}_proof")] = proof.code().into();
                "no".into()
            }
            Verdict::Unknown => "unknown".into(),
        };
    }
    answer
}

fn report(question: &Question) -> io::Result<()> {
    let mut out = plain();
    let position = &question.position;
    writeln!(out, "{position}")?;
    for (side, verdict) in Color::ALL.into_iter().zip(&question.verdicts) {
        match verdict {
            Verdict::Yes(line) if line.is_empty() => writeln!(out, "  {side} has mated")?,
            Verdict::Yes(line) => {
                let moves = line.len();
                writeln!(
                    out,
                    "  {side} can mate, in {} of either side:",
                    plural(moves)
                )?;
                write_line(&mut out, position, line)?;
            }
            Verdict::No(proof) => writeln!(out, "  {side} cannot mate: {proof}")?,
            Verdict::Unknown => writeln!(
                out,
                "  whether {side} can mate is not known: the budget is spent (--budget N raises it)"
            )?,
        }
    }
    match question.is_dead() {
        Some(true) if !position.has_legal_moves() => writeln!(out, "  the game is over"),
        Some(true) => writeln!(
            out,
            "  the position is dead: a draw at once (article 5.2.2)"
        ),
        Some(false) | None => Ok(()),
    }
}

fn plural(moves: usize) -> String {
    let plural = if moves == 1 { "" } else { "s" };
    format!("{} move{plural}", grouped(moves as u64))
}

/// A line in SAN, wrapped for reading.
fn write_line(out: &mut impl Write, position: &Position, line: &[Move]) -> io::Result<()> {
    const WIDTH: usize = 96;
    let mut column = 0;
    for word in numbered_line(position, line) {
        if column == 0 || column + 1 + word.len() > WIDTH {
            let before = if column == 0 { "" } else { "\n" };
            write!(out, "{before}    {word}")?;
            column = 4 + word.len();
        } else {
            write!(out, " {word}")?;
            column += 1 + word.len();
        }
    }
    writeln!(out)
}
