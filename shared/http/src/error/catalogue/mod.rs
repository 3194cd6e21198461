//! The catalogue of error codes: status, meaning, `details`, and the recommended reaction of a client.

mod action;
mod details;

pub use details::{Detail, DetailKind};

use super::{ErrorCode, is_retriable, status};

/// The documentation of an error code.
#[derive(Clone, Copy, Debug)]
pub struct CatalogueEntry {
    /// The code.
    pub code: ErrorCode,
    /// The HTTP status.
    pub status: u16,
    /// True if the same request may succeed later.
    pub retriable: bool,
    /// The meaning in one sentence.
    pub meaning: &'static str,
    /// The entries that `details` can contain.
    pub details: &'static [Detail],
    /// The recommended reaction of a client.
    pub action: &'static str,
}

impl CatalogueEntry {
    /// Returns the documentation of a code.
    pub fn of(code: ErrorCode) -> Self {
        Self {
            code,
            status: status(code).as_u16(),
            retriable: is_retriable(code),
            meaning: code.meaning(),
            details: details::of(code),
            action: action::of(code),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_sentences_and_details_are_unique() {
        for entry in ErrorCode::ALL.iter().map(|code| CatalogueEntry::of(*code)) {
            let name = entry.code.name();
            assert!(entry.action.ends_with('.'), "{name}");
            for (index, detail) in entry.details.iter().enumerate() {
                assert!(detail.meaning.ends_with('.'), "{name}.{}", detail.name);
                let earlier = &entry.details[..index];
                assert!(
                    earlier.iter().all(|other| other.name != detail.name),
                    "{name}.{}",
                    detail.name
                );
            }
        }
    }
}
