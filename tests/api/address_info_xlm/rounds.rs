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
