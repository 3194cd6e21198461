//! How often a Horizon is asked.

use super::App;
use super::records::payment;
use super::world::{OWN, OWN_MUXED};

#[tokio::test]
async fn one_answer_takes_one_question_about_each_thing() {
    let app = App::with_operations((1..=300).rev().map(|number| payment(number, 1)).collect()).await;
    app.info().await;
    let operations = format!("/accounts/{OWN}/operations?order=desc&limit=75&include_failed=true&join=transactions");
    let mut asked = app.asked("/");
    asked.sort();
    let expected = [
        "/".to_owned(),
        format!("/accounts/{OWN}"),
        operations,
        format!("/claimable_balances?claimant={OWN}&order=desc&limit=200"),
        "/ledgers?order=desc&limit=1".to_owned(),
    ];
    assert_eq!(asked, expected);
    // The network is known now, and the newest ledger for a while.
    app.info_of(OWN_MUXED).await;
    assert_eq!(app.asked("/").len(), 8);
}

#[tokio::test]
async fn behind_a_cursor_the_history_is_asked_for_from_there() {
    let app = App::with_operations((1..=9).rev().map(|number| payment(number, 1)).collect()).await;
    let first = app.get(&format!("xlm?address={OWN}&limit=5")).await;
    let cursor = first.data()["nextCursor"].as_str().expect("a cursor").to_owned();
    app.get(&format!("xlm?address={OWN}&limit=5&cursor={cursor}"))
        .await
        .data();
    let asked = app.asked(&format!("/accounts/{OWN}/operations"));
    let place = super::records::number(5, 0);
    assert!(
        asked[1].ends_with(&format!("&join=transactions&cursor={place}")),
        "{asked:?}"
    );
    assert_eq!(asked.len(), 2);
}

#[tokio::test]
async fn the_block_is_never_behind_what_the_answer_tells() {
    let app = App::with_operations(Vec::new()).await;
    let newer = |ledgers: u32| super::horizon::LEDGER + ledgers;
    assert_eq!(app.info().await["source"]["block"], newer(0).to_string());
    // The newest ledger is remembered, while the account changes and has another transaction.
    app.ledger().accounts.get_mut(OWN).expect("an account")["last_modified_ledger"] = newer(1).into();
    assert_eq!(app.info().await["source"]["block"], newer(1).to_string());
    let in_newer = serde_json::json!({ "transaction": { "ledger": newer(2) } });
    app.ledger().operations = vec![super::records::and(payment(7, 1), &in_newer)];
    assert_eq!(app.info().await["source"]["block"], newer(2).to_string());
}
