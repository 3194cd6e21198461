//! What every endpoint of a service has in common, whatever it is for: it wants a token, it knows its methods and its
//! chains, and the service's document describes it.

use super::client::{call, request};
use super::tokens;
use axum::Router;
use axum::http::Method;
use serde_json::{Value, json};
use std::collections::HashSet;

/// The endpoints of a service.
pub struct Endpoints<'a> {
    /// The service.
    pub router: &'a Router,
    /// What all paths begin with: `/{service}/v1`.
    pub base: &'static str,
    /// Their paths below `/api/`, with `{chain}` where one stands.
    pub paths: &'static [(&'static str, Method)],
    /// The chains, in the order in which they are told.
    pub chains: &'static [&'static str],
}

impl Endpoints<'_> {
    /// The path on a chain.
    fn on(&self, path: &str, chain: &str) -> String {
        format!("{}/api/{}", self.base, path.replace("{chain}", chain))
    }

    /// Every path on the first chain.
    fn paths(&self) -> impl Iterator<Item = (String, Method)> {
        let paths = self.paths.iter();
        paths.map(|(path, method)| (self.on(path, self.chains[0]), method.clone()))
    }

    /// Without a token that may `read` nothing is answered.
    pub async fn want_a_token_with_read(&self) {
        let other = tokens::token(&["register", "secret", "assets"]);
        for (path, method) in self.paths() {
            let response = async |token: &str| {
                let request = request(method.clone(), &path, token, Some(&json!({})));
                call(self.router, request).await
            };
            response("").await.assert_error(401, "unauthorized", None);
            let forged = response("e30.e30.e30").await;
            forged.assert_error(401, "invalid_token", None);
            let rejected = response(&other).await;
            rejected.assert_error(403, "insufficient_permission", None);
            assert_eq!(rejected.detail("required"), "read");
        }
    }

    /// These are no chains of the service.
    pub async fn refuse_chains(&self, others: &[&str]) {
        let token = tokens::token(&["read"]);
        for (path, method) in self.paths.iter().filter(|(path, _)| path.contains("{chain}")) {
            for chain in others {
                let path = self.on(path, chain);
                let response = call(self.router, request(method.clone(), &path, &token, Some(&json!({}))));
                let response = response.await;
                response.assert_error(404, "chain_not_supported", None);
                assert_eq!(response.detail("supported"), &json!(self.chains));
            }
        }
    }

    /// Another method is refused, and the right one named.
    pub async fn refuse_other_methods(&self) {
        let token = tokens::token(&["read"]);
        for (path, method) in self.paths() {
            let response = call(self.router, request(Method::PUT, &path, &token, None)).await;
            response.assert_error(405, "method_not_allowed", None);
            let allow = response.headers["allow"].to_str().expect("a string");
            assert!(allow.contains(method.as_str()), "{allow}");
        }
    }

    /// The document describes each of them, with its answers, its chains and an id of its own, and every field of every
    /// schema.
    pub async fn are_described(&self) -> Value {
        let path = format!("{}/openapi.json", self.base);
        let document = call(self.router, request(Method::GET, &path, "", None)).await.json;
        let version = document["openapi"].as_str().expect("a version");
        assert!(version.starts_with("3.1"), "{version}");
        let mut ids = HashSet::new();
        for (path, method) in self.paths {
            let operation = &document["paths"][format!("/api/{path}")][method.as_str().to_lowercase()];
            assert!(operation["summary"].is_string(), "{path}");
            for status in ["200", "400", "401", "403", "404", "405", "500"] {
                assert!(operation["responses"][status].is_object(), "{path} {status}");
            }
            let id = operation["operationId"].as_str().expect("an id").to_owned();
            assert!(ids.insert(id), "{path}: {}", operation["operationId"]);
            if path.contains("{chain}") {
                let schema = &operation["parameters"][0]["schema"];
                let pattern = format!("^({})$", self.chains.join("|"));
                let named = schema["enum"] == json!(self.chains) || schema["pattern"] == json!(pattern);
                assert!(named, "{path}: {schema}");
            }
        }
        every_field_is_described(&document);
        document
    }
}

/// Every field of every schema of a document has a description, its own or that of what it refers to.
pub fn every_field_is_described(document: &Value) {
    for (name, schema) in document["components"]["schemas"].as_object().expect("schemas") {
        for (field, property) in properties(schema) {
            let described = property["description"].is_string() || property["$ref"].is_string();
            assert!(described, "{name}.{field}");
            assert!(property.get("default") != Some(&Value::Null), "{name}.{field}");
        }
    }
}

/// The properties of a schema, those of its parts included.
fn properties(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
    let own = schema["properties"].as_object().into_iter().flatten();
    let parts = schema["allOf"].as_array().into_iter().flatten();
    own.chain(parts.filter_map(|part| part["properties"].as_object()).flatten())
}
