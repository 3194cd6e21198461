//! The documentation site: the guides, the API reference and the start page of the local server.
//!
//! All pages are HTML that reads without JavaScript, built once from the Markdown files under `docs` and the OpenAPI
//! documents. Links are relative, so that `wallet-cloud docs` can export the same files for static hosting
//! (docs/decisions/clients.md#documentation-site).

mod export;
mod guides;
mod layout;
mod markdown;
mod navigation;
mod page;
mod policy;
mod reference;
mod router;
mod search;
mod start;

pub use export::export;
pub use router::with_site;

use navigation::Navigation;
use std::collections::BTreeMap;
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
    /// Those of the local server, which also has the sandbox.
    Local,
    /// Those of a deployment.
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
    let mut files = Files::new();
    let mut add = |path: &str, media_type, body: Vec<u8>| files.insert(path.to_owned(), File { media_type, body });
    add("search.json", "application/json", search::index(&pages));
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

#[cfg(test)]
mod tests;
