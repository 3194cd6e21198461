//! A page with the headings, and the index of the search, which runs in the browser.

use maud::Markup;
use serde_json::{Value, json};

/// A page without the frame.
pub struct Page {
    /// The path relative to the root of the site: `reference/authorization.html`.
    pub path: String,
    /// The title, which is also the name in the navigation.
    pub title: String,
    /// A sentence for search engines and link previews.
    pub summary: String,
    /// The headings that the navigation lists.
    pub sections: Vec<Section>,
    /// The text of the page without markup, by section: for the search.
    pub texts: Vec<(Option<Section>, String)>,
    /// The content.
    pub content: Markup,
    /// True if the content has a second column with examples.
    pub is_wide: bool,
}

/// A heading with an anchor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The anchor.
    pub id: String,
    /// The text.
    pub title: String,
}

/// The maximum number of characters of a section that are searched.
const TEXT: usize = 2000;

/// Returns the JSON of the index: for each section the page, title, address and text.
pub fn index(pages: &[Page]) -> Vec<u8> {
    let entries: Vec<Value> = pages.iter().flat_map(entries).collect();
    Value::from(entries).to_string().into_bytes()
}

fn entries(page: &Page) -> impl Iterator<Item = Value> {
    page.texts.iter().map(|(section, text)| {
        let text: String = text.chars().take(TEXT).collect();
        match section {
            Some(section) => json!({
                "page": page.title,
                "title": section.title,
                "url": format!("{}#{}", page.path, section.id),
                "text": text,
            }),
            None => json!({ "page": page.title, "title": page.title, "url": page.path, "text": text }),
        }
    })
}
