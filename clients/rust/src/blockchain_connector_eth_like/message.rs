//! `/api/message`

use super::transaction::Signature;
use crate::Network;
use crate::wire::Warning;
use serde_json::Value;

operations! {
    "blockchain-connector-eth-like";
    /// Returns the hash to sign of a message.
    Post "/api/message/get-hash/{chain}" get_hash(chain) body: GetHashRequest => <GetHashResponse>;
    /// Verifies the signature and returns a single string.
    Post "/api/message/attach-signature/{chain}" attach_signature(chain) body: AttachSignatureRequest
        => <AttachSignatureResponse>;
}

requests! {
    /// A message.
    GetHashRequest {
        /// `personal` or `typed-data`.
        pub r#type: String,
        /// The text, or the object of typed data.
        pub message: Value,
        /// The encoding of a text, `text` or `hex`; `text` if absent.
        pub encoding: Option<String>,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
    }

    /// A message with its signature.
    AttachSignatureRequest {
        /// The signer's public key in hex.
        pub public_key: String,
        /// `personal` or `typed-data`.
        pub r#type: String,
        /// The text, or the object of typed data.
        pub message: Value,
        /// The encoding of a text, `text` or `hex`; `text` if absent.
        pub encoding: Option<String>,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
        /// The signature of the hash.
        pub signature: Signature,
    }
}

responses! {
    /// The hash to sign.
    GetHashResponse {
        /// The hash: `0x` and 64 hex digits.
        pub hash: String,
        /// The permit that the signature grants.
        pub summary: Option<PermitSummary>,
        /// Warnings about the message.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub warnings: Vec<Warning>,
    }

    /// A permit.
    PermitSummary {
        /// `permit`.
        pub r#type: String,
        /// The form: `eip-2612`, `dai`, `permit2-allowance`, `permit2-transfer` or `eip-3009`.
        pub standard: String,
        /// The contract that verifies the signature.
        pub contract: String,
        /// The account or contract that may withdraw the tokens; with `eip-3009` their recipient.
        pub spender: String,
        /// The token contract, unless `permissions` is present.
        pub token: Option<String>,
        /// The maximum amount in base units, unless `permissions` is present.
        pub amount: Option<String>,
        /// The end of an allowance within Permit2, in Unix seconds.
        pub expiration: Option<String>,
        /// The withdrawals that a batch permits.
        pub permissions: Option<Vec<PermitPermission>>,
        /// The time in Unix seconds until which the signature is valid.
        pub deadline: Option<String>,
    }

    /// A permitted withdrawal of one token.
    PermitPermission {
        /// The token contract.
        pub token: String,
        /// The maximum amount in base units.
        pub amount: String,
        /// The end of an allowance within Permit2, in Unix seconds.
        pub expiration: Option<String>,
    }

    /// A signature.
    AttachSignatureResponse {
        /// `0x` and 130 hex digits: r, s, and v as 27 or 28.
        pub signature: String,
    }
}
