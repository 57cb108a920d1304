//! `fourfold-uci`: the engine alone, for user interfaces and match runners.
//!
//! Without arguments it speaks UCI on standard input and output. With arguments it executes them as
//! commands, waits for their results, and exits: `fourfold-uci bench`, `fourfold-uci go depth 12`, or
//! several commands, each in quotes.

use std::io::{self, BufReader, Write};
use std::process::ExitCode;

use terminal::Plain;
use uci_session::{EndOfInput, Output, Session, SessionEnd};

/// The exit code after a search failed (`EX_SOFTWARE`).
const AFTER_PANIC: u8 = 70;

const HELP: &str = "\
The chess engine of Fourfold, for user interfaces and match runners

Usage: fourfold-uci             speak UCI on standard input and output
       fourfold-uci --wait      the same, and finish the search when the input ends
       fourfold-uci COMMAND...  execute UCI commands, such as: fourfold-uci go depth 12
       fourfold-uci bench       search a fixed set of positions and count the nodes

Options:
  -h, --help     print this
  -V, --version  print the version

Exit codes: 0 the conversation ended, 1 the engine could not start, 70 a search failed.
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|argument| argument.to_string_lossy().into_owned())
        .collect();
    if let [flag] = arguments.as_slice() {
        let text = match flag.as_str() {
            "-h" | "--help" => Some(HELP),
            "-V" | "--version" => Some(concat!("fourfold-uci ", env!("FOURFOLD_VERSION"), "\n")),
            _ => None,
        };
        if let Some(text) = text {
            return match io::stdout().write_all(text.as_bytes()) {
                Ok(()) => ExitCode::SUCCESS,
                Err(_) => ExitCode::FAILURE,
            };
        }
    }
    let session = match Session::new(Output::new(Plain::new(io::stdout()))) {
        Ok(session) => session,
        Err(error) => {
            let _ = writeln!(io::stderr(), "fourfold-uci: {error}");
            return ExitCode::FAILURE;
        }
    };
    let end = match arguments.as_slice() {
        [] => session.converse(io::stdin().lock(), EndOfInput::Stop),
        [flag] if flag == "--wait" => session.converse(io::stdin().lock(), EndOfInput::Wait),
        arguments => {
            let script = script(arguments);
            session.converse(BufReader::new(script.as_bytes()), EndOfInput::Wait)
        }
    };
    match end {
        SessionEnd::Normal => ExitCode::SUCCESS,
        SessionEnd::AfterPanic => ExitCode::from(AFTER_PANIC),
    }
}

/// The arguments as lines: one command each if any has several words, otherwise all one command.
fn script(arguments: &[String]) -> String {
    let separator = if arguments.iter().any(|argument| argument.contains(' ')) {
        "\n"
    } else {
        " "
    };
    arguments.join(separator)
}
