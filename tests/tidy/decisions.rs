//! The decisions: chapters by topic, whose sections the code refers to.

use crate::repository::{assert_none, files};
use std::collections::HashSet;

/// The maximum number of chapters.
const CHAPTERS: usize = 15;
/// The maximum number of words in all chapters together.
const WORDS: usize = 25_000;

const FOLDER: &str = "docs/decisions/";

#[test]
fn chapters_are_few_and_short() {
    let files = files();
    let chapters = files
        .iter()
        .filter(|file| file.path.starts_with(FOLDER) && file.path != "docs/decisions/README.md");
    let texts: Vec<_> = chapters.map(|file| &file.text).collect();
    let words = texts.iter().flat_map(|text| text.split_whitespace());
    // Separators of tables are no words.
    let words = words.filter(|word| word.contains(char::is_alphanumeric)).count();
    assert!(texts.len() <= CHAPTERS, "{} chapters", texts.len());
    assert!(words <= WORDS, "{words} words");
}

#[test]
fn titles_of_sections_are_unique_in_a_chapter() {
    let mut findings = Vec::new();
    for file in files().iter().filter(|file| file.path.starts_with(FOLDER)) {
        let mut seen = HashSet::new();
        let repeated = titles(&file.text).filter(|title| !seen.insert(anchor(title)));
        findings.extend(repeated.map(|title| format!("{}: {title}", file.path)));
    }
    assert_none("repeated titles of sections", &findings);
}

#[test]
fn cited_sections_exist() {
    let files = files();
    let known: HashSet<String> = files
        .iter()
        .filter(|file| file.path.starts_with(FOLDER))
        .flat_map(|file| titles(&file.text).map(|title| format!("{}#{}", file.path, anchor(title))))
        .collect();
    assert!(known.len() > 100, "{} sections", known.len());
    let mut findings = Vec::new();
    for file in &files {
        for (start, _) in file.text.match_indices(FOLDER) {
            let cited: String = file.text[start..].chars().take_while(|c| is_part_of_path(*c)).collect();
            let cited = cited.trim_end_matches('.');
            let is_section = cited.contains(".md#") && !known.contains(cited);
            let is_number = cited[FOLDER.len()..].starts_with(|first: char| first.is_ascii_digit());
            if is_section || is_number {
                findings.push(format!("{} cites {cited}", file.path));
            }
        }
    }
    assert_none("cited sections that do not exist", &findings);
}

fn titles(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| line.strip_prefix("## "))
}

/// Returns the anchor that GitHub gives to a title.
fn anchor(title: &str) -> String {
    let kept = title
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || *c == ' ' || *c == '-');
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

fn is_part_of_path(c: char) -> bool {
    c.is_ascii_alphanumeric() || "/.-#".contains(c)
}
