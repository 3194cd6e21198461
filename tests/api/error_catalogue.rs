//! `docs/errors.md`, which is generated from the documents of all services.

use crate::documents::documents;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use wallet_core::error::{Detail, ErrorCode};
use wallet_http::openapi::ErrorCatalogue;

/// The text before the list of codes.
const INTRODUCTION: &str = include_str!("error_catalogue.md");

#[test]
fn document_of_errors_is_current() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs/errors.md");
    let generated = markdown(&documents());
    if std::env::var_os("WALLET_UPDATE_DOCUMENTS").is_some() {
        std::fs::write(&path, &generated).expect("docs is writable");
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(written, generated, "run this test with WALLET_UPDATE_DOCUMENTS=1");
}

#[test]
fn every_code_is_returned_by_an_operation() {
    let documents = documents();
    for code in ErrorCode::ALL {
        assert!(!operations(&documents, *code).is_empty(), "{}", code.name());
    }
}

fn markdown(documents: &[(&'static str, Value)]) -> String {
    let mut text = INTRODUCTION.to_owned();
    text += "\n## Codes\n\n| Code | Status | Retriable | Meaning |\n|---|---|---|---|\n";
    for code in ErrorCode::ALL {
        let (name, retriable) = (code.name(), if code.is_retriable() { "yes" } else { "no" });
        let (status, meaning) = (code.status(), code.meaning());
        let _ = writeln!(text, "| [`{name}`](#{name}) | {status} | {retriable} | {meaning} |");
    }
    for code in ErrorCode::ALL {
        text += &section(*code, documents);
    }
    text
}

fn section(code: ErrorCode, documents: &[(&'static str, Value)]) -> String {
    let (name, status) = (code.name(), code.status());
    let retriable = if code.is_retriable() {
        "retriable"
    } else {
        "not retriable"
    };
    let mut text = format!("\n## {name}\n\nStatus {status}, {retriable}. {}\n", code.meaning());
    let _ = write!(text, "\n**What to do:** {}\n", code.action());
    if !code.details().is_empty() {
        text += "\n| `details` | Type | Present | Meaning |\n|---|---|---|---|\n";
        text.extend(code.details().iter().map(detail_row));
    }
    text += "\n**Operations:**";
    let returning = operations(documents, code);
    if returning == all_operations(documents) {
        text += " all.\n";
        return text;
    }
    text += "\n\n";
    for (service, ids) in returning {
        let ids: Vec<_> = ids.iter().map(|id| format!("`{id}`")).collect();
        let _ = writeln!(text, "- {service}: {}", ids.join(", "));
    }
    text
}

fn detail_row(detail: &Detail) -> String {
    let present = if detail.always { "always" } else { "sometimes" };
    let (name, kind) = (detail.name, detail.kind.name());
    format!("| `{name}` | {kind} | {present} | {} |\n", detail.meaning)
}

/// Returns the ids of the operations that can return a code, by service.
fn operations(documents: &[(&'static str, Value)], code: ErrorCode) -> BTreeMap<&'static str, Vec<String>> {
    let of = |document: &Value| {
        let items = ErrorCatalogue::of(document).errors.into_iter();
        let mut items = items.filter(|item| item.code == code.name());
        items.next().map(|item| item.operations)
    };
    let by_service = documents.iter();
    by_service
        .filter_map(|(service, document)| Some((*service, of(document)?)))
        .collect()
}

/// Returns the ids of all operations, by service.
fn all_operations(documents: &[(&'static str, Value)]) -> BTreeMap<&'static str, Vec<String>> {
    operations(documents, ErrorCode::InternalError)
}
