//! The settings that a production server requires.

use crate::serve::MERCHANT_KEY_VARIABLE;
use crate::serve::proxy::{Proxies, ProxiesError};
use crate::serve::upstreams::chains_with_upstream;
use reqwest::Url;
use std::net::SocketAddr;
use wallet_core::model::Network;

/// The variable of the public base URL.
const BASE_URL: &str = "WALLET_CLOUD_BASE_URL";

/// The variable of the addresses of the reverse proxies.
const PROXIES: &str = "WALLET_CLOUD_PROXIES";

/// A setting prevents the start. The message names the setting and the remedy, never the value.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProductionError {
    /// The base URL is missing.
    #[error("{BASE_URL} is not set; set it to the public URL of the reverse proxy: https://wallet.example")]
    NoBaseUrl,
    /// The base URL is invalid.
    #[error("{BASE_URL} {problem}; expected the public URL of the reverse proxy: https://wallet.example")]
    BaseUrl {
        /// The reason.
        problem: &'static str,
    },
    /// The addresses of the reverse proxies are missing.
    #[error(
        "{PROXIES} is not set; set it to the address from which the reverse proxy connects: 127.0.0.1, or none to ignore X-Forwarded-For"
    )]
    NoProxies,
    /// The addresses of the reverse proxies are invalid.
    #[error("{PROXIES} is invalid; {0}")]
    Proxies(#[from] ProxiesError),
    /// No chain has an upstream.
    #[error(
        "no chain has an upstream; set WALLET_CLOUD_UPSTREAM_<CHAIN>_<NETWORK> for each chain to serve, for example \
         WALLET_CLOUD_UPSTREAM_BTC_LIVENET (docs/configuration.md). A production server uses no public servers by default"
    )]
    NoUpstream,
    /// The merchant key of the development server is set.
    #[error(
        "{MERCHANT_KEY_VARIABLE} is set, which is for development only; remove it, and create merchants with: wallet-cloud merchant create"
    )]
    DevelopmentKey,
    /// The address is reachable from other machines.
    #[error(
        "--listen must be a loopback address, since the server has no TLS; put a reverse proxy with TLS in front of it"
    )]
    PublicAddress,
}

/// The settings of a production server that have no default.
#[derive(Debug, PartialEq, Eq)]
pub struct ProductionSettings {
    /// The public base URL, without a trailing slash.
    pub base_url: String,
    /// The reverse proxies, which report the addresses of callers.
    pub proxies: Proxies,
}

impl ProductionSettings {
    /// Reads and checks the settings; `settings` returns the value of a variable, or `None` if it is not set.
    pub fn read(listen: SocketAddr, settings: fn(&str) -> Option<String>) -> Result<Self, ProductionError> {
        if settings(MERCHANT_KEY_VARIABLE).is_some() {
            return Err(ProductionError::DevelopmentKey);
        }
        let base_url = settings(BASE_URL).ok_or(ProductionError::NoBaseUrl)?;
        check_base_url(&base_url).map_err(|problem| ProductionError::BaseUrl { problem })?;
        if !listen.ip().is_loopback() {
            return Err(ProductionError::PublicAddress);
        }
        let proxies = settings(PROXIES).ok_or(ProductionError::NoProxies)?.parse()?;
        let mut networks = [Network::Livenet, Network::Testnet].into_iter();
        if networks.all(|network| chains_with_upstream(network, settings).next().is_none()) {
            return Err(ProductionError::NoUpstream);
        }
        Ok(Self { base_url, proxies })
    }
}

fn check_base_url(text: &str) -> Result<(), &'static str> {
    let url = Url::parse(text).map_err(|_| "is not a URL")?;
    if url.scheme() != "https" {
        return Err("does not start with https://");
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("contains credentials");
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err("has a query or a fragment");
    }
    if text.ends_with('/') {
        return Err("ends with a slash");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOOPBACK: ([u8; 4], u16) = ([127, 0, 0, 1], 9000);

    fn valid(name: &str) -> Option<String> {
        match name {
            BASE_URL => Some("https://wallet.example".to_owned()),
            PROXIES => Some("127.0.0.1".to_owned()),
            "WALLET_CLOUD_UPSTREAM_XLM_TESTNET" => Some("horizon+https://horizon.example".to_owned()),
            _ => None,
        }
    }

    fn rejected(settings: fn(&str) -> Option<String>) -> ProductionError {
        ProductionSettings::read(LOOPBACK.into(), settings).unwrap_err()
    }

    #[test]
    fn base_url_and_one_upstream_suffice() {
        let settings = ProductionSettings::read(LOOPBACK.into(), valid).unwrap();
        assert_eq!(settings.base_url, "https://wallet.example");
    }

    #[test]
    fn missing_and_dangerous_settings_are_rejected() {
        assert_eq!(
            rejected(|name| valid(name).filter(|_| name != BASE_URL)),
            ProductionError::NoBaseUrl
        );
        assert_eq!(
            rejected(|name| valid(name).filter(|_| [BASE_URL, PROXIES].contains(&name))),
            ProductionError::NoUpstream
        );
        assert_eq!(
            rejected(|name| valid(name).filter(|_| name != PROXIES)),
            ProductionError::NoProxies
        );
        let with_key = |name: &str| {
            (name == MERCHANT_KEY_VARIABLE)
                .then(|| "x".to_owned())
                .or_else(|| valid(name))
        };
        assert_eq!(rejected(with_key), ProductionError::DevelopmentKey);
        let public = SocketAddr::from(([0, 0, 0, 0], 9000));
        let error = ProductionSettings::read(public, valid).unwrap_err();
        assert_eq!(error, ProductionError::PublicAddress);
    }

    #[test]
    fn base_url_is_https_without_other_parts() {
        for (text, problem) in [
            ("wallet.example", "is not a URL"),
            ("http://wallet.example", "does not start with https://"),
            ("https://a:b@wallet.example", "contains credentials"),
            ("https://wallet.example?a", "has a query or a fragment"),
            ("https://wallet.example#a", "has a query or a fragment"),
            ("https://wallet.example/", "ends with a slash"),
        ] {
            assert_eq!(check_base_url(text), Err(problem), "{text}");
        }
        assert_eq!(check_base_url("https://wallet.example/api"), Ok(()));
    }
}
