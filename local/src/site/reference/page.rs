//! The page of an operation: the purpose, the examples next to the description, the fields, and the errors.

use super::super::markdown;
use super::super::page::Page;
use super::example::pretty;
use super::operation::Operation;
use super::{Document, errors, example, form, request, schema};
use maud::{Markup, html};

/// Returns the page of an operation.
pub fn page(operation: &Operation<'_>, document: &Document) -> Page {
    let content = html! {
        div class="title" {
            (document.breadcrumb())
            h1 { (operation.title()) }
            p class="lead" { (markdown::phrase(operation.summary())) }
            p class="endpoint" {
                span class={ "method " (operation.method) } { (operation.method.to_uppercase()) } " "
                @if operation.is_webhook() { "to the URL of the webhook" } @else { code { (document.base()) (operation.path) } }
            }
        }
        div class="examples" { (examples(operation, document)) }
        div class="facts" { (facts(operation, document)) }
    };
    let text = format!(
        "{} {} {} {}",
        operation.path,
        operation.id(),
        operation.summary(),
        operation.description()
    );
    Page {
        path: operation.page_path(document),
        title: format!("{}: {}", operation.title(), document.title()),
        summary: operation.summary().to_owned(),
        sections: Vec::new(),
        texts: vec![(None, text)],
        content,
        is_wide: true,
    }
}

/// Returns the examples of request and response, and the form.
fn examples(operation: &Operation<'_>, document: &Document) -> Markup {
    html! {
        h2 id="request" { "Request" }
        @if operation.is_webhook() {
            @if let Some(body) = operation.example_body(document) { (markdown::code("body", &pretty(&body))) }
        } @else {
            @for (language, text) in request::examples(operation, document) { (markdown::code(language, &text)) }
            h2 id="response" { "Response" }
            @match operation.success(document) {
                Some(schema) => (markdown::code("body", &pretty(&example::response(document, schema)))),
                None => p class="limits" { "The body is not JSON." },
            }
            (form::form(operation, document))
        }
    }
}

/// Returns the description, the parameters, the body, the responses and the errors.
fn facts(operation: &Operation<'_>, document: &Document) -> Markup {
    html! {
        (markdown::inline(operation.description()))
        @if !operation.has_token() && !operation.is_webhook() { p class="note" { "Requires no token." } }
        @if operation.parameters().next().is_some() {
            h2 id="parameters" { "Parameters" }
            ul class="fields" {
                @for parameter in operation.parameters() { (schema::parameter(document, parameter)) }
            }
        }
        @if let Some(body) = operation.body() {
            h2 id="body" { "Body" }
            (schema::fields(document, body))
        }
        @for (status, response) in operation.responses(document).filter(|(status, _)| !errors::is_error(status)) {
            h2 id={ "response-" (status) } { "Response " code class={ "status s" (&status[..1]) } { (status) } }
            (markdown::inline(response["description"].as_str().unwrap_or_default()))
            @if let Some(content) = response.pointer("/content/application~1json/schema") { (schema::fields(document, content)) }
        }
        (errors::section(operation, document))
    }
}
