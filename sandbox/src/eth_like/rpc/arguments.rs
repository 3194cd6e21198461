//! The arguments of requests.

use super::error::RpcError;
use revm::primitives::{Address, B256, Bytes, U256};
use serde::Deserialize;
use serde::de::DeserializeOwned;
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
    /// The latest block.
    Latest,
    /// The pending block.
    Pending,
    /// The block with this number.
    Number(u64),
    /// The block with this hash.
    Hash(B256),
}

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
        match wire {
            WireBlockId::Hash { block_hash } => Ok(Self::Hash(block_hash)),
            WireBlockId::Number { block_number: text } | WireBlockId::Text(text) => match &*text {
                // The sandbox has no reorganisations.
                "latest" | "safe" | "finalized" => Ok(Self::Latest),
                "pending" => Ok(Self::Pending),
                "earliest" => Ok(Self::Number(0)),
                number => number
                    .strip_prefix("0x")
                    .and_then(|digits| u64::from_str_radix(digits, 16).ok())
                    .map(Self::Number)
                    .ok_or_else(|| format!("{number:?} is neither a number in hex nor the name of a block")),
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
    /// The gas limit.
    pub gas: Option<U256>,
    /// The gas price in wei per gas.
    pub gas_price: Option<U256>,
    /// The fee cap in wei per gas (EIP-1559).
    pub max_fee_per_gas: Option<U256>,
    /// The tip in wei per gas (EIP-1559).
    pub max_priority_fee_per_gas: Option<U256>,
    /// The value in wei.
    pub value: U256,
    /// The calldata under its current name, which takes precedence.
    pub input: Option<Bytes>,
    /// The calldata under its old name.
    pub data: Option<Bytes>,
}
