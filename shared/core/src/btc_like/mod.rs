//! The UTXO chains: btc, ltc, bch and doge.

pub use bitcoin::Txid;

/// Placeholder.
#[derive(Debug)]
pub struct Address;
/// Placeholder.
#[derive(Debug)]
pub struct FeeEstimates;
/// Placeholder.
#[derive(Debug)]
pub struct Params;
/// Placeholder.
#[derive(Debug)]
pub struct SignedTransaction;
/// Placeholder.
#[derive(Debug)]
pub struct Unspent;
