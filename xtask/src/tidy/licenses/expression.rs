//! License expressions of SPDX, evaluated against a list of allowed licenses.
//!
//! The grammar is `OR` over `AND` over `WITH` over names and parentheses. The slash of older crates
//! (`MIT/Apache-2.0`) means `OR`.

use std::fmt;

/// Says what was expected and what was found in an expression.
#[derive(Debug, PartialEq, Eq)]
pub struct ParseExpressionError {
    expected: &'static str,
    found: Option<String>,
}

impl fmt::Display for ParseExpressionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.found {
            Some(found) => write!(f, "expected {}, found {found:?}", self.expected),
            None => write!(f, "expected {}, found the end", self.expected),
        }
    }
}

impl std::error::Error for ParseExpressionError {}

/// Says whether the allowed licenses suffice for the expression.
///
/// A license with an exception (`A WITH B`) must be on the list as such.
///
/// # Errors
///
/// Refuses text that is no license expression.
pub fn is_satisfied(text: &str, allowed: &[String]) -> Result<bool, ParseExpressionError> {
    let tokens = split(text);
    let mut parser = Parser {
        tokens: &tokens,
        allowed,
    };
    let verdict = parser.alternatives()?;
    match parser.next() {
        None => Ok(verdict),
        Some(token) => Err(unexpected("OR, AND or the end", Some(token))),
    }
}

/// Splits an expression into names, operators and parentheses.
fn split(text: &str) -> Vec<String> {
    let spaced = text
        .replace('(', " ( ")
        .replace(')', " ) ")
        .replace('/', " OR ");
    spaced.split_whitespace().map(str::to_owned).collect()
}

fn unexpected(expected: &'static str, found: Option<&str>) -> ParseExpressionError {
    ParseExpressionError {
        expected,
        found: found.map(str::to_owned),
    }
}

/// Evaluates while it reads; every branch is read to the end, whatever its neighbor says.
struct Parser<'a> {
    tokens: &'a [String],
    allowed: &'a [String],
}

impl<'a> Parser<'a> {
    fn next(&mut self) -> Option<&'a str> {
        let (first, rest) = self.tokens.split_first()?;
        self.tokens = rest;
        Some(first)
    }

    /// Consumes the token given if it comes next.
    fn take(&mut self, token: &str) -> bool {
        let comes = self.tokens.first().is_some_and(|first| first == token);
        if comes {
            self.tokens = &self.tokens[1..];
        }
        comes
    }

    fn alternatives(&mut self) -> Result<bool, ParseExpressionError> {
        let mut verdict = self.conjunction()?;
        while self.take("OR") {
            verdict |= self.conjunction()?;
        }
        Ok(verdict)
    }

    fn conjunction(&mut self) -> Result<bool, ParseExpressionError> {
        let mut verdict = self.license()?;
        while self.take("AND") {
            verdict &= self.license()?;
        }
        Ok(verdict)
    }

    fn license(&mut self) -> Result<bool, ParseExpressionError> {
        if self.take("(") {
            let verdict = self.alternatives()?;
            return match self.next() {
                Some(")") => Ok(verdict),
                found => Err(unexpected("a closing parenthesis", found)),
            };
        }
        let mut name = self.name("a license")?.to_owned();
        if self.take("WITH") {
            name = format!("{name} WITH {}", self.name("an exception")?);
        }
        Ok(self.allowed.contains(&name))
    }

    fn name(&mut self, expected: &'static str) -> Result<&'a str, ParseExpressionError> {
        match self.next() {
            Some(name) if !matches!(name, "(" | ")" | "AND" | "OR" | "WITH") => Ok(name),
            found => Err(unexpected(expected, found)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> Result<bool, ParseExpressionError> {
        let allowed = [
            "MIT",
            "Apache-2.0",
            "Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception",
        ];
        is_satisfied(text, &allowed.map(str::to_owned))
    }

    #[test]
    fn expressions_the_list_suffices_for() {
        for text in [
            "MIT",
            "MIT OR GPL-3.0-only",
            "GPL-3.0-only OR MIT",
            "MIT/Apache-2.0",
            "GPL-2.0 / MIT",
            "MIT AND Apache-2.0",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception OR GPL-2.0-only",
            "((MIT))",
        ] {
            assert_eq!(check(text), Ok(true), "{text}");
        }
    }

    #[test]
    fn expressions_the_list_does_not_suffice_for() {
        for text in [
            "GPL-3.0-or-later",
            "MIT AND GPL-3.0-only",
            "(MIT OR Apache-2.0) AND LGPL-2.1-only",
            "MIT AND (AGPL-3.0-only OR GPL-2.0-only)",
            "MIT WITH LLVM-exception",
            "mit",
        ] {
            assert_eq!(check(text), Ok(false), "{text}");
        }
    }

    #[test]
    fn and_binds_tighter_than_or() {
        assert_eq!(check("MIT OR GPL-3.0-only AND GPL-2.0-only"), Ok(true));
        assert_eq!(check("(MIT OR GPL-3.0-only) AND GPL-2.0-only"), Ok(false));
    }

    #[test]
    fn nonsense_is_refused_with_what_was_expected() {
        for text in [
            "",
            "OR MIT",
            "MIT OR",
            "(MIT",
            "MIT)",
            "MIT Apache-2.0",
            "MIT WITH",
            "()",
        ] {
            assert!(check(text).is_err(), "{text}");
        }
        let error = check("(MIT").expect_err("the parenthesis stays open");
        assert_eq!(
            error.to_string(),
            "expected a closing parenthesis, found the end"
        );
    }
}
