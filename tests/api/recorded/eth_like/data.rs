//! The data files.

use serde_json::Value;
use std::{fmt, fs};

/// The folder of the data files.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/api/recorded/eth_like/data");

/// A data file: facts of one kind from one repository.
pub struct File {
    /// The kind of the facts and the repository: `transactions_rotki`.
    pub name: String,
    /// The content.
    pub text: String,
}

/// A recorded fact.
pub struct Fact {
    /// The name of its file.
    file: String,
    /// The content.
    pub value: Value,
}

impl File {
    /// Reads all files, sorted by name.
    pub fn all() -> Vec<Self> {
        let files = fs::read_dir(FOLDER).expect("a folder");
        let mut files: Vec<_> = files
            .map(|file| {
                let path = file.expect("a file").path();
                let name = path.file_stem().and_then(|name| name.to_str()).expect("a name");
                Self {
                    name: name.to_owned(),
                    text: fs::read_to_string(&path).expect("a text"),
                }
            })
            .collect();
        files.sort_by(|one, other| one.name.cmp(&other.name));
        files
    }

    fn content(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }

    /// Returns the source: repository, commit and licence.
    pub fn source(&self) -> Value {
        self.content()["source"].take()
    }

    /// Returns the facts of the file.
    pub fn facts(&self) -> Vec<Fact> {
        let Value::Array(facts) = self.content()["facts"].take() else {
            panic!("{}: no facts", self.name)
        };
        let fact = |value| Fact {
            file: self.name.clone(),
            value,
        };
        facts.into_iter().map(fact).collect()
    }
}

/// Returns all facts of a kind, at least one.
pub fn of(kind: &str) -> Vec<Fact> {
    let files = File::all();
    let files = files.iter().filter(|file| file.name.starts_with(kind));
    let facts: Vec<_> = files.flat_map(File::facts).collect();
    assert!(!facts.is_empty(), "no {kind}");
    facts
}

impl Fact {
    /// Returns a field.
    pub fn get(&self, name: &str) -> &Value {
        &self.value[name]
    }

    /// Returns a text field, empty if it is absent.
    pub fn text(&self, name: &str) -> &str {
        self.value[name].as_str().unwrap_or_default()
    }
}

/// Names the fact in a failed assertion: its file, and its beginning.
impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: String = self.value.to_string().chars().take(400).collect();
        write!(f, "{}: {text}", self.file)
    }
}
