//! Data of an address index about all addresses of an extended key.

use crate::address::Address;
use crate::chain::params::Params;
use crate::coin::utxo::Unspent;
use crate::extended_key::ScannedKey;
use crate::history::{Entry, Funds, HistoryPage, Position, Unavailable};
use std::cmp::Reverse;

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

impl KeyQuery {
    /// Returns true if the requested page is the first page, which starts with the pending transactions.
    pub fn is_first_page(&self) -> bool {
        self.limit > 0 && self.from == Position::default()
    }
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
    /// The addresses up to the gap after the last used addresses.
    pub scanned: ScannedKey,
    /// The balance and the confirmed part.
    pub funds: Funds,
    /// The part of the balance that is not spendable, `None` if no upstream reports the value.
    pub unavailable: Option<Unavailable>,
    /// The unspent outputs of the addresses, including the mempool. Their sum is the balance.
    pub coins: Vec<KeyCoin>,
    /// The requested page of the history, `None` if no upstream returns the page.
    pub history: Option<HistoryPage>,
}

impl KeyFacts {
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

    /// Returns the unspent outputs with the highest values, at most `maximum`, in their order.
    pub fn highest_coins(&self, maximum: usize) -> Vec<&KeyCoin> {
        let mut by_value: Vec<_> = self.coins.iter().enumerate().collect();
        by_value.sort_by_key(|(_, coin)| Reverse(coin.unspent.utxo.value));
        by_value.truncate(maximum);
        by_value.sort_by_key(|(index, _)| *index);
        by_value.into_iter().map(|(_, coin)| coin).collect()
    }
}

/// Returns the funds of a key from the unspent outputs and all pending transactions, and the part that is not
/// spendable, if known (docs/decisions/utxo-history.md#balance-and-outputs-of-keys). Without the pending
/// transactions, outputs that they spend count neither as confirmed nor as unconfirmed. Returns `None` if the balance
/// is above the maximum of the chain.
pub fn key_funds(
    params: &'static Params,
    scanned: &ScannedKey,
    coins: &[KeyCoin],
    pending: Option<&[Entry]>,
) -> Option<(Funds, Option<Unavailable>)> {
    let owners = scanned.owners();
    let is_own = |address: &Address| owners.contains_key(address.script_pubkey());
    let total = sum(coins, |_| true);
    let funds = |unconfirmed: i128| {
        let confirmed = u64::try_from(total - unconfirmed).ok()?;
        Funds::new(confirmed, unconfirmed, params)
    };
    let known = pending.and_then(|pending| {
        let net = pending.iter().map(|entry| entry.effect(is_own).net);
        let funds = funds(net.sum())?;
        Some((funds, pending))
    });
    let Some((known, pending)) = known else {
        let received = sum(coins, |coin| coin.unspent.confirmations == 0);
        return Some((funds(received)?, None));
    };
    let outputs = coins.iter().map(|coin| &coin.unspent);
    Some((known, Unavailable::of_outputs(outputs, pending, params, is_own)))
}

/// Returns the sum of the selected outputs in base units.
fn sum(coins: &[KeyCoin], is_selected: impl Fn(&KeyCoin) -> bool) -> i128 {
    let selected = coins.iter().filter(|coin| is_selected(coin));
    selected.map(|coin| i128::from(coin.unspent.utxo.value)).sum()
}
