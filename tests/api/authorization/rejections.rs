//! Rejections of every endpoint: status, code and field; never a 500.

use crate::authorization::fixture::{Fixture, token_id};
use crate::support::client::call;
use axum::body::Body;
use axum::http::{Method, Request};
use serde_json::{Value, json};

const BY_KEY: &str = "/api/permission/issue-by-key";
const BY_FACTORS: &str = "/api/permission/issue-by-factors";
const REFRESH: &str = "/api/permission/refresh";
const REVOKE: &str = "/api/permission/revoke";
const LOGIN: &str = "/api/security-factor/credentials";
const CREDENTIALS: &str = "/api/account/credentials";
const DELETE: &str = "/api/account/delete";
const OTP: &str = "/api/security-factor/otp";
const CONFIRM: &str = "/api/account/otp/confirm";
const REMOVE: &str = "/api/account/otp/delete";
const RECOVERY_CODES: &str = "/api/account/otp/recovery-codes";

/// The paths of POST requests with a body.
const WITH_BODIES: [&str; 11] = [
    BY_KEY,
    BY_FACTORS,
    REFRESH,
    REVOKE,
    LOGIN,
    CREDENTIALS,
    DELETE,
    OTP,
    CONFIRM,
    REMOVE,
    RECOVERY_CODES,
];

/// Returns alternative spellings of a path below the base path, some equal to the path for a lenient server.
fn other_spellings(path: &str) -> Vec<String> {
    let base = "/authorization/v1";
    let last = path.rsplit('/').next().unwrap();
    let encoded = path.replace(last, &format!("%{:02x}{}", last.as_bytes()[0], &last[1..]));
    vec![
        format!("{base}{path}/"),
        format!("{base}{path}//"),
        format!("{base}/{path}"),
        format!("{base}/{path}/"),
        format!("//authorization/v1{path}"),
        format!("//authorization/v1{path}/"),
        format!("/authorization//v1{path}"),
        format!("{base}{}", path.replace("/api/", "/api//")),
        format!("{base}{}", path.replace("/api/", "/api/./")),
        format!("{base}{}", path.replace("/api/", "/api/x/../")),
        format!("{base}{}", path.replace("/api/", "/%61pi/")),
        format!("{base}{}", path.replace("/api/", "/api%2f")),
        format!("{base}{encoded}"),
        format!("{base}{path}%2f"),
        format!("{base}{path};x=1"),
        format!("{base}{}", path.to_uppercase()),
    ]
}

#[tokio::test]
async fn other_spellings_of_throttled_paths_do_not_exist() {
    let fixture = Fixture::new().await;
    let body = json!({ "username": "alice", "password": "wrong", "tokenId": token_id(1) });
    for route in authorization::THROTTLED {
        let (method, path) = route.split_once(' ').unwrap();
        let send = |uri: String| {
            let request = Request::builder()
                .method(method)
                .uri(uri)
                .header("content-type", "application/json");
            call(&fixture.router, request.body(Body::from(body.to_string())).unwrap())
        };
        let canonical = send(format!("/authorization/v1{path}")).await;
        assert_ne!(canonical.status.as_u16(), 404, "{route}");
        for uri in other_spellings(path) {
            let response = send(uri.clone()).await;
            assert_eq!(response.status.as_u16(), 404, "{uri}: {}", response.text);
            response.assert_error(404, "not_found", None);
        }
    }
}

/// Returns a valid body, in which a case replaces a field.
fn valid_body(path: &str) -> Value {
    match path {
        BY_KEY => json!({ "tokenId": token_id(1), "permissions": ["read"], "merchantKey": "wck_demo_x" }),
        BY_FACTORS => json!({ "tokenId": token_id(1), "permissions": ["read"], "securityTokens": ["x"] }),
        REFRESH | REVOKE => json!({ "refreshToken": "x" }),
        OTP => json!({ "securityToken": "x", "code": "123456" }),
        CONFIRM | REMOVE | RECOVERY_CODES => json!({ "code": "123456" }),
        _ => json!({ "username": "alice", "password": "correct horse", "newPassword": "correct horses" }),
    }
}

/// A valid body with an invalid field.
struct Case {
    method: Method,
    path: &'static str,
    field: &'static str,
    /// The invalid value; `null` also tests omission.
    value: Value,
    /// The field reported in the error.
    named: String,
}

/// Returns a case per value; `at` is the suffix of the field name in the error.
fn cases_of(method: &Method, path: &'static str, field: &'static str, at: &str, values: Value) -> Vec<Case> {
    let Value::Array(values) = values else {
        panic!("a list of values")
    };
    let case = |value| Case {
        method: method.clone(),
        path,
        field,
        value,
        named: format!("{field}{at}"),
    };
    values.into_iter().map(case).collect()
}

/// Returns the cases of fields that both ways of issuing tokens accept.
fn issue_cases(path: &'static str) -> Vec<Case> {
    let cases_of = |field, at, values| cases_of(&Method::POST, path, field, at, values);
    let token_ids = json!([
        null,
        5,
        true,
        [],
        {},
        "",
        "x",
        "7d4448409dc011d1b2455ffdce74fad2",
        "{7d444840-9dc0-11d1-b245-5ffdce74fad2}",
        "urn:uuid:7d444840-9dc0-11d1-b245-5ffdce74fad2",
        "7d444840-9dc0-11d1-b245-5ffdce74fadg",
        "7d444840-9dc0-11d1-b245-5ffdce74fad2 ",
    ]);
    let first = json!([["admin"], [""], ["Read"], ["read secret"], [5], [null]]);
    let second = json!([["read", "read"], ["read", "write"], ["read", {}]]);
    let mut cases = cases_of("tokenId", "", token_ids);
    cases.extend(cases_of("permissions", "", json!([null, 5, "read", {}, []])));
    cases.extend(cases_of("permissions", "[0]", first));
    cases.extend(cases_of("permissions", "[1]", second));
    let payloads = json!([
        5,
        [],
        {},
        "x".repeat(1025),
        "é".repeat(513),
        "\u{1}".repeat(342),
        "\"".repeat(1025)
    ]);
    cases.extend(cases_of("payload", "", payloads));
    cases
}

fn token_cases() -> Vec<Case> {
    let cases_of = |path, field, at, values| cases_of(&Method::POST, path, field, at, values);
    let many = vec!["x"; 11];
    let mut cases = cases_of(BY_KEY, "merchantKey", "", json!([null, 5, [], {}, false]));
    cases.extend(cases_of(
        BY_FACTORS,
        "securityTokens",
        "",
        json!([null, 5, "x", {}, [], many]),
    ));
    cases.extend(cases_of(BY_FACTORS, "securityTokens", "[1]", json!([["x", 5]])));
    cases.extend(cases_of(BY_FACTORS, "securityToken", "", json!(["x", [], 5])));
    for path in [REFRESH, REVOKE] {
        cases.extend(cases_of(path, "refreshToken", "", json!([null, 5, [], {}, true])));
    }
    cases
}

fn account_cases() -> Vec<Case> {
    let (post, put) = (Method::POST, Method::PUT);
    let mut cases = Vec::new();
    for path in [LOGIN, CREDENTIALS] {
        let names = json!([
            null,
            5,
            [],
            "",
            "ab",
            "a b c",
            "a".repeat(65),
            "ali\u{0}ce",
            "ali\u{7f}ce",
            "\u{202e}alice",
        ]);
        cases.extend(cases_of(&post, path, "username", "", names));
    }
    for (method, path) in [
        (&post, LOGIN),
        (&post, CREDENTIALS),
        (&put, CREDENTIALS),
        (&post, DELETE),
    ] {
        cases.extend(cases_of(method, path, "password", "", json!([null, 5, [], {}])));
    }
    cases.extend(cases_of(&put, CREDENTIALS, "newPassword", "", json!([null, 5, []])));
    cases
}

fn code_cases() -> Vec<Case> {
    let post = Method::POST;
    let mut cases = cases_of(&post, OTP, "securityToken", "", json!([null, 5, [], {}]));
    let codes = json!([
        null,
        5,
        123_456,
        [],
        {},
        "",
        "12345",
        "1234567",
        "12345a",
        "١٢٣٤٥٦",
        "123456\u{0}",
        "AAAAA-AAAAA-AAAAA-AAAA",
        "AAAAA-AAAAA-AAAAA-AAAA1",
        "x".repeat(100_000),
    ]);
    for path in [OTP, CONFIRM, REMOVE, RECOVERY_CODES] {
        cases.extend(cases_of(&post, path, "code", "", codes.clone()));
    }
    // Only the authenticator app confirms an enrolment.
    cases.extend(cases_of(&post, CONFIRM, "code", "", json!(["AAAAA-AAAAA-AAAAA-AAAAA"])));
    let names = json!([5, [], {}, "", "  ", "a\nb", "a\u{202e}b", "é".repeat(65)]);
    cases.extend(cases_of(&post, BY_FACTORS, "deviceName", "", names));
    cases
}

fn cases() -> Vec<Case> {
    let lists = [
        issue_cases(BY_KEY),
        issue_cases(BY_FACTORS),
        token_cases(),
        account_cases(),
        code_cases(),
    ];
    lists.into_iter().flatten().collect()
}

/// Returns a token with all permissions of the endpoints here, which belongs to no account.
async fn bearer(fixture: &Fixture) -> String {
    fixture.merchant_pair(&["read", "register", "secret"]).await.permission
}

#[tokio::test]
async fn invalid_fields_are_reported() {
    let fixture = Fixture::new().await;
    let token = bearer(&fixture).await;
    let cases = cases();
    assert!(cases.len() >= 100, "{}", cases.len());
    for case in cases {
        let mut body = valid_body(case.path);
        body[case.field] = case.value.clone();
        let mut bodies = vec![body.clone()];
        if case.value.is_null() {
            body.as_object_mut().unwrap().remove(case.field);
            bodies.push(body);
        }
        for body in bodies {
            println!("{} {} {body}", case.method, case.path);
            let response = fixture.with_token(case.method.clone(), case.path, &token, body).await;
            response.assert_error(400, "invalid_request", Some(&case.named));
        }
    }
}

#[tokio::test]
async fn bodies_other_than_json_objects_are_rejected() {
    let fixture = Fixture::new().await;
    let token = bearer(&fixture).await;
    for path in WITH_BODIES {
        for body in [
            "",
            "x",
            "[]",
            "5",
            "null",
            "\"x\"",
            "{",
            "{}{}",
            "{\"a\":NaN}",
            "{'a':1}",
            "[\"read\"]",
        ] {
            let response = fixture.send(Method::POST, path, Some(&token), body).await;
            println!("{path} {body}");
            response.assert_error(400, "invalid_request", None);
        }
    }
}

#[tokio::test]
async fn other_content_types_and_large_bodies_are_rejected() {
    let fixture = Fixture::new().await;
    let token = bearer(&fixture).await;
    for path in WITH_BODIES {
        for content_type in [
            "",
            "text/plain",
            "application/x-www-form-urlencoded",
            "application/jsonp",
        ] {
            let request = Request::post(format!("/authorization/v1{path}"))
                .header("authorization", format!("Bearer {token}"))
                .header("content-type", content_type)
                .body(Body::from("{}"))
                .unwrap();
            let response = call(&fixture.router, request).await;
            response.assert_error(415, "unsupported_media_type", None);
        }
        let large = json!({ "x": "x".repeat(256 * 1024) }).to_string();
        let response = fixture.send(Method::POST, path, Some(&token), &large).await;
        response.assert_error(413, "payload_too_large", None);
    }
}

#[tokio::test]
async fn unknown_fields_and_a_charset_are_ignored() {
    let fixture = Fixture::new().await;
    let mut body = valid_body(BY_KEY);
    body["merchantKey"] = json!(fixture.merchant_key);
    body["unknown"] = json!({ "a": 1 });
    body["payload"] = Value::Null;
    let request = Request::post(format!("/authorization/v1{BY_KEY}"))
        .header("content-type", "application/json; charset=utf-8")
        .body(Body::from(body.to_string()))
        .unwrap();
    let response = call(&fixture.router, request).await;
    assert!(response.data()["permissionToken"].is_object());
}

#[tokio::test]
async fn unknown_paths_and_methods_are_reported() {
    let fixture = Fixture::new().await;
    for path in [
        "/api/permission",
        "/api/otp",
        "/api/permission/issue-by-key/x",
        "/api/account/credentials/x",
    ] {
        let response = fixture.send(Method::POST, path, None, "{}").await;
        response.assert_error(404, "not_found", None);
    }
    for (method, path, allowed) in [
        (Method::GET, BY_KEY, "POST"),
        (Method::PUT, REFRESH, "POST"),
        (Method::DELETE, CREDENTIALS, "POST,PUT"),
        (Method::GET, "/api/account", "DELETE"),
        (Method::POST, "/.well-known/jwks.json", "GET,HEAD"),
    ] {
        let response = fixture.send(method, path, None, "{}").await;
        response.assert_error(405, "method_not_allowed", None);
        let mut allow: Vec<_> = response.headers["allow"]
            .to_str()
            .unwrap()
            .split(',')
            .map(str::trim)
            .collect();
        allow.sort_unstable();
        assert_eq!(allow.join(","), allowed, "{path}");
    }
}

#[tokio::test]
async fn token_is_validated_before_the_body() {
    let fixture = Fixture::new().await;
    let read = fixture.merchant_pair(&["read"]).await.permission;
    for (method, path) in [
        (Method::POST, CREDENTIALS),
        (Method::PUT, CREDENTIALS),
        (Method::DELETE, "/api/account"),
        (Method::POST, DELETE),
    ] {
        let none = fixture.send(method.clone(), path, None, "x").await;
        none.assert_error(401, "unauthorized", None);
        let invalid = fixture.send(method.clone(), path, Some("x"), "x").await;
        invalid.assert_error(401, "invalid_token", None);
        let forbidden = fixture.send(method, path, Some(&read), "x").await;
        forbidden.assert_error(403, "insufficient_permission", None);
    }
}
