//! Reports about PGN files: for people, and as JSON lines for programs.

pub mod json;
mod report;

pub use report::FileReport;
