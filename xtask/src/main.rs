//! Repository tasks: `cargo xtask help` lists them.
//!
//! Each command is in its own module. Arguments are parsed by hand: every invocation compiles this
//! program first, so it stays small. Reports go to stderr; stdout belongs to the program that a
//! command runs.

mod axe;
mod bench;
mod browser;
mod dist;
mod fuzz;
mod revision;
mod run;
mod scenarios;
mod skips;
mod test;
mod tidy;
mod toolchain;
mod usage;
mod web;

use std::env;
use std::process::ExitCode;

use anyhow::Result;
use xtask::shell;

use crate::scenarios::Plan;
use crate::usage::WrongUsage;

const HELP: &str = "\
Repository tasks.

usage: cargo xtask COMMAND [ARGUMENTS]

  run [ARGUMENTS]               builds fourfold with its app and opens it, or runs it with ARGUMENTS
  web                           builds the app as a folder that any web server can serve
  test [--only STEP] [--list]   runs every check, or one of them, or lists them
  scenarios [NAME] [FLAGS]      runs the scenarios of the app in Chromium, or those with NAME in their name;
                                --repeat N: N times; --alone: one by one, in an order by chance;
                                --seed S: in that order; test --only browser takes these flags too
  firefox [NAME] [FLAGS]        runs them in Firefox; not part of test
  pictures [SCENE]              takes pictures of every page at five sizes, light and dark, into artefacts/pictures;
                                docs takes those of the documents, into docs
  texts                         lists every text of the app in crates/web/texts.txt, to be read aloud or translated
  tidy                          checks rules of the repository that the compiler does not know
  bench [NAME [ARGUMENTS]]      lists the benchmarks, or runs one
  dist [LEVEL]                  packs the programs for a release, for each CPU level or for one
  sprt OLD [NEW] [FLAGS]        tests the engine of a revision, or of the tree, against an older one
  build-at REVISION             builds the programs of a revision and prints their paths
  fuzz [TARGET] [--seconds N]   fuzzes one target or all of them, each for N seconds (60)
  net bootstrap [--hours H]     trains networks by self-play, starting from material only (1)
  help                          prints this text

exit codes: 0 all is well, 1 a check failed, 2 wrong usage";

const COMMANDS: [&str; 15] = [
    "run",
    "web",
    "test",
    "scenarios",
    "firefox",
    "pictures",
    "texts",
    "tidy",
    "bench",
    "dist",
    "sprt",
    "build-at",
    "fuzz",
    "net",
    "help",
];

fn main() -> ExitCode {
    match arguments().and_then(|arguments| dispatch(&arguments)) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            if error.is::<WrongUsage>() {
                ExitCode::from(2)
            } else {
                ExitCode::FAILURE
            }
        }
    }
}

/// Returns the arguments after the program's name.
fn arguments() -> Result<Vec<String>> {
    let mut arguments = Vec::new();
    for argument in env::args_os().skip(1) {
        match argument.into_string() {
            Ok(argument) => arguments.push(argument),
            Err(raw) => return Err(WrongUsage::new(format!("{raw:?} is not UTF-8")).into()),
        }
    }
    Ok(arguments)
}

fn dispatch(arguments: &[String]) -> Result<ExitCode> {
    let Some((command, rest)) = arguments.split_first() else {
        println!("{HELP}");
        return Ok(ExitCode::SUCCESS);
    };
    match command.as_str() {
        "run" => return run::run(rest),
        "web" => {
            usage::expect_none(rest)?;
            let folder = web::build()?;
            eprintln!("the app is in {}", folder.display());
        }
        "test" => test::run(rest)?,
        "scenarios" => scenarios::run(&Plan::read(rest)?)?,
        "dist" => dist::run(rest)?,
        "firefox" => scenarios::firefox(&Plan::read(rest)?)?,
        "pictures" => browser::pictures(rest)?,
        "texts" => {
            usage::expect_none(rest)?;
            tidy::list_texts()?;
        }
        "tidy" => {
            usage::expect_none(rest)?;
            tidy::run()?;
        }
        "bench" => bench::run(rest)?,
        "sprt" => return revision::sprt(rest),
        "build-at" => revision::build_at(rest)?,
        "fuzz" => fuzz::run(rest)?,
        "net" => return run::net(rest),
        "help" | "--help" | "-h" => println!("{HELP}"),
        unknown => return Err(usage::unknown("command", unknown, &COMMANDS).into()),
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_names_every_command() {
        for command in COMMANDS {
            assert!(
                HELP.contains(&format!("\n  {command} ")),
                "{command} is not in the help"
            );
        }
    }

    #[test]
    fn an_unknown_command_is_wrong_usage_and_gets_a_suggestion() {
        let error = dispatch(&["tset".to_owned()]).expect_err("there is no such command");
        assert!(error.is::<WrongUsage>());
        assert!(
            error.to_string().contains("did you mean \"test\"?"),
            "{error}"
        );
    }
}
