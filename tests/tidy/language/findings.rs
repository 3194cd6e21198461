//! The texts of a file that the language check reads, and the findings in them.

use super::lexer::{Kind, Token, tokens};
use super::phrases::banned;
use crate::repository::File;
use std::path::Path;

/// A violation of the language rules.
#[derive(Debug)]
pub struct Finding {
    pub path: String,
    pub line: usize,
    /// The violated rule or the banned phrase.
    pub rule: String,
    /// The line or name with the violation.
    pub text: String,
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { path, line, rule, text } = self;
        write!(f, "{path}:{line}: [{rule}] {text}")
    }
}

/// The words with which no doc comment starts.
const INTERROGATIVES: [&str; 8] = ["what", "how", "why", "whether", "where", "who", "which", "whose"];

/// Keywords before a declared name.
const DECLARING: [&str; 12] = [
    "fn",
    "struct",
    "enum",
    "trait",
    "mod",
    "const",
    "static",
    "type",
    "let",
    "mut",
    "ref",
    "macro_rules",
];

/// Returns the violations of one file.
pub fn findings(file: &File) -> Vec<Finding> {
    let name = file.path.rsplit('/').next().unwrap_or_default();
    let extension = Path::new(name).extension().and_then(|extension| extension.to_str());
    match extension {
        Some("rs") => rust(file),
        Some("md" | "yaml" | "yml" | "toml") => in_lines(file, numbered(&file.text)),
        Some("mjs" | "cjs" | "js" | "ts" | "py" | "sh") => script(file),
        None if file.text.starts_with("#!") => script(file),
        _ => Vec::new(),
    }
}

fn rust(file: &File) -> Vec<Finding> {
    let tokens = tokens(&file.text);
    let comments = |kind| {
        let tokens = tokens.iter().filter(move |token| token.kind == kind);
        tokens.flat_map(|token| numbered(token.text).map(|(line, text)| (token.line + line - 1, comment_text(text))))
    };
    let mut found = in_lines(file, comments(Kind::Doc));
    found.extend(in_lines(file, comments(Kind::Comment)));
    found.extend(interrogative_docs(file, &tokens));
    for token in tokens.iter().filter(|token| token.kind == Kind::Text) {
        if token.text.contains(' ') {
            let lines = numbered(token.text).map(|(line, text)| (token.line + line - 1, text.trim_end_matches('\\')));
            found.extend(in_lines(file, lines));
        }
    }
    for token in declared(&tokens) {
        let phrases = banned(&words(token.text)).into_iter();
        found.extend(phrases.map(|(_, phrase)| finding(file, token.line, format!("name: {phrase}"), token.text)));
    }
    found
}

/// Returns the first lines of doc comments that start with an interrogative.
fn interrogative_docs(file: &File, tokens: &[Token<'_>]) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut last_line = 0;
    for token in tokens.iter().filter(|token| token.kind == Kind::Doc) {
        let text = comment_text(token.text);
        let word = text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        if token.line != last_line + 1 && INTERROGATIVES.contains(&word.to_lowercase().as_str()) {
            found.push(finding(file, token.line, format!("doc starts with {word}"), text));
        }
        last_line = token.line;
    }
    found
}

/// Returns the names that the tokens declare: items, variables, parameters, fields and enum variants.
fn declared<'a>(tokens: &'a [Token<'a>]) -> impl Iterator<Item = &'a Token<'a>> {
    let code: Vec<_> = tokens
        .iter()
        .filter(|token| !matches!(token.kind, Kind::Doc | Kind::Comment))
        .collect();
    let mut enum_depth = None;
    let mut depth = 0;
    let mut found = Vec::new();
    for (index, token) in code.iter().enumerate() {
        let at = |index: Option<usize>| index.and_then(|index| code.get(index)).map_or("", |token| token.text);
        let before = at(index.checked_sub(1));
        match token.text {
            "{" => depth += 1,
            "}" => {
                depth -= 1;
                enum_depth = enum_depth.filter(|open| depth > *open);
            }
            "enum" => enum_depth = Some(depth),
            _ => {}
        }
        if token.kind != Kind::Name {
            continue;
        }
        let has_type = at(Some(index + 1)) == ":" && at(Some(index + 2)) != ":";
        let is_field = has_type && ["{", ",", "(", "|", "&", "mut", "pub", ")", "]"].contains(&before);
        let is_variant = enum_depth.is_some_and(|open| depth == open + 1) && ["{", ",", "]"].contains(&before);
        if DECLARING.contains(&before) || is_field || is_variant {
            found.push(*token);
        }
    }
    found.into_iter()
}

/// Splits a name into words: `maxFee`, `max_fee` and `MaxFee` into `max fee`.
fn words(name: &str) -> String {
    let mut words = String::new();
    let mut last = ' ';
    for c in name.chars() {
        if c.is_uppercase() && (last.is_lowercase() || last.is_ascii_digit()) {
            words.push(' ');
        }
        words.push(if c == '_' { ' ' } else { c });
        last = c;
    }
    words.trim().to_owned()
}

/// Checks the comments of a script and the strings with a space.
fn script(file: &File) -> Vec<Finding> {
    let comment = |line: &'_ str| -> usize {
        let starts = ["// ", "# ", "* "].into_iter().filter_map(|mark| line.find(mark));
        starts.min().unwrap_or(line.len())
    };
    let comments = numbered(&file.text).map(|(number, line)| (number, &line[comment(line)..]));
    let mut found = in_lines(file, comments);
    for (number, line) in numbered(&file.text) {
        let code = &line[..comment(line)];
        for quote in ['"', '\'', '`'] {
            let strings = code.split(quote).skip(1).step_by(2).filter(|text| text.contains(' '));
            found.extend(strings.flat_map(|text| in_lines(file, [(number, text)].into_iter())));
        }
    }
    found
}

/// Searches lines for banned phrases, also across line breaks inside a paragraph.
fn in_lines<'a>(file: &File, lines: impl Iterator<Item = (usize, &'a str)>) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut paragraph = Paragraph::default();
    for (number, line) in lines {
        let line = line.trim();
        if line.is_empty() || line.starts_with('|') || !paragraph.continues_at(number) {
            found.append(&mut std::mem::take(&mut paragraph).findings(file));
        }
        paragraph.push(number, line);
    }
    found.append(&mut paragraph.findings(file));
    found
}

/// Consecutive lines, joined by spaces.
#[derive(Default)]
struct Paragraph<'a> {
    text: String,
    /// Number, offset in the text, and content of each line.
    lines: Vec<(usize, usize, &'a str)>,
}

impl<'a> Paragraph<'a> {
    fn continues_at(&self, number: usize) -> bool {
        self.lines.last().is_none_or(|(last, ..)| last + 1 == number)
    }

    fn push(&mut self, number: usize, line: &'a str) {
        self.lines.push((number, self.text.len(), line));
        self.text.push_str(line);
        self.text.push(' ');
    }

    fn findings(self, file: &File) -> Vec<Finding> {
        let line_at = |offset| self.lines.iter().rfind(|(_, start, _)| *start <= offset);
        let phrases = banned(&self.text).into_iter();
        phrases
            .filter_map(|(offset, phrase)| {
                line_at(offset).map(|(number, _, line)| finding(file, *number, phrase, line))
            })
            .collect()
    }
}

fn finding(file: &File, line: usize, rule: String, text: &str) -> Finding {
    Finding {
        path: file.path.clone(),
        line,
        rule,
        text: text.to_owned(),
    }
}

/// Returns the lines of a text with their numbers, counted from 1.
fn numbered(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().map(|(index, line)| (index + 1, line))
}

/// Returns a comment line without the marks.
fn comment_text(line: &str) -> &str {
    line.trim_start().trim_start_matches(['/', '!', '*']).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(path: &str, text: &str) -> Vec<String> {
        let file = File {
            path: path.to_owned(),
            text: text.to_owned(),
        };
        let found = findings(&file).into_iter();
        found.map(|it| format!("{}: {}", it.line, it.rule)).collect()
    }

    #[test]
    fn rust_violations_are_found() {
        let text = concat!(
            "//! Docs about any",
            "body.\n\n/// Whe",
            "ther it is valid.\nfn ans",
            "wer(x: u8) {\n",
            "    // The value is\n    // no",
            "ne.\n    let text = \"the ver",
            "dict {}\";\n    other.ref",
            "used();\n}\n",
            "enum Reply {\n    /// Rejected.\n    Ref",
            "used(u8),\n}\nstruct Seen {\n    pub good_",
            "key: u8,\n",
            "    pub go",
            "od: u8,\n}\n",
        );
        let expected = [
            concat!("1: any", "body"),
            concat!("5: is no", "ne"),
            concat!("3: doc starts with Whe", "ther"),
            concat!("7: ver", "dict"),
            concat!("4: name: ans", "wer"),
            concat!("12: name: Ref", "used"),
            concat!("15: name: go", "od"),
            concat!("16: name: go", "od"),
        ];
        assert_eq!(rules("shared/core/src/lib.rs", text), expected);
    }

    #[test]
    fn violations_of_other_files_are_found() {
        let text = concat!(
            "# Title\n\nThe client as",
            "ks for it and waits until it is\nno",
            "body's.\n"
        );
        let expected = [concat!("3: as", "ks"), concat!("4: no", "body")];
        assert_eq!(rules("docs/a.md", text), expected);
        assert_eq!(rules("template.yaml", text), expected);
        let text = concat!("#!/bin/sh\n# Te", "lls it.\necho \"ref", "used it\"\nref", "used=1\n");
        let expected = [concat!("2: Te", "lls"), concat!("3: ref", "used")];
        assert_eq!(rules("tests/run", text), expected);
        assert_eq!(rules("tests/a.mjs", text), expected);
        assert!(rules("tests/a.json", text).is_empty());
    }

    #[test]
    fn names_are_split_into_words() {
        assert_eq!(words("maxFeePerGas"), "max Fee Per Gas");
        assert_eq!(words("MAX_FEE"), "MAX FEE");
    }
}
