//! Keys appear neither in log lines nor in error responses.

use super::scripted::{App, FIRST, ZPUB, token};
use crate::support::log::Lines;
use crate::support::stub::Reply;
use serde_json::json;

/// The private key of the account of BIP 84, which everyone knows, and a key with a mistyped character.
pub const ZPRV: &str =
    "zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBRmfvqWvGp42t42nvgGpNgYSJA9iefm1yYNZKEm7z6qUWCroSQnE";
const MISTYPED: &str =
    "zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBRmfvqWvGp42t42nvgGpNgYSJA9iefm1yYNZKEm7z6qUWCroSQnF";
/// A key in wallet import format (BIP 380, "Test Vectors").
const WIF: &str = "L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY1";

#[tokio::test]
async fn private_keys_are_rejected_and_no_key_is_logged() {
    let lines = Lines::default();
    let guard = lines.collect_from_this_thread();
    let app = App::new().await;
    for private in [
        ZPRV.to_owned(),
        MISTYPED.to_owned(),
        WIF.to_owned(),
        format!("wpkh([73c5da0a/84'/0'/0']{ZPRV}/<0;1>/*)"),
        format!("wpkh({WIF})"),
        format!(" {ZPRV}"),
    ] {
        for chain in ["btc", "doge"] {
            let response = app.post(chain, &json!({ "xpub": private })).await;
            response.assert_error(400, "invalid_public_key", Some("xpub"));
            assert!(response.text.contains("private key"), "{}", response.text);
            assert!(
                !response.text.contains(&ZPRV[..20]) && !response.text.contains(&WIF[..20]),
                "{}",
                response.text
            );
        }
    }
    assert_eq!(app.requested_paths(), Vec::<String>::new());
    // Public keys: healthy, failing and inconsistent servers, and rejected descriptors.
    let path = "m/84'/0'/0'/0/0";
    let foreign = json!({ "balance": "0", "tokens": [token("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", path, 1)] });
    let own = json!({ "balance": "0", "tokens": [token(FIRST, path, 1)] });
    for reply in [
        Reply::ok(own.to_string()),
        Reply::ok(foreign.to_string()),
        Reply::json(500, json!({ "error": ZPUB }).to_string()),
        Reply::json(400, json!({ "error": FIRST }).to_string()),
        Reply::ok("{}"),
    ] {
        app.script(reply, &json!([]));
        for xpub in [ZPUB.to_owned(), format!("wpkh({ZPUB}/0/*)"), format!("pkh({ZPUB}/0/*)")] {
            app.post("btc", &json!({ "xpub": xpub })).await;
        }
    }
    drop(guard);
    let log = lines.text();
    assert!(
        log.contains("request completed") && log.contains("upstream attempt failed"),
        "{log}"
    );
    for canary in [
        &ZPRV[4..30],
        &MISTYPED[80..],
        &WIF[4..30],
        &ZPUB[4..30],
        &ZPUB[80..],
        &FIRST[..20],
        "73c5da0a",
    ] {
        let found = log.lines().find(|line| line.contains(canary));
        assert_eq!(found, None, "{canary}");
    }
}
