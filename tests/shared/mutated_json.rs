//! Server documents with a few values, names or endings replaced as a hostile server might do.

use fastrand::Rng;
use serde_json::Value;
use std::ops::Range;

/// The number of mutated documents per decoder. `fuzz/run` finds what so few do not.
const DOCUMENTS: u64 = 20_000;

/// Replacements of values, as JSON. Some of them are valid for other fields.
const VALUES: &[&str] = &[
    "null",
    "true",
    "false",
    "0",
    "-0",
    "1",
    "-1",
    "1.5",
    "1e2",
    "1e400",
    "4294967295",
    "4294967296",
    "9223372036854775808",
    "-9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "2100000000000000",
    "2100000000000001",
    "01",
    "NaN",
    "[]",
    "[[]]",
    "{}",
    "[{}]",
    r#""""#,
    r#"" ""#,
    r#""0""#,
    r#""-0""#,
    r#""1""#,
    r#""-1""#,
    r#""+1""#,
    r#""1.5""#,
    r#""1e5""#,
    r#""0.00001""#,
    r#""2100000000000001""#,
    r#""18446744073709551616""#,
    r#""99999999999999999999999999999999999999""#,
    r#""0x00""#,
    r#""zz""#,
    r#""6a""#,
    r#""0""#,
    r#""00ff""#,
    r#""4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b""#,
    r#""4A5E1E4BAAB89F3A32518A88C31BC87F618F76673E2CC77AB2127B7AFDEDA33""#,
    r#""1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa""#,
    r#""bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4""#,
    r#""-26: dust""#,
    r#""\u0000""#,
    r#""\ud83d""#,
    r#""😀é\u202e""#,
    "[1,2,3]",
    "\"\n\"",
    "",
];

/// Replacements of field names; the field is then missing or duplicated.
const NAMES: &[&str] = &[r#""x""#, r#""value""#, r#""txid""#, r#""""#, "1", ""];

/// A valid document, split into replaceable pieces.
pub struct Document {
    text: String,
    /// The ranges of its values, innermost first.
    values: Vec<Range<usize>>,
    /// The ranges of its field names.
    names: Vec<Range<usize>>,
}

impl Document {
    /// Serialises a document and records its pieces.
    pub fn new(document: &Value) -> Self {
        let mut pieces = Self {
            text: String::new(),
            values: Vec::new(),
            names: Vec::new(),
        };
        pieces.write(document);
        pieces
    }

    fn write(&mut self, value: &Value) {
        let start = self.text.len();
        match value {
            Value::Array(items) => {
                self.text.push('[');
                for (index, item) in items.iter().enumerate() {
                    self.text.push_str(if index == 0 { "" } else { "," });
                    self.write(item);
                }
                self.text.push(']');
            }
            Value::Object(fields) => {
                self.text.push('{');
                for (index, (name, field)) in fields.iter().enumerate() {
                    self.text.push_str(if index == 0 { "" } else { "," });
                    let start = self.text.len();
                    self.text.push_str(&Value::from(name.as_str()).to_string());
                    self.names.push(start..self.text.len());
                    self.text.push(':');
                    self.write(field);
                }
                self.text.push('}');
            }
            leaf => self.text.push_str(&leaf.to_string()),
        }
        self.values.push(start..self.text.len());
    }

    /// Returns the document with one to three pieces replaced, sometimes also truncated. The result is determined by
    /// the seed.
    pub fn mutated(&self, seed: u64) -> String {
        let mut rng = Rng::with_seed(seed);
        let mut text = self.text.clone();
        let mut end = text.len();
        for _ in 0..rng.usize(1..=3) {
            let is_name = !self.names.is_empty() && rng.u8(..5) == 0;
            let (pieces, with) = if is_name {
                (&self.names, NAMES)
            } else {
                (&self.values, VALUES)
            };
            let piece = pieces[rng.usize(..pieces.len())].clone();
            // Positions before the last replacement are still valid.
            if piece.end <= end {
                end = piece.start;
                let with = match rng.u8(..12) {
                    0 => &self.text[self.values[rng.usize(..self.values.len())].clone()],
                    _ => with[rng.usize(..with.len())],
                };
                text.replace_range(piece, with);
            }
        }
        if rng.u8(..20) == 0 {
            let cut = rng.usize(..=text.len());
            text.truncate(text.floor_char_boundary(cut));
        }
        text
    }

    /// Passes the valid document to a decoder, which must accept it, and then many mutations. The decoder returns
    /// true if it accepts a document, and must accept some of the mutations and reject others.
    pub fn fuzz_mutations(&self, decode: impl Fn(&str) -> bool) {
        assert!(decode(&self.text), "the valid document is rejected: {}", self.text);
        let accepted = (0..DOCUMENTS).filter(|seed| decode(&self.mutated(*seed))).count() as u64;
        assert!(
            (DOCUMENTS / 100..DOCUMENTS * 99 / 100).contains(&accepted),
            "{accepted} of {DOCUMENTS} were accepted"
        );
    }
}
