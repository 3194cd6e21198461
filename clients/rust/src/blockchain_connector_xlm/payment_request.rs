//! `/api/payment-request`: payments as URIs (SEP-7).

use super::XlmAsset;
use crate::Network;
use crate::wire::{Asset, CreatePaymentRequestResponse};

operations! {
    "blockchain-connector-xlm";
    /// Parses a payment request (SEP-7) into the fields of estimate.
    Post "/api/payment-request/parse/{chain}" parse(chain) body: ParsePaymentRequest => <ParsePaymentRequestResponse>;
    /// Returns a payment request as a URI.
    Post "/api/payment-request/create/{chain}" create(chain) body: CreatePaymentRequest
        => <CreatePaymentRequestResponse>;
}

requests! {
    /// A payment request as a URI.
    ParsePaymentRequest {
        /// The URI, as in a link or QR code.
        pub uri: String,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
        /// The `URI_REQUEST_SIGNING_KEY` in the stellar.toml of the origin domain; the service reads the file if absent.
        pub signing_key: Option<String>,
    }

    /// A payment to request, or a transaction to have signed.
    CreatePaymentRequest {
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
        /// The recipient of the payment.
        pub to: Option<String>,
        /// The amount in stroops; absent if the payer chooses the amount.
        pub amount: Option<String>,
        /// The asset; the lumen if absent.
        pub asset: Option<XlmAsset>,
        /// The memo of the payment.
        pub memo: Option<String>,
        /// The type of the memo; `text` if absent.
        pub memo_type: Option<String>,
        /// The transaction to have signed.
        pub unsigned_message: Option<String>,
        /// The account whose key is to sign the transaction.
        pub public_key: Option<String>,
        /// The URL that is to receive the signed transaction.
        pub callback: Option<String>,
        /// The text for the payer.
        pub message: Option<String>,
    }
}

responses! {
    /// The fields of estimate, or a transaction to sign.
    ParsePaymentRequestResponse {
        /// `pay`, or `tx` for a transaction to sign.
        pub operation: String,
        /// The network of the request.
        pub network: Network,
        /// The recipient of the payment.
        pub to: Option<String>,
        /// The amount in stroops.
        pub amount: Option<String>,
        /// The asset of the payment.
        pub asset: Option<Asset>,
        /// The memo of the payment.
        pub memo: Option<String>,
        /// The type of the memo.
        pub memo_type: Option<String>,
        /// The transaction to sign.
        pub unsigned_message: Option<String>,
        /// The account whose key is to sign the transaction.
        pub public_key: Option<String>,
        /// The URL that is to receive the signed transaction.
        pub callback: Option<String>,
        /// The text for the payer.
        pub message: Option<String>,
        /// The origin of a signed URI.
        pub origin: Option<RequestOrigin>,
        /// The names of parameters without effect.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub ignored: Vec<String>,
    }

    /// The origin of a payment request.
    RequestOrigin {
        /// The domain that the URI states.
        pub domain: String,
        /// True if the signature of the URI was verified.
        pub verified: bool,
        /// The reason why the signature was not verified.
        pub reason: Option<String>,
    }
}
