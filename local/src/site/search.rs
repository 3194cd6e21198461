//! The index of the search, which runs in the browser.

use super::page::Page;
use serde_json::{Value, json};

/// The maximum number of characters of a section that are searched.
const TEXT: usize = 2000;

/// Returns the JSON of the index: for each section its page, title, address and text.
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
