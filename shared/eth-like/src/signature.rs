//! ECDSA signatures as callers send them, and the public key that they recover to.

use super::amount::Amount;
use super::hash::Hash;
use super::params::Params;
use super::public_key::PublicKey;
use secp256k1::ecdsa::{self, RecoverableSignature, RecoveryId};
use secp256k1::{Message, Secp256k1};
use wallet_core::ecdsa::{SignatureError, parse_signature, signature_from_numbers};

/// Which of the two points with the x coordinate r was meant: the one whose y is even or the one whose y is odd.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parity {
    /// Recovery id 0.
    Even,
    /// Recovery id 1.
    Odd,
}

/// Why numbers tell no parity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParityError {
    /// Neither 0 nor 1. The recovery ids 2 and 3 exist, but no transaction can hold them.
    #[error("a recovery id is 0 or 1")]
    Recovery,
    /// Another number, perhaps that of another chain.
    #[error("v is 0 or 1, 27 or 28, or for this chain {even} or {odd} (EIP-155)")]
    V {
        /// What EIP-155 makes of an even y.
        even: u64,
        /// What EIP-155 makes of an odd y.
        odd: u64,
    },
    /// Both are given and tell different things.
    #[error("recovery and v tell different parities")]
    Conflict,
}

impl Parity {
    /// The parity that a signature's `recovery` or `v` tells; `None` where neither is given.
    ///
    /// `v` may be the recovery id itself, that plus 27, or what EIP-155 makes of it on this chain.
    pub fn of(params: Params, recovery: Option<u64>, v: Option<u64>) -> Result<Option<Self>, ParityError> {
        let recovery = recovery.map(Self::from_recovery).transpose()?;
        let v = v.map(|v| Self::from_v(params, v)).transpose()?;
        match (recovery, v) {
            (Some(recovery), Some(v)) if recovery != v => Err(ParityError::Conflict),
            (recovery, v) => Ok(recovery.or(v)),
        }
    }

    fn from_recovery(recovery: u64) -> Result<Self, ParityError> {
        Self::from_id(recovery).ok_or(ParityError::Recovery)
    }

    fn from_v(params: Params, v: u64) -> Result<Self, ParityError> {
        let even = Self::Even.eip155_v(params.chain_id());
        let ids = [v.checked_sub(27), v.checked_sub(even), Some(v)];
        let parity = ids.into_iter().flatten().find_map(Self::from_id);
        parity.ok_or(ParityError::V { even, odd: even + 1 })
    }

    /// The parity with this recovery id.
    pub(super) const fn from_id(id: u64) -> Option<Self> {
        match id {
            0 => Some(Self::Even),
            1 => Some(Self::Odd),
            _ => None,
        }
    }

    /// 0 or 1.
    pub const fn id(self) -> u64 {
        match self {
            Self::Even => 0,
            Self::Odd => 1,
        }
    }

    /// The `v` of a legacy transaction on the chain with this id
    /// (EIP-155: <https://eips.ethereum.org/EIPS/eip-155>).
    pub(super) const fn eip155_v(self, chain_id: u64) -> u64 {
        chain_id * 2 + 35 + self.id()
    }

    const fn other(self) -> Self {
        match self {
            Self::Even => Self::Odd,
            Self::Odd => Self::Even,
        }
    }
}

/// An ECDSA signature over secp256k1 with a low s (EIP-2), and whether s was the high one as it was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    low: ecdsa::Signature,
    was_high: bool,
}

impl Signature {
    /// Reads two numbers in hex, with or without `0x`, in either case, with or without leading zeros.
    /// A high s is turned into the low one, which is as valid with the other parity.
    pub fn parse(r: &str, s: &str) -> Result<Self, SignatureError> {
        let given = parse_signature(r, s)?;
        let mut low = given;
        low.normalize_s();
        Ok(Self {
            low,
            was_high: low != given,
        })
    }

    /// With the parity that was told for it as it was given.
    pub(super) fn with_parity(self, given: Parity) -> SignatureWithParity {
        let parity = if self.was_high { given.other() } else { given };
        SignatureWithParity {
            signature: self.low,
            parity,
        }
    }
}

/// A signature with a low s as a transaction holds it: with the parity, so that its key can be recovered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SignatureWithParity {
    signature: ecdsa::Signature,
    parity: Parity,
}

impl SignatureWithParity {
    /// The signature of these numbers; `None` where one is out of range or s is the high one.
    pub(super) fn from_numbers(r: Amount, s: Amount, parity: Parity) -> Option<Self> {
        let signature = signature_from_numbers(r.to_be_bytes(), s.to_be_bytes())?;
        let mut low = signature;
        low.normalize_s();
        (low == signature).then_some(Self { signature, parity })
    }

    /// The key that made this signature over the hash; `None` where no key can have.
    pub(super) fn recover(&self, Hash(hash): Hash) -> Option<PublicKey> {
        let id = RecoveryId::from_i32(match self.parity {
            Parity::Even => 0,
            Parity::Odd => 1,
        })
        .ok()?;
        let signature = RecoverableSignature::from_compact(&self.signature.serialize_compact(), id).ok()?;
        let key = Secp256k1::verification_only().recover_ecdsa(&Message::from_digest(hash), &signature);
        key.ok().map(PublicKey::recovered)
    }

    /// Whether the point's y is even or odd.
    pub(super) const fn parity(&self) -> Parity {
        self.parity
    }

    /// The numbers r and s.
    pub(super) fn numbers(&self) -> [Amount; 2] {
        let compact = self.signature.serialize_compact();
        let (r, s) = compact.split_at(32);
        [r, s].map(|number| Amount(number.into()))
    }
}
