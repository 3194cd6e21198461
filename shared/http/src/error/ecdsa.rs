//! Errors of secp256k1 keys and signatures.

use super::{ApiError, ErrorCode, explained};
use wallet_core::ecdsa::{PublicKeyError, SignatureError};

impl From<PublicKeyError> for ApiError {
    fn from(error: PublicKeyError) -> Self {
        match error {
            PublicKeyError::NotHex | PublicKeyError::WrongForm | PublicKeyError::NotOnCurve => {
                explained(ErrorCode::InvalidPublicKey, error)
            }
        }
    }
}

impl From<SignatureError> for ApiError {
    fn from(error: SignatureError) -> Self {
        match error {
            SignatureError::NotHex { part } => explained(ErrorCode::InvalidSignature, error).at(part),
            SignatureError::OutOfRange => explained(ErrorCode::InvalidSignature, error),
        }
    }
}
