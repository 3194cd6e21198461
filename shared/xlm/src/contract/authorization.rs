//! Authorizations of contract calls (CAP-46-11).

use super::{Creation, FunctionCall, HostFunction};
use crate::chain::to_base64;
use serde::Serialize;
use stellar_xdr as xdr;
use utoipa::ToSchema;

/// A call that an address authorizes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = XlmAuthorization)]
pub struct Authorization {
    /// The address that authorizes the call by a separate signature. Absent if the signature of the transaction by the
    /// source account of the operation authorizes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ")]
    pub address: Option<String>,
    /// The number that makes a separate signature valid for a single use.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^-?[0-9]+$", example = "4391838172033")]
    pub nonce: Option<String>,
    /// The last ledger in which a separate signature is valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 60_000_000)]
    pub expiration_ledger: Option<u32>,
    /// The addresses to which the authorizing address delegates its signature.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub delegates: Vec<String>,
    /// The authorized call.
    pub invocation: Invocation,
}

/// An authorized call with the further calls that it may make in the same name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = XlmInvocation)]
pub struct Invocation {
    /// The called function.
    #[serde(flatten)]
    pub function: HostFunction,
    /// The further authorized calls.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, no_recursion)]
    pub invocations: Vec<Invocation>,
    /// Further authorized calls that are nested too deeply to be shown: XDR in base64.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub unshown: Vec<String>,
}

impl Authorization {
    /// Decodes an authorization.
    pub(super) fn of(entry: &xdr::SorobanAuthorizationEntry) -> Self {
        let (credentials, delegates) = match &entry.credentials {
            xdr::SorobanCredentials::SourceAccount => (None, Vec::new()),
            xdr::SorobanCredentials::Address(credentials) | xdr::SorobanCredentials::AddressV2(credentials) => {
                (Some(credentials), Vec::new())
            }
            xdr::SorobanCredentials::AddressWithDelegates(with) => {
                let mut delegates = Vec::new();
                collect(&with.delegates, &mut delegates);
                (Some(&with.address_credentials), delegates)
            }
        };
        Self {
            address: credentials.map(|credentials| credentials.address.to_string()),
            nonce: credentials.map(|credentials| credentials.nonce.to_string()),
            expiration_ledger: credentials.map(|credentials| credentials.signature_expiration_ledger),
            delegates,
            invocation: Invocation::within(&entry.root_invocation, MAX_LEVELS),
        }
    }
}

/// Collects the addresses of all delegates, each before its own delegates.
fn collect(delegates: &[xdr::SorobanDelegateSignature], addresses: &mut Vec<String>) {
    for delegate in delegates {
        addresses.push(delegate.address.to_string());
        collect(&delegate.nested_delegates, addresses);
    }
}

/// The maximum number of nested calls that are shown. Parsers of JSON limit the nesting; `serde_json` to 128.
const MAX_LEVELS: u32 = 16;

impl Invocation {
    /// Decodes a call with at most `levels` nested calls.
    fn within(invocation: &xdr::SorobanAuthorizedInvocation, levels: u32) -> Self {
        use xdr::SorobanAuthorizedFunction as Function;
        let function = match &invocation.function {
            Function::ContractFn(call) => HostFunction::Invoke(FunctionCall::of(call)),
            Function::CreateContractHostFn(creation) => {
                HostFunction::Create(Creation::of(&creation.contract_id_preimage, &creation.executable, &[]))
            }
            Function::CreateContractV2HostFn(creation) => HostFunction::Create(Creation::of(
                &creation.contract_id_preimage,
                &creation.executable,
                &creation.constructor_args,
            )),
        };
        let further = invocation.sub_invocations.as_slice();
        let (shown, unshown) = if levels == 0 {
            (&[][..], further)
        } else {
            (further, &[][..])
        };
        Self {
            function,
            invocations: shown.iter().map(|call| Self::within(call, levels - 1)).collect(),
            unshown: unshown.iter().map(to_base64).collect(),
        }
    }
}
