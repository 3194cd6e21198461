//! Several requests about addresses in one body, with one result for each (wallet specification, section 2).
//!
//! An invalid entry, or one whose upstream fails, has its error in the results. The body as a whole is rejected
//! only if it is malformed.

use crate::envelope::ErrorObject;
use crate::error::{ApiError, ResultExt};
use crate::upstream_budget::Cost;
use futures::future::join_all;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::wire::{AsReceived, List, Object, Required, Wire};

/// The maximum number of entries of a body.
const MAX_ENTRIES: usize = 50;

/// The maximum sum of the limits of all entries: with more transactions, the work at the upstreams and the size of the
/// response would not be bounded by the limits of one function.
const MAX_TRANSACTIONS: u32 = 1000;

/// The entries of a body.
pub type BatchList<E> = List<Object<E>, 1, MAX_ENTRIES>;

/// The results of a batch.
#[derive(Debug, Serialize, ToSchema)]
pub struct BatchResponse<T> {
    /// The results, in the order of the requests.
    pub results: Vec<BatchResult<T>>,
}

/// The result of one request of a batch: either `data` or `error`.
#[derive(Debug, Serialize, ToSchema)]
pub struct BatchResult<T> {
    /// The chain as in the request; empty if it is not a string.
    #[schema(example = "eth")]
    chain: String,
    /// The address as in the request; empty if it is not a string.
    #[schema(example = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")]
    address: String,
    /// The result, as of a single request. Absent if the request has failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = T)]
    data: Option<T>,
    /// The error, as of a single request. Absent if the request has succeeded.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = ErrorObject)]
    error: Option<ErrorObject>,
}

/// The chain and the address of an entry, as received.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntryName {
    chain: String,
    address: String,
}

impl EntryName {
    /// Returns both fields as received; one that is not a string is empty.
    pub fn of<C, A>(chain: &Required<C>, address: &Required<A>) -> Self {
        Self {
            chain: chain.text().to_owned(),
            address: address.text().to_owned(),
        }
    }
}

/// The entries of a list, each with its name of type `N`, and its validated query of type `Q` or its error.
#[derive(Debug)]
pub struct Batch<Q, N = EntryName>(Vec<(N, Result<Q, ApiError>)>);

impl<Q, N> Default for Batch<Q, N> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<Q> Batch<Q> {
    /// Reads the entries of the field `requests` by `read`; `limit` returns the limit of a query.
    ///
    /// # Errors
    /// 400 `invalid_request` if it is not a list of 1 to 50 objects, or if the limits add up to more than 1000.
    pub fn read<E: Wire<AsReceived, Value = E>>(
        requests: Required<BatchList<E>>,
        read: impl Fn(E) -> (EntryName, Result<Q, ApiError>),
        limit: impl Fn(&Q) -> u32,
    ) -> Result<Self, ApiError> {
        let batch = Self::of(requests, read)?;
        limit_transactions(batch.sum(limit))?;
        Ok(batch)
    }

    /// Fetches the results of all valid queries as [`Self::results`] and returns them as a response.
    pub async fn respond<K: PartialEq, T, F>(
        self,
        key: impl Fn(&Q) -> K,
        fetch: impl Fn(Vec<Q>) -> F,
    ) -> BatchResponse<T>
    where
        F: Future<Output = Vec<Result<T, ApiError>>>,
    {
        let results = self.results(key, fetch).await.into_iter();
        BatchResponse {
            results: results.map(|(name, result)| BatchResult::new(name, result)).collect(),
        }
    }
}

impl<Q, N> Batch<Q, N> {
    /// Reads the entries of a field by `read`.
    ///
    /// # Errors
    /// 400 `invalid_request` if the list has no entries or more than `MAX`.
    pub fn of<E: Wire<AsReceived, Value = E>, const MAX: usize>(
        requests: Required<List<Object<E>, 1, MAX>>,
        read: impl Fn(E) -> (N, Result<Q, ApiError>),
    ) -> Result<Self, ApiError> {
        let field = requests.name();
        let entries = requests.get_in(AsReceived)?;
        if entries.is_empty() || entries.len() > MAX {
            let message = format!("{field} must have 1 to {MAX} entries.");
            return Err(ApiError::invalid_request(message).at(field));
        }
        let entries = entries.into_iter().enumerate().map(|(index, entry)| {
            let (name, query) = read(entry);
            (name, query.at(format!("{field}[{index}]")))
        });
        Ok(Self(entries.collect()))
    }

    /// Returns the number of entries.
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns true if there are no entries.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the sum of the limits of all valid queries.
    pub fn sum(&self, limit: impl Fn(&Q) -> u32) -> u32 {
        let queries = self.0.iter().filter_map(|(_, query)| query.as_ref().ok());
        queries.map(limit).sum()
    }

    /// Returns the sum of the costs of all valid queries.
    pub fn cost(&self, cost: impl Fn(&Q) -> Cost) -> Cost {
        let queries = self.0.iter().filter_map(|(_, query)| query.as_ref().ok());
        queries.map(cost).sum()
    }

    /// Fetches the results of all valid queries, concurrently for each group of queries with the same key, and returns them
    /// in the order of the entries. `fetch` returns one result for each query of a group, in their order.
    pub async fn results<K: PartialEq, T, F>(
        self,
        key: impl Fn(&Q) -> K,
        fetch: impl Fn(Vec<Q>) -> F,
    ) -> Vec<(N, Result<T, ApiError>)>
    where
        F: Future<Output = Vec<Result<T, ApiError>>>,
    {
        let mut entries = Vec::with_capacity(self.0.len());
        let mut groups: Vec<Group<K, Q>> = Vec::new();
        for (index, (name, query)) in self.0.into_iter().enumerate() {
            let error = query.map(|query| Group::add(&mut groups, key(&query), index, query));
            entries.push((name, error.err().map(Err)));
        }
        let fetched = groups.into_iter().map(|group| {
            let results = fetch(group.queries);
            async { group.indexes.into_iter().zip(results.await) }
        });
        for (index, result) in join_all(fetched).await.into_iter().flatten() {
            entries[index].1 = Some(result);
        }
        let missing = || Err(ApiError::internal("an entry of a batch without a result"));
        let entries = entries.into_iter();
        entries
            .map(|(name, result)| (name, result.unwrap_or_else(missing)))
            .collect()
    }
}

/// Checks the sum of the limits of all entries.
///
/// # Errors
/// 400 `invalid_request` if it is more than 1000.
pub fn limit_transactions(sum: u32) -> Result<(), ApiError> {
    if sum > MAX_TRANSACTIONS {
        let message = format!("The limits of all requests must add up to at most {MAX_TRANSACTIONS}.");
        return Err(ApiError::invalid_request(message).at("requests"));
    }
    Ok(())
}

/// Queries with the same key, and their indexes among the entries.
struct Group<K, Q> {
    key: K,
    indexes: Vec<usize>,
    queries: Vec<Q>,
}

impl<K: PartialEq, Q> Group<K, Q> {
    /// Adds a query to the group with its key.
    fn add(groups: &mut Vec<Self>, key: K, index: usize, query: Q) {
        let known = groups.iter().position(|group| group.key == key);
        let known = known.unwrap_or_else(|| {
            groups.push(Self {
                key,
                indexes: Vec::new(),
                queries: Vec::new(),
            });
            groups.len() - 1
        });
        groups[known].indexes.push(index);
        groups[known].queries.push(query);
    }
}

impl<T> BatchResult<T> {
    /// Creates the result of an address.
    pub fn new(name: EntryName, result: Result<T, ApiError>) -> Self {
        let (data, error) = data_or_error(result);
        Self {
            chain: name.chain,
            address: name.address,
            data,
            error,
        }
    }
}

/// Returns the fields of a result: either `data` or `error`.
pub fn data_or_error<T>(result: Result<T, ApiError>) -> (Option<T>, Option<ErrorObject>) {
    match result {
        Ok(data) => (Some(data), None),
        Err(error) => (None, Some(error.into())),
    }
}
