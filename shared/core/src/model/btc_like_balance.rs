//! The balance of an address on btc, ltc, bch or doge.

use super::Balance;
use serde::Serialize;
use utoipa::ToSchema;

/// The balance of the coin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct BtcLikeBalance {
    /// The balance. Its spendable amount consists of the confirmed and mature outputs and the pending change of own
    /// payments; it is absent if no upstream reports them.
    #[serde(flatten)]
    pub balance: Balance,
    /// The confirmed and pending parts of the balance.
    pub details: BtcLikeBalanceDetails,
}

/// The parts of a balance in base units (docs/decisions/utxo-history.md#spendable-balance-of-utxo-chains).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct BtcLikeBalanceDetails {
    /// The amount in blocks, including immature coinbase outputs, and outputs that pending transactions spend.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "5000000000")]
    pub confirmed: String,
    /// The change of the balance by pending transactions, with a leading minus if they reduce it.
    #[schema(pattern = "^(0|-?[1-9][0-9]*)$", example = "-150000")]
    pub unconfirmed: String,
    /// The amount of coinbase outputs without the required number of confirmations. Absent if no upstream reports it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "0")]
    pub immature: Option<String>,
}
