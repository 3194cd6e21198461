//! An inspector that records the value transfers made by contracts: the internal transactions of block
//! explorers.

use revm::Inspector;
use revm::interpreter::{CallInputs, CallOutcome, CreateInputs, CreateOutcome};
use revm::primitives::{Address, U256};

/// A value transfer within a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InternalTransfer {
    /// The kind of transfer.
    pub kind: TransferKind,
    /// The payer.
    pub from: Address,
    /// The recipient; for a creation the new contract.
    pub to: Address,
    /// The amount in wei.
    pub value: U256,
}

/// The kinds of value transfers within a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransferKind {
    /// A call with value.
    Call,
    /// The creation of a contract by a contract.
    Create,
    /// The remaining balance of a destroyed contract.
    SelfDestruct,
}

impl TransferKind {
    /// Returns the name that explorers use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Call => "call",
            Self::Create => "create",
            Self::SelfDestruct => "suicide",
        }
    }
}

/// The inspector. Transfers within a failed call are discarded with it.
#[derive(Debug, Default)]
pub struct Tracer {
    /// The transfers recorded in each active call, the outermost first.
    active: Vec<Vec<InternalTransfer>>,
    /// The transfers of the outermost call, set when it succeeds.
    pub transfers: Vec<InternalTransfer>,
}

impl Tracer {
    fn begin(&mut self, own: Option<InternalTransfer>) {
        // The outermost call is the transaction itself.
        let inner = !self.active.is_empty();
        self.active.push(own.filter(|_| inner).into_iter().collect());
    }

    fn end(&mut self, success: bool) {
        let recorded = self.active.pop().unwrap_or_default();
        if success {
            self.active.last_mut().unwrap_or(&mut self.transfers).extend(recorded);
        }
    }
}

impl<CTX> Inspector<CTX> for Tracer {
    fn call(&mut self, _: &mut CTX, inputs: &mut CallInputs) -> Option<CallOutcome> {
        self.begin(inputs.transfers_value().then(|| InternalTransfer {
            kind: TransferKind::Call,
            from: inputs.caller,
            to: inputs.target_address,
            value: inputs.call_value(),
        }));
        None
    }

    fn call_end(&mut self, _: &mut CTX, _: &CallInputs, outcome: &mut CallOutcome) {
        self.end(outcome.result.result.is_ok());
    }

    fn create(&mut self, _: &mut CTX, inputs: &mut CreateInputs) -> Option<CreateOutcome> {
        // The recipient is unknown until the creation ends.
        self.begin((!inputs.value().is_zero()).then(|| InternalTransfer {
            kind: TransferKind::Create,
            from: inputs.caller(),
            to: Address::ZERO,
            value: inputs.value(),
        }));
        None
    }

    fn create_end(&mut self, _: &mut CTX, _: &CreateInputs, outcome: &mut CreateOutcome) {
        let own = self.active.last_mut().and_then(|recorded| recorded.first_mut());
        if let (Some(own), Some(created)) = (own, outcome.address)
            && own.kind == TransferKind::Create
            && own.to == Address::ZERO
        {
            own.to = created;
        }
        self.end(outcome.result.result.is_ok());
    }

    fn selfdestruct(&mut self, contract: Address, target: Address, value: U256) {
        let Some(recorded) = self.active.last_mut() else {
            return;
        };
        if !value.is_zero() {
            recorded.push(InternalTransfer {
                kind: TransferKind::SelfDestruct,
                from: contract,
                to: target,
                value,
            });
        }
    }
}
