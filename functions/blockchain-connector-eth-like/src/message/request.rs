//! Request fields common to get-hash and attach-signature, and the message that they determine.

use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::openapi::schema::{OneOfBuilder, Schema, Type};
use utoipa::openapi::{ObjectBuilder, RefOr};
use utoipa::{PartialSchema, ToSchema};
use wallet_core::model::parse_hex;
use wallet_core::wire::{MessageEncodingText, MessageTypeText};
use wallet_eth_like::{Hash, Params, TypedData, personal_hash};
use wallet_http::{ApiError, Field, Required, ResultExt};

/// Message without its chain.
#[derive(Debug, Deserialize, ToSchema)]
pub struct MessageRequest {
    /// `personal` for a text (EIP-191, `personal_sign`), `typed-data` for structured data (EIP-712,
    /// `eth_signTypedData_v4`).
    r#type: Required<MessageTypeText>,
    message: Required<MessageContent>,
    /// The encoding of a text: `text` for its characters, which is the default, or `hex` for its bytes. Typed data have
    /// no encoding.
    encoding: Field<MessageEncodingText>,
}

/// A text, or typed data.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
struct MessageContent(Value);

/// The description of the field, which its union of schemas would hide.
const CONTENT: &str = "The text, or the object with `types`, `primaryType`, `domain` and `message`. Integers are strings of \
                       decimal or `0x`-prefixed hex digits, or numbers up to 2^53 − 1. A `chainId` of the domain must be \
                       that of the chain.";

impl PartialSchema for MessageContent {
    fn schema() -> RefOr<Schema> {
        let text = ObjectBuilder::new()
            .title(Some("PersonalMessage"))
            .schema_type(Type::String)
            .build();
        let typed_data = ["types", "domain", "message"].into_iter().fold(
            ObjectBuilder::new()
                .title(Some("TypedDataMessage"))
                .schema_type(Type::Object)
                .property("primaryType", ObjectBuilder::new().schema_type(Type::String).build())
                .required("primaryType"),
            |object, part| {
                let any = ObjectBuilder::new().schema_type(Type::Object).build();
                object.property(part, any).required(part)
            },
        );
        let one_of = OneOfBuilder::new().item(text).item(typed_data.build());
        let one_of = one_of
            .description(Some(CONTENT))
            .examples([json!("Sign in to example.com")])
            .build();
        RefOr::T(Schema::OneOf(one_of))
    }
}

impl ToSchema for MessageContent {}

/// A message to sign.
#[derive(Debug)]
pub enum Message {
    /// A text in bytes.
    Personal(Vec<u8>),
    /// Typed data.
    TypedData(TypedData),
}

impl MessageRequest {
    /// Validates the fields.
    pub fn read(self) -> Result<Message, ApiError> {
        let kind = self.r#type.required("type")?;
        let content = |message: Required<MessageContent>| message.required("message").map(|MessageContent(json)| json);
        match &*kind {
            "personal" => {
                let content = content(self.message)?;
                let Value::String(text) = content else {
                    return Err(ApiError::invalid_request("A personal message must be a string.").at("message"));
                };
                read_text(text, self.encoding).map(Message::Personal)
            }
            "typed-data" => {
                let data = TypedData::parse(&content(self.message)?).at("message")?;
                if self.encoding.optional("encoding")?.is_some() {
                    return Err(ApiError::invalid_request("Typed data have no encoding; omit it.").at("encoding"));
                }
                Ok(Message::TypedData(data))
            }
            _ => Err(ApiError::invalid_request("type must be personal or typed-data.").at("type")),
        }
    }
}

fn read_text(text: String, encoding: Field<MessageEncodingText>) -> Result<Vec<u8>, ApiError> {
    match encoding.optional("encoding")?.as_deref() {
        None | Some("text") => Ok(text.into_bytes()),
        Some("hex") => parse_hex(&text).map_err(|_| {
            ApiError::invalid_request("message must be an even number of hex digits, or empty.").at("message")
        }),
        Some(_) => Err(ApiError::invalid_request("encoding must be text or hex.").at("encoding")),
    }
}

impl Message {
    /// Checks that the message is not bound to another chain.
    pub fn check_chain(&self, params: Params) -> Result<(), ApiError> {
        match self {
            Self::Personal(_) => Ok(()),
            Self::TypedData(data) => data.check_chain(params).at("message"),
        }
    }

    /// Returns the hash to sign.
    pub fn hash(&self) -> Hash {
        match self {
            Self::Personal(bytes) => personal_hash(bytes),
            Self::TypedData(data) => data.hash(),
        }
    }
}
