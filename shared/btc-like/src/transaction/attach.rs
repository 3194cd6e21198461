//! Attachment of the signatures of a payment.

use crate::transaction::signature::{OwnerSignature, SignatureNumbers, Unlocking};
use crate::transaction::signed::SignedTransaction;
use crate::transaction::unsigned::UnsignedTransaction;
use wallet_core::ecdsa::SignatureError;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// Signature for an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputSignature {
    /// The index of the input.
    pub input_index: u32,
    /// The signature over the sighash of that input.
    pub signature: SignatureNumbers,
}

/// Error of [`UnsignedTransaction::attach`]. `at` is the index in the given list of signatures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AttachError {
    /// An input without a signature.
    #[error("missing signature for input {input}")]
    Missing {
        /// The index of the input.
        input: usize,
    },
    /// A signature with an input index out of range.
    #[error("inputIndex is out of range")]
    Surplus {
        /// The index of the signature.
        at: usize,
    },
    /// A second signature for the same input.
    #[error("duplicate signature for the same input")]
    Repeated {
        /// The index of the second signature.
        at: usize,
    },
    /// A number of an ECDSA signature is out of range.
    #[error("{source}")]
    OutOfRange {
        /// The index of the signature.
        at: usize,
        /// The error of the numbers.
        source: SignatureError,
    },
    /// The signature is invalid for the key and the hash.
    #[error("the signature is invalid for the public key and the hash of its input")]
    Invalid {
        /// The index of the signature.
        at: usize,
    },
}

impl CodedError for AttachError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Missing { .. } => ErrorInfo::describe(ErrorCode::InvalidRequest, self),
            Self::Surplus { at } | Self::Repeated { at } => {
                ErrorInfo::describe(ErrorCode::InvalidRequest, self).at(format!("[{at}].inputIndex"))
            }
            Self::OutOfRange { at, source } => source.info().at(format!("[{at}].signature")),
            Self::Invalid { at } => ErrorInfo::describe(ErrorCode::InvalidSignature, self).at(format!("[{at}]")),
        }
    }
}

impl UnsignedTransaction {
    /// Verifies a signature per input, in any order, and completes the transaction.
    pub fn attach(self, signatures: &[InputSignature]) -> Result<SignedTransaction, AttachError> {
        let hashes = self.sighashes();
        let mut by_input = vec![None; hashes.len()];
        for (at, (index, signature)) in self.read(signatures)?.into_iter().enumerate() {
            let (owner, hash) = (&self.inputs[index].owner, hashes[index]);
            if by_input[index].is_some() {
                return Err(AttachError::Repeated { at });
            }
            let verified = Unlocking::verify(owner, hash, signature);
            by_input[index] = Some(verified.ok_or(AttachError::Invalid { at })?);
        }
        let mut transaction = self.transaction;
        for (index, (input, unlocking)) in transaction.input.iter_mut().zip(by_input).enumerate() {
            unlocking.ok_or(AttachError::Missing { input: index })?.write_to(input);
        }
        Ok(SignedTransaction::complete(transaction))
    }

    /// Returns the index of the input and the algorithm of each signature.
    fn read(&self, signatures: &[InputSignature]) -> Result<Vec<(usize, OwnerSignature)>, AttachError> {
        let read = |(at, item): (usize, &InputSignature)| {
            let index = usize::try_from(item.input_index).unwrap_or(usize::MAX);
            let input = self.inputs.get(index).ok_or(AttachError::Surplus { at })?;
            let signature = OwnerSignature::read(&input.owner, item.signature);
            Ok((
                index,
                signature.map_err(|source| AttachError::OutOfRange { at, source })?,
            ))
        };
        signatures.iter().enumerate().map(read).collect()
    }
}
