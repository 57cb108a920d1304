//! Why the player to move is checkmated, in words.
//!
//! A mate of this game often leaves an answer on the board with the check: it cannot be made on the
//! other board. A beginner sees the answer and wonders.

use core::fmt;

use chess::Role;

use crate::{BoardName, Boards, Culprit, MoveRefusal, Seat, SyncedMove};

/// Why a player is checkmated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhyMated {
    /// The player.
    pub seat: Seat,
    /// The two boards of the player.
    pub boards: [MatedBoard; 2],
    /// The moves that are legal on a board with a check, and why the other board forbids each.
    pub escapes: Vec<MoveRefusal>,
}

/// One board of a player who is checkmated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatedBoard {
    /// The board.
    pub board: BoardName,
    /// The pieces that give check on it.
    pub checkers: Vec<Culprit>,
    /// How many moves would be legal on this board alone. Ghosts cannot move.
    pub moves: usize,
}

impl Boards {
    /// Why the player to move is checkmated; `None` if that is not so.
    ///
    /// ```
    /// use fourfold_duplicate::DuplicateGame;
    /// let mut game = DuplicateGame::new();
    /// for text in "f2f3 a2a3 e7e5 e7e5 g2g4 b2b3 a7a6 d8h4".split(' ') {
    ///     game.play(text.parse()?)?;
    /// }
    /// let why = game.boards().why_mated().ok_or("it is mate")?;
    /// assert_eq!(
    ///     why.to_string(),
    ///     "West's queen on h4 gives check on NW. There is no answer to it on NW."
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn why_mated(&self) -> Option<WhyMated> {
        let seat = self.turn();
        if self.checks_against(seat).is_empty() || self.has_legal_moves() {
            return None;
        }
        Some(WhyMated {
            seat,
            boards: seat.boards().map(|board| self.mated_board(seat, board)),
            escapes: self.escapes(seat),
        })
    }

    fn escapes(&self, seat: Seat) -> Vec<MoveRefusal> {
        let checked = self.checks_against(seat);
        let moves = checked.iter().flat_map(|board| self.answers(seat, board));
        // A promotion is one escape, whatever the pawn becomes.
        let is_one = |m: &SyncedMove| m.promotion().is_none_or(|role| role == Role::Queen);
        let escapes = moves.filter(is_one);
        escapes.filter_map(|m| self.why_not(m)).collect()
    }

    /// The moves that would be legal on one board alone. Ghosts cannot move.
    fn answers(&self, seat: Seat, board: BoardName) -> Vec<SyncedMove> {
        let ghosts = self.ghosts_of(seat, board);
        let mut moves = self.local_moves(board);
        moves.retain(|m| !ghosts.contains(m.from()));
        moves
    }

    fn mated_board(&self, seat: Seat, board: BoardName) -> MatedBoard {
        let checkers = self.position(board).checkers();
        MatedBoard {
            board,
            checkers: checkers
                .into_iter()
                .filter_map(|square| self.culprit(board, square))
                .collect(),
            moves: self.answers(seat, board).len(),
        }
    }
}

impl fmt::Display for WhyMated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for MatedBoard {
            board, checkers, ..
        } in &self.boards
        {
            let checkers: Vec<String> = checkers.iter().map(Culprit::to_string).collect();
            match checkers.as_slice() {
                [] => {}
                [one] => write!(f, "{one} gives check on {board}. ")?,
                several => write!(f, "{} give check on {board}. ", several.join(" and "))?,
            }
        }
        let [first, second] = &self.boards;
        match (first.moves, second.moves) {
            (0, 0) => write!(
                f,
                "No move is legal on {}, and none on {}.",
                first.board, second.board
            ),
            (0, _) => self.no_answer(f, first),
            (_, 0) => self.no_answer(f, second),
            (one, other) => {
                write!(
                    f,
                    "{} legal on {} and {other} on {}, but none on both.",
                    moves_are(one),
                    first.board,
                    second.board
                )?;
                self.each_escape(f)
            }
        }
    }
}

impl WhyMated {
    fn no_answer(&self, f: &mut fmt::Formatter<'_>, on: &MatedBoard) -> fmt::Result {
        if on.checkers.is_empty() {
            write!(f, "There is no legal move on {}.", on.board)
        } else {
            write!(f, "There is no answer to it on {}.", on.board)
        }
    }

    /// Why each escape fails. Those that fail alike share a sentence.
    fn each_escape(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut groups: Vec<(BoardName, String, Vec<String>)> = Vec::new();
        for refusal in &self.escapes {
            let MoveRefusal::NotSynced {
                m,
                legal_on,
                objection,
            } = refusal
            else {
                continue;
            };
            let why = objection.to_string();
            let mut known = groups.iter_mut();
            match known.find(|(board, words, _)| board == legal_on && *words == why) {
                Some((.., moves)) => moves.push(m.to_string()),
                None => groups.push((*legal_on, why, vec![m.to_string()])),
            }
        }
        for (board, why, moves) in groups {
            let verb = if moves.len() == 1 { "is" } else { "are" };
            let moves = moves.join(", ");
            write!(f, " {moves} {verb} legal on {board} only: {why}.")?;
        }
        Ok(())
    }
}

fn moves_are(count: usize) -> String {
    match count {
        1 => "1 move is".to_owned(),
        _ => format!("{count} moves are"),
    }
}

#[cfg(test)]
mod tests {
    use crate::DuplicateGame;
    use crate::examples::{DOUBLE_MATE, ESCAPE_NOT_SYNCHRONIZED, EXAMPLES, Example};

    fn why(example: &Example) -> Option<String> {
        let boards = example.boards();
        boards.why_mated().map(|why| why.to_string())
    }

    #[test]
    fn an_answer_on_one_board_only_is_mentioned() {
        assert_eq!(
            why(&ESCAPE_NOT_SYNCHRONIZED).as_deref(),
            Some(
                "West's queen on h4 gives check on NW. \
                 1 move is legal on NW and 17 on NE, but none on both. \
                 g2g3 is legal on NW only: on NE East's knight on g3 is in the way."
            )
        );
    }

    #[test]
    fn each_escape_is_explained_and_those_that_fail_alike_together() {
        let mut game = DuplicateGame::new();
        for text in "f2f3 a2a3 e7e6 e7e6 d2d3 b2b3 f8b4 d8h4".split(' ') {
            game.play(text.parse().unwrap()).unwrap();
        }
        let why = game.boards().why_mated().unwrap();
        assert_eq!(
            why.to_string(),
            "West's queen on h4 gives check on NW. East's bishop on b4 gives check on NE. \
             2 moves are legal on NW and 6 on NE, but none on both. \
             e1d2 is legal on NW only: on NE the king would be in check from East's bishop on b4. \
             g2g3 is legal on NW only: on NE it leaves the king in check from East's bishop on b4. \
             b1c3, b1d2, c1d2, c2c3, d1d2 are legal on NE only: on NW it leaves the king in check \
             from West's queen on h4. \
             e1f2 is legal on NE only: on NW the king would be in check from West's queen on h4."
        );
        assert_eq!(why.escapes.len(), 8);
    }

    #[test]
    fn checks_on_both_boards_are_named() {
        assert_eq!(
            why(&DOUBLE_MATE).as_deref(),
            Some(
                "West's queen on h4 gives check on NW. East's queen on h4 gives check on NE. \
                 No move is legal on NW, and none on NE."
            )
        );
    }

    #[test]
    fn only_mates_are_explained() {
        for example in EXAMPLES {
            let boards = example.boards();
            let is_mate =
                !boards.has_legal_moves() && !boards.checks_against(boards.turn()).is_empty();
            assert_eq!(boards.why_mated().is_some(), is_mate, "{}", example.name);
        }
    }
}
