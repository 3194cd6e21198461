//! Which upstream serves which chain and network.
//!
//! | Variable | Value |
//! |---|---|
//! | `WALLET_CLOUD_UPSTREAM_<CHAIN>_<NETWORK>` | comma-separated list, in order of preference, of `kind+url`: `blockbook+https://btc.example.org` |
//!
//! One upstream per chain and network is used for now, the first of the list.

use crate::base_url::{BaseUrl, BaseUrlError};
use wallet_core::model::Network;

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
        problem: BaseUrlError,
    },
}

/// The name of the variable with the upstreams of a chain on a network: `WALLET_CLOUD_UPSTREAM_BTC_LIVENET`.
pub fn setting_name(chain: &str, network: Network) -> String {
    format!("WALLET_CLOUD_UPSTREAM_{chain}_{network}").to_ascii_uppercase()
}

/// Reads a list whose every entry must be of this one kind. Blanks around entries are ignored.
pub(crate) fn parse_list(setting: &str, value: &str, only: Kind) -> Result<Vec<BaseUrl>, UpstreamConfigError> {
    let entries = value.split(',').enumerate();
    entries
        .map(|(index, entry)| parse_entry(setting, index + 1, entry.trim(), only))
        .collect()
}

fn parse_entry(setting: &str, entry: usize, text: &str, only: Kind) -> Result<BaseUrl, UpstreamConfigError> {
    let setting = setting.to_owned();
    let (name, address) = text.split_once('+').unwrap_or_default();
    match Kind::ALL.into_iter().find(|kind| kind.name() == name) {
        None => Err(UpstreamConfigError::UnknownKind { setting, entry }),
        Some(kind) if kind != only => Err(UpstreamConfigError::UnsupportedKind {
            setting,
            entry,
            kind,
            supported: only.name(),
        }),
        Some(_) => BaseUrl::parse(address).map_err(|problem| UpstreamConfigError::Address {
            setting,
            entry,
            problem,
        }),
    }
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
    fn a_list_keeps_its_order() {
        let list = parse_list(
            SETTING,
            "blockbook+https://a.example, blockbook+https://b.example/x",
            Kind::Blockbook,
        )
        .expect("a good list");
        let shown: Vec<_> = list.iter().map(ToString::to_string).collect();
        assert_eq!(shown, ["https://a.example", "https://b.example"]);
    }

    #[test]
    fn a_chain_of_causes_says_each_one_once() {
        let error = parse_list(SETTING, "blockbook+ftp://a.example", Kind::Blockbook).expect_err("ftp is refused");
        let mut causes = vec![error.to_string()];
        let mut source = std::error::Error::source(&error);
        while let Some(cause) = source {
            causes.push(cause.to_string());
            source = cause.source();
        }
        assert_eq!(
            causes.join(": ").matches("neither https nor http").count(),
            1,
            "{causes:?}"
        );
    }

    #[test]
    fn what_cannot_be_used_stops_the_start_and_is_not_repeated() {
        for (value, message) in [
            ("", "entry 1 is not of the form"),
            ("https://0secret.example", "entry 1 is not of the form"),
            ("bitcoind+https://0secret.example", "entry 1 is not of the form"),
            ("Blockbook+https://0secret.example", "entry 1 is not of the form"),
            ("blockbook+https://a.example,", "entry 2 is not of the form"),
            (
                "esplora+https://0secret.example",
                "entry 1 is of kind esplora, which cannot serve this chain yet; use blockbook",
            ),
            (
                "blockbook+https://a.example,electrum+ssl://0secret:50002",
                "entry 2 is of kind electrum",
            ),
            ("blockbook+0secret", "the address of entry 1 is refused: it is no URL"),
            (
                "blockbook+https://0secret/{key}",
                "the placeholder {key} is not supported",
            ),
        ] {
            let error = parse_list(SETTING, value, Kind::Blockbook)
                .expect_err(value)
                .to_string();
            assert!(
                error.starts_with(SETTING) && error.contains(message),
                "{value}: {error}"
            );
            assert!(!error.contains("0secret"), "{error}");
        }
    }
}
