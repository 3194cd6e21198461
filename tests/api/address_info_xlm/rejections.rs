//! Rejected requests: status, code and field. None of them causes an upstream request.

use super::App;
use super::fixture::{CONTRACT, OTHER, OWN, OWN_MUXED};
use crate::support::client::{call, request};
use crate::support::tokens;
use axum::http::Method;
use serde_json::json;

const INVALID: (&str, Option<&str>) = ("invalid_request", None);

#[tokio::test]
async fn invalid_parameters_are_reported_in_specification_order() {
    let app = App::new().await;
    let valid = format!("address={OWN}");
    let of_another_chain = format!("{valid}&cursor=AQAAAKoAAAAB");
    for (query, code, field) in [
        (String::new(), "invalid_request", Some("address")),
        ("limit=201&cursor=x".to_owned(), "invalid_request", Some("address")),
        ("address=&limit=201".to_owned(), "invalid_address", Some("address")),
        (
            "network=mainnet&address=x".to_owned(),
            "invalid_address",
            Some("address"),
        ),
        (
            format!("{valid}&network=mainnet&limit=201"),
            "invalid_request",
            Some("network"),
        ),
        (format!("{valid}&network=public"), "invalid_request", Some("network")),
        (format!("{valid}&network="), "invalid_request", Some("network")),
        (format!("{valid}&limit=201&cursor=x"), "invalid_request", Some("limit")),
        (format!("{valid}&limit=0&cursor=x"), "invalid_request", Some("cursor")),
        (format!("{valid}&limit=201"), "invalid_request", Some("limit")),
        (format!("{valid}&limit="), "invalid_request", Some("limit")),
        (format!("{valid}&limit=-1"), "invalid_request", Some("limit")),
        (format!("{valid}&limit=%2B5"), "invalid_request", Some("limit")),
        (format!("{valid}&limit=1e1"), "invalid_request", Some("limit")),
        (
            format!("{valid}&limit=99999999999999999999"),
            "invalid_request",
            Some("limit"),
        ),
        (format!("{valid}&cursor="), "invalid_request", Some("cursor")),
        (format!("{valid}&cursor=now"), "invalid_request", Some("cursor")),
        // A Horizon paging token, a cursor with a surplus bit, and address-info cursors of different chains.
        (
            format!("{valid}&cursor=253403070464028672"),
            "invalid_request",
            Some("cursor"),
        ),
        (format!("{valid}&cursor=A4REwAAAcAE"), "invalid_request", Some("cursor")),
        (
            format!("{valid}&cursor=A4REwAAAcAA="),
            "invalid_request",
            Some("cursor"),
        ),
        (format!("{valid}&cursor=AAAAAAAAAAA"), "invalid_request", Some("cursor")),
        (of_another_chain, "invalid_request", Some("cursor")),
        (
            format!("{valid}&cursor=AwAAAAAAAAPo"),
            "invalid_request",
            Some("cursor"),
        ),
        (format!("{valid}&{valid}"), INVALID.0, INVALID.1),
        ("address=%ff".to_owned(), "invalid_address", Some("address")),
    ] {
        let response = app.get(&format!("xlm/?{query}")).await;
        response.assert_error(400, code, field);
    }
    assert!(app.requested_paths("/").is_empty());
}

#[tokio::test]
async fn invalid_address_is_rejected_with_its_kind() {
    let app = App::new().await;
    let lower = OWN.to_lowercase();
    let typo = OWN.replacen("XA", "AX", 1);
    let short = &OWN[..55];
    let padded = format!("%20{OWN}");
    for (address, reason) in [
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
        let response = app.get(&format!("xlm/?address={address}")).await;
        response.assert_error(400, "invalid_address", Some("address"));
        let message = response.json["error"]["message"].as_str().expect("a string");
        assert!(message.contains(reason), "{address}: {message}");
        assert!(!message.contains(address), "{message}");
    }
    assert!(app.requested_paths("/").is_empty());
}

#[tokio::test]
async fn token_with_read_is_required_first() {
    let app = App::new().await;
    for path in [
        "/address-info-xlm/v1/api/xlm/",
        "/address-info-xlm/v1/api/btc?address=x&limit=201",
    ] {
        let get = async |token: &str| call(&app.router, request(Method::GET, path, token, None)).await;
        get("").await.assert_error(401, "unauthorized", None);
        get("e30.e30.e30").await.assert_error(401, "invalid_token", None);
        let other = get(&tokens::token(&["register", "secret", "assets"])).await;
        other.assert_error(403, "insufficient_permission", None);
        assert_eq!(other.detail("required"), "read");
    }
    assert!(app.requested_paths("/").is_empty());
}

#[tokio::test]
async fn chain_of_another_service_is_not_found() {
    let app = App::new().await;
    for chain in ["btc", "eth", "XLM", "xlm%20", "stellar", "%2e%2e"] {
        let response = app.get(&format!("{chain}/?address=x&network=x&limit=201")).await;
        response.assert_error(404, "chain_not_supported", None);
        assert_eq!(response.detail("supported"), &json!(["xlm"]));
    }
    app.get("").await.assert_error(404, "not_found", None);
    app.get("xlm/more").await.assert_error(404, "not_found", None);
    app.get(&format!("xlm/{OTHER}"))
        .await
        .assert_error(404, "not_found", None);
}

#[tokio::test]
async fn other_methods_are_405_with_allow_and_need_no_token() {
    let app = App::new().await;
    for method in [Method::POST, Method::PUT, Method::DELETE] {
        let response = call(&app.router, request(method, "/address-info-xlm/v1/api/xlm/", "", None)).await;
        response.assert_error(405, "method_not_allowed", None);
        assert!(response.headers["allow"].to_str().expect("a string").contains("GET"));
    }
}

#[tokio::test]
async fn network_without_horizon_names_the_setting() {
    let app = App::new().await;
    let response = app.get(&format!("xlm?address={OWN}&network=testnet")).await;
    response.assert_error(503, "not_configured", None);
    assert_eq!(response.detail("setting"), "WALLET_CLOUD_UPSTREAM_XLM_TESTNET");
    assert!(app.requested_paths("/").is_empty());
}
