//! Calls of contracts, and transfers of their tokens (SEP-41).

use super::review::{ENDPOINT, Expected, Review, ReviewedCall, address};
use super::{CHAIN, Prepared, Terms, envelope, finish, request, sequence_of};
use crate::blockchain_connector_xlm::contract::{ContractCall, ContractValue};
use crate::blockchain_connector_xlm::operation::ParsedOperation;
use crate::blockchain_connector_xlm::transaction::get_hash::{
    ContractCallRequest, ContractCallResponse, GetHashResponse, TokenTransferRequest, contract_call, token_transfer,
};
use crate::client::Client;
use crate::payments::check::{PaymentError, check};
use crate::payments::fee::{Fee, Offered};
use crate::payments::signed::Signed;
use crate::wire::Asset;
use bon::Builder;
use serde_json::Value;
use stellar_xdr as xdr;
use wallet_core::model::Network;
use wallet_xlm::AccountId;
use wallet_xlm::contract::{self, CallAddress, ContractId, ContractInvocation, ScValue};

/// A call of a contract. A call has no memo: the address M… of a recipient contains the user.
#[derive(Clone, Debug, PartialEq, Eq, Builder)]
#[builder(on(String, into))]
#[non_exhaustive]
pub struct Call {
    /// The network of the account.
    pub network: Network,
    /// The public key of the account that calls the contract.
    pub public_key: [u8; 32],
    /// The address of the contract: C….
    pub contract: String,
    /// The called function with the arguments.
    pub action: CallAction,
    /// The maximum fee of the transaction in stroops, with the resources; if absent, the simulated resources and the
    /// normal fee of an operation.
    pub fee: Option<u32>,
    /// The limit of the fee.
    #[builder(default)]
    pub max_fee: Fee,
    /// The seconds within which a ledger can include the transaction; 600 if absent.
    pub timeout: Option<u64>,
    /// The sequence number; the next one of the account if absent.
    pub sequence: Option<i64>,
}

/// The called function of a contract.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CallAction {
    /// Calls a function with any arguments.
    Invoke {
        /// The name of the function.
        function: String,
        /// The arguments in order.
        arguments: Vec<ContractValue>,
    },
    /// Transfers the token of the contract. The signature authorizes the transfer alone.
    TransferToken {
        /// The recipient: G…, M…, or a contract C….
        to: String,
        /// The amount in the base unit of the token.
        amount: i128,
    },
}

/// The transaction of the service, with the fields that only token transfers have.
struct Built {
    call: ContractCallResponse,
    /// The amount of a token transfer.
    amount: Option<String>,
    /// The asset of the contract, a statement of the service.
    asset: Option<Asset>,
}

/// Returns the address of the contract of an asset, without a call: C….
pub fn asset_contract(asset: &Asset, network: Network) -> Result<String, PaymentError> {
    let asset = match request::issued(asset)? {
        None => wallet_xlm::Asset::Native,
        Some(issued) => format!("{}:{}", issued.code, issued.issuer)
            .parse()
            .map_err(|error| PaymentError::invalid("asset", error))?,
    };
    Ok(ContractId::of_asset(asset, network).to_string())
}

/// Requests the call of a contract, and compares the transaction with the call. A call that another account has to sign
/// is the error `contract_call_failed`.
pub async fn prepare_call(client: &Client, call: &Call) -> Result<Prepared, PaymentError> {
    let invocation = call.invocation()?;
    let built = call.build(client).await?;
    let fee: u32 = built
        .call
        .fee
        .parse()
        .map_err(|error| PaymentError::invalid("fee", error))?;
    check(ENDPOINT, "fee", &fee, &call.fee.unwrap_or(fee))?;
    let unsigned = envelope::decode(ENDPOINT, &built.call.unsigned_message)?;
    let review = call.review(client, &built, &unsigned, (&invocation, fee))?;
    let offered = Offered::without_tip(fee.into(), call.lumens(invocation.contract));
    call.max_fee.check(client, (CHAIN, call.network), &offered).await?;
    let response = GetHashResponse {
        unsigned_message: built.call.unsigned_message,
        hash: built.call.hash,
        warnings: built.call.warnings,
    };
    finish(client, call.network, response, unsigned, review).await
}

/// Requests another attempt at an unresolved call. The transaction has the sequence number of the signed one, so that at
/// most one of both is in a ledger.
pub async fn prepare_call_instead_of(client: &Client, call: &Call, signed: &Signed) -> Result<Prepared, PaymentError> {
    let call = Call {
        sequence: Some(sequence_of(signed)?),
        ..call.clone()
    };
    prepare_call(client, &call).await
}

/// Compares the call in an operation of `parse` with the decoded call.
pub fn compare(parsed: Option<&ParsedOperation>, call: &ContractCall) -> Result<(), PaymentError> {
    let found = match parsed {
        Some(ParsedOperation::Other(operation)) => serde_json::from_value(operation["call"].clone()).ok(),
        _ => None,
    };
    check("parse", "call", &found.as_ref(), &Some(call))
}

impl Call {
    /// Returns the invocation that the transaction has to contain.
    fn invocation(&self) -> Result<ContractInvocation, PaymentError> {
        let contract: ContractId = self
            .contract
            .parse()
            .map_err(|error| PaymentError::invalid("contract", error))?;
        match &self.action {
            CallAction::Invoke { function, arguments } => {
                let values: Result<Vec<Value>, _> = arguments.iter().map(serde_json::to_value).collect();
                let values = values.map_err(|error| PaymentError::invalid("arguments", error))?;
                Ok(ContractInvocation {
                    contract,
                    function: function
                        .parse()
                        .map_err(|error| PaymentError::invalid("function", error))?,
                    arguments: ScValue::read_arguments(&values)
                        .map_err(|error| PaymentError::invalid("arguments", error))?,
                })
            }
            CallAction::TransferToken { to, amount } => {
                let to: CallAddress = to.parse().map_err(|error| PaymentError::invalid("to", error))?;
                if *amount <= 0 {
                    return Err(PaymentError::invalid("amount", "it is not positive"));
                }
                let from = AccountId(self.public_key);
                Ok(ContractInvocation::transfer(contract, from, to, *amount))
            }
        }
    }

    /// Requests the transaction from the service.
    async fn build(&self, client: &Client) -> Result<Built, PaymentError> {
        let (address, network, contract) = (address(self.public_key), Some(self.network), self.contract.clone());
        let (fee, timeout) = (self.fee.map(|fee| fee.to_string()), self.timeout);
        let sequence = self.sequence.map(|number| number.to_string());
        match &self.action {
            CallAction::Invoke { function, arguments } => {
                let request = ContractCallRequest {
                    address,
                    network,
                    contract,
                    function: function.clone(),
                    arguments: arguments.clone(),
                    fee,
                    timeout,
                    sequence,
                };
                Ok(Built {
                    call: contract_call(client, CHAIN, &request).await?,
                    amount: None,
                    asset: None,
                })
            }
            CallAction::TransferToken { to, amount } => {
                let request = TokenTransferRequest {
                    address,
                    network,
                    contract,
                    to: to.clone(),
                    amount: amount.to_string(),
                    fee,
                    timeout,
                    sequence,
                };
                let built = token_transfer(client, CHAIN, &request).await?;
                Ok(Built {
                    call: built.call,
                    amount: Some(built.amount.amount),
                    asset: built.asset,
                })
            }
        }
    }

    /// Compares the transaction of the service with the invocation and the fee.
    fn review(
        &self,
        client: &Client,
        built: &Built,
        unsigned: &xdr::TransactionEnvelope,
        (invocation, fee): (&ContractInvocation, u32),
    ) -> Result<Review, PaymentError> {
        let terms = Terms {
            network: self.network,
            public_key: self.public_key,
            fee,
            max_fee: self.max_fee,
            memo: None,
            timeout: self.timeout,
            sequence: self.sequence,
        };
        let expected = Expected {
            terms: &terms,
            now: client.now(),
        };
        let (tx, valid_until) = expected.frame(unsigned)?;
        let resource_fee = resource_fee(&tx.ext, fee)?;
        let stated = &built.call.resource_fee;
        check(ENDPOINT, "fee of the resources", stated, &resource_fee.to_string())?;
        check(ENDPOINT, "number of operations", &tx.operations.len(), &1)?;
        for operation in &tx.operations {
            self.check_operation(operation, &invocation.to_xdr())?;
        }
        if let CallAction::TransferToken { amount, .. } = &self.action {
            let requested = Some(amount.to_string());
            check(ENDPOINT, "amount", &built.amount, &requested)?;
        }
        Ok(Review {
            source: tx.source_account.to_string(),
            fee: fee.into(),
            sequence: tx.seq_num.0,
            valid_until,
            operations: tx.operations.to_vec(),
            call: Some(ReviewedCall {
                call: decoded(&tx.operations)?,
                asset: self.proven_asset(invocation.contract, built.asset.as_ref())?,
                resource_fee,
            }),
            warnings: built.call.warnings.clone(),
        })
    }

    /// Compares an operation with the invocation. The signature of the transaction authorizes the calls of all entries,
    /// even if the contract does not need them.
    fn check_operation(
        &self,
        operation: &xdr::Operation,
        expected: &xdr::InvokeContractArgs,
    ) -> Result<(), PaymentError> {
        check(ENDPOINT, "source of the operation", &operation.source_account, &None)?;
        let called = match &operation.body {
            xdr::OperationBody::InvokeHostFunction(call) => match &call.host_function {
                xdr::HostFunction::InvokeContract(found) => Some((found, &call.auth)),
                _ => None,
            },
            _ => None,
        };
        check(ENDPOINT, "kind of operation", &called.is_some(), &true)?;
        let (found, entries) = called.ok_or_else(|| PaymentError::invalid("operation", "it has another kind"))?;
        check(
            ENDPOINT,
            "contract",
            &found.contract_address,
            &expected.contract_address,
        )?;
        check(ENDPOINT, "function", &found.function_name, &expected.function_name)?;
        check(ENDPOINT, "arguments", &found.args, &expected.args)?;
        let authorized = xdr::SorobanAuthorizedFunction::ContractFn(expected.clone());
        for entry in entries {
            let by_source = xdr::SorobanCredentials::SourceAccount;
            check(ENDPOINT, "credentials", &entry.credentials, &by_source)?;
            check(
                ENDPOINT,
                "authorized call",
                &entry.root_invocation.function,
                &authorized,
            )?;
        }
        if matches!(self.action, CallAction::TransferToken { .. }) {
            let is_single = entries.len() <= 1;
            check(ENDPOINT, "single authorization", &is_single, &true)?;
            let further: usize = entries
                .iter()
                .map(|entry| entry.root_invocation.sub_invocations.len())
                .sum();
            check(ENDPOINT, "number of further calls", &further, &0)?;
        }
        Ok(())
    }

    /// Returns the asset of the contract. The id of the contract proves an asset that the service names.
    fn proven_asset(&self, contract: ContractId, named: Option<&Asset>) -> Result<Option<Asset>, PaymentError> {
        if contract == ContractId::of_asset(wallet_xlm::Asset::Native, self.network) {
            return Ok(Some(Asset::Coin {
                chain: CHAIN.to_owned(),
            }));
        }
        if let Some(asset) = named {
            let proven = asset_contract(asset, self.network)?;
            check(ENDPOINT, "contract of the asset", &proven, &contract.to_string())?;
        }
        Ok(named.cloned())
    }

    /// Returns the lumens that a transfer pays to others, in stroops.
    fn lumens(&self, contract: ContractId) -> u64 {
        match &self.action {
            CallAction::TransferToken { to, amount }
                if contract == ContractId::of_asset(wallet_xlm::Asset::Native, self.network)
                    && *to != address(self.public_key) =>
            {
                u64::try_from(*amount).unwrap_or(0)
            }
            _ => 0,
        }
    }
}

/// Returns the fee of the resources in stroops. Resources that restore archived entries cost more than the call.
fn resource_fee(ext: &xdr::TransactionExt, fee: u32) -> Result<u64, PaymentError> {
    let data = match ext {
        xdr::TransactionExt::V1(data) => Some(data),
        xdr::TransactionExt::V0 => None,
    };
    check(ENDPOINT, "extension", &data.is_some(), &true)?;
    let data = data.ok_or_else(|| PaymentError::invalid("extension", "it has no resources"))?;
    check(
        ENDPOINT,
        "restored entries",
        &data.ext,
        &xdr::SorobanTransactionDataExt::V0,
    )?;
    let found = u64::try_from(data.resource_fee).ok();
    let found = found.filter(|found| *found <= u64::from(fee));
    check(ENDPOINT, "fee of the resources within the fee", &found.is_some(), &true)?;
    found.ok_or_else(|| PaymentError::invalid("fee", "it does not cover the resources"))
}

/// Returns the decoded call of a transaction in the form of responses.
fn decoded(operations: &[xdr::Operation]) -> Result<ContractCall, PaymentError> {
    let call = operations
        .first()
        .and_then(|operation| contract::ContractCall::of(&operation.body));
    serde_json::to_value(call)
        .and_then(serde_json::from_value)
        .map_err(|error| PaymentError::invalid("call", error))
}
