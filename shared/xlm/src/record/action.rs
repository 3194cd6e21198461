//! What a transaction on Stellar does, action by action.

use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::model::{Asset, AssetValue};

/// One action within a transaction on Stellar.
///
/// Where an asset can be an issued one it can be the lumen as well, which is a coin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum XlmAction {
    /// An asset changes hands: a payment, or a transfer by a contract.
    Transfer {
        /// What is moved.
        asset: Asset,
        /// How much of it.
        value: AssetValue,
        /// The sender's address.
        from: String,
        /// The recipient's address.
        to: String,
    },
    /// An account is created.
    CreateAccount {
        /// The lumen.
        asset: Asset,
        /// What the account starts with.
        value: AssetValue,
        /// Who pays it.
        from: String,
        /// The new account.
        to: String,
    },
    /// A trustline is made, changed or deleted.
    #[serde(rename_all = "camelCase")]
    ChangeTrust {
        /// What is trusted; absent for shares of a pool.
        #[serde(skip_serializing_if = "Option::is_none")]
        asset: Option<Asset>,
        /// The pool whose shares are trusted: 64 hex digits; absent for assets.
        #[serde(skip_serializing_if = "Option::is_none")]
        liquidity_pool_id: Option<String>,
        /// Who is trusted: the issuer; of a pool the account whose trustline it is.
        to: String,
    },
    /// A claimable balance is claimed.
    #[serde(rename_all = "camelCase")]
    ClaimClaimableBalance {
        /// Its id: 72 hex digits.
        balance_id: String,
    },
    /// An offer to sell is made, changed or deleted.
    #[serde(rename_all = "camelCase")]
    ManageSellOffer {
        /// What is sold.
        asset: Asset,
        /// How much is sold.
        value: AssetValue,
        /// What is bought: `CODE:ISSUER`, or `native` for the lumen.
        to: String,
        /// Units of what is bought for one unit of what is sold.
        price: String,
        /// The offer; `0` where the result does not tell the number of a new one.
        offer_id: String,
    },
    /// An offer to buy is made, changed or deleted.
    #[serde(rename_all = "camelCase")]
    ManageBuyOffer {
        /// What is bought.
        asset: Asset,
        /// How much is bought.
        value: AssetValue,
        /// What is sold: `CODE:ISSUER`, or `native` for the lumen.
        to: String,
        /// Units of what is sold for one unit of what is bought.
        price: String,
        /// The offer; `0` where the result does not tell the number of a new one.
        offer_id: String,
    },
    /// Somebody is paid exactly this much, out of another asset.
    PathPaymentStrictReceive {
        /// What arrives.
        asset: Asset,
        /// How much arrives.
        value: AssetValue,
        /// The sender's address.
        from: String,
        /// The recipient's address.
        to: String,
    },
    /// Somebody is paid what exactly so much of another asset brings.
    PathPaymentStrictSend {
        /// What arrives.
        asset: Asset,
        /// How much arrives.
        value: AssetValue,
        /// The sender's address.
        from: String,
        /// The recipient's address.
        to: String,
    },
    /// An offer is made that takes no other offer of the same price.
    #[serde(rename_all = "camelCase")]
    CreatePassiveSellOffer {
        /// What is sold.
        asset_from: Asset,
        /// What is bought.
        asset_to: Asset,
        /// How much is sold.
        value: AssetValue,
        /// Units of what is bought for one unit of what is sold.
        price: String,
        /// The offer; `0` where the result does not tell its number.
        offer_id: String,
    },
    /// Settings of the account change.
    SetOptions {
        /// The signer's weight where a signer is set, else that of the account's own key; absent when neither is set.
        #[serde(skip_serializing_if = "Option::is_none")]
        weight: Option<u32>,
    },
    /// An issuer lets an account hold an asset, or no longer.
    AllowTrust {
        /// The asset.
        asset: Asset,
        /// Whether the account may use it.
        authorize: bool,
        /// The account.
        trustor: String,
        /// The issuer.
        trustee: String,
    },
    /// An account is deleted, and its lumens go to another.
    AccountMerge {
        /// That other account.
        destination: String,
    },
    /// A data entry is set or deleted.
    ManageData {
        /// Its name.
        name: String,
    },
    /// The sequence number of the account is raised.
    BumpSequence {
        /// To this number.
        to: String,
    },
    /// A balance is set aside for others to claim.
    CreateClaimableBalance {
        /// What is set aside.
        asset: Asset,
        /// How much of it.
        value: AssetValue,
        /// Who pays the reserve of the balance.
        sponsor: String,
    },
    /// From here on the account pays the reserves of another one.
    BeginSponsoringFutureReserves {
        /// That other account.
        id: String,
    },
    /// The account's reserves are no longer paid by another one.
    EndSponsoringFutureReserves {
        /// That other account; empty where Horizon does not tell it.
        sponsor: String,
    },
    /// The reserve of something is no longer paid by the account.
    RevokeSponsorship(Revoked),
    /// An issuer takes back what it issued.
    Clawback {
        /// The asset.
        asset: Asset,
        /// From whom.
        from: String,
        /// How much.
        value: AssetValue,
    },
    /// An issuer takes back a claimable balance of what it issued.
    ClawbackClaimableBalance {
        /// The balance's id: 72 hex digits.
        id: String,
    },
    /// An issuer changes the flags of a trustline.
    #[serde(rename_all = "camelCase")]
    SetTrustLineFlags {
        /// The asset.
        asset: Asset,
        /// The flags that are set: 1 authorized, 2 authorized to keep what is promised, 4 can be clawed back.
        set_flags: Vec<u32>,
        /// The flags that are cleared.
        clear_flags: Vec<u32>,
        /// Whose trustline it is.
        trustor: String,
    },
    /// Assets are put into a pool.
    #[serde(rename_all = "camelCase")]
    LiquidityPoolDeposit {
        /// The pool: 64 hex digits.
        id: String,
        /// The least price of the first asset in the second at which it is done.
        min_price: String,
        /// The highest.
        max_price: String,
        /// The shares that the account got, in their smallest unit.
        shares_received: String,
    },
    /// Assets are taken out of a pool.
    LiquidityPoolWithdraw {
        /// The pool: 64 hex digits.
        id: String,
        /// The shares that the account gave, in their smallest unit.
        shares: String,
    },
}

/// Whose reserve is no longer paid. The fields of one entry of the ledger stand in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = XlmRevoked)]
pub struct Revoked {
    /// Of an account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account_id: Option<String>,
    /// Of a claimable balance: 72 hex digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claimable_balance_id: Option<String>,
    /// Of a data entry: its account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data_account_id: Option<String>,
    /// Of a data entry: its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data_name: Option<String>,
    /// Of an offer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offer_id: Option<String>,
    /// Of a trustline: its account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trustline_account_id: Option<String>,
    /// Of a trustline: its asset as `CODE:ISSUER`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trustline_asset: Option<String>,
    /// Of a trustline for shares of a pool: the pool, 64 hex digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trustline_liquidity_pool_id: Option<String>,
    /// Of a signer: its account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signer_account_id: Option<String>,
    /// Of a signer: its key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signer_key: Option<String>,
}
