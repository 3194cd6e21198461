//! Sponsorship operations: revocation targets, and nesting of begin and end (CAP-33).

use super::{Limits, coin, third_party};
use serde_json::{Value, json};

#[tokio::test]
async fn revocation_targets() {
    let it = Limits::new();
    let trustline = json!({ "type": "revokeTrustlineSponsorship", "account": it.alice, "asset": it.usd() });
    it.check(
        &trustline,
        &[
            ("asset", "invalid_request", it.own(), it.usd()),
            (
                "asset",
                "invalid_request",
                coin(),
                json!({ "liquidityPoolId": "ab".repeat(32) }),
            ),
        ],
    )
    .await;
    let offer = json!({ "type": "revokeOfferSponsorship", "seller": it.bob, "offerId": "1" });
    it.check(&offer, &[("offerId", "invalid_request", json!("0"), json!(1))])
        .await;
    let data = json!({ "type": "revokeDataSponsorship", "account": it.bob, "name": "a" });
    it.check(
        &data,
        &[
            ("name", "invalid_request", json!(""), json!("a")),
            ("name", "invalid_request", json!("a".repeat(65)), json!("a".repeat(64))),
            ("name", "invalid_request", json!("a\t"), json!("a ")),
        ],
    )
    .await;
    let signer = |signer: Value| json!({ "type": "revokeSignerSponsorship", "account": it.bob, "signer": signer });
    it.accepts(&signer(json!({ "preAuthTx": "ab".repeat(32) }))).await;
    it.rejects(&signer(json!({})), "invalid_request", "signer").await;
    let two = json!({ "preAuthTx": "ab".repeat(32), "sha256Hash": "ab".repeat(32) });
    it.rejects(&signer(two), "invalid_request", "signer.preAuthTx").await;
    let weighed = json!({ "preAuthTx": "ab".repeat(32), "weight": 1 });
    it.rejects(&signer(weighed), "invalid_request", "signer.weight").await;
    it.accepts(&json!({ "type": "revokeLiquidityPoolSponsorship", "liquidityPoolId": "ab".repeat(32) }))
        .await;
    it.accepts(&json!({ "type": "revokeAccountSponsorship", "account": it.alice }))
        .await;
}

fn begin(sponsor: &str, sponsored: &str) -> Value {
    json!({ "type": "beginSponsoringFutureReserves", "source": sponsor, "sponsoredId": sponsored })
}

fn end(sponsored: &str) -> Value {
    json!({ "type": "endSponsoringFutureReserves", "source": sponsored })
}

#[tokio::test]
async fn sponsorship_nesting() {
    let it = Limits::new();
    let (alice, bob, carol) = (it.alice.clone(), it.bob.clone(), third_party());
    let bump = || json!({ "type": "bumpSequence", "bumpTo": "1" });
    for right in [
        vec![begin(&alice, &bob), end(&bob)],
        vec![bump(), begin(&alice, &bob), bump(), end(&bob), bump()],
        vec![begin(&alice, &bob), begin(&alice, &carol), end(&bob), end(&carol)],
        vec![begin(&alice, &bob), begin(&alice, &carol), end(&carol), end(&bob)],
        vec![begin(&alice, &bob), end(&bob), begin(&alice, &bob), end(&bob)],
        vec![begin(&alice, &bob), end(&bob), begin(&bob, &alice), end(&alice)],
        vec![begin(&bob, &carol), end(&carol)],
    ] {
        let response = it.request(&right).await;
        assert_eq!(response.status, 200, "{right:?}: {}", response.text);
    }
    for (wrong, field) in [
        (vec![begin(&alice, &alice), end(&alice)], "[0].sponsoredId"),
        // Begin without an end by the sponsored account, and end without a begin.
        (vec![bump(), begin(&alice, &bob)], "[1]"),
        (vec![begin(&alice, &bob), end(&alice)], "[1]"),
        (vec![end(&bob)], "[0]"),
        (vec![begin(&alice, &bob), end(&bob), end(&bob)], "[2]"),
        (vec![end(&bob), begin(&alice, &bob)], "[0]"),
        (
            vec![begin(&alice, &bob), begin(&carol, &bob), end(&bob)],
            "[1].sponsoredId",
        ),
        (
            vec![begin(&alice, &bob), begin(&alice, &bob), end(&bob)],
            "[1].sponsoredId",
        ),
        // A sponsored account cannot be a sponsor, in either order.
        (
            vec![begin(&alice, &bob), begin(&bob, &carol), end(&carol), end(&bob)],
            "[1]",
        ),
        (
            vec![begin(&bob, &carol), begin(&alice, &bob), end(&bob), end(&carol)],
            "[1]",
        ),
        (vec![begin(&alice, &bob), begin(&alice, &carol), end(&carol)], "[0]"),
    ] {
        let response = it.request(&wrong).await;
        response.assert_error(400, "invalid_request", Some(&format!("operations{field}")));
    }
}
