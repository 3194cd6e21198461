//! The balance of a Stellar account in one asset.

use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::model::Balance;

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

/// The liabilities of open offers, and the state of the trustline (docs/decisions/0916).
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
