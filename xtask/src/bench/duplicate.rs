//! `cargo xtask bench duplicate`: the set-based move generator of the coupled boards, against the
//! intersection of move lists on the same core, and against the same intersection on chess.js.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::shell;
use crate::usage;

/// The release of chess.js that is measured.
const CHESS_JS: &str = "chess.js@1.4.0";

const SUITE: &str = "crates/duplicate/benches/suite.txt";

/// One line of output: a position, its count, and the time of each method.
struct Row {
    id: String,
    nodes: f64,
    nanoseconds: Vec<f64>,
}

/// Runs the bench; `--lists` leaves chess.js out.
pub fn run(arguments: &[String]) -> Result<()> {
    let with_chess_js = match arguments {
        [] => true,
        [flag] if flag == "--lists" => false,
        [other, ..] => return Err(usage::unexpected(other).into()),
    };
    let library = if with_chess_js {
        Some(fetch_chess_js()?)
    } else {
        None
    };
    let ours = rows(&mut shell::cargo([
        "bench",
        "--locked",
        "--quiet",
        "--package",
        "fourfold-duplicate",
        "--bench",
        "perft",
    ]))?;
    let theirs = match library {
        None => None,
        Some(library) => {
            let mut node = Command::new("node");
            node.arg("tools/chessjs/perft.mjs").arg(library).arg(SUITE);
            Some(rows(node.current_dir(shell::root()))?)
        }
    };
    report(&ours, theirs.as_deref())
}

/// Installs chess.js in the target directory, unless it is there.
fn fetch_chess_js() -> Result<PathBuf> {
    if !shell::succeeds(Command::new("node").arg("--version")) {
        bail!("chess.js needs Node.js, which is not installed; `--lists` runs the other half");
    }
    let folder = shell::root().join("target/chessjs");
    let library = folder.join("node_modules/chess.js/dist/cjs/chess.js");
    if !library.is_file() {
        let mut npm = Command::new("npm");
        npm.args(["install", "--no-audit", "--no-fund", "--prefix"])
            .arg(&folder)
            .arg(CHESS_JS);
        shell::run(npm.current_dir(shell::root())).context("cannot fetch chess.js")?;
    }
    Ok(library)
}

/// The output of a benchmark: `id depth nodes` and the times of its methods.
fn rows(command: &mut Command) -> Result<Vec<Row>> {
    eprintln!("    $ {}", shell::describe(command));
    let text = shell::capture(command)?;
    let rows: Vec<Row> = text.lines().filter_map(parse).collect();
    ensure!(!rows.is_empty(), "the bench printed no line of the suite");
    Ok(rows)
}

fn parse(line: &str) -> Option<Row> {
    let mut words = line.split_whitespace();
    let (id, _depth) = (words.next()?, words.next()?);
    let numbers: Vec<f64> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let (nodes, nanoseconds) = numbers.split_first()?;
    Some(Row {
        id: id.to_owned(),
        nodes: *nodes,
        nanoseconds: nanoseconds.to_vec(),
    })
}

fn report(ours: &[Row], theirs: Option<&[Row]>) -> Result<()> {
    println!(
        "{:<32} {:>9} {:>14} {:>9} {:>11}",
        "position", "nodes", "million/s", "x lists", "x chess.js"
    );
    let mut totals = [0.0; 4];
    for (index, row) in ours.iter().enumerate() {
        let [sets, lists] = row.nanoseconds[..] else {
            bail!("expected two times for {}", row.id);
        };
        let chess_js = match theirs {
            None => 0.0,
            Some(theirs) => {
                let same = theirs.get(index).filter(|other| other.id == row.id);
                let other = same.with_context(|| format!("chess.js did not count {}", row.id))?;
                ensure!(
                    other.nodes == row.nodes,
                    "chess.js gives another count for {}",
                    row.id
                );
                other.nanoseconds.first().copied().unwrap_or_default()
            }
        };
        print_row(&row.id, [row.nodes, sets, lists, chess_js]);
        for (total, part) in totals.iter_mut().zip([row.nodes, sets, lists, chess_js]) {
            *total += part;
        }
    }
    print_row("all", totals);
    Ok(())
}

fn print_row(id: &str, [nodes, sets, lists, chess_js]: [f64; 4]) {
    let rate = nodes / sets * 1e3;
    let third = if chess_js > 0.0 {
        format!("{:.0}", chess_js / sets)
    } else {
        "-".to_owned()
    };
    println!(
        "{id:<32} {nodes:>9} {rate:>14.0} {:>9.1} {third:>11}",
        lists / sets
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_bench_is_read() {
        let row = parse("start 3 8000 21000 190000").unwrap();
        assert_eq!((row.id.as_str(), row.nodes), ("start", 8000.0));
        assert_eq!(row.nanoseconds, [21000.0, 190000.0]);
        assert!(parse("running 0 tests").is_none());
        assert!(parse("").is_none());
    }
}
