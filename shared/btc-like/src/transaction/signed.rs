//! Signed transactions, built here or supplied by a client.

use crate::chain::params::Params;
use crate::coin::coins::{VerifiedOutput, VerifiedOutputs};
use crate::coin::extension::{self, Extension};
use crate::coin::token::TokenTotals;
use crate::coin::token_prefix;
use crate::transaction::signature::{OwnerSignature, SignatureNumbers, Unlocking};
use crate::transaction::unsigned::{MAX_SIZE, UnsignedTransaction};
use bitcoin::consensus::encode;
use bitcoin::{OutPoint, Transaction, TxIn, Txid};
use std::collections::HashSet;
use wallet_core::ecdsa::SignatureError;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};
use wallet_core::model::parse_hex;
use wallet_core::ports::upstream::RejectReason;

/// Error of parsing a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TransactionError {
    /// Not an even number of hex digits.
    #[error("transaction must be a hex string")]
    NotHex,
    /// The bytes are not exactly a single serialised transaction.
    #[error("not exactly one valid transaction")]
    Malformed,
    /// No inputs or no outputs.
    #[error("transaction must have at least one input and one output")]
    Empty,
    /// A Litecoin transaction within the extension block.
    #[error("the transaction is within Litecoin's extension block: only peg-ins, with plain inputs, are supported")]
    ExtensionOnly,
    /// A transaction that only miners create.
    #[error("the transaction is a HogEx, which only miners create")]
    Hogex,
    /// Above the relay size limit.
    #[error("transaction must be at most {maximum} vbytes")]
    TooLarge {
        /// The limit in vbytes.
        maximum: u64,
    },
    /// A coinbase input, which only miners can create.
    #[error("input {input} is a coinbase input")]
    Coinbase {
        /// The index of the input.
        input: usize,
    },
    /// Two inputs with the same outpoint.
    #[error("input {input} spends the same output as an earlier input")]
    DuplicateInput {
        /// The index of the second input.
        input: usize,
    },
    /// An input with neither script nor witness.
    #[error("input {input} is not signed")]
    Unsigned {
        /// The index of the input.
        input: usize,
    },
    /// A witness on a chain without segregated witness.
    #[error("input {input} has a witness, which this chain does not support")]
    Witness {
        /// The index of the input.
        input: usize,
    },
    /// The total output value exceeds the money supply.
    #[error("total output value must be at most {maximum}")]
    OutputsTooLarge {
        /// The money supply in base units.
        maximum: u64,
    },
}

impl CodedError for TransactionError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::NotHex
            | Self::Malformed
            | Self::Empty
            | Self::ExtensionOnly
            | Self::Hogex
            | Self::TooLarge { .. }
            | Self::Coinbase { .. }
            | Self::DuplicateInput { .. }
            | Self::Unsigned { .. }
            | Self::Witness { .. }
            | Self::OutputsTooLarge { .. } => ErrorInfo::describe(ErrorCode::InvalidTransaction, self),
        }
    }
}

/// A transaction with a script or witness in every input.
///
/// Signatures are verified if the transaction was built here, but not after parsing: nodes verify them. A
/// parsed transaction must still be checked against the parents (see
/// `check_against_parents`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedTransaction {
    transaction: Transaction,
    extension: Option<Extension>,
    bytes: Vec<u8>,
}

/// A transaction with the signed bytes.
pub(crate) struct Serialised {
    pub transaction: Transaction,
    /// The part in the extension block, which the other fields do not contain.
    pub extension: Option<Extension>,
    pub bytes: Vec<u8>,
}

impl SignedTransaction {
    /// Wraps a transaction with verified signatures.
    pub(crate) fn complete(transaction: Transaction) -> Self {
        Self {
            bytes: encode::serialize(&transaction),
            extension: None,
            transaction,
        }
    }

    /// Parses hex, with or without `0x`. Rejects transactions that no node of the chain would accept.
    pub fn parse(params: &'static Params, text: &str) -> Result<Self, TransactionError> {
        let Serialised {
            transaction,
            extension,
            bytes,
        } = read(params, text)?;
        let unsigned = transaction.input.iter().position(|input| !is_signed(input));
        match unsigned.filter(|_| extension != Some(Extension::Hogex)) {
            Some(input) => Err(TransactionError::Unsigned { input }),
            None => Ok(Self {
                transaction,
                extension,
                bytes,
            }),
        }
    }

    /// Returns the transaction id.
    pub fn txid(&self) -> Txid {
        self.transaction.compute_txid()
    }

    /// Serialises the transaction.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.bytes.clone()
    }

    /// Serialises the transaction to lower-case hex.
    pub fn to_hex(&self) -> String {
        hex::encode(&self.bytes)
    }

    /// Returns true for a `HogEx`, which only miners create.
    pub fn is_hogex(&self) -> bool {
        self.extension == Some(Extension::Hogex)
    }

    /// Returns true if a part of the fee may be invisible, in the extension block.
    pub(crate) const fn has_hidden_fee(&self) -> bool {
        self.extension.is_some()
    }

    /// Returns the transaction without the part in the extension block.
    pub(crate) const fn as_transaction(&self) -> &Transaction {
        &self.transaction
    }

    /// Returns the script of each output as serialised.
    pub(crate) fn output_scripts(&self) -> impl Iterator<Item = &[u8]> + '_ {
        self.transaction
            .output
            .iter()
            .map(|output| output.script_pubkey.as_bytes())
    }

    /// Returns the outpoints of the inputs in order.
    pub fn outpoints(&self) -> impl ExactSizeIterator<Item = OutPoint> + '_ {
        self.transaction.input.iter().map(|input| input.previous_output)
    }

    /// Returns the size in vbytes.
    pub fn size(&self) -> u64 {
        size(&self.transaction)
    }

    /// Returns the total output value in base units, or `None` on overflow.
    pub(crate) fn total_output(&self) -> Option<u64> {
        total_output(&self.transaction)
    }
}

/// Parses hex, with or without `0x`. Rejects transactions that nodes of the chain would reject even
/// when signed.
pub(crate) fn read(params: &Params, text: &str) -> Result<Serialised, TransactionError> {
    let bytes = parse_hex(text).map_err(|_| TransactionError::NotHex)?;
    let (transaction, extension) = decode(params, &bytes)?;
    if transaction.input.is_empty() || transaction.output.is_empty() {
        return Err(match extension {
            Some(_) => TransactionError::ExtensionOnly,
            None => TransactionError::Empty,
        });
    }
    if size(&transaction) > MAX_SIZE {
        return Err(TransactionError::TooLarge { maximum: MAX_SIZE });
    }
    let mut seen = HashSet::new();
    for (index, input) in transaction.input.iter().enumerate() {
        check_input(params, index, input)?;
        if !seen.insert(input.previous_output) {
            return Err(TransactionError::DuplicateInput { input: index });
        }
    }
    let maximum = params.max_money;
    total_output(&transaction)
        .filter(|&sum| sum <= maximum)
        .ok_or(TransactionError::OutputsTooLarge { maximum })?;
    Ok(Serialised {
        transaction,
        extension,
        bytes,
    })
}

fn decode(params: &Params, bytes: &[u8]) -> Result<(Transaction, Option<Extension>), TransactionError> {
    if let Some((transaction, extension)) = extension::decode(bytes).filter(|_| params.has_extension_block) {
        return Ok((transaction, Some(extension)));
    }
    let transaction = encode::deserialize(bytes).map_err(|_| TransactionError::Malformed)?;
    Ok((transaction, None))
}

/// Returns true if the input has a script or witness, valid or not.
pub(crate) fn is_signed(input: &TxIn) -> bool {
    !input.script_sig.is_empty() || !input.witness.is_empty()
}

/// Returns the size in vbytes.
pub(crate) fn size(transaction: &Transaction) -> u64 {
    transaction.weight().to_vbytes_ceil()
}

fn total_output(transaction: &Transaction) -> Option<u64> {
    let mut values = transaction.output.iter().map(|output| output.value.to_sat());
    values.try_fold(0u64, u64::checked_add)
}

fn check_input(params: &Params, index: usize, input: &TxIn) -> Result<(), TransactionError> {
    if input.previous_output.is_null() {
        return Err(TransactionError::Coinbase { input: index });
    }
    if !input.witness.is_empty() && !params.has_segwit() {
        return Err(TransactionError::Witness { input: index });
    }
    Ok(())
}

/// Error of [`SignedTransaction::check_against_parents`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpendError {
    /// The parent transaction is missing.
    #[error("the transaction spent by input {input} is unknown")]
    MissingParent {
        /// The index of the input.
        input: usize,
    },
    /// The parent has no output with this index.
    #[error("input {input} spends an output that does not exist")]
    MissingOutput {
        /// The index of the input.
        input: usize,
    },
    /// The script of the spent output starts with a malformed token prefix.
    #[error("input {input} spends an output with a malformed token prefix, which is unspendable")]
    MalformedToken {
        /// The index of the input.
        input: usize,
    },
    /// Tokens of the inputs are missing in the outputs.
    #[error(
        "the transaction would burn tokens of category {category}: its outputs must carry all tokens of its inputs"
    )]
    BurnsTokens {
        /// The category of the tokens.
        category: Txid,
    },
    /// Values above the money supply.
    #[error("the input value exceeds the money supply")]
    ImpossibleValue,
    /// The output value exceeds the input value.
    #[error("the output value {outputs} exceeds the input value {inputs}")]
    Overspent {
        /// The actual input value in base units.
        inputs: u64,
        /// The output value in base units.
        outputs: u64,
    },
    /// The fee is below the relay minimum.
    #[error("the actual fee {fee} is below the minimum of {minimum}")]
    FeeTooLow {
        /// The actual fee in base units.
        fee: u64,
        /// The minimum fee for the size.
        minimum: u64,
    },
    /// The fee is above the cap, which indicates a mistaken unit or input value.
    #[error("the actual fee {fee} is above the maximum of {maximum}: check the input values")]
    FeeTooHigh {
        /// The actual fee in base units.
        fee: u64,
        /// The maximum fee for the size.
        maximum: u64,
    },
}

impl CodedError for SpendError {
    fn info(&self) -> ErrorInfo {
        let error_at = |code| ErrorInfo::describe(code, self).at("txdata");
        match self {
            // A nonexistent output cannot be spent; nodes reject such a transaction with the same reason.
            Self::MissingParent { .. } | Self::MissingOutput { .. } => RejectReason::MissingInputs.info(),
            Self::MalformedToken { .. } | Self::ImpossibleValue => error_at(ErrorCode::InvalidTransaction),
            Self::BurnsTokens { category } => {
                error_at(ErrorCode::InvalidTransaction).detail("category", category.to_string())
            }
            Self::Overspent { inputs, outputs } => error_at(ErrorCode::InsufficientFunds)
                .amount("available", inputs)
                .amount("required", outputs),
            Self::FeeTooLow { minimum, .. } => error_at(ErrorCode::FeeTooLow).amount("minimum", minimum),
            Self::FeeTooHigh { maximum, .. } => error_at(ErrorCode::FeeTooHigh).amount("maximum", maximum),
        }
    }
}

impl SignedTransaction {
    /// Checks the inputs against the outputs that they spend: all their tokens must be in the outputs, and the fee
    /// within the bounds. The lower bound is left to nodes if a part of the fee is in an extension block.
    pub fn check_against_parents(&self, params: &Params, parents: &VerifiedOutputs) -> Result<(), SpendError> {
        let mut inputs = 0u64;
        let mut tokens = TokenTotals::default();
        for (input, outpoint) in self.outpoints().enumerate() {
            let output = spent_output(params, input, outpoint, parents)?;
            inputs = inputs
                .checked_add(output.value)
                .filter(|&sum| sum <= params.max_money)
                .ok_or(SpendError::ImpossibleValue)?;
            if let Some(token) = &output.token {
                tokens.add((**token).clone());
            }
        }
        if let Some(category) = tokens.missing_in(&self.tokens()) {
            return Err(SpendError::BurnsTokens { category });
        }
        let outputs = self.total_output().ok_or(SpendError::ImpossibleValue)?;
        let fee = inputs
            .checked_sub(outputs)
            .ok_or(SpendError::Overspent { inputs, outputs })?;
        let (minimum, maximum) = params.fee_bounds(self.size());
        match fee {
            _ if fee < minimum && !self.has_hidden_fee() => Err(SpendError::FeeTooLow { fee, minimum }),
            _ if fee > maximum => Err(SpendError::FeeTooHigh { fee, maximum }),
            _ => Ok(()),
        }
    }

    /// Returns the tokens of all outputs.
    fn tokens(&self) -> TokenTotals {
        let mut tokens = TokenTotals::default();
        for (token, _) in self.output_scripts().filter_map(token_prefix::split) {
            tokens.add(token);
        }
        tokens
    }
}

fn spent_output<'a>(
    params: &Params,
    input: usize,
    outpoint: OutPoint,
    parents: &'a VerifiedOutputs,
) -> Result<&'a VerifiedOutput, SpendError> {
    let parent = parents.get(&outpoint).ok_or(SpendError::MissingParent { input })?;
    let output = parent.as_ref().ok_or(SpendError::MissingOutput { input })?;
    if output.carries_token && (output.token.is_none() || !params.has_tokens()) {
        Err(SpendError::MalformedToken { input })
    } else {
        Ok(output)
    }
}

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
