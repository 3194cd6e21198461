//! Checks common to the endpoints of all services: required token, allowed methods, supported chains, and the OpenAPI
//! document.

use super::client::{call, request};
use super::tokens;
use axum::Router;
use axum::http::Method;
use serde_json::{Value, json};
use std::collections::HashSet;

/// The endpoints of a service.
pub struct Endpoints<'a> {
    pub router: &'a Router,
    /// The common prefix of all paths: `/{service}/v1`.
    pub base: &'static str,
    /// The paths below `/api/`, with `{chain}` as a placeholder.
    pub paths: &'static [(&'static str, Method)],
    /// The supported chains, in the order of the error details.
    pub chains: &'static [&'static str],
}

impl Endpoints<'_> {
    /// Returns the path for a chain.
    fn on(&self, path: &str, chain: &str) -> String {
        format!("{}/api/{}", self.base, path.replace("{chain}", chain))
    }

    /// Returns every path for the first chain.
    fn paths(&self) -> impl Iterator<Item = (String, Method)> {
        let paths = self.paths.iter();
        paths.map(|(path, method)| (self.on(path, self.chains[0]), method.clone()))
    }

    /// Checks that every endpoint requires a token with the permission `read`.
    pub async fn require_token_with_read(&self) {
        let other = tokens::token(&["register", "secret", "assets"]);
        for (path, method) in self.paths() {
            let send = async |token: &str| {
                let request = request(method.clone(), &path, token, Some(&json!({})));
                call(self.router, request).await
            };
            send("").await.assert_error(401, "unauthorized", None);
            let forged = send("e30.e30.e30").await;
            forged.assert_error(401, "invalid_token", None);
            let rejected = send(&other).await;
            rejected.assert_error(403, "insufficient_permission", None);
            assert_eq!(rejected.detail("required"), "read");
        }
    }

    /// Checks that every endpoint rejects these chains as unsupported.
    pub async fn reject_chains(&self, others: &[&str]) {
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

    /// Checks that other methods are rejected with an `allow` header.
    pub async fn reject_other_methods(&self) {
        let token = tokens::token(&["read"]);
        for (path, method) in self.paths() {
            let response = call(self.router, request(Method::PUT, &path, &token, None)).await;
            response.assert_error(405, "method_not_allowed", None);
            let allow = response.headers["allow"].to_str().expect("a string");
            assert!(allow.contains(method.as_str()), "{allow}");
        }
    }

    /// Checks that the document describes every endpoint with the responses, chains and a unique operation id, and
    /// every field of every schema.
    pub async fn are_described(&self) -> Value {
        let document = openapi(self.router, self.base).await;
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

/// Returns the OpenAPI document of a service.
pub async fn openapi(router: &Router, base: &str) -> Value {
    let path = format!("{base}/openapi.json");
    call(router, request(Method::GET, &path, "", None)).await.json
}

/// Checks that the document of an address info service describes its endpoint and every field of every schema.
/// `others` are the parameters of the family. Returns the document.
pub async fn address_info_is_described(router: &Router, base: &str, others: &[&str]) -> Value {
    let document = openapi(router, base).await;
    let operation = &document["paths"]["/api/{chain}"]["get"];
    let id = operation["operationId"].as_str().expect("an operation id");
    assert!(id.starts_with("addressInfo"), "{id}");
    let parameters = operation["parameters"].as_array().expect("parameters").iter();
    let names = parameters.map(|parameter| {
        assert!(parameter["description"].is_string(), "{parameter}");
        parameter["name"].as_str().expect("a name")
    });
    let common = ["chain", "address", "network", "limit", "cursor"];
    assert_eq!(names.collect::<Vec<_>>(), [&common, others].concat());
    for status in ["200", "400", "401", "403", "404", "405", "500", "502", "503", "504"] {
        assert!(operation["responses"][status].is_object(), "{status}");
    }
    every_field_is_described(&document);
    document
}

/// Checks that every field of every schema has a description or a reference.
fn every_field_is_described(document: &Value) {
    for (name, schema) in document["components"]["schemas"].as_object().expect("schemas") {
        for (field, property) in schema_properties(schema) {
            let has_description = property["description"].is_string() || property["$ref"].is_string();
            assert!(has_description, "{name}.{field}");
            assert!(property.get("default") != Some(&Value::Null), "{name}.{field}");
        }
    }
}

/// Returns the properties of a schema, including those of the `allOf` parts.
fn schema_properties(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
    let own = schema["properties"].as_object().into_iter().flatten();
    let parts = schema["allOf"].as_array().into_iter().flatten();
    own.chain(parts.filter_map(|part| part["properties"].as_object()).flatten())
}
