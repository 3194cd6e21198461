//! The banned phrases and the search for them.

use regex::{Regex, RegexBuilder};
use std::sync::LazyLock;

/// A header, then one row for each phrase: its pattern, and after a tab the pattern of the exceptions.
const BANNED: &str = include_str!("banned.tsv");

struct Phrase {
    pattern: Regex,
    exception: Option<Regex>,
}

static PHRASES: LazyLock<Vec<Phrase>> = LazyLock::new(|| {
    let rows = BANNED
        .lines()
        .skip(1)
        .map(|row| row.split_once('\t').unwrap_or((row, "")));
    rows.map(|(pattern, exception)| Phrase {
        pattern: compile(pattern),
        exception: (!exception.is_empty()).then(|| compile(exception)),
    })
    .collect()
});

/// All phrases in one pattern: most texts contain none, and one pass is fast.
static ANY: LazyLock<Regex> = LazyLock::new(|| {
    let patterns = BANNED.lines().skip(1).filter_map(|row| row.split('\t').next());
    compile(&patterns.collect::<Vec<_>>().join("|"))
});

fn compile(pattern: &str) -> Regex {
    // Word boundaries of ASCII only, because those of Unicode have no fast implementation.
    RegexBuilder::new(&pattern.replace(r"\b", r"(?-u:\b)"))
        .case_insensitive(true)
        .build()
        .expect("a pattern of banned.tsv")
}

/// Returns the banned phrases of a text with their offsets.
pub fn banned(text: &str) -> Vec<(usize, String)> {
    if !ANY.is_match(text) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for phrase in &*PHRASES {
        let allowed = phrase.exception.as_ref().map(|exception| blank(text, exception));
        let matches = phrase.pattern.find_iter(allowed.as_deref().unwrap_or(text));
        found.extend(matches.map(|it| (it.start(), it.as_str().to_owned())));
    }
    found.sort();
    found
}

/// Replaces all matches by spaces, so that the offsets of the other words do not change.
fn blank(text: &str, exception: &Regex) -> String {
    let spaces = |found: &regex::Captures<'_>| " ".repeat(found[0].len());
    exception.replace_all(text, spaces).into_owned()
}

#[test]
fn banned_phrases_are_found() {
    let phrases = |text: &str| -> Vec<String> { banned(text).into_iter().map(|(_, phrase)| phrase).collect() };
    assert_eq!(
        phrases(concat!("No", "body as", "ks for it")),
        [concat!("No", "body"), concat!("as", "ks")]
    );
    assert_eq!(
        phrases(concat!("what is ", "no number")),
        [concat!("what is ", "no number")]
    );
    assert!(phrases("it is no longer valid").is_empty());
    assert!(phrases("connection refused").is_empty());
    assert_eq!(
        phrases(concat!("connection refused, node ref", "used")),
        [concat!("ref", "used")]
    );
    assert_eq!(banned(concat!("it is a go", "od key"))[0].0, 8);
}
