//! What the pieces alone decide, wherever they stand.
//!
//! Each exit below is a theorem about every position with that material, not a list of known
//! endings. Let the winner be the side that would like to mate, s the square of the loser's king
//! when it is mated, and write squares as steps from s.
//!
//! **A bare king** gives no check.
//!
//! **Bishops of one square color, against no knight, no pawn and no bishop of the other color.**
//! The check comes along a diagonal, say through the square (1, 1). The squares (1, 0) and (0, 1)
//! are of the other color, so no bishop of the winner covers them, and the winner's king cannot
//! cover both without touching s. One of them is therefore occupied by a piece of the loser, which
//! can only be a rook or a queen. It is not pinned, for every pin runs on the other color, and it
//! can go to (1, 1), where it captures the checking bishop or steps in between. Two of the bishops
//! cannot give check together: a bishop that uncovers another one moves along a line parallel to
//! the one on which it would have to arrive. So it is no mate. The loser may have any number of
//! rooks, queens and bishops of the same color.
//!
//! **One knight against nothing but queens.** The knight checks from (1, 2), say. It covers (-1, 1)
//! and no other neighbor of s. A queen on (1, 1), (1, 0) or (1, -1) captures it along the file,
//! or one of the queens before it does; so does a queen on (0, 1) at once. So (1, 1), (1, 0) and
//! (0, 1) are empty and covered by the king, which cannot cover both of the last two without
//! touching s. So it is no mate.
//!
//! A mate that stands on the board already is none of these: positions can be set up that no play
//! leads to. This module speaks of mates still to come.

pub(crate) use game::lacks_mating_material as cannot_mate;
