//! Accounts with a second factor.

use crate::authorization::fixture::{Fixture, PASSWORD, Pair, token_id};
use crate::support::client::TestResponse;
use aws_lc_rs::hmac;
use axum::http::Method;
use data_encoding::BASE32_NOPAD;
use serde_json::{Value, json};
use std::time::Duration;

/// An account with a second factor, and the session under the token id 1.
pub struct Enrolled {
    pub pair: Pair,
    /// The secret in base32, as stated in the response to the enrolment.
    pub secret: String,
    pub recovery_codes: Vec<String>,
}

impl Fixture {
    /// Registers an account and enrols a second factor. Advances the clock to the next code.
    pub async fn enrolled(&self, username: &str) -> Enrolled {
        let security = self.register(username).await;
        let pair = Pair::of(&self.issue(&security, &token_id(1)).await);
        let secret = self.start_enrolment(&pair).await;
        let confirmed = self.confirm(&pair, &self.code(&secret)).await;
        let recovery_codes = recovery_codes(&confirmed);
        self.next_code();
        Enrolled {
            pair,
            secret,
            recovery_codes,
        }
    }

    /// Starts an enrolment and returns the secret.
    pub async fn start_enrolment(&self, pair: &Pair) -> String {
        let response = self
            .bearer_post(pair, "/api/account/otp", json!({ "password": PASSWORD }))
            .await;
        response.data()["secret"].as_str().unwrap().to_owned()
    }

    pub async fn confirm(&self, pair: &Pair, code: &str) -> TestResponse {
        self.bearer_post(pair, "/api/account/otp/confirm", json!({ "code": code }))
            .await
    }

    pub async fn bearer_post(&self, pair: &Pair, path: &str, body: Value) -> TestResponse {
        self.with_token(Method::POST, path, &pair.permission, body).await
    }

    /// Returns the code that an authenticator app displays now.
    pub fn code(&self, secret: &str) -> String {
        code_at(secret, self.now().as_secs())
    }

    /// Waits until the authenticator app displays the next code.
    pub fn next_code(&self) {
        self.advance(Duration::from_secs(30));
    }

    /// Returns the security token of the password.
    pub async fn password_token(&self, username: &str) -> String {
        security_token(&self.login(username, PASSWORD).await)
    }

    /// Presents a code after the password.
    pub async fn present(&self, security_token: &str, code: &str) -> TestResponse {
        let body = json!({ "securityToken": security_token, "code": code });
        self.post("/api/security-factor/otp", body).await
    }

    /// Presents a code after the password, from a source address.
    pub async fn present_from(&self, address: &str, security_token: &str, code: &str) -> TestResponse {
        let body = json!({ "securityToken": security_token, "code": code });
        self.post_from(address, "/api/security-factor/otp", None, body).await
    }
}

#[track_caller]
pub fn security_token(response: &TestResponse) -> String {
    let token = response.data()["securityToken"].as_str();
    token.expect("a security token").to_owned()
}

#[track_caller]
pub fn recovery_codes(response: &TestResponse) -> Vec<String> {
    let codes = response.data()["recoveryCodes"].as_array().expect("a list of codes");
    codes.iter().map(|code| code.as_str().unwrap().to_owned()).collect()
}

/// Checks that a code is rejected as incorrect or used.
#[track_caller]
pub fn assert_incorrect(response: &TestResponse) {
    response.assert_error(401, "invalid_credentials", None);
    assert_eq!(response.json["error"]["details"], json!({ "factor": "otp" }));
}

/// Computes the code of RFC 6238 without the code of the service.
fn code_at(secret: &str, seconds: u64) -> String {
    let key = BASE32_NOPAD.decode(secret.as_bytes()).unwrap();
    let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, &key);
    let tag = hmac::sign(&key, &(seconds / 30).to_be_bytes());
    let tag = tag.as_ref();
    let offset = usize::from(tag[19] & 0xf);
    let number = u32::from_be_bytes(tag[offset..offset + 4].try_into().unwrap()) & 0x7fff_ffff;
    format!("{:06}", number % 1_000_000)
}

/// RFC 6238, appendix B: the last six of eight digits.
#[test]
fn codes_of_the_tests_are_those_of_rfc6238() {
    let secret = BASE32_NOPAD.encode(b"12345678901234567890");
    for (seconds, code) in [(59, "287082"), (1_234_567_890, "005924"), (20_000_000_000, "353130")] {
        assert_eq!(code_at(&secret, seconds), code);
    }
}
