//! The addresses of a file: plain text, CSV, or the SDN list.

use super::{Entry, excerpt, sdn};

/// The maximum size of a file in bytes; the advanced SDN list has about 120 MB.
pub const MAX_FILE: usize = 256 * 1024 * 1024;

/// The maximum size of a line of text or of a row of CSV in bytes.
const MAX_LINE: usize = 64 * 1024;

/// The column of the addresses, and the optional column of the chains.
const ADDRESS: &str = "address";
const CHAIN: &str = "chain";

/// The reason why a file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// More bytes than the maximum.
    #[error("the file has more than {} MiB", MAX_FILE / 1024 / 1024)]
    TooLarge,
    /// Bytes that are not text.
    #[error("line {line} is not text")]
    NotText {
        /// The number of the line.
        line: usize,
    },
    /// A line with more bytes than the maximum.
    #[error("line {line} has more than {MAX_LINE} bytes")]
    LongLine {
        /// The number of the line.
        line: usize,
    },
    /// A table without a column of addresses.
    #[error("the first line, {header}, names no column `{ADDRESS}`")]
    NoColumn {
        /// The start of the first line.
        header: String,
    },
    /// A quote without an end.
    #[error("the quote in line {line} has no end")]
    OpenQuote {
        /// The number of the line.
        line: usize,
    },
    /// No address of a supported chain.
    #[error("the file has no address of a supported chain")]
    NoAddress,
}

/// Reads the addresses of a file. The content decides the format.
pub fn read(content: &[u8]) -> Result<Vec<Entry>, FileError> {
    if content.len() > MAX_FILE {
        return Err(FileError::TooLarge);
    }
    let content = content.strip_prefix(b"\xef\xbb\xbf").unwrap_or(content);
    let first_line = content.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let is_table = header(&String::from_utf8_lossy(first_line)).is_some();
    if !is_table && sdn::is_sdn(content) {
        return Ok(sdn::read(&String::from_utf8_lossy(content)));
    }
    let text = text(content)?;
    let is_row = |line: &&str| !line.trim().is_empty() && !line.starts_with('#');
    let Some(first) = text.lines().find(is_row) else {
        return Err(FileError::NoAddress);
    };
    match header(first) {
        Some(table) => table.read(text),
        None if first.contains([',', ';', '\t']) => Err(FileError::NoColumn { header: excerpt(first) }),
        None => Ok(plain(text)),
    }
}

/// Returns the content as text with lines of a limited length.
fn text(content: &[u8]) -> Result<&str, FileError> {
    let line_at = |end: usize| content[..end].split(|byte| *byte == b'\n').count();
    if let Some(zero) = content.iter().position(|byte| *byte == 0) {
        return Err(FileError::NotText { line: line_at(zero) });
    }
    let text = std::str::from_utf8(content).map_err(|error| FileError::NotText {
        line: line_at(error.valid_up_to()),
    })?;
    match text.lines().position(|line| line.len() > MAX_LINE) {
        Some(index) => Err(FileError::LongLine { line: index + 1 }),
        None => Ok(text),
    }
}

/// Reads an address per line. A comment starts with `#`.
fn plain(text: &str) -> Vec<Entry> {
    let lines = text.lines().zip(1..).map(|(line, number)| {
        let address = line.split('#').next().unwrap_or_default().trim();
        (address, number)
    });
    let lines = lines.filter(|(address, _)| !address.is_empty());
    let entries = lines.map(|(address, line)| Entry {
        line,
        address: address.to_owned(),
        chain: None,
    });
    entries.collect()
}

/// The form of a table.
struct Table {
    delimiter: char,
    address: usize,
    chain: Option<usize>,
}

/// Returns the form of a table with this first line, or `None` if no cell is the name of the column of addresses.
fn header(line: &str) -> Option<Table> {
    [',', ';', '\t'].into_iter().find_map(|delimiter| {
        let cells: Vec<_> = line
            .split(delimiter)
            .map(|cell| cell.trim().trim_matches('"'))
            .collect();
        let column = |name: &str| cells.iter().position(|cell| cell.eq_ignore_ascii_case(name));
        Some(Table {
            delimiter,
            address: column(ADDRESS)?,
            chain: column(CHAIN),
        })
    })
}

impl Table {
    /// Reads the rows after the first one. A row without the cell has an empty address, which is invalid.
    fn read(&self, text: &str) -> Result<Vec<Entry>, FileError> {
        let rows = rows(text, self.delimiter)?;
        let rows = rows.into_iter().skip(1);
        let entries = rows.map(|(line, cells)| {
            let cell = |column: usize| cells.get(column).map(|cell| cell.trim().to_owned());
            Entry {
                line,
                address: cell(self.address).unwrap_or_default(),
                chain: self.chain.and_then(cell).filter(|chain| !chain.is_empty()),
            }
        });
        Ok(entries.collect())
    }
}

/// Returns the rows of a table with the number of their first line, by RFC 4180: a cell in quotes may contain delimiters, line
/// ends and doubled quotes. Empty lines and lines that start with `#` are left out.
fn rows(text: &str, delimiter: char) -> Result<Vec<(usize, Vec<String>)>, FileError> {
    let mut rows = Vec::new();
    let mut lines = text.lines().zip(1..);
    while let Some((line, number)) = lines.next() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let mut row = line.to_owned();
        // A quote is open after an odd number of quotes, since a doubled quote counts twice.
        while row.matches('"').count() % 2 == 1 {
            let (next, _) = lines.next().ok_or(FileError::OpenQuote { line: number })?;
            row.push('\n');
            row.push_str(next);
            if row.len() > MAX_LINE {
                return Err(FileError::LongLine { line: number });
            }
        }
        rows.push((number, cells(&row, delimiter)));
    }
    Ok(rows)
}

fn cells(row: &str, delimiter: char) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut is_quoted = false;
    let mut letters = row.chars().peekable();
    while let Some(letter) = letters.next() {
        let cell = cells.last_mut().expect("a row has a cell");
        match letter {
            '"' if is_quoted && letters.next_if_eq(&'"').is_some() => cell.push('"'),
            '"' => is_quoted = !is_quoted,
            letter if letter == delimiter && !is_quoted => cells.push(String::new()),
            letter => cell.push(letter),
        }
    }
    cells
}
