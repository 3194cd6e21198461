//! Why a command on assets did nothing, or not all.

use wallet_assets::TokenListError;
use wallet_core::ports::store::StoreError;

/// Why a command on assets did nothing, or not all. Where there is a source, that is printed behind it.
#[derive(Debug, thiserror::Error)]
pub enum AssetsError {
    /// The file cannot be read.
    #[error("{file} cannot be read")]
    File {
        /// Its path.
        file: String,
        /// Why.
        source: std::io::Error,
    },
    /// The file is something else.
    #[error("{file} cannot be imported")]
    List {
        /// Its path.
        file: String,
        /// What is wrong with it.
        source: TokenListError,
    },
    /// A chain that is not served.
    #[error("there is no chain {0}")]
    Chain(String),
    /// A kind that does not exist.
    #[error("there is no kind {name}; there are {kinds}")]
    Kind {
        /// What was asked for.
        name: String,
        /// All there are.
        kinds: String,
    },
    /// No table is named.
    #[error("name the table with --table or WALLET_CLOUD_ASSETS_TABLE: it is the output AssetsTable of the stack")]
    NoTable,
    /// The table cannot be used.
    #[error("the table of assets cannot be used")]
    Store(#[from] StoreError),
    /// The table failed while changes were stored.
    #[error("the table of assets failed after {stored} of {all} changes; import again, what is stored stays")]
    Interrupted {
        /// How many changes are stored.
        stored: usize,
        /// How many there are.
        all: usize,
        /// Why.
        source: StoreError,
    },
    /// The clock tells no date.
    #[error("the clock is wrong")]
    Clock(#[source] time::error::ComponentRange),
}
