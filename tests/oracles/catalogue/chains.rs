//! The chains of `GET /api/chain/list`.

use serde_json::{Value, json};
use wallet_assets::chains;
use wallet_tests::support::oracle::Oracle;

#[tokio::test]
async fn evm_chains_match_viem() {
    let Some(mut oracle) = Oracle::start("the chain list") else {
        return;
    };
    let rows: Vec<Value> = chains()
        .iter()
        .map(|facts| {
            let mut row = json!({
                "name": facts.name, "network": facts.network.name(), "decimals": facts.decimals,
                "explorer": { "transaction": facts.explorer.transaction, "address": facts.explorer.address },
            });
            if let Some(chain_id) = facts.chain_id {
                row["chainId"] = chain_id.into();
            }
            row
        })
        .collect();
    assert_eq!(rows.iter().filter(|row| row["chainId"].is_u64()).count(), 20);
    let found = oracle.call("chainList", json!({ "chains": rows })).await;
    assert_eq!(found, json!([]));
}
