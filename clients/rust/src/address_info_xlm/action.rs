//! The actions of a Stellar transaction.

use crate::wire::{Asset, Value};
use serde::{Deserialize, Serialize};

/// An action of a transaction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
#[expect(clippy::large_enum_variant, reason = "nearly every action is a known one")]
#[non_exhaustive]
pub enum Action {
    /// An action of this version.
    Known(KnownAction),
    /// An action of a later version.
    Other(serde_json::Value),
}

/// An action of this version, by `type`.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
#[non_exhaustive]
pub enum KnownAction {
    Transfer {
        asset: Asset,
        value: Value,
        from: String,
        to: String,
        /// True for a token of a contract.
        unlisted: Option<bool>,
        /// The symbol of an unlisted token, which anyone can choose.
        ticker: Option<String>,
        /// The decimals of an unlisted token.
        decimals: Option<u8>,
    },
    CreateAccount {
        asset: Asset,
        value: Value,
        from: String,
        to: String,
    },
    ChangeTrust {
        asset: Option<Asset>,
        liquidity_pool_id: Option<String>,
        to: String,
    },
    ClaimClaimableBalance {
        balance_id: String,
    },
    ManageSellOffer {
        asset: Asset,
        value: Value,
        to: String,
        price: String,
        offer_id: String,
    },
    ManageBuyOffer {
        asset: Asset,
        value: Value,
        to: String,
        price: String,
        offer_id: String,
    },
    PathPaymentStrictReceive {
        asset: Asset,
        value: Value,
        source_asset: Asset,
        source_value: Value,
        from: String,
        to: String,
    },
    PathPaymentStrictSend {
        asset: Asset,
        value: Value,
        source_asset: Asset,
        source_value: Value,
        from: String,
        to: String,
    },
    CreatePassiveSellOffer {
        asset_from: Asset,
        asset_to: Asset,
        value: Value,
        price: String,
        offer_id: String,
    },
    SetOptions {
        weight: Option<u32>,
    },
    AllowTrust {
        asset: Asset,
        authorize: bool,
        trustor: String,
        trustee: String,
    },
    AccountMerge {
        destination: String,
    },
    ManageData {
        name: String,
    },
    BumpSequence {
        to: String,
    },
    CreateClaimableBalance {
        asset: Asset,
        value: Value,
        sponsor: String,
    },
    BeginSponsoringFutureReserves {
        id: String,
    },
    EndSponsoringFutureReserves {
        sponsor: String,
    },
    RevokeSponsorship(Revoked),
    Clawback {
        asset: Asset,
        from: String,
        value: Value,
    },
    ClawbackClaimableBalance {
        id: String,
    },
    SetTrustLineFlags {
        asset: Asset,
        set_flags: Vec<u32>,
        clear_flags: Vec<u32>,
        trustor: String,
    },
    LiquidityPoolDeposit {
        id: String,
        min_price: String,
        max_price: String,
        shares_received: String,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        max_amounts: Vec<String>,
    },
    LiquidityPoolWithdraw {
        id: String,
        shares: String,
    },
}

responses! {
    /// The object of a revoked sponsorship.
    Revoked {
        /// The account.
        pub account_id: Option<String>,
        /// The claimable balance.
        pub claimable_balance_id: Option<String>,
        /// The account of the data entry.
        pub data_account_id: Option<String>,
        /// The name of the data entry.
        pub data_name: Option<String>,
        /// The offer.
        pub offer_id: Option<String>,
        /// The account of the trustline.
        pub trustline_account_id: Option<String>,
        /// The asset of the trustline, `CODE:ISSUER`.
        pub trustline_asset: Option<String>,
        /// The liquidity pool of the trustline.
        pub trustline_liquidity_pool_id: Option<String>,
        /// The account of the signer.
        pub signer_account_id: Option<String>,
        /// The key of the signer.
        pub signer_key: Option<String>,
    }
}
