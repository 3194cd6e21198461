//! Lists of addresses that the operator imports, and the recipients of payments that the lists contain
//! (docs/decisions/storage.md#lists-of-addresses).

use crate::error::{CodedError, ErrorCode, ErrorInfo};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt::{self, Display};
use std::str::FromStr;
use utoipa::ToSchema;

/// The maximum number of recipients in all lists together: 8 MB in the memory of a function.
pub const MAX_RECIPIENTS: usize = 250_000;

/// The maximum number of lists.
pub const MAX_LISTS: usize = 20;

/// The number of recipients in a chunk of the store: 320 kB, since an item of DynamoDB has at most 400 kB.
pub const CHUNK: usize = 10_000;

/// The maximum length of a name in characters.
const MAX_NAME: usize = 64;

/// The name of a list.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct ListName(String);

/// The error for an invalid name of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the name of a list has 1 to {MAX_NAME} characters: letters, digits, dots, hyphens and underscores")]
pub struct ListNameError;

impl FromStr for ListName {
    type Err = ListNameError;

    fn from_str(text: &str) -> Result<Self, ListNameError> {
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b".-_".contains(&byte);
        if !(1..=MAX_NAME).contains(&text.len()) || !text.bytes().all(is_allowed) {
            return Err(ListNameError);
        }
        Ok(Self(text.to_owned()))
    }
}

impl TryFrom<String> for ListName {
    type Error = ListNameError;

    fn try_from(text: String) -> Result<Self, ListNameError> {
        text.parse()
    }
}

impl Display for ListName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The consequence of a payment to a listed address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ListAction {
    /// A warning about the recipient.
    #[serde(rename = "warn")]
    Warn,
    /// No estimate, and no hash of a transaction with the recipient.
    #[serde(rename = "refuse")]
    Reject,
}

/// The error for an unknown action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the action of a list is `warn` or `refuse`")]
pub struct ListActionError;

impl FromStr for ListAction {
    type Err = ListActionError;

    fn from_str(text: &str) -> Result<Self, ListActionError> {
        match text {
            "warn" => Ok(Self::Warn),
            "refuse" => Ok(Self::Reject),
            _ => Err(ListActionError),
        }
    }
}

impl Display for ListAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Warn => "warn",
            Self::Reject => "refuse",
        })
    }
}

/// A recipient as lists contain recipients: the SHA-256 of the namespace and of the bytes that the chain pays, so that two
/// spellings of an address are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecipientDigest([u8; Self::LEN]);

impl RecipientDigest {
    /// The number of bytes.
    pub const LEN: usize = 32;

    /// Hashes the bytes that chains of a namespace pay: a script, an account. The namespace has no zero byte.
    pub fn of(namespace: &str, recipient: &[u8]) -> Self {
        let hash = Sha256::new().chain_update(namespace).chain_update([0]);
        Self(hash.chain_update(recipient).finalize().into())
    }
}

/// An address that a list can contain, displayed in the canonical form.
pub trait Listable: Display {
    /// Returns the digest, the same for all spellings of the address.
    fn digest(&self) -> RecipientDigest;
}

/// The sorted digests of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Digests(Vec<RecipientDigest>);

/// The error for stored bytes that are not sorted digests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stored list has no sorted digests")]
pub struct DigestsError;

impl FromIterator<RecipientDigest> for Digests {
    fn from_iter<I: IntoIterator<Item = RecipientDigest>>(digests: I) -> Self {
        let mut digests: Vec<_> = digests.into_iter().collect();
        digests.sort_unstable();
        digests.dedup();
        Self(digests)
    }
}

impl Digests {
    /// Returns the number of digests.
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns true if there is no digest.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns true if the recipient is one of the digests.
    pub fn contains(&self, recipient: RecipientDigest) -> bool {
        self.0.binary_search(&recipient).is_ok()
    }

    /// Returns the bytes of the chunks, each of at most [`CHUNK`] digests.
    pub fn chunks(&self) -> impl Iterator<Item = Vec<u8>> {
        let chunks = self.0.chunks(CHUNK);
        chunks.map(|chunk| chunk.iter().flat_map(|digest| digest.0).collect())
    }

    /// Adds the digests of the next chunk.
    ///
    /// # Errors
    /// The bytes are not digests in ascending order after the earlier chunks.
    pub fn extend(&mut self, chunk: &[u8]) -> Result<(), DigestsError> {
        let (digests, rest) = chunk.as_chunks::<{ RecipientDigest::LEN }>();
        let from = self.0.len().saturating_sub(1);
        self.0.extend(digests.iter().copied().map(RecipientDigest));
        let is_sorted = self.0[from..].is_sorted_by(|earlier, later| earlier < later);
        (rest.is_empty() && is_sorted).then_some(()).ok_or(DigestsError)
    }
}

/// A list with the recipients.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressList {
    /// The name, which identifies the list.
    pub name: ListName,
    /// The consequence of a payment to a recipient.
    pub action: ListAction,
    /// The digests of the recipients.
    pub recipients: Digests,
}

/// A list that contains a recipient.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RecipientList)]
pub struct ListEntry {
    /// The name of the list.
    #[schema(value_type = String, min_length = 1, max_length = 64, pattern = "^[A-Za-z0-9._-]+$", example = "sanctions")]
    pub name: ListName,
    /// `warn` for a warning; `refuse` if estimate and get-hash return 403 `recipient_refused`.
    #[schema(value_type = String, pattern = "^(warn|refuse)$", example = "warn")]
    pub action: ListAction,
}

/// The lists in force.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AddressLists(pub Vec<AddressList>);

/// The error of a transaction with a recipient on a list with the action [`ListAction::Reject`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("recipient {address} is on the list {list} of the operator")]
pub struct ListedRecipientError {
    /// The recipient in the canonical form.
    pub address: String,
    /// The first list that contains the recipient.
    pub list: ListName,
}

impl CodedError for ListedRecipientError {
    fn info(&self) -> ErrorInfo {
        ErrorInfo::describe(ErrorCode::RecipientListed, self)
            .detail("list", self.list.0.as_str())
            .detail("address", self.address.as_str())
    }
}

impl AddressLists {
    /// Returns the lists that contain a recipient, in the order of their names.
    pub fn entries(&self, recipient: &impl Listable) -> Vec<ListEntry> {
        let digest = recipient.digest();
        let lists = self.0.iter().filter(|list| list.recipients.contains(digest));
        let entries = lists.map(|list| ListEntry {
            name: list.name.clone(),
            action: list.action,
        });
        entries.collect()
    }

    /// Checks that a transaction may have these recipients.
    ///
    /// # Errors
    /// A list with the action [`ListAction::Reject`] contains a recipient.
    pub fn check<A: Listable>(&self, recipients: impl IntoIterator<Item = A>) -> Result<(), ListedRecipientError> {
        if self.0.is_empty() {
            return Ok(());
        }
        for recipient in recipients {
            let mut entries = self.entries(&recipient).into_iter();
            if let Some(entry) = entries.find(|entry| entry.action == ListAction::Reject) {
                return Err(ListedRecipientError {
                    address: recipient.to_string(),
                    list: entry.name,
                });
            }
        }
        Ok(())
    }
}

/// The index of the stored lists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListIndex {
    /// The number of changes.
    pub version: u64,
    /// The lists in the order of their names.
    pub lists: Vec<StoredList>,
}

/// A list in the store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StoredList {
    /// The name, which identifies the list.
    pub name: ListName,
    /// The consequence of a payment to a recipient.
    pub action: ListAction,
    /// The time of the import in Unix seconds.
    pub imported_at: u64,
    /// The number of addresses of the imported file.
    pub addresses: usize,
    /// The number of recipients: an address can be valid on several chains.
    pub recipients: usize,
    /// The ids of the chunks in order.
    pub chunks: Vec<String>,
}

/// The error of a list that exceeds the limits of all lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there can be at most {MAX_LISTS} lists with {MAX_RECIPIENTS} recipients in total; remove a list first")]
pub struct ListLimitError;

impl ListIndex {
    /// Returns the list with this name.
    pub fn list(&self, name: &ListName) -> Option<&StoredList> {
        self.lists.iter().find(|list| list.name == *name)
    }

    /// Returns the next index, with this list in place of an earlier one of the same name.
    pub fn with(&self, list: StoredList) -> Result<Self, ListLimitError> {
        let mut next = self.without(&list.name);
        next.lists.push(list);
        next.lists.sort_by(|one, other| one.name.cmp(&other.name));
        let recipients: usize = next.lists.iter().map(|list| list.recipients).sum();
        if next.lists.len() > MAX_LISTS || recipients > MAX_RECIPIENTS {
            return Err(ListLimitError);
        }
        Ok(next)
    }

    /// Returns the next index, without the list of this name.
    #[must_use]
    pub fn without(&self, name: &ListName) -> Self {
        let lists = self.lists.iter().filter(|list| list.name != *name);
        Self {
            version: self.version + 1,
            lists: lists.cloned().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An address of a test.
    struct Account(u32);

    impl Display for Account {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "account {}", self.0)
        }
    }

    impl Listable for Account {
        fn digest(&self) -> RecipientDigest {
            RecipientDigest::of("test", &self.0.to_be_bytes())
        }
    }

    fn list(name: &str, action: ListAction, accounts: impl IntoIterator<Item = u32>) -> AddressList {
        AddressList {
            name: name.parse().unwrap(),
            action,
            recipients: accounts.into_iter().map(|number| Account(number).digest()).collect(),
        }
    }

    fn stored(name: &str, recipients: usize) -> StoredList {
        StoredList {
            name: name.parse().unwrap(),
            action: ListAction::Warn,
            imported_at: 1,
            addresses: recipients,
            recipients,
            chunks: Vec::new(),
        }
    }

    #[test]
    fn exactly_the_addresses_of_a_list_of_10_000_are_found() {
        let lists = AddressLists(vec![
            list("even", ListAction::Warn, (0..20_000).step_by(2)),
            list("thirds", ListAction::Reject, (0..20_000).step_by(3)),
        ]);
        for number in 0..20_000 {
            let account = Account(number);
            let names: Vec<_> = lists
                .entries(&account)
                .iter()
                .map(|entry| entry.name.to_string())
                .collect();
            let expected = [(2, "even"), (3, "thirds")].into_iter();
            let expected: Vec<_> = expected.filter(|(divisor, _)| number % divisor == 0).collect();
            assert_eq!(
                names,
                expected.iter().map(|(_, name)| *name).collect::<Vec<_>>(),
                "{number}"
            );
            assert_eq!(lists.check([account]).is_err(), number % 3 == 0, "{number}");
        }
    }

    #[test]
    fn error_names_the_first_listed_recipient_and_the_list() {
        let lists = AddressLists(vec![
            list("known", ListAction::Warn, [7, 8]),
            list("sanctions", ListAction::Reject, [8, 9]),
        ]);
        let error = lists.check([6, 7, 9, 8].map(Account)).unwrap_err();
        let info = error.info();
        assert_eq!(info.code, ErrorCode::RecipientListed);
        assert_eq!(
            info.message,
            "Recipient account 9 is on the list sanctions of the operator."
        );
        assert_eq!(
            (&info.details["list"], &info.details["address"]),
            (&"sanctions".into(), &"account 9".into())
        );
        assert_eq!(lists.check([6, 7].map(Account)), Ok(()));
        assert_eq!(AddressLists::default().check([Account(9)]), Ok(()));
    }

    #[test]
    fn chunks_yield_the_same_digests_and_other_bytes_are_rejected() {
        let whole: Digests = (0..25_000).map(|number| Account(number).digest()).collect();
        let chunks: Vec<_> = whole.chunks().collect();
        let sizes: Vec<_> = chunks.iter().map(Vec::len).collect();
        assert_eq!(sizes, [320_000, 320_000, 160_000]);
        let mut read = Digests::default();
        for chunk in &chunks {
            read.extend(chunk).unwrap();
        }
        assert_eq!(read, whole);
        let twice = [chunks[2].as_slice(), &chunks[2]].concat();
        for bytes in [&chunks[1][..33], &chunks[2][32..], &twice] {
            let mut started = Digests::default();
            started.extend(&chunks[2]).unwrap();
            assert_eq!(started.extend(bytes), Err(DigestsError));
        }
    }

    #[test]
    fn index_replaces_a_list_and_has_limits() {
        let index = ListIndex::default().with(stored("b", 5)).unwrap();
        let index = index.with(stored("a", 6)).unwrap().with(stored("b", 7)).unwrap();
        let names: Vec<_> = index
            .lists
            .iter()
            .map(|list| (list.name.to_string(), list.recipients))
            .collect();
        assert_eq!(
            (index.version, names),
            (3, vec![("a".to_owned(), 6), ("b".to_owned(), 7)])
        );
        assert_eq!(index.with(stored("c", MAX_RECIPIENTS - 12)), Err(ListLimitError));
        assert_eq!(index.without(&"b".parse().unwrap()).lists.len(), 1);
        let full = (2..MAX_LISTS).try_fold(index, |index, number| index.with(stored(&format!("l{number}"), 1)));
        let full = full.unwrap();
        assert_eq!(full.with(stored("z", 1)), Err(ListLimitError));
        assert!(full.with(stored("a", 1)).is_ok());
    }

    #[test]
    fn names_and_actions_have_one_form() {
        for name in ["a", "OFAC-SDN_2026.11", &"n".repeat(64)] {
            assert_eq!(name.parse::<ListName>().unwrap().to_string(), name);
        }
        for name in ["", " ", "a b", "ä", "a/b", "a\n", &"n".repeat(65)] {
            assert_eq!(name.parse::<ListName>(), Err(ListNameError), "{name:?}");
        }
        for action in [ListAction::Warn, ListAction::Reject] {
            assert_eq!(action.to_string().parse(), Ok(action));
            assert_eq!(serde_json::to_value(action).unwrap(), action.to_string());
        }
        assert_eq!("Warn".parse::<ListAction>(), Err(ListActionError));
    }
}
