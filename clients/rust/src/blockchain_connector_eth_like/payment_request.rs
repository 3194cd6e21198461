//! `/api/payment-request`: payments as URIs (EIP-681).

use crate::Network;
use crate::wire::{CreatePaymentRequestResponse, ParsePaymentRequest};

operations! {
    "blockchain-connector-eth-like";
    /// Parses a payment request (EIP-681) into the fields of estimate.
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
        /// The amount in wei or in the token's base unit; absent if the payer chooses the amount.
        pub amount: Option<String>,
        /// The token contract; absent for coins.
        pub contract: Option<String>,
    }
}

responses! {
    /// The fields of estimate, and the suggestions of the recipient.
    ParsePaymentRequestResponse {
        /// The network of the request.
        pub network: Network,
        /// The recipient of coins, or the called contract.
        pub to: String,
        /// The amount in wei.
        pub amount: Option<String>,
        /// The calldata in hex.
        pub data: Option<String>,
        /// The payment of tokens.
        pub token: Option<TokenPayment>,
        /// The suggested gas limit.
        pub gas_limit: Option<String>,
        /// The suggested gas price in wei.
        pub gas_price: Option<String>,
        /// The names of parameters without effect.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub ignored: Vec<String>,
    }

    /// A payment of ERC-20 tokens.
    TokenPayment {
        /// The recipient of the tokens.
        pub to: String,
        /// The amount in the token's base unit.
        pub amount: Option<String>,
    }
}
