//! Served and exported tokens, validated with the schema of tokenlists.org; and the import of a third-party
//! list.

use serde_json::{Value, json};
use wallet_assets::{AssetKind, Catalogue, Filter, ListVersion, Seed, TokenError, read_token_list, write_token_list};
use wallet_client::asset_info::{AssetData, AssetRequest, ListRequest, add, list};
use wallet_cloud::serve::{Options, start};
use wallet_core::model::{ChainName, Network};
use wallet_tests::support::local_server::merchant;
use wallet_tests::support::oracle::Oracle;

async fn findings(oracle: &mut Oracle, list: &Value) -> Vec<String> {
    let result = oracle.call("anyList", json!({ "list": list })).await;
    serde_json::from_value(result).expect("findings are strings")
}

/// Converts the items of `erc20/list` to tokens of a token list.
fn token_list(items: &[AssetData]) -> Value {
    let id = |name: &str| {
        let chain = wallet_eth_like::Chain::from_name(name).expect("an EVM chain");
        chain.id(Network::Livenet)
    };
    let tokens = items.iter().map(|item| {
        let mut token = json!({
            "chainId": id(item.chain.as_deref().expect("a chain")),
            "address": item.contract,
            "name": item.name,
            "symbol": item.ticker,
            "decimals": item.decimals,
            "tags": item.tags,
        });
        if let Some(icon) = &item.icon {
            token["logoURI"] = json!(icon);
        }
        token
    });
    json!({
        "name": "Served",
        "timestamp": "2026-11-21T00:00:00Z",
        "version": { "major": 1, "minor": 0, "patch": 0 },
        "tokens": tokens.collect::<Vec<_>>(),
    })
}

#[tokio::test]
async fn served_tokens_match_the_schema_at_the_limits_of_edits() {
    let Some(mut oracle) = Oracle::start("the served tokens") else {
        return;
    };
    let running = start(Options::ephemeral()).await.expect("a local server");
    let editor = merchant(&running, &["read", "assets", "assets-admin"]).await;
    // Values at the limits of the validation.
    for (number, name, ticker) in [
        (1, "n".repeat(60), "T".repeat(20)),
        (2, "Złoty (PLN) 美元".to_owned(), "USD₮0".to_owned()),
    ] {
        let asset = AssetRequest::builder()
            .chain("eth")
            .contract(format!("0x{number:040x}"))
            .name(name)
            .ticker(ticker)
            .icon("ipfs://QmXttGpZrECX5qCyXbBQiqgQNytVGeZW5Anewvh2jc4psg")
            .decimals(255)
            .tags(vec!["a_0123456z".to_owned()])
            .force(true)
            .build();
        add(&editor, "erc20", &asset).await.expect("the token is added");
    }
    let items = list(&editor, "erc20", &ListRequest::default()).await.expect("a list");
    assert!(items.len() > 100);
    assert_eq!(findings(&mut oracle, &token_list(&items)).await, [""; 0]);
    let mut invalid = token_list(&items);
    invalid["tokens"][0]["symbol"] = json!("US DT");
    assert_ne!(
        findings(&mut oracle, &invalid).await,
        [""; 0],
        "the schema check finds the error"
    );
    running.shutdown().await.expect("the server stops");
}

#[tokio::test]
async fn exported_list_matches_the_schema() {
    let Some(mut oracle) = Oracle::start("exported tokens") else {
        return;
    };
    let catalogue = Catalogue::new(Seed::BuiltIn, Vec::new());
    let everything = Filter::default();
    let tokens: Vec<_> = catalogue.list(AssetKind::Erc20, &everything).collect();
    let version = ListVersion {
        major: 1,
        minor: 7,
        patch: 0,
    };
    let list = write_token_list("Wallet Cloud Services", "2026-11-21T00:00:00Z", version, tokens.iter());
    let list = serde_json::from_str(&list).expect("a document");
    assert_eq!(findings(&mut oracle, &list).await, [""; 0]);
}

#[tokio::test]
async fn all_tokens_of_a_third_party_list_on_served_chains_are_accepted() {
    let Some(mut oracle) = Oracle::start("a list to import") else {
        return;
    };
    let list = oracle.call("foreignList", json!({})).await;
    let tokens = read_token_list(&list.to_string()).expect("a list");
    let rejected: Vec<_> = tokens
        .iter()
        .filter_map(|token| token.asset.as_ref().err().map(|error| (&token.label, error)))
        .filter(|(_, error)| !matches!(error, TokenError::Chain(_)))
        .collect();
    assert!(rejected.is_empty(), "{rejected:?}");
    assert!(tokens.iter().filter(|token| token.asset.is_ok()).count() > 500);
    // No token of both lists has different decimals.
    let plan = Catalogue::new(Seed::BuiltIn, Vec::new()).plan_import(tokens, false);
    let chains = plan
        .rejected
        .iter()
        .filter(|(_, error)| !error.to_string().contains("is not supported"));
    assert_eq!(chains.count(), 0);
    assert!(plan.unchanged + plan.changed.len() > 50);
}
