//! Checks common to the batches of all address info services.

use super::client::{TestResponse, call, request};
use super::tokens;
use axum::Router;
use axum::http::Method;
use serde_json::{Value, json};

/// The batch of one service.
pub struct BatchEndpoint<'a> {
    pub router: &'a Router,
    /// The name of the service.
    pub service: &'static str,
    /// A valid entry.
    pub entry: Value,
    /// An address that is invalid on the chain of the entry.
    pub invalid_address: &'static str,
}

impl BatchEndpoint<'_> {
    async fn send(&self, token: &str, body: &Value) -> TestResponse {
        let path = format!("/{}/v1/api/batch", self.service);
        call(self.router, request(Method::POST, &path, token, Some(body))).await
    }

    /// Checks that malformed bodies and other callers are rejected.
    pub async fn rejects_malformed_bodies(&self) {
        let token = tokens::token(&["read"]);
        let long = |limit: u32| {
            let mut entry = self.entry.clone();
            entry["limit"] = json!(limit);
            vec![entry; 6]
        };
        for (body, field) in [
            (json!({}), "requests"),
            (json!({ "requests": null }), "requests"),
            (json!({ "requests": {} }), "requests"),
            (json!({ "requests": [] }), "requests"),
            (json!({ "requests": vec![&self.entry; 51] }), "requests"),
            (json!({ "requests": [self.entry, 7] }), "requests[1]"),
            (json!({ "requests": [[]] }), "requests[0]"),
            (json!({ "requests": long(167) }), "requests"),
            (json!({ "requests": [self.entry], "network": "mainnet" }), "network"),
            (json!({ "requests": [], "network": 7 }), "network"),
        ] {
            let response = self.send(&token, &body).await;
            response.assert_error(400, "invalid_request", Some(field));
        }
        let body = json!({ "requests": [self.entry] });
        self.send("", &body).await.assert_error(401, "unauthorized", None);
        let other = self
            .send(&tokens::token(&["register", "secret", "assets"]), &body)
            .await;
        other.assert_error(403, "insufficient_permission", None);
        let path = format!("/{}/v1/api/batch", self.service);
        let get = call(self.router, request(Method::GET, &path, &token, None)).await;
        get.assert_error(405, "method_not_allowed", None);
    }

    /// Checks that each invalid entry has its error, and that the valid ones have results. Returns the valid result.
    pub async fn reports_invalid_entries(&self) -> Value {
        let invalid = [
            ("chain", Value::Null, "invalid_request", "chain"),
            ("chain", json!(7), "invalid_request", "chain"),
            ("chain", json!("dot"), "chain_not_supported", "chain"),
            ("address", Value::Null, "invalid_request", "address"),
            ("address", json!(["x"]), "invalid_request", "address"),
            ("address", json!(self.invalid_address), "invalid_address", "address"),
            ("limit", json!(201), "invalid_request", "limit"),
            ("limit", json!(-1), "invalid_request", "limit"),
            ("limit", json!("5"), "invalid_request", "limit"),
            ("limit", json!(1.5), "invalid_request", "limit"),
            ("cursor", json!("!"), "invalid_request", "cursor"),
            ("cursor", json!(2), "invalid_request", "cursor"),
        ];
        let changed = invalid.iter().map(|(name, value, ..)| {
            let mut entry = self.entry.clone();
            entry[name] = value.clone();
            entry
        });
        let requests: Vec<_> = changed.chain([self.entry.clone()]).collect();
        let response = self
            .send(&tokens::token(&["read"]), &json!({ "requests": requests }))
            .await;
        let results = response.data()["results"].as_array().expect("a list");
        assert_eq!(results.len(), requests.len());
        for (index, ((_, value, code, field), result)) in invalid.iter().zip(results).enumerate() {
            let error = &result["error"];
            let expected = json!([code, format!("requests[{index}].{field}"), false]);
            assert_eq!(
                json!([error["code"], error["field"], error["retriable"]]),
                expected,
                "{value}: {result}"
            );
            let message = error["message"].as_str().expect("a message");
            assert!(message.ends_with('.') && result.get("data").is_none(), "{result}");
            for name in ["chain", "address"] {
                assert_eq!(
                    result[name],
                    requests[index][name].as_str().unwrap_or_default(),
                    "{result}"
                );
            }
        }
        let valid = results.last().expect("the valid entry").clone();
        assert!(valid.get("error").is_none() && valid["data"].is_object(), "{valid}");
        assert_eq!(
            json!([valid["chain"], valid["address"]]),
            json!([self.entry["chain"], self.entry["address"]])
        );
        valid
    }
}
