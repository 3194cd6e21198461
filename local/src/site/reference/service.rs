//! The pages of a service: the list of the operations, and the schemas.

use super::super::page::{Page, Section};
use super::super::{Audience, markdown};
use super::operation::Operation;
use super::{Document, documents, schema};
use maud::{Markup, html};

/// Returns the list of all operations of all services.
pub fn overview(server: &str, audience: Audience) -> Page {
    let content = html! {
        h1 { "API reference" }
        p {
            "Every operation has a page with examples, fields, limits, the errors with what to do, and a form that sends the \
             request. The same facts for tools are in "
            a href={ (server) "/openapi.json" } { "openapi.json" } "."
        }
        @for document in documents(audience) {
            h2 id=(document.name) { a href={ (document.name) ".html" } { (document.title()) } }
            @let operations: Vec<_> = document.tagged().into_iter().flat_map(|(_, operations)| operations).collect();
            (list(document, &operations, false))
        }
    };
    let sections = documents(audience).map(|document| Section {
        id: document.name.to_owned(),
        title: document.title().to_owned(),
    });
    Page {
        path: "reference/index.html".to_owned(),
        title: "All operations".to_owned(),
        summary: "API reference: all operations of all services".to_owned(),
        sections: sections.collect(),
        texts: Vec::new(),
        content,
        is_wide: false,
    }
}

/// Returns the page of a service. The rows have the anchors of the operations and of the schemas.
pub fn index(document: &Document, server: &str) -> Page {
    let description = document.value["info"]["description"].as_str().unwrap_or_default();
    let content = html! {
        h1 { (document.title()) }
        (markdown::inline(description))
        p {
            "Base path " code { (document.base()) } " · "
            a href={ (server) (document.base()) "/openapi.json" } { "openapi.json" }
        }
        @for (tag, operations) in document.tagged() {
            @if !tag.is_empty() { h2 { (tag.trim_end_matches('.')) } }
            (list(document, &operations, true))
        }
        h2 id="schemas" { a href={ (document.name) "/schemas.html" } { "Schemas" } }
        ul class="names" {
            @for (name, _) in schema::shown(document) {
                li id={ "schema-" (name) } { a href={ (document.name) "/schemas.html#schema-" (name) } { (name) } }
            }
        }
    };
    Page {
        path: document.path(),
        title: document.title().to_owned(),
        summary: format!("API reference: {}", document.title()),
        sections: Vec::new(),
        texts: vec![(None, description.to_owned())],
        content,
        is_wide: false,
    }
}

/// Returns the rows of operations. `has_anchors` is true on the page of a single service.
fn list(document: &Document, operations: &[Operation<'_>], has_anchors: bool) -> Markup {
    html! {
        ul class="operations" {
            @for operation in operations {
                li id=[has_anchors.then_some(operation.id())] {
                    a href={ (document.name) "/" (operation.id()) ".html" } { (operation.title()) }
                    span class="address" {
                        span class={ "method " (operation.method) } { (operation.method.to_uppercase()) }
                        code { (operation.path) }
                    }
                    span class="summary" { (markdown::phrase(operation.summary())) }
                }
            }
        }
    }
}

/// Returns the page of the schemas.
pub fn schemas(document: &Document) -> Page {
    let shown = || schema::shown(document);
    let content = html! {
        (document.breadcrumb())
        h1 { "Schemas" }
        p { "The named records of requests and responses." }
        @for (name, schema) in shown() { (schema::section(document, name, schema)) }
    };
    let texts = shown().map(|(name, schema)| {
        let section = Section {
            id: format!("schema-{name}"),
            title: name.to_owned(),
        };
        let text = schema["description"].as_str().unwrap_or_default();
        (Some(section), text.to_owned())
    });
    Page {
        path: document.schemas_path(),
        title: format!("Schemas: {}", document.title()),
        summary: format!("Records of requests and responses: {}", document.title()),
        sections: Vec::new(),
        texts: texts.collect(),
        content,
        is_wide: false,
    }
}
