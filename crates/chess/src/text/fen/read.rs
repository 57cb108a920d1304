//! The reader: fields, then a setup, then a position.

use crate::{
    Bitboard, Board, CastlingRights, CastlingSide, Color, Fault, File, IllegalSetup, Piece,
    Position, Rank, Role, Setup, Square, Tolerance,
};

use super::fault::excerpt;
use super::{CastlingMode, FenError, FenFault, ParseFenError, ReadFen, Warning};

/// A castling letter whose king or rook is not at home.
struct MissingRook {
    /// Where the rook should stand.
    square: Square,
    /// Whether a lenient reader may drop the right: `KQkq` are often copied along by habit,
    /// while a file letter was meant.
    is_forgivable: bool,
}

pub(super) fn read(
    text: &str,
    mode: CastlingMode,
    tolerance: Tolerance,
) -> Result<ReadFen, FenError> {
    let mut faults = Vec::new();
    let mut missing = Vec::new();
    let setup = read_setup(text, mode, &mut faults, &mut missing);
    let acceptable = match tolerance {
        Tolerance::Strict => faults.is_empty(),
        Tolerance::Lenient => faults.iter().all(FenFault::is_forgivable),
    };
    let Some(setup) = setup.filter(|_| acceptable) else {
        return Err(FenError::Parse(ParseFenError { faults }));
    };
    let (position, tolerated) = judge(&setup, tolerance, &missing)?;
    let mut warnings: Vec<Warning> = faults.into_iter().map(Warning::Repaired).collect();
    warnings.extend(tolerated.into_iter().map(Warning::Tolerated));
    if u64::from(setup.halfmoves) > plies_played(&setup) {
        warnings.push(Warning::ClockExceedsGame);
    }
    Ok(ReadFen { position, warnings })
}

/// Validates the setup, counting missing rooks among its faults at their place: behind those of
/// the board and before those of the en passant square.
fn judge(
    setup: &Setup,
    tolerance: Tolerance,
    missing: &[MissingRook],
) -> Result<(Position, Vec<Fault>), FenError> {
    let validated = Position::from_setup(setup, tolerance);
    let refused = validated.is_err()
        || missing
            .iter()
            .any(|rook| tolerance == Tolerance::Strict || !rook.is_forgivable);
    let (position, mut faults) = match validated {
        Ok((position, faults)) => (Some(position), faults),
        Err(IllegalSetup { faults }) => (None, faults),
    };
    let place = faults
        .iter()
        .position(Fault::is_about_en_passant)
        .unwrap_or(faults.len());
    faults.splice(
        place..place,
        missing
            .iter()
            .map(|rook| Fault::CastlingRights(rook.square)),
    );
    match position.filter(|_| !refused) {
        Some(position) => Ok((position, faults)),
        None => Err(FenError::Illegal(IllegalSetup { faults })),
    }
}

/// How many moves of either side lie before a position by its move number.
fn plies_played(setup: &Setup) -> u64 {
    u64::from(setup.fullmoves - 1) * 2 + u64::from(!setup.turn.is_white())
}

fn read_setup(
    text: &str,
    mode: CastlingMode,
    faults: &mut Vec<FenFault>,
    missing: &mut Vec<MissingRook>,
) -> Option<Setup> {
    let mut fields = text.split_ascii_whitespace();
    let count = fields.clone().count();
    if count == 0 {
        faults.push(FenFault::FieldCount(0));
        return None;
    }
    check_blanks(text, faults);
    let before_board = faults.len();
    let board = read_board(fields.next()?, faults);
    let board_reads = faults[before_board..].iter().all(FenFault::is_forgivable);
    if count != 6 && board_reads {
        // A text whose board cannot be read has worse troubles than its number of fields.
        faults.insert(before_board, FenFault::FieldCount(count));
    }
    let turn = fields
        .next()
        .map_or(Color::White, |field| read_turn(field, faults));
    let castling = fields.next().unwrap_or("-");
    let castling = if board_reads {
        read_castling(castling, &board, mode, faults, missing)
    } else {
        CastlingRights::NONE
    };
    let en_passant = fields
        .next()
        .and_then(|field| read_en_passant(field, faults));
    let halfmoves = fields
        .next()
        .map_or(0, |field| read_halfmoves(field, faults));
    let fullmoves = fields
        .next()
        .map_or(1, |field| read_fullmoves(field, faults));
    Some(Setup {
        board,
        turn,
        castling,
        en_passant,
        halfmoves,
        fullmoves,
    })
}

/// Complains once of blanks that are not single spaces between fields.
fn check_blanks(text: &str, faults: &mut Vec<FenFault>) {
    let mut after_blank = true;
    let mut last_blank = None;
    for (index, byte) in text.bytes().enumerate() {
        if byte.is_ascii_whitespace() {
            if after_blank || byte != b' ' {
                faults.push(FenFault::Whitespace(column(text, index)));
                return;
            }
            last_blank = Some(index);
        }
        after_blank = byte.is_ascii_whitespace();
    }
    if let Some(index) = last_blank.filter(|_| after_blank) {
        faults.push(FenFault::Whitespace(column(text, index)));
    }
}

fn column(text: &str, byte: usize) -> usize {
    text[..byte].chars().count() + 1
}

fn read_board(field: &str, faults: &mut Vec<FenFault>) -> Board {
    let known = |c: char| c == '/' || matches!(c, '1'..='8') || Piece::from_letter(c).is_some();
    if let Some((index, found)) = field.chars().enumerate().find(|&(_, c)| !known(c)) {
        faults.push(FenFault::BoardChar(found, index + 1));
        return Board::empty();
    }
    let rows = field.split('/').count();
    if rows != 8 {
        faults.push(FenFault::BoardRows(rows));
        return Board::empty();
    }
    let mut board = Board::empty();
    let mut column = 1;
    for (row, rank) in field.split('/').zip(Rank::ALL.into_iter().rev()) {
        read_row(row, rank, column, &mut board, faults);
        column += row.len() + 1;
    }
    board
}

fn read_row(
    row: &str,
    rank: Rank,
    first_column: usize,
    board: &mut Board,
    faults: &mut Vec<FenFault>,
) {
    let mut width = 0usize;
    let mut after_digit = false;
    for (index, cell) in row.chars().enumerate() {
        if let Some(empty) = cell.to_digit(10) {
            if after_digit && !matches!(faults.last(), Some(FenFault::BoardDigits(_))) {
                faults.push(FenFault::BoardDigits(first_column + index));
            }
            width += empty as usize;
        } else {
            let file = u8::try_from(width).ok().and_then(File::from_index);
            if let (Some(file), Some(piece)) = (file, Piece::from_letter(cell)) {
                board.put(Square::new(file, rank), piece);
            }
            width += 1;
        }
        after_digit = cell.is_ascii_digit();
    }
    if width != 8 {
        faults.push(FenFault::BoardRowWidth(rank.digit(), width));
    }
}

fn read_turn(field: &str, faults: &mut Vec<FenFault>) -> Color {
    match field {
        "w" => Color::White,
        "b" => Color::Black,
        other => {
            faults.push(FenFault::Turn(excerpt(other)));
            Color::White
        }
    }
}

/// Reads castling letters, whose usual order is White before Black, king side before queen side.
fn read_castling(
    field: &str,
    board: &Board,
    mode: CastlingMode,
    faults: &mut Vec<FenFault>,
    missing: &mut Vec<MissingRook>,
) -> CastlingRights {
    if field == "-" {
        return CastlingRights::NONE;
    }
    let is_letter = |c: char| matches!(c.to_ascii_lowercase(), 'k' | 'q' | 'a'..='h');
    let repeats = field
        .bytes()
        .enumerate()
        .any(|(index, c)| index >= 8 || field.as_bytes()[..index].contains(&c));
    let has_files = field
        .chars()
        .any(|c| matches!(c.to_ascii_lowercase(), 'a'..='h'));
    if !field.chars().all(is_letter) || repeats || (mode == CastlingMode::Standard && has_files) {
        faults.push(FenFault::CastlingSyntax(excerpt(field)));
        return CastlingRights::NONE;
    }
    let mut rooks = Bitboard::EMPTY;
    let mut order = Vec::with_capacity(field.len());
    for letter in field.chars() {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        match castling_rook(letter, color, board, mode) {
            Some((side, rook)) if !order.contains(&(color, side)) => {
                order.push((color, side));
                rooks |= rook.bitboard();
            }
            _ => missing.push(missing_rook(letter, color)),
        }
    }
    if !order.is_sorted() {
        faults.push(FenFault::CastlingOrder(excerpt(field)));
    }
    CastlingRights::from_rooks(rooks)
}

/// The rook that a castling letter means, and the side to which it castles.
fn castling_rook(
    letter: char,
    color: Color,
    board: &Board,
    mode: CastlingMode,
) -> Option<(CastlingSide, Square)> {
    let home = Rank::home(color);
    let king = board.king(color).filter(|king| king.rank() == home)?;
    let rooks = board.pieces(color, Role::Rook) & Bitboard::from(home);
    if mode == CastlingMode::Standard {
        let (side, file) = match letter.to_ascii_lowercase() {
            'k' => (CastlingSide::KingSide, File::H),
            _ => (CastlingSide::QueenSide, File::A),
        };
        let corner = Square::new(file, home);
        let at_home = king.file() == File::E && rooks.contains(corner);
        return at_home.then_some((side, corner));
    }
    let rook = match letter.to_ascii_lowercase() {
        'k' => rooks.last().filter(|&rook| rook > king),
        'q' => rooks.first().filter(|&rook| rook < king),
        file => {
            let square = Square::new(File::from_letter(file)?, home);
            Some(square).filter(|&square| rooks.contains(square))
        }
    }?;
    Some((CastlingSide::of_rook(king, rook), rook))
}

fn missing_rook(letter: char, color: Color) -> MissingRook {
    let (file, is_forgivable) = match letter.to_ascii_lowercase() {
        'k' => (File::H, true),
        'q' => (File::A, true),
        file => (File::from_letter(file).unwrap_or(File::A), false),
    };
    MissingRook {
        square: Square::new(file, Rank::home(color)),
        is_forgivable,
    }
}

fn read_en_passant(field: &str, faults: &mut Vec<FenFault>) -> Option<Square> {
    if field == "-" {
        return None;
    }
    let square = field.parse().ok();
    if square.is_none() {
        faults.push(FenFault::EnPassantSyntax(excerpt(field)));
    }
    square
}

/// The digits of a number, once it is clear that there is nothing else.
fn digits(field: &str) -> Option<&str> {
    (!field.is_empty() && field.bytes().all(|byte| byte.is_ascii_digit())).then_some(field)
}

fn check_leading_zero(field: &str, faults: &mut Vec<FenFault>) {
    if field.len() > 1 && field.starts_with('0') {
        faults.push(FenFault::ClockLeadingZero(excerpt(field)));
    }
}

fn read_halfmoves(field: &str, faults: &mut Vec<FenFault>) -> u16 {
    let Some(number) = digits(field) else {
        faults.push(FenFault::HalfmoveSyntax(excerpt(field)));
        return 0;
    };
    let Ok(halfmoves) = number.parse() else {
        faults.push(FenFault::HalfmoveRange(excerpt(field)));
        return 0;
    };
    check_leading_zero(field, faults);
    halfmoves
}

fn read_fullmoves(field: &str, faults: &mut Vec<FenFault>) -> u32 {
    let Some(number) = digits(field) else {
        faults.push(FenFault::FullmoveSyntax(excerpt(field)));
        return 1;
    };
    let Ok(fullmoves) = number.parse() else {
        faults.push(FenFault::FullmoveRange(excerpt(field)));
        return 1;
    };
    check_leading_zero(field, faults);
    if fullmoves == 0 {
        faults.push(FenFault::FullmoveZero);
        return 1;
    }
    fullmoves
}
