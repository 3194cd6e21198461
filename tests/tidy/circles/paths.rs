//! The paths in the code of a file.

/// A path such as `crate::a::b` as its segments.
pub(super) type Segments = Vec<String>;

/// A path in the code of a module.
pub(super) struct PathUse {
    pub segments: Segments,
    /// The local name if the path is imported.
    pub import: Option<String>,
    /// True for `pub use`.
    pub reexport: bool,
}

/// Returns the imports and the other paths of a file, without the code that only tests run.
pub(super) fn paths_of(code: &str) -> Vec<PathUse> {
    paths(&without_tests(&tokens(code)))
}

/// Splits code into identifiers, `::` and single characters, without comments, strings and characters.
fn tokens(code: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = code;
    while let Some(first) = rest.chars().next() {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let (kept, length) = if rest.starts_with("//") {
            (false, rest.find('\n').unwrap_or(rest.len()))
        } else if first == '"' {
            (false, quoted(rest))
        } else if is_raw_string(rest) {
            let hashes = rest[1..].bytes().take_while(|byte| *byte == b'#').count();
            let end = format!("\"{}", "#".repeat(hashes));
            let start = 2 + hashes;
            (
                false,
                rest[start..].find(&end).map_or(rest.len(), |at| start + at + end.len()),
            )
        } else if first == '\'' {
            (false, character(rest))
        } else if word(first) {
            (true, rest.find(|c| !word(c)).unwrap_or(rest.len()))
        } else if rest.starts_with("::") {
            (true, 2)
        } else {
            (!first.is_whitespace(), first.len_utf8())
        };
        let (token, tail) = rest.split_at(length);
        if kept {
            tokens.push(token);
        }
        rest = tail;
    }
    tokens
}

fn is_raw_string(code: &str) -> bool {
    code.strip_prefix('r')
        .is_some_and(|rest| rest.trim_start_matches('#').starts_with('"'))
}

/// Returns the length of the string literal at the start.
fn quoted(code: &str) -> usize {
    let mut escaped = false;
    let end = code[1..].find(|c| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    });
    end.map_or(code.len(), |end| end + 2)
}

/// Returns the length of the character literal at the start, or 1 for the quote of a lifetime.
fn character(code: &str) -> usize {
    if code.starts_with("'\\") {
        return code[3..].find('\'').map_or(code.len(), |end| end + 4);
    }
    match code.char_indices().nth(2) {
        Some((at, '\'')) => at + 1,
        _ => 1,
    }
}

/// Removes the items with `#[cfg(test)]`.
fn without_tests<'code>(tokens: &[&'code str]) -> Vec<&'code str> {
    let attribute = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut kept = Vec::new();
    let mut rest = tokens;
    while let Some((token, tail)) = rest.split_first() {
        if rest.starts_with(&attribute) {
            let end = rest
                .iter()
                .position(|token| matches!(*token, ";" | "{"))
                .unwrap_or(rest.len() - 1);
            let length = if rest[end] == "{" { block(&rest[end..]) } else { 1 };
            rest = &rest[end + length..];
        } else {
            kept.push(*token);
            rest = tail;
        }
    }
    kept
}

/// Returns the number of tokens of the block that starts with the first one.
fn block(tokens: &[&str]) -> usize {
    let mut depth = 0_usize;
    let end = tokens.iter().position(|token| {
        match *token {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    end.map_or(tokens.len(), |end| end + 1)
}

/// Returns the imports and the other paths of a file. A path within an inline module counts as the file's own.
fn paths(tokens: &[&str]) -> Vec<PathUse> {
    let mut paths = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let previous = at.checked_sub(1).map_or("", |before| tokens[before]);
        if *token == "use" {
            let mut imports = Vec::new();
            at = import(tokens, at + 1, &[], &mut imports);
            let reexport = matches!(previous, "pub" | ")");
            paths.extend(imports.into_iter().map(|(segments, name)| PathUse {
                segments,
                import: Some(name),
                reexport,
            }));
            continue;
        }
        let length = if previous == "::" {
            0
        } else {
            path_length(&tokens[at..])
        };
        if length > 1 {
            let segments = tokens[at..].iter().step_by(2).take(length);
            paths.push(PathUse {
                segments: segments.map(|segment| (*segment).to_owned()).collect(),
                import: None,
                reexport: false,
            });
        }
        at += 1;
    }
    paths
}

/// Returns the number of identifiers in the path `a::b::c` at the start.
fn path_length(tokens: &[&str]) -> usize {
    let word = |token: &str| token.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let segments = tokens.chunks(2).take_while(|pair| word(pair[0]));
    let mut length = 0;
    for pair in segments {
        length += 1;
        if pair.get(1) != Some(&"::") {
            break;
        }
    }
    length
}

/// Reads one tree of a `use` declaration, and returns the index after it.
fn import(tokens: &[&str], mut at: usize, prefix: &[String], imports: &mut Vec<(Segments, String)>) -> usize {
    let mut path = prefix.to_vec();
    loop {
        match tokens.get(at) {
            Some(&"{") => {
                at += 1;
                while tokens.get(at).is_some_and(|token| *token != "}") {
                    at = import(tokens, at, &path, imports);
                    at += usize::from(tokens.get(at) == Some(&","));
                }
                return at + 1;
            }
            Some(segment) => path.push((*segment).to_owned()),
            None => return at,
        }
        at += 1;
        if tokens.get(at) == Some(&"::") {
            at += 1;
            continue;
        }
        let mut name = path.last().cloned().unwrap_or_default();
        if tokens.get(at) == Some(&"as") {
            name = tokens[at + 1].to_owned();
            at += 2;
        }
        // `use a::{self}` imports the module itself.
        if path.last().is_some_and(|segment| segment == "self") && path.len() > 1 {
            path.pop();
            if name == "self" {
                name = path.last().cloned().unwrap_or_default();
            }
        }
        imports.push((path, name));
        return at;
    }
}
