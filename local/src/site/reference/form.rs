//! The form that sends a request.

use super::example::pretty;
use super::operation::Operation;
use super::{Document, example, schema};
use maud::{Markup, html};
use serde_json::Value;

/// Returns the form of an operation. Scripts show the form.
pub fn form(operation: &Operation<'_>, document: &Document) -> Markup {
    html! {
        details class="try" hidden {
            summary { "Try it" }
            p { "The request goes to " code id="server" {} "." }
            @if operation.has_token() { (access()) }
            form id="request-form" data-method=(operation.method.to_uppercase())
                data-path={ (document.base()) (operation.path) } data-token[operation.has_token()] {
                div class="inputs" {
                    @for parameter in operation.parameters() { (input(document, parameter)) }
                    @if let Some(body) = operation.example_body(document) {
                        @let body = pretty(&body);
                        label for="input-body" { "Body" }
                        textarea id="input-body" name="body" rows=(body.lines().count().clamp(3, 16)) spellcheck="false" { (body) }
                    }
                }
                button type="submit" { "Send" }
                output {}
            }
        }
    }
}

/// Returns the form for the token, which remains for all pages.
fn access() -> Markup {
    html! {
        form id="access" {
            div class="inputs" {
                label for="token" { "Permission token" }
                input id="token" type="text" autocomplete="off" spellcheck="false" aria-describedby="token-note";
            }
            p id="token-note" class="limits" { "The token remains in this browser tab." }
            details {
                summary { "Get a token with a merchant key" }
                p { "For your own test server. A merchant key never belongs in a wallet app." }
                div class="inputs" {
                    label for="merchant-key" { "Merchant key" }
                    input id="merchant-key" type="password" autocomplete="off";
                    label for="permissions" { "Permissions" }
                    input id="permissions" type="text" value="read" autocomplete="off" aria-describedby="permissions-note";
                }
                p id="permissions-note" class="limits" {
                    "Separated by commas: " code { "read" } ", " code { "register" } ", " code { "secret" } ", " code { "assets" } ", "
                    code { "notify" } "."
                }
                button type="button" id="get-token" { "Get a token" }
                p id="token-state" role="status" {}
            }
        }
    }
}

/// Returns the input of a parameter: a list if the values are enumerated.
fn input(document: &Document, parameter: &Value) -> Markup {
    let name = parameter["name"].as_str().unwrap_or_default();
    let place = parameter["in"].as_str().unwrap_or_default();
    let id = format!("{place}-{name}");
    let required = parameter["required"] == true;
    let value = if required {
        schema::text(&example::parameter(document, parameter))
    } else {
        String::new()
    };
    let schema = document.resolve(&parameter["schema"]);
    let values: Vec<_> = schema["enum"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    html! {
        label for=(id) { (name) @if !required { span class="optional" { " optional" } } }
        @if values.is_empty() {
            input id=(id) data-in=(place) name=(name) type="text" value=(value) autocomplete="off" spellcheck="false" required[required];
        } @else {
            select id=(id) data-in=(place) name=(name) {
                @if !required { option value="" {} }
                @for option in values { option selected[option == value] { (option) } }
            }
        }
    }
}
