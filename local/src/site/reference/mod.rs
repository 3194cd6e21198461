//! The API reference: a page for each service, from the OpenAPI document, with forms that send requests.

mod example;
mod operation;
mod schema;

use super::page::{Page, Section};
use super::{Audience, markdown};
use crate::sandbox_api;
use maud::{Markup, html};
use operation::Operation;
use serde_json::Value;
use std::sync::LazyLock;

/// The OpenAPI document of a service.
pub struct Document {
    /// The name of the service, which is the first part of the base path.
    pub name: &'static str,
    value: Value,
}

/// The documents of all services, and the document of the sandbox at the end.
pub static DOCUMENTS: LazyLock<Vec<Document>> = LazyLock::new(|| {
    let documents = [
        (authorization::NAME, authorization::DOCUMENT),
        (address_info_btc_like::NAME, address_info_btc_like::DOCUMENT),
        (address_info_eth_like::NAME, address_info_eth_like::DOCUMENT),
        (address_info_xlm::NAME, address_info_xlm::DOCUMENT),
        (asset_info::NAME, asset_info::DOCUMENT),
        (
            blockchain_connector_btc_like::NAME,
            blockchain_connector_btc_like::DOCUMENT,
        ),
        (
            blockchain_connector_eth_like::NAME,
            blockchain_connector_eth_like::DOCUMENT,
        ),
        (blockchain_connector_xlm::NAME, blockchain_connector_xlm::DOCUMENT),
        (notifications::NAME, notifications::DOCUMENT),
        (sandbox_api::NAME, sandbox_api::DOCUMENT),
    ];
    let parsed = |(name, text)| Document {
        name,
        value: serde_json::from_str(text).unwrap_or_default(),
    };
    documents.map(parsed).into()
});

/// Returns the documents that a site shows: deployments have no sandbox.
pub fn documents(audience: Audience) -> impl Iterator<Item = &'static Document> {
    let is_shown = move |document: &&Document| audience == Audience::Local || document.name != sandbox_api::NAME;
    DOCUMENTS.iter().filter(is_shown)
}

impl Document {
    /// Returns the title of the service.
    pub fn title(&self) -> &str {
        self.value["info"]["title"].as_str().unwrap_or(self.name)
    }

    /// Returns the path of the page.
    pub fn path(&self) -> String {
        format!("reference/{}.html", self.name)
    }

    /// Returns the base path of the service: `/authorization/v1`.
    fn base(&self) -> &str {
        self.value["servers"][0]["url"].as_str().unwrap_or_default()
    }

    /// Returns the ids of all operations.
    #[cfg(test)]
    pub fn operation_ids(&self) -> Vec<&str> {
        let paths = self.value["paths"].as_object().into_iter().flatten();
        let operations = paths.flat_map(|(_, item)| item.as_object().into_iter().flatten());
        operations
            .filter_map(|(_, operation)| operation["operationId"].as_str())
            .collect()
    }

    fn operations(&self) -> Vec<Operation<'_>> {
        let paths = self.value["paths"].as_object().into_iter().flatten();
        paths.flat_map(|(path, item)| Operation::all(path, item)).collect()
    }

    /// Returns the requests that the service sends to receivers of webhooks.
    fn webhooks(&self) -> Vec<Operation<'_>> {
        let webhooks = self.value["webhooks"].as_object().into_iter().flatten();
        webhooks.flat_map(|(name, item)| Operation::all(name, item)).collect()
    }

    /// Returns the target of a reference within the document, or the value itself if it is not a reference.
    fn resolve<'a>(&'a self, value: &'a Value) -> &'a Value {
        let pointer = value["$ref"].as_str().and_then(|target| target.strip_prefix('#'));
        pointer.and_then(|pointer| self.value.pointer(pointer)).unwrap_or(value)
    }
}

/// Returns the pages of the reference. `server` is the base URL of the services.
pub fn pages(server: &str, audience: Audience) -> Vec<Page> {
    let services = documents(audience).map(|document| page(document, server));
    std::iter::once(overview(server, audience)).chain(services).collect()
}

/// Returns the page of a service.
fn page(document: &Document, server: &str) -> Page {
    let operations = document.operations();
    let webhooks = document.webhooks();
    let description = document.value["info"]["description"].as_str().unwrap_or_default();
    let content = html! {
        h1 { (document.title()) }
        (markdown::inline(description))
        p {
            "Base path " code { (document.base()) } " · "
            a href={ (server) (document.base()) "/openapi.json" } { "openapi.json" }
        }
        (access())
        @for operation in &operations { (operation.html(document)) }
        @for webhook in &webhooks { (webhook.webhook_html(document)) }
        h2 id="schemas" { "Schemas" }
        @for (name, schema) in schema::shown(document) { (schema::section(document, name, schema)) }
    };
    let mut sections: Vec<_> = operations.iter().map(Operation::section).collect();
    sections.extend(webhooks.iter().map(Operation::webhook_section));
    let texts = operations
        .iter()
        .map(|operation| (Some(operation.section()), operation.text()));
    let texts = texts.chain(
        webhooks
            .iter()
            .map(|webhook| (Some(webhook.webhook_section()), webhook.text())),
    );
    let texts = std::iter::once((None, description.to_owned())).chain(texts).collect();
    sections.push(Section {
        id: "schemas".to_owned(),
        title: "Schemas".to_owned(),
    });
    Page {
        path: document.path(),
        title: document.title().to_owned(),
        summary: format!("API reference: {}", document.title()),
        sections,
        texts,
        content,
    }
}

/// Returns the list of all operations.
fn overview(server: &str, audience: Audience) -> Page {
    let content = html! {
        h1 { "API reference" }
        p {
            "All operations of all services. Each page has the fields, limits and errors of its operations, and a form that \
             sends requests. The same facts for tools are in "
            a href={ (server) "/openapi.json" } { "openapi.json" } "."
        }
        @for document in documents(audience) {
            @let page = document.path().trim_start_matches("reference/").to_owned();
            h2 id=(document.name) { a href=(page) { (document.title()) } }
            ul class="operations" {
                @for operation in document.operations() {
                    li {
                        a href={ (page) "#" (operation.id()) } {
                            span class={ "method " (operation.method) } { (operation.method.to_uppercase()) }
                            code { (operation.path) }
                        }
                        span class="summary" { (markdown::phrase(operation.summary())) }
                    }
                }
            }
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
    }
}

/// Returns the form for the token that the remaining forms of the page use. Scripts show the form.
fn access() -> Markup {
    html! {
        form id="access" class="panel" hidden {
            h2 id="access-title" { "Token" }
            p { "The requests of this page go to " code id="server" {} " with this token, which remains in this browser tab." }
            div class="inputs" {
                label for="token" { "Permission token" }
                input id="token" type="text" autocomplete="off" spellcheck="false";
            }
            details {
                summary { "Get a token with a merchant key" }
                p { "For your own test server. A merchant key never belongs in a wallet app." }
                div class="inputs" {
                    label for="merchant-key" { "Merchant key" }
                    input id="merchant-key" type="password" autocomplete="off";
                    label for="permissions" { "Permissions" }
                    input id="permissions" type="text" value="read" autocomplete="off" aria-describedby="permissions-note";
                }
                p id="permissions-note" { "Separated by commas: " code { "read" } ", " code { "register" } ", " code { "secret" } ", " code { "assets" } ", " code { "notify" } "." }
                button type="button" id="get-token" { "Get a token" }
                p id="token-state" role="status" {}
            }
        }
    }
}
