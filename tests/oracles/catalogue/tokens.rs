//! ERC-20 tokens: the documents in `erc20/`.

use super::{SOURCES, TOKEN_LISTS, parse, rows};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use wallet_tests::support::oracle::Oracle;

/// Validates a list and returns the findings.
async fn findings(oracle: &mut Oracle, chain: &str, list: &Value) -> Vec<String> {
    let repositories = parse(SOURCES)["repositories"].take();
    let request = json!({ "chain": chain, "list": list, "repositories": repositories });
    let result = oracle.call("tokenList", request).await;
    serde_json::from_value(result).expect("findings are strings")
}

#[tokio::test]
async fn every_token_matches_two_lists_and_its_list_matches_the_schema() {
    let Some(mut oracle) = Oracle::start("the catalogue's tokens") else {
        return;
    };
    for (chain, min, list) in TOKEN_LISTS {
        let list = parse(list);
        assert_eq!(findings(&mut oracle, chain, &list).await, [""; 0], "{chain}");
        let count = rows(&list["tokens"]).len();
        assert!(count >= *min, "{chain}: {count} tokens, expected {min}");
    }
}

#[tokio::test]
async fn one_incorrect_fact_is_found() {
    let Some(mut oracle) = Oracle::start("incorrect facts in the catalogue") else {
        return;
    };
    let wrong: &[(&str, Value, &str)] = &[
        ("/tokens/0/decimals", json!(18), "decimals"),
        (
            "/tokens/0/address",
            json!("0xDac17f958d2ee523a2206206994597c13d831ec7"),
            "checksum",
        ),
        (
            "/tokens/0/address",
            json!("0x00000000000000000000000000000000000000ff"),
            "lists the sources",
        ),
        ("/tokens/0/chainId", json!(56), "chain id 56"),
        ("/tokens/0/symbol", json!("USDC"), "twice"),
        ("/tokens/0/symbol", json!("USDT.e"), "unknown ticker"),
        (
            "/tokens/0/logoURI",
            json!("https://example.com/usdt.png"),
            "unknown icon",
        ),
        (
            "/tokens/0/extensions/sources",
            json!("uniswap"),
            "fewer than two sources",
        ),
        ("/tokens/0/tags/0", json!("stable coin"), "/tokens/0/tags/0"),
        ("/version", json!("1.0.0"), "/version"),
    ];
    let (chain, _, list) = TOKEN_LISTS[0];
    for (pointer, value, expected) in wrong {
        let mut list = parse(list);
        *list.pointer_mut(pointer).expect("a value in the list") = value.clone();
        let found = findings(&mut oracle, chain, &list).await;
        assert!(
            found.iter().any(|finding| finding.contains(expected)),
            "{pointer} = {value}: {found:?}"
        );
    }
}

#[test]
fn every_tag_is_defined_and_every_definition_used() {
    for (chain, _, list) in TOKEN_LISTS {
        let list = parse(list);
        let explained: BTreeSet<_> = list["tags"].as_object().expect("tags").keys().cloned().collect();
        let used: BTreeSet<_> = rows(&list["tokens"])
            .iter()
            .flat_map(|token| rows(&token["tags"]))
            .map(|tag| tag.as_str().expect("a tag").to_owned())
            .collect();
        assert_eq!(used, explained, "{chain}");
    }
}
