//! The connector of btc, ltc, bch and doge.

/// Declares requests with the fields that all payments from selected outputs have.
macro_rules! spendings {
    ($($(#[$meta:meta])* $name:ident { $($fields:tt)* })*) => {
        requests! {$(
            $(#[$meta])*
            $name {
                /// The sender's public key in hex.
                pub public_key: String,
                /// The network; `livenet` if absent.
                pub network: Option<Network>,
                /// The type of the sender's address; p2wpkh if absent.
                pub r#type: Option<AddressType>,
                /// The outputs to spend.
                pub utxo: Vec<Utxo>,
                /// The recipient's address; absent with `outputs`.
                pub to: Option<String>,
                /// The amount in base units; absent with `outputs`.
                pub amount: Option<String>,
                /// The recipients, instead of `to` and `amount`.
                pub outputs: Option<Vec<PaymentOutput>>,
                /// The address of the change; the sender's if absent.
                pub change_address: Option<String>,
                /// The version of the transaction, 1 or 2; 2 if absent.
                pub version: Option<u8>,
                /// The lock time.
                pub locktime: Option<u32>,
                /// The sequence number of all inputs.
                pub sequence: Option<u32>,
                $($fields)*
            }
        )*}
    };
}

pub mod payment_request;
pub mod prepare_transaction;
pub mod transaction;

use crate::Network;
use crate::wire::{
    AddressRequest, ErrorCatalogue, GetAddressResponse, Health, HealthRequest, ResolveNameRequest, ResolvedName,
};

operations! {
    "blockchain-connector-btc-like";
    /// Returns the address of a public key.
    Post "/api/get-address/{chain}" get_address(chain) body: GetAddressRequest => <GetAddressResponse>;
    /// Validates an address and returns its type.
    Get "/api/validate-address/{chain}" validate_address(chain) query: AddressRequest => <ValidateAddressResponse>;
    /// Returns the address of a name with payment instructions in the DNS (BIP 353).
    Get "/api/resolve-name/{chain}" resolve_name(chain) query: ResolveNameRequest => <ResolvedName>;
    /// Returns the state of the service.
    Get "/health" health() query: HealthRequest => <Health>;
    /// Returns the OpenAPI document.
    Get "/openapi.json" openapi() => flat<serde_json::Value>;
    /// Returns the error catalogue.
    Get "/errors.json" errors() => flat<ErrorCatalogue>;
}

text_enum! {
    /// The type of a sender's address.
    AddressType {
        /// Pay to public key hash.
        P2pkh "p2pkh",
        /// Pay to witness public key hash.
        P2wpkh "p2wpkh",
        /// Pay to witness public key hash, nested in pay to script hash.
        P2shP2wpkh "p2sh-p2wpkh",
        /// Pay to taproot output key (BIP 86).
        P2tr "p2tr",
    }
}

requests! {
    /// A public key.
    GetAddressRequest {
        /// The public key in hex.
        pub public_key: String,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
        /// The type of the address; p2wpkh if absent.
        pub r#type: Option<AddressType>,
        /// True for an address with the prefix (bch).
        pub prefix: Option<bool>,
    }

    /// An unspent output.
    Utxo {
        /// The transaction that created the output.
        pub txid: String,
        /// The index of the output.
        pub vout: u32,
        /// The value in base units.
        pub value: String,
        /// The public key of the owner in hex; that of the request if absent.
        pub public_key: Option<String>,
        /// The address type of the owner; that of the request if absent.
        pub r#type: Option<AddressType>,
        /// The sequence number of the input; that of the request if absent.
        pub sequence: Option<u32>,
    }

    /// A recipient and an amount, or data.
    PaymentOutput {
        /// The recipient's address; empty for data.
        #[builder(default)]
        #[serde(default)]
        pub to: String,
        /// The amount in base units.
        #[builder(default)]
        #[serde(default)]
        pub amount: String,
        /// Data of a single push in hex.
        pub data: Option<String>,
        /// The script of a data output in hex.
        pub script: Option<String>,
    }
}

responses! {
    /// The result of a validation.
    ValidateAddressResponse {
        /// True if the address is valid.
        pub valid: bool,
        /// The address in its canonical form.
        pub address: String,
        /// The output type.
        pub kind: String,
        /// The reason if invalid.
        pub reason: Option<String>,
    }
}
