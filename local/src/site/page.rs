//! A page and its headings.

use maud::Markup;

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
