//! Stellar operations.
//!
//! Amounts are in base units, except `starting_balance` of `CreateAccount`, which is in lumens with up to 7 decimal
//! places. Prices are decimal or fractions `n/d`.

use crate::wire::Asset;
use bon::Builder;
use serde::{Deserialize, Serialize};

/// An operation with the source account.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
#[non_exhaustive]
pub struct Operation {
    /// The source account; that of the transaction if absent.
    pub source: Option<String>,
    /// The operation.
    #[serde(flatten)]
    pub body: OperationBody,
}

impl From<OperationBody> for Operation {
    fn from(body: OperationBody) -> Self {
        Self { source: None, body }
    }
}

/// An operation in the response of parse.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum ParsedOperation {
    /// An operation that get-hash supports.
    Known(Box<Operation>),
    /// A different operation, with `type` and `xdr`.
    Other(serde_json::Value),
}

/// An operation, by `type`.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[non_exhaustive]
pub enum OperationBody {
    CreateAccount {
        destination: String,
        starting_balance: String,
    },
    Payment {
        destination: String,
        asset: Asset,
        amount: String,
    },
    PathPaymentStrictReceive {
        send_asset: Asset,
        send_max: String,
        destination: String,
        dest_asset: Asset,
        dest_amount: String,
        path: Vec<Asset>,
    },
    PathPaymentStrictSend {
        send_asset: Asset,
        send_amount: String,
        destination: String,
        dest_asset: Asset,
        dest_min: String,
        path: Vec<Asset>,
    },
    ManageSellOffer {
        selling: Asset,
        buying: Asset,
        amount: String,
        price: String,
        offer_id: Option<String>,
    },
    ManageBuyOffer {
        selling: Asset,
        buying: Asset,
        buy_amount: String,
        price: String,
        offer_id: Option<String>,
    },
    CreatePassiveSellOffer {
        selling: Asset,
        buying: Asset,
        amount: String,
        price: String,
    },
    SetOptions(Box<SetOptions>),
    ChangeTrust {
        asset: TrustedAsset,
        limit: Option<String>,
    },
    AllowTrust {
        trustor: String,
        asset_code: String,
        authorize: u32,
    },
    AccountMerge {
        destination: String,
    },
    ManageData {
        name: String,
        /// `None` deletes the entry.
        #[serialize_always]
        value: Option<DataValue>,
    },
    BumpSequence {
        bump_to: String,
    },
    CreateClaimableBalance {
        asset: Asset,
        amount: String,
        claimants: Vec<Claimant>,
    },
    ClaimClaimableBalance {
        balance_id: String,
    },
    BeginSponsoringFutureReserves {
        sponsored_id: String,
    },
    EndSponsoringFutureReserves {},
    RevokeAccountSponsorship {
        account: String,
    },
    RevokeTrustlineSponsorship {
        account: String,
        asset: SponsoredTrustline,
    },
    RevokeOfferSponsorship {
        seller: String,
        offer_id: String,
    },
    RevokeDataSponsorship {
        account: String,
        name: String,
    },
    RevokeClaimableBalanceSponsorship {
        balance_id: String,
    },
    RevokeLiquidityPoolSponsorship {
        liquidity_pool_id: String,
    },
    RevokeSignerSponsorship {
        account: String,
        signer: SignerKey,
    },
    Clawback {
        asset: Asset,
        amount: String,
        from: String,
    },
    ClawbackClaimableBalance {
        balance_id: String,
    },
    SetTrustLineFlags {
        trustor: String,
        asset: Asset,
        flags: TrustLineFlags,
    },
    LiquidityPoolDeposit {
        liquidity_pool_id: String,
        max_amount_a: String,
        max_amount_b: String,
        min_price: String,
        max_price: String,
    },
    LiquidityPoolWithdraw {
        liquidity_pool_id: String,
        amount: String,
        min_amount_a: String,
        min_amount_b: String,
    },
}

/// The asset of a trustline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum TrustedAsset {
    /// An issued asset.
    Asset(Asset),
    /// The shares of a liquidity pool.
    #[serde(rename_all = "camelCase")]
    Pool {
        /// The first asset in the order of the network.
        asset_a: Asset,
        /// The second asset.
        asset_b: Asset,
        /// The fee in hundredths of a percent, 30.
        fee: u32,
    },
}

/// A sponsored trustline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum SponsoredTrustline {
    /// A trustline of an issued asset.
    Asset(Asset),
    /// A trustline of pool shares.
    #[serde(rename_all = "camelCase")]
    Pool {
        /// The id of the pool.
        liquidity_pool_id: String,
    },
}

/// The value of a data entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum DataValue {
    /// Text.
    Text(String),
    /// Bytes.
    Bytes {
        /// The bytes in base64.
        base64: String,
    },
}

requests! {
    /// Settings of an account. Absent settings do not change.
    SetOptions {
        /// The recipient of the former inflation.
        pub inflation_dest: Option<String>,
        /// The flags to clear.
        pub clear_flags: Option<u32>,
        /// The flags to set.
        pub set_flags: Option<u32>,
        /// The weight of the master key.
        pub master_weight: Option<u8>,
        /// The weight for operations of low security.
        pub low_threshold: Option<u8>,
        /// The weight for most operations.
        pub med_threshold: Option<u8>,
        /// The weight for changes of signers.
        pub high_threshold: Option<u8>,
        /// The signer to add, change or remove.
        pub signer: Option<Signer>,
        /// The home domain.
        pub home_domain: Option<String>,
    }

    /// A signer with a weight. Exactly one key is present.
    Signer {
        /// An account.
        pub ed25519_public_key: Option<String>,
        /// A hash whose preimage signs.
        pub sha256_hash: Option<String>,
        /// The hash of a transaction.
        pub pre_auth_tx: Option<String>,
        /// An account with a payload to sign.
        pub ed25519_signed_payload: Option<String>,
        /// The weight; 0 removes the signer.
        pub weight: Option<u32>,
    }

    /// The key of a sponsored signer. Exactly one key is present.
    SignerKey {
        /// An account.
        pub ed25519_public_key: Option<String>,
        /// A hash whose preimage signs.
        pub sha256_hash: Option<String>,
        /// The hash of a transaction.
        pub pre_auth_tx: Option<String>,
        /// An account with a payload to sign.
        pub ed25519_signed_payload: Option<String>,
    }

    /// Flags of a trustline: true sets a flag, false clears it.
    TrustLineFlags {
        /// The account may use the asset.
        pub authorized: Option<bool>,
        /// The account may keep offers.
        pub authorized_to_maintain_liabilities: Option<bool>,
        /// The issuer may take the asset back; the flag can only be cleared.
        pub clawback_enabled: Option<bool>,
    }

    /// A claimant of a claimable balance.
    Claimant {
        /// The account.
        pub destination: String,
        /// The condition; unconditional if absent.
        pub predicate: Option<Predicate>,
    }
}

/// A condition on the time of a claim. Exactly one field is present.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
#[non_exhaustive]
pub struct Predicate {
    /// Two conditions that must both be true.
    pub and: Option<Vec<Predicate>>,
    /// Two conditions; either must be true.
    pub or: Option<Vec<Predicate>>,
    /// A condition that must be false.
    pub not: Option<Box<Predicate>>,
    /// Before this Unix time in seconds.
    pub abs_before: Option<String>,
    /// Before this number of seconds has passed since the creation.
    pub rel_before: Option<String>,
}
