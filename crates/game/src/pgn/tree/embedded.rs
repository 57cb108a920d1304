//! The commands in the comments of a move.

use super::Node;
use crate::pgn::Comment;

impl Node {
    /// The argument of the first command with this name in the comments after the move.
    #[must_use]
    pub fn command(&self, name: &str) -> Option<&str> {
        self.comments
            .iter()
            .find_map(|comment| comment.command(name))
    }

    /// Replaces the commands of this name in the comments after the move by one with this argument,
    /// or removes them.
    ///
    /// ```
    /// use fourfold_game::pgn::{Checker, Reader};
    /// let text = b"1. e4 {[%clk 0:01:00]} e5 {good} *";
    /// let mut tree = Checker::new(Reader::from_slice(text)).read_tree()?.ok_or("no game")?.tree;
    /// let [e4, e5] = [0, 1].map(|at| tree.main_line().nth(at).expect("there are two moves"));
    /// tree.node_mut(e4).set_command("eval", Some("0.25"));
    /// tree.node_mut(e5).set_command("eval", Some("0.31"));
    /// let written = "1. e4 {[%eval 0.25] [%clk 0:01:00]} 1... e5 {[%eval 0.31]} {good} *\n";
    /// assert!(tree.to_string().ends_with(written), "{tree}");
    /// tree.node_mut(e5).set_command("eval", None);
    /// assert_eq!(tree.node(e5).comments.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_command(&mut self, name: &str, argument: Option<&str>) {
        let comments = core::mem::take(&mut self.comments);
        let without = |comment: Comment| match comment.command(name) {
            Some(_) => comment.without(name),
            None => Some(comment),
        };
        self.comments = comments.into_iter().filter_map(without).collect();
        let Some(argument) = argument else {
            return;
        };
        let builder = Comment::builder().command(name, argument);
        // Commands stand together, before the prose.
        let first = self.comments.first();
        let joined = first.filter(|comment| comment.as_str().starts_with("[%"));
        match joined.and_then(|comment| builder.clone().prose(comment.as_str()).build()) {
            Some(whole) => self.comments[0] = whole,
            None => self.comments.splice(0..0, builder.build()).for_each(drop),
        }
    }
}
