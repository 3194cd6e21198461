//! Raising the fee of a pending transaction: replacement (BIP 125), or a child that pays for the parent.

use crate::address::Address;
use crate::address::sender::Sender;
use crate::chain::params::Params;
use crate::coin::coins::VerifiedOutputs;
use crate::coin::utxo::Input;
use crate::coin::utxo::{MAX_INPUTS, Utxo};
use crate::fee::{FeeRates, Fees};
use crate::output::Output;
use crate::output::{Payments, PaymentsError};
use crate::selection::select::total;
use crate::transaction::signed::SignedTransaction;
use crate::transaction::unsigned::{Sizes, size_of};
use bitcoin::{OutPoint, TxOut};
use std::cmp::Reverse;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// Error of [`Pending::replacement`] and [`Pending::child`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BumpError {
    /// A chain without replacement.
    #[error("nodes of this chain replace no transactions")]
    Chain,
    /// No input signals replaceability.
    #[error("the transaction does not signal replaceability (BIP 125)")]
    Final,
    /// The owner of an input is unknown.
    #[error("input {input} belongs to another key: state its key and type in utxo")]
    ForeignInput {
        /// The index of the input.
        input: usize,
    },
    /// The transaction has no further recipient.
    #[error("the transaction pays its sender only: spend its output instead")]
    OnlyChange,
    /// An output that a payment cannot have.
    #[error("output {output} is not one of a payment")]
    OtherOutput {
        /// The index of the output.
        output: usize,
    },
    /// More outputs than a payment may have.
    #[error("the payment has too many outputs: {0}")]
    Payments(PaymentsError),
    /// A further transaction spends the change.
    #[error("another transaction spends the change: a replacement would remove it as well")]
    HasChild,
    /// A false value of a spent output.
    #[error("the spent outputs are unknown")]
    UnknownInputs,
    /// No input and no output belong to the sender.
    #[error("the transaction neither spends from the address nor pays to it")]
    Unrelated,
    /// The inputs do not cover the lowest fee of a replacement.
    #[error("insufficient funds: available {available}, required {required}")]
    InsufficientFunds {
        /// The value of all inputs, in base units.
        available: u64,
        /// Amounts plus the lowest fee, in base units.
        required: u64,
    },
}

impl BumpError {
    /// Returns the name of the reason for clients.
    const fn reason(&self) -> &'static str {
        match self {
            Self::Chain | Self::Final => "not_replaceable",
            Self::ForeignInput { .. } => "foreign_input",
            Self::OnlyChange => "only_change",
            Self::OtherOutput { .. } | Self::Payments(_) => "other_output",
            Self::HasChild => "has_child",
            Self::UnknownInputs => "unknown_inputs",
            Self::Unrelated => "unrelated",
            Self::InsufficientFunds { .. } => "insufficient_funds",
        }
    }
}

impl CodedError for BumpError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::InsufficientFunds { available, required } => ErrorInfo::describe(ErrorCode::InsufficientFunds, self)
                .amount("available", available)
                .amount("required", required),
            _ => ErrorInfo::describe(ErrorCode::InvalidTransaction, self)
                .at("txid")
                .detail("reason", self.reason()),
        }
    }
}

/// A transaction in the mempool with verified inputs.
#[derive(Clone, Debug)]
pub struct Pending {
    transaction: SignedTransaction,
    /// Owner of each input, if known.
    owners: Vec<Option<Input>>,
    fee: u64,
}

/// A replacement with the same payments and less change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// The inputs, the replaced transaction's inputs first.
    pub inputs: Vec<Input>,
    /// The payments and the address of the change.
    pub payments: Payments,
    /// The size in vbytes that the fees are based on.
    pub size: u64,
    /// The lowest fee that nodes accept for the replacement, in base units.
    pub minimum_fee: u64,
    /// The fee per mode, at least the lowest fee. The inputs may not cover the faster modes.
    pub fees: Fees,
    /// True if nodes of the chain replace transactions by default.
    pub is_relayed: bool,
}

/// A transaction that spends outputs of a pending parent, so that miners include both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Child {
    /// The outputs of the pending transaction that belong to the sender.
    pub utxos: Vec<Utxo>,
    /// The fee of a child with the inputs and an output to the sender per mode, in base units: with it, the child alone
    /// and both transactions together pay at least the rate of the mode.
    pub fees: Fees,
}

impl Pending {
    /// Combines a transaction with the spent outputs and the possible owners.
    pub fn new(transaction: SignedTransaction, spent: &VerifiedOutputs, owners: &[Sender]) -> Result<Self, BumpError> {
        let mut values = 0u64;
        let mut inputs = Vec::new();
        for outpoint in transaction.outpoints() {
            let output = spent
                .get(&outpoint)
                .and_then(Option::as_ref)
                .ok_or(BumpError::UnknownInputs)?;
            values = values.checked_add(output.value).ok_or(BumpError::UnknownInputs)?;
            let owner = owners.iter().find(|owner| output.belongs_to(owner.address()));
            inputs.push(owner.map(|owner| Input {
                utxo: Utxo {
                    outpoint,
                    value: output.value,
                },
                owner: owner.clone(),
                sequence: None,
            }));
        }
        let paid = transaction.total_output().ok_or(BumpError::UnknownInputs)?;
        Ok(Self {
            fee: values.checked_sub(paid).ok_or(BumpError::UnknownInputs)?,
            owners: inputs,
            transaction,
        })
    }

    /// Returns true if an input belongs to an owner.
    pub fn is_outgoing(&self) -> bool {
        self.owners.iter().any(Option::is_some)
    }

    /// Returns the fee in base units.
    pub const fn fee(&self) -> u64 {
        self.fee
    }

    /// Returns the change: the last output to this address.
    pub fn change(&self, change: &Address) -> Option<OutPoint> {
        let index = last_output(self.outputs(), change)?;
        Some(OutPoint::new(self.transaction.txid(), u32::try_from(index).ok()?))
    }

    fn outputs(&self) -> &[TxOut] {
        &self.transaction.as_transaction().output
    }

    /// Plans a replacement by BIP 125, rules 3 and 4, with a higher fee rate than the replaced transaction, as nodes
    /// require since Bitcoin Core 0.15. `more` are confirmed outputs (rule 2), which are spent only if the change does
    /// not cover the fee: that of the fast mode, else of a slower mode, else the lowest.
    pub fn replacement(&self, change: &Address, more: &[Input], rates: &FeeRates) -> Result<Replacement, BumpError> {
        let params = change.params();
        let policy = params.replacement.ok_or(BumpError::Chain)?;
        let mut inputs = self.transaction.as_transaction().input.iter();
        if !inputs.any(|input| input.sequence.is_rbf()) {
            return Err(BumpError::Final);
        }
        let own = self.own_inputs()?;
        let payments = self.payments(params, change)?;
        let mut more = more.to_vec();
        more.sort_by_key(|input| (Reverse(input.utxo.value), input.utxo.outpoint));
        more.truncate(MAX_INPUTS.saturating_sub(own.len()));
        let plan = |count: usize| {
            let inputs: Vec<Input> = own.iter().chain(&more[..count]).cloned().collect();
            let owners = inputs.iter().map(|input| &input.owner);
            let size = Sizes::of(owners, &payments).estimate(total(&inputs)).unwrap_or(0);
            let by_amount = self.fee.saturating_add(policy.increment.fee(size));
            // Nodes compare rates in base units per 1000 bytes, rounded down (Bitcoin Core, `CFeeRate`).
            let rate = self.fee.saturating_mul(1000) / self.transaction.size();
            let by_rate = (rate + 1).saturating_mul(size).div_ceil(1000);
            let minimum_fee = by_amount.max(by_rate);
            let fees = rates.fees(size);
            Replacement {
                inputs,
                payments: payments.clone(),
                size,
                minimum_fee,
                fees: Fees {
                    slow: fees.slow.max(minimum_fee),
                    normal: fees.normal.max(minimum_fee),
                    fast: fees.fast.max(minimum_fee),
                },
                is_relayed: policy.is_default,
            }
        };
        let covers = |plan: &Replacement, fee: u64| total(&plan.inputs) >= payments.total().saturating_add(fee);
        let modes: [fn(&Replacement) -> u64; 4] = [
            |plan| plan.fees.fast,
            |plan| plan.fees.normal,
            |plan| plan.fees.slow,
            |plan| plan.minimum_fee,
        ];
        for fee in modes {
            let found = (0..=more.len()).map(plan).find(|plan| covers(plan, fee(plan)));
            if let Some(found) = found {
                return Ok(found);
            }
        }
        let all = plan(more.len());
        Err(BumpError::InsufficientFunds {
            available: total(&all.inputs),
            required: payments.total().saturating_add(all.minimum_fee),
        })
    }

    /// Returns the inputs, all of which must have a known owner.
    fn own_inputs(&self) -> Result<Vec<Input>, BumpError> {
        let inputs = self.owners.iter().enumerate();
        inputs
            .map(|(input, own)| own.clone().ok_or(BumpError::ForeignInput { input }))
            .collect()
    }

    /// Returns the payments: all outputs but the change.
    fn payments(&self, params: &'static Params, change: &Address) -> Result<Payments, BumpError> {
        let change_index = last_output(self.outputs(), change);
        let others = self
            .outputs()
            .iter()
            .enumerate()
            .filter(|(index, _)| Some(*index) != change_index);
        let list: Result<Vec<Output>, BumpError> = others
            .map(|(output, found)| Output::read(params, found).ok_or(BumpError::OtherOutput { output }))
            .collect();
        match Payments::new(list?, change.clone()) {
            Err(PaymentsError::Empty) => Err(BumpError::OnlyChange),
            payments => payments.map_err(BumpError::Payments),
        }
    }

    /// Plans a child of the outputs that belong to this owner.
    pub fn child(&self, owner: &Sender, rates: &FeeRates) -> Result<Child, BumpError> {
        let txid = self.transaction.txid();
        let outputs = (0..).zip(self.outputs());
        let own = outputs.filter(|(_, output)| output.script_pubkey.as_script() == owner.address().script_pubkey());
        let utxos: Vec<Utxo> = own
            .map(|(vout, output)| Utxo {
                outpoint: OutPoint::new(txid, vout),
                value: output.value.to_sat(),
            })
            .collect();
        if utxos.is_empty() {
            return Err(BumpError::Unrelated);
        }
        let child = size_of(utxos.iter().map(|_| owner), [owner.address().script_pubkey().len()]);
        let both = child.saturating_add(self.transaction.size());
        let (minimum, _) = owner.params().fee_bounds(child);
        let (all, own) = (rates.fees(both), rates.fees(child));
        let fee = |all: u64, own: u64| all.saturating_sub(self.fee).max(own).max(minimum);
        Ok(Child {
            utxos,
            fees: Fees {
                slow: fee(all.slow, own.slow),
                normal: fee(all.normal, own.normal),
                fast: fee(all.fast, own.fast),
            },
        })
    }
}

/// Returns the index of the last output to this address.
fn last_output(outputs: &[TxOut], address: &Address) -> Option<usize> {
    let mut outputs = outputs.iter();
    outputs.rposition(|output| output.script_pubkey.as_script() == address.script_pubkey())
}
