//! The arguments of requests, and errors with the codes and messages of go-ethereum.

use crate::eth_like::node::SubmitError;
use revm::context::result::{ExecutionResult, HaltReason, InvalidTransaction, OutOfGasError};
use revm::primitives::{Address, B256, Bytes, U256};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The positional arguments of a request.
pub struct Arguments<'a>(&'a [Value]);

impl<'a> Arguments<'a> {
    /// Reads the arguments from `params`, which may be missing.
    pub fn of(params: &'a Value) -> Result<Self, RpcError> {
        match params {
            Value::Null => Ok(Self(&[])),
            Value::Array(values) => Ok(Self(values)),
            _ => Err(RpcError::argument("non-array args")),
        }
    }

    /// Returns a required argument.
    pub fn required<T: DeserializeOwned>(&self, index: usize) -> Result<T, RpcError> {
        let missing = || RpcError::argument(format!("missing value for required argument {index}"));
        self.optional(index)?.ok_or_else(missing)
    }

    /// Returns an optional argument.
    pub fn optional<T: DeserializeOwned>(&self, index: usize) -> Result<Option<T>, RpcError> {
        match self.0.get(index) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => T::deserialize(value)
                .map(Some)
                .map_err(|error| RpcError::argument(format!("invalid argument {index}: {error}"))),
        }
    }

    /// Returns a block argument, by default the latest block.
    pub fn block(&self, index: usize) -> Result<BlockId, RpcError> {
        Ok(self.optional(index)?.unwrap_or(BlockId::Latest))
    }
}

/// A block reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "WireBlockId")]
pub enum BlockId {
    Latest,
    Pending,
    /// The block that lags behind the latest block by the confirmations of the chain.
    Finalized,
    /// The block with this number.
    Number(u64),
    /// The block with this hash.
    Hash(B256),
}

/// The length of a hash in hex with the prefix `0x`.
const HASH_LENGTH: usize = 66;

/// A block reference in JSON.
#[derive(Deserialize)]
#[serde(untagged)]
enum WireBlockId {
    Text(String),
    #[serde(rename_all = "camelCase")]
    Number {
        block_number: String,
    },
    #[serde(rename_all = "camelCase")]
    Hash {
        block_hash: B256,
    },
}

impl TryFrom<WireBlockId> for BlockId {
    type Error = String;

    fn try_from(wire: WireBlockId) -> Result<Self, String> {
        let invalid = |text: &str| format!("{text:?} is neither a number in hex, a hash nor the name of a block");
        match wire {
            WireBlockId::Hash { block_hash } => Ok(Self::Hash(block_hash)),
            WireBlockId::Number { block_number: text } | WireBlockId::Text(text) => match &*text {
                "latest" => Ok(Self::Latest),
                "safe" | "finalized" => Ok(Self::Finalized),
                "pending" => Ok(Self::Pending),
                "earliest" => Ok(Self::Number(0)),
                hash if hash.len() == HASH_LENGTH => hash.parse().map(Self::Hash).map_err(|_| invalid(hash)),
                number => number
                    .strip_prefix("0x")
                    .and_then(|digits| u64::from_str_radix(digits, 16).ok())
                    .map(Self::Number)
                    .ok_or_else(|| invalid(number)),
            },
        }
    }
}

/// A transaction to simulate.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct CallRequest {
    /// The sender; the zero address by default.
    pub from: Address,
    /// The called address; `None` creates a contract.
    pub to: Option<Address>,
    pub gas: Option<U256>,
    /// The gas price in wei per gas.
    pub gas_price: Option<U256>,
    /// The fee cap in wei per gas (EIP-1559).
    pub max_fee_per_gas: Option<U256>,
    /// The tip in wei per gas (EIP-1559).
    pub max_priority_fee_per_gas: Option<U256>,
    /// The value in wei.
    pub value: U256,
    /// The calldata under the current name, which takes precedence.
    pub input: Option<Bytes>,
    /// The calldata under the old name.
    pub data: Option<Bytes>,
}

/// The selector of `Error(string)`, which Solidity uses for revert reasons.
const REASON: [u8; 4] = [0x08, 0xc3, 0x79, 0xa0];

/// The error of a request.
#[derive(Clone, Debug, Serialize)]
pub struct RpcError {
    code: i32,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<String>,
}

impl RpcError {
    /// Returns an error with a code of JSON-RPC.
    pub fn new(code: i32, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            data: None,
        }
    }

    /// The method does not exist.
    pub fn unknown_method(method: &str) -> Self {
        let message = format!("the method {method} does not exist/is not available");
        Self::new(-32601, message)
    }

    /// An argument is missing or malformed.
    pub fn argument(message: impl Into<String>) -> Self {
        Self::new(-32602, message)
    }

    pub fn internal() -> Self {
        Self::new(-32603, "internal error")
    }

    /// The block does not exist.
    pub fn unknown_block() -> Self {
        Self::new(-32000, "header not found")
    }

    /// A server error.
    pub fn server(message: impl Into<String>) -> Self {
        Self::new(-32000, message)
    }

    /// The EVM rejects the transaction before execution.
    pub fn invalid(error: InvalidTransaction) -> Self {
        match error {
            InvalidTransaction::LackOfFundForMaxFee { fee, balance } => Self::server(format!(
                "insufficient funds for gas * price + value: have {balance} want {fee}"
            )),
            InvalidTransaction::GasPriceLessThanBasefee => Self::server("max fee per gas less than block base fee"),
            InvalidTransaction::PriorityFeeGreaterThanMaxFee => {
                Self::server("max priority fee per gas higher than max fee per gas")
            }
            InvalidTransaction::CallGasCostMoreThanGasLimit { initial_gas, gas_limit } => {
                Self::server(format!("intrinsic gas too low: have {gas_limit}, want {initial_gas}"))
            }
            InvalidTransaction::GasFloorMoreThanGasLimit { gas_floor, gas_limit } => Self::server(format!(
                "insufficient gas for floor data gas cost: have {gas_limit}, want {gas_floor}"
            )),
            other => Self::server(other.to_string()),
        }
    }

    /// The simulated transaction fails.
    pub fn failed(result: ExecutionResult) -> Self {
        match result {
            ExecutionResult::Revert { output, .. } => Self::reverted(&output),
            ExecutionResult::Halt { reason, .. } => Self::server(halted(&reason)),
            ExecutionResult::Success { .. } => Self::internal(),
        }
    }

    fn reverted(output: &Bytes) -> Self {
        let message = match reason(output) {
            Some(reason) => format!("execution reverted: {reason}"),
            None => "execution reverted".to_owned(),
        };
        Self {
            code: 3,
            message,
            data: Some(output.to_string()),
        }
    }
}

impl From<SubmitError> for RpcError {
    fn from(error: SubmitError) -> Self {
        match error {
            SubmitError::Rejected(rejection) => Self::server(rejection.to_string()),
            SubmitError::Journal(error) => {
                tracing::error!(%error, "sandbox file not written");
                Self::internal()
            }
        }
    }
}

/// Returns the message in the output of a revert.
pub fn reason(output: &[u8]) -> Option<String> {
    let words = output.strip_prefix(&REASON)?;
    let length: usize = U256::from_be_slice(words.get(32..64)?).try_into().ok()?;
    let text = words.get(64..)?.get(..length)?;
    String::from_utf8(text.to_vec()).ok()
}

/// Returns the message of an execution that stops without a revert.
pub fn halted(reason: &HaltReason) -> &'static str {
    match reason {
        HaltReason::OutOfGas(OutOfGasError::InvalidOperand) => "gas uint64 overflow",
        HaltReason::OutOfGas(_) => "out of gas",
        HaltReason::StackUnderflow => "stack underflow",
        HaltReason::StackOverflow => "stack limit reached 1024 (1023)",
        HaltReason::InvalidJump => "invalid jump destination",
        HaltReason::CallTooDeep => "max call depth exceeded",
        HaltReason::OutOfFunds => "insufficient balance for transfer",
        HaltReason::CreateCollision => "contract address collision",
        HaltReason::StateChangeDuringStaticCall => "write protection",
        HaltReason::CreateContractSizeLimit => "max code size exceeded",
        HaltReason::CreateInitCodeSizeLimit => "max initcode size exceeded",
        _ => "invalid opcode",
    }
}
