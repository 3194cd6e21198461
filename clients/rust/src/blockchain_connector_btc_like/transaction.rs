//! `/api/transaction`

use super::{AddressType, PaymentOutput, Utxo};
use crate::Network;
use crate::wire::{AttachSignatureResponse, ParseRequest, SendRequest, SendResponse, Status, Value, Warning};

operations! {
    "blockchain-connector-btc-like";
    /// Returns the hashes to sign of a payment.
    Post "/api/transaction/get-hash/{chain}" get_hash(chain) body: GetHashRequest => <GetHashResponse>;
    /// Verifies signatures and returns the signed transaction.
    Post "/api/transaction/attach-signature/{chain}" attach_signature(chain) body: AttachSignatureRequest
        => <AttachSignatureResponse>;
    /// Verifies a signed PSBT and returns the signed transaction.
    Post "/api/transaction/attach-psbt/{chain}" attach_psbt(chain) body: AttachPsbtRequest
        => <AttachSignatureResponse>;
    /// Broadcasts a signed transaction. The same bytes may be sent again.
    Post "/api/transaction/send/{chain}" send(chain) body: SendRequest => <SendResponse>;
    /// Decodes a transaction.
    Post "/api/transaction/parse/{chain}" parse(chain) body: ParseRequest => <ParseResponse>;
    /// Returns the status of a transaction.
    Get "/api/transaction/status/{chain}" status(chain) query: TransactionStatusRequest
        => <TransactionStatusResponse>;
}

requests! {
    /// A transaction on a network, with spent outputs.
    TransactionStatusRequest {
        /// The transaction hash.
        pub txid: String,
        /// At most five spent outputs, as `txid:index`, separated by commas: by them a replaced transaction is
        /// recognised.
        pub inputs: Option<String>,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
    }
}

spendings! {
    /// A payment.
    GetHashRequest {
        /// The fee in base units.
        pub fee: String,
        /// True for the PSBT of the payment in the response.
        pub psbt: Option<bool>,
        /// With `psbt`: the transactions that created the inputs in hex.
        pub parents: Option<Vec<String>>,
        /// With `psbt`: the origins of the keys of the inputs and of the change.
        pub key_origins: Option<Vec<KeyOrigin>>,
    }

    /// A payment with its signed PSBT.
    AttachPsbtRequest {
        /// The fee in base units.
        pub fee: String,
        /// The signed PSBT in base64.
        pub psbt: String,
    }

    /// A payment with the signatures.
    AttachSignatureRequest {
        /// The fee in base units.
        pub fee: String,
        /// A signature for each input.
        pub signatures: Vec<InputSignature>,
    }
}

requests! {
    /// The origin of a public key.
    KeyOrigin {
        /// The public key in hex.
        pub public_key: String,
        /// The fingerprint of the master key: 8 hex digits.
        pub fingerprint: String,
        /// The path from the master key.
        pub path: String,
    }

    /// The signature of an input.
    InputSignature {
        /// The index of the input.
        pub input_index: u32,
        /// The signature.
        pub signature: Signature,
    }

    /// An ECDSA signature.
    Signature {
        /// s in hex.
        pub s: String,
        /// r in hex.
        pub r: String,
        /// The recovery id, 0 to 3.
        pub recovery: Option<u8>,
    }
}

responses! {
    /// The hashes to sign.
    GetHashResponse {
        /// A hash for each input.
        pub hashes: Vec<InputHash>,
        /// The PSBT of the payment in base64.
        pub psbt: Option<String>,
        /// Warnings about the payment.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub warnings: Vec<Warning>,
    }

    /// The hash to sign for an input.
    InputHash {
        /// The index of the input.
        pub input_index: u32,
        /// The hash: 64 hex digits.
        pub hash: String,
    }

    /// The status of a transaction.
    TransactionStatusResponse {
        /// The transaction hash.
        pub txid: String,
        /// The status.
        pub status: Status,
        /// The transaction that spent the same output.
        pub replaced_by: Option<String>,
        /// The number of blocks since.
        pub confirmations: u64,
        /// The block height; empty while pending.
        pub block: String,
        /// The time in Unix seconds.
        pub date: u64,
    }

    /// The contents of a transaction.
    ParseResponse {
        /// The transaction hash; present if the transaction is signed.
        pub txid: Option<String>,
        /// True if every input has a script or witness.
        pub signed: bool,
        /// The owner of the first input.
        pub from: String,
        /// The recipient of the first output.
        pub to: String,
        /// The value of the first output in base units.
        pub amount: String,
        /// The inputs.
        pub inputs: Vec<ParsedInput>,
        /// The outputs.
        pub outputs: Vec<ParsedOutput>,
        /// The size in virtual bytes.
        pub size: u64,
        /// The lock time.
        pub lock_time: u32,
        /// The change of the balance of the own addresses of the request, fee included, if known.
        pub net: Option<Value>,
    }

    /// An input.
    ParsedInput {
        /// The transaction that created the spent output.
        pub txid: String,
        /// The index of the output.
        pub vout: u32,
        /// The owner; empty if unknown.
        pub from: String,
    }

    /// An output.
    ParsedOutput {
        /// The recipient; empty if the script has no address.
        pub to: String,
        /// The value in base units.
        pub amount: String,
        /// The script in hex.
        pub script: String,
        /// The data in hex of an output with a single push.
        pub data: Option<String>,
        /// The tokens of the output (bch).
        pub token: Option<ParsedToken>,
    }

    /// Tokens of a bch output.
    ParsedToken {
        /// The category.
        pub category: String,
        /// The amount of fungible tokens.
        pub amount: String,
        /// The non-fungible token.
        pub nft: Option<ParsedNft>,
    }

    /// A non-fungible token of a bch output.
    ParsedNft {
        /// The rights of the owner.
        pub capability: String,
        /// The contents in hex.
        pub commitment: String,
    }
}
