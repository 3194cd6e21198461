//! `GET /api/chain/list` against a registry of coin types and against the chains of a different wallet.

use super::FOLDER;
use crate::asset_info::App;
use crate::recorded::facts::of;
use serde_json::Value;

async fn rows(network: &str) -> Vec<Value> {
    let list = App::new().await.list("chain/list").await;
    list.into_iter().filter(|row| row["network"] == network).collect()
}

fn row<'a>(rows: &'a [Value], chain: &str) -> &'a Value {
    let found = rows.iter().find(|row| row["chain"] == chain);
    found.unwrap_or_else(|| panic!("no {chain}"))
}

#[tokio::test]
async fn coin_types_are_registered() {
    let facts = of(FOLDER, "coin_types");
    let (livenet, testnet) = (rows("livenet").await, rows("testnet").await);
    let of_chains: Vec<_> = facts.iter().filter(|fact| !fact.get("chain").is_null()).collect();
    assert_eq!(of_chains.len(), livenet.len());
    for fact in of_chains {
        assert_eq!(
            &row(&livenet, fact.text("chain"))["slip44"],
            fact.get("coinType"),
            "{fact}"
        );
    }
    let all = facts
        .iter()
        .find(|fact| fact.text("network") == "testnet")
        .expect("the testnets");
    assert!(testnet.iter().all(|row| &row["slip44"] == all.get("coinType")));
}

#[tokio::test]
async fn paths_ids_and_decimals_are_those_of_another_wallet() {
    let livenet = rows("livenet").await;
    let facts = of(FOLDER, "chains");
    assert_eq!(facts.len(), livenet.len());
    for fact in facts {
        let row = row(&livenet, fact.text("chain"));
        assert_eq!(&row["decimals"], fact.get("decimals"), "{fact}");
        assert_eq!(&row["chainId"], fact.get("chainId"), "{fact}");
        assert_eq!(&row["derivationPath"], &fact.get("paths")[0], "{fact}");
        let types = row["addressTypes"]
            .as_array()
            .expect("types")
            .iter()
            .filter_map(Value::as_str);
        // The other wallet has the first address types only.
        let recorded = fact.get("paths").as_array().expect("paths");
        let paths: Vec<_> = types
            .map(|address_type| &row["derivationPaths"][address_type])
            .take(recorded.len())
            .collect();
        assert!(paths.is_empty() || paths.into_iter().eq(recorded), "{fact}");
    }
}

/// Explorers of a different wallet, except where docs/decisions/assets.md#facts-of-the-chain-list chooses a second one.
#[tokio::test]
async fn explorers_are_those_of_another_wallet() {
    let livenet = rows("livenet").await;
    for fact in of(FOLDER, "chains") {
        let chain = fact.text("chain");
        let found = &row(&livenet, chain)["explorer"];
        let recorded = fact.get("explorer");
        let same = ["transaction", "address"].iter().all(|page| {
            let (found, recorded) = (found[page].as_str(), recorded[page].as_str());
            found
                .zip(recorded)
                .is_some_and(|(found, recorded)| found.starts_with(recorded))
        });
        assert_eq!(
            same,
            !["ltc", "etc", "gno", "xlm"].contains(&chain),
            "{chain}: {found} {recorded}"
        );
    }
}
