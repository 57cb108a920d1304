//! Every position has its own number, the same as in python-chess.

use std::collections::{HashMap, HashSet};

use super::*;

fn encoding(name: &str, codes: &[u8], orders: (u8, u8), file: usize) -> Encoding {
    let material = Material::from_name(name).expect("a table's name");
    let pieces = codes.iter().map(|&code| piece_from_code(code));
    let pieces = pieces
        .collect::<Option<Vec<Piece>>>()
        .expect("codes of pieces");
    Encoding::new(material, pieces, orders, file).expect("the pieces of the table")
}

/// All placements of this many pieces on some squares, in any order.
fn placements(count: usize, squares: &[u8]) -> Vec<Vec<u8>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let fewer = placements(count - 1, squares);
    let longer = |placed: &Vec<u8>| {
        let free = squares.iter().filter(|&square| !placed.contains(square));
        free.map(|&square| [placed.as_slice(), &[square]].concat())
            .collect::<Vec<_>>()
    };
    fewer.iter().flat_map(longer).collect()
}

/// The smallest of the images of a position, with equal pieces in order.
fn class(pieces: &[Piece], squares: &[u8], pawns: bool) -> Vec<u8> {
    let images = if pawns { 2 } else { 8 };
    let image = |which: u8| {
        let moved = squares.iter().map(|&square| {
            let mirrored = square ^ ((which & 1) * 0o07) ^ ((which >> 1 & 1) * 0o70);
            if which & 4 == 0 {
                mirrored
            } else {
                mirrored >> 3 | (mirrored & 7) << 3
            }
        });
        let mut moved: Vec<u8> = moved.collect();
        let mut start = 0;
        for end in 1..=pieces.len() {
            if end == pieces.len() || pieces[end] != pieces[start] {
                moved[start..end].sort_unstable();
                start = end;
            }
        }
        moved
    };
    (0..images).map(image).min().expect("an image")
}

/// Every position has a number of its own, equal for its images only. Returns how many.
fn check(encoding: &Encoding, squares: &[u8], file: Option<u8>) -> usize {
    let pieces = encoding.pieces().to_vec();
    let (mut classes, mut numbers) = (HashMap::new(), HashSet::new());
    for mut placed in placements(pieces.len(), squares) {
        let kings = |piece: &Piece| piece.role == Role::King;
        let mut of_kings = (0..pieces.len()).filter(|&at| kings(&pieces[at]));
        let mut king = || of_kings.next().map(|at| placed[at]);
        let (first, second) = (king().expect("a king"), king().expect("a king"));
        let near = attacks::king(chess::Square::from_index(first).expect("a square"));
        if near.0 >> second & 1 != 0 {
            continue;
        }
        if let Some(file) = file {
            let pawns = encoding.groups[0].length;
            let leading = (0..pawns).max_by_key(|&at| pawn_place(placed[at]));
            placed[..pawns].swap(0, leading.expect("a pawn"));
            if (placed[0] & 7).min(7 - (placed[0] & 7)) != file {
                continue;
            }
        }
        let class = class(&pieces, &placed, file.is_some());
        let number = encoding.index(&mut placed);
        assert!(number < encoding.size());
        numbers.insert(number);
        assert_eq!(*classes.entry(class).or_insert(number), number);
    }
    assert_eq!(numbers.len(), classes.len());
    numbers.len()
}

#[test]
fn every_position_without_pawns_has_a_number_of_its_own() {
    // None but h1 has an image on the long diagonal, so no mirror images remain.
    let squares = [1, 2, 3, 4, 5, 6, 7, 10, 20];
    for (name, codes, order) in [
        ("KRRvKN", &[6, 10, 14, 4, 4][..], 0),
        ("KQRvKB", &[5, 14, 6, 4, 11], 1),
        ("KNNNvK", &[6, 14, 2, 2, 2], 0),
        ("KNNvKNN", &[14, 6, 10, 10, 2, 2], 2),
    ] {
        let encoding = encoding(name, codes, (order, 15), 0);
        assert!(check(&encoding, &squares, None) > 100);
    }
}

#[test]
fn every_position_with_pawns_has_a_number_of_its_own() {
    // No two of them are images of each other, so no placement is its own image.
    let squares = [8, 14, 18, 23, 24, 28, 33, 45, 51];
    for (name, codes, orders) in [
        ("KPPvKP", &[9, 1, 1, 6, 14][..], (0, 1)),
        ("KPPPvK", &[1, 1, 1, 14, 6], (1, 15)),
        ("KPPvKPP", &[1, 1, 9, 9, 6, 14], (0, 2)),
        ("KRRvKP", &[9, 6, 14, 4, 4], (0, 15)),
    ] {
        let numbers = (0..4).map(|file| {
            let encoding = encoding(name, codes, orders, file);
            check(&encoding, &squares, Some(file as u8))
        });
        assert!(numbers.sum::<usize>() > 100);
    }
}

#[test]
fn the_leading_groups_have_the_known_sizes() {
    let kings = encoding("KNNvK", &[6, 14, 2, 2], (0, 15), 0);
    assert_eq!(kings.size(), 462 * (62 * 61 / 2));
    let three = encoding("KBNvK", &[6, 3, 2, 14], (0, 15), 0);
    assert_eq!(three.size(), 31_332 * 61);
    let pawn = encoding("KPvK", &[1, 6, 14], (0, 15), 0);
    assert_eq!(pawn.size(), 6 * 63 * 62);
}

#[test]
fn pieces_that_do_not_agree_with_the_name_are_refused() {
    let material = Material::from_name("KRRvKN").expect("a table's name");
    for codes in [
        &[6, 10, 14, 4][..],
        &[6, 10, 14, 4, 5],
        &[4, 6, 10, 14, 4],
        &[4, 4, 6, 10, 14],
        &[6, 10, 14, 4, 12],
    ] {
        let pieces: Vec<Piece> = codes
            .iter()
            .filter_map(|&code| piece_from_code(code))
            .collect();
        assert!(
            Encoding::new(material, pieces, (0, 15), 0).is_err(),
            "{codes:?}"
        );
    }
    assert!(piece_from_code(0).is_none() && piece_from_code(7).is_none());
}

/// Tables with five to seven pieces, the codes of their pieces, the orders of their factors, the squares
/// of a position, and the size and the index that python-chess 1.11.2 computes.
const KNOWN: &str = "\
KRRvKN 6,10,14,4,4 1 15 24,54,55,28,34 57337560 20419720
KQRvKB 5,14,6,4,11 2 15 49,15,37,63,24 114675120 98360616
KNNNvK 6,14,2,2,2 0 15 14,47,6,41,51 17472840 9915812
KNNvKNN 14,6,10,10,2,2 0 15 5,42,9,50,12,48 1546346340 1123225123
KQRBNvKQ 13,14,6,5,4,3,2 3 15 6,0,49,23,34,59,25 392418260640 182769228108
KBBBvKNN 6,14,3,3,3,10,10 1 15 6,16,26,37,40,23,32 29896029240 10659090053
KRRRvKRR 14,6,4,4,4,12,12 0 15 11,16,12,51,53,33,61 29896029240 27442528583
KQQQQQvK 6,14,5,5,5,5,5 0 15 24,54,1,7,19,28,52 2989602924 1494499016
KPPvKP 9,1,1,6,14 1 2 10,35,46,11,62 23738760 23200750
KPPPvK 1,1,1,14,6 2 15 8,17,35,54,31 19035660 1952600
KPPvKPP 1,1,9,9,6,14 3 1 11,53,14,34,43,22 395701200 385663781
KRRvKP 9,6,14,4,4 2 15 34,24,11,10,45 42887880 20425191
KPPPvKPP 9,9,1,1,1,6,14 1 3 21,49,19,33,42,24,29 9350272800 3537744747
KPPPPvKP 9,1,1,1,1,14,6 1 2 32,15,25,35,50,9,21 3662190180 1236503778
KPPPPPvK 1,1,1,1,1,6,14 1 15 8,27,40,43,53,46,21 2396549792 831263727
KQRPvKRP 1,9,6,14,5,4,12 3 4 37,13,6,47,55,53,42 218978707680 157678480663
KNNPPvKP 9,1,1,2,2,6,14 1 0 25,26,36,28,40,13,27 40617018360 16965834862
";

#[test]
fn sizes_and_numbers_are_those_of_python_chess() {
    for line in KNOWN.lines() {
        let fields: Vec<&str> = line.split(' ').collect();
        let number = |text: &str| text.parse::<u64>().expect("a number");
        let list = |text: &str| {
            let bytes = text.split(',').map(|byte| byte.parse::<u8>());
            bytes.collect::<Result<Vec<u8>, _>>().expect("numbers")
        };
        let mut squares = list(fields[4]);
        let orders = (number(fields[2]) as u8, number(fields[3]) as u8);
        let codes = list(fields[1]);
        let leading = codes.iter().filter(|&&code| code == codes[0]).count();
        let mut file = 0;
        if codes[0] & 7 == 1 {
            let best = (0..leading).max_by_key(|&at| pawn_place(squares[at]));
            squares.swap(0, best.expect("a pawn"));
            file = usize::from((squares[0] & 7).min(7 - (squares[0] & 7)));
        }
        let encoding = encoding(fields[0], &codes, orders, file);
        assert_eq!(encoding.size(), number(fields[5]), "{line}");
        assert_eq!(encoding.index(&mut squares), number(fields[6]), "{line}");
    }
}
