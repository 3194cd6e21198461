//! What a request asks for.

use super::error::RpcError;
use revm::primitives::{Address, B256, Bytes, U256};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The positional arguments of a request.
pub struct Arguments<'a>(&'a [Value]);

impl<'a> Arguments<'a> {
    /// Those in `params`, which may be missing.
    pub fn of(params: &'a Value) -> Result<Self, RpcError> {
        match params {
            Value::Null => Ok(Self(&[])),
            Value::Array(values) => Ok(Self(values)),
            _ => Err(RpcError::argument("non-array args")),
        }
    }

    /// An argument that must be there.
    pub fn required<T: DeserializeOwned>(&self, place: usize) -> Result<T, RpcError> {
        let missing = || RpcError::argument(format!("missing value for required argument {place}"));
        self.optional(place)?.ok_or_else(missing)
    }

    /// An argument that may be missing.
    pub fn optional<T: DeserializeOwned>(&self, place: usize) -> Result<Option<T>, RpcError> {
        match self.0.get(place) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => T::deserialize(value)
                .map(Some)
                .map_err(|error| RpcError::argument(format!("invalid argument {place}: {error}"))),
        }
    }

    /// A block by name or number; the newest unless told otherwise.
    pub fn block(&self, place: usize) -> Result<BlockId, RpcError> {
        Ok(self.optional(place)?.unwrap_or(BlockId::Latest))
    }
}

/// Which block is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "WireBlockId")]
pub enum BlockId {
    /// The newest.
    Latest,
    /// The one that would come next.
    Pending,
    /// The one with this number.
    Number(u64),
    /// The one with this hash.
    Hash(B256),
}

/// A block as requests name it.
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
                // There are no reorganisations here.
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

/// A transaction to try.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Question {
    /// Who sends it; nobody unless told.
    pub from: Address,
    /// Whom it calls; a missing one creates a contract.
    pub to: Option<Address>,
    /// The gas limit.
    pub gas: Option<U256>,
    /// Wei per gas.
    pub gas_price: Option<U256>,
    /// Wei per gas (EIP-1559).
    pub max_fee_per_gas: Option<U256>,
    /// Wei per gas (EIP-1559).
    pub max_priority_fee_per_gas: Option<U256>,
    /// Wei.
    pub value: U256,
    /// The calldata by its new name, which wins.
    pub input: Option<Bytes>,
    /// The calldata by its old name.
    pub data: Option<Bytes>,
}
