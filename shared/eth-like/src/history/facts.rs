//! Transactions reported by an address index, as domain types.

use super::{HistoryPosition, Position};
use crate::account::tokens::clean_text;
use crate::{Address, Amount, Hash, Inclusion, NftKey, PaidFee};
use std::collections::{BTreeSet, HashMap};

/// Data of an index about the history of an address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HistoryFacts {
    /// A page of the history, latest first, pending before confirmed.
    pub entries: Vec<Entry>,
    /// The position of the next page, `None` at the end of the history.
    pub next: Option<Position>,
    /// True if the index may omit internal transfers.
    pub lacks_internal_transfers: bool,
    /// True if the data about some transactions of the page is unreadable and missing.
    pub lacks_rows: bool,
    /// True if fees that the address has paid on a rollup could not be completed from the receipts.
    pub lacks_l1_fees: bool,
    /// Changes of holdings that the history omits: the index lists such changes for the address, or cannot list them.
    pub omitted: BTreeSet<OmittedChange>,
}

/// Change of holdings that a history omits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OmittedChange {
    /// Transfers of non-fungible tokens (ERC-721, ERC-1155) that the index does not list, or not in a known form.
    NftTransfers,
    /// Withdrawals from the beacon chain (EIP-4895).
    Withdrawals,
    /// Rewards for produced blocks.
    BlockRewards,
}

impl OmittedChange {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::NftTransfers, Self::Withdrawals, Self::BlockRewards];

    /// Returns the entry of `source.partial`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NftTransfers => "nft-transfers",
            Self::Withdrawals => "withdrawals",
            Self::BlockRewards => "block-rewards",
        }
    }
}

impl HistoryFacts {
    /// Completes the fees that this address has paid on a rollup, and records if some are missing.
    pub fn complete_fees(&mut self, payer: Address, paid: &HashMap<Inclusion, PaidFee>) {
        for entry in &mut self.entries {
            let Some(inclusion) = entry.unpriced(payer) else {
                continue;
            };
            match paid.get(&inclusion) {
                Some(fee) => self.lacks_l1_fees |= !entry.complete_fee(*fee),
                None => self.lacks_l1_fees = true,
            }
        }
    }

    /// Adds pending transactions, latest first, which the index may list as well, to the page from a position on.
    /// The page has at most `limit` transactions.
    #[must_use]
    pub fn with_pending(mut self, pending: Vec<Entry>, from: Position, limit: usize) -> Self {
        for entry in pending {
            match self.entries.iter_mut().find(|known| known.txid() == entry.txid()) {
                Some(known) if known.position.block().is_none() => known.time = known.time.min(entry.time),
                None if from.is_before(entry.position) && from.has_pending() => self.entries.push(entry),
                // Mined in the meantime, or on a different page.
                _ => {}
            }
        }
        self.entries.sort_by_key(|entry| entry.position);
        if self.entries.len() > limit {
            self.entries.truncate(limit);
            let next = self.entries.last().map(|last| Position::After(last.position));
            self.next = next.or(self.next);
        }
        self
    }
}

/// A transaction that involves an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The position in the history.
    pub position: HistoryPosition,
    /// Unix time in seconds: the block time, or the time of first sighting.
    pub time: u64,
    /// The fields of the transaction. Indexes omit the fields if the address only received something within a
    /// foreign transaction.
    pub outer: Option<TopLevelCall>,
    /// The fee in wei; of a pending transaction the maximum. `None` if not reported.
    pub fee: Option<Amount>,
    /// True if the index does not report the L1 fee of a rollup, so that the fee may be incomplete.
    pub lacks_l1_fee: bool,
    /// True if the index lists the price 0, so that the fee may lack the gas fee.
    pub lacks_gas_fee: bool,
    /// The transfers within the transaction, in the order of the index.
    pub transfers: Vec<Transfer>,
    /// The names of transferred tokens, as far as the index reports them.
    pub labels: Vec<TokenLabel>,
}

/// Name of a token in an index, untrusted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenLabel {
    /// The token contract.
    pub contract: Address,
    /// The cleaned name, empty if unknown.
    pub name: String,
    /// The cleaned ticker, empty if unknown.
    pub ticker: String,
}

impl TokenLabel {
    /// Creates the label of a token from the texts of an index, which are cleaned.
    pub fn new(contract: Address, name: Option<&str>, ticker: Option<&str>) -> Self {
        Self {
            contract,
            name: clean_text(name.unwrap_or_default()),
            ticker: clean_text(ticker.unwrap_or_default()),
        }
    }
}

/// Fields of a transaction, as opposed to internal transfers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TopLevelCall {
    /// The sender.
    pub from: Address,
    /// The recipient or the created contract; `None` if neither is known.
    pub to: Option<Address>,
    /// The transferred value in wei.
    pub value: Amount,
    /// True if execution succeeded. A failed transaction pays the fee and changes nothing else.
    pub succeeded: bool,
}

/// Transfer within a transaction: the coin by an internal transfer, or a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Transfer {
    /// The transferred asset.
    pub asset: TransferAsset,
    /// The sender; `None` for coins that the genesis block allocates.
    pub from: Option<Address>,
    /// The recipient.
    pub to: Address,
    /// The value in base units; of a non-fungible token the number of tokens.
    pub value: Amount,
}

/// Asset of a transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TransferAsset {
    /// The coin, in an internal transfer.
    Coin,
    /// The coin that a new contract receives from the creator. A transaction that creates a contract reports that coin
    /// as well.
    Endowment,
    /// A token.
    Token {
        /// The token contract (ERC-20).
        contract: Address,
        /// The decimals reported by the contract, which is untrusted.
        decimals: Option<u8>,
    },
    /// A token of a collection, with the id.
    Nft(NftKey),
}

impl TransferAsset {
    /// Returns true for the coin of the chain.
    pub const fn is_coin(self) -> bool {
        matches!(self, Self::Coin | Self::Endowment)
    }
}

impl Entry {
    /// Merges the data of a second entry for the same transaction. An entry in a block takes precedence over a
    /// pending one.
    pub fn merge(&mut self, mut other: Self) {
        if self.position.block().is_none() && other.position.block().is_some() {
            std::mem::swap(self, &mut other);
        }
        self.position = self.position.or_index_of(other.position);
        self.outer = self.outer.or(other.outer);
        if self.fee.is_none() {
            self.fee = other.fee;
            self.lacks_l1_fee = other.lacks_l1_fee;
            self.lacks_gas_fee = other.lacks_gas_fee;
        }
        self.transfers.extend(other.transfers);
        self.labels.extend(other.labels);
    }

    /// Merges the data of a second list about the same transaction. Some indexes list a transfer of a non-fungible token
    /// in the list of all tokens and in a separate list: such a transfer is not repeated.
    pub fn merge_list(&mut self, mut other: Self) {
        let is_nft = |transfer: &&Transfer| matches!(transfer.asset, TransferAsset::Nft(_));
        let mut known: HashMap<Transfer, usize> = HashMap::new();
        for transfer in self.transfers.iter().filter(is_nft) {
            *known.entry(*transfer).or_default() += 1;
        }
        other.transfers.retain(|transfer| match known.get_mut(transfer) {
            Some(count) if *count > 0 => {
                *count -= 1;
                false
            }
            _ => true,
        });
        self.merge(other);
    }

    /// Returns the transaction as included in the block, if this address has paid the fee and the fee lacks a part of
    /// that of a rollup.
    pub fn unpriced(&self, payer: Address) -> Option<Inclusion> {
        let is_payer = self.outer.is_some_and(|outer| outer.from == payer);
        let block = self
            .position
            .block()
            .filter(|_| is_payer && (self.lacks_l1_fee || self.lacks_gas_fee))?;
        let txid = self.txid();
        Some(Inclusion { txid, block })
    }

    /// Completes the fee with that of the receipt. Returns false if a part remains unknown.
    pub fn complete_fee(&mut self, paid: PaidFee) -> bool {
        match paid {
            PaidFee::Additional(paid) if self.lacks_l1_fee => {
                self.fee = self.fee.and_then(|fee| fee.checked_add(paid)).or(self.fee);
            }
            PaidFee::Additional(_) => {}
            PaidFee::Total(paid) => {
                self.fee = Some(paid);
                self.lacks_gas_fee = false;
            }
        }
        self.lacks_l1_fee = false;
        !self.lacks_gas_fee
    }

    /// Returns true if the transaction involves this address.
    pub fn concerns(&self, address: Address) -> bool {
        let involved = |outer: &TopLevelCall| outer.from == address || outer.to == Some(address);
        self.outer.as_ref().is_some_and(involved) || self.transfers.iter().any(|transfer| transfer.concerns(address))
    }

    /// Returns the transaction hash.
    pub const fn txid(&self) -> Hash {
        self.position.txid()
    }
}

impl Transfer {
    /// Returns true if this address is the sender or the recipient.
    pub fn concerns(&self, address: Address) -> bool {
        self.from == Some(address) || self.to == address
    }
}
