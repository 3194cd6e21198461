//! Adapters by kind of upstream for the UTXO chains.

use crate::blockbook::Blockbook;
use crate::electrum::{Electrum, ServerAddress};
use crate::esplora::Esplora;
use crate::memory::Shared;
use crate::source::BtcLikeSource;
use std::sync::Arc;
use wallet_btc_like::{Chain, Params};
use wallet_upstream::{Clocks, Endpoint, Entry, HttpClient, Kind, UpstreamConfigError};

/// Returns the supported kinds of a UTXO chain for the error message. There is no Esplora for bch and doge.
const fn supported(chain: Chain) -> &'static str {
    match chain {
        Chain::Btc | Chain::Ltc => "blockbook, esplora or electrum",
        Chain::Bch | Chain::Doge => "blockbook or electrum",
    }
}

/// Creates the adapter of an entry of a chain's list. Sends no request.
pub(crate) fn adapter(
    entry: &Entry,
    client: &HttpClient,
    clocks: &Clocks,
    shared: &Shared,
    params: &'static Params,
) -> Result<Arc<dyn BtcLikeSource>, UpstreamConfigError> {
    match entry.kind {
        Kind::Blockbook => {
            let endpoint = Endpoint::new(client.clone(), entry.base_url()?).limited(entry.rate, entry.concurrency);
            Ok(Arc::new(Blockbook::new(endpoint, params, clocks.clone(), shared)))
        }
        Kind::Electrum => {
            let address = ServerAddress::parse(entry.address).map_err(|problem| entry.invalid_address(problem))?;
            let source = Electrum::new(address, *client.limits(), clocks.clone(), params, shared);
            Ok(Arc::new(source.map_err(|problem| entry.invalid_address(problem))?))
        }
        Kind::Esplora if matches!(params.chain, Chain::Btc | Chain::Ltc) => {
            let endpoint = Endpoint::new(client.clone().accepting_text(), entry.base_url()?)
                .limited(entry.rate, entry.concurrency);
            Ok(Arc::new(Esplora::new(endpoint, params, shared)))
        }
        Kind::Esplora
        | Kind::JsonRpc
        | Kind::Etherscan
        | Kind::Blockscout
        | Kind::Horizon
        | Kind::StellarRpc
        | Kind::CoinGecko => Err(entry.unsupported(supported(params.chain))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::MemoryBudget;
    use wallet_core::model::Network;
    use wallet_core::ports::system::{Clock, Timestamp};
    use wallet_upstream::{FirstSeen, Limits, parse_list};

    struct FixedClock;

    impl Clock for FixedClock {
        fn now(&self) -> Timestamp {
            Timestamp::from_secs(1_700_000_000)
        }
    }

    const SETTING: &str = "WALLET_CLOUD_UPSTREAM_BTC_LIVENET";

    fn adapters(value: &str) -> Result<Vec<Arc<dyn BtcLikeSource>>, UpstreamConfigError> {
        let client = HttpClient::new(Limits::default()).unwrap();
        let params = Params::of(Chain::Btc, Network::Livenet).unwrap();
        let clocks = Clocks::new(Arc::new(FixedClock));
        let shared = Shared {
            first_seen: Arc::new(FirstSeen::new(Arc::new(FixedClock))),
            responses: MemoryBudget::of(client.limits()),
            blocks: MemoryBudget::of_blocks(),
        };
        let entries = parse_list(SETTING, value)?;
        let adapters = entries
            .iter()
            .map(|entry| adapter(entry, &client, &clocks, &shared, params));
        adapters.collect()
    }

    #[track_caller]
    fn rejection(value: &str) -> UpstreamConfigError {
        adapters(value).err().unwrap()
    }

    #[test]
    fn each_entry_has_the_adapter_of_its_kind() {
        let kinds = adapters("blockbook+https://a.example, esplora+https://b.example/api").unwrap();
        let kinds: Vec<_> = kinds.iter().map(|source| source.kind()).collect();
        assert_eq!(kinds, [Kind::Blockbook, Kind::Esplora]);
    }

    #[test]
    fn invalid_entry_is_an_error_that_does_not_quote_it() {
        for (value, message) in [
            (
                "horizon+https://0secret.example",
                "entry 1 has the kind horizon, which does not support this chain; use blockbook, esplora or electrum",
            ),
            (
                "blockbook+https://a.example,jsonrpc+https://0secret",
                "entry 2 has the kind jsonrpc",
            ),
            ("blockbook+0secret", "invalid address in entry 1: expected a URL"),
            (
                "blockbook+https://{key}.0secret.example",
                "the placeholder {key} is allowed in the path and in the query only",
            ),
        ] {
            let error = rejection(value).to_string();
            assert!(
                error.starts_with(SETTING) && error.contains(message),
                "{value}: {error}"
            );
            assert!(!error.contains("0secret"), "{error}");
        }
    }

    #[test]
    fn chain_of_causes_has_each_message_once() {
        let error = rejection("blockbook+ftp://a.example");
        let mut causes = vec![error.to_string()];
        let mut source = std::error::Error::source(&error);
        while let Some(cause) = source {
            causes.push(cause.to_string());
            source = cause.source();
        }
        let count = causes.join(": ").matches("expected https or http").count();
        assert_eq!(count, 1, "{causes:?}");
    }
}
