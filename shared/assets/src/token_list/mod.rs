//! Token Lists (tokenlists.org): documents with ERC-20 tokens.

mod read;
mod write;

pub use read::{ListToken, TokenError, TokenListError, read_token_list};
pub use write::{ListVersion, write_token_list};

use serde::{Deserialize, Serialize};

/// Token in the format of the lists. `extensions` and unknown fields are ignored.
#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Token {
    chain_id: u64,
    address: String,
    name: String,
    symbol: String,
    decimals: u8,
    #[serde(default, rename = "logoURI", skip_serializing_if = "Option::is_none")]
    logo: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tags: Vec<String>,
}
