//! A game as bytes.

use chess::{Compact, IllegalMove, IllegalSetup, Move, Position};
use thiserror::Error;
use whole_file::crc32;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// The position after the random opening, with the clocks of a new game.
    pub start: Position,
    /// The number of random moves before it.
    pub opening_plies: u8,
    pub result: GameResult,
    pub plies: Vec<Ply>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    BlackWins,
    Draw,
    WhiteWins,
}

/// A move with the score of the position before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    pub m: Move,
    /// The score in centipawns from the point of view of the side to move.
    pub score: i16,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    #[error("the record is truncated")]
    Torn,
    /// The record is damaged or misplaced.
    #[error("the checksum is {found:08x}, expected {expected:08x}")]
    Checksum {
        expected: u32,
        /// The computed checksum.
        found: u32,
    },
    #[error("the start is not legal: {0}")]
    Start(IllegalSetup),
    #[error("expected a result from 0 to 2, found {0}")]
    Result(u8),
    #[error("ply {ply}: {bits:#06x} is not a move")]
    Move {
        /// The ply, from 1.
        ply: usize,
        bits: u16,
    },
    #[error("ply {ply}: {error}")]
    Illegal {
        /// The ply, from 1.
        ply: usize,
        error: IllegalMove,
    },
}

/// The start, the opening plies, the result and the number of plies.
const FRONT: usize = 32 + 1 + 1 + 2;
const PLY: usize = 4;
const CHECKSUM: usize = 4;

impl StoredGame {
    pub const PLIES_MAX: usize = u16::MAX as usize;

    #[must_use]
    pub fn to_bytes(&self, number: u64) -> Vec<u8> {
        let plies = &self.plies[..self.plies.len().min(StoredGame::PLIES_MAX)];
        let mut bytes = Vec::with_capacity(FRONT + PLY * plies.len() + CHECKSUM);
        bytes.extend(self.start.to_compact().to_bytes());
        bytes.push(self.opening_plies);
        bytes.push(self.result as u8);
        bytes.extend((plies.len() as u16).to_le_bytes());
        for ply in plies {
            bytes.extend(ply.m.bits().to_le_bytes());
            bytes.extend(ply.score.to_le_bytes());
        }
        bytes.extend(sum_of(number, &bytes).to_le_bytes());
        bytes
    }

    /// Parses the game with this number; returns it with its length in bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if the record is invalid.
    pub fn from_bytes(bytes: &[u8], number: u64) -> Result<(StoredGame, usize), RecordError> {
        let (record, length) = checked(bytes, number)?;
        let (front, rest) = record
            .split_first_chunk::<FRONT>()
            .ok_or(RecordError::Torn)?;
        let compact = front.first_chunk().ok_or(RecordError::Torn)?;
        let start = Compact::from_bytes(compact).map_err(RecordError::Start)?;
        let start = start.to_position();
        let result = match front[33] {
            0 => GameResult::BlackWins,
            1 => GameResult::Draw,
            2 => GameResult::WhiteWins,
            other => return Err(RecordError::Result(other)),
        };
        let game = StoredGame {
            start,
            opening_plies: front[32],
            result,
            plies: read_plies(start, rest)?,
        };
        Ok((game, length))
    }

    /// The plies with the positions before them.
    pub fn positions(&self) -> impl Iterator<Item = (Position, Ply)> {
        let mut position = self.start;
        self.plies.iter().map(move |&ply| {
            let before = position;
            position = position.play_unchecked(ply.m);
            (before, ply)
        })
    }
}

/// The record without its checksum, if that matches, and the length of the whole record.
fn checked(bytes: &[u8], number: u64) -> Result<(&[u8], usize), RecordError> {
    let plies = bytes
        .get(FRONT - 2..)
        .and_then(<[u8]>::first_chunk)
        .ok_or(RecordError::Torn)?;
    let sum_at = FRONT + PLY * usize::from(u16::from_le_bytes(*plies));
    let sum = bytes
        .get(sum_at..)
        .and_then(<[u8]>::first_chunk)
        .ok_or(RecordError::Torn)?;
    let record = &bytes[..sum_at];
    let (expected, found) = (u32::from_le_bytes(*sum), sum_of(number, record));
    if found != expected {
        return Err(RecordError::Checksum { expected, found });
    }
    Ok((record, sum_at + CHECKSUM))
}

/// The checksum over the number and the bytes of a record.
fn sum_of(number: u64, record: &[u8]) -> u32 {
    crc32(&[&number.to_le_bytes(), record])
}

fn read_plies(start: Position, bytes: &[u8]) -> Result<Vec<Ply>, RecordError> {
    let mut position = start;
    let mut plies = Vec::with_capacity(bytes.len() / PLY);
    for (index, ply) in bytes.chunks_exact(PLY).enumerate() {
        let bits = u16::from_le_bytes([ply[0], ply[1]]);
        let score = i16::from_le_bytes([ply[2], ply[3]]);
        let ply = index + 1;
        let m = Move::from_bits(bits).ok_or(RecordError::Move { ply, bits })?;
        position = position
            .play(m)
            .map_err(|error| RecordError::Illegal { ply, error })?;
        plies.push(Ply { m, score });
    }
    Ok(plies)
}
