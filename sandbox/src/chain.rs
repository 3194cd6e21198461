//! The interface that every sandbox chain implements, so that the faucet, mining and the server treat all chain
//! families alike.

use axum::Router;
use std::error::Error;
use std::io;
use std::str::FromStr;
use std::sync::Arc;

/// A sandbox chain. The methods may block on locks and disk writes, so call them from a blocking thread.
pub trait SandboxChain: Send + Sync {
    /// Returns the chain name as used in URL paths.
    fn name(&self) -> &'static str;

    /// Returns the routes of the upstream protocols that the chain serves, relative to the path of the chain.
    fn router(self: Arc<Self>) -> Router;

    /// Returns the upstream setting for this chain when the path is served at `url` (`http://…`).
    fn upstream(&self, url: &str) -> String;

    /// Returns the addresses of the protocols that wallets use when the path of the chain is served at `url`.
    fn endpoints(&self, url: &str) -> Vec<Endpoint>;

    /// Submits a faucet payment to the mempool.
    fn pay(&self, payment: &Payment) -> Result<Paid, PayError>;

    /// Mines a block from the mempool; the block may be empty.
    fn mine(&self) -> io::Result<Mined>;

    /// Mines a block if the mempool is not empty.
    fn mine_if_pending(&self) -> io::Result<()>;

    /// Abandons the last `depth` blocks, adds their transactions to the mempool where they are still valid, and mines
    /// `depth + 1` empty blocks.
    fn reorganise(&self, depth: u32) -> Result<Reorganised, ControlError>;

    /// Removes a transaction and the transactions that depend on it from the mempool.
    fn drop_pending(&self, txid: &str) -> Result<(), ControlError>;

    /// Stops or restarts the blocks that follow a submission immediately. Returns true if the chain makes such blocks
    /// now.
    fn set_immediate_blocks(&self, _on: bool) -> bool {
        false
    }
}

/// The maximum depth of a reorganisation in blocks.
pub const MAX_REORGANISATION: u32 = 20;

/// Checks the depth of a reorganisation of a chain with this number of blocks that can be abandoned.
pub(crate) fn check_depth(depth: u32, removable: u32) -> Result<(), ControlError> {
    let maximum = removable.min(MAX_REORGANISATION);
    if (1..=maximum).contains(&depth) {
        return Ok(());
    }
    Err(ControlError::Depth { maximum })
}

/// The address of a protocol of a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    /// The name of the chain.
    pub chain: &'static str,
    /// The name of the protocol, for display.
    pub protocol: &'static str,
    /// The URL without a trailing slash.
    pub url: String,
    /// The chain id that a wallet states next to the URL; `None` for protocols without chain ids.
    pub chain_id: Option<u64>,
}

/// A faucet payment request.
#[derive(Clone, Debug)]
pub struct Payment {
    /// Any testnet address of the chain.
    pub address: String,
    /// The amount in base units, as decimal digits.
    pub amount: String,
    /// The contract address of a token; `None` for the native coin.
    pub token: Option<String>,
}

impl Payment {
    /// Returns the amount in base units: decimal digits without a leading zero that fit the type.
    pub fn units<T: FromStr>(&self) -> Result<T, PayError> {
        let text = &self.amount;
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let digits = digits && (text == "0" || !text.starts_with('0'));
        text.parse().ok().filter(|_| digits).ok_or(PayError::InvalidAmount)
    }
}

/// An error of a faucet payment.
#[derive(Debug, thiserror::Error)]
pub enum PayError {
    /// The sandbox does not serve the chain.
    #[error("the sandbox does not serve this chain")]
    UnknownChain,
    /// The address is not a testnet address of the chain.
    #[error("not a testnet address of this chain")]
    InvalidAddress,
    /// The amount is not a number of base units.
    #[error("the amount is not a number of base units")]
    InvalidAmount,
    /// The token is not a contract address.
    #[error("the token is not a contract address")]
    InvalidToken,
    /// The faucet of the chain pays the native coin only.
    #[error("the faucet of this chain pays the native coin only")]
    NoTokens,
    /// Nodes do not relay an output of this amount to the address.
    #[error("amount is below the minimum of {minimum} for this address")]
    BelowDust {
        /// The minimum amount in base units.
        minimum: String,
    },
    /// The amount is below the minimum of a payment or of a new account.
    #[error("amount is below the minimum of {minimum} for this address")]
    BelowMinimum {
        /// The minimum amount in base units.
        minimum: String,
    },
    /// The amount is above the faucet limit.
    #[error("amount is above the faucet limit of {maximum}")]
    AboveMaximum {
        /// The maximum amount in base units.
        maximum: String,
    },
    /// The address belongs to an account that does not exist and cannot be created with this address.
    #[error("the account of the muxed address does not exist")]
    NoAccount,
    /// The faucet has no balance of the token, or the token does not exist.
    #[error("token is not available from the faucet")]
    UnknownToken,
    /// The recipient is a contract that rejects the payment.
    #[error("the recipient contract rejects the payment")]
    RecipientRejects,
    /// The payment was not accepted to the mempool.
    #[error("{0}")]
    NotAccepted(#[source] Box<dyn Error + Send + Sync>),
}

impl PayError {
    /// Returns the error of an amount below the minimum of a payment or of a new account.
    pub fn below_minimum(minimum: &impl ToString) -> Self {
        Self::BelowMinimum {
            minimum: minimum.to_string(),
        }
    }

    /// Returns the error of an amount above the faucet limit.
    pub fn above_maximum(maximum: &impl ToString) -> Self {
        Self::AboveMaximum {
            maximum: maximum.to_string(),
        }
    }

    /// Returns the error of a payment that was not accepted to the mempool.
    pub fn not_accepted(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::NotAccepted(cause.into())
    }
}

/// A submitted faucet payment.
#[derive(Debug)]
pub struct Paid {
    pub txid: String,
    /// The index of the output that pays the address, on chains with outputs.
    pub vout: Option<u32>,
}

/// A newly mined block.
#[derive(Debug)]
pub struct Mined {
    pub height: u64,
    pub hash: String,
    /// The ids of the transactions that the block confirms.
    pub txids: Vec<String>,
}

/// A reorganisation of a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reorganised {
    /// The height of the new head.
    pub height: u64,
    /// The hash of the new head.
    pub hash: String,
    /// The ids of the transactions of the abandoned blocks in their order, without coinbases.
    pub dropped: Vec<String>,
}

/// An error of a call that changes the course of a chain.
#[derive(Debug, thiserror::Error)]
pub enum ControlError {
    /// The sandbox does not serve the chain.
    #[error("the sandbox does not serve this chain")]
    UnknownChain,
    /// The ledgers of the chain are final.
    #[error("the ledgers of this chain are final")]
    Final,
    /// The number of blocks to abandon is zero or too high.
    #[error("at most {maximum} blocks can be abandoned now")]
    Depth {
        /// The maximum number; 0 without a block after the first blocks.
        maximum: u32,
    },
    /// The transaction is not in the mempool.
    #[error("the transaction is not pending")]
    NotPending,
    /// The journal could not be written.
    #[error("{0}")]
    Journal(#[from] io::Error),
}

/// An error of mining.
#[derive(Debug, thiserror::Error)]
pub enum MineError {
    /// The sandbox does not serve the chain.
    #[error("the sandbox does not serve this chain")]
    UnknownChain,
    /// The journal could not be written.
    #[error("{0}")]
    Journal(#[from] io::Error),
}

/// A token that a chain has from the first block on, at a fixed address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The name of the chain in URL paths.
    pub chain: String,
    /// The contract address: `0x` and 40 hex digits.
    pub contract: String,
    pub name: String,
    pub ticker: String,
    /// The number of decimals.
    pub decimals: u8,
}
