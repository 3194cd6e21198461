//! The exported declarations of TypeScript files.

use super::scan::{Item, Part, end, identifier, parts, unindented, without};

/// The names that a file exports of another file.
#[derive(Debug, PartialEq, Eq)]
pub struct Export {
    /// The path of the file without the ending, relative to the file.
    pub file: String,
    /// The names; `None` for all.
    pub names: Option<Vec<String>>,
}

/// Returns the exports of other files.
pub fn exports(source: &str) -> Vec<Export> {
    let statements = source.split("\nexport ").skip(1);
    let statements = statements.filter_map(|rest| {
        let (list, from) = rest.split_once(';')?.0.split_once(" from \"./")?;
        let file = from.split(".js\"").next()?.to_owned();
        let names = list.split_once('{').map(|(_, names)| {
            let names = names.trim_end_matches('}').split(',');
            let names = names.map(|name| without(name, &["type"]).trim().to_owned());
            names.filter(|name| !name.is_empty()).collect()
        });
        Some(Export { file, names })
    });
    statements.collect()
}

/// Returns the exported declarations.
pub fn items(source: &str) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    for part in parts(source, 0) {
        let Some(declaration) = part.text.strip_prefix("export ") else {
            continue;
        };
        if declaration.starts_with(['{', '*']) || declaration.starts_with("type {") || declaration.starts_with("type *")
        {
            continue;
        }
        let item = item(&part, declaration);
        add(&mut items, item, declaration);
    }
    items
}

/// Adds a declaration, or an overload of the last function. The implementation of overloads is not public.
fn add(items: &mut Vec<Item>, item: Item, text: &str) {
    match items.last_mut() {
        Some(last) if last.name == item.name => {
            if text.lines().next().is_some_and(|line| line.ends_with(';')) {
                last.code = format!("{}\n{}", last.code, item.code);
            }
        }
        _ => items.push(item),
    }
}

fn item(part: &Part<'_>, declaration: &str) -> Item {
    let words = [
        "abstract",
        "async",
        "class",
        "const",
        "function",
        "function*",
        "interface",
        "type",
    ];
    let name = identifier(without(declaration, &words)).to_owned();
    let has_members = declaration.starts_with("class ") || declaration.starts_with("interface ");
    let (code, members) = if has_members {
        let body = end(declaration, |_, from| from.starts_with('{')).unwrap_or(declaration.len());
        (
            declaration[..body].trim_end().to_owned(),
            members(&declaration[body..], 2),
        )
    } else if declaration.starts_with("type ") {
        let end = end(declaration, |_, from| from.starts_with(';')).unwrap_or(declaration.len());
        (declaration[..end].to_owned(), Vec::new())
    } else {
        (signature(declaration).to_owned(), Vec::new())
    };
    Item {
        name,
        docs: docs(part.before),
        code,
        members,
    }
}

/// Returns the public members of a class, an interface or an object.
fn members(body: &str, indentation: usize) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    for part in parts(body, indentation) {
        let code = signature(part.text);
        let words = ["async", "get", "readonly", "set", "static"];
        let name = identifier(without(code, &words)).to_owned();
        let is_internal = ["private ", "protected "].iter().any(|start| code.starts_with(start));
        if is_internal || name.starts_with('#') {
            continue;
        }
        let rest = part.text[code.len()..].trim_start();
        let is_group = rest.strip_prefix("= {").is_some_and(|rest| rest.starts_with('\n'));
        let members = if is_group {
            members(rest, indentation + 2)
        } else {
            Vec::new()
        };
        let item = Item {
            name,
            docs: docs(part.before),
            code: unindented(code, indentation),
            members,
        };
        add(&mut items, item, part.text);
    }
    items
}

/// Returns the declaration until the body or the value; the parameters and the result of a function that is a value.
fn signature(text: &str) -> &str {
    let is_body = |before: &str| !before.trim_end().ends_with([':', '|', '&', '=']);
    let is_end = |before: &str, from: &str| {
        from.starts_with([';', ','])
            || (from.starts_with('{') && is_body(before))
            || (from.starts_with('=') && !from.starts_with("=>"))
            || from.starts_with("=> {\n")
    };
    let first = end(text, is_end).unwrap_or(text.len());
    let value = text[first..].trim_start_matches(['=', ' ']);
    let is_function = text[first..].starts_with("= ") && without(value, &["async"]).starts_with(['(', '<']);
    if is_function {
        let start = text.len() - value.len();
        if let Some(arrow) = end(value, |_, from| from.starts_with("=>")) {
            return text[..start + arrow].trim_end();
        }
    }
    // A value that is a literal in one line.
    let line = text.lines().next().unwrap_or_default();
    if text[first..].starts_with("= ") && first < line.len() && !line[..first].contains(':') && line.ends_with(';') {
        return line.trim_end_matches(';');
    }
    // A member of an object: `name: (parameter: Type): Result => …`.
    let arrow = end(&text[..first], |_, from| from.starts_with("=>"));
    let is_member = without(text, &["readonly"])
        .split_once(": ")
        .is_some_and(|(name, value)| name == identifier(name) && without(value, &["async"]).starts_with('('));
    match arrow {
        Some(arrow) if is_member && !text[first..].starts_with(';') => text[..arrow].trim_end(),
        _ => text[..first].trim_end(),
    }
}

/// Returns the text of the comment directly before a declaration.
fn docs(before: &str) -> String {
    let Some((_, comment)) = before.rsplit_once("/**") else {
        return String::new();
    };
    let lines = comment.trim_end().trim_end_matches("*/").lines();
    let lines = lines.map(|line| line.trim().trim_start_matches('*').trim());
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}
