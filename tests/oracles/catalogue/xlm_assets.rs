//! The assets issued on Stellar: `xlm-assets.json`.

use super::{SOURCES, XLM_ASSETS, parse, rows, text};
use serde_json::{Map, Value, json};
use wallet_tests::support::oracle::Oracle;

async fn findings(oracle: &mut Oracle, assets: &Value) -> Vec<String> {
    let repositories = parse(SOURCES)["repositories"].take();
    let request = json!({ "assets": assets, "repositories": repositories });
    let result = oracle.call("xlmAssetList", request).await;
    serde_json::from_value(result).expect("findings are strings")
}

#[tokio::test]
async fn every_asset_matches_two_lists_and_has_a_valid_issuer() {
    let Some(mut oracle) = Oracle::start("the catalogue's Stellar assets") else {
        return;
    };
    assert_eq!(findings(&mut oracle, &parse(XLM_ASSETS)).await, [""; 0]);
    assert!(rows(&parse(XLM_ASSETS)).len() >= 20);
}

#[tokio::test]
async fn one_incorrect_fact_is_found() {
    let Some(mut oracle) = Oracle::start("incorrect facts about Stellar assets") else {
        return;
    };
    let issuer = text(&parse(XLM_ASSETS)[0], "issuer").replace("KZVN", "KZVM");
    for (pointer, value, expected) in [
        ("/0/issuer", json!(issuer), "invalid issuer"),
        ("/0/issuer", parse(XLM_ASSETS)[1]["issuer"].clone(), "lists the sources"),
        ("/0/code", json!("usdc"), "lists the sources"),
        ("/0/ticker", json!("USD"), "the ticker is not the code"),
        ("/0/decimals", json!(6), "decimals"),
        ("/0/homeDomain", json!("circle.example"), "home domain"),
        ("/0/icon", json!("https://example.com/usdc.png"), "unknown icon"),
        ("/0/sources", json!("bitgo"), "fewer than two sources"),
        ("/1/code", json!("USDC"), "twice"),
    ] {
        let mut assets = parse(XLM_ASSETS);
        *assets.pointer_mut(pointer).expect("a value in the list") = value.clone();
        let found = findings(&mut oracle, &assets).await;
        assert!(
            found.iter().any(|finding| finding.contains(expected)),
            "{pointer} = {value}: {found:?}"
        );
    }
}

#[test]
fn assets_have_the_fields_of_the_service() {
    for row in rows(&parse(XLM_ASSETS)) {
        assert_eq!(text(row, "kind"), "xlm-asset");
        let icon = usize::from(row.get("icon").is_some());
        assert_eq!(row.as_object().map(Map::len), Some(9 + icon), "{row}");
    }
}
