//! Declarations of a source file, read by the layout of formatted code (docs/decisions/clients.md#documentation-site).

/// A public declaration with the comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The name as declared.
    pub name: String,
    /// The Markdown of the comment.
    pub docs: String,
    /// The code without a body.
    pub code: String,
    /// The fields, variants and functions.
    pub members: Vec<Item>,
}

/// A declaration or member of a text.
pub struct Part<'a> {
    /// The comment and the attributes before the declaration.
    pub before: &'a str,
    /// The declaration with the body.
    pub text: &'a str,
}

/// Returns the declarations that begin at an indentation: those lines that continue none.
pub fn parts(text: &str, indentation: usize) -> Vec<Part<'_>> {
    let mut parts: Vec<(usize, usize)> = Vec::new();
    let mut comment = None;
    let mut position = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim_start_matches(' ');
        let is_at = line.len() - content.len() == indentation;
        let is_comment = ["/**", "*", "//", "#["].iter().any(|start| content.starts_with(start));
        if is_at && is_comment {
            comment.get_or_insert(position);
        } else if is_at && content.starts_with(|c: char| c.is_alphanumeric() || "_#[\"".contains(c)) {
            parts.push((comment.take().unwrap_or(position), position + indentation));
        } else if content.trim().is_empty() {
            comment = None;
        }
        position += line.len();
    }
    let ends = parts.iter().skip(1).map(|(start, _)| *start).chain([text.len()]);
    let ranges = parts.iter().zip(ends);
    ranges
        .map(|((start, code), end)| Part {
            before: &text[*start..*code],
            text: &text[*code..end],
        })
        .collect()
}

/// Returns the position of the first character outside brackets and strings for which `is_end` is true, given the text
/// before and from the character.
pub fn end(text: &str, is_end: impl Fn(&str, &str) -> bool) -> Option<usize> {
    let mut depth = 0_u32;
    let mut quote = None;
    for (position, character) in text.char_indices() {
        let (before, from) = text.split_at(position);
        if let Some(open) = quote {
            if character == open && !before.ends_with('\\') {
                quote = None;
            }
            continue;
        }
        if depth == 0 && is_end(before, from) {
            return Some(position);
        }
        match character {
            '"' | '`' => quote = Some(character),
            '(' | '[' | '{' | '<' => depth += 1,
            '>' if before.ends_with(['=', '-']) => {}
            ')' | ']' | '}' | '>' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// Returns the first identifier of a text.
pub fn identifier(text: &str) -> &str {
    let is_name = |c: char| c.is_alphanumeric() || "_$#".contains(c);
    let start = text.find(is_name).unwrap_or(text.len());
    let name = &text[start..];
    &name[..name.find(|c| !is_name(c)).unwrap_or(name.len())]
}

/// Returns a text without the first words that are among these.
pub fn without<'a>(text: &'a str, words: &[&str]) -> &'a str {
    let mut rest = text.trim_start();
    while let Some(next) = words.iter().find_map(|word| rest.strip_prefix(word)?.strip_prefix(' ')) {
        rest = next.trim_start();
    }
    rest
}

/// Returns the text with this indentation removed from all lines.
pub fn unindented(text: &str, indentation: usize) -> String {
    let prefix = " ".repeat(indentation);
    let lines = text.trim_end().lines();
    lines
        .map(|line| line.strip_prefix(prefix.as_str()).unwrap_or(line))
        .collect::<Vec<_>>()
        .join("\n")
}
