//! Request fields common to get-hash and attach-signature, and the message that they determine.

use serde_json::{Value, json};
use std::convert::Infallible;
use utoipa::openapi::schema::{OneOfBuilder, Schema, Type};
use utoipa::openapi::{ObjectBuilder, RefOr};
use utoipa::{PartialSchema, ToSchema};
use wallet_core::model::parse_hex;
use wallet_core::wire::{MessageEncodingText, MessageTypeText, Wire};
use wallet_eth_like::{Hash, Params, TypedData, personal_hash};
use wallet_http::{ApiError, Field, Required, ResultExt};

wallet_core::request! {
    /// Message without its chain.
    pub struct MessageRequest {
        /// `personal` for a text (EIP-191, `personal_sign`), `typed-data` for structured data (EIP-712,
        /// `eth_signTypedData_v4`).
        r#type: Required<MessageTypeText>,
        message: Required<MessageContent>,
        /// The encoding of a text: `text` for its characters, which is the default, or `hex` for its bytes. Typed data have
        /// no encoding.
        encoding: Field<MessageEncodingText>,
    }
}

/// A text, or typed data.
struct MessageContent;

/// The description of the field, which the union of schemas would hide.
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

impl Wire for MessageContent {
    type Json = Value;
    type Value = Value;
    type Error = Infallible;

    fn read(json: Value, (): ()) -> Result<Value, Infallible> {
        Ok(json)
    }
}

impl MessageRequest {
    /// Validates the fields.
    pub fn read(self) -> Result<Message, ApiError> {
        let unknown = self.r#type.error("type must be personal or typed-data.");
        let (kind, message, encoding) = (self.r#type.get()?, self.message, self.encoding);
        match &*kind {
            "personal" => {
                let no_string = message.error("A personal message must be a string.");
                let no_hex = message.error("message must be an even number of hex digits, or empty.");
                let Value::String(text) = message.get()? else {
                    return Err(no_string.into());
                };
                let unknown = encoding.error("encoding must be text or hex.");
                let bytes = match encoding.get()?.as_deref() {
                    None | Some("text") => text.into_bytes(),
                    Some("hex") => parse_hex(&text).map_err(|_| no_hex)?,
                    Some(_) => return Err(unknown.into()),
                };
                Ok(Message::Personal(bytes))
            }
            "typed-data" => {
                let name = message.name();
                let data = TypedData::parse(&message.get()?).at(name)?;
                if encoding.is_present()? {
                    return Err(encoding.error("Typed data have no encoding; omit it.").into());
                }
                Ok(Message::TypedData(data))
            }
            _ => Err(unknown.into()),
        }
    }
}

impl Message {
    /// Checks that the message is not bound to a different chain.
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
