//! Paging of records.

use super::base::Base;
use super::problem::Problem;
use serde::Deserialize;
use serde_json::{Value, json};

/// The maximum number of records per page.
const MAX_LIMIT: usize = 200;
/// The default number of records per page.
const DEFAULT_LIMIT: usize = 10;

/// The query parameters of lists.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct PageQuery {
    cursor: Option<String>,
    order: Option<String>,
    limit: Option<String>,
    join: Option<String>,
    include_failed: Option<String>,
    claimant: Option<String>,
    sponsor: Option<String>,
    asset: Option<String>,
}

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
    /// Returns cursor, limit and order of the page.
    pub fn page(&self) -> Result<Page, Problem> {
        let descending = match self.order.as_deref() {
            None | Some("asc" | "") => false,
            Some("desc") => true,
            Some(_) => return Err(Problem::bad_request("order", "use asc or desc")),
        };
        let limit = match self.limit.as_deref() {
            None | Some("") => DEFAULT_LIMIT,
            Some(text) => {
                let limit = text.parse().ok().filter(|limit| (1..=MAX_LIMIT).contains(limit));
                limit.ok_or_else(|| Problem::bad_request("limit", "use a number from 1 to 200"))?
            }
        };
        let others = [
            ("join", &self.join),
            ("include_failed", &self.include_failed),
            ("claimant", &self.claimant),
            ("sponsor", &self.sponsor),
            ("asset", &self.asset),
        ];
        let given = others.iter().filter_map(|(name, value)| Some((name, value.as_ref()?)));
        Ok(Page {
            cursor: self.cursor.clone().filter(|cursor| !cursor.is_empty()),
            descending,
            limit,
            rest: given.map(|(name, value)| ["&", name, "=", value].concat()).collect(),
        })
    }

    /// Returns true if each operation includes its transaction.
    pub fn joins_transactions(&self) -> Result<bool, Problem> {
        match self.join.as_deref() {
            None | Some("") => Ok(false),
            Some("transactions") => Ok(true),
            Some(_) => Err(Problem::bad_request("join", "use transactions")),
        }
    }

    /// Returns true if failed transactions are included.
    pub fn includes_failed(&self) -> Result<bool, Problem> {
        match self.include_failed.as_deref() {
            None | Some("" | "false") => Ok(false),
            Some("true") => Ok(true),
            Some(_) => Err(Problem::bad_request("include_failed", "use true or false")),
        }
    }

    /// Returns the claimant of the requested claimable balances.
    pub fn claimant(&self) -> Option<&str> {
        self.claimant.as_deref()
    }

    /// Returns the requested sponsor.
    pub fn sponsor(&self) -> Option<&str> {
        self.sponsor.as_deref()
    }

    /// Returns the requested asset.
    pub fn asset(&self) -> Option<&str> {
        self.asset.as_deref()
    }
}

impl Page {
    /// Returns the number of the record after which the page starts.
    fn number(&self) -> Result<Option<i64>, Problem> {
        match self.cursor.as_deref() {
            None => Ok(None),
            Some("now") => Ok(Some(i64::MAX)),
            Some(text) => {
                let number = text.parse().ok().filter(|number| *number >= 0);
                let invalid = || Problem::bad_request("cursor", "use the paging_token of a record, or now");
                number.map(Some).ok_or_else(invalid)
            }
        }
    }

    /// Formats the page of a list; `all` starts with the oldest record.
    pub fn list<T>(
        &self,
        base: &Base,
        all: impl DoubleEndedIterator<Item = T>,
        token: impl Fn(&T) -> i64,
        show: impl Fn(&T) -> Value,
    ) -> Result<Value, Problem> {
        let records: Vec<_> = self.select(all, token)?.iter().map(show).collect();
        Ok(self.show(base, &records))
    }

    fn select<T>(&self, all: impl DoubleEndedIterator<Item = T>, token: impl Fn(&T) -> i64) -> Result<Vec<T>, Problem> {
        let number = self.number()?;
        if self.descending {
            let older = all
                .rev()
                .filter(|item| number.is_none_or(|number| token(item) < number));
            return Ok(older.take(self.limit).collect());
        }
        let newer = all.filter(|item| number.is_none_or(|number| token(item) > number));
        Ok(newer.take(self.limit).collect())
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
