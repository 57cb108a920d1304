//! One table: its head, and the value of a position.

use std::path::Path;

use chess::{Bitboard, Board, Color, Piece, Role};

use crate::bytes::Bytes;
use crate::encode::{Encoding, pawn_counts, pawn_place, piece_from_code};
use crate::fault::Fault;
use crate::file::TableFile;
use crate::material::{Material, PIECES_MAX};
use crate::pairs::Pairs;
use crate::wdl::Wdl;

/// What a table says about its positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Win, draw or loss, for both sides to move.
    Outcome,
    /// The distance to the next capture or pawn move, for one side to move.
    Distance,
}

impl Kind {
    /// The extension of its files.
    pub(crate) fn extension(self) -> &'static str {
        match self {
            Kind::Outcome => "rtbw",
            Kind::Distance => "rtbz",
        }
    }

    /// The first bytes of its files.
    fn magic(self) -> [u8; 4] {
        match self {
            Kind::Outcome => [0x71, 0xE8, 0x23, 0x5D],
            Kind::Distance => [0xD7, 0x66, 0x0C, 0xA5],
        }
    }
}

/// The head of a file is not longer than this.
const HEAD_MAX: u64 = 1 << 20;

/// An open table.
pub(crate) struct Table {
    file: TableFile,
    material: Material,
    kind: Kind,
    /// For each file of the leading pawn, or one without pawns: one part for each side to move.
    parts: Vec<Vec<Part>>,
}

/// The positions of one side to move, and with pawns of one file.
struct Part {
    encoding: Encoding,
    pairs: Pairs,
    /// For distances: what a stored value stands for, for wins, losses, cursed wins and blessed
    /// losses. Empty where values are stored as they are.
    meanings: [Vec<u16>; 4],
}

/// A distance, or why there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Distance {
    /// This many plies, rounded up where the table counts moves.
    Plies(u16),
    /// The table has the distance for the other side to move.
    OtherSide,
}

// Flags of a table of distances.
const BLACK_TO_MOVE: u8 = 1;
const MAPPED: u8 = 2;
const WINS_IN_PLIES: u8 = 4;
const LOSSES_IN_PLIES: u8 = 8;
const WIDE: u8 = 16;

impl Table {
    /// Opens a file and reads its head.
    pub(crate) fn open(path: &Path, material: Material, kind: Kind) -> Result<Table, Fault> {
        let file = TableFile::open(path)?;
        let mut head = vec![0; file.length().min(HEAD_MAX) as usize];
        file.read(0, &mut head)?;
        let mut bytes = Bytes::new(&head);
        if bytes.take(4).map_err(|_| Fault::NotATable)? != kind.magic() {
            return Err(Fault::NotATable);
        }
        let flags = bytes.byte()?;
        let (split, pawns) = (flags & 1 != 0, flags & 2 != 0);
        if pawns != material.has_pawns() {
            return Err(Fault::Damaged("its head does not agree with its name"));
        }
        let sides = if kind == Kind::Outcome && split { 2 } else { 1 };
        if kind == Kind::Outcome && split == material.is_symmetric() {
            return Err(Fault::Damaged("its sides do not agree with its name"));
        }
        let encodings = read_encodings(&mut bytes, material, sides)?;
        bytes.align_to_word();
        let mut parts = Vec::new();
        for sides in encodings {
            let mut of_file = Vec::new();
            for encoding in sides {
                let pairs = Pairs::read(&mut bytes, encoding.size(), kind == Kind::Outcome)?;
                of_file.push(Part {
                    encoding,
                    pairs,
                    meanings: Default::default(),
                });
            }
            parts.push(of_file);
        }
        if kind == Kind::Distance {
            for part in parts.iter_mut().flatten() {
                part.read_meanings(&mut bytes)?;
            }
            bytes.align_to_word();
        }
        let end = place(&mut parts, bytes.place());
        if end > file.length() {
            return Err(Fault::CutOff);
        }
        Ok(Table {
            file,
            material,
            kind,
            parts,
        })
    }

    /// The outcome of a position without regard to captures and en passant.
    pub(crate) fn outcome(&self, board: &Board, turn: Color) -> Result<Wdl, Fault> {
        debug_assert_eq!(self.kind, Kind::Outcome);
        let (part, index, _) = self.find(board, turn)?;
        // Only distances use more than a byte.
        let value = part.pairs.value(&self.file, index)? & 0xFF;
        Wdl::from_stored(value).ok_or(Fault::Damaged("a value is out of range"))
    }

    /// The distance of a position with this outcome, which is not a draw.
    pub(crate) fn distance(
        &self,
        board: &Board,
        turn: Color,
        outcome: Wdl,
    ) -> Result<Distance, Fault> {
        debug_assert_eq!(self.kind, Kind::Distance);
        let (part, index, black) = self.find(board, turn)?;
        let flags = part.pairs.flags;
        if (flags & BLACK_TO_MOVE != 0) != black && !self.material.is_symmetric() {
            return Ok(Distance::OtherSide);
        }
        let stored = part.pairs.value(&self.file, index)?;
        let value = if flags & MAPPED != 0 {
            let meanings = &part.meanings[meaning_of(outcome)];
            let meaning = meanings.get(usize::from(stored));
            *meaning.ok_or(Fault::Damaged("a distance is out of range"))?
        } else {
            stored
        };
        let in_plies = match outcome {
            Wdl::Win => flags & WINS_IN_PLIES != 0,
            Wdl::Loss => flags & LOSSES_IN_PLIES != 0,
            Wdl::CursedWin | Wdl::BlessedLoss | Wdl::Draw => false,
        };
        let plies = if in_plies {
            value
        } else {
            value.saturating_mul(2)
        };
        Ok(Distance::Plies(plies))
    }

    /// The part and the index of a position, and whether Black is to move in the table's terms.
    fn find(&self, board: &Board, turn: Color) -> Result<(&Part, u64, bool), Fault> {
        let symmetric = self.material.is_symmetric();
        // In the table's terms White has the pieces that its name lists first.
        let swapped = if symmetric {
            !turn.is_white()
        } else {
            Material::of(board) != self.material
        };
        let black = turn.is_white() == swapped;
        let mut squares = [0; PIECES_MAX];
        let file = if self.material.has_pawns() {
            self.leading_file(board, swapped)
        } else {
            0
        };
        let sides = &self.parts[file];
        let part = match sides.as_slice() {
            [white, black_part] => {
                if black {
                    black_part
                } else {
                    white
                }
            }
            [only, ..] => only,
            [] => return Err(Fault::Damaged("it has no part for a side to move")),
        };
        let pieces = part.encoding.pieces();
        let mut at = 0;
        while at < pieces.len() {
            let before = at;
            for square in squares_of(board, pieces[at], swapped) {
                *squares.get_mut(at).ok_or(WRONG_PIECES)? = square;
                at += 1;
            }
            if at == before {
                return Err(WRONG_PIECES);
            }
        }
        if self.material.has_pawns() {
            let (_, leading, _) = pawn_counts(self.material);
            lead(&mut squares[..leading]);
        }
        let index = part.encoding.index(&mut squares[..pieces.len()]);
        Ok((part, index, black))
    }

    /// The file of the leading pawn, counted from the nearer edge.
    fn leading_file(&self, board: &Board, swapped: bool) -> usize {
        let (color, ..) = pawn_counts(self.material);
        let pawns = squares_of(board, Piece::new(color, Role::Pawn), swapped);
        let leading = pawns.max_by_key(|&square| pawn_place(square));
        let file = usize::from(leading.unwrap_or(0) & 7);
        file.min(7 - file)
    }
}

const WRONG_PIECES: Fault = Fault::Damaged("its pieces are not those of the position");

/// The squares of a piece of the table, seen from the table's White.
fn squares_of(board: &Board, piece: Piece, swapped: bool) -> impl Iterator<Item = u8> + use<> {
    let (color, flip) = if swapped {
        (!piece.color, 0o70)
    } else {
        (piece.color, 0)
    };
    let squares: Bitboard = board.pieces(color, piece.role);
    squares.into_iter().map(move |square| square as u8 ^ flip)
}

/// Puts the leading pawn first.
fn lead(pawns: &mut [u8]) {
    let leading = (0..pawns.len()).max_by_key(|&at| pawn_place(pawns[at]));
    pawns.swap(0, leading.unwrap_or(0));
}

/// Which list of meanings an outcome has.
fn meaning_of(outcome: Wdl) -> usize {
    match outcome {
        Wdl::Win | Wdl::Draw => 0,
        Wdl::Loss => 1,
        Wdl::CursedWin => 2,
        Wdl::BlessedLoss => 3,
    }
}

impl Part {
    fn read_meanings(&mut self, bytes: &mut Bytes<'_>) -> Result<(), Fault> {
        let flags = self.pairs.flags;
        if flags & MAPPED == 0 {
            return Ok(());
        }
        if flags & WIDE != 0 {
            bytes.align_to_word();
        }
        for meanings in &mut self.meanings {
            *meanings = if flags & WIDE != 0 {
                let count = bytes.u16()?;
                (0..count).map(|_| bytes.u16()).collect::<Result<_, _>>()?
            } else {
                let count = usize::from(bytes.byte()?);
                bytes.take(count)?.iter().copied().map(u16::from).collect()
            };
        }
        Ok(())
    }
}

/// Reads the order of the pieces, for each file of the leading pawn and each side to move.
fn read_encodings(
    bytes: &mut Bytes<'_>,
    material: Material,
    sides: usize,
) -> Result<Vec<Vec<Encoding>>, Fault> {
    let (_, own_pawns, other_pawns) = pawn_counts(material);
    let files = if own_pawns > 0 { 4 } else { 1 };
    let mut encodings = Vec::new();
    for file in 0..files {
        let order = bytes.byte()?;
        // Without pawns of the other side there is no second order.
        let second = if other_pawns > 0 { bytes.byte()? } else { 0xFF };
        let codes = bytes.take(material.pieces())?;
        // The lower half of each byte is for White to move, the upper half for Black.
        let of_side = |shift: u32| {
            let half = |byte: u8| byte >> shift & 0xF;
            let pieces = codes.iter().map(|&code| piece_from_code(half(code)));
            let pieces = pieces.collect::<Option<Vec<Piece>>>().ok_or(WRONG_PIECES)?;
            Encoding::new(material, pieces, (half(order), half(second)), file)
        };
        let encodings_of_file = [0, 4][..sides].iter().map(|&shift| of_side(shift));
        encodings.push(encodings_of_file.collect::<Result<_, _>>()?);
    }
    Ok(encodings)
}

/// Places the indices, the lengths and the data of all parts, in this order; returns the end.
fn place(parts: &mut [Vec<Part>], begin: u64) -> u64 {
    let steps = [Pairs::place_index, Pairs::place_lengths, Pairs::place_data];
    steps.into_iter().fold(begin, |at, step| {
        let parts = parts.iter_mut().flatten();
        parts.fold(at, |at, part| step(&mut part.pairs, at))
    })
}
