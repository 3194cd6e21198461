//! The origin of a payment request: a domain, and the signature of its key over the URI (SEP-7, "Request Signing").

use crate::transaction::signature::{PublicKey, Signature};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};
use wallet_core::name::is_domain;

/// Start of the signed bytes: 35 zeros, a four, and the name of the scheme.
const PAYLOAD_START: [&[u8]; 3] = [&[0; 35], &[4], b"stellar.sep.7 - URI Scheme"];

/// The last parameter of a signed URI.
const SIGNATURE: &str = "&signature=";

/// The domain of a signed request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The domain that the request states.
    pub domain: String,
    /// True if the given key of the domain has signed the URI.
    pub is_verified: bool,
}

/// Reasons why an origin is not proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OriginError {
    /// A domain without a signature, or a signature without a domain.
    #[error("a URI must have both origin_domain and signature, or neither")]
    Incomplete,
    /// The domain is not a fully qualified domain name.
    #[error("the parameter origin_domain must be a fully qualified domain name")]
    Domain,
    /// The signature is not the last parameter, or not 64 bytes in base64.
    #[error("the parameter signature must be the last one and the base64 of 64 bytes")]
    Form,
    /// The signature is not by the key over the URI.
    #[error("the signature is not by signingKey over this URI: the request may have been changed")]
    Invalid,
    /// A key for a URI without a signature.
    #[error("signingKey requires a URI with origin_domain and signature")]
    Unsigned,
}

impl CodedError for OriginError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Incomplete | Self::Domain | Self::Unsigned => ErrorInfo::describe(ErrorCode::InvalidRequest, self),
            Self::Form | Self::Invalid => ErrorInfo::describe(ErrorCode::InvalidSignature, self),
        }
    }
}

impl Origin {
    /// Reads the origin of a URI with these parameters. The signature is verified only with the key of the domain.
    pub(super) fn read(
        uri: &str,
        domain: Option<String>,
        signature: Option<String>,
        key: Option<&PublicKey>,
    ) -> Result<Option<Self>, OriginError> {
        let (domain, signature) = match (domain, signature) {
            (Some(domain), Some(signature)) => (domain, signature),
            (None, None) if key.is_some() => return Err(OriginError::Unsigned),
            (None, None) => return Ok(None),
            _ => return Err(OriginError::Incomplete),
        };
        if !is_domain(&domain) {
            return Err(OriginError::Domain);
        }
        let bytes = STANDARD.decode(&signature).map_err(|_| OriginError::Form)?;
        let signature = Signature::from_slice(&bytes).ok_or(OriginError::Form)?;
        let (signed, last) = uri.rsplit_once(SIGNATURE).ok_or(OriginError::Form)?;
        if last.contains('&') {
            return Err(OriginError::Form);
        }
        let payload = [&PAYLOAD_START.concat(), signed.as_bytes()].concat();
        match key.map(|key| key.verifies(&payload, &signature)) {
            Some(false) => Err(OriginError::Invalid),
            verified => Ok(Some(Self {
                domain,
                is_verified: verified.is_some(),
            })),
        }
    }
}
