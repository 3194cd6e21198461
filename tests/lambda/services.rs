//! The services, built as their composition roots build them but without a network.

use crate::tokens;
use axum::Router;
use blockchain_connector_btc_like as btc_like;
use std::sync::Arc;
use wallet_http::{HttpConfig, Service, mount};
use wallet_upstream::client::{HttpClient, Limits};
use wallet_upstream::utxo_upstreams::UtxoUpstreams;

/// The base path of the connector.
pub const CONNECTOR: &str = "/blockchain-connector-btc-like/v1";

/// The connector of the UTXO chains, with no upstream configured.
pub fn connector() -> Router {
    let client = HttpClient::new(Limits::default()).expect("TLS is compiled in");
    let services = btc_like::Services {
        authorizer: tokens::authorizer(),
        node: Arc::new(UtxoUpstreams::from_settings(client, |_| None).expect("nothing is set")),
        price_floors: btc_like::PriceFloors::default(),
    };
    let service = Service::new(
        btc_like::NAME,
        btc_like::router().with_state(services),
        btc_like::openapi(),
    );
    mount(vec![service], &HttpConfig::default())
}
