//! Data of an address index about all addresses of an extended key.

use super::extended_key::ScannedKey;
use super::history::{HistoryPage, Position};
use super::utxo::Unspent;

/// Default number of consecutive unused addresses after which a scan ends (BIP 44).
pub const DEFAULT_GAP: u32 = 20;
/// Maximum of the gap.
pub const MAX_GAP: u32 = 100;

/// Part of the data about a key that is requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyQuery {
    /// Number of consecutive unused addresses after which the scan of a branch ends, 1 to [`MAX_GAP`].
    pub gap: u32,
    /// The position in the history.
    pub from: Position,
    /// The maximum number of transactions.
    pub limit: u32,
}

/// An unspent output of an address of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyCoin {
    /// The index of the address in the scan.
    pub owner: usize,
    /// The output.
    pub unspent: Unspent,
}

/// Data of an address index about an extended key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyFacts {
    /// The protocol of the upstream that responded.
    pub upstream: &'static str,
    /// The height of the upstream's latest block.
    pub tip: u32,
    /// The addresses up to the gap after the last used ones.
    pub scanned: ScannedKey,
    /// The unspent outputs of the addresses, including the mempool. Their sum is the balance.
    pub coins: Vec<KeyCoin>,
    /// The requested page of the history, `None` if no upstream returns it.
    pub history: Option<HistoryPage>,
}

impl KeyFacts {
    /// Returns the balance including the mempool in base units.
    pub fn balance(&self) -> u64 {
        self.coins
            .iter()
            .map(|coin| coin.unspent.utxo.value)
            .fold(0, u64::saturating_add)
    }

    /// Returns the balance of each address in base units, in the order of the scan.
    pub fn balances(&self) -> Vec<u64> {
        let mut balances = vec![0_u64; self.scanned.addresses.len()];
        for coin in &self.coins {
            if let Some(balance) = balances.get_mut(coin.owner) {
                *balance = balance.saturating_add(coin.unspent.utxo.value);
            }
        }
        balances
    }
}
