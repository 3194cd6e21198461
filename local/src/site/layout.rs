//! The frame of all pages: header, navigation, content.

use super::navigation::Navigation;
use super::page::Page;
use super::policy;
use maud::{DOCTYPE, Markup, html};

/// Returns the HTML of a page of the site.
pub fn html(page: &Page, navigation: &Navigation, server: &str) -> String {
    let root = "../".repeat(page.path.matches('/').count());
    let content = html! {
        div class="columns" {
            // The same links twice: a disclosure on phones, a column on desktops. Styles hide one of them.
            details class="menu" {
                summary { "Menu" }
                nav aria-label="Pages" { (navigation.html(page, &root)) }
            }
            nav class="side" aria-label="All pages" { (navigation.html(page, &root)) }
            main id="content" tabindex="-1" { (page.content) }
        }
    };
    frame(&page.title, &page.summary, &root, server, &content)
}

/// Returns a complete HTML document. `root` is the relative path of the site from the document, `server` the base URL of
/// the services if they are on another host.
pub fn frame(title: &str, summary: &str, root: &str, server: &str, content: &Markup) -> String {
    let document = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                // Web hosts of an exported site send no policy.
                meta http-equiv="Content-Security-Policy" content=(policy::content(server));
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
