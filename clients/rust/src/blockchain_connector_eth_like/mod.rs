//! The connector of the EVM chains.

pub mod message;
pub mod payment_request;
pub mod prepare_transaction;
pub mod transaction;

use crate::Network;
use crate::wire::{
    AddressRequest, ErrorCatalogue, GetAddressResponse, Health, HealthRequest, ResolveNameRequest, ResolvedName,
    Warning,
};

operations! {
    "blockchain-connector-eth-like";
    /// Returns the address of a public key.
    Post "/api/get-address/{chain}" get_address(chain) body: GetAddressRequest => <GetAddressResponse>;
    /// Validates an address and returns its type.
    Get "/api/validate-address/{chain}" validate_address(chain) query: AddressRequest => <ValidateAddressResponse>;
    /// Returns the address of a name of the Ethereum Name Service on the chain.
    Get "/api/resolve-name/{chain}" resolve_name(chain) query: ResolveNameRequest => <ResolvedName>;
    /// Returns the name of an address, which has this address on the chain.
    Get "/api/lookup-address/{chain}" lookup_address(chain) query: AddressRequest => <ResolvedName>;
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
        /// The public key in hex.
        pub public_key: String,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
        /// Without effect: the addresses have a single form.
        pub prefix: Option<bool>,
    }
}

responses! {
    /// The result of a validation.
    ValidateAddressResponse {
        /// True if the address is valid.
        pub valid: bool,
        /// The address with the checksum.
        pub address: String,
        /// `account` or `contract`.
        pub kind: String,
        /// The reason if invalid.
        pub reason: Option<String>,
        /// Warnings about payments to the address.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub warnings: Vec<Warning>,
    }
}
