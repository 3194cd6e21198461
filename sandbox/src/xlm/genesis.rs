//! The first ledger with one root account that owns all lumens, as on every network. Its key is the hash of the
//! network passphrase and therefore public.

use super::account::Account;
use super::closing;
use super::codec;
use super::entry::{Body, Entry};
use super::ledger::{Closed, Ledger};
use super::ledger_state::{LedgerContext, LedgerState};
use super::rules::{FIRST_CLOSE, TOTAL_COINS, network_id};
use ed25519_dalek::SigningKey;
use stellar_xdr::{AccountId, PublicKey, TransactionResultSet, Uint256};

/// Returns the key of the root account.
pub fn root_key() -> SigningKey {
    SigningKey::from_bytes(&network_id())
}

/// Returns the id of the root account.
pub fn root() -> AccountId {
    let key = root_key().verifying_key().to_bytes();
    AccountId(PublicKey::PublicKeyTypeEd25519(Uint256(key)))
}

/// Returns a chain that contains only its first ledger.
pub fn ledger() -> Ledger {
    let (closed, state) = first();
    Ledger::new(closed, state)
}

/// Returns the first ledger and the state after it.
fn first() -> (Closed, LedgerState) {
    let context = LedgerContext {
        ledger: 1,
        close_time: FIRST_CLOSE,
    };
    let mut state = LedgerState::default();
    state.begin(context);
    state.insert(Entry::new(Body::Account(Account::new(root(), TOTAL_COINS, 0))));
    let results = TransactionResultSet {
        results: codec::list(Vec::new()),
    };
    let header = closing::header(context, [0; 32], 0, &results);
    let closed = Closed {
        hash: codec::hash(&header),
        header,
        transactions: Vec::new(),
    };
    (closed, state)
}
