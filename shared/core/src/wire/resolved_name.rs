//! The address of a name.

use super::Warning;
use crate::name::is_confusable;
use serde::Serialize;
use utoipa::ToSchema;

/// The address of a name. A client shows name and address, and verifies the transaction by the address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResolvedName {
    /// The name in the form in which it was resolved.
    #[schema(example = "alice*example.com")]
    pub name: String,
    /// The address on the chain and network of the request.
    #[schema(example = "GCALNQQBXAPZ2WIRSDDBMSTAKCUH5SG6U76YBFLQLIXJTF7FE5AX7AOO")]
    pub address: String,
    /// The memo that a payment to the address requires; absent without one. Only on Stellar.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = NameMemo, required = false)]
    pub memo: Option<NameMemo>,
    /// The system of names.
    pub kind: NameKind,
    /// True if a proof shows that the owner of the name has chosen the address: DNSSEC, or contracts of the chain. False for the
    /// statement of a server, which is authenticated by its certificate only.
    #[schema(example = false)]
    pub verified: bool,
    /// The time until which the address may be used, in Unix seconds; absent if unknown. A client resolves the name again for each payment.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = u64, required = false, example = 1_800_000_000)]
    pub expires_at: Option<u64>,
    /// Warnings about the name; absent without any. `confusable_name`: the name mixes scripts or imitates letters.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub warnings: Vec<Warning>,
}

/// The memo of a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct NameMemo {
    /// The type of the memo for get-hash: text, id or hash.
    #[serde(rename = "type")]
    #[schema(value_type = String, pattern = "^(text|id|hash)$", example = "id")]
    pub kind: &'static str,
    /// The content of the memo for get-hash; a hash has 64 hex digits.
    #[schema(example = "8411")]
    pub value: String,
}

/// The systems of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum NameKind {
    /// The Ethereum Name Service.
    Ens,
    /// Federated names on Stellar (SEP-2).
    Federation,
    /// Payment instructions in the DNS (BIP 353).
    Bip353,
}

impl ResolvedName {
    /// Creates the response without memo and expiry, and warns of a confusable name.
    pub fn new(kind: NameKind, name: String, address: String, verified: bool) -> Self {
        let warnings = is_confusable(&name).then_some(Warning::CONFUSABLE_NAME);
        Self {
            warnings: warnings.into_iter().collect(),
            name,
            address,
            memo: None,
            kind,
            verified,
            expires_at: None,
        }
    }
}
