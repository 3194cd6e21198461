//! What address info tells about an address of Stellar beside balances and transactions.

use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::model::{Asset, AssetValue, Balance};

/// What an account must keep.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = XlmReserves)]
pub struct Reserves {
    /// The base reserve of the network, in stroops.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "5000000")]
    pub base_reserve: String,
    /// How many trustlines the account has, those for shares of pools included.
    #[schema(example = 3)]
    pub trustlines_count: usize,
    /// The lumens that the account can neither send nor spend.
    pub reserved_balance: Balance,
}

/// Whether a claimable balance can be claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = XlmClaimState)]
pub enum ClaimState {
    /// No more, or never.
    Expired,
    /// Now.
    Claimable,
    /// Not yet.
    Upcoming,
}

/// A balance that the address may claim, now or at another time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = XlmClaimableBalance)]
pub struct ClaimableBalance {
    /// Whether it can be claimed.
    pub status: ClaimState,
    /// What it is of.
    pub asset: Asset,
    /// How much of it.
    pub balance: AssetValue,
    /// Its id: 72 hex digits.
    #[schema(example = "00000000929b20b72e5890ab51c24f1cc46fa01c4f318d8d33367d24dd614cfdf5491072")]
    pub id: String,
    /// Who pays its reserve, as a rule who set it aside; absent where nobody does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Who may claim it: the address as it was asked for.
    pub to: String,
    /// When it can be claimed: the window that is open, else the next, else the last.
    pub conditions: ClaimConditions,
}

/// When a balance can be claimed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = XlmClaimConditions)]
pub struct ClaimConditions {
    /// From this Unix time on, in seconds; absent when it always could so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 1_767_225_600)]
    pub valid_from: Option<u64>,
    /// Before this Unix time, in seconds; absent when that never ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 1_798_761_600)]
    pub valid_to: Option<u64>,
}

/// Shares of a pool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = XlmPoolShares)]
pub struct PoolShares {
    /// The pool: 64 hex digits.
    #[schema(example = "dd7b1ab831c273310ddbec6f97870aa83c2fbd78ce22aded37ecbf4f3380fac7")]
    pub id: String,
    /// How many.
    pub shares: AssetValue,
}
