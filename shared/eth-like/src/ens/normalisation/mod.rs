//! The normalisation of names (ENSIP-15).

mod tables;

use super::EnsNameError;
use std::collections::HashSet;
use tables::{Group, LookAlikes, TABLES, Tables};
use unicode_normalization::UnicodeNormalization;

/// The variation selector that requests the colourful form of an emoji, which is optional in names.
const EMOJI_STYLE: char = '\u{fe0f}';

/// The maximum number of consecutive combining marks without a space.
const MAX_NONSPACING: usize = 4;

/// A part of a label: a single emoji, or the characters between two emoji.
enum Token {
    Emoji(&'static [char]),
    Text(String),
}

/// Returns a label in its normalised form.
///
/// # Errors
///
/// Returns an error if the label has no normalised form: it is empty, has a character that is not valid, or could be mistaken for
/// a different label.
pub fn normalise(label: &str) -> Result<String, EnsNameError> {
    let tokens = if label.is_ascii() && is_plain(label) {
        vec![Token::Text(label.to_ascii_lowercase())]
    } else {
        tokens_of(label, &TABLES)?
    };
    let mut normalised = String::with_capacity(label.len());
    for token in &tokens {
        match token {
            Token::Emoji(emoji) => normalised.extend(emoji.iter().filter(|part| **part != EMOJI_STYLE)),
            Token::Text(text) => normalised.push_str(text),
        }
    }
    if normalised.is_empty() {
        return Err(EnsNameError::Labels);
    }
    if normalised.trim_start_matches('_').contains('_') {
        return Err(EnsNameError::Underscore);
    }
    if normalised.is_ascii() {
        if normalised.get(2..4) == Some("--") {
            return Err(EnsNameError::Hyphens);
        }
    } else {
        check(&tokens, &normalised, &TABLES)?;
    }
    Ok(normalised)
}

/// Returns true if a label has a normalised form without the tables.
fn is_plain(label: &str) -> bool {
    label
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}

/// Splits a label into emoji, each as long as possible, and texts in the form NFC.
fn tokens_of(label: &str, tables: &'static Tables) -> Result<Vec<Token>, EnsNameError> {
    let characters: Vec<char> = label.chars().collect();
    let mut rest = &characters[..];
    let (mut tokens, mut text) = (Vec::new(), String::new());
    let end_text = |text: &mut String, tokens: &mut Vec<Token>| {
        if !text.is_empty() {
            tokens.push(Token::Text(text.nfc().collect()));
            text.clear();
        }
    };
    while let Some((&first, others)) = rest.split_first() {
        if let Some((emoji, length)) = emoji_at(rest, tables) {
            end_text(&mut text, &mut tokens);
            tokens.push(Token::Emoji(emoji));
            rest = &rest[length..];
            continue;
        }
        rest = others;
        if let Ok(index) = tables.mapped.binary_search_by_key(&first, |(from, _)| *from) {
            text.extend(&tables.mapped[index].1);
        } else if tables.groups.iter().any(|group| group.members.contains(first)) || tables.parts.contains(first) {
            text.push(first);
        } else if !tables.ignored.contains(first) {
            return Err(EnsNameError::Character);
        }
    }
    end_text(&mut text, &mut tokens);
    Ok(tokens)
}

/// Returns the longest emoji at the start of a text, and the number of characters that it takes there.
fn emoji_at(text: &[char], tables: &'static Tables) -> Option<(&'static [char], usize)> {
    let first = text.first()?;
    let start = tables.emoji.partition_point(|emoji| emoji[0] < *first);
    tables.emoji[start..]
        .iter()
        .take_while(|emoji| emoji[0] == *first)
        .filter_map(|emoji| Some((&**emoji, length_of(emoji, text)?)))
        .max_by_key(|(_, length)| *length)
}

/// Returns the number of characters that an emoji takes at the start of a text, with or without the selectors of its style.
fn length_of(emoji: &[char], text: &[char]) -> Option<usize> {
    let mut length = 0;
    for part in emoji {
        match text.get(length) {
            Some(character) if character == part => length += 1,
            _ if *part == EMOJI_STYLE => {}
            _ => return None,
        }
    }
    Some(length)
}

/// Checks a label that is not only of ASCII: its marks, its punctuation, and that no other label looks the same.
fn check(tokens: &[Token], normalised: &str, tables: &Tables) -> Result<(), EnsNameError> {
    let texts: Vec<&str> = tokens
        .iter()
        .filter_map(|token| match token {
            Token::Text(text) => Some(&**text),
            Token::Emoji(_) => None,
        })
        .collect();
    if texts.is_empty() {
        return Ok(());
    }
    // A mark would be drawn over the dot, or the emoji.
    if texts
        .iter()
        .any(|text| text.starts_with(|first| tables.marks.contains(first)))
    {
        return Err(EnsNameError::Marks);
    }
    check_punctuation(normalised, tables)?;
    let text = texts.concat();
    let mut seen = HashSet::new();
    let different: Vec<char> = text.chars().filter(|character| seen.insert(*character)).collect();
    let group = group_of(&different, tables)?;
    if !group.lists_marks {
        check_marks(&text, tables)?;
    }
    check_look_alikes(&different, tables)
}

/// Checks that punctuation such as an apostrophe is between two characters of a different kind.
fn check_punctuation(normalised: &str, tables: &Tables) -> Result<(), EnsNameError> {
    let fenced: Vec<bool> = normalised.chars().map(|it| tables.fenced.contains(it)).collect();
    let is_outer = [fenced.first(), fenced.last()].contains(&Some(&true));
    if is_outer || fenced.windows(2).any(|pair| pair == [true, true]) {
        return Err(EnsNameError::Punctuation);
    }
    Ok(())
}

/// Returns the script of a label, which contains all characters.
fn group_of<'a>(different: &[char], tables: &'a Tables) -> Result<&'a Group, EnsNameError> {
    tables
        .groups
        .iter()
        .find(|group| different.iter().all(|character| group.members.contains(*character)))
        .ok_or(EnsNameError::Scripts)
}

/// Checks that no mark is repeated, and that the number of consecutive marks is limited.
fn check_marks(text: &str, tables: &Tables) -> Result<(), EnsNameError> {
    let decomposed: Vec<char> = text.nfd().collect();
    // The first character is no mark.
    let marks = decomposed.split(|character| !tables.nonspacing.contains(*character));
    for marks in marks {
        let is_repeated = (1..marks.len()).any(|index| marks[..index].contains(&marks[index]));
        if is_repeated || marks.len() > MAX_NONSPACING {
            return Err(EnsNameError::Marks);
        }
    }
    Ok(())
}

/// Checks that no label of a different script looks the same.
fn check_look_alikes(different: &[char], tables: &Tables) -> Result<(), EnsNameError> {
    let mut imitated: Option<Vec<&Group>> = None;
    let mut shared = Vec::new();
    for &character in different {
        let found = tables.look_alikes.iter().find(|it| it.confused.contains(character));
        if let Some(look_alikes) = found {
            let others = groups_of_look_alikes(look_alikes, character, tables);
            let is_other = |group: &&Group| others.iter().any(|other| std::ptr::eq(*other, *group));
            let left: Vec<_> = match imitated.take() {
                Some(groups) => groups.into_iter().filter(is_other).collect(),
                None => others,
            };
            if left.is_empty() {
                return Ok(());
            }
            imitated = Some(left);
        } else if tables
            .groups
            .iter()
            .filter(|group| group.members.contains(character))
            .nth(1)
            .is_none()
        {
            // No other script has this character, or a character that looks the same.
            return Ok(());
        } else {
            shared.push(character);
        }
    }
    let is_whole = |group: &Group| shared.iter().all(|character| group.members.contains(*character));
    if imitated.is_some_and(|groups| groups.into_iter().any(is_whole)) {
        return Err(EnsNameError::Confusable);
    }
    Ok(())
}

/// Returns the scripts that contain a character which looks like a character, apart from the scripts of the character.
fn groups_of_look_alikes<'a>(look_alikes: &LookAlikes, character: char, tables: &'a Tables) -> Vec<&'a Group> {
    // The characters of the set in classes of connected scripts, in the order of the standard.
    let mut classes: Vec<(Vec<usize>, Vec<char>)> = Vec::new();
    for member in look_alikes.valid.iter().chain(look_alikes.confused.iter()) {
        let has_member = |index: &usize| tables.groups[*index].members.contains(member);
        let groups: Vec<usize> = (0..tables.groups.len()).filter(has_member).collect();
        match classes
            .iter_mut()
            .find(|(known, _)| known.iter().any(|it| groups.contains(it)))
        {
            Some((known, members)) => {
                known.extend(groups);
                members.push(member);
            }
            None => classes.push((groups, vec![member])),
        }
    }
    let own = classes.iter().find(|(_, members)| members.contains(&character));
    let is_own = |index: &usize| own.is_some_and(|(groups, _)| groups.contains(index));
    let others: HashSet<usize> = classes
        .iter()
        .flat_map(|(groups, _)| groups.iter().copied())
        .filter(|index| !is_own(index))
        .collect();
    let mut others: Vec<usize> = others.into_iter().collect();
    others.sort_unstable();
    others.into_iter().map(|index| &tables.groups[index]).collect()
}
