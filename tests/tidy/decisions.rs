//! The numbered decisions: one file for each number, and code cites only existing ones.

use crate::repository::{assert_none, files};
use std::collections::BTreeMap;

#[test]
fn decisions_have_unique_numbers() {
    let mut by_number: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut findings = Vec::new();
    for file in files() {
        let Some(name) = file.path.strip_prefix("docs/decisions/") else {
            continue;
        };
        match number_of(name) {
            Some(number) => by_number.entry(number.to_owned()).or_default().push(file.path),
            None => findings.push(format!("{}: expected NNNN-kebab-title.md", file.path)),
        }
    }
    findings.extend(
        by_number
            .into_values()
            .filter(|files| files.len() > 1)
            .map(|files| files.join(", ")),
    );
    assert_none("decisions are named NNNN-kebab-title.md with unique numbers", &findings);
}

#[test]
fn cited_decisions_exist() {
    let files = files();
    let known: Vec<_> = files
        .iter()
        .filter_map(|file| number_of(file.path.strip_prefix("docs/decisions/")?))
        .collect();
    let mut findings = Vec::new();
    for file in &files {
        for (start, citation) in file.text.match_indices("docs/decisions/") {
            let cited = &file.text[start + citation.len()..];
            let digits = cited.chars().take_while(char::is_ascii_digit).count();
            if digits == 4 && !known.contains(&&cited[..4]) {
                findings.push(format!("{} cites {}", file.path, &cited[..4]));
            }
        }
    }
    assert_none("cited decisions that do not exist", &findings);
}

/// Returns the number of a decision from its file name.
fn number_of(name: &str) -> Option<&str> {
    let (number, rest) = name.split_once('-')?;
    let words = rest.strip_suffix(".md")?;
    let plain = words
        .chars()
        .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    (number.len() == 4 && number.chars().all(|c| c.is_ascii_digit()) && plain).then_some(number)
}
