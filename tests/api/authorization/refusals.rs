//! What every endpoint refuses: status, code and field; never a 500.

use crate::authorization::world::{World, token_id};
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

/// A body that is right but for what the case changes.
fn right(path: &str) -> Value {
    match path {
        BY_KEY => json!({ "tokenId": token_id(1), "permissions": ["read"], "merchantKey": "wck_demo_x" }),
        BY_FACTORS => json!({ "tokenId": token_id(1), "permissions": ["read"], "securityTokens": ["x"] }),
        REFRESH | REVOKE => json!({ "refreshToken": "x" }),
        _ => json!({ "username": "alice", "password": "correct horse", "newPassword": "correct horses" }),
    }
}

/// One field of a right body made wrong.
struct Case {
    method: Method,
    path: &'static str,
    field: &'static str,
    /// What it becomes; `null` also stands for leaving it out.
    value: Value,
    /// The field that the answer names.
    named: String,
}

/// One case per wrong value; `at` is what the name of the field is followed by in the answer.
fn wrong(method: &Method, path: &'static str, field: &'static str, at: &str, values: Value) -> Vec<Case> {
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

/// What both ways of issuing tokens take.
fn issue_cases(path: &'static str) -> Vec<Case> {
    let wrong = |field, at, values| wrong(&Method::POST, path, field, at, values);
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
    let mut cases = wrong("tokenId", "", token_ids);
    cases.extend(wrong("permissions", "", json!([null, 5, "read", {}, []])));
    cases.extend(wrong("permissions", "[0]", first));
    cases.extend(wrong("permissions", "[1]", second));
    let payloads = json!([5, [], {}, "x".repeat(1025), "é".repeat(513)]);
    cases.extend(wrong("payload", "", payloads));
    cases
}

fn token_cases() -> Vec<Case> {
    let wrong = |path, field, at, values| wrong(&Method::POST, path, field, at, values);
    let many = vec!["x"; 11];
    let mut cases = wrong(BY_KEY, "merchantKey", "", json!([null, 5, [], {}, false]));
    cases.extend(wrong(
        BY_FACTORS,
        "securityTokens",
        "",
        json!([null, 5, "x", {}, [], many]),
    ));
    cases.extend(wrong(BY_FACTORS, "securityTokens", "[1]", json!([["x", 5]])));
    cases.extend(wrong(BY_FACTORS, "securityToken", "", json!(["x", [], 5])));
    for path in [REFRESH, REVOKE] {
        cases.extend(wrong(path, "refreshToken", "", json!([null, 5, [], {}, true])));
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
        cases.extend(wrong(&post, path, "username", "", names));
    }
    for (method, path) in [
        (&post, LOGIN),
        (&post, CREDENTIALS),
        (&put, CREDENTIALS),
        (&post, DELETE),
    ] {
        cases.extend(wrong(method, path, "password", "", json!([null, 5, [], {}])));
    }
    cases.extend(wrong(&put, CREDENTIALS, "newPassword", "", json!([null, 5, []])));
    cases
}

fn cases() -> Vec<Case> {
    let lists = [
        issue_cases(BY_KEY),
        issue_cases(BY_FACTORS),
        token_cases(),
        account_cases(),
    ];
    lists.into_iter().flatten().collect()
}

/// A token that every endpoint here accepts: good for everything, of nobody's account.
async fn bearer(world: &World) -> String {
    world.merchant_pair(&["read", "register", "secret"]).await.permission
}

#[tokio::test]
async fn bad_inputs_are_named() {
    let world = World::new().await;
    let token = bearer(&world).await;
    let cases = cases();
    assert!(cases.len() >= 100, "{}", cases.len());
    for case in cases {
        let mut body = right(case.path);
        body[case.field] = case.value.clone();
        let mut bodies = vec![body.clone()];
        if case.value.is_null() {
            body.as_object_mut().unwrap().remove(case.field);
            bodies.push(body);
        }
        for body in bodies {
            println!("{} {} {body}", case.method, case.path);
            let answer = world.with_token(case.method.clone(), case.path, &token, body).await;
            answer.assert_error(400, "invalid_request", Some(&case.named));
        }
    }
}

#[tokio::test]
async fn bodies_that_are_no_json_object_are_refused() {
    let world = World::new().await;
    let token = bearer(&world).await;
    for path in [BY_KEY, BY_FACTORS, REFRESH, REVOKE, LOGIN, CREDENTIALS, DELETE] {
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
            let answer = world.send(Method::POST, path, Some(&token), body).await;
            println!("{path} {body}");
            answer.assert_error(400, "invalid_request", None);
        }
    }
}

#[tokio::test]
async fn bodies_of_another_type_or_beyond_the_limit_are_refused() {
    let world = World::new().await;
    let token = bearer(&world).await;
    for path in [BY_KEY, BY_FACTORS, REFRESH, REVOKE, LOGIN, CREDENTIALS, DELETE] {
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
            let answer = crate::support::client::call(&world.router, request).await;
            answer.assert_error(415, "unsupported_media_type", None);
        }
        let large = json!({ "x": "x".repeat(256 * 1024) }).to_string();
        let answer = world.send(Method::POST, path, Some(&token), &large).await;
        answer.assert_error(413, "payload_too_large", None);
    }
}

#[tokio::test]
async fn unknown_fields_and_a_charset_do_no_harm() {
    let world = World::new().await;
    let mut body = right(BY_KEY);
    body["merchantKey"] = json!(world.merchant_key);
    body["unknown"] = json!({ "a": 1 });
    body["payload"] = Value::Null;
    let request = Request::post(format!("/authorization/v1{BY_KEY}/"))
        .header("content-type", "application/json; charset=utf-8")
        .body(Body::from(body.to_string()))
        .unwrap();
    let answer = crate::support::client::call(&world.router, request).await;
    assert!(answer.data()["permissionToken"].is_object());
}

#[tokio::test]
async fn unknown_paths_and_methods_are_told() {
    let world = World::new().await;
    for path in [
        "/api/permission",
        "/api/otp",
        "/api/permission/issue-by-key/x",
        "/api/account/credentials/x",
    ] {
        let answer = world.send(Method::POST, path, None, "{}").await;
        answer.assert_error(404, "not_found", None);
    }
    for (method, path, allowed) in [
        (Method::GET, BY_KEY, "POST"),
        (Method::PUT, REFRESH, "POST"),
        (Method::DELETE, CREDENTIALS, "POST,PUT"),
        (Method::GET, "/api/account", "DELETE"),
        (Method::POST, "/.well-known/jwks.json", "GET,HEAD"),
    ] {
        let answer = world.send(method, path, None, "{}").await;
        answer.assert_error(405, "method_not_allowed", None);
        let mut allow: Vec<_> = answer.headers["allow"]
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
async fn the_token_is_judged_before_the_body() {
    let world = World::new().await;
    let read = world.merchant_pair(&["read"]).await.permission;
    for (method, path) in [
        (Method::POST, CREDENTIALS),
        (Method::PUT, CREDENTIALS),
        (Method::DELETE, "/api/account"),
        (Method::POST, DELETE),
    ] {
        let none = world.send(method.clone(), path, None, "x").await;
        none.assert_error(401, "unauthorized", None);
        let wrong = world.send(method.clone(), path, Some("x"), "x").await;
        wrong.assert_error(401, "invalid_token", None);
        let forbidden = world.send(method, path, Some(&read), "x").await;
        forbidden.assert_error(403, "insufficient_permission", None);
    }
}
