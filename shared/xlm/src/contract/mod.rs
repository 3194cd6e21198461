//! Contract calls of transactions, for review before they are signed
//! (docs/decisions/stellar-payments.md#stellar-contract-calls).

mod address;
mod approval;
mod argument;
mod authorization;
mod call;
mod holding;
mod movement;
mod prepared;
mod simulation;
mod token;
mod transfer_filter;
mod value;

pub use address::{CallAddress, ContractAddressError, ContractId};
pub use approval::{Allowance, Approval};
pub use argument::ArgumentError;
pub use authorization::{Authorization, Invocation};
pub use call::{ContractInvocation, FunctionName, FunctionNameError, ScValue, TokenQuery};
pub use holding::{CallOutcome, TokenHolding, TokenOutcomes};
pub use movement::{EventEffect, Movement};
pub use prepared::{CallError, PreparedCall};
pub use simulation::{
    AuthorizationEntry, CallFault, ContractEvent, RawSimulation, Resources, Simulated, Simulation, SimulationError,
    SimulationQuery,
};
pub use token::TokenCall;
pub use transfer_filter::{EventFilter, MAX_CONTRACTS, transfer_filters};
pub use value::{ContractValue, MapEntry};

use crate::value::amount::Stroops;
use crate::value::asset::Asset;
use serde::Serialize;
use sha2::{Digest, Sha256};
use stellar_xdr as xdr;
use utoipa::ToSchema;
use wallet_core::model::Network;

/// The call of a host function with its authorizations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = XlmContractCall)]
pub struct ContractCall {
    /// The called function.
    #[serde(flatten)]
    pub function: HostFunction,
    /// The calls that accounts and contracts authorize. A wallet signs only those that it understands.
    pub authorizations: Vec<Authorization>,
}

/// A function of the network that runs or creates contracts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[schema(as = XlmHostFunction)]
pub enum HostFunction {
    /// Calls a function of a contract.
    Invoke(FunctionCall),
    /// Creates a contract.
    Create(Creation),
    /// Uploads the code of contracts.
    Upload(Upload),
}

/// The call of a function of a contract.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = XlmFunctionCall)]
pub struct FunctionCall {
    /// The address of the contract: C….
    #[schema(example = "CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA")]
    pub contract: String,
    /// The name of the function.
    #[schema(example = "transfer")]
    pub function: String,
    /// The asset, if the contract is that of the lumen: `native`. The id of a contract does not determine other assets.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^native$", example = "native")]
    pub asset: Option<&'static str>,
    /// The arguments in order.
    pub arguments: Vec<ContractValue>,
    /// The call as one of a token (SEP-41), if the function and the arguments have this form. The contract alone
    /// determines its effect.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<TokenCall>,
}

/// The creation of a contract.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = XlmContractCreation)]
pub struct Creation {
    /// The hash of the code in hex. Absent for the contract of an asset and for code that another contract determines.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "dd7b1ab831c273310ddbec6f97870aa83c2fbd78ce22aded37ecbf4f3380fac7")]
    pub code: Option<String>,
    /// The asset of the contract: `native` or `CODE:ISSUER`. Absent for other contracts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "native")]
    pub asset: Option<String>,
    /// The address that determines the address of the contract, and authorizes the creation. Absent for the contract of
    /// an asset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deployer: Option<String>,
    /// The arguments of the constructor in order.
    pub arguments: Vec<ContractValue>,
}

/// The upload of code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = XlmContractUpload)]
pub struct Upload {
    /// The SHA-256 hash of the code in hex.
    #[schema(example = "dd7b1ab831c273310ddbec6f97870aa83c2fbd78ce22aded37ecbf4f3380fac7")]
    pub code: String,
    /// The size of the code in bytes.
    #[schema(example = 12_288)]
    pub size: usize,
}

impl ContractCall {
    /// Decodes the call of an operation, `None` without a call.
    pub fn of(body: &xdr::OperationBody) -> Option<Self> {
        let xdr::OperationBody::InvokeHostFunction(op) = body else {
            return None;
        };
        Some(Self {
            function: HostFunction::of(&op.host_function),
            authorizations: op.auth.iter().map(Authorization::of).collect(),
        })
    }
}

impl ContractCall {
    /// Returns a sentence about the transfer of a token or the approval of a spender, `None` for other calls. Only the
    /// contract of the lumen determines the token.
    pub fn in_words(&self) -> Option<String> {
        let HostFunction::Invoke(call) = &self.function else {
            return None;
        };
        let token = &call.contract;
        let in_words = |amount: &str| {
            let lumens = call.asset.and_then(|_| amount.parse::<Stroops>().ok());
            lumens.map_or_else(
                || format!("{amount} base units of the token {token}"),
                |lumens| format!("{} XLM", lumens.to_units()),
            )
        };
        Some(match call.token.as_ref()? {
            TokenCall::Transfer { from, to, amount } | TokenCall::TransferFrom { from, to, amount, .. } => {
                format!("{} are transferred from {from} to {to}.", in_words(amount))
            }
            TokenCall::Approve {
                from, spender, amount, ..
            } if amount == "0" => {
                let token = call
                    .asset
                    .map_or_else(|| format!("tokens of {token}"), |_| "XLM".to_owned());
                format!("{spender} may no longer withdraw {token} from {from}.")
            }
            TokenCall::Approve {
                from,
                spender,
                amount,
                expiration_ledger,
            } => format!(
                "{spender} may withdraw up to {} from {from} until ledger {expiration_ledger}.",
                in_words(amount)
            ),
            TokenCall::Mint { .. }
            | TokenCall::Burn { .. }
            | TokenCall::BurnFrom { .. }
            | TokenCall::Clawback { .. } => return None,
        })
    }
}

impl HostFunction {
    fn of(function: &xdr::HostFunction) -> Self {
        match function {
            xdr::HostFunction::InvokeContract(call) => Self::Invoke(FunctionCall::of(call)),
            xdr::HostFunction::CreateContract(creation) => {
                Self::Create(Creation::of(&creation.contract_id_preimage, &creation.executable, &[]))
            }
            xdr::HostFunction::CreateContractV2(creation) => Self::Create(Creation::of(
                &creation.contract_id_preimage,
                &creation.executable,
                &creation.constructor_args,
            )),
            xdr::HostFunction::UploadContractWasm(code) => Self::Upload(Upload {
                code: hex::encode(Sha256::digest(code.as_slice())),
                size: code.len(),
            }),
        }
    }
}

impl FunctionCall {
    fn of(call: &xdr::InvokeContractArgs) -> Self {
        let function = call.function_name.0.to_utf8_string_lossy();
        Self {
            contract: call.contract_address.to_string(),
            asset: is_of_lumen(&call.contract_address).then_some("native"),
            token: TokenCall::of(&function, &call.args),
            function,
            arguments: values(&call.args),
        }
    }
}

impl Creation {
    fn of(preimage: &xdr::ContractIdPreimage, executable: &xdr::ContractExecutable, arguments: &[xdr::ScVal]) -> Self {
        let (deployer, asset) = match preimage {
            xdr::ContractIdPreimage::Address(from) => (Some(from.address.to_string()), None),
            xdr::ContractIdPreimage::Asset(asset) => (None, Asset::from_xdr(asset).map(|asset| asset.to_string())),
        };
        let code = match executable {
            xdr::ContractExecutable::Wasm(hash) => Some(hex::encode(hash.0)),
            xdr::ContractExecutable::StellarAsset | xdr::ContractExecutable::ExternalRef(_) => None,
        };
        Self {
            code,
            asset,
            deployer,
            arguments: values(arguments),
        }
    }
}

/// Returns true for the contract of the lumen on a network.
fn is_of_lumen(contract: &xdr::ScAddress) -> bool {
    let of_lumen = |network: &Network| ContractId::of_asset(Asset::Native, *network).to_xdr() == *contract;
    Network::ALL.iter().any(of_lumen)
}

fn values(arguments: &[xdr::ScVal]) -> Vec<ContractValue> {
    arguments.iter().map(ContractValue::of).collect()
}

#[cfg(test)]
mod tests;
