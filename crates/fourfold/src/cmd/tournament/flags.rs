//! Flags compatible with fastchess and cutechess, with one dash or two.
//!
//! A flag takes the words up to the next word that begins with a dash; many of them are
//! `key=value`. Unknown and unsupported flags are refused: a match that ignored one would not be the
//! match that was asked for.

use anyhow::{Context, bail, ensure};
use arena::adjudicate::{DrawRule, ResignRule};
use arena::plan::{EngineEntry, OpeningsEntry, Plan, Proto, SprtEntry};
use arena::schedule::{Format, Order};
use arena::threads::Threads;
use terminal::nearest_name;

/// Flags about output, which are not part of the plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutputFlags {
    /// Print the journal's lines instead of a report.
    pub json: bool,
    pub help: bool,
}

const FLAGS: [&str; 32] = [
    "engine",
    "each",
    "openings",
    "games",
    "rounds",
    "repeat",
    "concurrency",
    "pgnout",
    "sprt",
    "draw",
    "resign",
    "maxmoves",
    "recover",
    "srand",
    "tournament",
    "use-affinity",
    "journal",
    "chart",
    "config",
    "law",
    "variant",
    "ratinginterval",
    "json",
    "event",
    "site",
    "date",
    "output",
    "report",
    "noswap",
    "log",
    "h",
    "help",
];

/// Applies flags to a plan.
pub fn read(words: &[String], mut plan: Plan) -> anyhow::Result<(Plan, OutputFlags)> {
    let mut output = OutputFlags::default();
    let mut rest = words;
    while let Some((flag, after)) = rest.split_first() {
        let Some(name) = flag
            .strip_prefix('-')
            .map(|name| name.trim_start_matches('-'))
        else {
            bail!("expected a flag such as -engine, found {flag:?}");
        };
        if !FLAGS.contains(&name) {
            bail!(
                "unknown flag {flag:?}{}; --help lists them",
                suggestion(name)
            );
        }
        let is_flag = |word: &String| word.starts_with('-');
        let count = after.iter().position(is_flag).unwrap_or(after.len());
        let (values, next) = after.split_at(count);
        apply(name, values, &mut plan, &mut output).with_context(|| format!("in {flag}"))?;
        rest = next;
    }
    Ok((plan, output))
}

fn apply(
    name: &str,
    values: &[String],
    plan: &mut Plan,
    output: &mut OutputFlags,
) -> anyhow::Result<()> {
    match name {
        "engine" => plan.engines.push(engine(values)?),
        "each" => {
            let earlier = std::mem::replace(&mut plan.each, engine(values)?);
            plan.each.inherit(&earlier);
        }
        "openings" => plan.openings = Some(openings(values)?),
        "games" => {
            let games: u64 = number(single(values)?)?;
            ensure!(
                games > 0 && games.is_multiple_of(2),
                "expected an even number, as every opening is played as a pair with colors \
                 swapped, found {games}"
            );
            plan.games = Some(games);
        }
        "repeat" => ensure!(
            matches!(values, []) || single(values)? == "2",
            "every opening is played twice, with colors swapped: expected -repeat or -repeat 2"
        ),
        "recover" => none(values)?,
        "noswap" => bail!("colors are always swapped: every opening is played as a pair"),
        "log" => bail!("-log is not supported: a fault is shown with a command that repeats it"),
        "output" => ensure!(
            single(values)? == "format=fastchess",
            "only format=fastchess is printed; -json prints the games as JSON lines"
        ),
        "report" => ensure!(
            single(values)? == "penta=true",
            "pairs are always reported: expected penta=true"
        ),
        "event" => plan.event = Some(single(values)?.to_owned()),
        "site" => plan.site = Some(single(values)?.to_owned()),
        "date" => plan.date = Some(single(values)?.to_owned()),
        "rounds" => plan.rounds = Some(number(single(values)?)?),
        "concurrency" => {
            plan.concurrency = Some(single(values)?.parse::<Threads>()?);
        }
        "srand" => plan.seed = number(single(values)?)?,
        "maxmoves" => plan.adjudication.max_moves = Some(number(single(values)?)?),
        "ratinginterval" => plan.report_every = Some(number(single(values)?)?),
        "pgnout" => plan.pgn = Some(pgn_file(values)?.into()),
        "journal" => plan.journal = Some(file(values)?.into()),
        "chart" => plan.chart = Some(file(values)?.into()),
        "law" => plan.law = Some(single(values)?.to_owned()),
        "sprt" => plan.sprt = Some(sprt(values)?),
        "draw" => plan.adjudication.draw = Some(draw(values)?),
        "resign" => plan.adjudication.resign = Some(resign(values)?),
        "tournament" => {
            plan.format = match single(values)? {
                "roundrobin" | "round-robin" => Format::RoundRobin,
                "gauntlet" => Format::Gauntlet,
                other => bail!("expected roundrobin or gauntlet, found {other:?}"),
            }
        }
        "variant" => {
            plan.chess960 = match single(values)? {
                "standard" => false,
                "fischerandom" | "chess960" => true,
                other => bail!("expected standard or fischerandom, found {other:?}"),
            }
        }
        "use-affinity" => plan.processors = processors(values)?,
        "json" => {
            none(values)?;
            output.json = true;
        }
        "help" | "h" => output.help = true,
        other => bail!("{other} has to come first"),
    }
    Ok(())
}

fn engine(values: &[String]) -> anyhow::Result<EngineEntry> {
    let mut entry = EngineEntry::default();
    for (key, value) in pairs(values)? {
        match key {
            "name" => entry.name = Some(value.to_owned()),
            "cmd" => entry.cmd = Some(value.into()),
            "dir" => entry.dir = Some(value.into()),
            "args" => entry.args = value.split_whitespace().map(str::to_owned).collect(),
            "tc" => entry.tc = Some(value.to_owned()),
            "st" => entry.st = Some(number(value)?),
            "nodes" => entry.nodes = Some(number(value)?),
            "depth" => entry.depth = Some(number(value)?),
            "noise" => entry.noise = Some(number(value)?),
            "anchor" => entry.anchor = Some(number(value)?),
            "timemargin" => entry.timemargin = Some(number(value)?),
            "proto" => {
                entry.proto = match value {
                    "uci" => Proto::Uci,
                    "xboard" => Proto::Xboard,
                    other => bail!("expected proto=uci or proto=xboard, found {other:?}"),
                }
            }
            "restart" => ensure!(
                matches!(value, "on" | "off" | "auto"),
                "expected restart=on, off or auto, found {value:?}"
            ),
            _ => match key.strip_prefix("option.") {
                Some(option) => {
                    entry.options.insert(option.to_owned(), value.to_owned());
                }
                None => bail!(
                    "unknown key {key:?}: expected name, cmd, dir, args, tc, st, nodes, depth, \
                     timemargin, noise, anchor or option.NAME"
                ),
            },
        }
    }
    Ok(entry)
}

fn openings(values: &[String]) -> anyhow::Result<OpeningsEntry> {
    let mut entry = OpeningsEntry::default();
    for (key, value) in pairs(values)? {
        match key {
            "file" => entry.file = value.into(),
            // The file's name says what it is.
            "format" => ensure!(
                matches!(value, "epd" | "pgn"),
                "expected format=epd or format=pgn, found {value:?}"
            ),
            "plies" => entry.plies = Some(number(value)?),
            "start" => entry.start = Some(number(value)?),
            "order" => {
                entry.order = match value {
                    "random" => Order::Random,
                    "sequential" => Order::Sequential,
                    other => bail!("expected order=random or order=sequential, found {other:?}"),
                }
            }
            other => bail!("unknown key {other:?}: expected file, format, order, plies or start"),
        }
    }
    ensure!(!entry.file.as_os_str().is_empty(), "expected file=PATH");
    Ok(entry)
}

fn sprt(values: &[String]) -> anyhow::Result<SprtEntry> {
    let mut entry = SprtEntry::default();
    for (key, value) in pairs(values)? {
        match key {
            "elo0" => entry.elo0 = number(value)?,
            "elo1" => entry.elo1 = number(value)?,
            "alpha" => entry.alpha = number(value)?,
            "beta" => entry.beta = number(value)?,
            "model" => {
                entry.logistic = match value {
                    "normalized" => false,
                    "logistic" => true,
                    other => bail!("expected model=normalized or logistic, found {other:?}"),
                }
            }
            other => bail!("unknown key {other:?}: expected elo0, elo1, alpha, beta or model"),
        }
    }
    Ok(entry)
}

fn draw(values: &[String]) -> anyhow::Result<DrawRule> {
    let mut rule = DrawRule {
        from: 40,
        moves: 8,
        score: 10,
    };
    for (key, value) in pairs(values)? {
        match key {
            "movenumber" => rule.from = number(value)?,
            "movecount" => rule.moves = number(value)?,
            "score" => rule.score = number(value)?,
            other => bail!("unknown key {other:?}: expected movenumber, movecount or score"),
        }
    }
    Ok(rule)
}

fn resign(values: &[String]) -> anyhow::Result<ResignRule> {
    let mut rule = ResignRule {
        moves: 3,
        score: 600,
        two_sided: false,
    };
    for (key, value) in pairs(values)? {
        match key {
            "movecount" => rule.moves = number(value)?,
            "score" => rule.score = number(value)?,
            "twosided" => rule.two_sided = number(value)?,
            other => bail!("unknown key {other:?}: expected movecount, score or twosided"),
        }
    }
    Ok(rule)
}

/// Processor numbers such as `0,2,4-7`; all cores if none are given.
fn processors(values: &[String]) -> anyhow::Result<Vec<usize>> {
    let [list] = values else {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        return Ok((0..cores).collect());
    };
    let mut processors = Vec::new();
    for part in list.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last): (usize, usize) = (number(first)?, number(last)?);
        ensure!(
            first <= last && last < 4096,
            "expected processors such as 0,2,4-7"
        );
        processors.extend(first..=last);
    }
    Ok(processors)
}

fn pairs(values: &[String]) -> anyhow::Result<Vec<(&str, &str)>> {
    values
        .iter()
        .map(|word| {
            word.split_once('=')
                .with_context(|| format!("expected key=value, found {word:?}"))
        })
        .collect()
}

fn single(values: &[String]) -> anyhow::Result<&str> {
    match values {
        [value] => Ok(value),
        _ => bail!("expected one value, found {}", values.len()),
    }
}

fn none(values: &[String]) -> anyhow::Result<()> {
    match values {
        [] => Ok(()),
        [first, ..] => bail!("expected nothing after it, found {first:?}"),
    }
}

/// A path, bare or as `file=PATH`.
fn file(values: &[String]) -> anyhow::Result<&str> {
    let path = single(values).context("expected a file")?;
    let path = path.strip_prefix("file=").unwrap_or(path);
    ensure!(!path.is_empty(), "expected a file");
    Ok(path)
}

/// A path, bare or as `file=PATH` beside keys that request the default behavior.
fn pgn_file(values: &[String]) -> anyhow::Result<&str> {
    if let [path] = values
        && !path.contains('=')
    {
        return file(values);
    }
    let mut path = None;
    for (key, value) in pairs(values)? {
        match (key, value) {
            ("file", value) => path = Some(value),
            ("notation", "san") | ("append", "false") | ("nodes", "true") => {}
            ("notation", other) => bail!("games are written with notation=san, found {other:?}"),
            ("append", _) => bail!("the file holds the games of the journal: no append=true"),
            ("nodes", _) => bail!("nodes are always written: no nodes=false"),
            (other, _) => bail!("unknown key {other:?}: expected file, notation, append or nodes"),
        }
    }
    path.filter(|path| !path.is_empty())
        .context("expected file=PATH")
}

fn number<N: std::str::FromStr>(text: &str) -> anyhow::Result<N> {
    text.parse()
        .ok()
        .with_context(|| format!("expected a number or true/false, found {text:?}"))
}

/// The flag that a word was probably meant to be, as a hint.
fn suggestion(word: &str) -> String {
    nearest_name(word, FLAGS).map_or_else(String::new, |flag| format!(", did you mean -{flag}?"))
}

#[cfg(test)]
mod tests {
    use arena::move_limit::Control;

    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn a_typical_command_line_is_read() {
        let line = "-engine cmd=./new name=new option.Hash=16 -engine cmd=./old name=old \
                    -each proto=uci tc=8+0.08 option.Threads=1 -openings file=book.epd format=epd \
                    order=random -games 2 -repeat -rounds 500 -concurrency 2 -recover -srand 7 \
                    -sprt elo0=0 elo1=5 alpha=0.05 beta=0.1 -draw movenumber=40 movecount=8 score=10 \
                    -resign movecount=3 score=600 twosided=true -pgnout file=games.pgn";
        let (plan, output) = read(&words(line), Plan::default()).unwrap();
        let plan = plan.checked().unwrap();
        assert_eq!(output, OutputFlags::default());
        assert_eq!(plan.engines.len(), 2);
        assert_eq!(plan.engines[0].options["Hash"], "16");
        assert_eq!(plan.engines[1].defaults["Threads"], "1");
        assert_eq!(plan.engines[1].tc.as_deref(), Some("8+0.08"));
        assert_eq!(
            (plan.rounds, plan.concurrency, plan.seed),
            (Some(500), Threads::new(2).ok(), 7)
        );
        assert!(plan.adjudication.resign.unwrap().two_sided);
        assert_eq!(plan.sprt.unwrap().beta, 0.1);
    }

    #[test]
    fn flags_of_fastchess_are_read() {
        let line = "-engine cmd=a -engine cmd=b -each tc=inf nodes=100 -event Test -site Here \
                    -date 2024.01.31 -output format=fastchess -report penta=true -games 4 \
                    -rounds 3 -repeat 2 -openings file=b.epd order=sequential start=7 \
                    -pgnout notation=san file=u.pgn append=false";
        let (plan, _) = read(&words(line), Plan::default()).unwrap();
        let plan = plan.checked().unwrap();
        assert_eq!(plan.engines[0].control().unwrap(), Control::Nodes(100));
        assert_eq!(
            (plan.event.as_deref(), plan.site.as_deref()),
            (Some("Test"), Some("Here"))
        );
        assert_eq!(plan.pgn.as_deref(), Some(std::path::Path::new("u.pgn")));
        assert_eq!(plan.openings_each(1), 6);
        assert_eq!(plan.openings.unwrap().start, Some(7));
    }

    #[test]
    fn the_guide_lists_the_flags() {
        let guide = include_str!("../../../../../docs/guide.md");
        let list = guide.split("These are known:").nth(1).unwrap();
        let list = list.split("describes them all").next().unwrap();
        let named = list.split('`').skip(1).step_by(2);
        let mut named: Vec<&str> = named.filter_map(|word| word.strip_prefix('-')).collect();
        named.sort_unstable();
        let mut flags = FLAGS.to_vec();
        flags.retain(|flag| !["h", "help"].contains(flag));
        flags.sort_unstable();
        assert_eq!(named, flags);
    }

    #[test]
    fn mistakes_are_named_with_a_next_step() {
        for (line, part) in [
            ("-enginе x", "unknown flag"),
            ("-engin cmd=a", "did you mean -engine?"),
            ("-rounds many", "found \"many\""),
            ("-engine cmd", "expected key=value"),
            ("-games 1", "expected an even number"),
            ("-recover -event", "expected one value"),
            ("-recover -evnt x", "did you mean -event?"),
            ("-repeat -noswap", "colors are always swapped"),
            ("-pgnout y.pgn -evt foo", "unknown flag"),
            ("-pgnout notation=uci file=u.pgn", "notation=san"),
            ("-pgnout a b", "expected key=value"),
            ("-journal a b", "expected a file"),
            ("-recover x", "expected nothing after it"),
            ("-json x", "expected nothing after it"),
            ("-output format=cutechess", "format=fastchess"),
            ("-report penta=false", "penta=true"),
            ("-log file=x", "-log is not supported"),
            (
                "-date soon -engine cmd=a -engine cmd=b -each nodes=1",
                "a date such as",
            ),
            ("-engine cmd=a -engine cmd=b -each tc=inf", "tc=inf needs"),
            ("-concurrency 100000", "from 1 to 1024"),
            ("hello", "expected a flag"),
            ("-engine cmd=a -engine cmd=a -each nodes=1", "twice"),
            ("-engine cmd=a", "expected two engines"),
            ("-engine cmd=a -engine cmd=b", "expected a limit"),
            (
                "-engine cmd=a tc=x -engine cmd=b nodes=1",
                "expected a time control",
            ),
            (
                "-engine cmd=a tc=1 nodes=1 -engine cmd=b nodes=1",
                "found several",
            ),
        ] {
            let error = read(&words(line), Plan::default())
                .and_then(|(plan, _)| Ok(plan.checked()?))
                .unwrap_err();
            assert!(format!("{error:#}").contains(part), "{line}: {error:#}");
        }
    }

    #[test]
    fn processor_lists_are_read() {
        assert_eq!(processors(&words("0,2,4-6")).unwrap(), [0, 2, 4, 5, 6]);
        assert!(processors(&words("6-4")).is_err());
    }
}
