//! `/api/payment-request`: payments as URIs (BIP 21).

use crate::Network;
use crate::wire::{CreatePaymentRequestResponse, ParsePaymentRequest};

operations! {
    "blockchain-connector-btc-like";
    /// Parses a payment request (BIP 21) into the fields of estimate.
    Post "/api/payment-request/parse/{chain}" parse(chain) body: ParsePaymentRequest => <ParsePaymentRequestResponse>;
    /// Returns a payment request as a URI.
    Post "/api/payment-request/create/{chain}" create(chain) body: CreatePaymentRequest
        => <CreatePaymentRequestResponse>;
}

requests! {
    /// A payment to request.
    CreatePaymentRequest {
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
        /// The address of the recipient.
        pub to: String,
        /// The amount in base units; absent if the payer chooses the amount.
        pub amount: Option<String>,
        /// The name of the recipient.
        pub label: Option<String>,
        /// The purpose of the payment.
        pub message: Option<String>,
    }
}

responses! {
    /// The fields of estimate, and the texts of the request.
    ParsePaymentRequestResponse {
        /// The network of the request.
        pub network: Network,
        /// The recipient's address in its canonical form.
        pub to: String,
        /// The amount in base units.
        pub amount: Option<String>,
        /// The name of the recipient.
        pub label: Option<String>,
        /// The purpose of the payment.
        pub message: Option<String>,
        /// The names of parameters without effect.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub ignored: Vec<String>,
    }
}
