//! Tokens and password hashes verified with third-party libraries.

use serde_json::{Value, json};
use uuid::Uuid;
use wallet_cloud::serve::{Options, start};
use wallet_core::auth::{Password, PasswordMemory, Username};
use wallet_http::system::OsRandomness;
use wallet_tests::support::oracle::Oracle;

#[tokio::test]
async fn jose_verifies_every_token_of_a_session_and_forged_ones_are_rejected() {
    let Some(mut oracle) = Oracle::start("tokens verified by jose") else {
        return;
    };
    let server = start(Options::ephemeral()).await.expect("the local server starts");
    let token_id = Uuid::new_v4();
    let request = json!({
        "baseUrl": server.base_url,
        "merchantKey": server.merchant_key,
        "tokenId": token_id,
        "payload": "from a client",
        "username": "jose",
        "password": "eight words would have been better",
    });
    let seen = oracle.call("tokens", request).await;
    for token in ["permission", "renewed"] {
        check_permission(&seen[token]["claims"], token_id);
    }
    let claims = &seen["permission"]["claims"];
    assert_eq!(
        seen["expiresAt"], claims["exp"],
        "the response contains the token's expiry"
    );
    assert_ne!(claims["jti"], seen["renewed"]["claims"]["jti"]);
    assert_eq!(seen["security"]["claims"]["amr"], json!(["pwd"]));
    assert_eq!(lifetime(&seen["security"]["claims"]), 300);
    assert_eq!(seen["forged"], json!({ "status": 401, "code": "invalid_token" }));
    server.shutdown().await.expect("the local server stops");
}

fn check_permission(claims: &Value, token_id: Uuid) {
    let subject = claims["sub"].as_str().expect("a subject");
    assert!(subject.starts_with("merchant:"), "{subject}");
    assert_eq!(claims["scope"], "read register");
    assert_eq!(claims["sid"], token_id.to_string());
    assert_eq!(claims["payload"], "from a client");
    assert_eq!(lifetime(claims), 600);
}

/// Returns the seconds from `iat` to `exp`.
fn lifetime(claims: &Value) -> i64 {
    let time = |claim: &str| claims[claim].as_i64().expect("whole seconds");
    time("exp") - time("iat")
}

#[tokio::test]
async fn password_hashes_are_argon2id_of_the_normalised_password() {
    let Some(mut oracle) = Oracle::start("password hashes") else {
        return;
    };
    let username = Username::parse("somebody").expect("a user name");
    // The second password is decomposed and becomes shorter; the third is outside the basic multilingual
    // plane.
    for text in [
        "correct horse battery",
        "cafe\u{301}-cafe\u{301}-cafe\u{301}",
        "𝄞𝄢𝄞𝄢𝄞𝄢𝄞𝄢",
    ] {
        let password = Password::choose(text, &username).expect("a password");
        let ours = password
            .hash(&OsRandomness, &mut PasswordMemory::default())
            .expect("a hash");
        let theirs = oracle.call("rehash", json!({ "password": text, "like": ours })).await;
        assert_eq!(theirs, ours, "{text}");
        assert!(password.matches(theirs.as_str(), &mut PasswordMemory::default()));
    }
}
