//! Errors with the codes and messages of go-ethereum.

use crate::eth_like::node::SubmitError;
use revm::context::result::{ExecutionResult, HaltReason, InvalidTransaction, OutOfGasError};
use revm::primitives::{Bytes, U256};
use serde::Serialize;

/// The selector of `Error(string)`, which Solidity uses for revert reasons.
const REASON: [u8; 4] = [0x08, 0xc3, 0x79, 0xa0];

/// The error of one request.
#[derive(Clone, Debug, Serialize)]
pub struct RpcError {
    code: i32,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<String>,
}

impl RpcError {
    fn new(code: i32, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            data: None,
        }
    }

    /// The body is not valid JSON.
    pub fn parse() -> Self {
        Self::new(-32700, "parse error")
    }

    /// The request has no method.
    pub fn invalid_request() -> Self {
        Self::new(-32600, "invalid request")
    }

    /// The batch is empty.
    pub fn empty_batch() -> Self {
        Self::new(-32600, "empty batch")
    }

    /// The batch exceeds the maximum number of requests.
    pub fn large_batch() -> Self {
        Self::new(-32600, "batch too large")
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

    /// An internal error.
    pub fn internal() -> Self {
        Self::new(-32603, "internal error")
    }

    /// The block does not exist.
    pub fn unknown_block() -> Self {
        Self::new(-32000, "header not found")
    }

    /// The state of the block is no longer stored.
    pub fn pruned_state() -> Self {
        Self::new(-32000, "missing trie node: state is not available")
    }

    /// Any other server error.
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

    /// The required gas exceeds the affordable gas.
    pub fn allowance(gas: u64) -> Self {
        Self::server(format!("gas required exceeds allowance ({gas})"))
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
fn reason(output: &[u8]) -> Option<String> {
    let words = output.strip_prefix(&REASON)?;
    let length: usize = U256::from_be_slice(words.get(32..64)?).try_into().ok()?;
    let text = words.get(64..)?.get(..length)?;
    String::from_utf8(text.to_vec()).ok()
}

fn halted(reason: &HaltReason) -> &'static str {
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
