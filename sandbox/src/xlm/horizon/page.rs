//! Paging of records.

use super::base::Base;
use super::problem::Problem;
use super::view;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The maximum number of records per page.
const MAX_LIMIT: usize = 200;
/// The default number of records per page.
const DEFAULT_LIMIT: usize = 10;
/// The parameters of the page itself; links repeat the others.
const OF_PAGE: [&str; 3] = ["cursor", "limit", "order"];

/// The query parameters of a request; empty ones count as absent.
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
    /// The other parameters, repeated in links.
    rest: String,
}

impl PageQuery {
    /// Returns a parameter.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }

    /// Returns the requested number of records, by default this one.
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

    /// Returns true if each operation includes its transaction.
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

    /// Formats the page; each record must have its `paging_token`.
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
