//! `cargo xtask run`: builds the program with the app embedded, and starts it.

use std::env;
use std::process::{ExitCode, ExitStatus};

use anyhow::{Context, Result};

use crate::{shell, web};

const PROGRAM: [&str; 6] = [
    "--release",
    "--locked",
    "--package",
    "fourfold",
    "--bin",
    "fourfold",
];

/// Builds `fourfold` and runs it with the arguments given; without any it opens the app.
///
/// The program runs in the caller's directory, so that relative paths work, and its exit code is
/// passed on.
pub fn run(arguments: &[String]) -> Result<ExitCode> {
    if needs_app(arguments) {
        web::build()?;
    }
    shell::step("build fourfold", || {
        let mut command = shell::cargo(["build"].iter().chain(&PROGRAM));
        shell::run(web::embed(&mut command)?)
    })?;

    let here = env::current_dir().context("cannot tell the current directory")?;
    let manifest = shell::root().join("Cargo.toml");
    let mut command = shell::cargo(["run", "--quiet"].iter().chain(&PROGRAM));
    command
        .arg("--manifest-path")
        .arg(manifest)
        .arg("--")
        .args(arguments)
        .current_dir(here);
    let status = web::embed(&mut command)?.status();
    Ok(exit_code(status.context("cannot start fourfold")?))
}

/// Runs the network tasks, which are a separate tool.
pub fn net(arguments: &[String]) -> Result<ExitCode> {
    let mut command = shell::cargo(["run", "--quiet", "--locked", "--package", "net", "--"]);
    let status = command.args(arguments).status();
    Ok(exit_code(status.context("cannot start cargo")?))
}

fn exit_code(status: ExitStatus) -> ExitCode {
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    code.map_or(ExitCode::FAILURE, ExitCode::from)
}

/// Whether the program will serve the app, which takes longer to build than the rest.
fn needs_app(arguments: &[String]) -> bool {
    arguments.first().is_none_or(|command| command == "serve")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_serving_needs_the_app() {
        for (line, needed) in [("", true), ("serve --port 0", true), ("perft 5", false)] {
            let arguments: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
            assert_eq!(needs_app(&arguments), needed, "{line}");
        }
    }
}
