//! Filters of JSON lines: one request a line in, one answer a line out, in order.
//!
//! A request that cannot be read or is refused is answered too, by `{"ok":false,"error":{…}}`,
//! and the next line is served. Every answer is flushed as soon as it is there.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;

use anyhow::Context;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// Arguments of every command that is also a filter of JSON lines.
#[derive(Debug, clap::Args)]
pub struct JsonArgs {
    /// Answer one JSON request per line of standard input, or of the files given with --input
    #[arg(long)]
    pub json: bool,
    /// A file of JSON requests, one per line; may be given several times
    #[arg(long, value_name = "FILE", requires = "json")]
    pub input: Vec<PathBuf>,
}

/// Why a request was refused.
#[derive(Debug, Serialize)]
pub struct RequestError {
    /// The short name of the reason.
    pub code: &'static str,
    /// The reason in words.
    pub message: String,
    /// Where it lies and what was found there, as far as the command can say.
    #[serde(flatten)]
    pub details: Map<String, Value>,
}

impl RequestError {
    /// A refusal with this short name and these words.
    pub fn new(code: &'static str, message: impl ToString) -> RequestError {
        RequestError {
            code,
            message: message.to_string(),
            details: Map::new(),
        }
    }

    /// The refusal with one more fact about it.
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> RequestError {
        self.details.insert(name.to_owned(), value.into());
        self
    }
}

/// Serves requests until the input ends.
pub fn serve<Request: DeserializeOwned>(
    args: &JsonArgs,
    mut answer: impl FnMut(Request) -> Result<Value, RequestError>,
) -> anyhow::Result<()> {
    let mut reply = |line: &[u8]| {
        let request = serde_json::from_slice(line).map_err(|error| {
            RequestError::new(
                "bad_request",
                format!("expected a JSON object with the fields of this command, found {error}"),
            )
        });
        let value = request
            .and_then(&mut answer)
            .unwrap_or_else(|error| json!({ "ok": false, "error": error }));
        let mut out = io::stdout().lock();
        serde_json::to_writer(&mut out, &value)?;
        out.write_all(b"\n")?;
        out.flush()
    };
    if args.input.is_empty() {
        return each_line(io::stdin().lock(), &mut reply);
    }
    for path in &args.input {
        let file = File::open(path)
            .with_context(|| format!("cannot read requests from {}", path.display()))?;
        each_line(BufReader::new(file), &mut reply)?;
    }
    Ok(())
}

fn each_line(
    mut input: impl BufRead,
    reply: &mut impl FnMut(&[u8]) -> io::Result<()>,
) -> anyhow::Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        if input
            .read_until(b'\n', &mut line)
            .context("cannot read standard input")?
            == 0
        {
            return Ok(());
        }
        if !line.trim_ascii().is_empty() {
            reply(line.trim_ascii())?;
        }
    }
}
