//! Which upstream serves which chain and network.
//!
//! | Variable | Value |
//! |---|---|
//! | `WALLET_CLOUD_UPSTREAM_<CHAIN>_<NETWORK>` | comma-separated list, in order of preference, of `kind+url`: `blockbook+https://btc.example.org` |
//!
//! Where an upstream wants a key, its URL has the placeholder `{key}` in path or query (docs/decisions/0460).
//! The kinds in a list may differ; which adapter serves which kind is said beside the adapters of a family (`utxo_kinds`).

use crate::base_url::{BaseUrl, KEY_PLACEHOLDER};
use reqwest::Url;
use std::fmt;
use wallet_core::model::Network;
use wallet_core::ports::upstream::UpstreamError;

/// The protocol of an upstream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Blockbook v2.
    Blockbook,
    /// The REST API of Esplora.
    Esplora,
    /// The Electrum protocol.
    Electrum,
    /// Ethereum JSON-RPC.
    JsonRpc,
    /// Etherscan v2.
    Etherscan,
    /// Blockscout in Etherscan's dialect.
    Blockscout,
    /// Stellar's Horizon.
    Horizon,
}

impl Kind {
    /// Every kind.
    const ALL: [Self; 7] = [
        Self::Blockbook,
        Self::Esplora,
        Self::Electrum,
        Self::JsonRpc,
        Self::Etherscan,
        Self::Blockscout,
        Self::Horizon,
    ];

    /// The name before the `+`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blockbook => "blockbook",
            Self::Esplora => "esplora",
            Self::Electrum => "electrum",
            Self::JsonRpc => "jsonrpc",
            Self::Etherscan => "etherscan",
            Self::Blockscout => "blockscout",
            Self::Horizon => "horizon",
        }
    }
}

/// An upstream setting that cannot be used; the process cannot start.
///
/// It names the setting and never repeats its value, which may hold a key by mistake.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UpstreamConfigError {
    /// An entry is not of the form `kind+url`.
    #[error(
        "{setting}: entry {entry} is not of the form kind+url with a kind of blockbook, esplora, electrum, jsonrpc, etherscan, blockscout or horizon"
    )]
    UnknownKind {
        /// The variable.
        setting: String,
        /// The place in the list, from 1.
        entry: usize,
    },
    /// The kind does not serve this chain.
    #[error("{setting}: entry {entry} is of kind {}, which cannot serve this chain yet; use {supported}", kind.name())]
    UnsupportedKind {
        /// The variable.
        setting: String,
        /// The place in the list, from 1.
        entry: usize,
        /// The kind of the entry.
        kind: Kind,
        /// The kinds that can.
        supported: &'static str,
    },
    /// The address is no good.
    #[error("{setting}: the address of entry {entry} is refused: {problem}")]
    Address {
        /// The variable.
        setting: String,
        /// The place in the list, from 1.
        entry: usize,
        /// Why. No `source`: the sentence above says it already.
        problem: String,
    },
}

/// The value of a setting that disables the defaults.
const NONE: &str = "none";

/// Returns the value of a setting, or the default if the setting is absent; `None` where the value is `none`.
pub fn or_default(value: Option<String>, default: Option<&str>) -> Option<String> {
    match value {
        None => default.map(str::to_owned),
        Some(value) if value.trim() == NONE => None,
        Some(value) => Some(value),
    }
}

/// The name of the variable with the upstreams of a chain on a network: `WALLET_CLOUD_UPSTREAM_BTC_LIVENET`.
pub fn setting_name(chain: &str, network: Network) -> String {
    format!("WALLET_CLOUD_UPSTREAM_{chain}_{network}").to_ascii_uppercase()
}

/// Whether a value among these settings asks for a key, by the placeholder in an address.
pub fn one_wants_key(mut settings: impl Iterator<Item = String>, setting: impl Fn(&str) -> Option<String>) -> bool {
    settings.any(|name| setting(&name).is_some_and(|value| value.contains(KEY_PLACEHOLDER)))
}

/// What is configured for a chain on a network, or the error that nothing is.
pub fn configured<T>(found: Option<T>, chain: &str, network: Network) -> Result<T, UpstreamError> {
    found.ok_or_else(|| UpstreamError::NotConfigured {
        setting: setting_name(chain, network),
    })
}

/// One upstream of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    setting: &'a str,
    /// The place in the list, from 1.
    place: usize,
    /// Its protocol.
    pub kind: Kind,
    /// What follows the kind and `+`: `https://btc.example.org`, `ssl://electrum.example.org:50002`.
    pub address: &'a str,
}

impl Entry<'_> {
    /// The address of an upstream that speaks HTTP.
    pub fn base_url(&self) -> Result<BaseUrl, UpstreamConfigError> {
        BaseUrl::parse(self.address).map_err(|problem| self.refused(problem))
    }

    /// The host, with the port where the address has one: what logs and reports call the upstream.
    pub fn host(&self) -> String {
        let url = Url::parse(self.address).ok();
        let host = url.as_ref().and_then(|url| Some((url.host_str()?, url.port())));
        match host {
            Some((host, Some(port))) => format!("{host}:{port}"),
            Some((host, None)) => host.to_owned(),
            // An adapter has read the address by now, and none reads one without a host.
            None => String::new(),
        }
    }

    /// The error that the address is no good. The problem must not repeat the address, which may hold a key.
    pub fn refused(&self, problem: impl fmt::Display) -> UpstreamConfigError {
        UpstreamConfigError::Address {
            setting: self.setting.to_owned(),
            entry: self.place,
            problem: problem.to_string(),
        }
    }

    /// The error that no adapter of the chain speaks this protocol; `supported` lists those that are spoken.
    pub fn unsupported(&self, supported: &'static str) -> UpstreamConfigError {
        UpstreamConfigError::UnsupportedKind {
            setting: self.setting.to_owned(),
            entry: self.place,
            kind: self.kind,
            supported,
        }
    }
}

/// Reads a list. Blanks around entries are ignored.
pub fn parse_list<'a>(setting: &'a str, value: &'a str) -> Result<Vec<Entry<'a>>, UpstreamConfigError> {
    let entries = value.split(',').enumerate();
    entries
        .map(|(index, entry)| parse_entry(setting, index + 1, entry.trim()))
        .collect()
}

fn parse_entry<'a>(setting: &'a str, place: usize, text: &'a str) -> Result<Entry<'a>, UpstreamConfigError> {
    let (name, address) = text.split_once('+').unwrap_or_default();
    let kind = Kind::ALL.into_iter().find(|kind| kind.name() == name);
    let kind = kind.ok_or_else(|| UpstreamConfigError::UnknownKind {
        setting: setting.to_owned(),
        entry: place,
    })?;
    Ok(Entry {
        setting,
        place,
        kind,
        address,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETTING: &str = "WALLET_CLOUD_UPSTREAM_BTC_LIVENET";

    #[test]
    fn the_variable_is_named_after_chain_and_network() {
        assert_eq!(setting_name("btc", Network::Livenet), SETTING);
        assert_eq!(
            setting_name("doge", Network::Testnet),
            "WALLET_CLOUD_UPSTREAM_DOGE_TESTNET"
        );
    }

    #[test]
    fn a_list_keeps_its_order_whatever_the_kinds() {
        let value = "blockbook+https://a.example/x, electrum+ssl://b.example:50002,esplora+https://c.example:8443/api";
        let list = parse_list(SETTING, value).expect("a good list");
        let shown: Vec<_> = list.iter().map(|entry| (entry.kind, entry.host())).collect();
        assert_eq!(
            shown,
            [
                (Kind::Blockbook, "a.example".to_owned()),
                (Kind::Electrum, "b.example:50002".to_owned()),
                (Kind::Esplora, "c.example:8443".to_owned()),
            ]
        );
    }

    #[test]
    fn an_entry_without_a_known_kind_is_named_by_its_place_and_not_repeated() {
        for (value, place) in [
            ("", 1),
            ("https://0secret.example", 1),
            ("bitcoind+https://0secret.example", 1),
            ("Blockbook+https://0secret.example", 1),
            ("blockbook+https://a.example,", 2),
        ] {
            let error = parse_list(SETTING, value).expect_err(value).to_string();
            let start = format!("{SETTING}: entry {place} is not of the form");
            assert!(error.starts_with(&start), "{value}: {error}");
            assert!(!error.contains("0secret"), "{error}");
        }
    }

    #[test]
    fn settings_replace_defaults() {
        let default = Some("blockbook+https://default.example.org");
        for (value, expected) in [
            (None, default),
            (
                Some("blockbook+https://btc.example.org"),
                Some("blockbook+https://btc.example.org"),
            ),
            (Some("none"), None),
            (Some(" none "), None),
            // Rejected later, where the list is parsed.
            (Some("nonesuch"), Some("nonesuch")),
        ] {
            assert_eq!(or_default(value.map(str::to_owned), default).as_deref(), expected);
        }
        assert_eq!(or_default(None, None), None);
    }
}
