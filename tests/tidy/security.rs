//! The security document names existing files and tests.

use crate::repository::{assert_none, root, text};
use serde_json::Value;
use std::collections::BTreeSet;

const DOCUMENT: &str = "docs/security.md";

/// The first folders of the paths that the document names.
const FOLDERS: [&str; 7] = ["functions/", "shared/", "tests/", "local/", "fuzz/", "docs/", ".ci/"];

/// The minimum number of named tests: without it, a changed notation would disable the check.
const MINIMUM: usize = 200;

#[test]
fn security_document_names_existing_files_and_tests() {
    let document = text(DOCUMENT);
    let spans: Vec<_> = code_spans(&document).collect();
    let tests = spans.iter().filter(|span| span.contains("::")).count();
    assert!(tests >= MINIMUM, "{DOCUMENT} names only {tests} tests");
    let missing = spans.into_iter().filter(|span| !exists(span)).map(str::to_owned);
    let missing: Vec<_> = missing.collect();
    assert_none(&format!("named in {DOCUMENT}, but missing"), &missing);
}

/// Returns the texts between backticks of each line.
fn code_spans(document: &str) -> impl Iterator<Item = &str> {
    document.lines().flat_map(|line| line.split('`').skip(1).step_by(2))
}

/// Returns true if `path::test` is a test in a Rust or Python file, and `path` a file or folder. Other code is not
/// checked.
fn exists(span: &str) -> bool {
    match span.split_once("::") {
        Some((path, test)) => std::fs::read_to_string(root().join(path)).is_ok_and(|file| declares(&file, test)),
        None => !FOLDERS.iter().any(|folder| span.starts_with(folder)) || root().join(span).exists(),
    }
}

/// Returns true if a line of the file declares a function of this name.
fn declares(file: &str, name: &str) -> bool {
    let keywords = ["fn", "def"];
    keywords
        .iter()
        .any(|keyword| file.contains(&format!("{keyword} {name}(")))
}

/// The paths of the operations that require no token. The first ones are those of every service.
const PUBLIC: [&str; 13] = [
    "errors.json",
    "health",
    "openapi.json",
    ".well-known/jwks.json",
    ".well-known/webhook-keys.json",
    "api/icon/{kind}/{id}",
    "api/permission/issue-by-factors",
    "api/permission/issue-by-key",
    "api/permission/refresh",
    "api/permission/revoke",
    "api/security-factor/credentials",
    "api/security-factor/otp",
    "push-key",
];

#[test]
fn security_document_lists_the_operations_without_a_token() {
    let document: Value = serde_json::from_str(wallet_cloud::serve::combined_document()).expect("the OpenAPI document");
    let paths = document["paths"].as_object().into_iter().flatten();
    let operations = paths.flat_map(|(path, item)| item.as_object().into_iter().flatten().map(move |it| (path, it.1)));
    let without_token = operations.filter(|(_, operation)| !requires_token(operation));
    // The first two parts of a path are the service and the version.
    let public: BTreeSet<_> = without_token
        .filter_map(|(path, _)| path.splitn(4, '/').nth(3))
        .collect();
    assert_eq!(public, BTreeSet::from(PUBLIC));
    let document = text(DOCUMENT);
    let row = document.lines().find(|line| line.starts_with("| AUTH-01 "));
    let row = row.expect("a row AUTH-01");
    let missing = PUBLIC.iter().filter(|path| !row.contains(&format!("`{path}`")));
    assert_none(
        "public, but not in AUTH-01",
        &missing.map(|path| (*path).to_owned()).collect::<Vec<_>>(),
    );
}

/// The operations of the sandbox, and of all services, that are not part of the combined document.
const OTHERS: [&str; 2] = ["GET /{service}/v1/docs", "GET /openapi.json"];

#[test]
fn security_document_lists_the_operations_of_the_sandbox_without_a_token() {
    let document: Value = serde_json::from_str(&text("local/openapi.json")).expect("the OpenAPI document");
    let paths = document["paths"].as_object().into_iter().flatten();
    let operations = paths.flat_map(|(path, item)| item.as_object().into_iter().flatten().map(move |it| (path, it)));
    let public = operations.filter(|(_, (_, operation))| !requires_token(operation));
    let public = public.map(|(path, (method, _))| format!("{} /sandbox/v1{path}", method.to_uppercase()));
    let public: Vec<_> = public.chain(OTHERS.map(str::to_owned)).collect();
    assert!(public.len() > OTHERS.len() + 3, "{public:?}");
    let document = text(DOCUMENT);
    let row = document.lines().find(|line| line.starts_with("| AUTH-01 "));
    let row = row.expect("a row AUTH-01");
    let missing: Vec<_> = public
        .into_iter()
        .filter(|it| !row.contains(&format!("`{it}`")))
        .collect();
    assert_none("public, but not in AUTH-01", &missing);
}

/// Returns true if each alternative of an operation's security names a scheme.
fn requires_token(operation: &Value) -> bool {
    let alternatives = operation["security"].as_array();
    alternatives.is_some_and(|all| !all.is_empty() && all.iter().all(|one| one.get("bearer").is_some()))
}

#[test]
fn missing_files_and_tests_are_found() {
    assert!(exists("tests/tidy/security.rs::missing_files_and_tests_are_found"));
    assert!(!exists("tests/tidy/security.rs::missing_files_and_tests"));
    assert!(!exists("tests/tidy/missing.rs::missing_files_and_tests_are_found"));
    assert!(exists("tests/tidy") && !exists("tests/missing"));
    assert!(exists("docs/security.md") && exists("exp"));
    assert_eq!(code_spans("a `b` c\n`d` `e`").collect::<Vec<_>>(), ["b", "d", "e"]);
}
