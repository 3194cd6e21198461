//! Simulated calls that the signature of the source account alone authorizes.

use super::call::ContractInvocation;
use super::simulation::{CallFault, Simulated, Simulation};
use super::{CallAddress, ScValue};
use crate::fee::estimate::{Fee, FeeError};
use crate::value::address::AccountId;
use crate::value::amount::Stroops;
use stellar_xdr as xdr;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};
use wallet_core::ports::upstream::UpstreamError;

/// A call with the outcome of the simulation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreparedCall {
    /// The call.
    pub invocation: ContractInvocation,
    /// The outcome of the simulation.
    pub simulated: Simulated,
}

/// Reasons why a call cannot become a transaction.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    /// The simulated call fails.
    #[error("{0}")]
    Failed(CallFault),
    /// Archived entries must be restored first.
    #[error("entries of the contract are archived; a transaction that restores them must be sent first")]
    RestoreRequired,
    /// Another account or contract must sign an authorization.
    #[error("the call requires a separate signature by {0}, which the signature of a transaction cannot replace")]
    OtherSigner(String),
    /// A transfer would also authorize calls that the contract makes.
    #[error("the signature would also authorize further calls by the token contract; review them with contract-call")]
    FurtherCalls,
    /// The upstream returned the authorization of a different call.
    #[error("authorization of a different call")]
    Foreign,
}

impl CodedError for CallError {
    fn info(&self) -> ErrorInfo {
        let (reason, details) = match self {
            Self::Failed(fault) => ("failed", Some(fault)),
            Self::RestoreRequired => ("restore_required", None),
            Self::OtherSigner(_) => ("other_signer", None),
            Self::FurtherCalls => ("further_calls", None),
            Self::Foreign => {
                let cause = self.to_string();
                return UpstreamError::Unusable { cause }.info();
            }
        };
        let mut info = ErrorInfo::describe(ErrorCode::ContractCallFailed, self).detail("reason", reason);
        if let Some(fault) = details {
            info = info.detail("kind", fault.kind);
            if let Some(number) = fault.number {
                info = info.detail("number", number);
            }
            if let Some(code) = fault.code {
                info = info.detail("code", code);
            }
        }
        if let Self::OtherSigner(address) = self {
            info = info.detail("signer", address.as_str());
        }
        info
    }
}

impl PreparedCall {
    /// Checks that the call succeeds, and that the source account alone authorizes the call.
    pub fn of(invocation: ContractInvocation, simulation: Simulation) -> Result<Self, CallError> {
        let simulated = simulation.outcome.map_err(CallError::Failed)?;
        if simulated.requires_restore {
            return Err(CallError::RestoreRequired);
        }
        for entry in &simulated.authorizations {
            if let Some(address) = entry.separate_signer() {
                return Err(CallError::OtherSigner(address));
            }
            // The signature authorizes the call of an entry, even if the contract does not need the entry.
            if !entry.is_of(&invocation) {
                return Err(CallError::Foreign);
            }
        }
        Ok(Self { invocation, simulated })
    }

    /// Checks that the signature authorizes nothing but the call.
    pub fn check_single(&self) -> Result<(), CallError> {
        let mut entries = self.simulated.authorizations.iter();
        if entries.any(super::AuthorizationEntry::has_nested_calls) {
            return Err(CallError::FurtherCalls);
        }
        Ok(())
    }

    /// Returns the maximum fee of the transaction: the requested fee, or the resources and this fee of an operation.
    pub fn fee(&self, requested: Option<u64>, operation: Stroops) -> Result<Fee, FeeError> {
        let resources = self.simulated.resources.fee.get().unsigned_abs();
        let total = requested.unwrap_or_else(|| resources.saturating_add(operation.get().unsigned_abs()));
        Fee::with_resources(total, resources)
    }

    /// Returns true if an event of the contract has the transfer of the arguments: `transfer`, or for the issuer of an
    /// asset `mint` or `burn`.
    pub fn has_transfer_event(&self) -> bool {
        let [from, to, amount] = self.invocation.arguments.as_slice() else {
            return false;
        };
        let same = |found: Option<&ScValue>, expected: &ScValue| {
            let (found, expected) = (found.and_then(ScValue::as_address), expected.as_address());
            found.is_some() && found.map(CallAddress::holder) == expected.map(CallAddress::holder)
        };
        let events = self.simulated.events.iter();
        let mut events = events.filter(|event| event.contract == self.invocation.contract);
        events.any(|event| {
            let name = event.topics.first().and_then(ScValue::as_text);
            let (first, second) = (event.topics.get(1), event.topics.get(2));
            let is_between = match name.as_deref() {
                Some("transfer") => same(first, from) && same(second, to),
                // Before protocol 23, the administrator precedes the recipient.
                Some("mint") => same(first, to) || same(second, to),
                Some("burn") => same(first, from),
                _ => false,
            };
            is_between && event.amount() == amount.as_amount()
        })
    }

    pub(crate) fn operation(&self) -> xdr::Operation {
        let authorizations = self.simulated.authorizations.iter();
        self.invocation
            .operation(authorizations.map(|entry| entry.0.clone()).collect())
    }
}

impl ContractInvocation {
    /// Returns the account that receives tokens, `None` if the call has another form or pays a contract.
    pub fn recipient(&self) -> Option<AccountId> {
        use super::TokenCall;
        let call = self.to_xdr();
        match TokenCall::of(&call.function_name.0.to_utf8_string_lossy(), &call.args)? {
            TokenCall::Transfer { to, .. } | TokenCall::TransferFrom { to, .. } | TokenCall::Mint { to, .. } => {
                match to.parse().ok()? {
                    CallAddress::Account(muxed) => Some(muxed.account),
                    CallAddress::Contract(_) => None,
                }
            }
            TokenCall::Approve { .. }
            | TokenCall::Burn { .. }
            | TokenCall::BurnFrom { .. }
            | TokenCall::Clawback { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::{ContractId, RawSimulation};
    use crate::value::asset::Asset;
    use crate::{Frame, Memo, SequenceNumber, UnsignedTransaction};
    use wallet_core::model::Network;

    const OWN: &str = "GAQXAWHCM4A7SQCT3BOSVEGRI2OOB7LO2CMFOYFF6YRXU4VQSB5V2V2K";
    const OTHER: &str = "GDAT5HWTGIU4TSSZ4752OUC4SABDLTLZFRPZUJ3D6LKBNEPA7V2CIG54";

    /// A simulated transfer of half a lumen, and the transaction that `assembleTransaction` of `@stellar/stellar-sdk` 15.1
    /// makes of it for livenet with the sequence number 253400000000124, a fee of 100 per operation and the maximum time
    /// 1800000600.
    const AUTH: &str = "AAAAAAAAAAAAAAABJbT82FmuwvpjSEOMSJs8PBDJi20hvk/TyzDLaJU++XcAAAAIdHJhbnNmZXIAAAADAAAAEgAAAAAAAAAAIXBY4mcB+UBT2F0qkNFGnOD9btCYV2Cl9iN6crCQe10AAAASAAAAAAAAAADBPp7TMinJylnn+6dQXJACNc15LF+aJ2Py1BaR4P10JAAAAAoAAAAAAAAAAAAAAAAATEtAAAAAAA==";
    const DATA: &str = "AAAAAAAAAAEAAAAGAAAAASW0/NhZrsL6Y0hDjEibPDwQyYttIb5P08swy2iVPvl3AAAAFAAAAAEAAAACAAAAAAAAAAAhcFjiZwH5QFPYXSqQ0Uac4P1u0JhXYKX2I3pysJB7XQAAAAAAAAAAwT6e0zIpycpZ5/unUFyQAjXNeSxfmidj8tQWkeD9dCQAA9R4AAAAyAAAAPAAAAAAAADIIg==";
    const ENVELOPE: &str = "AAAAAgAAAAAhcFjiZwH5QFPYXSqQ0Uac4P1u0JhXYKX2I3pysJB7XQAAyIYAAOZ3SPxwfAAAAAEAAAAAAAAAAAAAAABrSdRYAAAAAAAAAAEAAAAAAAAAGAAAAAAAAAABJbT82FmuwvpjSEOMSJs8PBDJi20hvk/TyzDLaJU++XcAAAAIdHJhbnNmZXIAAAADAAAAEgAAAAAAAAAAIXBY4mcB+UBT2F0qkNFGnOD9btCYV2Cl9iN6crCQe10AAAASAAAAAAAAAADBPp7TMinJylnn+6dQXJACNc15LF+aJ2Py1BaR4P10JAAAAAoAAAAAAAAAAAAAAAAATEtAAAAAAQAAAAAAAAAAAAAAASW0/NhZrsL6Y0hDjEibPDwQyYttIb5P08swy2iVPvl3AAAACHRyYW5zZmVyAAAAAwAAABIAAAAAAAAAACFwWOJnAflAU9hdKpDRRpzg/W7QmFdgpfYjenKwkHtdAAAAEgAAAAAAAAAAwT6e0zIpycpZ5/unUFyQAjXNeSxfmidj8tQWkeD9dCQAAAAKAAAAAAAAAAAAAAAAAExLQAAAAAAAAAABAAAAAAAAAAEAAAAGAAAAASW0/NhZrsL6Y0hDjEibPDwQyYttIb5P08swy2iVPvl3AAAAFAAAAAEAAAACAAAAAAAAAAAhcFjiZwH5QFPYXSqQ0Uac4P1u0JhXYKX2I3pysJB7XQAAAAAAAAAAwT6e0zIpycpZ5/unUFyQAjXNeSxfmidj8tQWkeD9dCQAA9R4AAAAyAAAAPAAAAAAAADIIgAAAAA=";
    const HASH: &str = "ef7d6a271127c40904aa331a6bb272e6b7a87c6c1d172645a588e4afdf0f94e4";

    fn prepared() -> PreparedCall {
        let own: AccountId = OWN.parse().unwrap();
        let to: AccountId = OTHER.parse().unwrap();
        let contract = ContractId::of_asset(Asset::Native, Network::Livenet);
        let simulated = Simulated::read(RawSimulation {
            result: "AAAAAQ==",
            authorizations: &[AUTH.to_owned()],
            resources: DATA,
            fee: 51_234,
            ..RawSimulation::default()
        });
        let simulation = Simulation {
            ledger: 9,
            outcome: Ok(simulated.unwrap()),
        };
        PreparedCall::of(
            ContractInvocation::transfer(contract, own, to.into(), 5_000_000),
            simulation,
        )
        .unwrap()
    }

    #[test]
    fn transaction_is_that_of_the_sdk() {
        let call = prepared();
        let frame = Frame {
            source: OWN.parse().unwrap(),
            sequence: SequenceNumber::new(253_400_000_000_124).unwrap(),
            fee: call.fee(Some(51_334), Stroops::default()).unwrap(),
            memo: Memo::default(),
            valid_until: 1_800_000_600,
        };
        let transaction = UnsignedTransaction::invoke(&frame, &call);
        assert_eq!(transaction.to_base64(), ENVELOPE);
        assert_eq!(hex::encode(transaction.hash(Network::Livenet)), HASH);
        let envelope = crate::Envelope::parse(ENVELOPE).unwrap();
        assert_eq!(hex::encode(envelope.hash(Network::Livenet)), HASH);
    }

    #[test]
    fn fee_covers_the_resources() {
        let call = prepared();
        assert_eq!(
            call.fee(Some(51_333), Stroops::default()),
            Err(FeeError::TooLow { minimum: 51_334 })
        );
        assert_eq!(call.fee(None, Stroops::MIN_FEE).map(Fee::get), Ok(51_334));
        let maximum = u64::from(u32::MAX);
        assert_eq!(
            call.fee(Some(maximum + 1), Stroops::MIN_FEE),
            Err(FeeError::TooHigh { maximum })
        );
    }
}
