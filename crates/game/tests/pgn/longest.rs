//! The longest possible game, read and written on a small stack.

use std::thread;

use chess::Position;
use fourfold_game::pgn::Tree;

use super::game;

const LONGEST: &str = include_str!("../data/longest.txt");

#[test]
fn the_longest_game_is_written_and_read_on_a_small_stack() {
    let work = || {
        let mut tree = Tree::default();
        let mut now = tree.root();
        for text in LONGEST.split_whitespace() {
            let m = tree.position(now).parse_uci(text).unwrap();
            now = tree.add(now, m).unwrap();
        }
        assert_eq!(tree.len(), 17_697);
        let text = tree.to_string();
        assert!(text.lines().all(|line| line.len() <= 80));
        let read = game(&text);
        assert_eq!((read.report.plies, read.report.error), (17_697, None));
        assert_eq!(read.report.ended_ply, Some(17_697));
        assert_eq!(read.report.last, *tree.position(now));
        assert!(read.tree == tree);
        let record = read.tree.to_record();
        assert_eq!(record.moves.len(), 17_697);
        assert_eq!(record.start.position, Position::start());
    };
    let thread = thread::Builder::new().stack_size(256 << 10).spawn(work);
    thread.unwrap().join().unwrap();
}
