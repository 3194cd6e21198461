//! Documents of a server with a few values, names or ends of them exchanged for what a hostile one might say.

use fastrand::Rng;
use serde_json::Value;
use std::ops::Range;

/// How many documents each decoder is given.
const DOCUMENTS: u64 = 100_000;

/// What stands in place of a value, as JSON. Some of it is right somewhere else.
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

/// What stands in place of a field's name: then the field is missing, or there twice.
const NAMES: &[&str] = &[r#""x""#, r#""value""#, r#""txid""#, r#""""#, "1", ""];

/// A good document, cut into the pieces that can be exchanged.
pub struct Document {
    text: String,
    /// Where its values are, the innermost first.
    values: Vec<Range<usize>>,
    /// Where the names of its fields are.
    names: Vec<Range<usize>>,
}

impl Document {
    /// This document.
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
                for (place, item) in items.iter().enumerate() {
                    self.text.push_str(if place == 0 { "" } else { "," });
                    self.write(item);
                }
                self.text.push(']');
            }
            Value::Object(fields) => {
                self.text.push('{');
                for (place, (name, field)) in fields.iter().enumerate() {
                    self.text.push_str(if place == 0 { "" } else { "," });
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

    /// The document with one to three pieces exchanged, now and then also cut off. The same seed gives the same one.
    pub fn spoiled(&self, seed: u64) -> String {
        let mut dice = Rng::with_seed(seed);
        let mut text = self.text.clone();
        let mut end = text.len();
        for _ in 0..dice.usize(1..=3) {
            let is_name = !self.names.is_empty() && dice.u8(..5) == 0;
            let (pieces, with) = if is_name {
                (&self.names, NAMES)
            } else {
                (&self.values, VALUES)
            };
            let piece = pieces[dice.usize(..pieces.len())].clone();
            // What lies before the last exchange is still where it was.
            if piece.end <= end {
                end = piece.start;
                let with = match dice.u8(..12) {
                    0 => &self.text[self.values[dice.usize(..self.values.len())].clone()],
                    _ => with[dice.usize(..with.len())],
                };
                text.replace_range(piece, with);
            }
        }
        if dice.u8(..20) == 0 {
            let cut = dice.usize(..=text.len());
            text.truncate(text.floor_char_boundary(cut));
        }
        text
    }

    /// Gives a decoder the document as it is, which it must like, and then spoiled in very many ways. It tells whether it
    /// liked a document, and must like some of those and not others.
    pub fn torture(&self, decode: impl Fn(&str) -> bool) {
        assert!(decode(&self.text), "the good document is refused: {}", self.text);
        let liked = (0..DOCUMENTS).filter(|seed| decode(&self.spoiled(*seed))).count();
        assert!((1000..99_000).contains(&liked), "{liked} of {DOCUMENTS} were liked");
    }
}
