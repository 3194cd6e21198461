//! Errors with the codes and texts of go-ethereum.

use crate::eth_like::node::SubmitError;
use revm::context::result::{ExecutionResult, HaltReason, InvalidTransaction, OutOfGasError};
use revm::primitives::{Bytes, U256};
use serde::Serialize;

/// The selector of `Error(string)`, in which Solidity puts the reason of a revert.
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

    /// The body is no JSON.
    pub fn parse() -> Self {
        Self::new(-32700, "parse error")
    }

    /// A request without a method.
    pub fn invalid_request() -> Self {
        Self::new(-32600, "invalid request")
    }

    /// An array without requests.
    pub fn empty_batch() -> Self {
        Self::new(-32600, "empty batch")
    }

    /// An array with more requests than are taken.
    pub fn large_batch() -> Self {
        Self::new(-32600, "batch too large")
    }

    /// A method that there is not.
    pub fn unknown_method(method: &str) -> Self {
        let message = format!("the method {method} does not exist/is not available");
        Self::new(-32601, message)
    }

    /// An argument that is missing or of the wrong form.
    pub fn argument(message: impl Into<String>) -> Self {
        Self::new(-32602, message)
    }

    /// Our own fault.
    pub fn internal() -> Self {
        Self::new(-32603, "internal error")
    }

    /// A block that there is not.
    pub fn unknown_block() -> Self {
        Self::new(-32000, "header not found")
    }

    /// A block so old that its state is not kept.
    pub fn pruned_state() -> Self {
        Self::new(-32000, "missing trie node: state is not available")
    }

    /// Any other error of the server.
    pub fn server(message: impl Into<String>) -> Self {
        Self::new(-32000, message)
    }

    /// A transaction that the EVM does not even begin.
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

    /// A transaction that failed when it was tried.
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

    /// More gas is needed than can be paid for.
    pub fn allowance(gas: u64) -> Self {
        Self::server(format!("gas required exceeds allowance ({gas})"))
    }
}

impl From<SubmitError> for RpcError {
    fn from(error: SubmitError) -> Self {
        match error {
            SubmitError::Rejected(rejection) => Self::server(rejection.to_string()),
            SubmitError::Journal(error) => {
                tracing::error!(%error, "the sandbox could not write its file");
                Self::internal()
            }
        }
    }
}

/// The text in the output of a revert.
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
