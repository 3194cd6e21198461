//! Transactions reported by an address index, as domain types.

use crate::{Address, OutPoint, Params, Txid};

/// Data of an address index about an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressFacts {
    /// The protocol of the upstream that responded.
    pub upstream: &'static str,
    /// The height of the upstream's latest block.
    pub tip: u32,
    /// The balance and the confirmed part.
    pub funds: Funds,
    /// The part of the balance that is not spendable, `None` if no upstream reports the value.
    pub unavailable: Option<Unavailable>,
    /// The requested page of the history, `None` if no upstream returns the page.
    pub history: Option<HistoryPage>,
}

/// A page of the history of an address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HistoryPage {
    /// The transactions, latest first, pending before confirmed.
    pub entries: Vec<Entry>,
    /// The position of the next page, `None` at the end of the history.
    pub next: Option<Position>,
    /// True if the data about some transactions of the page is unreadable and missing.
    pub lacks_rows: bool,
}

impl HistoryPage {
    /// Returns the pending transactions, which precede the confirmed transactions.
    pub fn pending(&self) -> &[Entry] {
        let count = self.entries.iter().take_while(|entry| entry.height.is_none()).count();
        &self.entries[..count]
    }

    /// Returns all pending transactions of the history on the first page, `None` if the page may lack some.
    pub fn all_pending(&self) -> Option<&[Entry]> {
        let pending = self.pending();
        let has_all = self.next.is_none() || pending.len() < self.entries.len();
        (has_all && !self.lacks_rows).then_some(pending)
    }
}

/// A transaction that spends from or pays to an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The transaction id.
    pub txid: Txid,
    /// The block height, `None` while the transaction is in the mempool.
    pub height: Option<u32>,
    /// Unix time in seconds: the block time, or the time of first mempool sighting.
    pub time: u64,
    /// The fee in base units; 0 for a coinbase.
    pub fee: u64,
    /// The inputs. The input of a coinbase has no owner.
    pub inputs: Vec<Input>,
    /// The outputs.
    pub outputs: Vec<Output>,
}

impl Entry {
    /// Returns the addresses that the transaction spends from and pays to, with repetitions.
    pub fn addresses(&self) -> impl Iterator<Item = &Address> {
        let owners = self.inputs.iter().filter_map(|input| input.owner.as_ref());
        owners.chain(self.outputs.iter().filter_map(|output| output.payee.address()))
    }

    /// Returns true for a coinbase.
    pub fn is_coinbase(&self) -> bool {
        let is_empty = |input: &Input| input.spent.is_none() && input.owner.is_none() && input.value == 0;
        self.inputs.iter().all(is_empty)
    }

    /// Returns the outputs that the transaction spends, as far as they are known.
    pub fn spent(&self) -> impl Iterator<Item = OutPoint> {
        self.inputs.iter().filter_map(|input| input.spent)
    }
}

/// Input of a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The owner of the spent output; `None` for a coinbase and for scripts without an address.
    pub owner: Option<Address>,
    /// The value of the spent output in base units; 0 for a coinbase.
    pub value: u64,
    /// The spent output; `None` for a coinbase, and if not reported.
    pub spent: Option<OutPoint>,
}

/// Output of a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// The recipient.
    pub payee: Payee,
    /// The value in base units.
    pub value: u64,
}

/// Recipient of an output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Payee {
    /// An address.
    Address(Address),
    /// A script without an address form, such as a bare multisignature.
    Script,
    /// No recipient: the output carries data (`OP_RETURN`).
    Data,
}

impl Payee {
    /// Returns the address, if any.
    pub const fn address(&self) -> Option<&Address> {
        match self {
            Self::Address(address) => Some(address),
            Self::Script | Self::Data => None,
        }
    }
}

/// Maximum number of transactions to skip; no block contains more.
pub(super) const MAX_SKIP: u32 = 100_000;

/// Position in the history of an address, latest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Position {
    /// The block to start with; `None` starts with the mempool.
    pub height: Option<u32>,
    /// The number of transactions to skip from that block on.
    pub skip: u32,
    /// The transaction before this position. The position is a hint only: the transaction may have moved, and clients
    /// can forge the position.
    pub last: Option<Txid>,
}

impl Position {
    /// Returns the position after these entries, which start at this position.
    #[must_use]
    pub fn after(self, entries: &[Entry]) -> Self {
        self.after_rows(entries.iter().map(|entry| (entry.height, Some(entry.txid))))
    }

    /// Returns the position after these rows, which start at this position: height and id of each transaction,
    /// including unreadable rows, which may have an unknown id.
    #[must_use]
    pub fn after_rows(self, rows: impl DoubleEndedIterator<Item = (Option<u32>, Option<Txid>)>) -> Self {
        let mut rows = rows.rev().peekable();
        let Some((height, last)) = rows.peek().copied() else {
            return self;
        };
        let same = rows.take_while(|row| row.0 == height);
        let same = u32::try_from(same.count()).unwrap_or(MAX_SKIP);
        Self {
            height,
            skip: if height == self.height {
                self.skip.saturating_add(same)
            } else {
                same
            },
            last,
        }
    }
}

/// The funds of an address in base units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Funds {
    confirmed: u64,
    unconfirmed: i128,
    total: u64,
}

impl Funds {
    /// Creates the funds from the confirmed balance and the change by pending transactions. Returns `None` if one of
    /// the balances is below zero or above the maximum of the chain.
    pub fn new(confirmed: u64, unconfirmed: i128, params: &Params) -> Option<Self> {
        let is_possible = |balance: &u64| *balance <= params.max_balance;
        let total = i128::from(confirmed).checked_add(unconfirmed)?;
        let total = u64::try_from(total).ok().filter(is_possible)?;
        is_possible(&confirmed).then_some(Self {
            confirmed,
            unconfirmed,
            total,
        })
    }

    /// Returns the sum of confirmed outputs, including immature outputs and outputs that pending transactions spend.
    pub const fn confirmed(&self) -> u64 {
        self.confirmed
    }

    /// Returns the change of the balance by pending transactions.
    pub const fn unconfirmed(&self) -> i128 {
        self.unconfirmed
    }

    /// Returns the balance including the pending transactions.
    pub const fn total(&self) -> u64 {
        self.total
    }

    /// Returns the part that a payment can spend now; 0 if the parts are contradictory.
    pub const fn spendable(&self, unavailable: &Unavailable) -> u64 {
        let mature = self.total.saturating_sub(unavailable.immature);
        mature.saturating_sub(unavailable.unsettled)
    }
}

/// The unspent outputs of an address that a payment should not spend now, in base units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unavailable {
    /// The sum of coinbase outputs that are not mature yet.
    pub immature: u64,
    /// The sum of pending outputs that are not change of the address, and of outputs that carry tokens, as far as the
    /// upstream reports them.
    pub unsettled: u64,
}
