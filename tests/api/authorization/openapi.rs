//! Completeness of the OpenAPI document.

use crate::authorization::fixture::Fixture;
use axum::http::Method;
use serde_json::Value;
use std::collections::HashSet;

async fn document() -> Value {
    let fixture = Fixture::new().await;
    let response = fixture.send(Method::GET, "/openapi.json", None, "").await;
    assert_eq!(response.status, 200);
    response.json
}

#[tokio::test]
async fn document_lists_every_endpoint() {
    let document = document().await;
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
    let mut operations = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for method in item.as_object().unwrap().keys() {
            operations.push(format!("{method} {path}"));
        }
    }
    operations.sort();
    let expected = [
        "delete /api/account",
        "delete /api/account/otp",
        "delete /api/session/{id}",
        "get /.well-known/jwks.json",
        "get /api/account/otp",
        "get /api/session",
        "get /errors.json",
        "get /health",
        "get /openapi.json",
        "post /api/account/credentials",
        "post /api/account/delete",
        "post /api/account/otp",
        "post /api/account/otp/confirm",
        "post /api/account/otp/delete",
        "post /api/account/otp/recovery-codes",
        "post /api/permission/issue-by-factors",
        "post /api/permission/issue-by-key",
        "post /api/permission/refresh",
        "post /api/permission/revoke",
        "post /api/security-factor/credentials",
        "post /api/security-factor/otp",
        "put /api/account/credentials",
    ];
    assert_eq!(operations, expected);
}

#[tokio::test]
async fn operation_ids_are_unique() {
    let document = document().await;
    let mut ids = HashSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let id = operation["operationId"].as_str().unwrap();
            assert!(ids.insert(id), "{method} {path}: {id}");
        }
    }
    assert!(ids.contains("issueByKey"), "{ids:?}");
}

#[tokio::test]
async fn every_field_has_a_type_a_description_and_an_example() {
    let document = document().await;
    let mut lacking = Vec::new();
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        for (field, property) in schema["properties"].as_object().into_iter().flatten() {
            let refers = ["$ref", "oneOf", "allOf", "anyOf"]
                .iter()
                .any(|key| property.get(*key).is_some());
            let nests = property["items"].get("$ref").is_some() || property["type"].to_string().contains("object");
            let format = property["format"] == "uuid";
            let has = |key: &str| property.get(key).is_some();
            let complete = has("description") && has("type") && (has("example") || has("examples") || nests || format);
            if !complete && !refers {
                lacking.push(format!("{name}.{field}: {property}"));
            }
        }
    }
    assert!(lacking.is_empty(), "{lacking:#?}");
}

#[tokio::test]
async fn required_fields_are_marked() {
    let document = document().await;
    let required = |schema: &str| {
        let list = document["components"]["schemas"][schema]["required"]
            .as_array()
            .unwrap();
        let mut names: Vec<_> = list.iter().map(|name| name.as_str().unwrap().to_owned()).collect();
        names.sort();
        names.join(" ")
    };
    assert_eq!(required("IssueByKeyRequest"), "merchantKey permissions tokenId");
    assert_eq!(required("IssueByFactorsRequest"), "permissions tokenId");
    assert_eq!(required("RefreshRequest"), "refreshToken");
    assert_eq!(required("RegisterRequest"), "password username");
    assert_eq!(required("ChangePasswordRequest"), "newPassword password");
    assert_eq!(required("DeleteAccountRequest"), "password");
    assert_eq!(required("SecondFactorRequest"), "code securityToken");
    assert_eq!(required("ConfirmSecondFactorRequest"), "code");
    assert_eq!(required("SecondFactorCodeRequest"), "code");
}
