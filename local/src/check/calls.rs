//! Valid calls that need no chain: documents, error catalogues, keys and assets.

use super::contract::Kind;
use super::deployment::SERVICES;
use super::recorder::{Recorder, get};
use crate::payments::causes;
use wallet_client::asset_info::{ListRequest, list, show};
use wallet_client::{CallError, Client, Response, authorization, notifications};

/// The kinds of assets.
const KINDS: [&str; 6] = ["fiat", "coin", "erc20", "erc721", "erc1155", "xlm-asset"];

/// The path of an icon.
const ICON: &str = "/asset-info/v1/api/icon/fiat/usd";
/// The path of the list of chains.
const CHAINS: &str = "/asset-info/v1/api/chain/list";

/// Makes the calls. A failed call is a finding.
pub async fn make(client: &Client, recorder: &Recorder, token: Option<&str>) {
    let all = ListRequest::builder().build();
    for kind in KINDS {
        record(recorder, "list of assets", list(client, kind, &all).await);
    }
    record(recorder, "asset", show(client, "fiat", "usd").await);
    record(recorder, "keys", authorization::well_known::jwks(client).await);
    record(recorder, "key of pushes", notifications::push_key(client).await);
    record(recorder, "keys of webhooks", notifications::webhook_keys(client).await);
    for service in SERVICES {
        for file in ["openapi.json", "errors.json"] {
            expect(recorder, &format!("/{service}/v1/{file}"), [], 200).await;
        }
    }
    chains(recorder, token).await;
    expect(recorder, ICON, [], 200).await;
}

/// Requests the chains, and again with the entity tag of the response (RFC 9110, section 13.1.2).
async fn chains(recorder: &Recorder, token: Option<&str>) {
    let token = token.map(|token| ("authorization", format!("Bearer {token}")));
    let first = expect(recorder, CHAINS, token.iter().cloned(), 200).await;
    let etag = first.and_then(|first| first.header("etag").map(str::to_owned));
    if let Some(etag) = etag {
        let headers = token.into_iter().chain([("if-none-match", etag)]);
        expect(recorder, CHAINS, headers, 304).await;
    }
}

/// Requests a path that the client has no function for.
async fn expect(
    recorder: &Recorder,
    path: &str,
    headers: impl IntoIterator<Item = (&'static str, String)>,
    status: u16,
) -> Option<Response> {
    let mut request = get(recorder.url(path));
    request.headers.extend(headers);
    let response = recorder.exchange(request).await?;
    if response.status != status {
        let problem = format!("the status is {}, expected {status}", response.status);
        recorder.add(Kind::Call, &format!("GET {path}"), problem, None);
    }
    Some(response)
}

fn record<T>(recorder: &Recorder, subject: &str, result: Result<T, CallError>) {
    if let Err(error) = result {
        recorder.add(Kind::Call, subject, causes(error), None);
    }
}
