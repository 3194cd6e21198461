//! Fields of a transaction besides its inputs and outputs.

use super::input::Inputs;
use super::params::Params;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// Sequence number that disables the lock time if all inputs have it.
const FINAL: u32 = 0xffff_ffff;
/// Highest sequence number with which the lock time is effective.
const ENFORCES_LOCK_TIME: u32 = 0xffff_fffe;

/// Version of transactions, unless another is requested.
const DEFAULT_VERSION: u8 = 2;

/// Error of [`Terms::new`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TermsError {
    /// A version that nodes do not relay.
    #[error("version must be 1 or 2")]
    Version,
    /// A lock time without effect.
    #[error("a sequence number below 4294967295 is required for the lock time to have an effect")]
    IneffectiveLockTime,
}

impl CodedError for TermsError {
    fn info(&self) -> ErrorInfo {
        let error_at = |field: &'static str| ErrorInfo::describe(ErrorCode::InvalidRequest, self).at(field);
        match self {
            Self::Version => error_at("version"),
            Self::IneffectiveLockTime => error_at("sequence"),
        }
    }
}

/// Version, lock time, and the sequence number of the inputs that have no other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    pub(super) version: u8,
    pub(super) lock_time: u32,
    pub(super) sequence: u32,
}

impl Terms {
    /// Returns the terms of an ordinary payment: version 2, no lock time, the chain's sequence number.
    pub const fn ordinary(params: &Params) -> Self {
        Self {
            version: DEFAULT_VERSION,
            lock_time: 0,
            sequence: params.sequence,
        }
    }

    /// Validates requested values. Without a sequence number, it is that of the chain, lowered if it would disable the
    /// lock time. A lock time has an effect if the sequence number of any input permits it.
    pub fn new(
        params: &Params,
        version: Option<u8>,
        lock_time: Option<u32>,
        sequence: Option<u32>,
        inputs: &Inputs,
    ) -> Result<Self, TermsError> {
        let ordinary = Self::ordinary(params);
        let version = version.unwrap_or(ordinary.version);
        if !(1..=2).contains(&version) {
            return Err(TermsError::Version);
        }
        let lock_time = lock_time.unwrap_or(0);
        let default = match lock_time {
            0 => ordinary.sequence,
            _ => ordinary.sequence.min(ENFORCES_LOCK_TIME),
        };
        let sequence = sequence.unwrap_or(default);
        let mut sequences = inputs.as_slice().iter().map(|input| input.sequence.unwrap_or(sequence));
        if lock_time > 0 && sequences.all(|sequence| sequence == FINAL) {
            return Err(TermsError::IneffectiveLockTime);
        }
        Ok(Self {
            version,
            lock_time,
            sequence,
        })
    }
}
