//! Moves in a request: a list, or a text with blanks between them.

use serde::Deserialize;

#[derive(Debug, Default, Deserialize)]
#[serde(from = "Form")]
pub struct Moves(Vec<String>);

#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "a list of moves or a text with blanks between them"
)]
enum Form {
    List(Vec<String>),
    Text(String),
}

impl From<Form> for Moves {
    fn from(form: Form) -> Moves {
        Moves(match form {
            Form::List(moves) => moves,
            Form::Text(text) => text.split_whitespace().map(str::to_owned).collect(),
        })
    }
}

impl Moves {
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    pub fn to_line(&self) -> String {
        self.0.join(" ")
    }
}
