//! The API reference from the OpenAPI documents: for each service a list of the operations, and a page for each operation
//! with examples, the errors, and a form that sends the request.

mod errors;
mod example;
mod form;
mod operation;
mod page;
mod request;
mod schema;
mod service;

use super::Audience;
use super::page::Page;
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

    /// Returns path, method and title of the pages of the operations, in the order of the navigation.
    pub fn links(&self) -> impl Iterator<Item = (String, Option<&'static str>, String)> {
        let operations = self.tagged().into_iter().flat_map(|(_, operations)| operations);
        operations
            .map(|operation| (operation.page_path(self), Some(operation.method), operation.title()))
            .chain([(self.schemas_path(), None, "Schemas".to_owned())])
    }

    /// Returns the path of the page with the schemas.
    fn schemas_path(&self) -> String {
        format!("reference/{}/schemas.html", self.name)
    }

    /// Returns the links to the pages above a page of an operation or of the schemas.
    fn breadcrumb(&self) -> Markup {
        html! {
            nav class="breadcrumb" aria-label="Breadcrumb" {
                a href="../index.html" { "API reference" } " / "
                a href={ "../" (self.name) ".html" } { (self.title()) }
            }
        }
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

    /// Returns the operations by tag, in the order of the tags, with the requests that the service sends at the end.
    fn tagged(&self) -> Vec<(&str, Vec<Operation<'_>>)> {
        let tags = self.value["tags"].as_array().into_iter().flatten();
        let mut groups: Vec<_> = tags
            .map(|tag| (tag["description"].as_str().unwrap_or_default(), &tag["name"]))
            .map(|(description, name)| (description, name, Vec::new()))
            .collect();
        let mut others = Vec::new();
        for operation in self.operations() {
            match groups.iter_mut().find(|(_, name, _)| operation.has_tag(name)) {
                Some((_, _, operations)) => operations.push(operation),
                None => others.push(operation),
            }
        }
        let mut groups: Vec<_> = groups
            .into_iter()
            .map(|(description, _, operations)| (description, operations))
            .collect();
        groups.insert(0, ("", others));
        groups.push(("Requests of the service to your webhook.", self.webhooks()));
        groups.retain(|(_, operations)| !operations.is_empty());
        groups
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

    /// Returns a named schema.
    fn resolve_name(&self, name: &str) -> &Value {
        &self.value["components"]["schemas"][name]
    }
}

/// Returns the pages of the reference. `server` is the base URL of the services.
pub fn pages(server: &str, audience: Audience) -> Vec<Page> {
    let mut pages = vec![service::overview(server, audience)];
    for document in documents(audience) {
        pages.push(service::index(document, server));
        pages.push(service::schemas(document));
        let operations = document.operations().into_iter().chain(document.webhooks());
        pages.extend(operations.map(|operation| page::page(&operation, document)));
    }
    pages
}

#[cfg(test)]
mod tests;
