//! A page of a statement, and the cursor of the next page.
//!
//! A position is a page of the history, and the transaction in or after the page with the number of rows that were returned. The
//! transaction is found again by the id, so that new blocks shift no row.

use super::balance::NO_PRICES;
use super::{MAX_PAGES, OwnHistory, OwnPage, PriceQuery, StatementRow, csv};
use crate::error::{CodedError, ErrorCode, ErrorInfo};
use crate::model::{Asset, Currency, CursorError, PriceInterval, UNREADABLE_ROWS, decode_cursor, encode_cursor};
use crate::ports::upstream::UpstreamError;
use crate::wire::{StatementCursorText, StatementFormatText, Wire};
use serde::Serialize;
use std::borrow::Cow;
use std::fmt;
use std::fmt::Display;
use std::str::FromStr;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// The maximum number of rows of a page.
pub const MAX_ROWS: usize = 1000;

/// A page of a statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StatementResponse)]
pub struct Statement {
    /// The rows of the format `json`, latest first: at most 1000. Absent with the format `csv`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Vec<StatementRow>, required = false)]
    pub rows: Option<Vec<StatementRow>>,
    /// The rows of the format `csv` as text in UTF-8 by RFC 4180, the first page with a header: the joined texts of all
    /// pages are the file. Absent with the format `json`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    pub csv: Option<String>,
    /// The `cursor` of the next page; absent on the last page. A page may have fewer than 1000 rows, even none, before the last
    /// page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, example = "AQAAAKoAAAAB")]
    pub next_cursor: Option<String>,
    /// The missing parts of the page.
    pub source: StatementSource,
}

/// The missing parts of a page of a statement.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct StatementSource {
    /// The parts of the history that the upstream lacks, as in `source.partial` of a history, so that the rows may not add up; `rows`
    /// also if a reorganisation has removed the transaction of the cursor. `prices` if prices are unavailable, which a later request may have. Absent if nothing is missing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<String>, required = false, example = json!(["prices"]))]
    pub partial: Vec<&'static str>,
}

/// The form of the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatementFormat {
    /// A list of records.
    Json,
    /// A text of comma-separated values.
    Csv,
}

/// The string is not a format of statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("format must be 'json' or 'csv'")]
pub struct StatementFormatError;

impl CodedError for StatementFormatError {
    fn info(&self) -> ErrorInfo {
        ErrorInfo::describe(ErrorCode::InvalidRequest, self)
    }
}

impl FromStr for StatementFormat {
    type Err = StatementFormatError;

    fn from_str(text: &str) -> Result<Self, StatementFormatError> {
        match text {
            "json" => Ok(Self::Json),
            "csv" => Ok(Self::Csv),
            _ => Err(StatementFormatError),
        }
    }
}

crate::wire_value! {
    StatementFormat as StatementFormatText => Self, str::parse::<Self>;
}

/// The period of a statement in Unix seconds: from the start, to before the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatementPeriod {
    from: u64,
    to: u64,
}

impl StatementPeriod {
    /// Creates the period.
    ///
    /// # Errors
    /// The end is in the future, or the start is not before the end.
    pub fn new(from: u64, to: u64, now: u64) -> Result<Self, ErrorInfo> {
        if to > now {
            return Err(ErrorInfo::new(ErrorCode::InvalidRequest, "to must not be in the future.").at("to"));
        }
        if from >= to {
            return Err(ErrorInfo::new(ErrorCode::InvalidRequest, "from must be earlier than to.").at("from"));
        }
        Ok(Self { from, to })
    }
}

/// A page of a statement before prices and format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatementPage<P> {
    rows: Vec<StatementRow>,
    next: Option<(P, Option<RowPosition>)>,
    missing: Vec<&'static str>,
    is_first: bool,
}

/// Reads a page of a statement: at most [`MAX_ROWS`] rows of at most [`MAX_PAGES`] pages of the history. After a failure of a
/// later page of the history, the page ends before that page.
///
/// # Errors
/// The first page of the history is unavailable.
pub async fn read_statement<H, C>(
    history: &H,
    period: StatementPeriod,
    cursor: StatementCursor<C>,
    position: impl Fn(C) -> H::Position,
) -> Result<StatementPage<H::Position>, UpstreamError>
where
    H: OwnHistory,
{
    let is_first = cursor.page.is_none() && cursor.row.is_none();
    let mut reader = Reader {
        period,
        skew: H::CLOCK_SKEW,
        rows: Vec::new(),
        skipped_to: cursor.row,
        missing: Vec::new(),
    };
    let mut from = cursor.page.map(position).unwrap_or_default();
    let mut next = None;
    for round in 0..MAX_PAGES {
        let page = match history.page(from).await {
            Ok(page) => page,
            Err(error) if round == 0 => return Err(error),
            Err(_) => {
                next = Some((from, reader.skipped_to));
                break;
            }
        };
        match reader.read(&page) {
            Read::Full(row) => {
                next = Some((from, Some(row)));
                break;
            }
            Read::AtEnd => {
                next = None;
                break;
            }
            Read::On => {}
        }
        next = page.next.map(|next| (next, reader.skipped_to));
        let Some((position, _)) = next else { break };
        from = position;
    }
    if next.is_none() && reader.skipped_to.is_some() {
        // A reorganisation has removed the transaction of the cursor.
        reader.missing.push(UNREADABLE_ROWS);
    }
    Ok(StatementPage {
        rows: reader.rows,
        next,
        missing: reader.missing,
        is_first,
    })
}

/// The rows of a page while the history is read.
struct Reader {
    period: StatementPeriod,
    skew: u64,
    rows: Vec<StatementRow>,
    /// The position of the first row, until the transaction is found.
    skipped_to: Option<RowPosition>,
    missing: Vec<&'static str>,
}

/// The state of a statement after a page of the history.
enum Read {
    /// More rows may follow on the next page of the history.
    On,
    /// The period is complete.
    AtEnd,
    /// The page of the statement is full, and continues at this row.
    Full(RowPosition),
}

impl Reader {
    fn read<P>(&mut self, page: &OwnPage<P>) -> Read {
        for part in &page.missing {
            if !self.missing.contains(part) {
                self.missing.push(*part);
            }
        }
        for transaction in page
            .transactions
            .iter()
            .filter(|transaction| transaction.block.is_some())
        {
            if transaction.at.saturating_add(self.skew) < self.period.from {
                return Read::AtEnd;
            }
            let mut txid = [0; 32];
            // An id other than a hash is compared as zeros, and has no second part.
            let _ = hex::decode_to_slice(transaction.txid.trim_start_matches("0x"), &mut txid);
            let skipped = match self.skipped_to {
                Some(row) if row.txid == txid => row.rows,
                Some(_) => continue,
                None => 0,
            };
            self.skipped_to = None;
            if !(self.period.from..self.period.to).contains(&transaction.at) {
                continue;
            }
            for (number, row) in (0_u32..)
                .zip(transaction.rows())
                .skip(usize::try_from(skipped).unwrap_or(usize::MAX))
            {
                if self.rows.len() == MAX_ROWS {
                    return Read::Full(RowPosition { txid, rows: number });
                }
                self.rows.push(row);
            }
        }
        Read::On
    }
}

impl<P> StatementPage<P> {
    /// Returns the position of the next page.
    pub fn next<C>(&self, text: impl Fn(&P) -> C) -> Option<StatementCursor<C>> {
        let (page, row) = self.next.as_ref()?;
        Some(StatementCursor {
            page: Some(text(page)),
            row: *row,
        })
    }

    /// Adds the prices of the query, if there is one.
    pub async fn add_prices(&mut self, query: Option<PriceQuery<'_>>) {
        let Some(query) = query else { return };
        let items = self.rows.iter();
        let items = items.flat_map(|row| row.priced().map(move |amount| (amount.asset.clone(), row.at)));
        let found = query.fetch(items.collect(), PriceInterval::Day).await;
        if found.is_partial {
            self.missing.push(NO_PRICES);
        }
        for row in &mut self.rows {
            let priced = row.priced().find_map(|amount| {
                let price = found.of(&amount.asset, row.at)?;
                Some((price.to_string(), price.worth(&amount.value)?.to_string()))
            });
            let (price, fiat) = priced.unzip();
            row.price = price;
            row.fiat = fiat;
        }
    }

    /// Returns the assets of the rows.
    pub fn assets(&self) -> impl Iterator<Item = &Asset> {
        let amounts = self.rows.iter().flat_map(|row| [&row.sent, &row.received, &row.fee]);
        amounts.flatten().map(|amount| &amount.asset)
    }

    /// Returns the response. `text` returns the text form of a position, `symbol` the symbol of an asset in CSV; `currency` is
    /// that of the prices.
    pub fn respond<C: Display>(
        self,
        format: StatementFormat,
        text: impl Fn(&P) -> C,
        currency: Option<Currency>,
        symbol: impl Fn(&Asset) -> String,
    ) -> Statement {
        let next_cursor = self.next(text).map(|next| next.to_string());
        let currency = currency.map(|currency| currency.to_string());
        let currency = currency.as_deref();
        let (rows, csv) = match format {
            StatementFormat::Json => (Some(self.rows), None),
            StatementFormat::Csv => (None, Some(csv::write(&self.rows, self.is_first, currency, symbol))),
        };
        Statement {
            rows,
            csv,
            next_cursor,
            source: StatementSource { partial: self.missing },
        }
    }
}

/// The position of a row: the transaction id, and the number of rows of the transaction before the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowPosition {
    /// The bytes of the transaction id in the order of the text.
    pub txid: [u8; 32],
    /// The number of rows of the transaction before this row.
    pub rows: u32,
}

/// The position of a page of a statement. `C` is the text form of the positions of the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatementCursor<C> {
    /// The page of the history, `None` for the first page.
    pub page: Option<C>,
    /// The first row, `None` for the first row of the page.
    pub row: Option<RowPosition>,
}

impl<C> Default for StatementCursor<C> {
    fn default() -> Self {
        Self { page: None, row: None }
    }
}

/// The character between the page and the row, which no cursor of a history contains.
const SEPARATOR: char = '.';

impl<C: Display> Display for StatementCursor<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(page) = &self.page {
            page.fmt(f)?;
        }
        let Some(row) = self.row else { return Ok(()) };
        let bytes: Vec<u8> = row.txid.into_iter().chain(row.rows.to_be_bytes()).collect();
        write!(f, "{SEPARATOR}{}", encode_cursor(bytes))
    }
}

impl<C: FromStr<Err = CursorError>> FromStr for StatementCursor<C> {
    type Err = CursorError;

    fn from_str(text: &str) -> Result<Self, CursorError> {
        let (page, row) = match text.split_once(SEPARATOR) {
            Some((page, row)) => (page, Some(row)),
            None => (text, None),
        };
        let row = row.map(|row| {
            let bytes = decode_cursor(row)?;
            let (txid, rows) = bytes.split_first_chunk().ok_or(CursorError)?;
            Ok(RowPosition {
                txid: *txid,
                rows: u32::from_be_bytes(rows.try_into().map_err(|_| CursorError)?),
            })
        });
        let row = row.transpose()?;
        let page = match page {
            "" if row.is_some() => None,
            page => Some(page.parse()?),
        };
        Ok(Self { page, row })
    }
}

impl<C> PartialSchema for StatementCursor<C> {
    fn schema() -> RefOr<Schema> {
        StatementCursorText::schema()
    }
}

impl<C> ToSchema for StatementCursor<C> {
    fn name() -> Cow<'static, str> {
        "StatementCursor".into()
    }
}

impl<C: FromStr<Err = CursorError>> Wire for StatementCursor<C> {
    type Json = String;
    type Value = Self;
    type Error = ErrorInfo;

    fn read(text: String, (): ()) -> Result<Self, ErrorInfo> {
        text.parse().map_err(|error: CursorError| error.info())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cursor of a history.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Page(u8);

    impl Display for Page {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(&encode_cursor([self.0]))
        }
    }

    impl FromStr for Page {
        type Err = CursorError;

        fn from_str(text: &str) -> Result<Self, CursorError> {
            match decode_cursor(text)?.as_slice() {
                [page] => Ok(Self(*page)),
                _ => Err(CursorError),
            }
        }
    }

    #[test]
    fn cursors_round_trip() {
        let row = RowPosition {
            txid: [7; 32],
            rows: 1000,
        };
        for (page, row) in [(Some(Page(9)), None), (None, Some(row)), (Some(Page(0)), Some(row))] {
            let cursor = StatementCursor { page, row };
            assert_eq!(cursor.to_string().parse(), Ok(cursor));
        }
    }

    #[test]
    fn invalid_cursors_are_rejected() {
        let row = encode_cursor([7; 36]);
        let short = encode_cursor([7; 35]);
        for text in [
            "",
            ".",
            "AA.",
            "!!",
            &row,
            &format!(".{short}"),
            &format!("{row}.{row}"),
            &format!(".{row}.{row}"),
        ] {
            assert_eq!(text.parse::<StatementCursor<Page>>(), Err(CursorError), "{text}");
        }
    }
}
