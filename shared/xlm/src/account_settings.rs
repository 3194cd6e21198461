//! Settings of accounts: thresholds, flags, home domain and data entries.

use super::operation::{DataName, HomeDomain};
use std::collections::BTreeMap;

/// The settings of an account, for display. No payment depends on them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AccountSettings {
    /// The weights that operations require.
    pub thresholds: Thresholds,
    /// The flags of an issuer.
    pub flags: AccountFlags,
    /// The home domain; `None` if it is empty.
    pub home_domain: Option<HomeDomain>,
    /// The data entries: values of at most 64 bytes by name.
    pub data: BTreeMap<DataName, Vec<u8>>,
    /// True if a signer, a data entry or the home domain is unreadable and missing.
    pub lacks_entries: bool,
}

/// The weights that operations of each level of security require.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thresholds {
    /// For operations of low security, such as claims.
    pub low: u8,
    /// For most operations, such as payments.
    pub medium: u8,
    /// For merges and for changes of signers and thresholds.
    pub high: u8,
}

/// The flags of an issuer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "the flags of the protocol")]
pub struct AccountFlags {
    /// Trustlines require the authorization of the issuer.
    pub required: bool,
    /// The issuer can revoke authorizations.
    pub revocable: bool,
    /// The flags cannot change, and the account cannot be merged.
    pub immutable: bool,
    /// The issuer can claw back balances of new trustlines (CAP-35).
    pub clawback_enabled: bool,
}
