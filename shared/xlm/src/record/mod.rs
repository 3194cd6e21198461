//! The records of the specification that only Stellar has.

mod action;
mod address_info;
mod balance;
mod transaction;

pub use action::{Revoked, XlmAction};
pub use address_info::{ClaimConditions, ClaimState, ClaimableBalance, PoolShares, Reserves};
pub use balance::{BalanceDetails, XlmBalance};
pub use transaction::{MemoRecord, XlmTransaction};
