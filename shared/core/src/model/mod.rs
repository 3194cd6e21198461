//! Records of the specification shared by all chain families.

mod action;
mod address_info;
mod amount;
mod asset;
mod chain;
mod hex_text;
mod xlm_action;
mod xlm_address;

pub use action::{Action, Movement};
pub use address_info::{Balance, Source, Status, Transaction};
pub(crate) use amount::is_amount;
pub use amount::{AmountError, parse_amount};
pub use asset::{Asset, AssetValue};
pub use chain::{ChainName, Network, UnknownNetworkError};
pub use hex_text::{HexError, parse_hex};
pub use xlm_action::{Revoked, XlmAction};
pub use xlm_address::{ClaimConditions, ClaimState, ClaimableBalance, PoolShares, Reserves};
