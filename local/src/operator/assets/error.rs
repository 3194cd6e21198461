//! The errors of the asset commands.

use wallet_assets::TokenListError;
use wallet_core::ports::store::StoreError;

/// The error of an asset command that failed or stopped partway. A source is printed after the message.
#[derive(Debug, thiserror::Error)]
pub enum AssetsError {
    /// The file cannot be read.
    #[error("{file} cannot be read")]
    File {
        /// The path of the file.
        file: String,
        /// The I/O error.
        source: std::io::Error,
    },
    /// The file is not a valid token list.
    #[error("{file} cannot be imported")]
    List {
        /// The path of the file.
        file: String,
        /// The parse error.
        source: TokenListError,
    },
    /// The chain is not supported.
    #[error("unknown chain {0}")]
    Chain(String),
    /// The asset kind does not exist.
    #[error("unknown kind {name}, expected one of {kinds}")]
    Kind {
        /// The requested kind.
        name: String,
        /// The names of all kinds.
        kinds: String,
    },
    /// No table name was given.
    #[error("the table name is missing: set --stack to the name of the stack, or --table to its output AssetsTable")]
    NoTable,
    /// The table cannot be accessed.
    #[error("the assets table cannot be accessed")]
    Store(#[from] StoreError),
    /// The table failed while changes were being stored.
    #[error("the assets table failed after {stored} of {all} changes; import again, stored changes are retained")]
    Interrupted {
        /// The number of stored changes.
        stored: usize,
        /// The number of all changes.
        all: usize,
        /// The error of the table.
        source: StoreError,
    },
    /// The time of the clock is not a valid date.
    #[error("the system clock is invalid")]
    Clock(#[source] time::error::ComponentRange),
}
