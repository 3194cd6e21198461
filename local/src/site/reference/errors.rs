//! The errors of an operation, with what to do.

use super::super::markdown;
use super::operation::Operation;
use super::{DOCUMENTS, Document};
use maud::{Markup, html};
use serde_json::Value;
use std::sync::LazyLock;
use wallet_core::error::ErrorCode;

/// Returns true if a status is that of an error.
pub fn is_error(status: &str) -> bool {
    status.starts_with(['4', '5'])
}

/// Returns the codes of an operation in the order of the statuses.
pub fn codes(operation: &Operation<'_>, document: &Document) -> Vec<ErrorCode> {
    let errors = operation.responses(document).filter(|(status, _)| is_error(status));
    let names = errors.flat_map(|(_, response)| response["x-error-codes"].as_array().into_iter().flatten());
    names.filter_map(code).collect()
}

fn code(name: &Value) -> Option<ErrorCode> {
    ErrorCode::ALL.iter().find(|code| *name == code.name()).copied()
}

/// The codes of at least half of all operations.
static COMMON: LazyLock<Vec<ErrorCode>> = LazyLock::new(|| {
    let of_document = |document: &'static Document| {
        let operations = document.operations().into_iter();
        operations
            .map(|operation| codes(&operation, document))
            .collect::<Vec<_>>()
    };
    let operations: Vec<_> = DOCUMENTS.iter().flat_map(of_document).collect();
    let count = |code| operations.iter().filter(|codes| codes.contains(code)).count();
    let all = ErrorCode::ALL.iter();
    all.filter(|code| count(code) * 2 >= operations.len())
        .copied()
        .collect()
});

/// Returns the section: the errors of the operation, then those that most operations share.
pub fn section(operation: &Operation<'_>, document: &Document) -> Markup {
    let (common, specific): (Vec<_>, Vec<_>) = codes(operation, document)
        .into_iter()
        .partition(|code| COMMON.contains(code));
    html! {
        @if !common.is_empty() || !specific.is_empty() {
            h2 id="errors" { "Errors" }
            p {
                "The body has the code in " code { "error.code" } ". A new code may be added: treat it by the status and "
                code { "error.retriable" } " (" a href="../../errors.html" { "errors and retries" } ")."
            }
            @if !specific.is_empty() { (list(&specific)) }
            @if !common.is_empty() {
                details class="nested" open[specific.is_empty()] {
                    summary { "Errors that most operations share" }
                    (list(&common))
                }
            }
        }
    }
}

fn list(codes: &[ErrorCode]) -> Markup {
    html! {
        ul class="fields" {
            @for code in codes {
                @let status = code.status().to_string();
                li {
                    div class="field" {
                        a class="name" href={ "../../error-catalogue.html#" (code.name()) } { (code.name()) } " "
                        code class={ "status s" (&status[..1]) } { (status) }
                        @if code.is_retriable() { " " span class="type" { "retriable" } }
                    }
                    p { (markdown::phrase(code.meaning())) }
                    p { strong { "What to do: " } (markdown::phrase(code.action())) }
                }
            }
        }
    }
}
