//! Additional signers of an account besides the master key.

use std::fmt;
use std::str::FromStr;
use stellar_strkey::{HashX, PreAuthTx, Strkey, ed25519};
use stellar_xdr as xdr;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};
use wallet_core::model::parse_hex;

/// The key of a signer, which determines the required proof.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SignerKey {
    /// Signatures by this Ed25519 key.
    Ed25519([u8; 32]),
    /// Pre-authorization of the transaction with this hash.
    PreAuthTx([u8; 32]),
    /// The preimage of this SHA-256 hash.
    HashX([u8; 32]),
    /// A signature by this key over this payload (CAP-40).
    SignedPayload {
        /// The Ed25519 key.
        key: [u8; 32],
        /// The signed payload: 1 to 64 bytes.
        payload: xdr::BytesM<64>,
    },
}

/// The kind of a signer.
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

/// Reasons why a string is not a valid signer of the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignerKeyError {
    /// The string is not a public key.
    #[error("signer of this kind must be the strkey of a public key, which starts with G")]
    Ed25519,
    /// The string is not a hash.
    #[error("pre-authorized transaction must be 64 hex digits of its hash, or a strkey that starts with T")]
    PreAuthTx,
    /// The string is not a hash.
    #[error("hash of a signing preimage must be 64 hex digits, or a strkey that starts with X")]
    HashX,
    /// The string is not a signed payload.
    #[error("signed payload must be a strkey that starts with P, with a payload of 1 to 64 bytes")]
    SignedPayload,
}

impl CodedError for SignerKeyError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Ed25519 => ErrorInfo::describe(ErrorCode::InvalidPublicKey, self),
            Self::PreAuthTx | Self::HashX | Self::SignedPayload => ErrorInfo::describe(ErrorCode::InvalidRequest, self),
        }
    }
}

impl SignerKind {
    /// Returns the name of the kind, the field in a `setOptions` operation.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ed25519 => "ed25519PublicKey",
            Self::HashX => "sha256Hash",
            Self::PreAuthTx => "preAuthTx",
            Self::SignedPayload => "ed25519SignedPayload",
        }
    }

    /// Parses a signer of this kind.
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

    /// Parses the strkey of a signer of any kind, the form shown by Horizon.
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
    /// Formats the signer as a strkey.
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
    /// Returns the kind of the signer.
    pub const fn kind(&self) -> SignerKind {
        match self {
            Self::Ed25519(_) => SignerKind::Ed25519,
            Self::PreAuthTx(_) => SignerKind::PreAuthTx,
            Self::HashX(_) => SignerKind::HashX,
            Self::SignedPayload { .. } => SignerKind::SignedPayload,
        }
    }

    pub(crate) fn to_xdr(&self) -> xdr::SignerKey {
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

    pub(crate) fn from_xdr(key: &xdr::SignerKey) -> Self {
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
