//! From the squares of the pieces to an index in a table.
//!
//! A table lists its pieces in an order of its own. The first few of them, the *leading group*, are
//! numbered with the symmetries of the board taken out: all pawns of one color, or three pieces of
//! which there is only one each, or just the kings. Every further group holds equal pieces, whose
//! order does not matter, on squares that earlier groups left free. Each group has a number and a
//! factor, and the index is the sum of their products.

use chess::{Color, Piece, Role, attacks};

use crate::fault::Fault;
use crate::material::{Material, PIECES_MAX};

/// The piece with this code: 1 to 6 for White's pawn to king, 9 to 14 for Black's.
pub(crate) fn piece_from_code(code: u8) -> Option<Piece> {
    let role = *Role::ALL.get(usize::from(code & 7).checked_sub(1)?)?;
    let color = if code & 8 == 0 {
        Color::White
    } else {
        Color::Black
    };
    Some(Piece::new(color, role))
}

/// How the leading group is numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leading {
    /// All pawns of one color.
    Pawns,
    /// Three different pieces.
    Three,
    /// The two kings.
    Kings,
}

#[derive(Clone, Copy, Debug)]
struct Group {
    start: usize,
    length: usize,
    factor: u64,
    /// Pawns stand on 48 squares only.
    pawns: bool,
}

/// The numbering of one table: of one side to move, and with pawns of one file.
#[derive(Debug)]
pub(crate) struct Encoding {
    pieces: Vec<Piece>,
    leading: Leading,
    /// The leading group first.
    groups: Vec<Group>,
    size: u64,
}

/// The pawns of the leading color and of the other. The color with fewer pawns leads.
pub(crate) fn pawn_counts(material: Material) -> (Color, usize, usize) {
    let white = material.count(Color::White, Role::Pawn);
    let black = material.count(Color::Black, Role::Pawn);
    if black > 0 && (white == 0 || white > black) {
        (Color::Black, black, white)
    } else {
        (Color::White, white, black)
    }
}

impl Encoding {
    /// The numbering for pieces in this order. `orders` says at which place the factors of the
    /// leading group and of the other side's pawns come; `file` is the file of the leading pawn.
    pub(crate) fn new(
        material: Material,
        pieces: Vec<Piece>,
        orders: (u8, u8),
        file: usize,
    ) -> Result<Encoding, Fault> {
        let (color, own_pawns, other_pawns) = pawn_counts(material);
        let (leading, first) = if own_pawns > 0 {
            (Leading::Pawns, own_pawns)
        } else if material.unique() == 2 {
            (Leading::Kings, 2)
        } else {
            (Leading::Three, 3)
        };
        check_pieces(material, &pieces, leading, (color, own_pawns, other_pawns))?;
        let mut groups = vec![group(0, first)];
        if own_pawns > 0 && other_pawns > 0 {
            groups.push(Group {
                pawns: true,
                ..group(first, other_pawns)
            });
        }
        let placed = groups.len();
        let mut start = first + if placed > 1 { other_pawns } else { 0 };
        while start < pieces.len() {
            let equal = pieces[start..]
                .iter()
                .take_while(|&&piece| piece == pieces[start]);
            let length = equal.count();
            groups.push(group(start, length));
            start += length;
        }
        let size = number_groups(&mut groups, placed, leading, orders, file)?;
        Ok(Encoding {
            pieces,
            leading,
            groups,
            size,
        })
    }

    /// The number of positions.
    pub(crate) fn size(&self) -> u64 {
        self.size
    }

    /// The pieces in the table's order.
    pub(crate) fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The index of a position whose pieces stand on these squares, in the table's order. Pieces of
    /// a group may be in any order, but the leading pawn must be the first.
    pub(crate) fn index(&self, squares: &mut [u8]) -> u64 {
        if squares[0] & 4 != 0 {
            squares.iter_mut().for_each(|square| *square ^= 0o07);
        }
        let first = self.groups[0].length;
        let number = match self.leading {
            Leading::Pawns => number_pawns(&mut squares[..first]),
            Leading::Three | Leading::Kings => {
                to_triangle(squares, first);
                if self.leading == Leading::Kings {
                    number_kings(squares[0], squares[1])
                } else {
                    number_three(squares[0], squares[1], squares[2])
                }
            }
        };
        let mut index = number * self.groups[0].factor;
        for group in &self.groups[1..] {
            let (before, rest) = squares.split_at_mut(group.start);
            let own = &mut rest[..group.length];
            own.sort_unstable();
            let skipped = if group.pawns { 8 } else { 0 };
            let number: u64 = own
                .iter()
                .enumerate()
                .map(|(place, &square)| {
                    let taken = before.iter().filter(|&&other| other < square).count();
                    // A damaged table could put pawns on other ranks; no position does.
                    let free = (usize::from(square)).saturating_sub(taken + skipped);
                    binomial(free, place + 1)
                })
                .sum();
            index += number * group.factor;
        }
        index
    }
}

fn group(start: usize, length: usize) -> Group {
    Group {
        start,
        length,
        factor: 0,
        pawns: false,
    }
}

/// Checks that the list holds the table's pieces, with the pawns of the leading color first and
/// those of the other next, and equal pieces together.
fn check_pieces(
    material: Material,
    pieces: &[Piece],
    leading: Leading,
    (color, own_pawns, other_pawns): (Color, usize, usize),
) -> Result<(), Fault> {
    let is_pawn = |pieces: &[Piece], color| {
        pieces
            .iter()
            .all(|&piece| piece == Piece::new(color, Role::Pawn))
    };
    let counts_agree = pieces.len() == material.pieces()
        && pieces.iter().all(|&piece| {
            let count = pieces.iter().filter(|&&other| other == piece).count();
            count == material.count(piece.color, piece.role)
        });
    let together = pieces
        .iter()
        .enumerate()
        .all(|(at, piece)| at == 0 || pieces[at - 1] == *piece || !pieces[..at].contains(piece));
    let leading_fits = match leading {
        Leading::Pawns => {
            pieces.len() >= own_pawns + other_pawns
                && is_pawn(&pieces[..own_pawns], color)
                && is_pawn(&pieces[own_pawns..own_pawns + other_pawns], !color)
        }
        Leading::Three => pieces.len() >= 3 && pieces[0] != pieces[1] && pieces[1] != pieces[2],
        Leading::Kings => {
            pieces.len() >= 2 && pieces[..2].iter().all(|piece| piece.role == Role::King)
        }
    };
    // The second and third of three leading pieces must not continue in the next group.
    let leading_ends = leading != Leading::Three || pieces.len() == 3 || pieces[2] != pieces[3];
    if counts_agree && together && leading_fits && leading_ends {
        Ok(())
    } else {
        Err(Fault::Damaged(
            "its list of pieces does not agree with its name",
        ))
    }
}

/// Sets the factor of each group; returns the number of positions.
fn number_groups(
    groups: &mut [Group],
    placed: usize,
    leading: Leading,
    orders: (u8, u8),
    file: usize,
) -> Result<u64, Fault> {
    let taken: usize = groups[..placed].iter().map(|group| group.length).sum();
    let mut free = 64 - taken;
    let mut next = placed;
    let mut factor: u64 = 1;
    let (mut first_done, mut second_done) = (false, placed < 2);
    for place in 0..=PIECES_MAX as u8 {
        let (at, count) = if place == orders.0 {
            first_done = true;
            let count = match leading {
                Leading::Pawns => leading_pawns(groups[0].length, file),
                Leading::Three => THREE,
                Leading::Kings => KINGS,
            };
            (0, count)
        } else if placed > 1 && place == orders.1 {
            second_done = true;
            (1, binomial(48 - groups[0].length, groups[1].length))
        } else if next < groups.len() {
            let length = groups[next].length;
            let count = binomial(free, length);
            free -= length;
            next += 1;
            (next - 1, count)
        } else {
            continue;
        };
        groups[at].factor = factor;
        factor = factor
            .checked_mul(count)
            .ok_or(Fault::Damaged("it has too many positions"))?;
    }
    if first_done && second_done && next == groups.len() {
        Ok(factor)
    } else {
        Err(Fault::Damaged("the order of its groups is not known"))
    }
}

/// The number of ways to choose `count` things of `total`.
fn binomial(total: usize, count: usize) -> u64 {
    BINOMIALS[count][total]
}

/// [Pascal's triangle](https://en.wikipedia.org/wiki/Pascal%27s_triangle), by `count` and `total`.
const BINOMIALS: [[u64; 65]; PIECES_MAX + 1] = {
    let mut numbers = [[0; 65]; PIECES_MAX + 1];
    let mut total = 0;
    while total <= 64 {
        numbers[0][total] = 1;
        let mut count = 1;
        while count <= PIECES_MAX && total > 0 {
            numbers[count][total] = numbers[count][total - 1] + numbers[count - 1][total - 1];
            count += 1;
        }
        total += 1;
    }
    numbers
};

/// The placements of two kings, with the symmetries taken out.
const KINGS: u64 = 462;

/// The placements of three different pieces, with the symmetries taken out.
const THREE: u64 = 31_332;

/// The rank minus the file: positive above the long diagonal from a1 to h8, zero on it.
const fn above_diagonal(square: u8) -> i8 {
    (square >> 3) as i8 - (square & 7) as i8
}

/// Flips and mirrors the board so that the first piece stands in the triangle a1, d1, d4, and the
/// first piece that is off the long diagonal stands below it, if it belongs to the leading group.
fn to_triangle(squares: &mut [u8], leading: usize) {
    if squares[0] & 0o40 != 0 {
        squares.iter_mut().for_each(|square| *square ^= 0o70);
    }
    let off = squares[..leading]
        .iter()
        .map(|&square| above_diagonal(square))
        .find(|&above| above != 0);
    if off.is_some_and(|above| above > 0) {
        for square in squares {
            *square = *square >> 3 | (*square & 7) << 3;
        }
    }
}

/// The number of a square in the triangle a1, d1, d4: first those below the diagonal.
const fn triangle(square: u8) -> u64 {
    let (file, rank) = ((square & 7) as u64, (square >> 3) as u64);
    if file == rank {
        return 6 + file;
    }
    match rank {
        0 => file - 1,
        1 => file + 1,
        _ => 5,
    }
}

/// The number of a square below the long diagonal, rank by rank.
const fn below(square: u8) -> u64 {
    let (file, rank) = ((square & 7) as u64, (square >> 3) as u64);
    // The ranks below hold 7, 6, 5, ... such squares.
    rank * (15 - rank) / 2 + file - rank - 1
}

/// The number of three different pieces, by how many of them stand on the long diagonal.
fn number_three(first: u8, second: u8, third: u8) -> u64 {
    let rank = |square: u8| u64::from(square >> 3);
    let after_one = u64::from(second > first);
    let after_two = u64::from(third > first) + u64::from(third > second);
    let (wide_second, wide_third) = (u64::from(second) - after_one, u64::from(third) - after_two);
    const ONE: u64 = 6 * 63 * 62;
    const TWO: u64 = ONE + 4 * 28 * 62;
    const ALL: u64 = TWO + 4 * 7 * 28;
    if above_diagonal(first) != 0 {
        triangle(first) * 63 * 62 + wide_second * 62 + wide_third
    } else if above_diagonal(second) != 0 {
        ONE + rank(first) * 28 * 62 + below(second) * 62 + wide_third
    } else if above_diagonal(third) != 0 {
        TWO + rank(first) * 7 * 28 + (rank(second) - after_one) * 28 + below(third)
    } else {
        ALL + rank(first) * 7 * 6 + (rank(second) - after_one) * 6 + (rank(third) - after_two)
    }
}

/// The numbers of two kings that do not touch; the first index is the first king's place in the
/// triangle. If it is on the diagonal, the second is not above it, and pairs on the diagonal come
/// last.
static KING_PAIRS: std::sync::LazyLock<[[u16; 64]; 10]> = std::sync::LazyLock::new(|| {
    let mut numbers = [[0; 64]; 10];
    let mut next = 0;
    let corner = |place: u64| {
        (0..32).find(|&square| {
            square & 7 < 4 && above_diagonal(square) <= 0 && triangle(square) == place
        })
    };
    for both_on_diagonal in [false, true] {
        for place in 0..10 {
            let Some(first) = corner(place).and_then(chess::Square::from_index) else {
                continue;
            };
            let near = attacks::king(first) | first.bitboard();
            for second in chess::Square::ALL {
                let (above_first, above_second) =
                    (above_diagonal(first as u8), above_diagonal(second as u8));
                let on_diagonal = above_first == 0 && above_second == 0;
                let mirrored = above_first == 0 && above_second > 0;
                if !near.contains(second) && !mirrored && on_diagonal == both_on_diagonal {
                    numbers[place as usize][second as usize] = next;
                    next += 1;
                }
            }
        }
    }
    numbers
});

fn number_kings(first: u8, second: u8) -> u64 {
    u64::from(KING_PAIRS[triangle(first) as usize][usize::from(second)])
}

/// The place of a square among those that pawns may stand on: the nearer to the edge, and on a
/// file the nearer to the second rank, the higher.
pub(crate) const fn pawn_place(square: u8) -> usize {
    let (file, rank) = ((square & 7) as usize, (square >> 3) as usize);
    let to_edge = if file < 4 { file } else { 7 - file };
    let right = (file > 3) as usize;
    (47 - 12 * to_edge + 2).saturating_sub(2 * rank + right)
}

/// The number of pawns of the leading color, of which the first has the highest place.
fn number_pawns(pawns: &mut [u8]) -> u64 {
    let (first, others) = (pawns[0], &mut pawns[1..]);
    others.sort_unstable_by_key(|&square| pawn_place(square));
    let others_number: u64 = others
        .iter()
        .enumerate()
        .map(|(at, &square)| binomial(pawn_place(square), at + 1))
        .sum();
    let (file, rank) = (first & 7, first >> 3);
    let before = (1..rank).map(|rank| binomial(pawn_place(rank << 3 | file), others.len()));
    before.sum::<u64>() + others_number
}

/// The placements of this many pawns, the first of which is on this file.
fn leading_pawns(count: usize, file: usize) -> u64 {
    (1..7u8)
        .map(|rank| binomial(pawn_place(rank << 3 | file as u8), count - 1))
        .sum()
}

#[cfg(test)]
mod tests;
