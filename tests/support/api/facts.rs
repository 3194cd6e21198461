//! The data files of a family: facts in a list, with their source.

use serde_json::Value;
use std::collections::HashSet;
use std::{fmt, fs};

/// The folder of the families.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/api/recorded");

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
    /// Reads all files of a family, sorted by name.
    pub fn all(family: &str) -> Vec<Self> {
        let files = fs::read_dir(format!("{FOLDER}/{family}/data")).expect("a folder");
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

/// Returns all facts of a family of a kind, at least one.
pub fn of(family: &str, kind: &str) -> Vec<Fact> {
    let files = File::all(family);
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

/// Checks that every file of a family names its source, and every fact its path there.
#[track_caller]
pub fn assert_sources(family: &str) {
    for file in File::all(family) {
        let source = file.source();
        let text = |name: &str| source[name].as_str().unwrap_or_default().to_owned();
        assert!(text("repository").starts_with("https://github.com/"), "{}", file.name);
        assert!(!text("licence").is_empty(), "{}", file.name);
        for fact in file.facts() {
            assert!(!fact.text("path").is_empty(), "{fact}");
        }
    }
}

/// Checks that a family has this number of different facts in files of at most this number of bytes.
#[track_caller]
pub fn assert_many_and_small(family: &str, minimum: usize, size: usize) {
    let files = File::all(family);
    let facts = files.iter().flat_map(File::facts);
    let different: HashSet<_> = facts.map(|fact| fact.value.to_string()).collect();
    assert!(different.len() >= minimum, "{} facts", different.len());
    let found: usize = files.iter().map(|file| file.text.len()).sum();
    assert!(found <= size, "{found} bytes");
}
