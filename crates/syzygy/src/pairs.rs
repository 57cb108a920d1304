//! The compressed values of a table.
//!
//! Values are compressed by
//! [recursive pairing](https://en.wikipedia.org/wiki/Re-Pair): a symbol stands for one value or for
//! two other symbols. Symbols are then written with a
//! [canonical Huffman code](https://en.wikipedia.org/wiki/Canonical_Huffman_code), in blocks of
//! equal size. A sparse index gives the block of values at regular intervals, and a list of lengths
//! gives the number of values in each block.
//!
//! Everything that a damaged file could break is checked when the head is read: symbols that
//! contain themselves, code lengths that make no progress, and parts that lie beyond the end of the
//! file. What remains is checked while a block is decoded.

use crate::bytes::Bytes;
use crate::fault::Fault;
use crate::file::TableFile;

/// How the values of one table are stored.
pub(crate) struct Pairs {
    /// The flags of the table.
    pub(crate) flags: u8,
    values: Values,
}

enum Values {
    /// All positions have the same value.
    Same(u16),
    Compressed(Compressed),
}

struct Compressed {
    code: Code,
    symbols: Vec<Symbol>,
    /// Binary logarithm of the size of a block in bytes.
    block_bits: u32,
    /// Binary logarithm of the number of values for each entry of the sparse index.
    span_bits: u32,
    /// Blocks in the list of lengths. The last ones have no data.
    listed_blocks: u32,
    blocks: u32,
    /// Entries of the sparse index.
    entries: u64,
    index_at: u64,
    lengths_at: u64,
    data_at: u64,
}

/// A Huffman code: codes of one length are consecutive, and shorter codes have higher values.
struct Code {
    shortest: u32,
    /// For each length, the lowest code, at the upper end of a word.
    lowest: Vec<u64>,
    /// For each length, the symbol of the lowest code.
    first: Vec<u16>,
}

/// A symbol: the values it stands for, less one, and the symbols or the value it consists of.
#[derive(Clone, Copy)]
struct Symbol {
    more: u32,
    left: u16,
    right: u16,
}

/// The right part of a symbol that is a single value.
const VALUE: u16 = 0xFFF;

/// The flag of a table whose positions all have the same value.
const SAME: u8 = 0x80;

/// The longest code. A word holds at least this many bits beyond the current code.
const LONGEST: u8 = 32;

/// The largest block, as a binary logarithm. Blocks of known tables have 32 to 1024 bytes.
const BLOCK_BITS_MAX: u8 = 16;

impl Pairs {
    /// Reads the description of a table with this many positions. A table of outcomes keeps a
    /// value for all positions in its head.
    pub(crate) fn read(bytes: &mut Bytes<'_>, size: u64, outcomes: bool) -> Result<Pairs, Fault> {
        let flags = bytes.byte()?;
        if flags & SAME != 0 {
            let value = u16::from(bytes.byte()?);
            return Ok(Pairs {
                flags,
                values: Values::Same(if outcomes { value } else { 0 }),
            });
        }
        let (block_bits, span_bits) = (bytes.byte()?, bytes.byte()?);
        let padding = bytes.byte()?;
        let blocks = bytes.u32()?;
        let (longest, shortest) = (bytes.byte()?, bytes.byte()?);
        if shortest == 0 || shortest > longest || longest > LONGEST {
            return Err(Fault::Damaged("its code lengths are out of range"));
        }
        if block_bits > BLOCK_BITS_MAX || span_bits == 0 || span_bits > 31 {
            return Err(Fault::Damaged("its block sizes are out of range"));
        }
        let code = Code::read(bytes, shortest, longest)?;
        let count = usize::from(bytes.u16()?);
        let symbols = read_symbols(bytes.take(3 * count)?)?;
        bytes.take(count & 1)?;
        let listed_blocks = blocks
            .checked_add(u32::from(padding))
            .ok_or(Fault::Damaged("it has too many blocks"))?;
        let compressed = Compressed {
            code,
            symbols,
            block_bits: u32::from(block_bits),
            span_bits: u32::from(span_bits),
            listed_blocks,
            blocks,
            entries: size.div_ceil(1 << span_bits),
            index_at: 0,
            lengths_at: 0,
            data_at: 0,
        };
        Ok(Pairs {
            flags,
            values: Values::Compressed(compressed),
        })
    }

    /// Places the sparse index; returns where the next part begins.
    pub(crate) fn place_index(&mut self, at: u64) -> u64 {
        let Values::Compressed(compressed) = &mut self.values else {
            return at;
        };
        compressed.index_at = at;
        at + 6 * compressed.entries
    }

    /// Places the lengths of the blocks; returns where the next part begins.
    pub(crate) fn place_lengths(&mut self, at: u64) -> u64 {
        let Values::Compressed(compressed) = &mut self.values else {
            return at;
        };
        compressed.lengths_at = at;
        at + 2 * u64::from(compressed.listed_blocks)
    }

    /// Places the blocks, which begin at multiples of 64; returns where the next part begins.
    pub(crate) fn place_data(&mut self, at: u64) -> u64 {
        let Values::Compressed(compressed) = &mut self.values else {
            return at;
        };
        compressed.data_at = at.next_multiple_of(64);
        compressed.data_at + (u64::from(compressed.blocks) << compressed.block_bits)
    }

    /// The value at an index.
    pub(crate) fn value(&self, file: &TableFile, index: u64) -> Result<u16, Fault> {
        match &self.values {
            Values::Same(value) => Ok(*value),
            Values::Compressed(compressed) => compressed.value(file, index),
        }
    }
}

impl Code {
    fn read(bytes: &mut Bytes<'_>, shortest: u8, longest: u8) -> Result<Code, Fault> {
        let first = (shortest..=longest)
            .map(|_| bytes.u16())
            .collect::<Result<Vec<u16>, Fault>>()?;
        // The lowest code of the longest length is 0; every other follows from the next length.
        let mut lowest = vec![0u64; first.len()];
        for at in (0..first.len() - 1).rev() {
            let codes = lowest[at + 1] + u64::from(first[at]);
            let codes = codes
                .checked_sub(u64::from(first[at + 1]))
                .ok_or(Fault::Damaged("its codes overlap"))?;
            lowest[at] = codes / 2;
        }
        for (at, code) in lowest.iter_mut().enumerate() {
            let length = u32::from(shortest) + at as u32;
            if *code >> length != 0 {
                return Err(Fault::Damaged("its codes overlap"));
            }
            *code <<= 64 - length;
        }
        Ok(Code {
            shortest: u32::from(shortest),
            lowest,
            first,
        })
    }

    /// The first symbol in a word, and the length of its code.
    #[inline]
    fn symbol(&self, word: u64) -> (usize, u32) {
        // The last of the lowest codes is 0, so one is found.
        let at = self
            .lowest
            .iter()
            .position(|&lowest| word >= lowest)
            .unwrap_or(self.lowest.len() - 1);
        let length = self.shortest + at as u32;
        let above = (word - self.lowest[at]) >> (64 - length);
        (usize::from(self.first[at]) + above as usize, length)
    }
}

/// Reads the symbols and computes how many values each stands for.
fn read_symbols(bytes: &[u8]) -> Result<Vec<Symbol>, Fault> {
    let mut symbols: Vec<Symbol> = bytes
        .chunks_exact(3)
        .map(|three| Symbol {
            more: UNKNOWN,
            left: u16::from(three[0]) | u16::from(three[1] & 0xF) << 8,
            right: u16::from(three[1] >> 4) | u16::from(three[2]) << 4,
        })
        .collect();
    for at in 0..symbols.len() {
        measure(&mut symbols, at)?;
    }
    Ok(symbols)
}

/// The number of values of a symbol is not known yet.
const UNKNOWN: u32 = u32::MAX;

/// The number of values of a symbol is being computed.
const OPEN: u32 = u32::MAX - 1;

/// Computes the number of values of a symbol after those of its parts.
fn measure(symbols: &mut [Symbol], start: usize) -> Result<(), Fault> {
    let mut open = vec![start];
    while let Some(&at) = open.last() {
        let symbol = symbols[at];
        if symbol.more < OPEN {
            open.pop();
            continue;
        }
        if symbol.right == VALUE {
            symbols[at].more = 0;
            continue;
        }
        let parts = [usize::from(symbol.left), usize::from(symbol.right)];
        let mut more = 1u32;
        let mut waits = false;
        for part in parts {
            match symbols.get(part).map(|part| part.more) {
                None => return Err(Fault::Damaged("it names a symbol that it does not have")),
                Some(OPEN) => return Err(Fault::Damaged("a symbol contains itself")),
                Some(UNKNOWN) => {
                    open.push(part);
                    waits = true;
                    break;
                }
                Some(values) => more += values,
            }
        }
        if more > u32::from(u16::MAX) {
            return Err(Fault::Damaged("a symbol is too long"));
        }
        symbols[at].more = if waits { OPEN } else { more };
    }
    Ok(())
}

impl Compressed {
    fn value(&self, file: &TableFile, index: u64) -> Result<u16, Fault> {
        let (block, offset) = self.locate(file, index)?;
        let size = 1usize << self.block_bits;
        let mut small = [0; 1024];
        let mut large;
        let data = if size <= small.len() {
            &mut small[..size]
        } else {
            large = vec![0; size];
            &mut large[..]
        };
        file.read(self.data_at + (u64::from(block) << self.block_bits), data)?;
        self.decode(data, offset)
    }

    /// The block of an index, and its offset among the values of the block.
    fn locate(&self, file: &TableFile, index: u64) -> Result<(u32, u32), Fault> {
        let span = 1i64 << self.span_bits;
        let mut entry = [0; 6];
        let number = index >> self.span_bits;
        if number >= self.entries {
            return Err(Fault::Damaged("an index is out of range"));
        }
        file.read(self.index_at + 6 * number, &mut entry)?;
        let mut block = u32::from_le_bytes([entry[0], entry[1], entry[2], entry[3]]);
        let known = i64::from(u16::from_le_bytes([entry[4], entry[5]]));
        // An entry is for the middle of its span.
        let mut offset = (index & (span as u64 - 1)) as i64 - span / 2 + known;
        while offset < 0 {
            block = block.checked_sub(1).ok_or(OUT_OF_BLOCKS)?;
            offset += self.length(file, block)?;
        }
        loop {
            let length = self.length(file, block)?;
            if offset < length {
                break;
            }
            offset -= length;
            block += 1;
        }
        if block >= self.blocks {
            return Err(OUT_OF_BLOCKS);
        }
        Ok((block, offset as u32))
    }

    /// The number of values in a block.
    fn length(&self, file: &TableFile, block: u32) -> Result<i64, Fault> {
        if block >= self.listed_blocks {
            return Err(OUT_OF_BLOCKS);
        }
        let mut length = [0; 2];
        file.read(self.lengths_at + 2 * u64::from(block), &mut length)?;
        Ok(i64::from(u16::from_le_bytes(length)) + 1)
    }

    /// Decodes symbols up to the one with the value at this offset, and then takes it apart.
    fn decode(&self, data: &[u8], mut offset: u32) -> Result<u16, Fault> {
        let mut read = 0;
        let mut next = || {
            // Beyond the end there are zeros; a code that reaches them is refused below.
            let bytes = data.get(read..).unwrap_or_default();
            let mut word = [0; 4];
            let count = bytes.len().min(4);
            word[..count].copy_from_slice(&bytes[..count]);
            read += 4;
            u64::from(u32::from_be_bytes(word))
        };
        let mut word = next() << 32;
        word |= next();
        let (mut used, mut total) = (0, 0);
        let mut symbol = loop {
            let (symbol, length) = self.code.symbol(word);
            let found = self.symbols.get(symbol).ok_or(UNKNOWN_CODE)?;
            total += length;
            if total as usize > 8 * data.len() {
                return Err(Fault::Damaged("a block ends too early"));
            }
            if offset <= found.more {
                break found;
            }
            offset -= found.more + 1;
            word <<= length;
            used += length;
            if used >= 32 {
                used -= 32;
                word |= next() << used;
            }
        };
        while symbol.more > 0 {
            // The parts of every symbol were found when the symbols were read.
            let left = &self.symbols[usize::from(symbol.left)];
            if offset <= left.more {
                symbol = left;
            } else {
                offset -= left.more + 1;
                symbol = &self.symbols[usize::from(symbol.right)];
            }
        }
        Ok(symbol.left)
    }
}

const OUT_OF_BLOCKS: Fault = Fault::Damaged("its index points beyond its blocks");
const UNKNOWN_CODE: Fault = Fault::Damaged("a code has no symbol");
