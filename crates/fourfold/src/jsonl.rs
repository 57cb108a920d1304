//! JSON Lines filters: one request per line in, one answer per line out, in order.
//!
//! An answer has `"ok":true`. A request that cannot be read or is refused gets the answer
//! `{"ok":false,"error":{…}}`, and the filter continues with the next line. A field that the command
//! does not know is named in the `warnings` of the answer. Every answer is flushed at once.

mod fields;
mod moves;

pub use fields::fields_of;
pub use moves::Moves;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;

use anyhow::Context;
use chess::fen::{ReadFen, Warning};
use serde::Serialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::{Map, Value, json};

/// The maximum length of a request in bytes. Longer requests are refused and skipped.
const REQUEST_MAX: usize = 16 << 20;

/// Arguments of every command that can also answer JSON requests.
#[derive(Debug, clap::Args)]
pub struct JsonArgs {
    /// Answer one JSON request per line of standard input, or of the files given with --input
    #[arg(long)]
    pub json: bool,
    /// A file of JSON requests, one per line; may be given several times
    #[arg(long, value_name = "FILE", requires = "json")]
    pub input: Vec<PathBuf>,
}

#[derive(Debug, Serialize)]
pub struct RequestError {
    pub code: &'static str,
    pub message: String,
    /// Further facts, such as the place and what was found there.
    #[serde(flatten)]
    pub details: Map<String, Value>,
}

impl RequestError {
    pub fn new(code: &'static str, message: impl ToString) -> RequestError {
        RequestError {
            code,
            message: message.to_string(),
            details: Map::new(),
        }
    }

    /// Adds a fact to the refusal.
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> RequestError {
        self.details.insert(name.to_owned(), value.into());
        self
    }
}

/// Answers requests until the input ends.
pub fn serve<Request: DeserializeOwned>(
    args: &JsonArgs,
    mut answer: impl FnMut(Request) -> Result<Value, RequestError>,
) -> anyhow::Result<()> {
    let mut reply = |line: Result<&[u8], RequestError>| {
        let unknown = line
            .as_ref()
            .map_or_else(|_| Vec::new(), |line| unknown_fields::<Request>(line));
        let request = line.and_then(|line| {
            serde_json::from_slice(line).map_err(|error| {
                RequestError::new(
                    "bad_request",
                    format!(
                        "expected a JSON object with the fields of this command, found {error}"
                    ),
                )
            })
        });
        let mut value = request
            .and_then(&mut answer)
            .unwrap_or_else(|error| json!({ "ok": false, "error": error }));
        if let Some(object) = value.as_object_mut() {
            object.entry("ok").or_insert(Value::Bool(true));
        }
        add_warnings(&mut value, unknown);
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

/// The fields of a request that the command does not know, as warnings.
fn unknown_fields<Request: DeserializeOwned>(line: &[u8]) -> Vec<String> {
    // A request that is not an object is refused.
    let found: BTreeMap<String, IgnoredAny> = serde_json::from_slice(line).unwrap_or_default();
    let known = fields_of::<Request>();
    let unknown = found.keys().filter(|name| !known.contains(&name.as_str()));
    unknown
        .map(|name| format!("unknown_field: {name}"))
        .collect()
}

/// Adds warnings to an answer, after those that it has.
fn add_warnings(answer: &mut Value, warnings: Vec<String>) {
    if warnings.is_empty() {
        return;
    }
    if answer["warnings"].is_null() {
        answer["warnings"] = json!([]);
    }
    if let Some(list) = answer["warnings"].as_array_mut() {
        list.extend(warnings.into_iter().map(Value::from));
    }
}

/// An answer about a position, with what was repaired or looks odd in its FEN.
pub fn about(read: &ReadFen, mut answer: Value) -> Value {
    let codes = read.warnings.iter().map(Warning::code);
    add_warnings(&mut answer, codes.map(str::to_owned).collect());
    answer
}

fn each_line(
    mut input: impl BufRead,
    reply: &mut impl FnMut(Result<&[u8], RequestError>) -> io::Result<()>,
) -> anyhow::Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        let limit = REQUEST_MAX as u64 + 1;
        let read = input.by_ref().take(limit).read_until(b'\n', &mut line);
        if read.context("cannot read standard input")? == 0 {
            return Ok(());
        }
        if line.len() > REQUEST_MAX && !line.ends_with(b"\n") {
            pass_line(&mut input).context("cannot read standard input")?;
            let message = format!("expected a request of at most {REQUEST_MAX} bytes");
            reply(Err(RequestError::new("bad_request", message)))?;
        } else if !line.trim_ascii().is_empty() {
            reply(Ok(line.trim_ascii()))?;
        }
    }
}

/// Skips the rest of a line, however long.
fn pass_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let bytes = input.fill_buf()?;
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let length = end.map_or(bytes.len(), |end| end + 1);
        let is_over = end.is_some() || bytes.is_empty();
        input.consume(length);
        if is_over {
            return Ok(());
        }
    }
}
