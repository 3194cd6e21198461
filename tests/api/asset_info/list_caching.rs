//! What may be kept of `GET /api/{kind}/list` (RFC 9110, section 13), and what the reads cost.

use super::world::{App, meta};
use crate::support::client::{Answer, call};
use crate::support::tokens;
use axum::body::Body;
use axum::http::Request;
use std::time::Duration;

async fn get(app: &App, path: &str, known: &[&str]) -> Answer {
    let mut request = Request::get(format!("/asset-info/v1/api/{path}"))
        .header("authorization", format!("Bearer {}", tokens::token(&["read"])));
    for tag in known {
        request = request.header("if-none-match", *tag);
    }
    call(&app.router, request.body(Body::empty()).expect("a request")).await
}

fn tag(answer: &Answer) -> String {
    answer.headers["etag"].to_str().expect("a text").to_owned()
}

#[tokio::test]
async fn who_has_the_list_is_told_so() {
    let app = App::new().await;
    let list = get(&app, "coin/list", &[]).await;
    let tag = tag(&list);
    assert!(tag.starts_with("W/\""), "{tag}");
    assert_eq!(list.headers["cache-control"], "public, max-age=300");
    let several = format!("\"x\", {tag}");
    for known in [&[tag.as_str()][..], &[&tag[2..]], &["*"], &[&several], &["\"x\"", &tag]] {
        let answer = get(&app, "coin/list", known).await;
        assert_eq!((answer.status.as_u16(), answer.text.as_str()), (304, ""), "{known:?}");
        assert_eq!(self::tag(&answer), tag);
        assert_eq!(answer.headers["cache-control"], "public, max-age=300");
        assert!(answer.headers.contains_key("request-id"));
    }
    for known in [&["\"x\""][..], &["W/\"\""], &[""], &["coin"]] {
        assert_eq!(get(&app, "coin/list", known).await.status, 200, "{known:?}");
    }
}

#[tokio::test]
async fn each_list_and_each_filter_has_a_tag_of_its_own() {
    let app = App::new().await;
    let mut tags = Vec::new();
    for path in [
        "coin/list",
        "fiat/list",
        "coin/list?chain=btc",
        "coin/list?chain=ltc",
        "coin/list?tag=utxo",
    ] {
        tags.push(tag(&get(&app, path, &[]).await));
    }
    assert_eq!(tags.iter().collect::<std::collections::BTreeSet<_>>().len(), tags.len());
    // The request id is another one each time, the tag is not.
    assert_eq!(tag(&get(&app, "coin/list", &[]).await), tags[0]);
    assert_eq!(
        tag(&app.instance(wallet_assets::seed()).get("coin/list").await),
        tags[0]
    );
    app.put("coin/btc", &meta("Mine")).await.data();
    assert_ne!(tag(&get(&app, "coin/list", &[]).await), tags[0]);
    assert_eq!(tag(&get(&app, "coin/list?chain=ltc", &[]).await), tags[3]);
    assert_eq!(get(&app, "coin/list", &[&tags[0]]).await.status, 200);
}

#[tokio::test]
async fn refusals_are_never_kept() {
    let app = App::new().await;
    let answer = get(&app, "coin/list?chain=dash", &["*"]).await;
    answer.assert_error(400, "invalid_request", Some("chain"));
    assert_eq!(answer.headers["cache-control"], "no-store");
    assert!(!answer.headers.contains_key("etag"));
}

#[tokio::test]
async fn a_hundred_reads_cost_one_scan_and_then_one_small_read_in_ten_seconds() {
    let app = App::new().await;
    let read = async || {
        for _ in 0..50 {
            get(&app, "erc20/list", &[]).await.data();
            app.get("fiat/usd").await.data();
        }
    };
    read().await;
    assert_eq!(app.line.take_operations(), ["GetItem", "Scan"]);
    read().await;
    assert_eq!(app.line.take_operations(), [""; 0]);
    app.clock.advance(Duration::from_secs(11));
    read().await;
    let looked = async {
        while app.line.take_operations().is_empty() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(5), looked)
        .await
        .expect("a look behind the answers");
    read().await;
    assert_eq!(app.line.take_operations(), [""; 0]);
}

#[tokio::test]
async fn an_edit_elsewhere_is_seen_soon() {
    let app = App::new().await;
    let other = app.instance(wallet_assets::seed());
    other.get("coin/btc").await.data();
    app.put("coin/btc", &meta("Mine")).await.data();
    assert_eq!(other.get("coin/btc").await.data()["name"], "Bitcoin");
    other.age();
    assert_eq!(other.get("coin/btc").await.data()["name"], "Mine");
}
