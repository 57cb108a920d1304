//! Options as an engine declares them.

use core::fmt;

use crate::tokens::{Tokens, excerpt};

/// An option of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// Its name, which may be several words.
    pub name: String,
    /// What it can be set to.
    pub kind: Kind,
}

/// What an option can be set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Yes or no.
    Check {
        /// What it is at first.
        default: bool,
    },
    /// A whole number in a range.
    Spin {
        /// What it is at first.
        default: i64,
        /// The least it can be.
        min: i64,
        /// The most it can be.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// What it is at first.
        default: String,
        /// What it can be.
        choices: Vec<String>,
    },
    /// Nothing to set: something to be pressed.
    Button,
    /// Any text.
    Text {
        /// What it is at first; the protocol writes none as `<empty>`.
        default: String,
    },
}

const EMPTY: &str = "<empty>";
const FIELDS: [&str; 5] = ["type", "default", "min", "max", "var"];

impl Declaration {
    /// Reads what follows the word `option`; says what was expected if it is no declaration.
    pub(crate) fn read(tokens: &mut Tokens<'_>) -> Result<Declaration, (&'static str, String)> {
        match tokens.next() {
            Some("name") => {}
            found => return Err(("name after option", found.map(excerpt).unwrap_or_default())),
        }
        let name = tokens.until(&["type"]);
        tokens.next();
        let kind = tokens.next().unwrap_or_default();
        let (mut default, mut min, mut max, mut choices) = (None, None, None, Vec::new());
        while let Some(field) = tokens.next() {
            match field {
                "default" => default = Some(tokens.until(&FIELDS)),
                "min" => min = tokens.number(),
                "max" => max = tokens.number(),
                "var" => choices.push(tokens.until(&FIELDS)),
                _ => {}
            }
        }
        let default = default.unwrap_or_default();
        let kind = match kind {
            "check" => Kind::Check {
                default: default == "true",
            },
            "spin" => Kind::Spin {
                default: Tokens::new(&default).number().unwrap_or_default(),
                min: min.unwrap_or(i64::MIN),
                max: max.unwrap_or(i64::MAX),
            },
            "combo" => Kind::Combo { default, choices },
            "button" => Kind::Button,
            "string" => Kind::Text {
                default: if default == EMPTY {
                    String::new()
                } else {
                    default
                },
            },
            found => return Err(("a type of option", excerpt(found))),
        };
        Ok(Declaration { name, kind })
    }
}

impl fmt::Display for Declaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            Kind::Check { default } => write!(f, "check default {default}"),
            Kind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            Kind::Combo { default, choices } => {
                write!(f, "combo default {default}")?;
                choices
                    .iter()
                    .try_for_each(|choice| write!(f, " var {choice}"))
            }
            Kind::Button => f.write_str("button"),
            Kind::Text { default } if default.is_empty() => write!(f, "string default {EMPTY}"),
            Kind::Text { default } => write!(f, "string default {default}"),
        }
    }
}
