//! Statements as comma-separated values, with the columns of Koinly's universal template.

use super::{StatementAmount, StatementKind, StatementRow};
use crate::model::{Asset, AssetValue, DAY, Date};
use crate::payment_uri::in_whole_units;

const COLUMNS: [&str; 12] = [
    "Date",
    "Sent Amount",
    "Sent Currency",
    "Received Amount",
    "Received Currency",
    "Fee Amount",
    "Fee Currency",
    "Net Worth Amount",
    "Net Worth Currency",
    "Label",
    "Description",
    "TxHash",
];

/// The characters at the start of a cell that make spreadsheets read a formula.
const FORMULA: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// Returns the rows as text, with a header on the first page.
pub(super) fn write(
    rows: &[StatementRow],
    has_header: bool,
    currency: Option<&str>,
    symbol: impl Fn(&Asset) -> String,
) -> String {
    let mut writer = ::csv::WriterBuilder::new()
        .terminator(::csv::Terminator::CRLF)
        .from_writer(Vec::new());
    let header = has_header.then(|| COLUMNS.map(str::to_owned));
    let rows = rows.iter().map(|row| cells(row, currency, &symbol));
    for cells in header.into_iter().chain(rows) {
        // Writing to memory does not fail, and all rows have the same number of cells.
        let _ = writer.write_record(cells.map(escaped));
    }
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}

fn cells(row: &StatementRow, currency: Option<&str>, symbol: impl Fn(&Asset) -> String) -> [String; 12] {
    let amount = |amount: Option<&StatementAmount>| {
        let cells = amount.map(|amount| (whole_units(&amount.value), symbol(&amount.asset)));
        cells.unwrap_or_default()
    };
    // Koinly reads a fee without a movement as a sent amount with the label "cost".
    let is_fee_only = row.sent.is_none() && row.received.is_none();
    let (sent, fee) = if is_fee_only {
        (row.fee.as_ref(), None)
    } else {
        (row.sent.as_ref(), row.fee.as_ref())
    };
    let (sent, received, fee) = (amount(sent), amount(row.received.as_ref()), amount(fee));
    let label = match row.kind {
        StatementKind::Own | StatementKind::Fee | StatementKind::Failed => "cost",
        StatementKind::Mined => "mining",
        StatementKind::Send | StatementKind::Receive | StatementKind::Swap => "",
    };
    let worth = row.fiat.clone().unwrap_or_default();
    let currency = currency.filter(|_| row.fiat.is_some()).unwrap_or_default();
    [
        time(row.at),
        sent.0,
        sent.1,
        received.0,
        received.1,
        fee.0,
        fee.1,
        worth,
        currency.to_uppercase(),
        label.to_owned(),
        description(row),
        row.txid.clone(),
    ]
}

/// Returns the type, the counterparty, and the names of unlisted tokens.
fn description(row: &StatementRow) -> String {
    let kind = match row.kind {
        StatementKind::Send => "send",
        StatementKind::Receive => "receive",
        StatementKind::Swap => "swap",
        StatementKind::Own => "self",
        StatementKind::Fee => "fee",
        StatementKind::Failed => "failed",
        StatementKind::Mined => "mined",
    };
    let side = if row.sent.is_some() { "to" } else { "from" };
    let counterparty = Some(&row.counterparty).filter(|address| !address.is_empty());
    let unlisted = [&row.sent, &row.received]
        .into_iter()
        .flatten()
        .filter(|amount| amount.unlisted);
    let unlisted = unlisted.map(|amount| format!("unlisted token {}", amount.name.as_deref().unwrap_or_default()));
    let parts = counterparty
        .map(|address| format!("{side} {address}"))
        .into_iter()
        .chain(unlisted);
    let parts = std::iter::once(kind.to_owned()).chain(parts);
    parts
        .map(|part| part.trim_end().to_owned())
        .collect::<Vec<_>>()
        .join("; ")
}

/// Returns the time in UTC.
fn time(at: u64) -> String {
    let second = at % DAY;
    let (hours, minutes, seconds) = (second / 3600, second / 60 % 60, second % 60);
    format!("{} {hours:02}:{minutes:02}:{seconds:02} UTC", Date::of(at))
}

/// Returns an amount in whole units with all digits.
fn whole_units(value: &AssetValue) -> String {
    in_whole_units(&value.amount, usize::from(value.decimals))
}

/// Returns a cell that no spreadsheet reads as a formula.
fn escaped(cell: String) -> String {
    if cell.starts_with(FORMULA) {
        format!("'{cell}")
    } else {
        cell
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn amount(amount: &str, decimals: u8) -> StatementAmount {
        StatementAmount::new(Asset::Coin { chain: "eth" }, AssetValue::new(amount, decimals))
    }

    fn row(kind: StatementKind) -> StatementRow {
        StatementRow {
            at: 1_767_355_261,
            txid: "ab".to_owned(),
            kind,
            sent: None,
            received: None,
            fee: None,
            counterparty: String::new(),
            price: None,
            fiat: None,
            flags: Vec::new(),
        }
    }

    #[test]
    fn rows_have_the_columns_of_the_template() {
        let send = StatementRow {
            sent: Some(amount("1500000000000000000", 18)),
            fee: Some(amount("21000", 18)),
            counterparty: "0x1".to_owned(),
            fiat: Some("4690.5".to_owned()),
            ..row(StatementKind::Send)
        };
        let failed = StatementRow {
            fee: Some(amount("5", 0)),
            ..row(StatementKind::Failed)
        };
        let text = write(&[send, failed], true, Some("eur"), |_| "ETH".to_owned());
        let expected = "Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Net Worth \
                        Amount,Net Worth Currency,Label,Description,TxHash\r\n\
                        2026-01-02 12:01:01 UTC,1.5,ETH,,,0.000000000000021,ETH,4690.5,EUR,,send; to 0x1,ab\r\n\
                        2026-01-02 12:01:01 UTC,5,ETH,,,,,,,cost,failed,ab\r\n";
        assert_eq!(text, expected);
        assert_eq!(write(&[], false, None, |_| String::new()), "");
    }

    #[test]
    fn formulas_are_text() {
        for start in FORMULA {
            let symbol = format!("{start}HYPERLINK(\"http://x\",\"y\")");
            let receive = StatementRow {
                received: Some(amount("1", 0)),
                ..row(StatementKind::Receive)
            };
            let text = write(&[receive], false, None, |_| symbol.clone());
            let cell = format!("\"'{}\"", symbol.replace('"', "\"\""));
            assert!(text.contains(&cell), "{text}");
        }
    }

    #[test]
    fn amounts_keep_all_digits() {
        let whole = |amount: &str, decimals| whole_units(&AssetValue::new(amount, decimals));
        assert_eq!(whole("0", 18), "0");
        assert_eq!(whole("1", 18), "0.000000000000000001");
        assert_eq!(whole("123456789", 8), "1.23456789");
        assert_eq!(whole("100000000", 8), "1");
        assert_eq!(whole(&"9".repeat(78), 0), "9".repeat(78));
    }
}
