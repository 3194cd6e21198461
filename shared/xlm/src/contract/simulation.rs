//! Simulations of invocations: the query for a Stellar RPC server, and the checked outcome.

use super::Authorization;
use super::address::{CallAddress, ContractId};
use super::call::{ContractInvocation, ScValue};
use crate::chain::{from_base64, to_base64};
use crate::value::address::AccountId;
use crate::value::amount::Stroops;
use serde::Serialize;
use std::fmt;
use stellar_xdr as xdr;
use utoipa::ToSchema;

/// An invocation by an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimulationQuery {
    /// The source account of the transaction. A simulation also succeeds for a missing account.
    pub source: AccountId,
    /// The invocation to simulate.
    pub invocation: ContractInvocation,
}

/// The outcome of an invocation in the latest ledger. Nothing is sent to the network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Simulation {
    /// The sequence number of the latest ledger.
    pub ledger: u32,
    /// The outcome.
    pub outcome: Result<Simulated, CallFault>,
}

/// The outcome of a successful invocation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Simulated {
    /// The result.
    pub result: ScValue,
    /// The authorizations that the invocation requires.
    pub authorizations: Vec<AuthorizationEntry>,
    /// The resources and the footprint.
    pub resources: Resources,
    /// The events of the contracts in order.
    pub events: Vec<ContractEvent>,
    /// True if archived entries must be restored by a separate transaction first.
    pub requires_restore: bool,
}

/// The authorization of an invocation by an account or a contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuthorizationEntry(pub(crate) xdr::SorobanAuthorizationEntry);

/// The resources of an invocation with the fee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resources {
    pub(crate) data: xdr::SorobanTransactionData,
    /// The fee of the resources in stroops, without the inclusion fee.
    pub fee: Stroops,
}

/// An event of a contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContractEvent {
    /// The contract.
    pub contract: ContractId,
    /// The topics: the name of the event first.
    pub topics: Vec<ScValue>,
    /// The data.
    pub data: ScValue,
}

/// The failure of an invocation, as a closed set: the text of a server is never part of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = XlmCallFault)]
pub struct CallFault {
    /// The part of the network that reports the failure: `Contract`, `WasmVm`, `Context`, `Storage`, `Object`, `Crypto`,
    /// `Events`, `Budget`, `Value` or `Auth`; `Unknown` if the server does not report one.
    #[schema(example = "Contract")]
    pub kind: &'static str,
    /// The code of an error of the contract. Only the contract defines the meaning.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 10)]
    pub number: Option<u32>,
    /// The code of an error of the network: `MissingValue`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "MissingValue")]
    pub code: Option<&'static str>,
}

impl fmt::Display for CallFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.number, self.code) {
            (Some(number), _) => write!(f, "contract fails with error {number}"),
            (None, Some(code)) => write!(f, "contract call fails: {} {code}", self.kind),
            (None, None) => f.write_str("contract call fails"),
        }
    }
}

/// The error for a simulation that no healthy server returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("simulation: {0}")]
pub struct SimulationError(&'static str);

/// The parts of a successful simulation in base64, as servers return them.
#[derive(Clone, Copy, Debug, Default)]
pub struct RawSimulation<'a> {
    /// The result.
    pub result: &'a str,
    /// The authorizations that the call requires.
    pub authorizations: &'a [String],
    /// The resources that the call uses.
    pub resources: &'a str,
    /// The fee of the resources.
    pub fee: i64,
    /// The events, also for diagnosis.
    pub events: &'a [String],
    /// True if archived entries must be restored by a separate transaction first.
    pub requires_restore: bool,
}

/// The maximum number of authorizations, far above any usual call.
const MAX_AUTHORIZATIONS: usize = 16;
/// The maximum number of events.
const MAX_EVENTS: usize = 1000;
/// The maximum number of entries of a footprint. The network has a limit of 400 at protocol 23.
const MAX_FOOTPRINT: usize = 400;
/// The maximum number of instructions. The network has a limit of 400 million at protocol 23.
const MAX_INSTRUCTIONS: u32 = 1_000_000_000;
/// The maximum number of bytes that are read or written. The limits of the network are below 300 KB.
const MAX_BYTES: u32 = 1 << 20;
/// The maximum fee of resources: 10 lumens, far above that of any usual call.
const MAX_FEE: Stroops = Stroops::MAX_PLAUSIBLE_FEE;

impl SimulationQuery {
    /// Returns the unsigned envelope of the invocation in base64. The sequence number and the fee have no effect.
    pub fn to_base64(&self) -> String {
        let transaction = xdr::Transaction {
            source_account: xdr::MuxedAccount::Ed25519(xdr::Uint256(self.source.0)),
            fee: 100,
            seq_num: xdr::SequenceNumber(0),
            // As `@stellar/stellar-sdk` writes a transaction without an end.
            cond: xdr::Preconditions::Time(xdr::TimeBounds {
                min_time: xdr::TimePoint(0),
                max_time: xdr::TimePoint(0),
            }),
            memo: xdr::Memo::None,
            // A single operation is below every limit.
            operations: vec![self.invocation.operation(Vec::new())]
                .try_into()
                .unwrap_or_default(),
            ext: xdr::TransactionExt::V0,
        };
        to_base64(&xdr::TransactionEnvelope::from(transaction))
    }
}

impl Simulated {
    /// Decodes and checks the parts of a simulation.
    pub fn read(raw: RawSimulation<'_>) -> Result<Self, SimulationError> {
        if raw.authorizations.len() > MAX_AUTHORIZATIONS {
            return Err(SimulationError("too many authorizations"));
        }
        if raw.events.len() > MAX_EVENTS {
            return Err(SimulationError("too many events"));
        }
        let authorizations = raw.authorizations.iter().map(|text| {
            let entry = from_base64(text).map(AuthorizationEntry);
            entry.ok_or(SimulationError("invalid authorization"))
        });
        let mut events = Vec::new();
        for text in raw.events {
            events.extend(ContractEvent::read_diagnostic(text)?);
        }
        Ok(Self {
            result: ScValue::read(raw.result).ok_or(SimulationError("invalid result"))?,
            authorizations: authorizations.collect::<Result<_, _>>()?,
            resources: Resources::read(raw.resources, raw.fee)?,
            events,
            requires_restore: raw.requires_restore,
        })
    }
}

impl Resources {
    /// Decodes the base64 of resources and checks the limits.
    fn read(base64: &str, fee: i64) -> Result<Self, SimulationError> {
        let data: xdr::SorobanTransactionData = from_base64(base64).ok_or(SimulationError("invalid resources"))?;
        let fee = Stroops::new(fee).filter(|fee| *fee <= MAX_FEE);
        let fee = fee.ok_or(SimulationError("implausible fee of resources"))?;
        if data.resource_fee != fee.get() {
            return Err(SimulationError("two different fees of resources"));
        }
        let used = &data.resources;
        let entries = used.footprint.read_only.len() + used.footprint.read_write.len();
        let is_plausible = used.instructions <= MAX_INSTRUCTIONS
            && used.disk_read_bytes <= MAX_BYTES
            && used.write_bytes <= MAX_BYTES
            && entries <= MAX_FOOTPRINT;
        if !is_plausible {
            return Err(SimulationError("implausible resources"));
        }
        if let xdr::SorobanTransactionDataExt::V1(restored) = &data.ext {
            let exists = |index: &u32| usize::try_from(*index).is_ok_and(|at| at < used.footprint.read_write.len());
            if !restored.archived_soroban_entries.iter().all(exists) {
                return Err(SimulationError("archived entry outside the footprint"));
            }
        }
        Ok(Self { data, fee })
    }
}

impl AuthorizationEntry {
    /// Returns the address that must add a separate signature, `None` if the signature of the transaction by the source
    /// account authorizes the call.
    pub fn separate_signer(&self) -> Option<String> {
        let credentials = match &self.0.credentials {
            xdr::SorobanCredentials::SourceAccount => return None,
            xdr::SorobanCredentials::Address(credentials) | xdr::SorobanCredentials::AddressV2(credentials) => {
                credentials
            }
            xdr::SorobanCredentials::AddressWithDelegates(with) => &with.address_credentials,
        };
        Some(credentials.address.to_string())
    }

    /// Returns true if the entry authorizes exactly this invocation at the root.
    pub fn is_of(&self, invocation: &ContractInvocation) -> bool {
        match &self.0.root_invocation.function {
            xdr::SorobanAuthorizedFunction::ContractFn(call) => *call == invocation.to_xdr(),
            xdr::SorobanAuthorizedFunction::CreateContractHostFn(_)
            | xdr::SorobanAuthorizedFunction::CreateContractV2HostFn(_) => false,
        }
    }

    /// Returns true if the entry also authorizes calls that the contract makes.
    pub fn has_nested_calls(&self) -> bool {
        !self.0.root_invocation.sub_invocations.is_empty()
    }

    /// Returns the authorization for review.
    pub fn shown(&self) -> Authorization {
        Authorization::of(&self.0)
    }
}

impl ContractEvent {
    /// Decodes the base64 of an event for diagnosis; `None` for events that are not of a successful call of a contract.
    fn read_diagnostic(base64: &str) -> Result<Option<Self>, SimulationError> {
        let event: xdr::DiagnosticEvent = from_base64(base64).ok_or(SimulationError("invalid event"))?;
        Ok(Some(event.event)
            .filter(|_| event.in_successful_contract_call)
            .and_then(|event| Self::of(&event)))
    }

    /// Decodes an event; `None` for events of the system and for diagnosis.
    pub(crate) fn of(event: &xdr::ContractEvent) -> Option<Self> {
        let (xdr::ContractEventType::Contract, Some(xdr::ContractId(xdr::Hash(contract)))) =
            (event.type_, &event.contract_id)
        else {
            return None;
        };
        let xdr::ContractEventBody::V0(body) = &event.body;
        Some(Self {
            contract: ContractId(*contract),
            topics: body.topics.iter().cloned().map(ScValue).collect(),
            data: ScValue(body.data.clone()),
        })
    }

    /// Returns the sides and the amount of a transfer of a token (SEP-41, CAP-67), `None` for events of a different form.
    pub fn transfer(&self) -> Option<(CallAddress, CallAddress, i128)> {
        let [name, from, to, ..] = self.topics.as_slice() else {
            return None;
        };
        (name.as_text()? == "transfer").then_some(())?;
        Some((from.as_address()?, to.as_address()?, self.amount()?))
    }

    /// Returns the amount of a transfer: the data, or the entry `amount` of the data with the id of a user.
    pub(super) fn amount(&self) -> Option<i128> {
        match &self.data.0 {
            xdr::ScVal::Map(Some(entries)) => entries
                .iter()
                .find(|entry| ScValue(entry.key.clone()).as_text().as_deref() == Some("amount"))
                .and_then(|entry| ScValue(entry.val.clone()).as_amount()),
            _ => self.data.as_amount(),
        }
    }
}

impl CallFault {
    /// Reads the first error in the text of a server: `HostError: Error(Contract, #10)`. Other words are ignored.
    pub fn read(text: &str) -> Self {
        let unknown = Self {
            kind: "Unknown",
            number: None,
            code: None,
        };
        let inside = text.split("Error(").skip(1).find_map(|rest| rest.split_once(')'));
        let Some((kind, code)) = inside.and_then(|(inside, _)| inside.split_once(", ")) else {
            return unknown;
        };
        let Some(kind) = xdr::ScErrorType::VARIANTS.iter().find(|known| known.name() == kind) else {
            return unknown;
        };
        let number = code.strip_prefix('#').and_then(|digits| digits.parse().ok());
        let code = xdr::ScErrorCode::VARIANTS.iter().find(|known| known.name() == code);
        Self {
            kind: kind.name(),
            number,
            code: code.map(xdr::ScErrorCode::name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_a_closed_set() {
        let fault = |kind, number, code| CallFault { kind, number, code };
        for (text, expected) in [
            (
                "HostError: Error(Contract, #10)\n\nEvent log (newest first): Error(Budget, ExceededLimit)",
                fault("Contract", Some(10), None),
            ),
            (
                "transaction simulation failed: HostError: Error(Storage, MissingValue) evil.example",
                fault("Storage", None, Some("MissingValue")),
            ),
            ("Error(Evil, #1)", fault("Unknown", None, None)),
            ("Error(Auth, Evil)", fault("Auth", None, None)),
            ("Error(Contract, #99999999999)", fault("Contract", None, None)),
            ("evil.example", fault("Unknown", None, None)),
            ("Error(", fault("Unknown", None, None)),
        ] {
            assert_eq!(CallFault::read(text), expected, "{text}");
        }
    }

    fn resources(change: impl FnOnce(&mut xdr::SorobanTransactionData)) -> Result<Resources, SimulationError> {
        let mut data = xdr::SorobanTransactionData {
            ext: xdr::SorobanTransactionDataExt::V0,
            resources: xdr::SorobanResources {
                footprint: xdr::LedgerFootprint {
                    read_only: xdr::VecM::default(),
                    read_write: xdr::VecM::default(),
                },
                instructions: MAX_INSTRUCTIONS,
                disk_read_bytes: MAX_BYTES,
                write_bytes: MAX_BYTES,
            },
            resource_fee: MAX_FEE.get(),
        };
        change(&mut data);
        Resources::read(&to_base64(&data), data.resource_fee)
    }

    type Change = fn(&mut xdr::SorobanTransactionData);

    #[test]
    fn resources_are_bounded() {
        assert!(resources(|_| ()).is_ok());
        let changes: [Change; 6] = [
            |data| data.resources.instructions += 1,
            |data| data.resources.disk_read_bytes += 1,
            |data| data.resources.write_bytes += 1,
            |data| data.resource_fee += 1,
            |data| data.resource_fee = -1,
            |data| {
                data.ext = xdr::SorobanTransactionDataExt::V1(xdr::SorobanResourcesExtV0 {
                    archived_soroban_entries: vec![0].try_into().unwrap(),
                });
            },
        ];
        for change in changes {
            assert!(resources(change).is_err());
        }
    }
}
