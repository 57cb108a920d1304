//! The FEN reader: fields, then a setup, then a position.

use alloc::vec::Vec;

use crate::{
    Bitboard, Board, CastlingRights, CastlingSide, Color, Fault, File, IllegalSetup, Piece,
    Position, Rank, Role, Setup, Square, Tolerance,
};

use super::fault::{Field, excerpt, sort_by_field};
use super::{CastlingMode, FenError, FenFault, ReadFen, Warning};

/// The content of the fields, as far as they can be read.
struct Fields {
    setup: Setup,
    /// Whether the side to move could be read. Without it, checks cannot be judged.
    knows_turn: bool,
    missing: Vec<MissingRook>,
}

/// A castling letter whose king or rook is not at home.
struct MissingRook {
    /// Where the rook should stand.
    square: Square,
    /// Whether a lenient reader may drop the right: `KQkq` is often copied by habit, while a file
    /// letter is deliberate.
    is_forgivable: bool,
}

pub(super) fn read(
    text: &str,
    mode: CastlingMode,
    tolerance: Tolerance,
) -> Result<ReadFen, FenError> {
    let mut malformed = Vec::new();
    let Some(fields) = read_fields(text, mode, &mut malformed) else {
        let illegal = Vec::new();
        return Err(FenError { malformed, illegal });
    };
    let (position, illegal) = judge(&fields, tolerance);
    let is_readable = match tolerance {
        Tolerance::Strict => malformed.is_empty(),
        Tolerance::Lenient => malformed.iter().all(FenFault::is_forgivable),
    };
    let Some(position) = position.filter(|_| is_readable) else {
        return Err(FenError { malformed, illegal });
    };
    let mut warnings: Vec<Warning> = malformed.into_iter().map(Warning::Repaired).collect();
    warnings.extend(illegal.into_iter().map(Warning::Tolerated));
    if u64::from(fields.setup.halfmoves) > plies_played(&fields.setup) {
        warnings.push(Warning::ClockExceedsGame);
    }
    sort_by_field(&mut warnings, Warning::field);
    Ok(ReadFen { position, warnings })
}

/// Reads a setup, legal or not.
pub(super) fn read_setup(text: &str, mode: CastlingMode) -> Result<Setup, FenError> {
    let mut malformed = Vec::new();
    let fields = read_fields(text, mode, &mut malformed);
    let missing = fields.iter().flat_map(|fields| &fields.missing);
    let illegal: Vec<Fault> = missing
        .map(|rook| Fault::CastlingRights(rook.square))
        .collect();
    match fields {
        Some(fields) if malformed.is_empty() && illegal.is_empty() => Ok(fields.setup),
        _ => Err(FenError { malformed, illegal }),
    }
}

/// Validates the setup, and counts missing rooks among its faults.
fn judge(fields: &Fields, tolerance: Tolerance) -> (Option<Position>, Vec<Fault>) {
    let (position, mut faults) = match Position::from_setup(&fields.setup, tolerance) {
        Ok((position, faults)) => (Some(position), faults),
        Err(IllegalSetup { faults }) => (None, faults),
    };
    if !fields.knows_turn {
        faults.retain(|fault| matches!(fault.field(), Field::Board | Field::Castling));
    }
    let missing = &fields.missing;
    faults.extend(
        missing
            .iter()
            .map(|rook| Fault::CastlingRights(rook.square)),
    );
    sort_by_field(&mut faults, Fault::field);
    let is_refused = missing
        .iter()
        .any(|rook| tolerance == Tolerance::Strict || !rook.is_forgivable);
    (position.filter(|_| !is_refused), faults)
}

/// The number of plies before a position, by its move number.
fn plies_played(setup: &Setup) -> u64 {
    u64::from(setup.fullmoves - 1) * 2 + u64::from(!setup.turn.is_white())
}

/// Reads the fields one by one; `None` if the board cannot be read.
fn read_fields(text: &str, mode: CastlingMode, faults: &mut Vec<FenFault>) -> Option<Fields> {
    let mut fields = text.split_ascii_whitespace();
    let count = fields.clone().count();
    if count == 0 {
        faults.push(FenFault::FieldCount(0));
        return None;
    }
    check_blanks(text, faults);
    let before_board = faults.len();
    let board = read_board(fields.next()?, faults);
    if count != 6 && board.is_some() {
        // If the board cannot be read, the number of fields is not worth mentioning.
        faults.insert(before_board, FenFault::FieldCount(count));
    }
    let turn = match fields.next() {
        Some(field) => read_turn(field, faults),
        None => Some(Color::White),
    };
    let castling = fields.next().unwrap_or("-");
    let mut missing = Vec::new();
    let castling = match &board {
        Some(board) => read_castling(castling, board, mode, faults, &mut missing),
        None => CastlingRights::NONE,
    };
    let en_passant = fields
        .next()
        .and_then(|field| read_en_passant(field, faults));
    let (halfmoves, fullmoves) = read_counters(fields.next(), fields.next(), faults);
    let setup = Setup {
        board: board?,
        turn: turn.unwrap_or(Color::White),
        castling,
        en_passant,
        halfmoves,
        fullmoves,
    };
    Some(Fields {
        setup,
        knows_turn: turn.is_some(),
        missing,
    })
}

/// Reports, once, blanks other than single spaces between fields.
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

/// Reads the piece placement; `None` if it cannot be read.
fn read_board(field: &str, faults: &mut Vec<FenFault>) -> Option<Board> {
    let before = faults.len();
    if let Some(index) = field.bytes().position(|byte| !is_board_byte(byte)) {
        let found = field[index..].chars().next()?;
        faults.push(FenFault::BoardChar(found, index + 1));
        // A digit that is too large still gives the width of the row; other characters do not.
        if !found.is_ascii_digit() {
            return None;
        }
    }
    let rows = field.bytes().filter(|&byte| byte == b'/').count() + 1;
    if rows != 8 {
        faults.push(FenFault::BoardRows(rows));
        return None;
    }
    let mut board = Board::empty();
    let mut column = 1;
    for (row, rank) in field.split('/').zip(Rank::ALL.into_iter().rev()) {
        read_row(row, rank, column, &mut board, faults);
        column += row.len() + 1;
    }
    let is_readable = faults[before..].iter().all(FenFault::is_forgivable);
    is_readable.then_some(board)
}

fn is_board_byte(byte: u8) -> bool {
    matches!(byte, b'/' | b'1'..=b'8') || Piece::from_letter(char::from(byte)).is_some()
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
    let mut second_digit = None;
    for (index, cell) in row.chars().enumerate() {
        if let Some(empty) = cell.to_digit(10) {
            if after_digit && second_digit.is_none() {
                second_digit = Some(first_column + index);
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
    if let Some(column) = second_digit
        && !faults
            .iter()
            .any(|fault| matches!(fault, FenFault::BoardDigits(_)))
    {
        faults.push(FenFault::BoardDigits(column));
    }
}

fn read_turn(field: &str, faults: &mut Vec<FenFault>) -> Option<Color> {
    match field {
        "w" => Some(Color::White),
        "b" => Some(Color::Black),
        other => {
            faults.push(FenFault::Turn(excerpt(other)));
            None
        }
    }
}

/// A castling field with more letters than this is not merely written twice.
const LONGEST_CASTLING: usize = 16;

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
    let is_side = |c: u8| matches!(c.to_ascii_lowercase(), b'k' | b'q');
    let is_letter = |c: u8| match c.to_ascii_lowercase() {
        b'k' | b'q' | b'a' | b'h' => true,
        b'b'..=b'g' => mode == CastlingMode::Chess960,
        _ => false,
    };
    if field.len() > LONGEST_CASTLING || !field.bytes().all(is_letter) {
        faults.push(FenFault::CastlingSyntax(excerpt(field)));
        return CastlingRights::NONE;
    }
    if mode == CastlingMode::Standard && !field.bytes().all(is_side) {
        faults.push(FenFault::CastlingFiles(excerpt(field)));
    }
    let mut letters: Vec<char> = Vec::new();
    for letter in field.chars() {
        if !letters.contains(&letter) {
            letters.push(letter);
        }
    }
    let mut rooks = Bitboard::EMPTY;
    let mut named = Vec::with_capacity(letters.len());
    let mut order = Vec::with_capacity(letters.len());
    for &letter in &letters {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        let found = castling_rook(letter, color, board, mode);
        let side = found.map(|(side, _)| side).or(side_of_letter(letter));
        order.extend(side.map(|side| (color, side)));
        match found {
            Some((side, rook)) if !named.contains(&(color, side)) => {
                named.push((color, side));
                rooks |= rook.bitboard();
            }
            _ => missing.push(missing_rook(letter, color)),
        }
    }
    if letters.len() < field.len() || !order.is_sorted() {
        faults.push(FenFault::CastlingOrder(excerpt(field)));
    }
    CastlingRights::from_rooks(rooks)
}

/// The side that a castling letter names; `None` for a file.
fn side_of_letter(letter: char) -> Option<CastlingSide> {
    match letter.to_ascii_lowercase() {
        'k' => Some(CastlingSide::KingSide),
        'q' => Some(CastlingSide::QueenSide),
        _ => None,
    }
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
            'k' | 'h' => (CastlingSide::KingSide, File::H),
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

/// The field, if it consists of digits only.
fn digits(field: &str) -> Option<&str> {
    (!field.is_empty() && field.bytes().all(|byte| byte.is_ascii_digit())).then_some(field)
}

fn check_leading_zero(field: &str, faults: &mut Vec<FenFault>) {
    if field.len() > 1 && field.starts_with('0') {
        faults.push(FenFault::ClockLeadingZero(excerpt(field)));
    }
}

/// Reads the half-move clock and the move number. Two dashes mean that neither was counted; a
/// single dash is an error.
fn read_counters(
    halfmoves: Option<&str>,
    fullmoves: Option<&str>,
    faults: &mut Vec<FenFault>,
) -> (u16, u32) {
    if (halfmoves, fullmoves) == (Some("-"), Some("-")) {
        faults.push(FenFault::ClockDashes);
        return (0, 1);
    }
    (
        halfmoves.map_or(0, |field| read_halfmoves(field, faults)),
        fullmoves.map_or(1, |field| read_fullmoves(field, faults)),
    )
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
