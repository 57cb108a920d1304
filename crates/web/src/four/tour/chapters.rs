//! The chapters. Their games are test games of the rules, and a test plays them.

use chess::Square::{self, *};
use duplicate::BoardName::{self, Ne, Nw, Se, Sw};

use super::{Chapter, Stop};
use crate::four::Place;

const fn at(board: BoardName, square: Square) -> Place {
    Place::new(board, square)
}

const fn stop(ply: usize, text: &'static str) -> Stop {
    Stop {
        ply,
        text,
        grab: None,
        ask: None,
        point: &[],
    }
}

impl Stop {
    const fn grab(self, place: Place) -> Stop {
        Stop {
            grab: Some(place),
            ..self
        }
    }

    const fn ask(self, place: Place) -> Stop {
        Stop {
            ask: Some(place),
            ..self
        }
    }

    const fn point(self, point: &'static [Place]) -> Stop {
        Stop { point, ..self }
    }
}

const QUEENS_OUT: &str = "e2e3 e2e3 b7b5 f7f6 d1h5 d1h5 c7c5 g7g6 h5g6";

pub const CHAPTERS: &[Chapter] = &[
    Chapter {
        title: "One move, two boards",
        moves: QUEENS_OUT,
        stops: &[
            stop(
                0,
                "Four players sit around four boards. Each plays one army on two boards: North \
                 has the blue pieces on NW and on NE. The turns go North, South, East, West; the \
                 rose points at the mover, and the mover's two boards glow.",
            ),
            stop(
                1,
                "North plays e2e3. A turn is one move, made identically on both boards: the two \
                 pawns are twins and always step together.",
            )
            .point(&[at(Nw, E3), at(Ne, E3)]),
            stop(
                4,
                "South, East and West have moved as well. Look at NW and NE: North's armies are \
                 still the same, but the enemies are not. East has a pawn on b5, West has none.",
            )
            .point(&[at(Ne, B5), at(Nw, B5)]),
        ],
    },
    Chapter {
        title: "A capture makes a ghost",
        moves: QUEENS_OUT,
        stops: &[
            stop(
                8,
                "West has just played g7g6 on NW and SW. North's queen on h5 can reach g6 on both \
                 of her boards, but only on NW is there something to take.",
            )
            .grab(at(Nw, H5))
            .point(&[at(Nw, G6), at(Ne, G6)]),
            stop(
                9,
                "The queen takes West's pawn on NW; on NE she just moves. West's pawn on g6 of SW \
                 has lost its twin and turned into a ghost: dimmed, with a dashed ring.",
            )
            .ask(at(Sw, G6)),
            stop(
                9,
                "A ghost can never move again, because no move of it could be made on both \
                 boards. But it is still there: it blocks lines, guards squares, gives check, and \
                 can be captured.",
            )
            .point(&[at(Sw, G6)]),
        ],
    },
    Chapter {
        title: "Legal on one board only",
        moves: QUEENS_OUT,
        stops: &[
            stop(
                4,
                "A move must be legal on both boards. North takes up the bishop on f1: green dots \
                 are playable. On b5 it captures on NE and merely moves on NW, which is fine.",
            )
            .grab(at(Nw, F1))
            .point(&[at(Nw, B5), at(Ne, B5)]),
            stop(
                4,
                "The barred gray ring on a6 of NW is the other kind: legal there, forbidden by \
                 the other board. On NE East's pawn on b5 stands in the way.",
            )
            .grab(at(Nw, F1))
            .ask(at(Nw, A6)),
        ],
    },
    Chapter {
        title: "Castling needs both rooks",
        moves: "e2e3 h2h3 e7e5 d7d6 f1e2 b1a3 f8a3 c8h3 g1f3 f2f3 a3b2 h3g2 e3e4 h1h2 b2c3 g2f3 \
                e2c4 a1b1 c7c6 f3e2 c4b3 b1a1 d8b6 e2d1 b3d5 a1b1 b6b1 d1f3 a2a4 h2h1 b1b6 f3h1",
        stops: &[
            stop(
                31,
                "Many moves later. North has not castled, and the way to g1 is free on both \
                 boards. But West's bishop on f3 looks at h1.",
            )
            .point(&[at(Nw, F3), at(Nw, H1)]),
            stop(
                32,
                "West has taken the rook on NW. On NE North could still castle, and the king \
                 shows it as a barred ring on g1. On NW there is no rook left to castle with.",
            )
            .grab(at(Ne, E1))
            .ask(at(Ne, G1)),
        ],
    },
    Chapter {
        title: "En passant here, a plain capture there",
        moves: "g2g4 e2e4 b7b6 g8h6 g4g5 d1g4 h7h5 e7e6 g5h6",
        stops: &[
            stop(
                8,
                "East has just played h7h5, past North's pawn on g5. On NE North may capture it en \
                 passant on h6. On NW a knight of West's happens to stand on h6.",
            )
            .grab(at(Ne, G5))
            .point(&[at(Ne, H5), at(Nw, H6)]),
            stop(
                9,
                "So g5h6 is legal on both boards, for different reasons: it takes East's pawn en \
                 passant on NE and West's knight on NW. Two ghosts are made at once.",
            )
            .point(&[at(Se, H5), at(Sw, H6)]),
        ],
    },
    Chapter {
        title: "Mated, though a board shows an escape",
        moves: "f2f3 a2a3 g8f6 e7e6 a2a3 b2b3 f6h5 a7a6 b2b3 c2c3 h5g3 d8h4",
        stops: &[
            stop(
                11,
                "West is about to check on NW. East's knight has gone to g3 of NE. It attacks \
                 nothing of importance, but watch the square it stands on.",
            )
            .point(&[at(Ne, G3)]),
            stop(
                12,
                "West's queen checks on h4 of NW. There, g2g3 would block the check. But the same \
                 move must be made on NE, where East's knight holds g3.",
            )
            .ask(at(Nw, E1))
            .point(&[at(Nw, G3), at(Ne, G3)]),
            stop(
                12,
                "North is in check on one board and has no move that is legal on both: checkmate. \
                 West, who gives the check, wins; North loses; South and East draw.",
            ),
        ],
    },
    Chapter {
        title: "Mated on both boards",
        moves: "f2f3 a2a3 e7e6 e7e6 d2d3 b2b3 f8b4 d8h4",
        stops: &[
            stop(
                7,
                "East's bishop checks North on b4 of NE. North must wait: it is West's turn, and a \
                 player can stand in check while others move.",
            )
            .point(&[at(Ne, B4), at(Ne, E1)]),
            stop(
                8,
                "West checks as well, with the queen on h4 of NW. Each board alone has an answer: \
                 g2g3 on NW, c2c3 and others on NE. None answers both checks at once.",
            )
            .point(&[at(Nw, H4), at(Ne, B4)]),
            stop(
                8,
                "It is a mate on both boards, and both who give check win: East and West. That two \
                 can win is a provisional ruling, marked as such in the result.",
            ),
        ],
    },
    Chapter {
        title: "Mated by a ghost",
        moves: "e2e3 f2f4 b7b5 e7e6 d1h5 g2g4 a7a6 d8h4 h5h4",
        stops: &[
            stop(
                8,
                "West's queen has gone to h4, where she checks South on SW. On NW she stands in \
                 front of North's queen.",
            )
            .point(&[at(Sw, H4), at(Nw, H4)]),
            stop(
                9,
                "North takes her on NW, and her twin on SW becomes a ghost. It cannot move any \
                 more, but its check remains, and South has no answer: mated by a ghost.",
            )
            .ask(at(Sw, H4)),
        ],
    },
    Chapter {
        title: "Promotion on both boards",
        moves: "b2b4 c2c4 g8h6 b7b6 a2a3 c4c5 b7b5 e7e6 f2f4 c5b6 a7a5 c8b7 e2e3 b6c7 h6g4 d7d5 \
                c2c3 c7d8q",
        stops: &[
            stop(
                17,
                "South's pawn has come to c7 on both boards. Twins promote together, to the same \
                 piece: queen, rook, bishop or knight.",
            )
            .grab(at(Se, C7))
            .point(&[at(Sw, D8), at(Se, D8)]),
            stop(
                18,
                "South has taken two queens and made a queen. On SE East's king could take it. On \
                 NE the same move is blocked by East's own queen, a ghost now: checkmate.",
            )
            .ask(at(Ne, D8))
            .point(&[at(Se, D8), at(Se, E8)]),
        ],
    },
    Chapter {
        title: "Stalemate with an army",
        moves: "e2e3 e2e3 h7h6 a7a6 d1h5 f1b5 b8a6 c7c5 f1a6 b5c6 h8h7 h7h6 a6b7 d1g4 h7h8 a8a7 \
                b7a8 g4g7 h8h7 c5c4 a8d5 g7g8 h7h8 e7e6 d5e6 g8h8",
        stops: &[
            stop(
                26,
                "It is East's turn. On NE alone thirteen moves would be legal, and thirteen on SE, \
                 but no move is legal on both.",
            )
            .point(&[at(Ne, E8), at(Se, E8)]),
            stop(
                26,
                "East is not in check, so this is stalemate, and all four draw. That is a \
                 provisional ruling: under New game you can choose another.",
            ),
        ],
    },
    Chapter {
        title: "Draws without a claim",
        moves: "g1f3 g1f3 g8f6 g8f6 f3g1 f3g1 f6g8 f6g8 g1f3 g1f3 g8f6 g8f6 f3g1 f3g1 f6g8 f6g8",
        stops: &[
            stop(
                8,
                "All knights went out and came back: the four boards are as at the start, with the \
                 same player to move. That is the second time.",
            ),
            stop(
                16,
                "The third time ends the game, and all four draw. So do fifty rounds without a \
                 capture or a pawn move, and an agreement of all players.",
            ),
            stop(16, "Those are all the rules. Now you need opponents."),
        ],
    },
    Chapter {
        title: "North against three programs",
        moves: "e2e4 d2d4 d7d5 e7e5 f1b5",
        stops: &[
            stop(
                4,
                "A program can play any seat. It plays for itself: South, East and West are not a \
                 team. South never meets North on a board, and only East and West can mate you.",
            )
            .point(&[at(Ne, E8), at(Nw, E8)]),
            stop(
                4,
                "Before a capture, ask what it does on your other board. North's pawn could take \
                 East's on d5 of NE. On NW there is nothing to take on d5, so the move is illegal.",
            )
            .grab(at(Ne, E4))
            .ask(at(Ne, D5)),
            stop(
                5,
                "The bishop goes to b5: a check on NE, where East has moved the pawn from d7, and \
                 none on NW. East must answer it when East's turn comes, with one move for both \
                 boards.",
            )
            .point(&[at(Ne, B5), at(Ne, E8)]),
            stop(
                5,
                "King safety is worth more than pieces: most games end in mate within twenty \
                 turns, because a king must answer two enemies with one move. Players, beside the \
                 field for moves, sets the seats, gives a hint, and shows what a program expects.",
            ),
            stop(
                0,
                "Your turn: you are North, and programs that see one move play the others. A game \
                 that you have begun is kept among the recent games.",
            ),
        ],
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::four::tour::Tour;
    use duplicate::{DuplicateGame, SyncedMove};

    #[test]
    fn every_move_is_legal_and_every_stop_is_in_the_game() {
        for chapter in CHAPTERS {
            let mut game = DuplicateGame::new();
            let moves = chapter.moves.split_whitespace();
            for token in moves.clone() {
                let m: SyncedMove = token.parse().unwrap();
                game.play(m)
                    .unwrap_or_else(|why| panic!("{}: {why}", chapter.title));
            }
            for stop in chapter.stops {
                assert!(stop.ply <= moves.clone().count(), "{}", chapter.title);
                game.show(stop.ply);
                if let Some(place) = stop.grab {
                    game.touch(place.board, place.square).expect(chapter.title);
                }
            }
        }
    }

    #[test]
    fn the_chapters_show_what_they_say() {
        let boards = |chapter: usize, ply: usize| {
            let mut tour = Tour::at(chapter);
            tour.game.show(ply);
            *tour.game.boards()
        };
        let ghost = boards(1, 9);
        assert!(ghost.ghosts(Sw).contains(G6) && !boards(1, 8).ghosts(Sw).contains(G6));
        let one_board = boards(2, 4).touch(Nw, F1).unwrap();
        assert!(one_board.playable.contains(B5) && one_board.only[0].1.contains(A6));
        let castling = boards(3, 32).touch(Ne, E1).unwrap();
        assert!(
            castling
                .only
                .iter()
                .any(|(board, to)| *board == Ne && to.contains(G1))
        );
        let passing = boards(4, 8).effects("g5h6".parse().unwrap());
        let squares = passing.map(|effect| effect.captured.unwrap().square);
        assert_eq!(squares, [H6, H5]);
        let promotion = boards(8, 17).touch(Se, C7).unwrap();
        assert!(promotion.playable.contains(D8));
        let on_ne = boards(8, 18).why_not("e8d8".parse().unwrap()).unwrap();
        let duplicate::MoveRefusal::NotSynced {
            legal_on,
            objection,
            ..
        } = on_ne
        else {
            panic!("the king's capture is legal on one board: {on_ne}");
        };
        assert_eq!((legal_on, objection.board), (Se, Ne));
        let stalemate = boards(9, 26);
        assert_eq!(
            [Ne, Se].map(|board| stalemate.local_moves(board).len()),
            [13, 13]
        );
        let results = [
            (5, "West wins"),
            (6, "East and West win"),
            (7, "West wins"),
            (8, "South wins"),
            (9, "all draw"),
            (10, "all draw"),
        ];
        for (chapter, result) in results {
            let mut tour = Tour::at(chapter);
            tour.game.show(usize::MAX);
            let ending = tour.game.ending().expect("an ending").to_string();
            assert!(ending.ends_with(result), "{ending}");
        }
    }

    #[test]
    fn the_tour_goes_through_every_stop_and_back() {
        let mut tour = Tour::at(0);
        let stops: usize = CHAPTERS.iter().map(|chapter| chapter.stops.len()).sum();
        for _ in 1..stops {
            assert!(!tour.is_last());
            tour.forward();
        }
        assert!(tour.is_last());
        for _ in 1..stops {
            tour.back();
        }
        assert!(tour.is_first());
    }
}
