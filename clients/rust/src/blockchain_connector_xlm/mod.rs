//! The Stellar connector.

pub mod contract;
pub mod operation;
pub mod payment_request;
pub mod prepare_transaction;
pub mod transaction;
pub mod utility;

use crate::Network;
use crate::wire::{
    ErrorCatalogue, GetAddressResponse, Health, HealthRequest, ResolveNameRequest, ResolvedName, Warning,
};

operations! {
    "blockchain-connector-xlm";
    /// Returns the address of a public key.
    Post "/api/get-address/{chain}" get_address(chain) body: GetAddressRequest => <GetAddressResponse>;
    /// Validates an address and reports the conditions of a payment to it.
    Get "/api/validate-address/{chain}" validate_address(chain) query: ValidateAddressRequest
        => <ValidateAddressResponse>;
    /// Returns the account and the memo of a federated name (SEP-2).
    Get "/api/resolve-name/{chain}" resolve_name(chain) query: ResolveNameRequest => <ResolvedName>;
    /// Returns the state of the service.
    Get "/health" health() query: HealthRequest => <Health>;
    /// Returns the OpenAPI document.
    Get "/openapi.json" openapi() => flat<serde_json::Value>;
    /// Returns the error catalogue.
    Get "/errors.json" errors() => flat<ErrorCatalogue>;
}

requests! {
    /// A public key.
    GetAddressRequest {
        /// The public key: 64 hex digits, or the address.
        pub public_key: String,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
        /// Without effect: the addresses have a single form.
        pub prefix: Option<bool>,
    }

    /// An address, with an asset to receive.
    ValidateAddressRequest {
        /// The address.
        pub address: String,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
        /// The code of the asset.
        pub code: Option<String>,
        /// The issuer of the asset.
        pub issuer: Option<String>,
    }

    /// An issued asset.
    XlmAsset {
        /// `xlm-asset`, or `coin` for the lumen.
        pub kind: Option<String>,
        /// The chain, `xlm`.
        pub chain: Option<String>,
        /// The asset code.
        pub code: String,
        /// The issuing account.
        pub issuer: String,
    }
}

responses! {
    /// The result of a validation.
    ValidateAddressResponse {
        /// True if the address is valid.
        pub valid: bool,
        /// The address.
        pub address: String,
        /// `account` or `muxed`.
        pub kind: String,
        /// True if the account exists.
        pub exists: bool,
        /// True if a payment requires a memo.
        pub memo_required: bool,
        /// True if the account accepts the asset; present with an asset in the request.
        pub trusts: Option<bool>,
        /// The reason if invalid.
        pub reason: Option<String>,
        /// Warnings about the address.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub warnings: Vec<Warning>,
    }
}
