//! CRC-32, which detects all burst errors of up to 32 bits.

/// The reflected polynomial of Ethernet and zip.
const POLYNOMIAL: u32 = 0xEDB8_8320;

static TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut rest = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            let odd = rest & 1 == 1;
            rest = (rest >> 1) ^ if odd { POLYNOMIAL } else { 0 };
            bit += 1;
        }
        table[byte] = rest;
        byte += 1;
    }
    table
};

/// The CRC-32 of these bytes.
#[must_use]
pub fn checksum(bytes: &[u8]) -> u32 {
    let step = |sum: u32, &byte: &u8| (sum >> 8) ^ TABLE[usize::from(sum as u8 ^ byte)];
    !bytes.iter().fold(!0, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_check_value_is_computed() {
        assert_eq!(checksum(b"123456789"), 0xCBF4_3926);
        assert_eq!(checksum(b""), 0);
    }
}
