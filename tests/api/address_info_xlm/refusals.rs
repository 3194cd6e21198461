//! What is refused: status, code and field. None of it asks the network.

use super::App;
use super::world::{CONTRACT, OTHER, OWN, OWN_MUXED};
use crate::support::client::{call, request};
use crate::support::tokens;
use axum::http::Method;
use serde_json::json;

const INVALID: (&str, Option<&str>) = ("invalid_request", None);

#[tokio::test]
async fn bad_parameters_are_named_in_the_order_of_the_specification() {
    let app = App::new().await;
    let good = format!("address={OWN}");
    for (query, code, field) in [
        (String::new(), "invalid_request", Some("address")),
        ("limit=0&cursor=x".to_owned(), "invalid_request", Some("address")),
        ("address=&limit=0".to_owned(), "invalid_address", Some("address")),
        (
            "network=mainnet&address=x".to_owned(),
            "invalid_address",
            Some("address"),
        ),
        (
            format!("{good}&network=mainnet&limit=0"),
            "invalid_request",
            Some("network"),
        ),
        (format!("{good}&network=public"), "invalid_request", Some("network")),
        (format!("{good}&network="), "invalid_request", Some("network")),
        (format!("{good}&limit=0&cursor=x"), "invalid_request", Some("limit")),
        (format!("{good}&limit=201"), "invalid_request", Some("limit")),
        (format!("{good}&limit="), "invalid_request", Some("limit")),
        (format!("{good}&limit=-1"), "invalid_request", Some("limit")),
        (format!("{good}&limit=%2B5"), "invalid_request", Some("limit")),
        (format!("{good}&limit=1e1"), "invalid_request", Some("limit")),
        (
            format!("{good}&limit=99999999999999999999"),
            "invalid_request",
            Some("limit"),
        ),
        (format!("{good}&cursor="), "invalid_request", Some("cursor")),
        (format!("{good}&cursor=now"), "invalid_request", Some("cursor")),
        // The paging token of a Horizon, a cursor with a bit too many, and those of address info of other chains.
        (
            format!("{good}&cursor=253403070464028672"),
            "invalid_request",
            Some("cursor"),
        ),
        (format!("{good}&cursor=A4REwAAAcAE"), "invalid_request", Some("cursor")),
        (format!("{good}&cursor=A4REwAAAcAA="), "invalid_request", Some("cursor")),
        (format!("{good}&cursor=AAAAAAAAAAA"), "invalid_request", Some("cursor")),
        (format!("{good}&cursor=AQAAAKoAAAAB"), "invalid_request", Some("cursor")),
        (format!("{good}&cursor=AwAAAAAAAAPo"), "invalid_request", Some("cursor")),
        (format!("{good}&{good}"), INVALID.0, INVALID.1),
        ("address=%ff".to_owned(), "invalid_address", Some("address")),
    ] {
        let answer = app.get(&format!("xlm/?{query}")).await;
        answer.assert_error(400, code, field);
    }
    assert!(app.asked("/").is_empty());
}

#[tokio::test]
async fn what_is_no_address_of_an_account_is_refused_by_what_it_is() {
    let app = App::new().await;
    let lower = OWN.to_lowercase();
    let typo = OWN.replacen("XA", "AX", 1);
    let short = &OWN[..55];
    let padded = format!("%20{OWN}");
    for (address, words) in [
        (lower.as_str(), "a character or the checksum is invalid"),
        (typo.as_str(), "a character or the checksum is invalid"),
        (short, "a character or the checksum is invalid"),
        (padded.as_str(), "a character or the checksum is invalid"),
        (&OWN_MUXED[..68], "a character or the checksum is invalid"),
        (
            "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
            "a character or the checksum is invalid",
        ),
        (
            "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
            "a character or the checksum is invalid",
        ),
        ("alice*example.com", "a character or the checksum is invalid"),
        ("native", "a character or the checksum is invalid"),
        (CONTRACT, "not of an account"),
        (
            "TBU2RRGLXH3E5CQHTD3ODLDF2BWDCYUSSBLLZ5GNW7JXHDIYKXZWHXL7",
            "not of an account",
        ),
        (
            "XBU2RRGLXH3E5CQHTD3ODLDF2BWDCYUSSBLLZ5GNW7JXHDIYKXZWGTOG",
            "not of an account",
        ),
        (
            "LA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUPJN",
            "not of an account",
        ),
        (
            "BAAD6DBUX6J22DMZOHIEZTEQ64CVCHEDRKWZONFEUL5Q26QD7R76RGR4TU",
            "not of an account",
        ),
        (
            "SACQKBIFAUCQKBIFAUCQKBIFAUCQKBIFAUCQKBIFAUCQKBIFAUCQLCMS",
            "secret seed",
        ),
    ] {
        let answer = app.get(&format!("xlm/?address={address}")).await;
        answer.assert_error(400, "invalid_address", Some("address"));
        let message = answer.json["error"]["message"].as_str().expect("a sentence");
        assert!(message.contains(words), "{address}: {message}");
        assert!(!message.contains(address), "{message}");
    }
    assert!(app.asked("/").is_empty());
}

#[tokio::test]
async fn a_token_with_read_is_needed_before_anything_else() {
    let app = App::new().await;
    for path in [
        "/address-info-xlm/v1/api/xlm/",
        "/address-info-xlm/v1/api/btc?address=x&limit=0",
    ] {
        let get = async |token: &str| call(&app.router, request(Method::GET, path, token, None)).await;
        get("").await.assert_error(401, "unauthorized", None);
        get("e30.e30.e30").await.assert_error(401, "invalid_token", None);
        let other = get(&tokens::token(&["register", "secret", "assets"])).await;
        other.assert_error(403, "insufficient_permission", None);
        assert_eq!(other.detail("required"), "read");
    }
    assert!(app.asked("/").is_empty());
}

#[tokio::test]
async fn a_chain_of_another_service_is_not_found_whatever_the_query() {
    let app = App::new().await;
    for chain in ["btc", "eth", "XLM", "xlm%20", "stellar", "%2e%2e"] {
        let answer = app.get(&format!("{chain}/?address=x&network=x&limit=0")).await;
        answer.assert_error(404, "chain_not_supported", None);
        assert_eq!(answer.detail("supported"), &json!(["xlm"]));
    }
    app.get("").await.assert_error(404, "not_found", None);
    app.get("xlm/more").await.assert_error(404, "not_found", None);
    app.get(&format!("xlm/{OTHER}"))
        .await
        .assert_error(404, "not_found", None);
}

#[tokio::test]
async fn another_method_is_405_with_allow_and_needs_no_token() {
    let app = App::new().await;
    for method in [Method::POST, Method::PUT, Method::DELETE] {
        let answer = call(&app.router, request(method, "/address-info-xlm/v1/api/xlm/", "", None)).await;
        answer.assert_error(405, "method_not_allowed", None);
        assert!(answer.headers["allow"].to_str().expect("a text").contains("GET"));
    }
}

#[tokio::test]
async fn a_network_without_a_horizon_names_the_setting() {
    let app = App::new().await;
    let answer = app.get(&format!("xlm?address={OWN}&network=testnet")).await;
    answer.assert_error(503, "upstream_unavailable", None);
    assert_eq!(answer.detail("setting"), "WALLET_CLOUD_UPSTREAM_XLM_TESTNET");
    assert!(app.asked("/").is_empty());
}
