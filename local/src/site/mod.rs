//! The documentation site: the guides, the API reference and the start page of the local server.
//!
//! All pages are HTML that reads without JavaScript, built once from the Markdown files under `docs` and the OpenAPI
//! documents. Links are relative, so that `wallet-cloud docs` can export the same files for static hosting
//! (docs/decisions/clients.md#documentation-site).

mod guides;
mod layout;
mod markdown;
mod page;
mod reference;
mod router;
mod sdk;

pub use router::with_site;

use anyhow::Context;
use layout::Navigation;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;
use wallet_http::DocsAddress;

/// The path of the site on the local server, without a trailing slash.
pub const PATH: &str = "/docs";

/// A file of the site.
pub struct File {
    /// The media type.
    pub media_type: &'static str,
    /// The content.
    pub body: Vec<u8>,
}

/// All files by their paths, relative to the root of the site.
pub type Files = BTreeMap<String, File>;

/// The users of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// The users of the local server, which also has the sandbox.
    Local,
    /// The users of a deployment.
    Deployment,
}

/// The files of the site of the local server, built on first use.
pub static FILES: LazyLock<Files> = LazyLock::new(|| build("", Audience::Local));

/// Returns the address of the site to which the services redirect.
pub fn address() -> DocsAddress {
    DocsAddress::on_same_host(PATH)
}

const HTML: &str = "text/html; charset=utf-8";

/// Returns the files. `server` is the base URL of the services, or empty if they are on the host of the site.
fn build(server: &str, audience: Audience) -> Files {
    let navigation = Navigation::new(audience);
    let mut pages = guides::pages();
    pages.extend(reference::pages(server, audience));
    pages.extend(sdk::pages());
    let mut files = Files::new();
    let mut add = |path: &str, media_type, body: Vec<u8>| files.insert(path.to_owned(), File { media_type, body });
    add("search.json", "application/json", page::index(&pages));
    add(
        "site.css",
        "text/css; charset=utf-8",
        include_bytes!("assets/site.css").into(),
    );
    add(
        "site.js",
        "text/javascript; charset=utf-8",
        include_bytes!("assets/site.js").into(),
    );
    add("icon.svg", "image/svg+xml", include_bytes!("assets/icon.svg").into());
    for page in pages {
        add(&page.path, HTML, layout::html(&page, &navigation, server).into_bytes());
    }
    files
}

/// Writes all files, and the combined OpenAPI document of the services, into a folder, which is created if it does not
/// exist. `server` is the base URL of the services. Returns the number of files and their size in bytes.
pub fn export(folder: &Path, server: &str, document: &str) -> anyhow::Result<(usize, usize)> {
    let mut files = build(server, Audience::Deployment);
    let document = File {
        media_type: "application/json",
        body: document.into(),
    };
    files.insert("openapi.json".to_owned(), document);
    for (path, file) in &files {
        let target = folder.join(path);
        let parent = target.parent().unwrap_or(folder);
        std::fs::create_dir_all(parent).with_context(|| format!("{} cannot be created", parent.display()))?;
        std::fs::write(&target, &file.body).with_context(|| format!("{} cannot be written", target.display()))?;
    }
    Ok((files.len(), files.values().map(|file| file.body.len()).sum()))
}

#[cfg(test)]
mod tests;
