//! Records of batches: several addresses in a request.

use crate::Code;
use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;
use wallet_core::model::Network;

/// Addresses on the chains of a family, 1 to 50.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
#[non_exhaustive]
pub struct BatchRequest<E> {
    /// The network of all entries; `livenet` if absent.
    pub network: Option<Network>,
    /// The entries.
    pub requests: Vec<E>,
}

requests! {
    /// An address, and the page of the history.
    BatchEntry {
        /// The chain.
        pub chain: String,
        /// The address.
        pub address: String,
        /// The maximum number of transactions, 0 to 200; 0 if absent.
        pub limit: Option<u32>,
        /// `nextCursor` of the previous page.
        pub cursor: Option<String>,
    }
}

/// The results of a batch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BatchResponse<T> {
    /// The results, in the order of the entries.
    pub results: Vec<BatchResult<T>>,
}

/// The result of an entry: either `data` or `error`.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BatchResult<T> {
    /// The chain of the entry.
    pub chain: String,
    /// The address of the entry.
    pub address: String,
    /// The result, as of a single request.
    pub data: Option<T>,
    /// The error, as of a single request.
    pub error: Option<ErrorObject>,
}

responses! {
    /// The error of an entry of a batch.
    ErrorObject {
        /// The stable code.
        pub code: String,
        /// A sentence in English for developers.
        pub message: String,
        /// True if the same entry may succeed later.
        pub retriable: bool,
        /// The JSON path of the invalid field.
        pub field: Option<String>,
        /// Additional data that depends on the code.
        pub details: Option<Map<String, Value>>,
    }
}

impl ErrorObject {
    /// Returns the code as a value to compare with.
    pub fn code(&self) -> Code {
        Code::from(&*self.code)
    }
}
