//! Configured upstreams of each chain and network.
//!
//! | Variable | Value |
//! |---|---|
//! | `WALLET_CLOUD_UPSTREAM_<CHAIN>_<NETWORK>`, `WALLET_CLOUD_UPSTREAM_PRICES` | comma-separated list, in order of preference, of `kind+url`: `blockbook+https://btc.example.org` |
//!
//! An entry may end in `#rate=<calls per second>`, 1 to 1000: `etherscan+https://…#rate=5`
//! (docs/decisions/upstreams.md#queue-for-free-indexes), or in `#concurrency=<requests>`, 1 to 200:
//! `blockbook+https://…#concurrency=50` (docs/decisions/upstreams.md#concurrency-of-upstreams). A URL has the
//! placeholder `{key}` in path or query if the upstream requires a key
//! (docs/decisions/upstreams.md#keys-in-upstream-urls). A list may contain different kinds; the adapters of each kind
//! are listed per chain family (`kinds`).

use crate::base_url::{BaseUrl, KEY_PLACEHOLDER};
use reqwest::Url;
use std::fmt;
use wallet_core::model::Network;
use wallet_core::ports::upstream::UpstreamError;

/// Protocol of an upstream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Blockbook v2.
    Blockbook,
    /// REST API of Esplora.
    Esplora,
    /// The Electrum protocol.
    Electrum,
    /// Ethereum JSON-RPC.
    JsonRpc,
    /// Etherscan v2.
    Etherscan,
    /// Blockscout's dialect of the Etherscan API.
    Blockscout,
    /// Stellar's Horizon.
    Horizon,
    /// The JSON-RPC interface of a Stellar node (Stellar RPC).
    StellarRpc,
    /// CoinGecko's API (v3), for prices.
    CoinGecko,
}

impl Kind {
    const ALL: [Self; 9] = [
        Self::Blockbook,
        Self::Esplora,
        Self::Electrum,
        Self::JsonRpc,
        Self::Etherscan,
        Self::Blockscout,
        Self::Horizon,
        Self::StellarRpc,
        Self::CoinGecko,
    ];

    /// Returns the name before the `+`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blockbook => "blockbook",
            Self::Esplora => "esplora",
            Self::Electrum => "electrum",
            Self::JsonRpc => "jsonrpc",
            Self::Etherscan => "etherscan",
            Self::Blockscout => "blockscout",
            Self::Horizon => "horizon",
            Self::StellarRpc => "stellar-rpc",
            Self::CoinGecko => "coingecko",
        }
    }
}

/// Invalid upstream setting, which prevents the process from starting.
///
/// The text names the setting and omits the value, which may hold a key by mistake.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UpstreamConfigError {
    /// Entry that is not of the form `kind+url`.
    #[error(
        "{setting}: entry {entry} is not of the form kind+url with a kind of blockbook, esplora, electrum, jsonrpc, etherscan, blockscout, horizon, stellar-rpc or coingecko"
    )]
    UnknownKind {
        /// Variable name.
        setting: String,
        /// Index in the list, from 1.
        entry: usize,
    },
    /// Kind that does not support the chain.
    #[error("{setting}: entry {entry} has the kind {}, which does not support this chain; use {supported}", kind.name())]
    UnsupportedKind {
        /// Variable name.
        setting: String,
        /// Index in the list, from 1.
        entry: usize,
        /// Kind of the entry.
        kind: Kind,
        /// Kinds that support the chain.
        supported: &'static str,
    },
    /// Invalid URL or server address.
    #[error("{setting}: invalid address in entry {entry}: {problem}")]
    Address {
        /// Variable name.
        setting: String,
        /// Index in the list, from 1.
        entry: usize,
        /// Reason, not a `source`, since the message already contains the reason.
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

/// Returns the name of the variable with the upstreams of a chain on a network:
/// `WALLET_CLOUD_UPSTREAM_BTC_LIVENET`.
pub fn setting_name(chain: &str, network: Network) -> String {
    format!("WALLET_CLOUD_UPSTREAM_{chain}_{network}").to_ascii_uppercase()
}

/// Returns true if this is the name of the variable with the upstreams of a chain's livenet. A function compares each
/// name with each chain at the start, so nothing is formatted.
pub fn is_livenet_of(name: &str, chain: &str) -> bool {
    let inner = name.strip_prefix("WALLET_CLOUD_UPSTREAM_");
    let found = inner.and_then(|inner| inner.strip_suffix("_LIVENET"));
    found.is_some_and(|found| found.eq_ignore_ascii_case(chain))
}

/// Returns true if a setting contains the placeholder of a key.
pub fn any_requires_key(mut settings: impl Iterator<Item = String>, setting: impl Fn(&str) -> Option<String>) -> bool {
    settings.any(|name| setting(&name).is_some_and(|value| value.contains(KEY_PLACEHOLDER)))
}

/// Returns the upstreams of a chain on a network, or the error that none is configured.
pub fn configured<T>(found: Option<T>, chain: &str, network: Network) -> Result<T, UpstreamError> {
    found.ok_or_else(|| UpstreamError::NotConfigured {
        setting: setting_name(chain, network),
    })
}

/// Upstream entry of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    setting: &'a str,
    /// Index in the list, from 1.
    place: usize,
    /// Protocol.
    pub kind: Kind,
    /// Part after the kind and `+`: `https://btc.example.org`, `ssl://electrum.example.org:50002`.
    pub address: &'a str,
    /// Calls per second that the upstream allows, if configured.
    pub rate: Option<u32>,
    /// Concurrent requests that the upstream allows, if configured.
    pub concurrency: Option<u32>,
}

impl Entry<'_> {
    /// Parses the URL of an HTTP upstream.
    pub fn base_url(&self) -> Result<BaseUrl, UpstreamConfigError> {
        BaseUrl::parse(self.address).map_err(|problem| self.invalid_address(problem))
    }

    /// Returns the host, with the port if the address has one, which identifies the upstream in logs and
    /// reports.
    pub fn host(&self) -> String {
        let url = Url::parse(self.address).ok();
        let host = url.as_ref().and_then(|url| Some((url.host_str()?, url.port())));
        match host {
            Some((host, Some(port))) => format!("{host}:{port}"),
            Some((host, None)) => host.to_owned(),
            // An adapter has already parsed the address, and none accepts an address without a host.
            None => String::new(),
        }
    }

    /// Returns the error for an invalid address. `problem` must not quote the address, which may hold a key.
    pub fn invalid_address(&self, problem: impl fmt::Display) -> UpstreamConfigError {
        UpstreamConfigError::Address {
            setting: self.setting.to_owned(),
            entry: self.place,
            problem: problem.to_string(),
        }
    }

    /// Returns the error for an unsupported protocol; `supported` lists the supported protocols.
    pub fn unsupported(&self, supported: &'static str) -> UpstreamConfigError {
        UpstreamConfigError::UnsupportedKind {
            setting: self.setting.to_owned(),
            entry: self.place,
            kind: self.kind,
            supported,
        }
    }
}

/// Parses a list. Whitespace around entries is ignored.
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
    let (address, option) = match address.split_once('#') {
        Some((address, option)) => (address, Some(option)),
        None => (address, None),
    };
    let entry = Entry {
        setting,
        place,
        kind,
        address,
        rate: None,
        concurrency: None,
    };
    match option {
        None => Ok(entry),
        Some(option) => with_option(entry, option),
    }
}

/// Maximum number of calls per second of a setting.
const MAX_RATE: u32 = 1000;

/// Maximum number of concurrent requests of a setting.
const MAX_CONCURRENCY: u32 = 200;

/// Parses the option after the address: `rate=5` or `concurrency=50`.
fn with_option<'a>(entry: Entry<'a>, option: &str) -> Result<Entry<'a>, UpstreamConfigError> {
    let number = |text: &str, maximum: u32| text.parse().ok().filter(|number| (1..=maximum).contains(number));
    let (name, value) = option.split_once('=').unwrap_or_default();
    let (rate, concurrency) = match name {
        "rate" => (number(value, MAX_RATE), None),
        "concurrency" => (None, number(value, MAX_CONCURRENCY)),
        _ => (None, None),
    };
    if rate.or(concurrency).is_none() || entry.kind == Kind::Electrum {
        return Err(entry.invalid_address(format_args!(
            "the part after # must be rate=<calls per second>, 1 to {MAX_RATE}, or concurrency=<requests>, 1 to \
             {MAX_CONCURRENCY}, and electrum has none"
        )));
    }
    Ok(Entry {
        rate,
        concurrency,
        ..entry
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETTING: &str = "WALLET_CLOUD_UPSTREAM_BTC_LIVENET";

    #[test]
    fn variable_name_contains_chain_and_network() {
        assert_eq!(setting_name("btc", Network::Livenet), SETTING);
        assert_eq!(
            setting_name("doge", Network::Testnet),
            "WALLET_CLOUD_UPSTREAM_DOGE_TESTNET"
        );
    }

    #[test]
    fn list_keeps_its_order_with_mixed_kinds() {
        let value = "blockbook+https://a.example/x, electrum+ssl://b.example:50002,esplora+https://c.example:8443/api";
        let list = parse_list(SETTING, value).expect("a valid list");
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
    fn error_for_an_unknown_kind_has_the_index_and_not_the_entry() {
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
    fn option_follows_the_address() {
        let value = "etherscan+https://a.example/api?apikey={key}#rate=5,blockscout+https://b.example,\
                     blockbook+https://c.example#concurrency=200";
        let list = parse_list(SETTING, value).expect("a valid list");
        let shown = list.iter().map(|entry| (entry.address, entry.rate, entry.concurrency));
        assert_eq!(
            shown.collect::<Vec<_>>(),
            [
                ("https://a.example/api?apikey={key}", Some(5), None),
                ("https://b.example", None, None),
                ("https://c.example", None, Some(200)),
            ]
        );
        for value in [
            "etherscan+https://a.example#",
            "etherscan+https://a.example#5",
            "etherscan+https://a.example#rate=0",
            "etherscan+https://a.example#rate=1001",
            "etherscan+https://a.example#rate=1.5",
            "etherscan+https://a.example#speed=0secret",
            "electrum+ssl://a.example:50002#rate=5",
            "electrum+ssl://a.example:50002#concurrency=5",
            "blockbook+https://a.example#concurrency=0",
            "blockbook+https://a.example#concurrency=201",
            "blockbook+https://a.example#concurrency=5&rate=5",
        ] {
            let error = parse_list(SETTING, value).expect_err(value).to_string();
            let start = format!("{SETTING}: invalid address in entry 1: the part after # must be rate=");
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
