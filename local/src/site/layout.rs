//! The frame of all pages: header, navigation, content, and the content security policy.

use super::guides::Guide;
use super::page::Page;
use super::{Audience, guides, reference, sdk};
use maud::{DOCTYPE, Markup, html};
use reqwest::Url;

/// Returns the HTML of a page of the site.
pub fn html(page: &Page, navigation: &Navigation, server: &str) -> String {
    let root = "../".repeat(page.path.matches('/').count());
    let content = html! {
        div class="columns" {
            // The same links twice: a disclosure on phones, a column on desktops. Styles hide either list.
            details class="menu" {
                summary { "Menu" }
                nav aria-label="Pages" { (navigation.html(page, &root)) }
            }
            nav class="side" aria-label="All pages" { (navigation.html(page, &root)) }
            main id="content" class=[page.is_wide.then_some("wide")] tabindex="-1" { (page.content) }
        }
    };
    frame(&page.title, &page.summary, &root, server, &content)
}

/// Returns a complete HTML document. `root` is the relative path of the site from the document, `server` the base URL
/// of the services if the services are on a different host.
pub fn frame(title: &str, summary: &str, root: &str, server: &str, content: &Markup) -> String {
    let document = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                // Web hosts of an exported site send no policy.
                meta http-equiv="Content-Security-Policy" content=(policy(server));
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="description" content=(summary);
                meta name="color-scheme" content="light dark";
                title { (title) " · Wallet Cloud Services" }
                link rel="icon" href={ (root) "icon.svg" } type="image/svg+xml";
                link rel="stylesheet" href={ (root) "site.css" };
                script src={ (root) "site.js" } data-root=(root) data-server=(server) defer {}
            }
            body {
                a class="skip" href="#content" { "Skip to content" }
                header {
                    a class="brand" href={ (root) "index.html" } {
                        img src={ (root) "icon.svg" } alt="" width="24" height="24";
                        span { "Wallet Cloud" span class="wide" { " Services" } }
                    }
                    search id="search" hidden {
                        label class="hidden" for="query" { "Search the documentation" }
                        input id="query" type="search" placeholder="Search" autocomplete="off";
                        ul id="results" aria-label="Search results" hidden {}
                    }
                }
                (content)
            }
        }
    };
    document.into_string()
}

/// A group of links in the navigation.
struct Group {
    title: &'static str,
    links: Vec<Link>,
}

/// A link of the navigation.
struct Link {
    path: String,
    title: String,
    /// Path, method and title of the pages below, which are shown on these pages and on the page of the link.
    below: Vec<(String, Option<&'static str>, String)>,
}

impl Link {
    fn new((path, title): (String, String)) -> Self {
        let below = Vec::new();
        Self { path, title, below }
    }
}

/// The navigation of the site.
pub struct Navigation(Vec<Group>);

impl Navigation {
    /// Creates the navigation: the guides, the reference, and the documents for operators.
    pub fn new(audience: Audience) -> Self {
        let guides = guides::GUIDES.iter().map(Guide::link).map(Link::new).collect();
        let operators = guides::OPERATORS.iter().map(Guide::link).map(Link::new).collect();
        let all = ("reference/index.html".to_owned(), "All operations".to_owned());
        let services = reference::documents(audience).map(|document| Link {
            path: document.path(),
            title: document.title().to_owned(),
            below: document.links().collect(),
        });
        let clients = sdk::links().into_iter().map(|(path, title, topics)| Link {
            path,
            title,
            below: topics.into_iter().map(|(path, title)| (path, None, title)).collect(),
        });
        let of_clients = guides::CLIENTS.iter().map(Guide::link).map(Link::new);
        Self(vec![
            Group {
                title: "Guides",
                links: guides,
            },
            Group {
                title: "SDK",
                links: clients.chain(of_clients).collect(),
            },
            Group {
                title: "API reference",
                links: std::iter::once(Link::new(all)).chain(services).collect(),
            },
            Group {
                title: "For operators",
                links: operators,
            },
        ])
    }

    /// Returns the navigation of a page. `root` is the relative path of the site from the page.
    pub fn html(&self, page: &Page, root: &str) -> Markup {
        html! {
            @for group in &self.0 {
                p class="group" { (group.title) }
                ul { @for link in &group.links { li { (link.html(page, root)) } } }
            }
        }
    }
}

impl Link {
    fn html(&self, page: &Page, root: &str) -> Markup {
        let current = |path: &str| (path == page.path).then_some("page");
        let is_open = self.path == page.path || self.below.iter().any(|(path, ..)| *path == page.path);
        html! {
            a href={ (root) (self.path) } aria-current=[current(&self.path)] { (self.title) }
            @if is_open && !self.below.is_empty() {
                ul {
                    @for (path, method, title) in &self.below {
                        li {
                            a class="page" href={ (root) (path) } aria-current=[current(path)] {
                                span { (title) } @if let Some(method) = method { span class={ "method " (method) } { (method.to_uppercase()) } }
                            }
                        }
                    }
                }
            }
            @if self.path == page.path && page.sections.len() > 1 {
                ul {
                    @for section in &page.sections {
                        li { a href={ "#" (section.id) } { (section.title) } }
                    }
                }
            }
        }
    }
}

/// The parts that do not depend on the server: pages load nothing from foreign hosts and run only the script of the
/// site.
const FIXED: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; \
                     form-action 'none'; connect-src 'self'";

/// Returns the policy of a page with requests to a server, or to the host of the site if `server` is empty.
pub fn policy(server: &str) -> String {
    let origin = Url::parse(server).map(|server| server.origin().ascii_serialization());
    origin.map_or_else(|_| FIXED.to_owned(), |origin| format!("{FIXED} {origin}"))
}

/// Returns the policy for a header, which also forbids frames. A page cannot forbid frames in its text.
pub fn policy_header() -> String {
    format!("{}; frame-ancestors 'none'", policy(""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_limited_to_the_server() {
        assert!(policy("").ends_with("; connect-src 'self'"));
        let exported = policy("https://wallet.example/base");
        assert!(
            exported.ends_with("; connect-src 'self' https://wallet.example"),
            "{exported}"
        );
    }
}
