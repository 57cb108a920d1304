//! Proves or refutes a forced mate within a number of moves.
//!
//! The engine's search prunes: it finds mates, but it cannot exclude one. This search tries every
//! move of both sides (an [AND/OR tree](https://www.chessprogramming.org/Mate_Search)), one move
//! deeper each time, so its answer is a proof. It knows results by complete positions, not by
//! hash keys, which could collide.
//!
//! A mate counts only if the defender cannot claim a draw on the way. Fifty moves may run out in any
//! line. A threefold repetition takes a position that has occurred twice in the game already: the
//! shortest mate never repeats a position of its own.

use chess::{Compact, FIFTY_MOVES, Key, Move, MoveList, Position};

use crate::root::Root;

/// Longer mates are not looked for; a proof is out of reach far earlier.
const MOVES_MAX: u32 = 60;

/// The number of positions whose results are remembered: a power of two.
const TABLE_SIZE: usize = 1 << 18;

/// What is known about a mate within the number of moves asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MateProof {
    /// The side to move mates; this is the line against the longest defense.
    Mate(Vec<Move>),
    Refuted,
    /// The nodes ran out. What was found is remembered.
    Open,
}

/// A search for a mate that can be interrupted and continued.
pub(crate) struct MateProver {
    root: Position,
    root_moves: Vec<Move>,
    /// The positions whose next occurrence allows a claim.
    claimable: Vec<Key>,
    /// The length of mate asked for, in moves.
    asked: u32,
    /// The length being examined; shorter mates are refuted.
    moves: u32,
    results: Results,
}

/// The caller's limits or the budget ended the search.
struct Interrupted;

/// The answer of a node.
type IsMate = Result<bool, Interrupted>;

/// Counts a node; `false` stops the search.
type CountNode<'a> = dyn FnMut() -> bool + 'a;

impl MateProver {
    /// A search for a mate in at most this many moves, beginning with one of `root_moves`.
    pub(crate) fn new(root: &Root, root_moves: Vec<Move>, asked: u32) -> MateProver {
        let asked = asked.min(MOVES_MAX);
        // The results hold for every clock, so they are of no use where the clock decides.
        let clock_decides =
            u32::from(root.position().halfmoves()) + 2 * asked >= FIFTY_MOVES.into();
        MateProver {
            root: *root.position(),
            root_moves,
            claimable: claimable(root),
            asked,
            moves: 1,
            results: Results::new(if clock_decides { 0 } else { TABLE_SIZE }),
        }
    }

    pub(crate) fn asked(&self) -> u32 {
        self.asked
    }

    /// Continues the search until it is decided or `count_node` says to stop.
    pub(crate) fn search(&mut self, count_node: &mut CountNode<'_>) -> MateProof {
        while self.moves <= self.asked {
            match self.attack_at_root(count_node) {
                Ok(Some(line)) => return MateProof::Mate(line),
                Ok(None) => self.moves += 1,
                Err(Interrupted) => return MateProof::Open,
            }
        }
        MateProof::Refuted
    }

    fn attack_at_root(
        &mut self,
        count_node: &mut CountNode<'_>,
    ) -> Result<Option<Vec<Move>>, Interrupted> {
        for m in self.root_moves.clone() {
            let child = self.root.play_unchecked(m);
            if self.is_mated(&child, self.moves - 1, count_node)? {
                let mut line = vec![m];
                self.extend_line(&child, &mut line, count_node)?;
                return Ok(Some(line));
            }
        }
        Ok(None)
    }

    /// Whether the side to move mates in at most this many moves.
    fn mates(&mut self, position: &Position, moves: u32, count_node: &mut CountNode<'_>) -> IsMate {
        if !count_node() {
            return Err(Interrupted);
        }
        if self.can_claim(position) {
            return Ok(false);
        }
        if let Some(known) = self.results.get(position, moves) {
            return Ok(known);
        }
        let mut found = false;
        for (child, _) in ordered_attacks(position, moves) {
            if self.is_mated(&child, moves - 1, count_node)? {
                found = true;
                break;
            }
        }
        self.results.put(position, moves, found);
        Ok(found)
    }

    /// Whether the side to move is mated within this many moves of the opponent, whatever it plays.
    fn is_mated(
        &mut self,
        position: &Position,
        moves: u32,
        count_node: &mut CountNode<'_>,
    ) -> IsMate {
        if position.is_checkmate() {
            return Ok(true);
        }
        if moves == 0 || self.can_claim(position) {
            return Ok(false);
        }
        let replies = position.legal_moves();
        for &reply in &replies {
            if !self.mates(&position.play_unchecked(reply), moves, count_node)? {
                return Ok(false);
            }
        }
        Ok(!replies.is_empty())
    }

    /// Whether a draw can be claimed; the position is not checkmate.
    fn can_claim(&self, position: &Position) -> bool {
        position.halfmoves() >= FIFTY_MOVES || self.claimable.contains(&position.key())
    }

    /// Adds the longest defense and the shortest mate against it, after a move that mates by force.
    fn extend_line(
        &mut self,
        position: &Position,
        line: &mut Vec<Move>,
        count_node: &mut CountNode<'_>,
    ) -> Result<(), Interrupted> {
        let mut position = *position;
        while let Some((reply, moves)) = self.longest_defense(&position, count_node)? {
            line.push(reply);
            position = position.play_unchecked(reply);
            for (child, m) in ordered_attacks(&position, moves) {
                if self.is_mated(&child, moves - 1, count_node)? {
                    line.push(m);
                    position = child;
                    break;
                }
            }
        }
        Ok(())
    }

    /// The reply that delays the mate longest, and the number of moves the mate then takes.
    fn longest_defense(
        &mut self,
        position: &Position,
        count_node: &mut CountNode<'_>,
    ) -> Result<Option<(Move, u32)>, Interrupted> {
        let mut longest: Option<(Move, u32)> = None;
        for &reply in &position.legal_moves() {
            let child = position.play_unchecked(reply);
            let mut moves = 1;
            while moves < self.moves && !self.mates(&child, moves, count_node)? {
                moves += 1;
            }
            if longest.is_none_or(|(_, most)| moves > most) {
                longest = Some((reply, moves));
            }
        }
        Ok(longest)
    }
}

/// The positions that have occurred twice or more since the last capture or pawn move.
fn claimable(root: &Root) -> Vec<Key> {
    let reversible = usize::from(root.position().halfmoves());
    let earlier = root.past().iter().rev().take(reversible);
    let mut keys: Vec<Key> = earlier
        .map(|&(key, _)| key)
        .chain([root.position().key()])
        .collect();
    keys.sort_unstable_by_key(|key| key.0);
    let mut twice: Vec<Key> = keys
        .windows(2)
        .filter(|pair| pair[0] == pair[1])
        .map(|pair| pair[0])
        .collect();
    twice.dedup();
    twice
}

/// The positions after the moves worth trying, the most forcing first. The last move gives check.
fn ordered_attacks(position: &Position, moves: u32) -> Vec<(Position, Move)> {
    let legal: MoveList = position.legal_moves();
    let mut children: Vec<(usize, Position, Move)> = Vec::with_capacity(legal.len());
    for &m in &legal {
        let child = position.play_unchecked(m);
        if child.is_check() {
            children.push((child.count_legal_moves(), child, m));
        } else if moves > 1 {
            children.push((usize::MAX, child, m));
        }
    }
    children.sort_by_key(|&(replies, ..)| replies);
    children
        .into_iter()
        .map(|(_, child, m)| (child, m))
        .collect()
}

/// What is known about positions with the attacker to move. A new result replaces the old one.
struct Results {
    slots: Vec<Option<Known>>,
}

#[derive(Clone, Copy)]
struct Known {
    position: Compact,
    /// There is no mate in this many moves.
    refuted: u32,
    /// There is a mate in this many moves.
    mate: Option<u32>,
}

impl Results {
    fn new(size: usize) -> Results {
        Results {
            slots: vec![None; size],
        }
    }

    /// The slot of a position; `None` without a table.
    fn slot(&mut self, position: &Compact) -> Option<&mut Option<Known>> {
        let mask = self.slots.len().checked_sub(1)?;
        self.slots.get_mut(position.mixed() as usize & mask)
    }

    fn get(&mut self, position: &Position, moves: u32) -> Option<bool> {
        let position = position.to_compact();
        let known = (*self.slot(&position)?)?;
        if known.position != position {
            return None;
        }
        if known.refuted >= moves {
            return Some(false);
        }
        known.mate.filter(|&mate| mate <= moves).map(|_| true)
    }

    fn put(&mut self, position: &Position, moves: u32, is_mate: bool) {
        let position = position.to_compact();
        let Some(slot) = self.slot(&position) else {
            return;
        };
        let known = match slot {
            Some(known) if known.position == position => known,
            _ => slot.insert(Known {
                position,
                refuted: 0,
                mate: None,
            }),
        };
        if is_mate {
            known.mate = Some(known.mate.map_or(moves, |mate| mate.min(moves)));
        } else {
            known.refuted = known.refuted.max(moves);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root(fen: &str) -> Root {
        Root::new(Position::from_fen(fen).expect("a legal position"))
    }

    fn prove(root: &Root, asked: u32) -> MateProof {
        let moves = root.position().legal_moves().to_vec();
        MateProver::new(root, moves, asked).search(&mut || true)
    }

    /// Whether there is a mate, by a search without tables and order.
    fn plain(position: &Position, moves: u32) -> bool {
        position.legal_moves().iter().any(|&m| {
            let child = position.play_unchecked(m);
            let replies = child.legal_moves();
            child.is_checkmate()
                || moves > 1
                    && !replies.is_empty()
                    && replies
                        .iter()
                        .all(|&reply| plain(&child.play_unchecked(reply), moves - 1))
        })
    }

    #[test]
    fn mates_are_found_at_their_length_and_refuted_below_it() {
        for (fen, moves) in [
            ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1),
            ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
            ("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", 2),
            ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
        ] {
            let root = root(fen);
            assert_eq!(prove(&root, moves - 1), MateProof::Refuted, "{fen}");
            let MateProof::Mate(line) = prove(&root, 8) else {
                panic!("{fen}: the mate was not found");
            };
            assert_eq!(line.len() as u32, 2 * moves - 1, "{fen}: {line:?}");
            let end = line.iter().fold(*root.position(), |position, &m| {
                position.play(m).expect("the line is legal")
            });
            assert!(end.is_checkmate(), "{fen}");
        }
    }

    #[test]
    fn answers_agree_with_a_plain_search() {
        // Random positions of few pieces, some of them mates.
        let mut seed = 7_u64;
        let mut mates = 0;
        for start in [
            "8/8/8/8/8/2k5/8/K2R3R w - - 0 1",
            "5bk1/5p1p/4N1pQ/8/8/8/8/6K1 w - - 0 1",
            "2k5/8/1K6/3R4/8/8/6p1/8 w - - 0 1",
        ] {
            let mut position = Position::from_fen(start).expect("a legal position");
            for _ in 0..40 {
                let found = matches!(prove(&Root::new(position), 2), MateProof::Mate(_));
                assert_eq!(found, plain(&position, 2), "{position:?}");
                mates += u32::from(found);
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                position = position.play_unchecked(moves[(seed >> 33) as usize % moves.len()]);
            }
        }
        assert!(mates > 2, "found {mates} mates");
    }

    #[test]
    fn only_the_given_root_moves_are_tried() {
        let root = root("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
        let king = root.position().parse_uci("g1f1").expect("a legal move");
        let proof = MateProver::new(&root, vec![king], 1).search(&mut || true);
        assert_eq!(proof, MateProof::Refuted);
    }

    #[test]
    fn a_claim_of_fifty_moves_prevents_the_mate() {
        let in_time = root("7k/8/5K2/8/8/8/8/6R1 w - - 97 90");
        assert!(matches!(prove(&in_time, 2), MateProof::Mate(_)));
        let late = root("7k/8/5K2/8/8/8/8/6R1 w - - 98 90");
        assert_eq!(
            prove(&late, 2),
            MateProof::Refuted,
            "Black claims after two plies"
        );
        let now = root("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 99 90");
        assert!(
            matches!(prove(&now, 1), MateProof::Mate(_)),
            "mate ends the game first"
        );
    }

    #[test]
    fn a_claim_of_threefold_repetition_prevents_the_mate() {
        // After 1 Kf7 the position occurs for the third time, and Kf7 is the only way to mate in two.
        let mut root = root("7k/8/5K2/8/8/8/8/6R1 w - - 0 1");
        assert!(matches!(prove(&root, 2), MateProof::Mate(_)));
        for m in "f6f7 h8h7 f7f6 h7h8 f6f7 h8h7 f7f6 h7h8".split(' ') {
            let m = root.position().parse_uci(m).expect("a legal move");
            root.play(m).expect("a legal move");
        }
        assert_eq!(prove(&root, 2), MateProof::Refuted);
    }

    #[test]
    fn an_interrupted_search_continues() {
        let root = root("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1");
        let moves = root.position().legal_moves().to_vec();
        let mut prover = MateProver::new(&root, moves, 3);
        let mut interruptions = 0;
        loop {
            let mut left = 20 << interruptions;
            let proof = prover.search(&mut || {
                left -= 1;
                left > 0
            });
            match proof {
                MateProof::Open => interruptions += 1,
                MateProof::Mate(line) => break assert_eq!(line.len(), 5),
                MateProof::Refuted => panic!("there is a mate"),
            }
        }
        assert!(interruptions > 1);
    }
}
