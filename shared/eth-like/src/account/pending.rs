//! Pending transactions of an address, as listed by the pool of a node
//! (docs/decisions/evm-history.md#pending-evm-transactions).

use crate::account::erc20::{TokenCall, TokenCallKind};
use crate::account::nft_calls::ERC1155_TRANSFER;
use crate::account::nfts::{NftKey, NftKind};
use crate::calls::{CallKind, NamedCall};
use crate::fee::with_l1_fee_margin;
use crate::history::{Entry, HistoryPosition, TopLevelCall, Transfer, TransferAsset};
use crate::{Address, Amount, Hash};
use std::collections::BTreeMap;
use std::ops::Range;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// A transaction in the pool of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PoolTransaction {
    /// The transaction hash.
    pub hash: Hash,
    /// The nonce.
    pub nonce: u64,
    /// The recipient or the called contract; `None` deploys a contract.
    pub to: Option<Address>,
    /// The transferred value in wei.
    pub value: Amount,
    /// The maximum fee in wei, without the L1 fee of a rollup.
    pub max_fee: Amount,
    /// The ERC-20 call in the calldata, if any.
    pub token_call: Option<TokenCall>,
    /// The calldata.
    pub input: Vec<u8>,
    /// Unix time in seconds of the first sighting.
    pub first_seen: u64,
    /// The gas limit.
    pub gas_limit: u64,
    /// The unsigned transaction, of which a rollup computes the L1 fee.
    pub unsigned: Vec<u8>,
    /// The L1 fee of a rollup in wei, with a margin for an increase; 0 without a rollup. `None` while unknown.
    pub l1_fee: Option<Amount>,
}

/// The maximum of `amount: "max"` is unknown: no upstream lists the pending transactions of the sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no upstream lists the amounts of all pending transactions of the sender: {count} pending")]
pub struct UnknownPendingError {
    /// The number of pending transactions.
    pub count: u64,
}

impl CodedError for UnknownPendingError {
    fn info(&self) -> ErrorInfo {
        ErrorInfo::describe(ErrorCode::PendingTransactions, self)
    }
}

/// The pending transactions of an address that can be mined next, as far as an upstream lists them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingTransactions {
    sender: Address,
    nonces: Range<u64>,
    /// At most one per nonce.
    listed: BTreeMap<u64, PoolTransaction>,
}

impl PendingTransactions {
    /// Returns the pending transactions with the nonces. `listed` are those of a pool. Ignored are
    /// transactions behind a gap, which cannot be mined, and mined transactions, below the range.
    pub fn new(sender: Address, nonces: Range<u64>, listed: Vec<PoolTransaction>) -> Self {
        let listed = listed.into_iter().filter(|listed| nonces.contains(&listed.nonce));
        Self {
            listed: listed.map(|transaction| (transaction.nonce, transaction)).collect(),
            sender,
            nonces,
        }
    }

    /// Returns the number of pending transactions.
    pub const fn count(&self) -> u64 {
        self.nonces.end.saturating_sub(self.nonces.start)
    }

    /// Returns the number of pending transactions that are not listed.
    pub fn unlisted_count(&self) -> u64 {
        self.count().saturating_sub(self.listed.len() as u64)
    }

    /// Returns the listed transactions by nonce.
    pub fn listed(&self) -> impl Iterator<Item = &PoolTransaction> {
        self.listed.values()
    }

    /// Adds the L1 fees of a rollup in wei by nonce, with the margin of an estimate.
    #[must_use]
    pub fn with_l1_fees(mut self, fees: impl IntoIterator<Item = (u64, Amount)>) -> Self {
        for (nonce, fee) in fees {
            if let Some(listed) = self.listed.get_mut(&nonce) {
                listed.l1_fee = Some(with_l1_fee_margin(fee));
            }
        }
        self
    }

    /// Checks that the amounts are known of all pending transactions except the transaction with the nonce `replaced`.
    pub fn check_complete(&self, replaced: Option<u64>) -> Result<(), UnknownPendingError> {
        let others = self.nonces.clone().filter(|nonce| Some(*nonce) != replaced);
        let is_known = |nonce| self.listed.get(&nonce).is_some_and(|listed| listed.l1_fee.is_some());
        if others.clone().all(is_known) {
            return Ok(());
        }
        Err(UnknownPendingError {
            count: others.count() as u64,
        })
    }

    /// Returns the part of a coin balance in wei that remains if every listed transaction takes its value, its maximum
    /// fee and its L1 fee, except the transaction with the nonce `replaced`; 0 if the sum exceeds the balance.
    ///
    /// Nodes require this of a further transaction (`ErrInsufficientFunds` of the pools of go-ethereum and op-geth).
    pub fn available(&self, balance: Amount, replaced: Option<u64>) -> Amount {
        let others = self.listed.values().filter(|listed| Some(listed.nonce) != replaced);
        others.fold(balance, |left, transaction| {
            let left = left.checked_sub(transaction.value).unwrap_or(Amount::ZERO);
            let left = left.checked_sub(transaction.max_fee).unwrap_or(Amount::ZERO);
            let l1_fee = transaction.l1_fee.unwrap_or(Amount::ZERO);
            left.checked_sub(l1_fee).unwrap_or(Amount::ZERO)
        })
    }

    /// Returns the part of a token balance that remains after every listed transfer of this token, in base units;
    /// 0 if they exceed the balance.
    pub fn available_token(&self, contract: Address, balance: Amount) -> Amount {
        let transfers = self.listed.values().filter_map(PoolTransaction::token_transfer);
        let of_token = transfers.filter(|(token, _)| *token == contract);
        of_token.fold(balance, |left, (_, transfer)| {
            left.checked_sub(transfer.amount).unwrap_or(Amount::ZERO)
        })
    }

    /// Returns the listed transactions as entries of the history, latest first.
    pub fn entries(&self) -> Vec<Entry> {
        let latest_first = self.listed.values().rev();
        latest_first.map(|transaction| transaction.entry(self.sender)).collect()
    }
}

impl PoolTransaction {
    /// Returns the token contract and the transfer, if the transaction is an ERC-20 transfer.
    fn token_transfer(&self) -> Option<(Address, TokenCall)> {
        let call = self.token_call.filter(|call| call.kind == TokenCallKind::Transfer)?;
        Some((self.to?, call))
    }

    /// Returns the transaction of this sender as an entry of the history.
    pub(crate) fn entry(&self, sender: Address) -> Entry {
        let token = self.token_transfer().map(|(contract, call)| Transfer {
            asset: TransferAsset::Token {
                contract,
                decimals: None,
            },
            from: Some(sender),
            to: call.address,
            value: call.amount,
        });
        let transfers = token.into_iter().chain(self.nft_transfers()).collect();
        Entry {
            position: HistoryPosition::Pending {
                nonce: self.nonce,
                txid: self.hash,
            },
            time: self.first_seen,
            outer: Some(TopLevelCall {
                from: sender,
                to: Some(self.to.unwrap_or_else(|| sender.deployed(self.nonce))),
                value: self.value,
                succeeded: true,
            }),
            fee: Some(self.max_fee),
            lacks_l1_fee: false,
            lacks_gas_fee: false,
            transfers,
            labels: Vec::new(),
        }
    }

    /// Returns the calls that the calldata names.
    pub(crate) fn calls(&self) -> Vec<NamedCall> {
        let calls = self.to.map(|to| NamedCall::of(to, &self.input));
        calls.unwrap_or_default()
    }

    /// Returns the transfers of non-fungible tokens, if they are the whole calldata.
    fn nft_transfers(&self) -> Vec<Transfer> {
        let calls = self.calls();
        let transfers = calls.iter().filter_map(nft_transfers);
        transfers.flatten().collect()
    }
}

/// Returns the transfers of a call that only contracts of non-fungible tokens have, if the call is in no wrapper.
/// `transferFrom` is a function of ERC-20 as well: without the receipt, the number may be an amount or an id.
pub(crate) fn nft_transfers(call: &NamedCall) -> Option<impl Iterator<Item = Transfer>> {
    let kind = match call.kind {
        CallKind::SafeTransferFrom if call.selector != Some(ERC1155_TRANSFER) => NftKind::Erc721,
        CallKind::SafeTransferFrom | CallKind::SafeBatchTransferFrom => NftKind::Erc1155,
        _ => return None,
    };
    let (from, to) = call.from.zip(call.to).filter(|_| call.wrapper.is_none())?;
    let contract = call.contract;
    Some(call.tokens.iter().map(move |token| Transfer {
        asset: TransferAsset::Nft(NftKey {
            kind,
            contract,
            id: token.id,
        }),
        from: Some(from),
        to,
        value: token.amount,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SENDER: Address = Address::from_bytes([1; 20]);
    const TOKEN: Address = Address::from_bytes([2; 20]);
    const OTHER: Address = Address::from_bytes([3; 20]);

    fn amount(number: u64) -> Amount {
        Amount::from(number)
    }

    fn transaction(nonce: u64, value: u64, max_fee: u64) -> PoolTransaction {
        PoolTransaction {
            hash: Hash([u8::try_from(nonce).unwrap(); 32]),
            nonce,
            to: Some(OTHER),
            value: amount(value),
            max_fee: amount(max_fee),
            token_call: None,
            input: Vec::new(),
            first_seen: 1_700_000_000,
            gas_limit: 21_000,
            unsigned: Vec::new(),
            l1_fee: Some(Amount::ZERO),
        }
    }

    fn token_call(nonce: u64, kind: TokenCallKind, tokens: u64) -> PoolTransaction {
        PoolTransaction {
            to: Some(TOKEN),
            token_call: Some(TokenCall {
                kind,
                address: OTHER,
                amount: amount(tokens),
            }),
            ..transaction(nonce, 0, 1)
        }
    }

    #[test]
    fn value_and_maximum_fee_are_subtracted() {
        let listed = vec![transaction(5, 60, 7), transaction(6, 10, 3)];
        let pending = PendingTransactions::new(SENDER, 5..7, listed);
        assert_eq!((pending.count(), pending.unlisted_count()), (2, 0));
        assert_eq!(pending.available(amount(100), None), amount(20));
        assert_eq!(pending.available(amount(100), Some(5)), amount(87), "replaced");
        assert_eq!(pending.available(amount(100), Some(7)), amount(20), "next nonce");
        assert_eq!(pending.available(amount(79), None), Amount::ZERO);
    }

    /// Nodes of op and base reject a further transaction for which the L1 fees of pending transactions leave no funds.
    #[test]
    fn l1_fees_are_subtracted_with_a_margin() {
        let on_rollup = |nonce| PoolTransaction {
            l1_fee: None,
            ..transaction(nonce, 10, 3)
        };
        let pending = PendingTransactions::new(SENDER, 5..7, vec![on_rollup(5), on_rollup(6)]);
        let partly = pending.clone().with_l1_fees([(5, amount(8))]);
        assert_eq!(partly.check_complete(None), Err(UnknownPendingError { count: 2 }));
        assert_eq!(partly.check_complete(Some(6)), Ok(()));
        let complete = pending.with_l1_fees([(5, amount(8)), (6, amount(16)), (9, amount(1))]);
        assert_eq!(complete.check_complete(None), Ok(()));
        assert_eq!(complete.available(amount(100), None), amount(100 - 26 - 10 - 20));
        assert_eq!(complete.available(amount(100), Some(6)), amount(100 - 13 - 10));
    }

    #[test]
    fn transactions_outside_the_range_are_ignored() {
        let listed = vec![transaction(4, 60, 7), transaction(5, 1, 1), transaction(7, 10, 3)];
        let pending = PendingTransactions::new(SENDER, 5..6, listed);
        assert_eq!((pending.entries().len(), pending.unlisted_count()), (1, 0));
        assert_eq!(pending.available(amount(100), None), amount(98));
    }

    #[test]
    fn unlisted_transactions_leave_the_maximum_unknown() {
        let pending = PendingTransactions::new(SENDER, 5..8, vec![transaction(6, 1, 1)]);
        assert_eq!(pending.unlisted_count(), 2);
        assert_eq!(pending.check_complete(None), Err(UnknownPendingError { count: 3 }));
        assert_eq!(pending.check_complete(Some(5)), Err(UnknownPendingError { count: 2 }));
        let replaced = PendingTransactions::new(SENDER, 5..7, vec![transaction(6, 1, 1)]);
        assert_eq!(replaced.check_complete(Some(5)), Ok(()));
        assert_eq!(replaced.check_complete(Some(6)), Err(UnknownPendingError { count: 1 }));
        let nothing = PendingTransactions::new(SENDER, 5..5, Vec::new());
        assert_eq!((nothing.check_complete(None), nothing.unlisted_count()), (Ok(()), 0));
    }

    #[test]
    fn token_transfers_are_subtracted_and_approvals_are_not() {
        let listed = vec![
            token_call(5, TokenCallKind::Transfer, 30),
            token_call(6, TokenCallKind::Approve, 50),
        ];
        let pending = PendingTransactions::new(SENDER, 5..7, listed);
        assert_eq!(pending.available_token(TOKEN, amount(100)), amount(70));
        assert_eq!(pending.available_token(OTHER, amount(100)), amount(100));
        assert_eq!(pending.available_token(TOKEN, amount(20)), Amount::ZERO);
    }

    #[test]
    fn entries_are_latest_first_with_their_transfers() {
        let deployment = PoolTransaction {
            to: None,
            ..transaction(6, 0, 9)
        };
        let listed = vec![token_call(5, TokenCallKind::Transfer, 30), deployment];
        let entries = PendingTransactions::new(SENDER, 5..7, listed).entries();
        let [latest, first] = &*entries else {
            panic!("{entries:?}")
        };
        assert_eq!(latest.outer.and_then(|outer| outer.to), Some(SENDER.deployed(6)));
        assert_eq!((latest.fee, latest.time), (Some(amount(9)), 1_700_000_000));
        assert_eq!((first.transfers[0].to, first.transfers[0].value), (OTHER, amount(30)));
    }
}
