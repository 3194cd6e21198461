//! The EVM chains: eth, etc, ftm, avax, matic, bsc and op.
//!
//! `ethers-core` is named only below this module, and its types appear in no signature that leaves it.
//! Amounts are in wei or in a token's smallest units, prices in wei per gas.

mod address;
mod amount;
mod balances;
mod call;
mod fee;
mod gas;
mod hash;
mod params;
mod signed;
mod status;

pub use address::{Address, AddressError};
pub use amount::Amount;
pub use balances::Balances;
pub use call::{Call, GasEstimate};
pub use fee::{FeeFacts, PendingTransaction, REWARD_PERCENTILES};
pub use gas::{GasLimitError, TRANSFER_GAS, gas_limit};
pub use hash::{Hash, HashError};
pub use params::{Chain, Params, TokenGas};
pub use signed::SignedTransaction;
pub use status::TransactionStatus;
