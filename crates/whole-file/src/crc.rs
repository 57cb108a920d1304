//! CRC-32, the checksum of zip and PNG, which detects all burst errors of up to 32 bits.

/// The reflected polynomial of Ethernet and zip.
const POLYNOMIAL: u32 = 0xedb8_8320;

static TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 1 == 1 {
                crc >> 1 ^ POLYNOMIAL
            } else {
                crc >> 1
            };
            bit += 1;
        }
        table[byte] = crc;
        byte += 1;
    }
    table
};

/// The checksum of some parts, one after the other.
#[must_use]
pub fn crc32(parts: &[&[u8]]) -> u32 {
    let bytes = parts.iter().flat_map(|part| part.iter());
    !bytes.fold(u32::MAX, |crc, byte| {
        let index = (crc ^ u32::from(*byte)) & 0xff;
        crc >> 8 ^ TABLE[index as usize]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_check_value_is_computed() {
        assert_eq!(crc32(&[b"123456789"]), 0xcbf4_3926);
        assert_eq!(crc32(&[b"1234", b"", b"56789"]), 0xcbf4_3926);
        assert_eq!(crc32(&[]), 0);
    }
}
