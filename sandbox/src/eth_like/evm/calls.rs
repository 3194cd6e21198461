//! The calls of a transaction, as the `callTracer` of go-ethereum records them.

use revm::context::ContextTr;
use revm::context::result::HaltReason;
use revm::interpreter::{
    CallInputs, CallOutcome, CallScheme, CreateInputs, CreateOutcome, InstructionResult, InterpreterResult,
    SuccessOrHalt,
};
use revm::primitives::{Address, Bytes, Log, U256};
use revm::{Inspector, context_interface::CreateScheme};

/// The maximum number of bytes that all calls of a transaction receive and return together.
const MAX_SIZE: usize = 64 << 20;
/// The size of a call without data in bytes, about.
const CALL_SIZE: usize = 256;

/// A call, the creation of a contract, or the destruction of a contract.
#[derive(Clone, Debug)]
pub struct Call {
    /// The name of the instruction.
    pub kind: &'static str,
    pub from: Address,
    /// The called address, or the created contract; `None` after a failed creation.
    pub to: Option<Address>,
    /// The amount in wei; `None` for a call without value by its kind.
    pub value: Option<U256>,
    /// The gas limit.
    pub gas: u64,
    pub gas_used: u64,
    /// The calldata or the creation code.
    pub input: Bytes,
    pub output: Bytes,
    pub failure: Option<CallFailure>,
    /// The calls made by this call.
    pub calls: Vec<Call>,
    /// The logs of this call, each with the number of calls before the log.
    pub logs: Vec<(usize, Log)>,
}

/// The end of a call without success.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallFailure {
    /// The contract rejects the call; the output contains the reason.
    Reverted,
    /// The call stops for another reason.
    Halted(HaltReason),
}

/// The inspector that records calls.
#[derive(Debug, Default)]
pub struct CallTracer {
    /// The active calls, the outermost first.
    active: Vec<Call>,
    /// The outermost call after the end.
    outermost: Option<Call>,
    /// The size of the recorded data in bytes.
    size: usize,
}

impl CallTracer {
    /// Returns the outermost call, or `None` if the calls are too large.
    pub fn into_call(self) -> Option<Call> {
        self.outermost.filter(|_| self.size <= MAX_SIZE)
    }

    /// Returns true if the data may be recorded.
    fn has_room(&mut self, size: usize) -> bool {
        self.size = self.size.saturating_add(size + CALL_SIZE);
        self.size <= MAX_SIZE
    }

    fn end(&mut self, result: &InterpreterResult, created: Option<Address>) {
        let Some(mut call) = self.active.pop() else { return };
        call.gas_used = result.gas.total_gas_spent();
        call.failure = failure(result.result);
        // The output of a call that halts is empty.
        if self.has_room(result.output.len()) {
            call.output = result.output.clone();
        }
        if call.kind.starts_with("CREATE") {
            call.to = created.filter(|_| call.failure.is_none());
        }
        self.push(call);
    }

    /// Stores a finished call in the calling call.
    fn push(&mut self, call: Call) {
        match self.active.last_mut() {
            None => self.outermost = Some(call),
            Some(caller) if self.size <= MAX_SIZE => caller.calls.push(call),
            Some(_) => {}
        }
    }
}

fn failure(result: InstructionResult) -> Option<CallFailure> {
    match SuccessOrHalt::<HaltReason>::from(result) {
        SuccessOrHalt::Success(_) => None,
        SuccessOrHalt::Revert => Some(CallFailure::Reverted),
        SuccessOrHalt::Halt(reason) => Some(CallFailure::Halted(reason)),
        SuccessOrHalt::FatalExternalError | SuccessOrHalt::Internal(_) => {
            Some(CallFailure::Halted(HaltReason::OpcodeNotFound))
        }
    }
}

impl<CTX: ContextTr> Inspector<CTX> for CallTracer {
    fn log(&mut self, _: &mut CTX, log: Log) {
        if self.has_room(log.data.data.len())
            && let Some(call) = self.active.last_mut()
        {
            call.logs.push((call.calls.len(), log));
        }
    }

    fn call(&mut self, context: &mut CTX, inputs: &mut CallInputs) -> Option<CallOutcome> {
        let (kind, from, value) = match inputs.scheme {
            CallScheme::Call => ("CALL", inputs.caller, Some(inputs.call_value())),
            CallScheme::CallCode => ("CALLCODE", inputs.caller, Some(inputs.call_value())),
            // The code runs as the calling contract, with the sender and the value of the call of that contract.
            CallScheme::DelegateCall => ("DELEGATECALL", inputs.target_address, Some(inputs.call_value())),
            CallScheme::StaticCall => ("STATICCALL", inputs.caller, None),
        };
        let has_room = self.has_room(inputs.input.len());
        self.active.push(Call {
            kind,
            from,
            to: Some(inputs.bytecode_address),
            value,
            gas: inputs.gas_limit,
            gas_used: 0,
            input: if has_room {
                inputs.input.bytes(context)
            } else {
                Bytes::new()
            },
            output: Bytes::new(),
            failure: None,
            calls: Vec::new(),
            logs: Vec::new(),
        });
        None
    }

    fn call_end(&mut self, _: &mut CTX, _: &CallInputs, outcome: &mut CallOutcome) {
        self.end(&outcome.result, None);
    }

    fn create(&mut self, _: &mut CTX, inputs: &mut CreateInputs) -> Option<CreateOutcome> {
        let has_room = self.has_room(inputs.init_code().len());
        self.active.push(Call {
            kind: match inputs.scheme() {
                CreateScheme::Create2 { .. } => "CREATE2",
                CreateScheme::Create | CreateScheme::Custom { .. } => "CREATE",
            },
            from: inputs.caller(),
            to: None,
            value: Some(inputs.value()),
            gas: inputs.gas_limit(),
            gas_used: 0,
            input: if has_room {
                inputs.init_code().clone()
            } else {
                Bytes::new()
            },
            output: Bytes::new(),
            failure: None,
            calls: Vec::new(),
            logs: Vec::new(),
        });
        None
    }

    fn create_end(&mut self, _: &mut CTX, _: &CreateInputs, outcome: &mut CreateOutcome) {
        self.end(&outcome.result, outcome.address);
    }

    fn selfdestruct(&mut self, contract: Address, target: Address, value: U256) {
        if self.has_room(0) {
            self.push(Call {
                kind: "SELFDESTRUCT",
                from: contract,
                to: Some(target),
                value: Some(value),
                gas: 0,
                gas_used: 0,
                input: Bytes::new(),
                output: Bytes::new(),
                failure: None,
                calls: Vec::new(),
                logs: Vec::new(),
            });
        }
    }
}
