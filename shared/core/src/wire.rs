//! Strings in requests and responses, each with one schema.
//!
//! A type of this module accepts every string: the domain type that a handler parses it into validates it. The type
//! only documents the form, so that a field of a wire struct needs no attributes.

#[doc(hidden)]
pub use utoipa;

use utoipa::openapi::schema::{Object, ObjectBuilder, Type};

/// Returns the schema of a string.
#[doc(hidden)]
#[expect(deprecated, reason = "the derive macros write `example` as well")]
pub fn schema(pattern: Option<&str>, example: &str, default: Option<&str>) -> Object {
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
    )*};
}

wire_text! {
    /// The name of a network: `livenet`, which is the default, or `testnet`.
    NetworkName = Some("^(livenet|testnet)$"), "livenet", default "livenet";
    /// An amount in base units.
    AmountText = Some("^(0|[1-9][0-9]*)$"), "100000";
    /// An amount in base units above zero.
    PositiveAmountText = Some("^[1-9][0-9]*$"), "100000";
    /// A public key on secp256k1 in hex, compressed or uncompressed.
    PublicKeyText = Some("^(0[xX])?([0-9a-fA-F]{66}|[0-9a-fA-F]{130})$"),
        "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798";
    /// Bytes in hex, with or without `0x`.
    HexText = Some("^(0[xX])?([0-9a-fA-F]{2})+$"), "02000000000101…";
    /// Bytes in hex, with or without `0x`, which may be empty.
    DataText = Some("^(0[xX])?([0-9a-fA-F]{2})*$"), "";
    /// A number of at most 32 bytes in hex, with or without `0x`.
    ScalarText = Some("^(0[xX])?[0-9a-fA-F]{1,64}$"),
        "3609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a";
    /// 32 bytes in hex, with or without `0x`: the id of a transaction, or half of a signature.
    HashText = Some("^(0[xX])?[0-9a-fA-F]{64}$"),
        "f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16";
    /// The position of a page in a history.
    CursorText = Some("^[A-Za-z0-9_-]+$"), "AQAAAKoAAAAB";
    /// An address of a UTXO chain.
    BtcLikeAddressText = None, "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
    /// An address of an EVM chain.
    EthLikeAddressText = None, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
    /// An address of a Stellar account.
    XlmAddressText = None, "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";
    /// An address of a Stellar account that is not multiplexed.
    XlmAccountText = Some("^G[A-Z2-7]{55}$"), "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";
    /// An address of a Stellar account, multiplexed or not.
    XlmRecipientText = Some("^(G[A-Z2-7]{55}|M[A-Z2-7]{68})$"),
        "GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI";
    /// A Stellar public key in hex, or the address of its account.
    XlmPublicKeyText = Some("^((0[xX])?[0-9a-fA-F]{64}|G[A-Z2-7]{55})$"),
        "3f0c34bf93ad0d9971d04ccc90f705511c838aad9734a4a2fb0d7a03fc7fe89a";
    /// The code of a Stellar asset.
    XlmAssetCodeText = Some("^[0-9a-zA-Z]{1,12}$"), "USDC";
    /// The id of a claimable balance.
    XlmBalanceIdText = Some("^((0[xX])?0{8}[0-9a-fA-F]{64}|B[A-Z2-7]{57})$"),
        "00000000dd7b1ab831c273310ddbec6f97870aa83c2fbd78ce22aded37ecbf4f3380fac7";
    /// A Stellar transaction: XDR in base64.
    XlmEnvelopeText = None, "AAAAAgAAAAA/DDS/k60NmXHQTMyQ9wVRHIOKrZc0pKL7DXoD/H/omgAAAGQ…";
}
