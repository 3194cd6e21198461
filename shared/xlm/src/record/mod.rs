//! The records of the specification that only Stellar has.

mod action;

pub use action::{Revoked, XlmAction};

use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::model::{Asset, AssetValue, Balance, Transaction};

/// A transaction in the history of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct XlmTransaction {
    /// The transaction.
    #[serde(flatten)]
    pub transaction: Transaction<XlmAction>,
    /// The memo. Absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = MemoRecord, required = false)]
    pub memo: Option<MemoRecord>,
    /// The actions that a failed transaction would have had. Amounts that depend on its success have their bound:
    /// the maximum sent amount or the minimum received amount of a path payment. Absent if the transaction
    /// succeeded.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub failed_actions: Vec<XlmAction>,
}

/// A memo, by which the recipient may identify the payment (docs/decisions/stellar-history.md#stellar-memos).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = XlmMemo)]
pub struct MemoRecord {
    /// The type of the memo: `text`, `id`, `hash` or `return`.
    #[serde(rename = "type")]
    #[schema(pattern = "^(text|id|hash|return)$", example = "id")]
    pub kind: &'static str,
    /// The text, the number in decimal digits, or the hash in 64 hex digits. Bytes of a text that are not valid
    /// UTF-8 are replaced by U+FFFD.
    #[schema(example = "77001")]
    pub value: String,
    /// The bytes of a text in hex digits. Absent if the text is valid UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^([0-9a-f]{2}){1,28}$", example = "d1")]
    pub bytes: Option<String>,
}

/// The reserves of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = XlmReserves)]
pub struct Reserves {
    /// The base reserve of the network, in stroops.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "5000000")]
    pub base_reserve: String,
    /// The number of trustlines of the account, including those for pool shares.
    #[schema(example = 3)]
    pub trustlines_count: usize,
    /// The lumens that the account can neither send nor spend.
    pub reserved_balance: Balance,
}

/// The state of a claimable balance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = XlmClaimState)]
pub enum ClaimState {
    /// Can no longer be claimed, or never could.
    Expired,
    /// Can be claimed now.
    Claimable,
    /// Cannot be claimed yet.
    Upcoming,
}

/// A balance that the address may claim now or at another time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = XlmClaimableBalance)]
pub struct ClaimableBalance {
    /// The state of the balance.
    pub status: ClaimState,
    /// The claimable asset.
    pub asset: Asset,
    /// The claimable amount.
    pub balance: AssetValue,
    /// The balance id: 72 hex digits.
    #[schema(example = "00000000929b20b72e5890ab51c24f1cc46fa01c4f318d8d33367d24dd614cfdf5491072")]
    pub id: String,
    /// The address of the sponsor of the balance, usually its creator. Absent if it has no sponsor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The claimant: the requested address, unchanged.
    pub to: String,
    /// The time window for the claim: the open one, otherwise the next one, otherwise the last one.
    pub conditions: ClaimConditions,
}

/// The time window in which a balance can be claimed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = XlmClaimConditions)]
pub struct ClaimConditions {
    /// The start of the window in Unix seconds, inclusive. Absent if the window has no start.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 1_767_225_600)]
    pub valid_from: Option<u64>,
    /// The end of the window in Unix seconds, exclusive. Absent if the window has no end.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 1_798_761_600)]
    pub valid_to: Option<u64>,
}

/// The shares of a liquidity pool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = XlmPoolShares)]
pub struct PoolShares {
    /// The pool id: 64 hex digits.
    #[schema(example = "dd7b1ab831c273310ddbec6f97870aa83c2fbd78ce22aded37ecbf4f3380fac7")]
    pub id: String,
    /// The number of shares.
    pub shares: AssetValue,
}

/// The balance of the lumen or of a trustline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct XlmBalance {
    /// The balance. Its spendable amount is the balance minus the selling liabilities, for the lumen also minus
    /// the reserve of the account, and 0 for an asset that the account is not authorized to pay.
    #[serde(flatten)]
    pub balance: Balance,
    /// The liabilities of open offers, and the state of the trustline.
    pub details: BalanceDetails,
}

/// The balance of a token of a contract (SEP-41).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = XlmTokenBalance)]
pub struct TokenBalance {
    /// The address of the contract.
    #[schema(example = "CCW67TSZV3SSS2HXMBQ5JFGCKJNXKZM7UQUWUZPUTHXSTZLEO7SJMI75")]
    pub contract: String,
    /// The asset that the contract represents; the balance is that of the account or the trustline. Absent for other contracts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Asset, required = false)]
    pub asset: Option<Asset>,
    /// The code of the asset, otherwise the symbol that the contract returns, which anyone can choose: 1 to 32 printable ASCII
    /// characters. Absent for the lumen, and without such a symbol.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, max_length = 32, example = "USDC")]
    pub symbol: Option<String>,
    /// The balance with the decimals of the contract. Absent with a problem.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AssetValue, required = false)]
    pub balance: Option<AssetValue>,
    /// The reason for the missing balance. Absent with a balance.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = TokenProblem, required = false)]
    pub problem: Option<TokenProblem>,
}

/// The reason for the missing balance of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = XlmTokenProblem)]
pub enum TokenProblem {
    /// The contract does not exist, or returns no valid balance or decimals.
    NoToken,
    /// The contract is that of an asset, and the account has no trustline of the asset.
    NotHeld,
    /// No upstream simulated the calls.
    Unavailable,
}

/// The liabilities of open offers, and the state of the trustline
/// (docs/decisions/stellar-history.md#spendable-stellar-balances).
///
/// All fields except the liabilities are absent for the lumen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = XlmBalanceDetails)]
pub struct BalanceDetails {
    /// The amount that open offers may take from the balance, in stroops.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "500000000")]
    pub selling_liabilities: String,
    /// The amount that open offers may add to the balance, in stroops.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "0")]
    pub buying_liabilities: String,
    /// The maximum balance, in stroops.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "9223372036854775807")]
    pub limit: Option<String>,
    /// True if the issuer allows the account to pay and receive the asset.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = true)]
    pub authorized: Option<bool>,
    /// True if the issuer allows the account to keep its open offers, also if the account is fully authorized.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = true)]
    pub authorized_to_maintain_liabilities: Option<bool>,
    /// True if the issuer can take back the balance.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = false)]
    pub clawback_enabled: Option<bool>,
    /// The address of the account that pays the reserve of the trustline. Absent if the account pays it itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sponsor: Option<String>,
}
