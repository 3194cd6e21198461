//! Building of blocks: transactions are applied sequentially to a copy of the state, the transactions of the mempool by
//! descending tip, and by nonce for each sender.

use super::evm::rollup::{self, RollupFees};
use super::evm::state::EvmState;
use super::evm::{self, Outcome};
use super::ledger::{Block, Included, Ledger, RollupCharge};
use super::rules::Rules;
use super::transaction::Transaction;
use super::transaction::pool::PendingTransaction;
use crate::clock::Timestamp;
use alloy_consensus::proofs::{calculate_receipt_root, calculate_transaction_root};
use alloy_consensus::{Eip658Value, Header, Receipt, ReceiptEnvelope, Transaction as _, TxReceipt as _};
use revm::context::BlockEnv;
use revm::context::result::InvalidTransaction;
use revm::primitives::alloy_primitives::Bloom;
use revm::primitives::{Address, B256, U256};
use std::cmp::Reverse;
use std::collections::HashSet;

/// An error of a block that does not fit the chain.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BlockError {
    /// The block contains a transaction that is not in the mempool.
    #[error("the block contains the unknown transaction {0}")]
    UnknownTransaction(B256),
    /// A transaction cannot be mined.
    #[error("the block's transaction {0} cannot be mined: {1}")]
    NotMinable(B256, String),
    /// The hash differs, because the transactions have different results.
    #[error("block hash is {found}, expected {expected}")]
    Hash {
        /// The hash of the block as built now.
        found: B256,
        /// The hash in the journal.
        expected: B256,
    },
}

/// Assembles the next block from the mempool.
pub fn assemble(rules: &Rules, ledger: &Ledger, now: Timestamp) -> (Block, EvmState) {
    let mut builder = Builder::new(rules, ledger, timestamp(ledger, now));
    let mut skipped = HashSet::new();
    while let Some(pending) = best(ledger, &builder, &skipped) {
        if builder.add(pending).is_err() {
            skipped.insert(pending.transaction.hash());
        }
    }
    builder.finish()
}

/// Builds a block from the journal again.
pub fn repeat(
    rules: &Rules,
    ledger: &Ledger,
    timestamp: u64,
    hash: B256,
    transactions: &[B256],
) -> Result<(Block, EvmState), BlockError> {
    let mut builder = Builder::new(rules, ledger, timestamp);
    for transaction in transactions {
        let unknown = BlockError::UnknownTransaction(*transaction);
        let pending = ledger.pool().find(*transaction).ok_or(unknown)?;
        builder
            .add(pending)
            .map_err(|invalid| BlockError::NotMinable(*transaction, invalid.to_string()))?;
    }
    let (block, state) = builder.finish();
    if block.hash != hash {
        return Err(BlockError::Hash {
            found: block.hash,
            expected: hash,
        });
    }
    Ok((block, state))
}

/// Returns the time of the next block in seconds: the current time, or a second after the previous block if
/// that is later.
fn timestamp(ledger: &Ledger, now: Timestamp) -> u64 {
    let earliest = ledger.tip().map_or(0, |tip| tip.header.timestamp + 1);
    now.as_secs().max(earliest)
}

/// Returns the pending transaction with the highest tip that can be mined next; the earliest arrival wins ties.
fn best<'a>(ledger: &'a Ledger, builder: &Builder<'_>, skipped: &HashSet<B256>) -> Option<&'a PendingTransaction> {
    let can_be_mined = |pending: &&PendingTransaction| {
        let transaction = &pending.transaction;
        transaction.envelope.nonce() == builder.state().info(transaction.sender).nonce
            && builder.has_room(transaction.envelope.gas_limit())
            && !skipped.contains(&transaction.hash())
    };
    let ready = ledger.pool().all().filter(can_be_mined);
    let with_tip = ready.filter_map(|pending| Some((builder.tip(&pending.transaction)?, pending)));
    with_tip
        .max_by_key(|(tip, pending)| (*tip, Reverse(pending.arrival)))
        .map(|(_, pending)| pending)
}

/// A block under construction.
pub struct Builder<'a> {
    rules: &'a Rules,
    environment: BlockEnv,
    parent: Option<&'a Block>,
    number: u64,
    state: EvmState,
    done: Vec<Included>,
    gas_used: u64,
}

impl<'a> Builder<'a> {
    /// Starts the next block without transactions.
    pub fn new(rules: &'a Rules, ledger: &'a Ledger, timestamp: u64) -> Self {
        let parent = ledger.tip();
        let number = parent.map_or(0, |parent| parent.header.number + 1);
        let mut state = ledger.state().clone();
        if rules.is_arbitrum() {
            rollup::set_arb_sys_height(&mut state, number);
        }
        Self {
            rules,
            environment: ledger.next_environment(rules, timestamp),
            parent,
            number,
            state,
            done: Vec::new(),
            gas_used: 0,
        }
    }

    /// Returns the state after the transactions added so far.
    pub fn state(&self) -> &EvmState {
        &self.state
    }

    /// Returns the tip of a transaction in wei per gas, or `None` if the fee cap is below the base fee of the block.
    pub fn tip(&self, transaction: &Transaction) -> Option<u128> {
        transaction.tip(self.rules, self.environment.basefee)
    }

    /// Returns true if the block has room for this amount of gas.
    pub fn has_room(&self, gas: u64) -> bool {
        self.gas_used + gas <= self.rules.block_gas()
    }

    /// Executes a transaction and adds the transaction to the block. On error the block is unchanged.
    pub fn add(&mut self, pending: &PendingTransaction) -> Result<(), InvalidTransaction> {
        let transaction = &pending.transaction;
        if !self.has_room(transaction.envelope.gas_limit()) {
            return Err(InvalidTransaction::CallerGasLimitMoreThanBlock);
        }
        let fees = rollup::fees(self.rules, &self.state, &self.environment, transaction);
        let mut state = self.state.clone();
        if let Some(fees) = fees {
            let lacking = InvalidTransaction::LackOfFundForMaxFee {
                fee: Box::new(transaction.cost().saturating_add(fees.maximum())),
                balance: Box::new(state.info(transaction.sender).balance),
            };
            state.take(transaction.sender, fees.maximum()).ok_or(lacking)?;
        }
        self.pay_l1_gas(&mut state, transaction)?;
        let input = rollup::arbitrum_execution(self.rules, transaction, self.environment.basefee);
        let outcome = evm::run(self.rules, &state, &self.environment, input)?;
        self.record(state, pending, outcome, fees);
        Ok(())
    }

    /// Moves the L1 costs of a transaction on Arbitrum from the sender to their recipient.
    fn pay_l1_gas(&self, state: &mut EvmState, transaction: &Transaction) -> Result<(), InvalidTransaction> {
        if !self.rules.is_arbitrum() {
            return Ok(());
        }
        let gas = rollup::l1_gas(self.rules, transaction);
        let cost = U256::from(gas) * U256::from(self.environment.basefee);
        let lacking = InvalidTransaction::LackOfFundForMaxFee {
            fee: Box::new(transaction.cost()),
            balance: Box::new(state.info(transaction.sender).balance),
        };
        state.take(transaction.sender, cost).ok_or(lacking)?;
        state.add(rollup::L1_PRICER, cost);
        Ok(())
    }

    fn record(
        &mut self,
        mut state: EvmState,
        pending: &PendingTransaction,
        outcome: Outcome,
        fees: Option<RollupFees>,
    ) {
        let transaction = &pending.transaction;
        let l1_gas = rollup::l1_gas(self.rules, transaction);
        let gas_used = outcome.result.tx_gas_used() + l1_gas;
        state.apply(outcome.changes);
        let rollup = fees.map(|fees| self.settle(&mut state, transaction, gas_used, fees));
        self.state = state;
        self.gas_used += gas_used;
        self.done.push(Included {
            transaction: transaction.clone(),
            seen: pending.seen,
            gas_used,
            l1_gas: self.rules.is_arbitrum().then_some(l1_gas),
            gas_price: transaction.gas_price(self.rules, self.environment.basefee),
            created: created(transaction),
            transfers: outcome.transfers,
            rollup,
            receipt: Receipt {
                status: Eip658Value::Eip658(outcome.result.is_success()),
                cumulative_gas_used: self.gas_used,
                logs: outcome.result.into_logs(),
            },
        });
    }

    /// Refunds the operator fee of unused gas and credits the rest to the fee vaults.
    fn settle(&self, state: &mut EvmState, transaction: &Transaction, gas_used: u64, fees: RollupFees) -> RollupCharge {
        let operator_fee = rollup::operator_fee(self.rules, &self.state, &self.environment, gas_used);
        let unused = fees.operator_at_limit.saturating_sub(operator_fee);
        state.add(transaction.sender, unused);
        rollup::credit(state, fees.l1_fee, operator_fee);
        let setting = |signature| rollup::setting(self.rules, &self.state, &self.environment, signature);
        RollupCharge {
            l1_fee: fees.l1_fee,
            l1_gas_used: fees.l1_gas_used,
            l1_gas_price: setting("l1BaseFee()"),
            operator_fee,
            operator_fee_scalar: setting("operatorFeeScalar()"),
            operator_fee_constant: setting("operatorFeeConstant()"),
        }
    }

    /// Returns the finished block and the state afterwards.
    pub fn finish(mut self) -> (Block, EvmState) {
        let envelopes: Vec<_> = self.done.iter().map(|done| &done.transaction.envelope).collect();
        let receipts: Vec<ReceiptEnvelope> = self.done.iter().map(receipt_envelope).collect();
        let bloom = receipts
            .iter()
            .fold(Bloom::ZERO, |bloom, receipt| bloom | receipt.bloom());
        let header = Header {
            parent_hash: self.parent.map(|parent| parent.hash).unwrap_or_default(),
            beneficiary: self.environment.beneficiary,
            transactions_root: calculate_transaction_root(&envelopes),
            receipts_root: calculate_receipt_root(&receipts),
            logs_bloom: bloom,
            number: self.number,
            gas_limit: self.rules.block_gas(),
            gas_used: self.gas_used,
            timestamp: self.environment.timestamp.saturating_to(),
            base_fee_per_gas: self.rules.has_fee_market.then_some(self.environment.basefee),
            difficulty: U256::ZERO,
            ..Header::default()
        };
        let hash = header.hash_slow();
        self.state.add_hash(self.number, hash);
        let block = Block {
            header,
            hash,
            transactions: self.done,
        };
        (block, self.state)
    }
}

/// Returns the address of the contract that a transaction creates; nodes report it for failed transactions too.
fn created(transaction: &Transaction) -> Option<Address> {
    let nonce = transaction.envelope.nonce();
    transaction
        .envelope
        .is_create()
        .then(|| transaction.sender.create(nonce))
}

fn receipt_envelope(included: &Included) -> ReceiptEnvelope {
    let kind = included.transaction.envelope.tx_type();
    ReceiptEnvelope::from_typed(kind, included.receipt.clone())
}
