//! Signed and decoded transactions, and their status.

use crate::account::erc20::{self, TokenCall};
use crate::chain::params::Params;
use crate::transaction::UnsignedTransaction;
use crate::transaction::decoding::{TransactionError, decode, legacy_parity};
use crate::transaction::fields::{AccessListItem, Bounds, BoundsError, GasPrice, TransactionFields};
use crate::transaction::signature::{AttachError, Parity, Signature, SignatureWithParity};
use crate::value::{Address, Amount, Hash, PublicKey};
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

impl CodedError for TransactionError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::NotHex
            | Self::TooLarge { .. }
            | Self::Malformed
            | Self::UnsupportedType { .. }
            | Self::Unprotected
            | Self::OtherChain { .. }
            | Self::Unsigned => ErrorInfo::describe(ErrorCode::InvalidTransaction, self),
            Self::Signature => ErrorInfo::describe(ErrorCode::InvalidSignature, self),
            Self::Bounds(bounds) => out_of_bounds(*bounds),
        }
    }
}

/// Returns the bounds error of a finished transaction, which has no request fields to name.
fn out_of_bounds(error: BoundsError) -> ErrorInfo {
    match error {
        BoundsError::FeeTooHigh { maximum } => {
            ErrorInfo::describe(ErrorCode::FeeTooHigh, error).amount("maximum", maximum)
        }
        BoundsError::GasLimit { .. }
        | BoundsError::NoFeeMarket
        | BoundsError::TipAboveMaxFee
        | BoundsError::ZeroPrice { .. }
        | BoundsError::Nonce { .. }
        | BoundsError::DataTooLong { .. }
        | BoundsError::EmptyDeployment
        | BoundsError::IntrinsicGas { .. } => ErrorInfo::describe(ErrorCode::InvalidTransaction, error),
    }
}

/// The numbers of a signature as nodes report them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SignatureParts {
    /// The number r.
    pub r: Amount,
    /// The number s.
    pub s: Amount,
    /// The parity, or `v` of a legacy transaction (EIP-155).
    pub v: Amount,
}

/// A transaction with a recovered sender, bound to a chain (EIP-155).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedTransaction {
    unsigned: UnsignedTransaction,
    bytes: Vec<u8>,
    sender: Address,
}

impl SignedTransaction {
    /// Combines a transaction with the signature of this sender.
    pub(crate) fn complete(unsigned: UnsignedTransaction, signature: SignatureWithParity, sender: Address) -> Self {
        let bytes = unsigned.encode(Some(&signature));
        Self {
            unsigned,
            bytes,
            sender,
        }
    }

    /// Parses hex, with or without `0x`. Rejects transactions that no node of this chain would accept,
    /// transactions of different chains, and transactions outside the bounds of this service.
    pub fn parse(params: Params, text: &str) -> Result<Self, TransactionError> {
        let (unsigned, signature) = decode(params, text, Bounds::Service)?;
        let signature = signature.ok_or(TransactionError::Unsigned)?;
        Self::recover(unsigned, signature)
    }

    /// Combines the fields of a transaction with the signature. The bounds are those of [`Self::parse`].
    pub fn from_parts(
        fields: TransactionFields,
        access_list: Vec<AccessListItem>,
        SignatureParts { r, s, v }: SignatureParts,
    ) -> Result<Self, TransactionError> {
        let parity = match fields.price {
            GasPrice::Legacy { .. } => legacy_parity(fields.params, v.0)?,
            GasPrice::FeeMarket { .. } => {
                let parity = v.as_u64().and_then(Parity::from_id);
                parity.ok_or(TransactionError::Signature)?
            }
        };
        let signature = SignatureWithParity::from_numbers(r, s, parity).ok_or(TransactionError::Signature)?;
        Self::recover(
            UnsignedTransaction::new(fields, access_list, Bounds::Service)?,
            signature,
        )
    }

    pub(crate) fn recover(
        unsigned: UnsignedTransaction,
        signature: SignatureWithParity,
    ) -> Result<Self, TransactionError> {
        let key = signature
            .recover(unsigned.sighash())
            .ok_or(TransactionError::Signature)?;
        Ok(Self::complete(unsigned, signature, key.address()))
    }

    /// Returns the encoding for broadcast: RLP, prefixed by the type of a typed transaction (EIP-2718).
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the encoding in hex with `0x`.
    pub fn to_hex(&self) -> String {
        format!("0x{}", hex::encode(&self.bytes))
    }

    /// Returns the transaction hash.
    pub fn hash(&self) -> Hash {
        Hash::of(&self.bytes)
    }

    /// Returns the signer.
    pub const fn sender(&self) -> Address {
        self.sender
    }

    /// Returns the nonce: the number of preceding transactions of the sender.
    pub const fn nonce(&self) -> u64 {
        self.fields().nonce
    }

    /// Returns the transaction fields.
    pub const fn fields(&self) -> &TransactionFields {
        self.unsigned.fields()
    }

    /// Returns the unsigned transaction.
    pub const fn unsigned(&self) -> &UnsignedTransaction {
        &self.unsigned
    }
}

impl UnsignedTransaction {
    /// Completes the transaction with a signature that recovers to this key. The given parity is tested first.
    pub fn attach(
        self,
        key: &PublicKey,
        signature: &Signature,
        parity: Option<Parity>,
    ) -> Result<SignedTransaction, AttachError> {
        let verified = signature.verify(self.sighash(), key, parity)?;
        Ok(SignedTransaction::complete(self, verified, key.address()))
    }
}

/// A transaction, signed or unsigned, decoded from bytes alone
/// (docs/decisions/evm-payments.md#parse-of-evm-transactions).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DecodedTransaction {
    /// The unsigned form, as hashed for signing.
    Unsigned(UnsignedTransaction),
    /// The signed form, as broadcast.
    Signed(SignedTransaction),
}

impl DecodedTransaction {
    /// Parses hex, with or without `0x`. A signed transaction may be in a block: only the rules of the chain apply
    /// then. An unsigned one has the bounds of built transactions.
    pub fn parse(params: Params, text: &str) -> Result<Self, TransactionError> {
        match decode(params, text, Bounds::Chain)? {
            (unsigned, None) => Ok(Self::Unsigned(unsigned)),
            (unsigned, Some(signature)) => SignedTransaction::recover(unsigned, signature).map(Self::Signed),
        }
    }

    /// Returns true if the transaction has a signature.
    pub const fn is_signed(&self) -> bool {
        matches!(self, Self::Signed(_))
    }

    /// Returns the transaction hash if the transaction is signed.
    pub fn hash(&self) -> Option<Hash> {
        self.signed().map(SignedTransaction::hash)
    }

    /// Returns the signer.
    pub fn from(&self) -> Option<Address> {
        self.signed().map(SignedTransaction::sender)
    }

    /// Returns the address of the deployed contract if the transaction is signed and deploys one.
    pub fn deployed(&self) -> Option<Address> {
        let deploys = self.fields().to.is_none();
        self.from()
            .filter(|_| deploys)
            .map(|sender| sender.deployed(self.fields().nonce))
    }

    /// Returns the transaction fields.
    pub const fn fields(&self) -> &TransactionFields {
        self.unsigned().fields()
    }

    /// Returns the access list.
    pub fn access_list(&self) -> &[AccessListItem] {
        self.unsigned().access_list()
    }

    /// Returns the maximum fee in wei, without the value. On a rollup the L1 fee is added.
    pub fn fee(&self) -> Amount {
        self.unsigned().fee()
    }

    /// Returns the hash to sign.
    pub fn sighash(&self) -> Hash {
        self.unsigned().sighash()
    }

    /// Returns the ERC-20 call in the data, if any.
    pub fn token_call(&self) -> Option<TokenCall> {
        self.fields().to.and_then(|_| erc20::decode(&self.fields().data))
    }

    const fn signed(&self) -> Option<&SignedTransaction> {
        match self {
            Self::Unsigned(_) => None,
            Self::Signed(signed) => Some(signed),
        }
    }

    const fn unsigned(&self) -> &UnsignedTransaction {
        match self {
            Self::Unsigned(unsigned) => unsigned,
            Self::Signed(signed) => signed.unsigned(),
        }
    }
}

/// Sender and nonce of a transaction. At most one such transaction gets into a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SenderNonce {
    /// The sender.
    pub sender: Address,
    /// The nonce.
    pub nonce: u64,
}

/// Confirmation status of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransactionStatus {
    /// In the mempool.
    Pending,
    /// Invalid: a different transaction in a block has the sender and nonce.
    Replaced {
        /// The hash of that transaction; `None` if not reported.
        by: Option<Hash>,
    },
    /// In a block.
    Mined {
        /// True if execution succeeded; a failed transaction pays the fee and changes nothing else.
        succeeded: bool,
        /// The block height.
        block: u64,
        /// The number of confirmations, the block of the transaction included.
        confirmations: u64,
        /// The block time in Unix seconds.
        time: u64,
    },
}
