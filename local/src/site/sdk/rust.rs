//! The public declarations of Rust files.

use super::scan::{Item, Part, end, identifier, parts, unindented, without};

/// The words before the name of a declaration.
const WORDS: [&str; 8] = ["pub", "const", "async", "fn", "struct", "enum", "trait", "type"];

/// Returns the names of `pub use` by the module that has them.
pub fn exports(source: &str) -> Vec<(String, Vec<String>)> {
    let statements = source.split("\npub use ").skip(1);
    let statements = statements.filter_map(|rest| {
        let (module, names) = rest.split_once(';')?.0.rsplit_once("::")?;
        // `module::{A, B}` or `module::A`
        let names = names.trim_matches(['{', '}', '\n', ' ']).split(',');
        let names = names.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
        Some((module.to_owned(), names.collect()))
    });
    statements.collect()
}

/// Returns the text of the comment at the start of a file.
pub fn module_docs(source: &str) -> String {
    comment(source, "//!")
}

/// Returns the public declarations.
pub fn items(source: &str) -> Vec<Item> {
    parts(source, 0).iter().filter_map(item).collect()
}

fn item(part: &Part<'_>) -> Option<Item> {
    let declaration = part.text;
    let kind = without(declaration.strip_prefix("pub ")?, &["const", "async", "unsafe"]);
    let kind = kind.split(' ').next().filter(|kind| WORDS.contains(kind))?;
    let code = signature(declaration);
    let body = &declaration[code.len()..];
    let members = match kind {
        "struct" => members(body, |text| text.starts_with("pub ")),
        "enum" => members(body, |_| true),
        "trait" => members(body, |text| text.starts_with("fn ") || text.starts_with("async fn ")),
        _ => Vec::new(),
    };
    Some(Item {
        name: identifier(without(declaration, &WORDS)).to_owned(),
        docs: comment(part.before, "///"),
        code: code.to_owned(),
        members,
    })
}

/// Returns the public functions of the inherent implementations of a type.
pub fn functions(source: &str, name: &str) -> Vec<Item> {
    let mut functions = Vec::new();
    for part in parts(source, 0) {
        let Some(rest) = part.text.strip_prefix("impl") else {
            continue;
        };
        let header = rest.split(" {").next().unwrap_or_default();
        let implemented = header
            .trim_start()
            .strip_prefix('<')
            .and_then(|rest| rest.split_once("> "))
            .map_or(header, |(_, of)| of);
        if identifier(implemented) == name && !header.contains(" for ") {
            functions.extend(members(&rest[header.len()..], |text| {
                text.starts_with("pub ") && text.contains("fn ")
            }));
        }
    }
    functions
}

fn members(body: &str, is_shown: impl Fn(&str) -> bool) -> Vec<Item> {
    let parts = parts(body, 4).into_iter().filter(|part| is_shown(part.text));
    parts
        .map(|part| {
            let code = signature(part.text);
            Item {
                name: identifier(without(code, &WORDS)).to_owned(),
                docs: comment(part.before.trim_start(), "///"),
                code: unindented(code, 4),
                members: Vec::new(),
            }
        })
        .collect()
}

/// Returns the declaration until the body or the value.
fn signature(text: &str) -> &str {
    let is_end = |_: &str, from: &str| from.starts_with([';', ',', '{']) || from.starts_with("= ");
    text[..end(text, is_end).unwrap_or(text.len())].trim_end()
}

/// Returns the lines that begin with a mark, without the mark.
fn comment(text: &str, mark: &str) -> String {
    let lines = text.lines().skip_while(|line| !line.trim_start().starts_with(mark));
    let lines = lines.map_while(|line| line.trim_start().strip_prefix(mark));
    let lines = lines.map(|line| line.strip_prefix(' ').unwrap_or(line));
    lines.collect::<Vec<_>>().join("\n")
}
