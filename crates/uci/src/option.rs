//! Option declarations.

use core::fmt;

use crate::tokens::{Tokens, excerpt};

/// The declaration of an engine option.
///
/// ```
/// use fourfold_uci_protocol::{Declaration, Kind, Reply};
/// let kind = Kind::Spin { default: 16, min: 1, max: 1024 };
/// let hash = Declaration { name: "Hash".to_owned(), kind };
/// assert_eq!(hash.to_string(), "option name Hash type spin default 16 min 1 max 1024");
/// assert_eq!(Reply::read(hash.to_string().as_bytes())?, Reply::Option(hash));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// Its name, which may contain spaces.
    pub name: String,
    /// Its type with default and range.
    pub kind: Kind,
}

/// The type of an option.
///
/// ```
/// use fourfold_uci_protocol::{Kind, Reply};
/// let reply = Reply::read(b"option name Style type combo default Normal var Solid var Normal")?;
/// let Reply::Option(option) = reply else { unreachable!() };
/// assert!(matches!(option.kind, Kind::Combo { choices, .. } if choices.len() == 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// True or false.
    Check {
        /// The default.
        default: bool,
    },
    /// An integer in a range.
    Spin {
        /// The default.
        default: i64,
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
    },
    /// One of several predefined values.
    Combo {
        /// The default.
        default: String,
        /// The possible values.
        choices: Vec<String>,
    },
    /// A button without a value.
    Button,
    /// Any text.
    Text {
        /// The default; an empty string is written as `<empty>`.
        default: String,
    },
}

const EMPTY: &str = "<empty>";
const FIELDS: [&str; 5] = ["type", "default", "min", "max", "var"];

impl Declaration {
    /// Parses the arguments of `option`; the error says what was expected.
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
            "spin" => {
                let (min, max) = (min.unwrap_or(i64::MIN), max.unwrap_or(i64::MAX));
                // Without a default, the number in the range that is nearest to zero.
                let default = Tokens::new(&default).number();
                let default = default.unwrap_or_else(|| 0.max(min).min(max));
                Kind::Spin { default, min, max }
            }
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
