//! The demo run of an asset editor: lists assets, then adds and deletes one.

use super::screen::{Screen, short};
use super::step::{AtStep, StepError, ensure};
use wallet_client::asset_info::{AssetRequest, DeleteRequest, ListRequest, add, delete, list};
use wallet_client::{CallError, Client};

/// The kind of the added asset.
const TOKENS: &str = "erc20";
/// The contract of an unlisted token: an example address of ERC-55.
const CONTRACT: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

/// Lists assets, adds a token, checks that it is listed and deletes it. `editor` has a token with `read` and
/// `assets`.
pub async fn run(editor: &Client, screen: &mut Screen) -> Result<(), StepError> {
    let mut sizes = Vec::new();
    for kind in ["fiat", "coin", TOKENS] {
        let list = list(editor, kind, &ListRequest::default()).await.at("list")?;
        ensure(!list.is_empty(), "list", || {
            format!("no asset of kind {kind} is listed")
        })?;
        sizes.push(format!("{} {kind}", list.len()));
    }
    screen.done("list", &format!("{} listed", sizes.join(", ")));

    let token = AssetRequest {
        chain: Some("eth".to_owned()),
        contract: Some(CONTRACT.to_owned()),
        name: "Demo".to_owned(),
        ticker: "DEMO".to_owned(),
        decimals: 18,
        ..AssetRequest::default()
    };
    let added = add(editor, TOKENS, &token).await.at("add")?;
    screen.done("add", &format!("{} at {} on eth", added.asset.ticker, short(CONTRACT)));

    ensure(is_listed(editor).await.at("list")?, "see", || {
        "the added token is not listed".to_owned()
    })?;
    screen.done("see", "the token is listed");

    let id = format!("eth:{CONTRACT}");
    delete(editor, TOKENS, &id, &DeleteRequest::default())
        .await
        .at("delete")?;
    ensure(!is_listed(editor).await.at("list")?, "delete", || {
        "the deleted token is still listed".to_owned()
    })?;
    screen.done("delete", "the token is no longer listed");
    Ok(())
}

async fn is_listed(client: &Client) -> Result<bool, CallError> {
    let tokens = list(client, TOKENS, &ListRequest::default()).await?;
    Ok(tokens.iter().any(|token| token.contract.as_deref() == Some(CONTRACT)))
}
