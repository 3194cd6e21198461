//! The demo run of an asset editor: lists assets, then adds and deletes one.

use super::api::Api;
use super::screen::{Screen, short};
use super::step::{AtStep, StepError, ensure};
use serde::Deserialize;
use serde_json::json;

/// The base path of the asset info service.
const SERVICE: &str = "/asset-info/v1/api";

/// The contract of an unlisted token: an example address of ERC-55.
const CONTRACT: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

#[derive(Deserialize)]
struct Asset {
    ticker: String,
    contract: Option<String>,
}

#[derive(Deserialize)]
struct Deleted {}

/// Lists assets, adds a token, checks that it is listed and deletes it. `editor` has a token with `read` and
/// `assets`.
pub async fn run(editor: &Api, screen: &mut Screen) -> Result<(), StepError> {
    let mut sizes = Vec::new();
    for kind in ["fiat", "coin", "erc20"] {
        let list: Vec<Asset> = list(editor, kind).await.at("list")?;
        ensure(!list.is_empty(), "list", || {
            format!("no asset of kind {kind} is listed")
        })?;
        sizes.push(format!("{} {kind}", list.len()));
    }
    screen.done("list", &format!("{} listed", sizes.join(", ")));

    let token = json!({ "chain": "eth", "contract": CONTRACT, "name": "Demo", "ticker": "DEMO", "decimals": 18 });
    let added: Asset = editor.post(&format!("{SERVICE}/erc20"), &token).await.at("add")?;
    screen.done("add", &format!("{} at {} on eth", added.ticker, short(CONTRACT)));

    ensure(is_listed(editor).await?, "see", || {
        "the added token is not listed".to_owned()
    })?;
    screen.done("see", "the token is listed");

    let path = format!("{SERVICE}/erc20/eth:{CONTRACT}");
    let Deleted {} = editor.delete(&path).await.at("delete")?;
    ensure(!is_listed(editor).await?, "delete", || {
        "the deleted token is still listed".to_owned()
    })?;
    screen.done("delete", "the token is no longer listed");
    Ok(())
}

async fn list(api: &Api, kind: &str) -> Result<Vec<Asset>, super::api::CallError> {
    api.get(&format!("{SERVICE}/{kind}/list"), &[]).await
}

async fn is_listed(api: &Api) -> Result<bool, StepError> {
    let tokens = list(api, "erc20").await.at("list")?;
    Ok(tokens.iter().any(|token| token.contract.as_deref() == Some(CONTRACT)))
}
