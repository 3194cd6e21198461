//! Hints about transactions that may be attempts at fraud (docs/decisions/utxo-history.md#flags-of-transactions).

use serde::Serialize;
use utoipa::ToSchema;

/// A hint about a transaction. It never hides one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Flag {
    /// An action moves a token that is not in the asset list.
    UnlistedToken,
    /// A counterparty has the same first four and last four characters as another counterparty on the page, as in
    /// address poisoning.
    LookAlikeAddress,
    /// The address received an amount that is too small to be worth spending.
    Dust,
}
