//! The records of the specification that only Stellar has.

mod action;
mod address_info;

pub use action::{MemoRecord, XlmTransaction};
pub use action::{Revoked, XlmAction};
pub use address_info::{BalanceDetails, XlmBalance};
pub use address_info::{ClaimConditions, ClaimState, ClaimableBalance, PoolShares, Reserves};
