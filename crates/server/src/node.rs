//! The name of a node among several behind one proxy.

use std::str::FromStr;

const NAME_MAX: usize = 8;

/// The name of a node. The ids of its tables begin with it, so a proxy can route by id. A single
/// server has no name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node(String);

/// A name that is not valid in a path.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected 1 to {NAME_MAX} lower-case letters and digits, found {0:?}")]
pub struct BadNode(String);

impl FromStr for Node {
    type Err = BadNode;

    fn from_str(text: &str) -> Result<Node, BadNode> {
        let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        match (1..=NAME_MAX).contains(&text.len()) && text.bytes().all(is_plain) {
            true => Ok(Node(text.to_owned())),
            false => Err(BadNode(text.to_owned())),
        }
    }
}

impl Node {
    /// The id of a table of this node.
    pub(crate) fn id_of(&self, random: &str) -> String {
        format!("{}{random}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node_names_are_valid_in_paths_and_prefix_the_ids() {
        for bad in ["", "A", "a-b", "a/b", "longerthaneight", "ä"] {
            assert!(bad.parse::<Node>().is_err(), "{bad}");
        }
        let node: Node = "b2".parse().expect("is a name");
        assert_eq!(node.id_of("00ff"), "b200ff");
        assert_eq!(Node::default().id_of("00ff"), "00ff");
    }
}
