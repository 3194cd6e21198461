//! Splits Rust source into the tokens that the language check needs.

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A line that starts with `///` or `//!`.
    Doc,
    /// Any other comment.
    Comment,
    /// A string literal.
    Text,
    /// An identifier or a keyword.
    Name,
    /// A number, a character, a lifetime or punctuation.
    Other,
}

/// A token with the first line, counted from 1.
#[derive(Clone, Copy, Debug)]
pub struct Token<'a> {
    pub kind: Kind,
    pub text: &'a str,
    pub line: usize,
}

/// Returns all tokens of a file.
pub fn tokens(source: &str) -> Vec<Token<'_>> {
    let bytes = source.as_bytes();
    let (mut tokens, mut start, mut line) = (Vec::new(), 0, 1);
    while start < bytes.len() {
        if bytes[start].is_ascii_whitespace() {
            line += usize::from(bytes[start] == b'\n');
            start += 1;
            continue;
        }
        let (kind, length) = first(&source[start..]);
        let text = &source[start..start + length];
        tokens.push(Token { kind, text, line });
        line += text.matches('\n').count();
        start += length;
    }
    tokens
}

/// Returns kind and length of the first token.
fn first(rest: &str) -> (Kind, usize) {
    let bytes = rest.as_bytes();
    match bytes[0] {
        b'/' if rest.starts_with("//") => line_comment(rest),
        b'/' if rest.starts_with("/*") => (Kind::Comment, block_comment(bytes)),
        b'"' => (Kind::Text, string(bytes)),
        b'\'' => (Kind::Other, character(rest)),
        byte if byte.is_ascii_digit() => (Kind::Other, word(rest)),
        byte if byte == b'_' || byte.is_ascii_alphabetic() || !byte.is_ascii() => name(rest),
        _ => (Kind::Other, 1),
    }
}

fn line_comment(rest: &str) -> (Kind, usize) {
    let is_doc = rest.starts_with("//!") || (rest.starts_with("///") && !rest.starts_with("////"));
    let length = rest.find('\n').unwrap_or(rest.len());
    (if is_doc { Kind::Doc } else { Kind::Comment }, length)
}

fn block_comment(bytes: &[u8]) -> usize {
    let (mut depth, mut end) = (0, 0);
    while end < bytes.len() {
        match bytes.get(end..end + 2) {
            Some(b"/*") => (depth, end) = (depth + 1, end + 2),
            Some(b"*/") => (depth, end) = (depth - 1, end + 2),
            _ => end += 1,
        }
        if depth == 0 {
            break;
        }
    }
    end
}

/// Returns the length of a string that starts with the quotation mark.
fn string(bytes: &[u8]) -> usize {
    let mut end = 1;
    while end < bytes.len() && bytes[end] != b'"' {
        end += if bytes[end] == b'\\' { 2 } else { 1 };
    }
    (end + 1).min(bytes.len())
}

/// Returns the length of a character literal or a lifetime.
fn character(rest: &str) -> usize {
    let mut characters = rest.char_indices().skip(1);
    let (_, content) = characters.next().unwrap_or((1, ' '));
    if content == '\\' {
        // The escaped character may be the quotation mark itself.
        return rest[3..].find('\'').map_or(rest.len(), |end| end + 4);
    }
    match characters.next() {
        Some((end, '\'')) => end + 1,
        _ => 1 + word(&rest[1..]),
    }
}

fn name(rest: &str) -> (Kind, usize) {
    let length = word(rest);
    let after = &rest[length..];
    let is_prefix = matches!(&rest[..length], "r" | "b" | "c" | "br" | "cr");
    if is_prefix && after.starts_with(['"', '#']) {
        let marks = after.bytes().take_while(|byte| *byte == b'#').count();
        if !after[marks..].starts_with('"') {
            return (Kind::Name, length + marks + word(&after[marks..]));
        }
        if !rest[..length].contains('r') {
            return (Kind::Text, length + string(after.as_bytes()));
        }
        let open = length + marks + 1;
        let close = format!("\"{}", "#".repeat(marks));
        let end = rest[open..].find(&close).map(|end| open + end + close.len());
        return (Kind::Text, end.unwrap_or(rest.len()));
    }
    (Kind::Name, length)
}

/// Returns the length of the leading letters, digits and underscores.
fn word(rest: &str) -> usize {
    rest.find(|c: char| c != '_' && !c.is_alphanumeric())
        .unwrap_or(rest.len())
}

#[test]
fn tokens_are_split_like_rust() {
    let source = r##"//! doc
fn f<'a>(x: &'a str) -> char { let s = r#"raw " // x"#; "a \" b"; b"c"; '\''; '"'; 1.5; /* c /* d */ */ r#type }
// note"##;
    let found = |kind| -> Vec<_> {
        let tokens = tokens(source).into_iter();
        tokens.filter(|it| it.kind == kind).map(|it| it.text).collect()
    };
    assert_eq!(found(Kind::Doc), ["//! doc"]);
    assert_eq!(found(Kind::Comment), ["/* c /* d */ */", "// note"]);
    assert_eq!(found(Kind::Text), ["r#\"raw \" // x\"#", "\"a \\\" b\"", "b\"c\""]);
    let names = ["fn", "f", "x", "str", "char", "let", "s", "r#type"];
    assert_eq!(found(Kind::Name), names);
    assert_eq!(tokens(source).last().expect("a token").line, 3);
}
