//! Contract calls for signing: terms, simulation and response.

use super::Response as Message;
use crate::{Services, facts};
use serde::Serialize;
use std::time::Duration;
use utoipa::ToSchema;
use wallet_core::model::Network;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;
use wallet_core::wire::{AmountText, PositiveAmountText};
use wallet_http::{ApiError, Field};
use wallet_xlm::contract::{Authorization, ContractInvocation, ContractValue, PreparedCall, SimulationQuery};
use wallet_xlm::wire::{FeeUnits, Timeout};
use wallet_xlm::{
    Account, AccountId, AccountQuery, DEFAULT_TIMEOUT, FeeStats, Frame, Memo, SequenceNumber, Stroops,
    UnsignedTransaction,
};

wallet_core::request! {
    /// The fields of every contract call besides the call. A call has no memo: the address of a multiplexed account
    /// names the user of a recipient.
    pub struct CallTermsRequest {
        /// The maximum fee of the whole transaction, in stroops: at least the fee of the resources plus 100, at most
        /// 4294967295. Defaults to the fee of the resources plus the normal fee of an operation.
        #[schema(value_type = Option<String>, pattern = "^[1-9][0-9]*$", example = "200000")]
        fee: Field<FeeUnits>,
        /// The number of seconds from now within which a ledger can include the transaction: 30 to 86400.
        #[schema(value_type = Option<u64>, default = 600, minimum = 30, maximum = 86_400, example = 600)]
        timeout: Field<Timeout>,
        /// The sequence number of the transaction: a whole number above that of the last transaction of the account.
        /// Defaults to the next one. The call is simulated in the latest ledger, without the transactions before.
        #[schema(value_type = Option<String>, pattern = "^[1-9][0-9]*$", example = "128920000000009")]
        sequence: Field<String>,
    }
}

/// The validated fields of a request.
pub struct CallTerms {
    fee: Option<u64>,
    timeout: Duration,
    sequence: Option<SequenceNumber>,
}

impl CallTermsRequest {
    /// Validates the fields of a request.
    pub fn read(self) -> Result<CallTerms, ApiError> {
        let fee = self.fee.get()?;
        let timeout = self.timeout.get()?;
        let sequence = self.sequence.get()?;
        Ok(CallTerms {
            fee,
            timeout: timeout.map_or(DEFAULT_TIMEOUT, Duration::from_secs),
            sequence: sequence.map(|digits| digits.parse()).transpose()?,
        })
    }
}

/// A contract call to sign, with the outcome of the simulation.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ContractCallResponse)]
pub struct Response {
    #[serde(flatten)]
    message: Message,
    /// The maximum fee of the transaction in stroops, the fee of the resources included.
    #[schema(example = "50100")]
    fee: PositiveAmountText,
    /// The fee of the resources in stroops: instructions, entries and bytes. A part of the fee is refunded.
    #[schema(example = "50000")]
    resource_fee: AmountText,
    /// The result of the simulated call.
    result: ContractValue,
    /// The calls that the signature authorizes in the name of the account. A wallet signs only those that it understands.
    authorizations: Vec<Authorization>,
}

/// An account that calls a contract.
pub struct Caller {
    /// The account that makes the call.
    pub id: AccountId,
    /// The network of the account.
    pub network: Network,
    /// The terms of the transaction.
    pub terms: CallTerms,
}

/// The facts for a call.
pub struct Facts {
    /// The account that makes the call.
    pub source: Account,
    /// The call after the simulation.
    pub call: PreparedCall,
    /// The normal fee of an operation.
    operation_fee: Stroops,
}

impl Caller {
    /// Simulates the call and reads the account and, without a requested fee, the fees of operations.
    pub async fn simulate(
        &self,
        services: &Services,
        invocation: ContractInvocation,
        deadline: Deadline,
    ) -> Result<Facts, ApiError> {
        let query = SimulationQuery {
            source: self.id,
            invocation,
        };
        let (source, simulation, operation_fee) = tokio::try_join!(
            services
                .node
                .account(self.network, AccountQuery::from(self.id), deadline),
            services.contracts.simulate(self.network, &query, deadline),
            self.operation_fee(services, deadline),
        )?;
        Ok(Facts {
            source: facts::existing(source, "address")?,
            call: PreparedCall::of(query.invocation, simulation)?,
            operation_fee,
        })
    }

    async fn operation_fee(&self, services: &Services, deadline: Deadline) -> Result<Stroops, UpstreamError> {
        if self.terms.fee.is_some() {
            return Ok(Stroops::default());
        }
        let stats = services.node.fee_stats(self.network, deadline).await?;
        Ok(FeeStats::survey(&stats).value.of_transaction(1).normal)
    }

    /// Builds the transaction of the call.
    pub fn build(&self, services: &Services, facts: &Facts) -> Result<Response, ApiError> {
        let Facts { source, call, .. } = facts;
        let fee = call.fee(self.terms.fee, facts.operation_fee)?;
        let frame = Frame {
            source: source.id,
            sequence: source.sequence_of_transaction(self.terms.sequence)?,
            fee,
            memo: Memo::default(),
            valid_until: services.clock.now().after(self.terms.timeout).as_secs(),
        };
        let transaction = UnsignedTransaction::invoke(&frame, call);
        let simulated = &call.simulated;
        let authorizations = simulated.authorizations.iter();
        Ok(Response {
            message: Message::new(transaction.to_base64(), transaction.hash(self.network)),
            fee: PositiveAmountText::of(fee.get()),
            resource_fee: AmountText::of(simulated.resources.fee),
            result: simulated.result.shown(),
            authorizations: authorizations
                .map(wallet_xlm::contract::AuthorizationEntry::shown)
                .collect(),
        })
    }
}

impl Response {
    /// Adds a warning about the call.
    pub fn warn(&mut self, warning: wallet_core::wire::Warning) {
        self.message.warnings.push(warning);
    }
}
