//! Valid calls that need no chain: documents, error catalogues, keys and assets.

use super::problem::{Kind, causes};
use super::recorder::{Recorder, get};
use wallet_client::asset_info::{ListRequest, list, show};
use wallet_client::{
    CallError, Client, Transport, address_info_btc_like, address_info_eth_like, address_info_xlm, asset_info,
    authorization, blockchain_connector_btc_like, blockchain_connector_eth_like, blockchain_connector_xlm,
};

/// The kinds of assets.
const KINDS: [&str; 5] = ["fiat", "coin", "erc20", "erc721", "erc1155"];

/// The path of the list of chains.
const CHAINS: &str = "/asset-info/v1/api/chain/list";

/// Makes the calls. A failed one is a finding.
pub async fn make(client: &Client, recorder: &Recorder, token: Option<&str>) {
    let all = ListRequest { chain: None, tag: None };
    for kind in KINDS {
        record(recorder, "list of assets", list(client, kind, &all).await);
    }
    record(recorder, "asset", show(client, "fiat", "usd").await);
    record(recorder, "keys", authorization::well_known::jwks(client).await);
    documents(client, recorder).await;
    errors(client, recorder).await;
    chains(recorder, token).await;
}

/// Requests the chains, and again with the entity tag of the response (RFC 9110, section 13.1.2).
async fn chains(recorder: &Recorder, token: Option<&str>) {
    let mut request = get(recorder.url(CHAINS));
    request
        .headers
        .extend(token.map(|token| ("authorization", format!("Bearer {token}"))));
    let mut etag = None;
    for expected in [200, 304] {
        let mut request = request.clone();
        request.headers.extend(etag.map(|etag| ("if-none-match", etag)));
        // The recorder has a finding if there is no response.
        let Ok(response) = recorder.send(request).await else {
            return;
        };
        if response.status != expected {
            let problem = format!("the status is {}, expected {expected}", response.status);
            recorder.add(Kind::Call, "list of chains", problem, None);
        }
        etag = response.header("etag").map(str::to_owned);
    }
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
