//! The request parameters.

use revm::primitives::Address;
use serde::Deserialize;

/// The default and maximum number of rows per page.
const MAX_ROWS: usize = 1000;

/// The raw URL parameters.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct ListQuery {
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

/// The filter, order and paging of a list.
#[derive(Debug)]
pub struct Search {
    /// The first block.
    pub first: u64,
    /// The last block.
    pub last: u64,
    /// The page number, from 1.
    pub page: usize,
    /// The number of rows per page.
    pub offset: usize,
    /// True if the newest row comes first.
    pub newest_first: bool,
    /// If set, only transfers of this token are listed.
    pub token: Option<Address>,
}

impl ListQuery {
    /// Returns the requested chain id.
    pub fn chain_id(&self) -> Option<u64> {
        self.chainid.parse().ok()
    }

    /// Returns the requested address.
    pub fn address(&self) -> Option<Address> {
        self.address.parse().ok()
    }

    /// Returns the filter, order and paging.
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

fn number<T: std::str::FromStr>(text: &str, default: T) -> Result<T, &'static str> {
    if text.is_empty() {
        return Ok(default);
    }
    text.parse().map_err(|_| "Error! Invalid number")
}
