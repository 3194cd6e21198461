//! The end of a payment whose nonce, sequence number or inputs another transaction uses.

use super::hostile::Case;
use super::{client, mine_block};
use crate::ephemeral;
use crate::stellar_kinds::servers;
use std::time::Duration;
use wallet_client::payments::{Settled, WatchPolicy};
use wallet_cloud::serve::Running;

fn policy() -> WatchPolicy {
    WatchPolicy::builder()
        .interval(Duration::from_millis(1))
        .timeout(Duration::from_mins(1))
        .unknown(3)
        .build()
}

#[tokio::test(flavor = "multi_thread")]
async fn payment_is_replaced_by_a_block_and_not_by_a_pending_transaction() {
    let running = ephemeral().await;
    let owner = client(&running).await;
    for chain in ["btc", "ltc", "bch", "doge", "eth", "etc", "base"] {
        let mut case = Case::new(&owner, chain).await;
        let first = case.sign(&owner, None).await.expect(chain);
        case.to = Case::new(&owner, chain).await.to;
        let second = case.sign(&owner, Some(&first)).await.expect(chain);
        assert_ne!(first.txid, second.txid, "{chain}");
        second.send(&owner).await.expect(chain);

        // The pending transaction could be replaced itself.
        let other = client(&running).await;
        for client in [&owner, &other] {
            assert_eq!(
                first.watch(client, policy()).await.expect(chain),
                Settled::Unknown,
                "{chain}"
            );
        }
        mine_block(&owner, chain).await;
        let by = Some(second.txid.clone());
        assert_eq!(
            first.watch(&owner, policy()).await.expect(chain),
            Settled::Replaced { by },
            "{chain}"
        );
        let settled = first.watch(&client(&running).await, policy()).await.expect(chain);
        assert!(matches!(settled, Settled::Replaced { .. }), "{chain}: {settled:?}");
    }
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn payment_on_stellar_is_replaced_by_one_with_its_sequence_number() {
    for (running, _) in servers("payment_on_stellar_is_replaced_by_one_with_its_sequence_number").await {
        is_replaced_on_stellar(&running).await;
        running.shutdown().await.unwrap();
    }
}

async fn is_replaced_on_stellar(running: &Running) {
    let owner = client(running).await;
    let mut case = Case::new(&owner, "xlm").await;
    let first = case.sign(&owner, None).await.unwrap();
    let other = client(running).await;
    assert_eq!(first.watch(&other, policy()).await.unwrap(), Settled::Unknown);
    case.to = Case::new(&owner, "xlm").await.to;
    let second = case.sign(&owner, Some(&first)).await.unwrap();
    second.send(&owner).await.unwrap();
    let by = Some(second.txid.clone());
    assert_eq!(first.watch(&owner, policy()).await.unwrap(), Settled::Replaced { by });
    assert_eq!(
        first.watch(&other, policy()).await.unwrap(),
        Settled::Replaced { by: None }
    );
}
