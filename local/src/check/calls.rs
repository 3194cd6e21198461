//! Valid calls that need no chain: documents, error catalogues, keys and assets.

use super::problem::{Kind, causes};
use super::recorder::Recorder;
use wallet_client::asset_info::{ListRequest, list, show};
use wallet_client::{
    CallError, Client, address_info_btc_like, address_info_eth_like, address_info_xlm, asset_info, authorization,
    blockchain_connector_btc_like, blockchain_connector_eth_like, blockchain_connector_xlm,
};

/// The kinds of assets.
const KINDS: [&str; 5] = ["fiat", "coin", "erc20", "erc721", "erc1155"];

/// Makes the calls. A failed one is a finding.
pub async fn make(client: &Client, recorder: &Recorder) {
    let all = ListRequest { chain: None, tag: None };
    for kind in KINDS {
        record(recorder, "list of assets", list(client, kind, &all).await);
    }
    record(recorder, "asset", show(client, "fiat", "USD").await);
    record(recorder, "keys", authorization::well_known::jwks(client).await);
    documents(client, recorder).await;
    errors(client, recorder).await;
}

async fn documents(client: &Client, recorder: &Recorder) {
    for document in [
        authorization::openapi(client).await,
        asset_info::openapi(client).await,
        address_info_btc_like::openapi(client).await,
        address_info_eth_like::openapi(client).await,
        address_info_xlm::openapi(client).await,
        blockchain_connector_btc_like::openapi(client).await,
        blockchain_connector_eth_like::openapi(client).await,
        blockchain_connector_xlm::openapi(client).await,
    ] {
        record(recorder, "document", document);
    }
}

async fn errors(client: &Client, recorder: &Recorder) {
    for catalogue in [
        authorization::errors(client).await,
        asset_info::errors(client).await,
        address_info_btc_like::errors(client).await,
        address_info_eth_like::errors(client).await,
        address_info_xlm::errors(client).await,
        blockchain_connector_btc_like::errors(client).await,
        blockchain_connector_eth_like::errors(client).await,
        blockchain_connector_xlm::errors(client).await,
    ] {
        record(recorder, "error catalogue", catalogue);
    }
}

fn record<T>(recorder: &Recorder, subject: &str, result: Result<T, CallError>) {
    if let Err(error) = result {
        recorder.add(Kind::Call, subject, causes(error), None);
    }
}
