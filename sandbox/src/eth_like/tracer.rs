//! Watches a transaction run and notes the coins that contracts move: a block explorer's internal transactions.

use revm::Inspector;
use revm::interpreter::{CallInputs, CallOutcome, CreateInputs, CreateOutcome};
use revm::primitives::{Address, U256};

/// Coins that moved within a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InternalTransfer {
    /// How.
    pub kind: TransferKind,
    /// Who paid.
    pub from: Address,
    /// Who was paid; for a creation the new contract.
    pub to: Address,
    /// How much, in wei.
    pub value: U256,
}

/// How coins move within a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransferKind {
    /// With a call.
    Call,
    /// Into a contract that a contract made.
    Create,
    /// What a contract leaves behind.
    SelfDestruct,
}

impl TransferKind {
    /// As explorers call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Call => "call",
            Self::Create => "create",
            Self::SelfDestruct => "suicide",
        }
    }
}

/// The inspector. What happens within a call that fails is forgotten with it.
#[derive(Debug, Default)]
pub struct Tracer {
    /// What was noted in each call that is running, the outermost first.
    running: Vec<Vec<InternalTransfer>>,
    /// What was noted in the outermost call, once that has succeeded.
    pub transfers: Vec<InternalTransfer>,
}

impl Tracer {
    fn begin(&mut self, own: Option<InternalTransfer>) {
        // The outermost call is the transaction itself.
        let inner = !self.running.is_empty();
        self.running.push(own.filter(|_| inner).into_iter().collect());
    }

    fn end(&mut self, success: bool) {
        let noted = self.running.pop().unwrap_or_default();
        if success {
            self.running.last_mut().unwrap_or(&mut self.transfers).extend(noted);
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
        // Whom it pays is known at its end.
        self.begin((!inputs.value().is_zero()).then(|| InternalTransfer {
            kind: TransferKind::Create,
            from: inputs.caller(),
            to: Address::ZERO,
            value: inputs.value(),
        }));
        None
    }

    fn create_end(&mut self, _: &mut CTX, _: &CreateInputs, outcome: &mut CreateOutcome) {
        let own = self.running.last_mut().and_then(|noted| noted.first_mut());
        if let (Some(own), Some(created)) = (own, outcome.address)
            && own.kind == TransferKind::Create
            && own.to == Address::ZERO
        {
            own.to = created;
        }
        self.end(outcome.result.result.is_ok());
    }

    fn selfdestruct(&mut self, contract: Address, target: Address, value: U256) {
        let Some(noted) = self.running.last_mut() else {
            return;
        };
        if !value.is_zero() {
            noted.push(InternalTransfer {
                kind: TransferKind::SelfDestruct,
                from: contract,
                to: target,
                value,
            });
        }
    }
}
