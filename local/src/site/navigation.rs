//! The navigation of the site.

use super::guides::Guide;
use super::page::Page;
use super::{Audience, guides, reference};
use maud::{Markup, html};

/// A group of links in the navigation.
struct Group {
    title: &'static str,
    /// Paths and titles.
    links: Vec<(String, String)>,
}

/// The navigation of the site.
pub struct Navigation(Vec<Group>);

impl Navigation {
    /// Creates the navigation: the guides, the reference, and the documents for operators.
    pub fn new(audience: Audience) -> Self {
        let guides = guides::GUIDES.iter().map(Guide::link).collect();
        let operators = guides::OPERATORS.iter().map(Guide::link).collect();
        let all = ("reference/index.html".to_owned(), "All operations".to_owned());
        let services = reference::documents(audience).map(|document| (document.path(), document.title().to_owned()));
        Self(vec![
            Group {
                title: "Guides",
                links: guides,
            },
            Group {
                title: "API reference",
                links: std::iter::once(all).chain(services).collect(),
            },
            Group {
                title: "For operators",
                links: operators,
            },
        ])
    }

    /// Returns the navigation of a page. `root` is the relative path of the site from it.
    pub fn html(&self, page: &Page, root: &str) -> Markup {
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
