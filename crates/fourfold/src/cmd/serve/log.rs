//! The log of a server: one JSON object per line, on stderr.
//!
//! JSON escapes control characters, so untrusted text can neither forge a line nor reach a
//! terminal. Spans are not used, so this subscriber is all that is needed.

use std::fmt::Debug;
use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Map, Value};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber, subscriber};

/// The log level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum LogLevel {
    /// Nothing.
    Off,
    /// Errors.
    Error,
    /// What the operator of a server wants to know.
    Info,
    /// What happens to each connection.
    Debug,
}

impl LogLevel {
    fn includes(self, level: Level) -> bool {
        match self {
            LogLevel::Off => false,
            LogLevel::Error => level <= Level::WARN,
            LogLevel::Info => level <= Level::INFO,
            LogLevel::Debug => level <= Level::DEBUG,
        }
    }
}

/// Logs to stderr from now on.
pub fn start(level: LogLevel) {
    // A second start, as in a test, keeps the first subscriber.
    let _ = subscriber::set_global_default(JsonLines(level));
}

struct JsonLines(LogLevel);

impl Subscriber for JsonLines {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        // Messages of libraries are not logged.
        metadata.target().starts_with("server") && self.0.includes(*metadata.level())
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let line = line(event, now.map_or(0, |now| now.as_millis() as u64));
        // A closed log must not stop the server.
        let _ = std::io::stderr().write_all(line.as_bytes());
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

fn line(event: &Event<'_>, time_ms: u64) -> String {
    let mut fields = Fields(Map::new());
    fields.0.insert("time_ms".to_owned(), time_ms.into());
    let level = event.metadata().level().as_str().to_ascii_lowercase();
    fields.0.insert("level".to_owned(), level.into());
    event.record(&mut fields);
    format!("{}\n", Value::Object(fields.0))
}

struct Fields(Map<String, Value>);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0
            .insert(field.name().to_owned(), format!("{value:?}").into());
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name().to_owned(), value.into());
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.0.insert(field.name().to_owned(), value.into());
    }
}
