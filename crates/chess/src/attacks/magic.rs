//! Slider attacks by magic bitboards (<https://www.chessprogramming.org/Magic_Bitboards>): the
//! blockers of a square, multiplied by a magic number, give a table index in the top bits.
//!
//! Used on 64-bit machines without PEXT. The numbers come from a random search for this project.
//! While it fills the tables, the compiler checks that no two blocker sets with different attacks
//! share an entry.

use crate::{Bitboard, Square};

use super::lines::Ways;
use super::sliders::{BISHOPS, Entry, ROOKS, Sliders, TABLE_SIZE};

/// Slider attacks by magic bitboards.
#[derive(Clone, Copy)]
pub(crate) struct Magic;

impl Sliders for Magic {
    #[inline]
    fn bishop(self, square: Square, occupied: Bitboard) -> Bitboard {
        let entry = &BISHOPS[square as usize];
        TABLE[index(entry, BISHOP_MAGICS[square as usize], occupied)]
    }

    #[inline]
    fn rook(self, square: Square, occupied: Bitboard) -> Bitboard {
        let entry = &ROOKS[square as usize];
        TABLE[index(entry, ROOK_MAGICS[square as usize], occupied)]
    }
}

#[inline]
const fn index(entry: &Entry, magic: u64, occupied: Bitboard) -> usize {
    let product = (occupied.0 & entry.blockers).wrapping_mul(magic);
    entry.offset as usize + (product >> entry.shift) as usize
}

static TABLE: [Bitboard; TABLE_SIZE] = {
    let mut table = [Bitboard::EMPTY; TABLE_SIZE];
    let mut square = 0;
    while square < 64 {
        let at = Square::ALL[square];
        fill(
            &mut table,
            &BISHOPS[square],
            BISHOP_MAGICS[square],
            &Ways::of_bishop(at),
        );
        fill(
            &mut table,
            &ROOKS[square],
            ROOK_MAGICS[square],
            &Ways::of_rook(at),
        );
        square += 1;
    }
    table
};

/// Fills one square's part of the table. The product of the blockers on two lines is the sum of the
/// products of each line.
const fn fill(table: &mut [Bitboard; TABLE_SIZE], entry: &Entry, magic: u64, ways: &(Ways, Ways)) {
    let (one, other) = ways;
    let mut other_product = [0; 64];
    let mut second = 0;
    while second < other.count {
        other_product[second] = other.blockers[second].wrapping_mul(magic);
        second += 1;
    }
    let mut first = 0;
    while first < one.count {
        let product = one.blockers[first].wrapping_mul(magic);
        second = 0;
        while second < other.count {
            let index = product.wrapping_add(other_product[second]) >> entry.shift;
            let attacks = one.attacks[first] | other.attacks[second];
            let slot = &mut table[entry.offset as usize + index as usize].0;
            assert!(*slot == 0 || *slot == attacks, "a magic number collides");
            *slot = attacks;
            second += 1;
        }
        first += 1;
    }
}

#[rustfmt::skip]
static BISHOP_MAGICS: [u64; 64] = [
    0x8008_0298_0200_2200, 0x4291_0408_0880_2804, 0x0008_1800_4080_0300, 0x0008_8A02_02AA_1050,
    0x0004_10A8_0000_0000, 0x0009_1008_0404_0009, 0x0801_1401_2108_0011, 0xA040_8084_0082_4000,
    0x0000_08A0_0404_0048, 0x0600_2004_4080_8114, 0x2020_4104_0120_4403, 0x0004_0410_6200_C001,
    0x0100_0110_4080_0026, 0x0008_0088_200A_0820, 0x0008_0048_0464_2080, 0x4000_0044_0298_1800,
    0x0710_0022_2002_0088, 0x2010_8082_0202_0402, 0x8010_0808_4400_2820, 0x800C_0001_2402_8000,
    0x0002_0004_2201_0040, 0x6438_4022_0042_2000, 0x0010_A100_4C0C_2000, 0x000A_00E1_0901_0190,
    0x0802_2010_4004_14C0, 0x8428_0222_2024_0101, 0x0008_0880_0404_0010, 0x0008_0800_0022_0020,
    0x0421_0100_0010_4000, 0x2191_0208_2500_A000, 0x0018_0080_4212_0150, 0x0210_8020_A09C_0402,
    0x301C_2020_0089_0208, 0xA004_0220_0008_0100, 0x100C_0241_0088_1200, 0x8000_0808_0046_0A00,
    0x1004_0108_0444_0040, 0x420C_9200_8004_1000, 0x0501_8C01_1444_0100, 0x0004_0100_308A_0080,
    0x0020_8210_4280_1000, 0x0202_0261_2000_1C02, 0x0002_0010_4400_0800, 0x20AA_8442_0080_0801,
    0x0000_0120_1100_1200, 0x0860_2090_0880_8042, 0x0008_1000_80A8_0200, 0x0808_0200_5042_0201,
    0x0005_1C01_04C0_0000, 0x0000_8401_0882_0022, 0x000A_4618_4208_0004, 0x2400_4009_1488_0002,
    0x0004_0040_1024_81B4, 0x2104_A142_0202_0060, 0x0004_0810_4102_0060, 0x00A0_8400_8200_5100,
    0x0000_4122_1010_1482, 0x0108_5042_0804_2210, 0x0000_2004_4C04_0405, 0x4140_0502_0605_1401,
    0x0122_0080_5182_0200, 0x0082_8004_2810_9100, 0x9104_0424_5444_0401, 0x141E_200C_0082_0848,
];

#[rustfmt::skip]
static ROOK_MAGICS: [u64; 64] = [
    0x0280_0388_6040_0010, 0x0980_2000_4000_B080, 0x2100_1100_0840_2002, 0x0880_0800_8104_1000,
    0x0200_0200_2004_1008, 0x2300_0400_0801_0012, 0x0C00_2830_0400_8201, 0x0180_0100_0040_7A80,
    0x0168_8000_8040_0020, 0x0010_4000_4020_1000, 0x1001_0020_0100_1048, 0x1001_0024_0810_0100,
    0x0801_0004_0801_0012, 0x4001_0002_0900_0400, 0x08A2_0004_C802_0001, 0x2002_8011_4500_2280,
    0x0080_8600_2100_4200, 0x0010_00C0_0940_2002, 0x00B0_0020_0400_2800, 0x100A_8080_1002_0800,
    0x8101_0100_0800_0410, 0x0244_0080_0200_0480, 0x0000_0400_1081_0208, 0x2000_0200_0044_8534,
    0x4104_4004_8000_8033, 0x0000_8101_0020_4000, 0x0440_4309_0020_0010, 0x4600_2409_0010_0100,
    0x0060_0800_8004_0080, 0x0001_0003_0008_0400, 0x0004_0844_0001_1002, 0x0023_0402_0000_8041,
    0x0580_0500_4300_2080, 0x0400_8040_0280_2008, 0x0001_0020_0100_4010, 0x1000_2009_0100_1000,
    0x4410_8008_0180_0C00, 0xA012_0038_0600_1004, 0x0020_1001_0400_8802, 0x0004_8084_0200_0041,
    0x0010_4001_7089_8000, 0x0080_5000_2000_4004, 0x1040_4080_1202_0020, 0x8010_0400_0800_4040,
    0x2001_0801_0011_0004, 0x0000_0200_0400_8080, 0x0021_0108_1004_0002, 0x0800_008C_4302_0024,
    0x0000_8000_2100_5100, 0x0070_2010_4000_8080, 0x0000_D042_8200_6A00, 0x0010_0144_0008_0240,
    0x0001_0801_1005_0100, 0x0012_0008_1024_0600, 0x0402_0008_0104_0200, 0x0281_0010_8A00_4100,
    0x0050_8003_0010_2045, 0x8208_2100_4012_0882, 0x8010_6001_0118_3441, 0x020B_0009_1000_6045,
    0x0241_0010_0248_0005, 0x0081_0004_0088_0241, 0x0000_0090_0802_4124, 0x0048_1229_8041_0402,
];
