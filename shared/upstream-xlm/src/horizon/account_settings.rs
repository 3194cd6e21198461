//! Settings in an account record. An unreadable setting never hides the account, on which payments depend.

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::Deserialize;
use std::collections::HashMap;
use wallet_xlm::operation::{DataName, HomeDomain};
use wallet_xlm::{AccountFlags, AccountSettings, Thresholds};

/// Thresholds record.
#[derive(Clone, Copy, Debug, Deserialize)]
#[expect(clippy::struct_field_names, reason = "names of Horizon")]
pub(super) struct WireThresholds {
    low_threshold: u8,
    med_threshold: u8,
    high_threshold: u8,
}

/// Flags record.
#[derive(Clone, Copy, Debug, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "the flags of the protocol")]
pub(super) struct WireFlags {
    auth_required: bool,
    auth_revocable: bool,
    #[serde(default)]
    auth_immutable: bool,
    #[serde(default)]
    auth_clawback_enabled: bool,
}

/// Maximum size of the value of a data entry in bytes.
const MAX_VALUE: usize = 64;

/// Decodes the settings; unreadable entries are omitted. `data` contains base64 values by name.
pub(super) fn decode_settings(
    thresholds: WireThresholds,
    flags: WireFlags,
    home_domain: &str,
    data: &HashMap<String, String>,
) -> AccountSettings {
    let domain: Option<HomeDomain> = home_domain.parse().ok();
    let entries = data.iter().filter_map(|(name, value)| entry(name, value));
    let readable: std::collections::BTreeMap<_, _> = entries.collect();
    AccountSettings {
        thresholds: Thresholds {
            low: thresholds.low_threshold,
            medium: thresholds.med_threshold,
            high: thresholds.high_threshold,
        },
        flags: AccountFlags {
            required: flags.auth_required,
            revocable: flags.auth_revocable,
            immutable: flags.auth_immutable,
            clawback_enabled: flags.auth_clawback_enabled,
        },
        lacks_entries: domain.is_none() || readable.len() < data.len(),
        home_domain: domain.filter(|_| !home_domain.is_empty()),
        data: readable,
    }
}

/// Decodes a data entry, `None` if validators would reject it.
fn entry(name: &str, value: &str) -> Option<(DataName, Vec<u8>)> {
    let value = BASE64.decode(value).ok().filter(|value| value.len() <= MAX_VALUE)?;
    Some((name.parse().ok()?, value))
}
