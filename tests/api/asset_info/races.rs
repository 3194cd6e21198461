//! Two clients that edit concurrently, each at a separate instance.

use super::fixture::{App, body, meta};
use crate::support::client::TestResponse;
use serde_json::json;
use wallet_assets::Seed;

/// Checks that an edit succeeded and the second was rejected with this code.
#[track_caller]
fn assert_one_wins(first: &TestResponse, second: &TestResponse, code: &str) {
    let (won, lost) = if first.status == 200 {
        (first, second)
    } else {
        (second, first)
    };
    won.data();
    lost.assert_error(409, code, None);
}

#[tokio::test]
async fn concurrent_additions_of_the_same_asset() {
    let app = App::new().await;
    let other = app.instance(Seed::BuiltIn);
    let identity = json!({ "currency": "xts" });
    app.proxy.let_two_writes_meet();
    let (one, two) = (body("One", &identity), body("Two", &identity));
    let (first, second) = tokio::join!(app.post("fiat", &one), other.post("fiat", &two));
    assert_one_wins(&first, &second, "already_exists");
    let winner = if first.status == 200 { "One" } else { "Two" };
    assert_eq!(app.instance(Seed::BuiltIn).get("fiat/xts").await.data()["name"], winner);
}

#[tokio::test]
async fn concurrent_edits_of_the_same_revision() {
    let app = App::new().await;
    let other = app.instance(Seed::BuiltIn);
    let (one, two) = (
        body("One", &json!({ "revision": 0 })),
        body("Two", &json!({ "revision": 0 })),
    );
    // Sequentially: the second client has not seen the first edit.
    let (first, second) = (app.put("fiat/usd", &one).await, other.put("fiat/usd", &two).await);
    assert_eq!(first.data()["name"], "One");
    assert_one_wins(&first, &second, "revision_conflict");
    // Concurrently.
    app.proxy.let_two_writes_meet();
    let (one, two) = (
        body("One", &json!({ "revision": 1 })),
        body("Two", &json!({ "revision": 1 })),
    );
    let (first, second) = tokio::join!(app.put("fiat/usd", &one), other.put("fiat/usd", &two));
    assert_one_wins(&first, &second, "revision_conflict");
}

#[tokio::test]
async fn concurrent_edits_without_a_revision() {
    let app = App::new().await;
    let other = app.instance(Seed::BuiltIn);
    for revision in 1..=3 {
        app.proxy.let_two_writes_meet();
        let (one, two) = (meta("One"), meta("Two"));
        let (first, second) = tokio::join!(app.put("coin/xlm", &one), other.put("coin/xlm", &two));
        assert_one_wins(&first, &second, "revision_conflict");
        assert_eq!(app.get("coin/xlm").await.data()["revision"], revision);
    }
    // Sequentially, an edit without a revision overwrites unseen edits.
    app.put("coin/xlm", &meta("One")).await.data();
    other.put("coin/xlm", &meta("Two")).await.data();
}

#[tokio::test]
async fn concurrent_delete_and_replace() {
    let app = App::new().await;
    let other = app.instance(Seed::BuiltIn);
    app.proxy.let_two_writes_meet();
    let replacement = meta("Mine");
    let (first, second) = tokio::join!(app.put("fiat/eur", &replacement), other.delete("fiat/eur"));
    assert_one_wins(&first, &second, "revision_conflict");
    let shown = app.instance(Seed::BuiltIn).get("fiat/eur").await;
    assert_eq!(shown.status == 200, first.status == 200);
}

#[tokio::test]
async fn concurrent_edits_of_different_assets_both_succeed() {
    let app = App::new().await;
    let other = app.instance(Seed::BuiltIn);
    app.proxy.let_two_writes_meet();
    let (one, two) = (meta("One"), meta("Two"));
    let (first, second) = tokio::join!(app.put("fiat/eur", &one), other.put("fiat/usd", &two));
    first.data();
    second.data();
}
