//! Contents of fields in requests and responses, each with one schema.
//!
//! A text type of this module accepts every string: the domain type that a handler parses it into validates it. The
//! type only documents the form, so that a field of a wire struct needs no attributes.

mod field;
mod json;
mod list;
mod object;
mod request;
mod texts;
mod warning;

pub use field::{Field, FieldOf, Required, Wire};
pub use json::{Json, WrongType, hyphenated_uuid, whole_number_in, whole_number_of_digits};
pub use list::{FIELD, GapNumber, LIST, List, OBJECT, Object, PageLimitNumber, PageLimitText, REQUIRED, Repeated};
pub use object::{Fields, FromFields, Known};
pub use request::AsReceived;
#[doc(hidden)]
pub use serde_json::Value;
pub use texts::*;
#[doc(hidden)]
pub use utoipa;
pub use warning::{Warning, WarningCode};

use crate::model::Network;
use serde::Serialize;
use std::convert::Infallible;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, Schema, SchemaFormat, Type};
use utoipa::{PartialSchema, ToSchema};

/// Returns the schema of a string.
#[doc(hidden)]
#[expect(deprecated, reason = "the derive macros write `example` as well")]
pub fn schema(pattern: Option<&str>, example: &str, default: Option<&str>) -> utoipa::openapi::Object {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .pattern(pattern)
        .example(Some(example.into()))
        .default(default.map(Into::into))
        .build()
}

/// Defines a string type by its pattern, which may be `None`, and an example.
#[macro_export]
macro_rules! wire_text {
    ($($(#[$doc:meta])* $name:ident = $pattern:expr, $example:expr $(, default $default:expr)?;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub String);

        impl $name {
            /// Encodes a value.
            pub fn of(value: impl ::std::string::ToString) -> Self {
                Self(value.to_string())
            }
        }

        impl ::std::ops::Deref for $name {
            type Target = str;

            fn deref(&self) -> &str {
                &self.0
            }
        }

        impl $crate::wire::utoipa::PartialSchema for $name {
            fn schema() -> $crate::wire::utoipa::openapi::RefOr<$crate::wire::utoipa::openapi::Schema> {
                let default: Option<&str> = None $(.or(Some($default)))?;
                $crate::wire::schema($pattern, $example, default).into()
            }
        }

        impl $crate::wire::utoipa::ToSchema for $name {}

        impl $crate::wire::Wire for $name {
            type Json = String;
            type Value = Self;
            type Error = ::std::convert::Infallible;

            fn read(text: String, (): ()) -> ::std::result::Result<Self, Self::Error> {
                Ok(Self(text))
            }
        }
    )*};
}

/// Makes a type the content of text fields with the schema of a text type. The parser is a function of the text, or of the
/// context in angle brackets and the text.
#[macro_export]
macro_rules! wire_value {
    ($($content:ident $(<$context:ty>)? as $text:ty => $value:ty, $parse:expr;)*) => {$(
        impl $crate::wire::utoipa::PartialSchema for $content {
            fn schema() -> $crate::wire::utoipa::openapi::RefOr<$crate::wire::utoipa::openapi::Schema> {
                <$text as $crate::wire::utoipa::PartialSchema>::schema()
            }
        }

        impl $crate::wire::utoipa::ToSchema for $content {}

        $crate::wire_value!(@ $content, ($($context)?), $value, $parse);
    )*};
    (@ $content:ident, (), $value:ty, $parse:expr) => {
        impl $crate::wire::Wire for $content {
            type Json = String;
            type Value = $value;
            type Error = $crate::error::ErrorInfo;

            fn read(text: String, (): ()) -> ::std::result::Result<$value, Self::Error> {
                ($parse)(&text).map_err(|error| $crate::error::CodedError::info(&error))
            }
        }
    };
    (@ $content:ident, ($context:ty), $value:ty, $parse:expr) => {
        impl $crate::wire::Wire<$context> for $content {
            type Json = String;
            type Value = $value;
            type Error = $crate::error::ErrorInfo;

            fn read(text: String, context: $context) -> ::std::result::Result<$value, Self::Error> {
                ($parse)(context, &text).map_err(|error| $crate::error::CodedError::info(&error))
            }
        }
    };
}

/// Defines the content of number fields: the type of the value, the reader of the JSON, the range and the schema.
#[macro_export]
macro_rules! wire_number {
    ($($(#[$doc:meta])* $name:ident($number:ty) = $reader:path, $range:expr, $schema:expr;)*) => {$(
        $(#[$doc])*
        pub struct $name(u64);

        impl $crate::wire::Json for $name {
            fn of(value: $crate::wire::Value) -> ::std::result::Result<Self, $crate::wire::WrongType> {
                $reader(&value, $range).map(Self)
            }
        }

        impl $crate::wire::Wire for $name {
            type Json = Self;
            type Value = $number;
            type Error = ::std::convert::Infallible;

            fn read(Self(number): Self, (): ()) -> ::std::result::Result<$number, Self::Error> {
                Ok(number.try_into().unwrap_or(<$number>::MAX))
            }
        }

        impl $crate::wire::utoipa::PartialSchema for $name {
            fn schema() -> $crate::wire::utoipa::openapi::RefOr<$crate::wire::utoipa::openapi::Schema> {
                $schema.build().into()
            }
        }

        impl $crate::wire::utoipa::ToSchema for $name {}
    )*};
}

/// Returns the schema of a string with this number of characters.
fn bounded_text(minimum: Option<usize>, maximum: usize, example: &str) -> ObjectBuilder {
    let text = ObjectBuilder::from(schema(None, example, None));
    text.min_length(minimum).max_length(Some(maximum))
}

/// Returns the schema of a flag with this default.
#[expect(deprecated, reason = "the derive macros write `example` as well")]
fn flag(default: bool) -> ObjectBuilder {
    let flag = ObjectBuilder::new().schema_type(Type::Boolean);
    flag.default(Some(default.into())).example(Some(default.into()))
}

/// Returns the schema of a whole number.
#[expect(deprecated, reason = "the derive macros write `example` as well")]
pub fn whole_number(format: KnownFormat, minimum: usize, maximum: Option<u64>, example: u64) -> ObjectBuilder {
    ObjectBuilder::new()
        .schema_type(Type::Integer)
        .format(Some(SchemaFormat::KnownFormat(format)))
        .minimum(Some(minimum))
        .maximum(maximum)
        .example(Some(example.into()))
}

/// Defines types that a pattern does not describe by their content and their schema.
macro_rules! wire_types {
    ($($(#[$doc:meta])* $name:ident($content:ty) = $schema:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
        #[serde(transparent)]
        pub struct $name(pub $content);

        impl Wire for $name {
            type Json = $content;
            type Value = $content;
            type Error = Infallible;

            fn read(json: $content, (): ()) -> Result<$content, Infallible> {
                Ok(json)
            }
        }

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                $schema.build().into()
            }
        }

        impl ToSchema for $name {}
    )*};
}
use wire_types;

/// Maximum length of a text for the payer of a payment request, in characters: the limit of SEP-7.
pub(crate) const MAX_NOTE: usize = 300;

wire_types! {
    /// True for an address with its prefix.
    PrefixFlag(bool) = flag(false);
    /// The number of decimal places of the whole unit of an asset.
    DecimalsNumber(u8) = whole_number(KnownFormat::Int32, 0, Some(255), 6);
    /// The number of changes of an asset, in a query.
    RevisionText(String) = whole_number(KnownFormat::Int64, 0, None, 3);
    /// The display name of an asset.
    AssetNameText(String) = bounded_text(Some(1), 60, "Tether USD");
    /// The ticker symbol of an asset.
    TickerText(String) = bounded_text(Some(1), 20, "USDT");
    /// A text for the payer of a payment request.
    PayerNoteText(String) = bounded_text(None, MAX_NOTE, "Order 5512");
    /// The URL of an icon.
    IconText(String) = bounded_text(None, 2048, "https://icons.example/usdt.png");
}

wire_value! {
    Network as NetworkName => Self, str::parse::<Self>;
}

/// The network of a signed transaction, which has no default.
pub struct SignedNetwork;

wire_value! {
    SignedNetwork as SignedNetworkName => Network, str::parse::<Network>;
}

/// The signed transaction of the first example of BIP-143.
const BTC_LIKE_TRANSACTION: &str = concat!(
    "01000000000102fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f00000000494830450221008b9d",
    "1dc26ba6a9cb62127b02742fa9d754cd3bebf337f7a55d114c8e5cdd30be022040529b194ba3f9281a99f2b1c0a19c0489bc22ed",
    "e944ccf4ecbab4cc618ef3ed01eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a010000",
    "0000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9",
    "143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac000247304402203609e17b84f6a7d30c80bfa610b5b4542f32a8a0d544",
    "7a12fb1366d7f01cc44a0220573a954c4518331561406f90300e8f3358f51928d43c212a8caed02de67eebee0121025476c2e831",
    "88368da1ff3e292e7acafcdb3566bb0ad253f62fc70f07aeee635711000000",
);

/// The signed transaction of the example of EIP-155.
const ETH_LIKE_TRANSACTION: &str = concat!(
    "0xf86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd9",
    "39bc2145fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b29",
    "7fb1966a3b6d83",
);

/// A PSBT of BIP 174, "Test Vectors": one p2pkh input, and outputs without further fields.
const PSBT: &str = concat!(
    "cHNidP8BAHUCAAAAASaBcTce3/KF6Tet7qSze3gADAVmy7OtZGQXE8pCFxv2AAAAAAD+////AtPf9QUAAAAAGXapFNDFmQPFusKGh2DpD9Uh",
    "GZap2UgDiKwA4fUFAAAAABepFDVF5uM7gyxHBQ8k0+65PJwDlIvHh7MuEwAAAQD9pQEBAAAAAAECiaPHHqtNIOA3G7ukzGmPopXJRjr6Ljl/",
    "hTPMti+VZ+UBAAAAFxYAFL4Y0VKpsBIDna89p95PUzSe7LmF/////4b4qkOnHf8USIk6UwpyN+9rRgi7st0tAXHmOuxqSJC0AQAAABcWABT+",
    "Pp7xp0XpdNkCxDVZQ6vLNL1TU/////8CAMLrCwAAAAAZdqkUhc/xCX/Z4Ai7NK9wnGIZeziXikiIrHL++E4sAAAAF6kUM5cluiHv1irHU6m8",
    "0GfWx6ajnQWHAkcwRAIgJxK+IuAnDzlPVoMR3HyppolwuAJf3TskAinwf4pfOiQCIAGLONfc0xTnNMkna9b7QPZzMlvEuqFEyADS8vAtsnZc",
    "ASED0uFWdJQbrUqZY3LLh+GFbTZSYG2YVi/jnF6efkE/IQUCSDBFAiEA0SuFLYXc2WHS9fSrZgZU327tzHlMDDPOXMMJ/7X85Y0CIGczio4O",
    "FyXBl/saiK9Z9R5E5CVbIBZ8hoQDHAXR8lkqASECI7cr7vCWXRC+B3jv7NYfysb3mk6haTkzgHNEZPhPKrMAAAAAAAAA",
);

wire_text! {
    /// The name of a network: `livenet`, which is the default, or `testnet`.
    NetworkName = Some("^(livenet|testnet)$"), "livenet", default "livenet";
    /// The name of a network that has no default.
    SignedNetworkName = Some("^(livenet|testnet)$"), "livenet";
    /// An amount in base units.
    AmountText = Some("^(0|[1-9][0-9]*)$"), "100000";
    /// An amount in base units above zero.
    PositiveAmountText = Some("^[1-9][0-9]*$"), "100000";
    /// A public key on secp256k1 in hex, compressed or uncompressed.
    PublicKeyText = Some("^(0[xX])?([0-9a-fA-F]{66}|[0-9a-fA-F]{130})$"),
        "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798";
    /// Bytes in hex, with or without `0x`, which may be empty.
    DataText = Some("^(0[xX])?([0-9a-fA-F]{2})*$"), "";
    /// Bytes in hex, which are empty by default.
    OptionalDataText = Some("^(0[xX])?([0-9a-fA-F]{2})*$"), "", default "";
    /// A number of at most 32 bytes in hex, with or without `0x`.
    ScalarText = Some("^(0[xX])?[0-9a-fA-F]{1,64}$"),
        "3609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a";
    /// 32 bytes in hex, with or without `0x`: the id of a transaction, or half of a signature.
    HashText = Some("^(0[xX])?[0-9a-fA-F]{64}$"),
        "f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16";
    /// The position of a page in a history.
    CursorText = Some("^[A-Za-z0-9_-]+$"), "AQAAAKoAAAAB";
    /// The position of a page of a statement, opaque to clients.
    StatementCursorText = Some("^[A-Za-z0-9_-]*([.][A-Za-z0-9_-]+)?$"), "AQAAAKoAAAAB";
    /// An extended public key of a UTXO chain, or a descriptor of one.
    ExtendedKeyText = None, "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs";
    /// A derivation path (BIP 32), in a response.
    PathText = Some("^(m/)?([0-9]+'?/)*[0-9]+$"), "m/84'/0'/0'/0/0";
    /// A compressed public key on secp256k1 in hex, in a response.
    CompressedKeyText = Some("^0[23][0-9a-f]{64}$"),
        "0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c";
    /// Outputs of UTXO chains as transaction id and index, separated by commas.
    OutpointListText = Some("^[0-9a-fA-F]{64}:[0-9]+(,[0-9a-fA-F]{64}:[0-9]+){0,4}$"),
        "0437cd7f8525ceed2324359c2d0ba26006d92d856a9c20fa0241106ee5a597c9:0";
    /// The name of a UTXO chain.
    BtcLikeChainText = Some("^(btc|ltc|bch|doge)$"), "btc";
    /// An address of a UTXO chain.
    BtcLikeAddressText = None, "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
    /// A transaction of a UTXO chain in hex, with or without `0x`.
    BtcLikeTransactionText = Some("^(0[xX])?([0-9a-fA-F]{2})+$"), BTC_LIKE_TRANSACTION;
    /// A transaction of a UTXO chain in hex, in a response.
    BtcLikeTxdataText = Some("^([0-9a-f]{2})+$"), BTC_LIKE_TRANSACTION;
    /// The type of an address of a UTXO chain.
    AddressTypeText = Some("^(p2pkh|p2sh-p2wpkh|p2wpkh|p2tr)$"), "p2wpkh", default "p2wpkh";
    /// An amount in base units above zero, or `max` for all funds.
    BtcLikeSpendText = Some("^([1-9][0-9]*|max)$"), "100000";
    /// The id of a transaction of a UTXO chain, in a response.
    BtcLikeTxidText = Some("^[0-9a-f]{64}$"), "f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16";
    /// A hash to sign for an input of a transaction.
    BtcLikeSighashText = Some("^[0-9a-f]{64}$"), "c37af31116d1b27caf68aae9e3ac82f1477929014d5b917657d0eb49478cb670";
    /// An address of an EVM chain.
    EthLikeAddressText = None, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
    /// A name with payment instructions in the DNS (BIP 353).
    BtcLikeNameText = None, "matt@mattcorallo.com";
    /// A name in the Ethereum Name Service.
    EnsNameText = None, "vitalik.eth";
    /// Stellar assets, separated by commas.
    XlmAssetListText = None, "USDC:GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN";
    /// Contracts of an EVM chain, separated by commas.
    ContractListText = None, "0x9f8F72aA9304c8B593d555F12eF6589cC3A579A2,0xdAC17F958D2ee523a2206206994597C13D831ec7";
    /// A transaction of an EVM chain in hex, with or without `0x`.
    EthLikeTransactionText = Some("^(0[xX])?([0-9a-fA-F]{2})+$"), ETH_LIKE_TRANSACTION;
    /// A transaction of an EVM chain in hex, in a response.
    EthLikeTxdataText = Some("^0x([0-9a-f]{2})+$"), ETH_LIKE_TRANSACTION;
    /// An address type, which has no effect on the EVM chains.
    IgnoredTypeText = None, "p2wpkh", default "p2wpkh";
    /// An amount in wei, or `max` for all funds.
    EthLikeSpendText = Some("^(0|[1-9][0-9]*|max)$"), "250000000000000000";
    /// The nonce of a transaction, in a query.
    NonceText = Some("^(0|[1-9][0-9]*)$"), "7";
    /// A gas limit.
    GasLimitText = Some("^[1-9][0-9]*$"), "21000";
    /// The hash of a transaction of an EVM chain, in a response.
    EthLikeTxidText = Some("^0x[0-9a-f]{64}$"), "0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060";
    /// A hash to sign for a transaction.
    EthLikeSighashText = Some("^0x[0-9a-f]{64}$"), "0xdaf5a779ae972f972197303d7b574746c7ef83eadac0f2791ad23db92e4c8e53";
    /// The purpose of a replacement.
    BumpModeText = Some("^(speed-up|cancel)$"), "speed-up";
    /// The kind of a message: a text or typed data.
    MessageTypeText = Some("^(personal|typed-data)$"), "personal";
    /// The encoding of a text: its characters, or its bytes in hex.
    MessageEncodingText = Some("^(text|hex)$"), "text", default "text";
    /// The calldata of an ERC-20 transfer.
    Erc20TransferDataText = Some("^0x[0-9a-f]{136}$"), concat!("0xa9059cbb0000000000000000000000005aaeb6053f3e94c9b9a0",
        "9f33669435e7ef1beaed00000000000000000000000000000000000000000000000000000000002625a0");
    /// The calldata of an ERC-20 approval.
    Erc20ApproveDataText = Some("^0x[0-9a-f]{136}$"), concat!("0x095ea7b30000000000000000000000005aaeb6053f3e94c9b9a0",
        "9f33669435e7ef1beaed00000000000000000000000000000000000000000000000000000000002625a0");
    /// The calldata of an ERC-721 transfer.
    Erc721TransferDataText = Some("^0x[0-9a-f]{200}$"), concat!(
        "0x42842e0e0000000000000000000000005aaeb6053f3e94c9b9a09f33669435e7",
        "ef1beaed000000000000000000000000fb6916095ca1df60bb79ce92ce3ea74c37c5d359000000000000000000000000",
        "0000000000000000000000000000000000000007",
    );
    /// The calldata of an ERC-1155 transfer.
    Erc1155TransferDataText = Some("^0x[0-9a-f]{392}$"), concat!(
        "0xf242432a0000000000000000000000005aaeb6053f3e94c9b9a09f33669435e7",
        "ef1beaed000000000000000000000000fb6916095ca1df60bb79ce92ce3ea74c37c5d359000000000000000000000000",
        "000000000000000000000000000000000000000700000000000000000000000000000000000000000000000000000000",
        "0000000100000000000000000000000000000000000000000000000000000000000000a0000000000000000000000000",
        "0000000000000000000000000000000000000000",
    );
    /// The calldata of an approval of an operator.
    SetApprovalForAllDataText = Some("^0x[0-9a-f]{136}$"), concat!(
        "0xa22cb465000000000000000000000000fb6916095ca1df60bb79ce92ce3ea74c",
        "37c5d3590000000000000000000000000000000000000000000000000000000000000000",
    );
    /// The calldata of a revoked allowance within Permit2.
    Permit2LockdownDataText = Some("^0x[0-9a-f]{264}$"), concat!(
        "0xcc53287f00000000000000000000000000000000000000000000000000000000",
        "000000200000000000000000000000000000000000000000000000000000000000000001000000000000000000000000",
        "dac17f958d2ee523a2206206994597c13d831ec7000000000000000000000000fb6916095ca1df60bb79ce92ce3ea74c",
        "37c5d359",
    );
    /// The right of an operator: `true` or `false`.
    ApprovedText = Some("^(true|false)$"), "false";
    /// The address of a contract with its checksum.
    ContractText = Some("^0x[0-9a-fA-F]{40}$"), "0xdAC17F958D2ee523a2206206994597C13D831ec7";
    /// The fingerprint of a master key (BIP 32) in hex.
    FingerprintText = Some("^[0-9a-fA-F]{8}$"), "d90c6a4f";
    /// A derivation path (BIP 32), in a request.
    RequestedPathText = Some("^(m/)?([0-9]+['h]?/)*[0-9]+['h]?$"), "m/84'/0'/0'/0/0";
    /// A PSBT of version 0 (BIP 174) in base64.
    PsbtText = Some("^[A-Za-z0-9+/]+={0,2}$"), PSBT;
    /// The URI of a payment request on a UTXO chain (BIP 21).
    BtcLikeUriText = None,
        "bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=0.001&label=Shop&message=Order%205512";
    /// The URI of a payment request on an EVM chain (EIP-681).
    EthLikeUriText = None, "ethereum:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed?value=2.014e18";
    /// An amount of XLM with up to 7 decimal places.
    LumensText = Some("^(0|[1-9][0-9]*)(\\.[0-9]{1,7})?$"), "2.5";
}
