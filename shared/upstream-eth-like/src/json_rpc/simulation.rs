//! Simulation of a transaction on the latest block: `eth_simulateV1` with the movements of the coin
//! (<https://github.com/ethereum/execution-apis/blob/main/src/eth/execute.yaml>), or `debug_traceCall` with the
//! `callTracer` and the `prestateTracer` (<https://geth.ethereum.org/docs/developers/evm-tracing/built-in-tracers>).
//!
//! A first simulation shows which balances and approvals the transaction affects. They are read before and after the
//! transaction in a second one.

use super::fees::message;
use super::message::{Call as RpcCall, read};
use super::values::{Account, Bytes, Id, Number, Quantity, hex_of, plain, quantity};
use super::{JsonRpc, Outcome};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use wallet_eth_like::preview::{CoinMovement, Ending, Execution, Log, Simulated, StateChange, StateRead, reads};
use wallet_eth_like::{Address, Amount, Call, Hash};
use wallet_upstream::{Deadline, Failure, Kind, Lane, Topic};

/// Lane of simulations, a failure of which leaves the effects of a transaction unknown.
pub(crate) const SIMULATIONS: Lane = Lane::Optional(Topic::Simulations);

/// Maximum size in bytes of a response to a simulation.
pub(super) const MAX_SIMULATION_RESPONSE: usize = 2 * 1024 * 1024;

/// Gas limit of a transaction without a gas limit: the maximum of a transaction (EIP-7825), less some gas for gateways
/// that reject the maximum.
const DEFAULT_GAS: u64 = 16_000_000;

/// Gas limit of a read. The reads of a simulation and the transaction fit into a block.
const READ_GAS: u64 = 150_000;

/// Address of the logs of movements of the coin.
const COIN: Address = Address::from_bytes([0xee; 20]);

/// Call to simulate, as a node reads it, with the reads before and after.
struct Request<'a> {
    call: &'a Call,
    gas_limit: u64,
    /// The height of the block after which the call is executed; the latest block if absent.
    block: Option<u64>,
}

#[derive(Debug, Deserialize)]
struct SimulatedBlock {
    number: Number,
    calls: Vec<SimulatedCall>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct SimulatedCall {
    return_data: Bytes,
    #[serde(default)]
    logs: Vec<LogRow>,
    gas_used: Number,
    status: Number,
    error: Option<CallError>,
}

#[derive(Debug, Deserialize)]
struct CallError {
    data: Option<Bytes>,
}

#[derive(Debug, Deserialize)]
struct LogRow {
    address: Account,
    topics: Vec<Id>,
    data: Bytes,
    /// Number of the inner calls before the log.
    position: Option<Number>,
}

/// Frame of the `callTracer`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Frame {
    r#type: String,
    from: Account,
    to: Option<Account>,
    value: Option<Quantity>,
    gas_used: Number,
    output: Option<Bytes>,
    error: Option<String>,
    #[serde(default)]
    logs: Vec<LogRow>,
    #[serde(default)]
    calls: Vec<Self>,
}

/// Result of the `prestateTracer` with `diffMode`.
#[derive(Debug, Deserialize)]
struct Diff {
    pre: BTreeMap<String, AccountDiff>,
    post: BTreeMap<String, AccountDiff>,
}

#[derive(Debug, Default, Deserialize)]
struct AccountDiff {
    balance: Option<Value>,
    nonce: Option<u64>,
    code: Option<Value>,
    #[serde(default)]
    storage: BTreeMap<String, Value>,
}

impl JsonRpc {
    /// Simulates a transaction on the block of this height, or on the latest block. Returns `None` if the node has no
    /// method for that.
    pub(crate) async fn simulate(
        &self,
        call: &Call,
        gas_limit: Option<u64>,
        block: Option<u64>,
        deadline: Deadline,
    ) -> Result<Option<Simulated>, Failure> {
        let request = Request {
            call,
            gas_limit: gas_limit.unwrap_or(DEFAULT_GAS),
            block,
        };
        if !self.lacks_simulations.is_known()
            && let Some(simulated) = self.simulate_calls(&request, deadline).await?
        {
            return Ok(Some(simulated));
        }
        if self.lacks_call_traces.is_known() {
            return Ok(None);
        }
        self.trace_call(&request, deadline).await
    }

    /// Simulates by `eth_simulateV1`. Returns `None` if the node lacks the method.
    async fn simulate_calls(&self, request: &Request<'_>, deadline: Deadline) -> Result<Option<Simulated>, Failure> {
        let outcome = self.simulation_call(request.simulate(&[]), deadline).await?;
        if self.lacks_simulations.note(&outcome) {
            return Ok(None);
        }
        let first = decode_simulation(&outcome, &[])?;
        let reads = reads(request.call, &first.execution);
        if reads.is_empty() || first.execution.ending != Ending::Success {
            return Ok(Some(first));
        }
        let outcome = self.simulation_call(request.simulate(&reads), deadline).await?;
        // A node that limits the calls of a simulation has still simulated the transaction.
        Ok(Some(decode_simulation(&outcome, &reads).unwrap_or(first)))
    }

    /// Simulates by `debug_traceCall`. Returns `None` if the node lacks the method.
    async fn trace_call(&self, request: &Request<'_>, deadline: Deadline) -> Result<Option<Simulated>, Failure> {
        let block = if let Some(block) = request.block {
            block
        } else {
            let height = RpcCall::new("eth_blockNumber", json!([]));
            let Number(block) = self.simulation_call(height, deadline).await?.value()?;
            block
        };
        // All later calls refer to one block: otherwise a new block would change the balances between the calls.
        let request = Request {
            block: Some(block),
            ..*request
        };
        let calls = [
            request.trace("callTracer", &json!({ "withLog": true })),
            request.trace("prestateTracer", &json!({ "diffMode": true })),
        ];
        let outcomes = self
            .call_each_at(&self.simulation_endpoint, &calls, SIMULATIONS, deadline)
            .await?;
        let [trace, diff] = <[Outcome; 2]>::try_from(outcomes)
            .map_err(|_| Failure::unusable("number of responses differs from number of calls"))?;
        if self.lacks_call_traces.note(&trace) {
            return Ok(None);
        }
        let execution = decode_trace(&trace)?;
        let mut simulated = Simulated {
            upstream: Kind::JsonRpc.name(),
            block,
            execution,
            states: Vec::new(),
        };
        let reads = reads(request.call, &simulated.execution);
        let overrides = decode_diff(&diff);
        if let Ok(overrides) = overrides
            && simulated.execution.ending == Ending::Success
            && !reads.is_empty()
        {
            simulated.states = self.read_states(&reads, block, &overrides, deadline).await?;
        }
        Ok(Some(simulated))
    }

    /// Reads states on a block, and with the changes of a transaction.
    async fn read_states(
        &self,
        reads: &[StateRead],
        block: u64,
        overrides: &Value,
        deadline: Deadline,
    ) -> Result<Vec<StateChange>, Failure> {
        let before = reads.iter().map(|read| json!([read_message(read), quantity(block)]));
        let after = reads
            .iter()
            .map(|read| json!([read_message(read), quantity(block), overrides]));
        let calls: Vec<_> = before
            .chain(after)
            .map(|params| RpcCall::new("eth_call", params))
            .collect();
        let outcomes = self
            .call_each_at(&self.simulation_endpoint, &calls, SIMULATIONS, deadline)
            .await?;
        let returned = |at: usize| outcomes.get(at)?.value::<Bytes>().ok();
        let state = |(at, read): (usize, &StateRead)| StateChange {
            read: *read,
            before: returned(at).and_then(|Bytes(data)| read.value(&data)),
            after: returned(reads.len() + at).and_then(|Bytes(data)| read.value(&data)),
        };
        Ok(reads.iter().enumerate().map(state).collect())
    }

    async fn simulation_call(&self, call: RpcCall, deadline: Deadline) -> Result<Outcome, Failure> {
        self.call_at(&self.simulation_endpoint, call, SIMULATIONS, deadline)
            .await
    }
}

impl Request<'_> {
    fn message(&self) -> Value {
        let mut message = message(self.call);
        message["gas"] = quantity(self.gas_limit).into();
        message
    }

    fn simulate(&self, reads: &[StateRead]) -> RpcCall {
        let read = || reads.iter().map(read_message);
        let calls: Vec<Value> = read().chain([self.message()]).chain(read()).collect();
        let request = json!({ "blockStateCalls": [{ "calls": calls }], "traceTransfers": true, "validation": false });
        RpcCall::new("eth_simulateV1", json!([request, self.tag()]))
    }

    fn trace(&self, tracer: &str, config: &Value) -> RpcCall {
        let options = json!({ "tracer": tracer, "tracerConfig": config });
        RpcCall::new("debug_traceCall", json!([self.message(), self.tag(), options]))
    }

    fn tag(&self) -> String {
        self.block.map_or_else(|| "latest".to_owned(), quantity)
    }
}

fn read_message(read: &StateRead) -> Value {
    let (contract, data) = read.call();
    json!({ "to": plain(contract), "data": hex_of(&data), "gas": quantity(READ_GAS) })
}

/// Reads a simulation of the transaction between the reads. An error of the node about the request is no failure of the
/// node, since a caller can cause the error.
pub(super) fn decode_simulation(outcome: &Outcome, reads: &[StateRead]) -> Result<Simulated, Failure> {
    let failed = |ending| Simulated {
        upstream: Kind::JsonRpc.name(),
        block: 0,
        execution: Execution {
            ending,
            gas_used: 0,
            logs: Vec::new(),
            movements: Vec::new(),
            created: None,
        },
        states: Vec::new(),
    };
    let blocks: Vec<SimulatedBlock> = match &outcome.0 {
        Ok(value) => read(value)?,
        Err(error) if error.is_insufficient_funds() => return Ok(failed(Ending::InsufficientFunds)),
        Err(error) if error.is_rate_limit() => return Err(error.failure()),
        Err(error) => {
            let cause = error.for_log();
            return Err(Failure::Declined { cause });
        }
    };
    let [block] = <[SimulatedBlock; 1]>::try_from(blocks).map_err(|_| Failure::unusable("not one simulated block"))?;
    if block.calls.len() != 2 * reads.len() + 1 {
        return Err(Failure::unusable("number of simulated calls differs"));
    }
    let (before, rest) = block.calls.split_at(reads.len());
    let [transaction, after @ ..] = rest else {
        return Err(Failure::unusable("no simulated transaction"));
    };
    let states = reads.iter().zip(before.iter().zip(after));
    Ok(Simulated {
        upstream: Kind::JsonRpc.name(),
        block: block.number.0.saturating_sub(1),
        execution: transaction.execution()?,
        states: states
            .map(|(read, (before, after))| StateChange {
                read: *read,
                before: before.value_of(read),
                after: after.value_of(read),
            })
            .collect(),
    })
}

impl SimulatedCall {
    fn succeeded(&self) -> bool {
        self.status.0 == 1
    }

    fn value_of(&self, read: &StateRead) -> Option<Amount> {
        read.value(&self.return_data.0).filter(|_| self.succeeded())
    }

    fn execution(&self) -> Result<Execution, Failure> {
        let data = self.error.as_ref().and_then(|error| error.data.as_ref());
        let data = data
            .filter(|_| self.return_data.0.is_empty())
            .unwrap_or(&self.return_data);
        let (coin, logs): (Vec<&LogRow>, Vec<&LogRow>) = self.logs.iter().partition(|log| log.address.0 == COIN);
        let movements: Option<Vec<_>> = coin.into_iter().map(LogRow::movement).collect();
        Ok(Execution {
            ending: if self.succeeded() {
                Ending::Success
            } else {
                Ending::Reverted(data.0.clone())
            },
            gas_used: self.gas_used.0,
            logs: logs.into_iter().map(LogRow::decode).collect(),
            movements: movements.ok_or_else(|| Failure::unusable("a movement of the coin of an unknown form"))?,
            created: None,
        })
    }
}

impl LogRow {
    fn decode(&self) -> Log {
        Log {
            address: self.address.0,
            topics: self.topics.iter().map(|topic| topic.0).collect(),
            data: self.data.0.clone(),
        }
    }

    fn movement(&self) -> Option<CoinMovement> {
        let address = |at: usize| {
            let Hash(word) = self.topics.get(at)?.0;
            Some(Address::from_bytes(word[12..].try_into().ok()?))
        };
        Some(CoinMovement {
            from: address(1)?,
            to: address(2)?,
            value: Amount::from_be_bytes(self.data.0.as_slice().try_into().ok()?),
        })
    }
}

/// Reads the trace of a call.
pub(super) fn decode_trace(outcome: &Outcome) -> Result<Execution, Failure> {
    let frame: &RawValue = match &outcome.0 {
        Ok(value) => value,
        Err(error) if error.is_insufficient_funds() => {
            return Ok(Execution {
                ending: Ending::InsufficientFunds,
                gas_used: 0,
                logs: Vec::new(),
                movements: Vec::new(),
                created: None,
            });
        }
        Err(error) if error.is_rate_limit() => return Err(error.failure()),
        Err(error) => {
            let cause = error.for_log();
            return Err(Failure::Declined { cause });
        }
    };
    let frame: Frame = read(frame)?;
    let mut execution = Execution {
        ending: Ending::Success,
        gas_used: frame.gas_used.0,
        logs: Vec::new(),
        movements: Vec::new(),
        created: None,
    };
    if frame.error.is_some() {
        execution.ending = Ending::Reverted(frame.output.map(|Bytes(data)| data).unwrap_or_default());
        return Ok(execution);
    }
    frame
        .collect(&mut execution)
        .ok_or_else(|| Failure::unusable("a call without a recipient"))?;
    let mut created = Vec::new();
    frame.calls.iter().for_each(|call| call.collect_created(&mut created));
    execution.created = Some(created);
    Ok(execution)
}

impl Frame {
    /// Adds the logs and movements of the call, and of the calls inside. Returns `None` if a recipient is missing.
    fn collect(&self, execution: &mut Execution) -> Option<()> {
        if self.error.is_some() {
            return Some(());
        }
        let value = self.value.map_or(Amount::ZERO, |Quantity(value)| value);
        let moves = matches!(&*self.r#type, "CALL" | "CREATE" | "CREATE2" | "SELFDESTRUCT");
        if moves && value > Amount::ZERO {
            execution.movements.push(CoinMovement {
                from: self.from.0,
                to: self.to?.0,
                value,
            });
        }
        let mut logs = self.logs.iter().peekable();
        for (position, call) in self.calls.iter().enumerate() {
            let is_before = |log: &&LogRow| log.position.is_some_and(|at| at.0 <= position as u64);
            while let Some(log) = logs.next_if(is_before) {
                execution.logs.push(log.decode());
            }
            call.collect(execution)?;
        }
        execution.logs.extend(logs.map(LogRow::decode));
        Some(())
    }
}

impl Frame {
    /// Adds the contracts that the call and the calls inside create.
    fn collect_created(&self, created: &mut Vec<Address>) {
        if self.error.is_some() {
            return;
        }
        if matches!(&*self.r#type, "CREATE" | "CREATE2") {
            created.extend(self.to.map(|to| to.0));
        }
        self.calls.iter().for_each(|call| call.collect_created(created));
    }
}

/// Returns the overrides of a call for the state after a transaction.
fn decode_diff(outcome: &Outcome) -> Result<Value, Failure> {
    let Diff { pre, mut post } = outcome.value()?;
    let mut overrides = Map::new();
    for (address, before) in pre {
        let Some(mut after) = post.remove(&address) else {
            // The account is removed, or unchanged apart from the slots that are zero now.
            overrides.insert(address, cleared(&before));
            continue;
        };
        for slot in before.storage.into_keys() {
            let zero = || format!("0x{}", "0".repeat(64)).into();
            after.storage.entry(slot).or_insert_with(zero);
        }
        overrides.insert(address, override_of(after));
    }
    for (address, after) in post {
        overrides.insert(address, override_of(after));
    }
    Ok(overrides.into())
}

/// Returns the override of an account without a value afterwards.
fn cleared(before: &AccountDiff) -> Value {
    let zero = format!("0x{}", "0".repeat(64));
    let slots = before.storage.keys().map(|slot| (slot.clone(), zero.clone().into()));
    let slots: Map<String, Value> = slots.collect();
    json!({ "stateDiff": slots })
}

fn override_of(account: AccountDiff) -> Value {
    let mut values = Map::new();
    if let Some(balance) = account.balance {
        values.insert("balance".to_owned(), balance);
    }
    if let Some(nonce) = account.nonce {
        values.insert("nonce".to_owned(), quantity(nonce).into());
    }
    if let Some(code) = account.code {
        values.insert("code".to_owned(), code);
    }
    if !account.storage.is_empty() {
        values.insert("stateDiff".to_owned(), json!(account.storage));
    }
    values.into()
}
