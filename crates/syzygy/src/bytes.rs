//! Reading numbers from the head of a file, with every bound checked.

use crate::fault::Fault;

/// A place in the head of a file.
pub(crate) struct Bytes<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Bytes<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Bytes<'a> {
        Bytes { bytes, at: 0 }
    }

    /// The place, counted from the beginning of the file.
    pub(crate) fn place(&self) -> u64 {
        self.at as u64
    }

    pub(crate) fn take(&mut self, count: usize) -> Result<&'a [u8], Fault> {
        let end = self.at.checked_add(count).ok_or(Fault::CutOff)?;
        let taken = self.bytes.get(self.at..end).ok_or(Fault::CutOff)?;
        self.at = end;
        Ok(taken)
    }

    pub(crate) fn byte(&mut self) -> Result<u8, Fault> {
        Ok(self.take(1)?[0])
    }

    pub(crate) fn u16(&mut self) -> Result<u16, Fault> {
        let bytes = self.take(2)?;
        Ok(u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    pub(crate) fn u32(&mut self) -> Result<u32, Fault> {
        let (low, high) = (self.u16()?, self.u16()?);
        Ok(u32::from(low) | u32::from(high) << 16)
    }

    /// Skips to an even place.
    pub(crate) fn align_to_word(&mut self) {
        self.at += self.at & 1;
    }
}
