//! What is asked for.

use revm::primitives::Address;
use serde::Deserialize;

/// Rows on a page, and the most of them.
const MAX_ROWS: usize = 1000;

/// The parameters as they stand in the URL.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Wanted {
    chainid: String,
    pub module: String,
    pub action: String,
    address: String,
    contractaddress: String,
    startblock: String,
    endblock: String,
    page: String,
    offset: String,
    sort: String,
}

/// Which rows of a list.
#[derive(Debug)]
pub struct Search {
    /// The first block.
    pub first: u64,
    /// The last block.
    pub last: u64,
    /// The page, from 1.
    pub page: usize,
    /// Rows on a page.
    pub offset: usize,
    /// Whether the newest row comes first.
    pub newest_first: bool,
    /// Only transfers of this token.
    pub token: Option<Address>,
}

impl Wanted {
    /// The chain that the caller means.
    pub fn chain_id(&self) -> Option<u64> {
        self.chainid.parse().ok()
    }

    /// Whose history.
    pub fn address(&self) -> Option<Address> {
        self.address.parse().ok()
    }

    /// Which rows of it.
    pub fn search(&self) -> Result<Search, &'static str> {
        let token = match &*self.contractaddress {
            "" => None,
            text => Some(text.parse().map_err(|_| "Error! Invalid contract address format")?),
        };
        Ok(Search {
            first: number(&self.startblock, 0)?,
            last: number(&self.endblock, u64::MAX)?,
            page: number(&self.page, 1)?.max(1),
            offset: number(&self.offset, MAX_ROWS)?.clamp(1, MAX_ROWS),
            newest_first: self.sort == "desc",
            token,
        })
    }
}

fn number<T: std::str::FromStr>(text: &str, otherwise: T) -> Result<T, &'static str> {
    if text.is_empty() {
        return Ok(otherwise);
    }
    text.parse().map_err(|_| "Error! Invalid number")
}
