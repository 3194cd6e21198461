//! Who may sign for an account beside its own key.

use std::fmt;
use std::str::FromStr;
use stellar_strkey::{HashX, PreAuthTx, Strkey, ed25519};
use stellar_xdr as xdr;
use wallet_core::model::parse_hex;

/// What a signer shows so that its weight counts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SignerKey {
    /// A signature of this Ed25519 key.
    Ed25519([u8; 32]),
    /// The transaction with this hash is authorized beforehand.
    PreAuthTx([u8; 32]),
    /// The preimage of this SHA-256 hash.
    HashX([u8; 32]),
    /// A signature of this key over this payload (CAP-40).
    SignedPayload {
        /// The Ed25519 key.
        key: [u8; 32],
        /// What it signs: 1 to 64 bytes.
        payload: xdr::BytesM<64>,
    },
}

/// Which of the four kinds a signer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignerKind {
    /// `G…`
    Ed25519,
    /// `T…`, or 64 hex digits.
    PreAuthTx,
    /// `X…`, or 64 hex digits.
    HashX,
    /// `P…`
    SignedPayload,
}

/// The text is no signer of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignerKeyError {
    /// Not an account.
    #[error("a signer of this kind is the strkey of a key, which begins with G")]
    Ed25519,
    /// Not a hash.
    #[error("a transaction signed beforehand is 64 hex digits of its hash, or a strkey that begins with T")]
    PreAuthTx,
    /// Not a hash.
    #[error("a hash whose preimage signs is 64 hex digits, or a strkey that begins with X")]
    HashX,
    /// Not a payload.
    #[error("a signed payload is a strkey that begins with P, of 1 to 64 bytes")]
    SignedPayload,
}

impl SignerKind {
    /// Reads a signer of this kind.
    pub fn parse(self, text: &str) -> Result<SignerKey, SignerKeyError> {
        let strkey = Strkey::from_string(text).ok();
        match (self, strkey) {
            (Self::Ed25519, Some(Strkey::PublicKeyEd25519(key))) => Ok(SignerKey::Ed25519(key.0)),
            (Self::Ed25519, _) => Err(SignerKeyError::Ed25519),
            (Self::PreAuthTx, Some(Strkey::PreAuthTx(hash))) => Ok(SignerKey::PreAuthTx(hash.0)),
            (Self::PreAuthTx, _) => hash(text).map(SignerKey::PreAuthTx).ok_or(SignerKeyError::PreAuthTx),
            (Self::HashX, Some(Strkey::HashX(hash))) => Ok(SignerKey::HashX(hash.0)),
            (Self::HashX, _) => hash(text).map(SignerKey::HashX).ok_or(SignerKeyError::HashX),
            (Self::SignedPayload, Some(Strkey::SignedPayloadEd25519(signer))) if !signer.payload().is_empty() => {
                let payload = signer.payload().try_into();
                Ok(SignerKey::SignedPayload {
                    key: *signer.ed25519(),
                    payload: payload.map_err(|_| SignerKeyError::SignedPayload)?,
                })
            }
            (Self::SignedPayload, _) => Err(SignerKeyError::SignedPayload),
        }
    }
}

fn hash(text: &str) -> Option<[u8; 32]> {
    parse_hex(text).ok()?.try_into().ok()
}

impl FromStr for SignerKey {
    type Err = SignerKeyError;

    /// Reads the strkey of a signer of any kind, as Horizon shows it.
    fn from_str(text: &str) -> Result<Self, SignerKeyError> {
        let kind = match text.as_bytes().first() {
            Some(b'T') => SignerKind::PreAuthTx,
            Some(b'X') => SignerKind::HashX,
            Some(b'P') => SignerKind::SignedPayload,
            _ => SignerKind::Ed25519,
        };
        kind.parse(text)
    }
}

impl fmt::Display for SignerKey {
    /// The strkey.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ed25519(key) => f.write_str(&ed25519::PublicKey(*key).to_string()),
            Self::PreAuthTx(hash) => f.write_str(&PreAuthTx(*hash).to_string()),
            Self::HashX(hash) => f.write_str(&HashX(*hash).to_string()),
            Self::SignedPayload { key, payload } => {
                let signer = ed25519::SignedPayload::new(*key, payload.as_slice()).map_err(|_| fmt::Error)?;
                f.write_str(&signer.to_string())
            }
        }
    }
}

impl SignerKey {
    /// Its kind.
    pub const fn kind(&self) -> SignerKind {
        match self {
            Self::Ed25519(_) => SignerKind::Ed25519,
            Self::PreAuthTx(_) => SignerKind::PreAuthTx,
            Self::HashX(_) => SignerKind::HashX,
            Self::SignedPayload { .. } => SignerKind::SignedPayload,
        }
    }

    pub(super) fn to_xdr(&self) -> xdr::SignerKey {
        match self {
            Self::Ed25519(key) => xdr::SignerKey::Ed25519(xdr::Uint256(*key)),
            Self::PreAuthTx(hash) => xdr::SignerKey::PreAuthTx(xdr::Uint256(*hash)),
            Self::HashX(hash) => xdr::SignerKey::HashX(xdr::Uint256(*hash)),
            Self::SignedPayload { key, payload } => {
                xdr::SignerKey::Ed25519SignedPayload(xdr::SignerKeyEd25519SignedPayload {
                    ed25519: xdr::Uint256(*key),
                    payload: payload.clone(),
                })
            }
        }
    }

    pub(super) fn from_xdr(key: &xdr::SignerKey) -> Self {
        match key {
            xdr::SignerKey::Ed25519(key) => Self::Ed25519(key.0),
            xdr::SignerKey::PreAuthTx(hash) => Self::PreAuthTx(hash.0),
            xdr::SignerKey::HashX(hash) => Self::HashX(hash.0),
            xdr::SignerKey::Ed25519SignedPayload(signer) => Self::SignedPayload {
                key: signer.ed25519.0,
                payload: signer.payload.clone(),
            },
        }
    }
}
