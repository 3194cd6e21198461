//! The frame of all pages: header, navigation, content.

use maud::{DOCTYPE, Markup, html};

/// A page before it is placed in the frame.
pub struct Page {
    /// The path relative to the root of the site: `reference/authorization.html`.
    pub path: String,
    /// The title, which is also the name in the navigation.
    pub title: String,
    /// One sentence for search engines and link previews.
    pub summary: String,
    /// The headings that the navigation lists.
    pub sections: Vec<Section>,
    /// The text of the page without markup, by section: for the search.
    pub texts: Vec<(Option<Section>, String)>,
    /// The content.
    pub content: Markup,
}

/// A heading with an anchor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The anchor.
    pub id: String,
    /// The text.
    pub title: String,
}

/// A group of links in the navigation.
pub struct Group {
    /// The heading.
    pub title: &'static str,
    /// Paths and titles.
    pub links: Vec<(String, String)>,
}

/// The navigation of the site.
pub struct Navigation(pub Vec<Group>);

impl Navigation {
    fn html(&self, page: &Page, root: &str) -> Markup {
        html! {
            @for group in &self.0 {
                p class="group" { (group.title) }
                ul {
                    @for (path, title) in &group.links {
                        @let current = *path == page.path;
                        li {
                            a href={ (root) (path) } aria-current=[current.then_some("page")] { (title) }
                            @if current && page.sections.len() > 1 {
                                ul {
                                    @for section in &page.sections {
                                        li { a href={ "#" (section.id) } { (section.title) } }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

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
