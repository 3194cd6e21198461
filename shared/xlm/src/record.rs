//! The records of the specification that only Stellar has.

use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::model::{Asset, AssetValue, Balance, Sides, Transaction};

impl Sides for XlmAction {
    fn sides(&self) -> Option<(&str, &str)> {
        match self {
            Self::Transfer { from, to, .. }
            | Self::CreateAccount { from, to, .. }
            | Self::PathPaymentStrictReceive { from, to, .. }
            | Self::PathPaymentStrictSend { from, to, .. } => Some((from, to)),
            _ => None,
        }
    }
}

impl XlmAction {
    /// Returns true for a transfer of an amount above zero.
    pub fn moves_value(&self) -> bool {
        match self {
            Self::Transfer { value, .. }
            | Self::CreateAccount { value, .. }
            | Self::PathPaymentStrictReceive { value, .. }
            | Self::PathPaymentStrictSend { value, .. } => value.amount != "0",
            _ => false,
        }
    }
}

/// One action within a Stellar transaction.
///
/// A field of type [`Asset`] holds either an issued asset or the lumen, which is a coin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum XlmAction {
    /// A transfer of an asset: a payment or a transfer by a contract.
    Transfer {
        /// The transferred asset.
        asset: Asset,
        /// The transferred amount.
        value: AssetValue,
        /// The sender's address.
        from: String,
        /// The recipient's address.
        to: String,
    },
    /// The creation of an account.
    CreateAccount {
        /// The lumen.
        asset: Asset,
        /// The starting balance of the account.
        value: AssetValue,
        /// The address of the funding account.
        from: String,
        /// The address of the new account.
        to: String,
    },
    /// The creation, change or deletion of a trustline.
    #[serde(rename_all = "camelCase")]
    ChangeTrust {
        /// The trusted asset. Absent for liquidity pool shares.
        #[serde(skip_serializing_if = "Option::is_none")]
        asset: Option<Asset>,
        /// The id of the pool with the trusted shares: 64 hex digits. Absent for assets.
        #[serde(skip_serializing_if = "Option::is_none")]
        liquidity_pool_id: Option<String>,
        /// The trusted issuer. For pool shares, the account that owns the trustline.
        to: String,
    },
    /// The claim of a claimable balance.
    #[serde(rename_all = "camelCase")]
    ClaimClaimableBalance {
        /// The balance id: 72 hex digits.
        balance_id: String,
    },
    /// The creation, change or deletion of a sell offer.
    #[serde(rename_all = "camelCase")]
    ManageSellOffer {
        /// The sold asset.
        asset: Asset,
        /// The sold amount.
        value: AssetValue,
        /// The bought asset: `CODE:ISSUER`, or `native` for the lumen.
        to: String,
        /// The number of bought units per sold unit.
        price: String,
        /// The offer id. `0` if the result does not report the id of a new offer.
        #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "171819")]
        offer_id: String,
    },
    /// The creation, change or deletion of a buy offer.
    #[serde(rename_all = "camelCase")]
    ManageBuyOffer {
        /// The bought asset.
        asset: Asset,
        /// The bought amount.
        value: AssetValue,
        /// The sold asset: `CODE:ISSUER`, or `native` for the lumen.
        to: String,
        /// The number of sold units per bought unit.
        price: String,
        /// The offer id. `0` if the result does not report the id of a new offer.
        #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "171819")]
        offer_id: String,
    },
    /// A path payment with a fixed received amount.
    #[serde(rename_all = "camelCase")]
    PathPaymentStrictReceive {
        /// The received asset.
        asset: Asset,
        /// The received amount.
        value: AssetValue,
        /// The sent asset.
        source_asset: Asset,
        /// The sent amount. For a failed transaction, the maximum.
        source_value: AssetValue,
        /// The sender's address.
        from: String,
        /// The recipient's address.
        to: String,
    },
    /// A path payment with a fixed sent amount.
    #[serde(rename_all = "camelCase")]
    PathPaymentStrictSend {
        /// The received asset.
        asset: Asset,
        /// The received amount. For a failed transaction, the minimum.
        value: AssetValue,
        /// The sent asset.
        source_asset: Asset,
        /// The sent amount.
        source_value: AssetValue,
        /// The sender's address.
        from: String,
        /// The recipient's address.
        to: String,
    },
    /// The creation of an offer that takes no other offer of the same price.
    #[serde(rename_all = "camelCase")]
    CreatePassiveSellOffer {
        /// The sold asset.
        asset_from: Asset,
        /// The bought asset.
        asset_to: Asset,
        /// The sold amount.
        value: AssetValue,
        /// The number of bought units per sold unit.
        price: String,
        /// The offer id. `0` if the result does not report it.
        #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "171819")]
        offer_id: String,
    },
    /// A change of account settings.
    SetOptions {
        /// The weight of the set signer, otherwise the new weight of the master key. Absent if the
        /// operation sets neither.
        #[serde(skip_serializing_if = "Option::is_none")]
        weight: Option<u32>,
    },
    /// An issuer's change of an account's authorization to hold an asset.
    AllowTrust {
        /// The asset.
        asset: Asset,
        /// True if the account is authorized to hold the asset.
        authorize: bool,
        /// The address of the account.
        trustor: String,
        /// The address of the issuer.
        trustee: String,
    },
    /// The deletion of an account. Its lumens go to another account.
    AccountMerge {
        /// The address of the account that receives the lumens.
        destination: String,
    },
    /// The setting or deletion of a data entry.
    ManageData {
        /// The name of the entry.
        name: String,
    },
    /// An increase of the account's sequence number.
    BumpSequence {
        /// The new sequence number.
        #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "120192344791343105")]
        to: String,
    },
    /// The creation of a claimable balance.
    CreateClaimableBalance {
        /// The claimable asset.
        asset: Asset,
        /// The claimable amount.
        value: AssetValue,
        /// The address of the account that sponsors the reserve of the balance.
        sponsor: String,
    },
    /// The start of a sponsorship: the account pays the reserves of another account.
    BeginSponsoringFutureReserves {
        /// The address of the sponsored account.
        id: String,
    },
    /// The end of a sponsorship: another account stops paying the account's reserves.
    EndSponsoringFutureReserves {
        /// The address of the sponsor. Empty if Horizon does not report it.
        sponsor: String,
    },
    /// The end of the sponsorship of one ledger entry or signer.
    RevokeSponsorship(Revoked),
    /// A clawback of an asset by its issuer.
    Clawback {
        /// The asset.
        asset: Asset,
        /// The address of the account that loses the amount.
        from: String,
        /// The amount.
        value: AssetValue,
    },
    /// A clawback of a claimable balance by the asset's issuer.
    ClawbackClaimableBalance {
        /// The balance id: 72 hex digits.
        id: String,
    },
    /// A change of trustline flags by the issuer.
    #[serde(rename_all = "camelCase")]
    SetTrustLineFlags {
        /// The asset.
        asset: Asset,
        /// The flags that are set: 1 authorized, 2 authorized to maintain liabilities, 4 clawback
        /// enabled.
        set_flags: Vec<u32>,
        /// The flags that are cleared.
        clear_flags: Vec<u32>,
        /// The address of the account that owns the trustline.
        trustor: String,
    },
    /// A deposit into a liquidity pool.
    #[serde(rename_all = "camelCase")]
    LiquidityPoolDeposit {
        /// The pool id: 64 hex digits.
        id: String,
        /// The minimum price of the first asset in units of the second.
        min_price: String,
        /// The maximum price of the first asset in units of the second.
        max_price: String,
        /// The pool shares received, in base units.
        #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "150000000")]
        shares_received: String,
        /// The maximum amounts of a deposit that failed, in base units, in the order of the assets in the pool; absent
        /// otherwise.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        #[schema(required = false, example = json!(["10000000000", "10000000"]))]
        max_amounts: Vec<String>,
    },
    /// A withdrawal from a liquidity pool.
    LiquidityPoolWithdraw {
        /// The pool id: 64 hex digits.
        id: String,
        /// The pool shares redeemed, in base units.
        #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "150000000")]
        shares: String,
    },
}

/// The ledger entry or signer that is no longer sponsored. Only the fields of the kind are present.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = XlmRevoked)]
pub struct Revoked {
    /// The address of the account, if the entry is an account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account_id: Option<String>,
    /// The id of the claimable balance: 72 hex digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claimable_balance_id: Option<String>,
    /// The account of the data entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data_account_id: Option<String>,
    /// The name of the data entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data_name: Option<String>,
    /// The id of the offer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offer_id: Option<String>,
    /// The account of the trustline.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trustline_account_id: Option<String>,
    /// The asset of the trustline as `CODE:ISSUER`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trustline_asset: Option<String>,
    /// The pool id of a trustline for pool shares: 64 hex digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trustline_liquidity_pool_id: Option<String>,
    /// The account of the signer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signer_account_id: Option<String>,
    /// The key of the signer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signer_key: Option<String>,
}

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
