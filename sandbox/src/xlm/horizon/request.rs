//! The parts of a request: the page of a list, the part of the history that it contains, and the base URL of links.

use super::{Horizon, Problem, view};
use crate::xlm::ledger::{Included, Ledger, participants};
use axum::extract::{FromRequestParts, OriginalUri, Path, Query};
use axum::http::header::HOST;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::convert::Infallible;
use stellar_xdr::{AccountId, Operation};

/// The maximum number of records per page.
const MAX_LIMIT: usize = 200;
/// The default number of records per page.
const DEFAULT_LIMIT: usize = 10;
/// The parameters of the page itself; links repeat the rest.
const OF_PAGE: [&str; 3] = ["cursor", "limit", "order"];

/// The query parameters of a request; empty parameters count as absent.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(transparent)]
pub struct PageQuery(BTreeMap<String, String>);

/// A valid page request.
#[derive(Clone, Debug)]
pub struct Page {
    /// The paging token after which the page starts.
    pub cursor: Option<String>,
    /// True if the newest records come first.
    pub descending: bool,
    /// The number of records.
    pub limit: usize,
    /// The remaining parameters, repeated in links.
    rest: String,
}

impl PageQuery {
    /// Returns a parameter.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }

    /// Returns the requested number of records, by default this number.
    pub fn limit(&self, default: usize) -> Result<usize, Problem> {
        let Some(text) = self.get("limit") else {
            return Ok(default);
        };
        let limit = text.parse().ok().filter(|limit| (1..=MAX_LIMIT).contains(limit));
        limit.ok_or_else(|| Problem::bad_request("limit", "use a number from 1 to 200"))
    }

    /// Returns cursor, limit and order of the page.
    pub fn page(&self) -> Result<Page, Problem> {
        let descending = match self.get("order") {
            None | Some("asc") => false,
            Some("desc") => true,
            Some(_) => return Err(Problem::bad_request("order", "use asc or desc")),
        };
        let others = self.0.iter().filter(|(name, _)| !OF_PAGE.contains(&name.as_str()));
        let rest = others.map(|(name, value)| format!("&{}={}", view::escaped(name), view::escaped(value)));
        Ok(Page {
            cursor: self.get("cursor").map(ToOwned::to_owned),
            descending,
            limit: self.limit(DEFAULT_LIMIT)?,
            rest: rest.collect(),
        })
    }

    /// Returns true if each operation includes the transaction.
    pub fn joins_transactions(&self) -> Result<bool, Problem> {
        match self.get("join") {
            None => Ok(false),
            Some("transactions") => Ok(true),
            Some(_) => Err(Problem::bad_request("join", "use transactions")),
        }
    }

    /// Returns true if failed transactions are included.
    pub fn includes_failed(&self) -> Result<bool, Problem> {
        match self.get("include_failed") {
            None | Some("false") => Ok(false),
            Some("true") => Ok(true),
            Some(_) => Err(Problem::bad_request("include_failed", "use true or false")),
        }
    }
}

impl Page {
    /// Formats the page of a list with numbers as paging tokens; `all` starts with the oldest record.
    pub fn list<T>(
        &self,
        base: &Base,
        all: impl DoubleEndedIterator<Item = T>,
        token: impl Fn(&T) -> i64,
        show: impl Fn(&T) -> Value,
    ) -> Result<Value, Problem> {
        let number = |text: &str| text.parse().ok().filter(|number| *number >= 0);
        self.list_by(base, all, token, number, show)
    }

    /// Formats the page of a list; `all` is in the order of the keys, and `parse` reads the key of a cursor.
    pub fn list_by<T, K: PartialOrd>(
        &self,
        base: &Base,
        all: impl DoubleEndedIterator<Item = T>,
        key: impl Fn(&T) -> K,
        parse: impl Fn(&str) -> Option<K>,
        show: impl Fn(&T) -> Value,
    ) -> Result<Value, Problem> {
        let now = self.cursor.as_deref() == Some("now");
        let cursor = self.cursor.as_deref().filter(|_| !now);
        let invalid = || Problem::bad_request("cursor", "use the paging_token of a record, or now");
        let cursor = cursor.map(|text| parse(text).ok_or_else(invalid)).transpose()?;
        let is_listed = |item: &T| match &cursor {
            None => self.descending || !now,
            Some(cursor) if self.descending => key(item) < *cursor,
            Some(cursor) => key(item) > *cursor,
        };
        let records: Vec<Value> = if self.descending {
            all.rev()
                .filter(is_listed)
                .take(self.limit)
                .map(|item| show(&item))
                .collect()
        } else {
            all.filter(is_listed).take(self.limit).map(|item| show(&item)).collect()
        };
        Ok(self.show(base, &records))
    }

    /// Formats the page; each record must have the `paging_token`.
    pub fn show(&self, base: &Base, records: &[Value]) -> Value {
        let token = |record: Option<&Value>| {
            let token = record.and_then(|record| record["paging_token"].as_str());
            token.or(self.cursor.as_deref()).unwrap_or("").to_owned()
        };
        let link = |cursor: &str, descending: bool| {
            let order = if descending { "desc" } else { "asc" };
            let (path, limit, rest) = (base.path(), self.limit, &self.rest);
            base.link(&format!("{path}?cursor={cursor}&limit={limit}&order={order}{rest}"))
        };
        json!({
            "_links": {
                "self": link(self.cursor.as_deref().unwrap_or(""), self.descending),
                "next": link(&token(records.last()), self.descending),
                "prev": link(&token(records.first()), !self.descending),
            },
            "_embedded": { "records": records },
        })
    }
}

/// The part of the history.
#[derive(Clone, Debug)]
pub enum Scope {
    /// Everything.
    All,
    /// The history of an account.
    Account(AccountId),
    /// A single ledger.
    Ledger(u32),
    /// One transaction, by the hash or that of the transaction inside the fee bump.
    Transaction([u8; 32]),
}

impl Scope {
    /// Returns the part that the parameters of a path select.
    fn of(path: &BTreeMap<String, String>) -> Result<Self, Problem> {
        if let Some(account) = path.get("account") {
            return parse_account(account).map(Self::Account);
        }
        if let Some(sequence) = path.get("sequence") {
            let number = sequence.parse().map(Self::Ledger);
            return number.map_err(|_| Problem::bad_request("ledger_id", "use a number"));
        }
        let hash = path.get("hash").map(|hash| parse_hash(hash).map(Self::Transaction));
        hash.unwrap_or(Ok(Self::All))
    }

    /// Checks that the account, ledger or transaction exists.
    pub fn check(&self, ledger: &Ledger) -> Result<(), Problem> {
        let found = match self {
            Self::All => Some(()),
            Self::Account(account) => participants::check_known(ledger, account),
            Self::Ledger(number) => ledger.with_number(*number).map(|_| ()),
            Self::Transaction(hash) => ledger.included(hash).map(|_| ()),
        };
        found.ok_or_else(Problem::not_found)
    }

    /// Returns true if failed transactions belong to the list without `include_failed`.
    pub fn includes_failed(&self) -> bool {
        matches!(self, Self::Transaction(_))
    }

    /// Returns true if the list contains the transaction.
    pub fn has_transaction(&self, included: &Included) -> bool {
        match self {
            Self::Account(account) => participants::of_transaction(included).contains(account),
            _ => self.is_around(included),
        }
    }

    /// Returns true if the list contains the operation at this index.
    pub fn has_operation(&self, included: &Included, index: usize, operation: &Operation) -> bool {
        match self {
            Self::Account(account) => participants::of_operation(included, index, operation).contains(account),
            _ => self.is_around(included),
        }
    }

    /// Returns true if the list may contain parts of the transaction.
    pub fn is_around(&self, included: &Included) -> bool {
        let transaction = &included.transaction;
        match self {
            Self::All | Self::Account(_) => true,
            Self::Ledger(number) => included.context.ledger == *number,
            Self::Transaction(hash) => transaction.hash == *hash || transaction.inner_hash == *hash,
        }
    }
}

/// Parses the account id of a parameter.
pub fn parse_address(field: &str, text: &str) -> Result<AccountId, Problem> {
    view::account_id(text).ok_or_else(|| Problem::bad_request(field, "use an address that starts with G"))
}

/// Parses the account id of a path.
pub fn parse_account(text: &str) -> Result<AccountId, Problem> {
    view::account_id(text).ok_or_else(|| {
        Problem::bad_request(
            "account_id",
            "Account ID must start with `G` and contain 56 alphanum characters",
        )
    })
}

/// Parses the hash of a path.
pub fn parse_hash(text: &str) -> Result<[u8; 32], Problem> {
    let bytes = hex::decode(text).ok().and_then(|bytes| bytes.try_into().ok());
    bytes.ok_or_else(|| Problem::bad_request("tx_id", "use a hash of 64 hex digits"))
}

/// The URL of the server's root, without a trailing slash.
#[derive(Clone, Debug)]
pub struct Base {
    root: String,
    /// The request path, relative to the root.
    path: String,
}

impl<S: Send + Sync> FromRequestParts<S> for Base {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let OriginalUri(original) = OriginalUri::from_request_parts(parts, state).await?;
        let path = parts.uri.path().to_owned();
        // The path of the root is "/", and a request may end in a slash.
        let original = original.path().trim_end_matches('/');
        let prefix = original.strip_suffix(path.trim_end_matches('/')).unwrap_or("");
        let host = parts.headers.get(HOST).and_then(|host| host.to_str().ok());
        let root = format!("http://{}{prefix}", host.unwrap_or("localhost"));
        Ok(Self { root, path })
    }
}

impl Base {
    /// Returns a link.
    pub fn link(&self, path: &str) -> Value {
        json!({ "href": format!("{}{path}", self.root) })
    }

    /// Returns a link with a parameter template.
    pub fn template(&self, path: &str) -> Value {
        json!({ "href": format!("{}{path}", self.root), "templated": true })
    }

    /// Returns the request path.
    pub fn path(&self) -> &str {
        &self.path
    }
}

/// A request of a list: the page and the filters, and the part of the history that the path selects.
pub struct ListRequest {
    horizon: Horizon,
    pub base: Base,
    pub query: PageQuery,
    pub scope: Scope,
}

impl FromRequestParts<Horizon> for ListRequest {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, horizon: &Horizon) -> Result<Self, Response> {
        let Ok(base) = Base::from_request_parts(parts, horizon).await;
        let path = Path::<BTreeMap<_, _>>::from_request_parts(parts, horizon).await;
        let Path(path) = path.map_err(IntoResponse::into_response)?;
        let query = Query::<PageQuery>::from_request_parts(parts, horizon).await;
        let Query(query) = query.map_err(IntoResponse::into_response)?;
        Ok(Self {
            horizon: horizon.clone(),
            base,
            query,
            scope: Scope::of(&path).map_err(IntoResponse::into_response)?,
        })
    }
}

impl ListRequest {
    /// Runs a lookup.
    pub async fn respond(
        self,
        call: impl FnOnce(&Ledger, &Self) -> Result<Value, Problem> + Send + 'static,
    ) -> Result<Response, Problem> {
        let horizon = self.horizon.clone();
        horizon.lookup(move |ledger| call(ledger, &self)).await
    }
}
