//! The addresses of the SDN list of OFAC (Specially Designated Nationals), in the published forms:
//!
//! - `sdn.xml`: an element `id` with `idType` "Digital Currency Address - XBT" and `idNumber`;
//! - `sdn_enhanced.xml`: an element `feature` with this `type` and a `value`;
//! - `sdn_advanced.xml`: a `FeatureType` with this name, and each `Feature` of the type with a `VersionDetail`;
//! - `sdn.csv`, and the other delimited files: "Digital Currency Address - XBT 12Qt…; " in the remarks.

use super::Entry;
use std::collections::HashMap;

/// The start of the name of an address type, before the code of the currency.
const TYPE: &str = "Digital Currency Address - ";

/// Returns true if a file is the SDN list.
pub fn is_sdn(content: &[u8]) -> bool {
    content.windows(TYPE.len()).any(|window| window == TYPE.as_bytes())
}

/// Reads the addresses of the SDN list.
pub fn read(text: &str) -> Vec<Entry> {
    if text.trim_start().starts_with('<') {
        let mut reader = XmlReader::default();
        for element in Elements::of(text) {
            reader.add(&element);
        }
        return reader.entries;
    }
    text.lines()
        .zip(1..)
        .flat_map(|(line, number)| remarks(line, number))
        .collect()
}

/// Returns the addresses in the remarks of a line.
fn remarks(line: &str, number: usize) -> impl Iterator<Item = Entry> {
    line.split(TYPE).skip(1).map(move |rest| {
        let mut words = rest.split([' ', ';', ',', '"', '|', '\t']);
        let chain = words.next().unwrap_or_default().to_owned();
        let address = words.next().unwrap_or_default().trim_end_matches('.');
        Entry {
            line: number,
            address: address.to_owned(),
            chain: Some(chain),
        }
    })
}

/// A tag with the text after it.
struct Element<'a> {
    line: usize,
    /// The name without the prefix of a namespace; with a leading slash at the end of an element.
    name: &'a str,
    attributes: &'a str,
    text: &'a str,
}

/// The elements of a document in order. The published files have neither comments nor sections of raw text within the elements
/// that are read.
struct Elements<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Elements<'a> {
    const fn of(text: &'a str) -> Self {
        Self { rest: text, line: 1 }
    }

    /// Returns the first bytes, and continues after them.
    fn advance(&mut self, length: usize) -> &'a str {
        let (skipped, rest) = self.rest.split_at(length);
        self.line += skipped.matches('\n').count();
        self.rest = rest;
        skipped
    }
}

impl<'a> Iterator for Elements<'a> {
    type Item = Element<'a>;

    fn next(&mut self) -> Option<Element<'a>> {
        let start = self.rest.find('<')?;
        self.advance(start + 1);
        let end = self.rest.find('>')?;
        let tag = self.advance(end);
        self.advance(1);
        let line = self.line;
        let text = self.advance(self.rest.find('<').unwrap_or(self.rest.len()));
        let (name, attributes) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
        let local = name.rsplit(':').next().unwrap_or(name);
        let name = if name.starts_with('/') && !local.starts_with('/') {
            "/"
        } else {
            local
        };
        // The text of the element starts after the white space.
        let leading = text.len() - text.trim_start().len();
        Some(Element {
            line: line + text[..leading].matches('\n').count(),
            name,
            attributes,
            text: text.trim(),
        })
    }
}

/// The state of reading a document.
#[derive(Default)]
struct XmlReader {
    entries: Vec<Entry>,
    /// The currency of the last `idType` or `type`.
    id_type: Option<String>,
    /// The currencies of the feature types.
    feature_types: HashMap<String, String>,
    /// The currency of the feature that contains the current element.
    feature: Option<String>,
}

impl XmlReader {
    fn add(&mut self, element: &Element<'_>) {
        let currency = || element.text.strip_prefix(TYPE).map(|code| code.trim().to_owned());
        match element.name {
            "id" | "feature" => self.id_type = None,
            "idType" | "type" => self.id_type = currency(),
            "idNumber" | "value" => {
                let currency = self.id_type.take();
                self.push(element, currency);
            }
            "FeatureType" => {
                let id = attribute(element.attributes, "ID");
                self.feature_types.extend(id.map(str::to_owned).zip(currency()));
            }
            "Feature" => {
                let of_type = attribute(element.attributes, "FeatureTypeID");
                self.feature = of_type.and_then(|id| self.feature_types.get(id)).cloned();
            }
            "VersionDetail" if !element.text.is_empty() => self.push(element, self.feature.clone()),
            _ => {}
        }
    }

    fn push(&mut self, element: &Element<'_>, currency: Option<String>) {
        self.entries.extend(currency.map(|currency| Entry {
            line: element.line,
            address: element.text.to_owned(),
            chain: Some(currency),
        }));
    }
}

/// Returns the value of an attribute in double quotes.
fn attribute<'a>(attributes: &'a str, name: &str) -> Option<&'a str> {
    attributes.split_whitespace().find_map(|attribute| {
        let value = attribute.strip_prefix(name)?.strip_prefix("=\"")?;
        value.split('"').next()
    })
}
