//! Whole classes of positions, solved backward from their mates and compared with the prover.
//!
//! A table says for each placement of two kings and one other piece whether its side can still
//! mate. It is computed by iterating over all positions until nothing changes, which needs only
//! legal moves.

use chess::{Board, Color, File, Piece, Position, Rank, Role, Setup, Square, Tolerance};
use fourfold_referee::{Budget, Prover};

use crate::brute::{self, Found};
use crate::replay;

/// The positions of king and piece against king that White, who has the piece, can still win.
struct Table {
    role: Role,
    winnable: Vec<bool>,
    positions: Vec<(usize, Position)>,
}

fn place(white: Square, black: Square, third: Square, turn: Color) -> usize {
    ((white as usize * 64 + black as usize) * 64 + third as usize) * 2 + turn as usize
}

fn index(position: &Position, third: Square) -> usize {
    let [white, black] = Color::ALL.map(|color| position.king(color));
    place(white, black, third, position.turn())
}

fn position(pieces: &[(Square, Piece)], turn: Color) -> Option<Position> {
    let mut board = Board::empty();
    for &(square, piece) in pieces {
        if board.occupied().contains(square) {
            return None;
        }
        board.put(square, piece);
    }
    let setup = Setup {
        board,
        turn,
        ..Setup::empty()
    };
    setup.validate(Tolerance::Strict).ok()
}

impl Table {
    /// Solves a class; a pawn looks up what it becomes in the tables of `later`.
    fn solve(role: Role, files: &[File], later: &[&Table]) -> Table {
        let mut table = Table {
            role,
            winnable: vec![false; 64 * 64 * 64 * 2],
            positions: Table::all(role, files),
        };
        loop {
            let mut news = false;
            for at in 0..table.positions.len() {
                let (index, position) = table.positions[at];
                if !table.winnable[index] && table.is_won(&position, later) {
                    table.winnable[index] = true;
                    news = true;
                }
            }
            if !news {
                return table;
            }
        }
    }

    /// All legal positions of the class.
    fn all(role: Role, files: &[File]) -> Vec<(usize, Position)> {
        let mut positions = Vec::new();
        let kings = Color::ALL.map(|color| Piece::new(color, Role::King));
        for third in Square::ALL {
            let is_edge = matches!(third.rank(), Rank::First | Rank::Eighth);
            if !files.contains(&third.file()) || role == Role::Pawn && is_edge {
                continue;
            }
            for white in Square::ALL {
                for black in Square::ALL {
                    for turn in Color::ALL {
                        let pieces = [
                            (white, kings[0]),
                            (black, kings[1]),
                            (third, Piece::new(Color::White, role)),
                        ];
                        if let Some(position) = position(&pieces, turn) {
                            positions.push((index(&position, third), position));
                        }
                    }
                }
            }
        }
        positions
    }

    /// Whether the position is mate, or some move leads to one that is known to be won.
    fn is_won(&self, position: &Position, later: &[&Table]) -> bool {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return position.turn() == Color::Black && position.is_check();
        }
        moves.iter().any(|&m| {
            let next = position.play_unchecked(m);
            later.iter().any(|table| table.knows(&next)) || self.knows(&next)
        })
    }

    /// Whether a position is of this class and known to be won.
    fn knows(&self, position: &Position) -> bool {
        let pieces = position.board().pieces(Color::White, self.role);
        pieces
            .single()
            .is_some_and(|third| self.winnable[index(position, third)])
    }

    /// Compares a sample of the positions, and every one that is not winnable, with the prover.
    fn compare(&self, step: usize) {
        let mut prover = Prover::new();
        let is_chosen = |(at, (index, _)): &(usize, &(usize, Position))| {
            at.is_multiple_of(step) || !self.winnable[*index]
        };
        for (_, (index, position)) in self.positions.iter().enumerate().filter(is_chosen) {
            let verdict = prover.can_mate(position, Color::White, Budget::FULL);
            replay(position, Color::White, &verdict);
            assert_eq!(
                verdict.is_yes(),
                self.winnable[*index],
                "{position}: {verdict:?}"
            );
            assert_eq!(
                verdict.is_no(),
                !self.winnable[*index],
                "{position}: {verdict:?}"
            );
            let bare = prover.can_mate(position, Color::Black, Budget::QUICK);
            assert!(bare.is_no(), "{position}: {bare:?}");
        }
    }
}

#[test]
fn king_and_one_piece_against_king() {
    let [knight, bishop] = [Role::Knight, Role::Bishop].map(|role| Table::all(role, &File::ALL));
    for (_, position) in knight.iter().chain(&bishop) {
        assert!(
            !position.is_checkmate(),
            "{position}: a lone minor piece mates"
        );
    }
    // A board is the same from left and right, so half of the files is enough, and a pawn does not
    // leave its own.
    let queen = Table::solve(Role::Queen, &File::ALL, &[]);
    let rook = Table::solve(Role::Rook, &File::ALL, &[]);
    let files = [File::A, File::B];
    let pawn = Table::solve(Role::Pawn, &files, &[&queen, &rook]);
    queen.compare(2_003);
    rook.compare(2_003);
    pawn.compare(101);
    let is_hopeless = |(at, _): &&(usize, Position)| !pawn.winnable[*at];
    let hopeless = pawn.positions.iter().filter(is_hopeless).count();
    assert!(hopeless > 0, "some pawns are lost at once");
}

/// King and bishop against king and pawn: if the prover says that White cannot mate, enumeration
/// finds no mate. Bare kings and lone minor pieces are known not to mate.
#[test]
fn king_and_bishop_against_king_and_pawn() {
    let mut prover = Prover::new();
    let (mut yes, mut no) = (0, 0);
    let pieces = |white, black, bishop, pawn| {
        [
            (white, Piece::new(Color::White, Role::King)),
            (black, Piece::new(Color::Black, Role::King)),
            (bishop, Piece::new(Color::White, Role::Bishop)),
            (pawn, Piece::new(Color::Black, Role::Pawn)),
        ]
    };
    // A step coprime to the number of positions samples them evenly. White can mate in almost every
    // position unless something is forced, so such positions are sampled more often.
    for (nth, number) in (0..64usize.pow(4) * 2).step_by(1_013).enumerate() {
        let [white, black, bishop, pawn] =
            [0, 1, 2, 3].map(|digit| Square::ALL[((number / 2) >> (6 * digit)) % 64]);
        let turn = Color::ALL[number % 2];
        let Some(position) = position(&pieces(white, black, bishop, pawn), turn) else {
            continue;
        };
        if position.count_legal_moves() > 2 && !nth.is_multiple_of(61) {
            continue;
        }
        let verdict = prover.can_mate(&position, Color::White, Budget::FULL);
        replay(&position, Color::White, &verdict);
        if verdict.is_yes() {
            yes += 1;
        } else {
            assert!(verdict.is_no(), "{position}: {verdict:?}");
            no += 1;
            let is_bare = |position: &Position| position.board().occupied().len() < 4;
            let found = brute::list_until(&position, Color::White, 50_000, is_bare);
            assert_eq!(found, Found::Nothing, "{position}: {verdict:?}");
        }
    }
    assert!(yes > 200, "{yes}");
    assert!(no > 0, "{no}");
}

/// Every placement of two kings among blocked pawns: where the reachable positions can be
/// enumerated, the prover agrees with the enumeration.
#[test]
fn kings_among_blocked_pawns() {
    let structures = [
        ["a4 c4 e4 g4", "a5 c5 e5 g5"],
        ["b4 d4 f4 h4", "b5 d5 f5 h5"],
        ["a3 d3 g3", "a4 d4 g4"],
        ["a5 b5 c4 d3 e4 f5 g5 h5", "a6 b6 c5 d4 e5 f6 g6 h6"],
        ["e6 g6", "e7 g7"],
        ["f6 h6 g5", "f7 h7 g6"],
    ];
    let squares = |text: &str| -> Vec<Square> {
        text.split(' ')
            .map(|name| name.parse().expect("a square"))
            .collect()
    };
    let mut prover = Prover::new();
    let (mut settled, mut dead) = (0, 0);
    for [white, black] in structures.map(|sides| sides.map(squares)) {
        for number in (0..64 * 64 * 2usize).step_by(43) {
            let mut pieces = Vec::new();
            for (color, pawns) in [(Color::White, &white), (Color::Black, &black)] {
                pieces.extend(pawns.iter().map(|&on| (on, Piece::new(color, Role::Pawn))));
                let king = Square::ALL[((number / 2) >> (6 * color as usize)) & 63];
                pieces.push((king, Piece::new(color, Role::King)));
            }
            let Some(position) = position(&pieces, Color::ALL[number % 2]) else {
                continue;
            };
            for side in Color::ALL {
                let verdict = prover.can_mate(&position, side, Budget::FULL);
                replay(&position, side, &verdict);
                match brute::list(&position, side, 2_000) {
                    Found::Nothing => assert!(verdict.is_no(), "{position} {side}: {verdict:?}"),
                    Found::Mate => assert!(verdict.is_yes(), "{position} {side}: {verdict:?}"),
                    Found::More => continue,
                }
                settled += 1;
                dead += u32::from(verdict.is_no());
            }
        }
    }
    assert!(
        settled > 150 && dead > 100,
        "{settled} settled, {dead} without a mate"
    );
}

/// Two knights can mate a bare king from anywhere, and the search finds the way to the corner.
#[test]
fn two_knights_find_a_mate() {
    let mut prover = Prover::new();
    let (mut tried, mut open) = (0, 0);
    for number in (0..64usize.pow(4) * 2).step_by(50_021) {
        let [white, black, one, other] =
            [0, 1, 2, 3].map(|digit| Square::ALL[((number / 2) >> (6 * digit)) % 64]);
        let knight = Piece::new(Color::White, Role::Knight);
        let pieces = [
            (white, Piece::new(Color::White, Role::King)),
            (black, Piece::new(Color::Black, Role::King)),
            (one, knight),
            (other, knight),
        ];
        let Some(position) = position(&pieces, Color::ALL[number % 2]) else {
            continue;
        };
        let verdict = prover.can_mate(&position, Color::White, Budget::positions(20_000));
        replay(&position, Color::White, &verdict);
        tried += 1;
        // Only if the king can take a knight at once may it be a draw.
        open += u32::from(!verdict.is_yes());
    }
    assert!(
        tried > 300 && open * 50 < tried,
        "{open} of {tried} are undecided"
    );
}
