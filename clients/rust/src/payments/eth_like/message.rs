//! Messages of an account: texts (EIP-191, `personal_sign`) and typed data (EIP-712, `eth_signTypedData_v4`).
//!
//! The hash is computed here from the message that the app shows, and compared with that of the service, as is the permit
//! in it. The signature is verified before it is returned.

use super::draft::merged;
use super::hex;
use super::transaction::{params, public_key, verify, wire};
use crate::blockchain_connector_eth_like::message::{
    AttachSignatureRequest, GetHashRequest, PermitPermission, PermitSummary, attach_signature, get_hash,
};
use crate::blockchain_connector_eth_like::transaction::Signature;
use crate::client::Client;
use crate::payments::Amount;
use crate::payments::check::{PaymentError, check};
use crate::payments::signer::EcdsaSigner;
use crate::warning::{Warning, WarningCode};
use bon::Builder;
use serde_json::Value;
use wallet_core::error::CodedError;
use wallet_core::model::Network;
use wallet_eth_like::{Hash, Permission, Permit, PermitStandard, PublicKey, TypedData, personal_hash};

/// The content of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MessageContent {
    /// A text, hashed as UTF-8.
    Text(String),
    /// Bytes, hashed like a text.
    Bytes(Vec<u8>),
    /// The object of typed data with `types`, `primaryType`, `domain` and `message`.
    TypedData(Value),
}

/// A message to sign.
#[derive(Clone, Debug, PartialEq, Eq, Builder)]
#[builder(on(String, into))]
#[non_exhaustive]
pub struct Message {
    /// The chain as used in paths, which the domain of typed data must not contradict. Texts are bound to no chain.
    pub chain: String,
    /// The network.
    pub network: Network,
    /// The signer's public key in hex.
    pub public_key: String,
    /// The content.
    pub content: MessageContent,
}

/// The facts to show before signing, together with the content.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MessageReview {
    /// The content.
    pub content: MessageContent,
    /// The permit that the signature grants, read from the content.
    pub permit: Option<PermitSummary>,
    /// True if an amount of the permit has no effective limit.
    pub is_unlimited: bool,
    /// True if the typed data look like an authorisation to withdraw tokens in a form without a permit.
    pub is_unknown_authorisation: bool,
    /// True if the signature is valid on all chains: the domain of the typed data names no chain.
    pub is_valid_on_all_chains: bool,
    /// Warnings of the service, and those about an unlimited permit and an unknown authorisation.
    pub warnings: Vec<Warning>,
}

/// A verified message to sign.
#[derive(Clone, Debug)]
pub struct PreparedMessage {
    chain: String,
    signer: PublicKey,
    hash: Hash,
    request: AttachSignatureRequest,
    review: MessageReview,
}

/// The facts of a message that are known without the service.
struct Facts {
    hash: Hash,
    permit: Option<Permit>,
    is_unknown_authorisation: bool,
    names_chain: bool,
}

impl MessageContent {
    /// Returns the hash to sign, without a call.
    pub fn hash(&self) -> Result<[u8; 32], PaymentError> {
        Ok(self.facts()?.hash.0)
    }

    fn facts(&self) -> Result<Facts, PaymentError> {
        match self {
            Self::Text(text) => Ok(Facts::of_text(text.as_bytes())),
            Self::Bytes(bytes) => Ok(Facts::of_text(bytes)),
            Self::TypedData(json) => {
                let data = typed_data(json)?;
                Ok(Facts {
                    hash: data.hash(),
                    permit: data.permit(),
                    is_unknown_authorisation: data.is_unknown_authorisation(),
                    names_chain: data.chain_id().is_some(),
                })
            }
        }
    }

    /// Checks that the domain is of this chain, or names no chain.
    fn check_chain(&self, chain: &str, network: Network) -> Result<(), PaymentError> {
        let Self::TypedData(json) = self else {
            return Ok(());
        };
        let Some(found) = typed_data(json)?.chain_id() else {
            return Ok(());
        };
        let expected = params(chain, network)?.chain_id();
        if found == Amount::from(expected) {
            Ok(())
        } else {
            let problem = format!("its domain is of the chain {found}, expected {expected}");
            Err(PaymentError::invalid("message", problem))
        }
    }

    /// Returns type, message and encoding in the form of requests.
    fn wire(&self) -> (&'static str, Value, Option<&'static str>) {
        match self {
            Self::Text(text) => ("personal", text.as_str().into(), None),
            Self::Bytes(bytes) => ("personal", hex(bytes).into(), Some("hex")),
            Self::TypedData(json) => ("typed-data", json.clone(), None),
        }
    }
}

impl Facts {
    fn of_text(text: &[u8]) -> Self {
        Self {
            hash: personal_hash(text),
            permit: None,
            is_unknown_authorisation: false,
            names_chain: false,
        }
    }
}

/// Parses typed data. The error names the path of the invalid part.
fn typed_data(json: &Value) -> Result<TypedData, PaymentError> {
    TypedData::parse(json).map_err(|error| {
        let path = error.info().field.map(|path| format!("{path}: "));
        PaymentError::invalid("message", format!("{}{error}", path.unwrap_or_default()))
    })
}

/// Compares the hash and the permit of a message with those of the service.
pub async fn prepare_message(client: &Client, message: &Message) -> Result<PreparedMessage, PaymentError> {
    const ENDPOINT: &str = "message/get-hash";
    let signer = public_key(&message.public_key)?;
    message.content.check_chain(&message.chain, message.network)?;
    let facts = message.content.facts()?;
    let (kind, content, encoding) = message.content.wire();
    let request = AttachSignatureRequest {
        public_key: message.public_key.clone(),
        r#type: kind.to_owned(),
        message: content,
        encoding: encoding.map(str::to_owned),
        network: Some(message.network),
        signature: Signature::default(),
    };
    let hash_request = GetHashRequest {
        r#type: request.r#type.clone(),
        message: request.message.clone(),
        encoding: request.encoding.clone(),
        network: request.network,
    };
    let response = get_hash(client, &message.chain, &hash_request).await?;
    check(ENDPOINT, "hash", &response.hash, &facts.hash.to_string())?;
    let permit = facts.permit.as_ref().map(PermitSummary::from);
    check(ENDPOINT, "permit", &response.summary, &permit)?;
    let is_typed = matches!(message.content, MessageContent::TypedData(_));
    let is_unlimited = facts.permit.as_ref().is_some_and(Permit::is_unlimited);
    let derived = [
        is_unlimited.then_some(WarningCode::UnlimitedApproval),
        facts
            .is_unknown_authorisation
            .then_some(WarningCode::UnknownAuthorisation),
    ];
    Ok(PreparedMessage {
        chain: message.chain.clone(),
        signer,
        hash: facts.hash,
        request,
        review: MessageReview {
            content: message.content.clone(),
            is_unlimited,
            permit,
            is_unknown_authorisation: facts.is_unknown_authorisation,
            is_valid_on_all_chains: is_typed && !facts.names_chain,
            warnings: merged(response.warnings, derived.into_iter().flatten()),
        },
    })
}

impl From<&Permit> for PermitSummary {
    /// Describes the permit in the form of the service: one withdrawal in three fields, several in a list.
    fn from(permit: &Permit) -> Self {
        let permissions: Vec<_> = permit.permissions.iter().map(PermitPermission::from).collect();
        let (single, permissions) = match <[_; 1]>::try_from(permissions) {
            Ok([single]) => (Some(single), None),
            Err(several) => (None, Some(several)),
        };
        let standard = match permit.standard {
            PermitStandard::Eip2612 => "eip-2612",
            PermitStandard::Dai => "dai",
            PermitStandard::Permit2Allowance => "permit2-allowance",
            PermitStandard::Permit2Transfer => "permit2-transfer",
            PermitStandard::Eip3009 => "eip-3009",
        };
        Self {
            r#type: "permit".to_owned(),
            standard: standard.to_owned(),
            contract: permit.contract.to_string(),
            spender: permit.spender.to_string(),
            token: single.as_ref().map(|single| single.token.clone()),
            amount: single.as_ref().map(|single| single.amount.clone()),
            expiration: single.and_then(|single| single.expiration),
            permissions,
            deadline: permit.deadline.map(|deadline| deadline.to_string()),
        }
    }
}

impl From<&Permission> for PermitPermission {
    fn from(permission: &Permission) -> Self {
        Self {
            token: permission.token.to_string(),
            amount: permission.amount.to_string(),
            expiration: permission.expiration.map(|time| time.to_string()),
        }
    }
}

impl PreparedMessage {
    /// Returns the facts to show before signing.
    pub fn review(&self) -> &MessageReview {
        &self.review
    }

    /// Returns the hash to sign.
    pub fn hash(&self) -> [u8; 32] {
        self.hash.0
    }

    /// Signs the message, and returns the signature in the form of wallets: `0x`, r, s, and v as 27 or 28, in hex. It is
    /// verified here and by the service.
    pub async fn sign(&self, client: &Client, signer: &dyn EcdsaSigner) -> Result<String, PaymentError> {
        let signature = signer.sign(self.hash()).await.map_err(PaymentError::Signer)?;
        let verified = verify(self.hash, &self.signer, &signature)?;
        let request = AttachSignatureRequest {
            signature: wire(&verified),
            ..self.request.clone()
        };
        let response = attach_signature(client, &self.chain, &request).await?;
        check(
            "message/attach-signature",
            "signature",
            &response.signature,
            &hex(&verified),
        )?;
        Ok(response.signature)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn hash(content: &MessageContent) -> String {
        hex(&content.hash().expect("a hash"))
    }

    /// ethers 6, documentation of `hashMessage`; the same hash is in the tests of viem.
    #[test]
    fn texts_have_their_published_hashes() {
        assert_eq!(
            hash(&MessageContent::Text("Hello World".to_owned())),
            "0xa1de988600a42c4b4ab089b619297c17d53cffae5d5120d82d8a92d0bb3b78f2"
        );
        let bytes = MessageContent::Bytes(b"Hello World".to_vec());
        assert_eq!(hash(&bytes), hash(&MessageContent::Text("Hello World".to_owned())));
        let hex_text = MessageContent::Text("0x48656c6c6f20576f726c64".to_owned());
        assert_ne!(hash(&hex_text), hash(&bytes));
    }

    /// The example of EIP-712.
    fn mail() -> Value {
        json!({
            "types": {
                "EIP712Domain": [
                    { "name": "name", "type": "string" },
                    { "name": "version", "type": "string" },
                    { "name": "chainId", "type": "uint256" },
                    { "name": "verifyingContract", "type": "address" },
                ],
                "Person": [{ "name": "name", "type": "string" }, { "name": "wallet", "type": "address" }],
                "Mail": [
                    { "name": "from", "type": "Person" },
                    { "name": "to", "type": "Person" },
                    { "name": "contents", "type": "string" },
                ],
            },
            "primaryType": "Mail",
            "domain": {
                "name": "Ether Mail",
                "version": "1",
                "chainId": 1,
                "verifyingContract": "0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC",
            },
            "message": {
                "from": { "name": "Cow", "wallet": "0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826" },
                "to": { "name": "Bob", "wallet": "0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB" },
                "contents": "Hello, Bob!",
            },
        })
    }

    #[test]
    fn typed_data_have_the_hash_of_eip712() {
        assert_eq!(
            hash(&MessageContent::TypedData(mail())),
            "0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2"
        );
        let mut undeclared = mail();
        undeclared["types"].as_object_mut().unwrap().remove("EIP712Domain");
        assert_eq!(
            hash(&MessageContent::TypedData(undeclared)),
            hash(&MessageContent::TypedData(mail()))
        );
    }

    #[test]
    fn incomplete_and_contradictory_data_are_rejected() {
        let cases: [fn(&mut Value); 12] = [
            |data| *data = json!([]),
            |data| data["further"] = json!(1),
            |data| data["primaryType"] = json!("Letter"),
            |data| data["primaryType"] = json!("EIP712Domain"),
            |data| data["domain"] = json!({}),
            |data| data["domain"]["further"] = json!("1"),
            |data| data["domain"]["chainId"] = json!(null),
            |data| data["types"]["EIP712Domain"][0]["type"] = json!("bytes"),
            |data| data["message"]["further"] = json!(1),
            |data| data["message"]["from"]["wallet"] = json!("0xCD2a"),
            |data| data["message"]["contents"] = json!(1),
            |data| drop(data["message"].as_object_mut().unwrap().remove("contents")),
        ];
        for (index, change) in cases.iter().enumerate() {
            let mut data = mail();
            change(&mut data);
            let error = MessageContent::TypedData(data).hash().expect_err("rejected");
            assert!(
                matches!(error, PaymentError::Invalid { field: "message", .. }),
                "case {index}: {error}"
            );
        }
        let mut unbound = mail();
        unbound["domain"] = json!({});
        unbound["types"].as_object_mut().unwrap().remove("EIP712Domain");
        assert!(
            MessageContent::TypedData(unbound).hash().is_err(),
            "a domain without fields"
        );
    }

    #[test]
    fn domain_of_another_chain_is_rejected() {
        let content = MessageContent::TypedData(mail());
        content
            .check_chain("eth", Network::Livenet)
            .expect("the chain of the domain");
        let error = content.check_chain("op", Network::Livenet).expect_err("another chain");
        assert!(
            matches!(error, PaymentError::Invalid { field: "message", .. }),
            "{error}"
        );
        let mut unbound = mail();
        unbound["domain"] = json!({ "name": "Ether Mail" });
        unbound["types"].as_object_mut().unwrap().remove("EIP712Domain");
        MessageContent::TypedData(unbound)
            .check_chain("op", Network::Livenet)
            .expect("no chain");
    }
}
