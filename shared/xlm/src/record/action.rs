//! The actions of a transaction.

use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::model::{Asset, AssetValue, Sides};

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
    /// Creates the transfer of an asset.
    pub(crate) const fn transfer(asset: Asset, value: AssetValue, from: String, to: String) -> Self {
        Self::Transfer {
            asset,
            value,
            from,
            to,
            unlisted: false,
            ticker: None,
            decimals: None,
        }
    }

    /// Returns true for the transfer of a token that is not in the asset list.
    pub(crate) const fn is_unlisted(&self) -> bool {
        matches!(self, Self::Transfer { unlisted: true, .. })
    }

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
        /// The transferred asset, or the transferred token of a contract.
        asset: Asset,
        /// The transferred amount.
        value: AssetValue,
        /// The sender's address.
        from: String,
        /// The recipient's address.
        to: String,
        /// True for a token of a contract, since the asset list has no such tokens. Absent otherwise.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        #[schema(required = false, example = true)]
        unlisted: bool,
        /// The symbol of an unlisted token as in `tokens`, which anyone can choose. Absent for assets, and without such a symbol.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = String, required = false, max_length = 32, example = "SOME")]
        ticker: Option<String>,
        /// The number of decimal places of an unlisted token, as in `value`. Absent for assets.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = u8, required = false, maximum = 38, example = 9)]
        decimals: Option<u8>,
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
