//! ECDSA signatures from requests, and public key recovery.

use crate::chain::params::Params;
use crate::value::{Amount, Hash, PublicKey};
use secp256k1::ecdsa::{self, RecoverableSignature, RecoveryId};
use secp256k1::{Message, Secp256k1};
use wallet_core::ecdsa::{SignatureError, parse_signature, signature_from_numbers};
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// Parity of y of the signature's point R, which selects between two points with the same x coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parity {
    /// Recovery id 0.
    Even,
    /// Recovery id 1.
    Odd,
}

/// Error of determining a parity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParityError {
    /// Neither 0 nor 1. The recovery ids 2 and 3 exist, but transactions cannot encode them.
    #[error("recovery must be 0 or 1")]
    Recovery,
    /// A different number, possibly the v of a different chain.
    #[error("v must be 0 or 1, 27 or 28, or for this chain {even} or {odd} (EIP-155)")]
    V {
        /// The EIP-155 v of an even y.
        even: u64,
        /// The EIP-155 v of an odd y.
        odd: u64,
    },
    /// Both are present and contradictory.
    #[error("recovery and v contradict each other")]
    Conflict,
}

impl CodedError for ParityError {
    fn info(&self) -> ErrorInfo {
        let info = ErrorInfo::describe(ErrorCode::InvalidSignature, self);
        match self {
            Self::Recovery => info.at("recovery"),
            Self::V { .. } | Self::Conflict => info.at("v"),
        }
    }
}

/// Error of attaching a signature to a transaction or a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AttachError {
    /// The signature is invalid for the key and the hash.
    #[error("the signature is invalid for the public key and the signed hash")]
    Invalid,
    /// The signature is valid, but requires the opposite parity.
    #[error("the signature is valid, but its recovery or v is not: use the other parity")]
    OtherParity,
}

impl CodedError for AttachError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Invalid | Self::OtherParity => ErrorInfo::describe(ErrorCode::InvalidSignature, self),
        }
    }
}

impl Parity {
    /// Returns the parity encoded in a signature's `recovery` or `v`, or `None` if both are absent.
    ///
    /// `v` may be the recovery id, the recovery id plus 27, or the EIP-155 v of this chain.
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

    /// Returns the parity with this recovery id.
    pub(crate) const fn from_id(id: u64) -> Option<Self> {
        match id {
            0 => Some(Self::Even),
            1 => Some(Self::Odd),
            _ => None,
        }
    }

    /// Returns the recovery id, 0 or 1.
    pub const fn id(self) -> u64 {
        match self {
            Self::Even => 0,
            Self::Odd => 1,
        }
    }

    /// Returns the `v` of a legacy transaction on the chain with this id (EIP-155:
    /// <https://eips.ethereum.org/EIPS/eip-155>).
    pub(crate) const fn eip155_v(self, chain_id: u64) -> u64 {
        chain_id * 2 + 35 + self.id()
    }

    const fn other(self) -> Self {
        match self {
            Self::Even => Self::Odd,
            Self::Odd => Self::Even,
        }
    }
}

/// ECDSA signature over secp256k1 with a low s (EIP-2), and a flag for an originally high s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    low: ecdsa::Signature,
    was_high: bool,
}

impl Signature {
    /// Parses two numbers in hex, with or without `0x`, in either case, with or without leading zeros.
    /// A high s is normalised to the low s, which is equally valid with the opposite parity.
    pub fn parse(r: &str, s: &str) -> Result<Self, SignatureError> {
        let original = parse_signature(r, s)?;
        let mut low = original;
        low.normalize_s();
        Ok(Self {
            low,
            was_high: low != original,
        })
    }

    /// Returns the signature with the parity that recovers to this key, if any. The given parity is tested first.
    pub(crate) fn verify(
        &self,
        hash: Hash,
        key: &PublicKey,
        parity: Option<Parity>,
    ) -> Result<SignatureWithParity, AttachError> {
        let order = match parity {
            Some(Parity::Odd) => [Parity::Odd, Parity::Even],
            Some(Parity::Even) | None => [Parity::Even, Parity::Odd],
        };
        let recovered = order
            .map(|parity| (parity, self.with_parity(parity)))
            .into_iter()
            .find(|(_, signature)| signature.recover(hash).as_ref() == Some(key));
        match (recovered, parity) {
            (None, _) => Err(AttachError::Invalid),
            (Some((actual, _)), Some(given)) if actual != given => Err(AttachError::OtherParity),
            (Some((_, signature)), _) => Ok(signature),
        }
    }

    /// Combines the signature with the parity supplied for the original form.
    pub(crate) fn with_parity(self, original: Parity) -> SignatureWithParity {
        let parity = if self.was_high { original.other() } else { original };
        SignatureWithParity {
            signature: self.low,
            parity,
        }
    }
}

/// Signature with a low s and the parity, as in a transaction, with a recoverable public key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SignatureWithParity {
    signature: ecdsa::Signature,
    parity: Parity,
}

impl SignatureWithParity {
    /// Creates a signature from numbers; returns `None` if a number is out of range or s is high.
    pub(crate) fn from_numbers(r: Amount, s: Amount, parity: Parity) -> Option<Self> {
        let signature = signature_from_numbers(r.to_be_bytes(), s.to_be_bytes())?;
        let mut low = signature;
        low.normalize_s();
        (low == signature).then_some(Self { signature, parity })
    }

    /// Recovers the public key that signed the hash, or returns `None` if no key exists.
    pub(crate) fn recover(&self, Hash(hash): Hash) -> Option<PublicKey> {
        let id = RecoveryId::from_i32(match self.parity {
            Parity::Even => 0,
            Parity::Odd => 1,
        })
        .ok()?;
        let signature = RecoverableSignature::from_compact(&self.signature.serialize_compact(), id).ok()?;
        let key = Secp256k1::verification_only().recover_ecdsa(&Message::from_digest(hash), &signature);
        key.ok().map(PublicKey::recovered)
    }

    /// Returns the parity of the point's y.
    pub(crate) const fn parity(&self) -> Parity {
        self.parity
    }

    /// Returns the numbers r and s.
    pub(crate) fn numbers(&self) -> [Amount; 2] {
        let compact = self.signature.serialize_compact();
        let (r, s) = compact.split_at(32);
        [r, s].map(|number| Amount(number.into()))
    }
}
