//! Values of contracts.

use crate::chain::to_base64;
use serde::Serialize;
use stellar_xdr as xdr;
use utoipa::ToSchema;

/// A value of a contract with its type. Numbers are strings of decimal digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "type", content = "value", rename_all = "camelCase")]
#[schema(as = XlmContractValue, no_recursion)]
pub enum ContractValue {
    /// True or false.
    Bool(bool),
    /// No value.
    Void,
    /// An error: its kind and its code.
    Error(String),
    /// An unsigned number of 32 bits.
    U32(String),
    /// A signed number of 32 bits.
    I32(String),
    /// An unsigned number of 64 bits.
    U64(String),
    /// A signed number of 64 bits.
    I64(String),
    /// A Unix time in seconds.
    Timepoint(String),
    /// A number of seconds.
    Duration(String),
    /// An unsigned number of 128 bits.
    U128(String),
    /// A signed number of 128 bits.
    I128(String),
    /// An unsigned number of 256 bits.
    U256(String),
    /// A signed number of 256 bits.
    I256(String),
    /// Bytes in hex.
    Bytes(String),
    /// A string.
    String(String),
    /// The bytes of a string that is not UTF-8, in hex.
    StringBytes(String),
    /// A name of at most 32 characters.
    Symbol(String),
    /// A list.
    Vec(Vec<ContractValue>),
    /// A map.
    Map(Vec<MapEntry>),
    /// An address: G…, M…, C…, or that of a claimable balance or a liquidity pool.
    Address(String),
    /// A value that only the network stores, or that is nested too deeply to be shown: XDR in base64.
    Other(String),
}

/// An entry of a map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = XlmContractMapEntry)]
pub struct MapEntry {
    /// The key.
    #[schema(no_recursion)]
    pub key: ContractValue,
    /// The value.
    #[schema(no_recursion)]
    pub value: ContractValue,
}

/// The maximum number of nested lists and maps that are shown. Parsers of JSON limit the nesting; `serde_json` to 128.
const MAX_LEVELS: u32 = 16;

impl ContractValue {
    /// Decodes a value.
    pub(super) fn of(value: &xdr::ScVal) -> Self {
        Self::within(value, MAX_LEVELS)
    }

    /// Decodes a value with at most `levels` nested lists and maps.
    fn within(value: &xdr::ScVal, levels: u32) -> Self {
        use xdr::ScVal as Theirs;
        match value {
            Theirs::Vec(_) | Theirs::Map(_) if levels == 0 => Self::Other(to_base64(value)),
            Theirs::Bool(value) => Self::Bool(*value),
            Theirs::Void => Self::Void,
            Theirs::Error(error) => Self::Error(error_text(error)),
            Theirs::U32(number) => Self::U32(number.to_string()),
            Theirs::I32(number) => Self::I32(number.to_string()),
            Theirs::U64(number) => Self::U64(number.to_string()),
            Theirs::I64(number) => Self::I64(number.to_string()),
            Theirs::Timepoint(time) => Self::Timepoint(time.0.to_string()),
            Theirs::Duration(duration) => Self::Duration(duration.0.to_string()),
            Theirs::U128(number) => Self::U128(number.to_string()),
            Theirs::I128(number) => Self::I128(number.to_string()),
            Theirs::U256(number) => Self::U256(number.to_string()),
            Theirs::I256(number) => Self::I256(number.to_string()),
            Theirs::Bytes(bytes) => Self::Bytes(hex::encode(bytes.0.as_slice())),
            Theirs::String(text) => match text.0.to_utf8_string() {
                Ok(text) => Self::String(text),
                Err(_) => Self::StringBytes(hex::encode(text.0.as_slice())),
            },
            Theirs::Symbol(symbol) => Self::Symbol(symbol.0.to_utf8_string_lossy()),
            Theirs::Vec(Some(values)) => {
                Self::Vec(values.iter().map(|value| Self::within(value, levels - 1)).collect())
            }
            Theirs::Map(Some(entries)) => Self::Map(
                entries
                    .iter()
                    .map(|entry| MapEntry::within(entry, levels - 1))
                    .collect(),
            ),
            Theirs::Address(address) => Self::Address(address.to_string()),
            Theirs::Vec(None)
            | Theirs::Map(None)
            | Theirs::ContractInstance(_)
            | Theirs::LedgerKeyContractInstance
            | Theirs::LedgerKeyNonce(_)
            | Theirs::ExecutableTag(_) => Self::Other(to_base64(value)),
        }
    }
}

impl MapEntry {
    fn within(entry: &xdr::ScMapEntry, levels: u32) -> Self {
        Self {
            key: ContractValue::within(&entry.key, levels),
            value: ContractValue::within(&entry.val, levels),
        }
    }
}

/// Returns the kind and the code of an error: `contract 7`.
fn error_text(error: &xdr::ScError) -> String {
    use xdr::ScError as Error;
    let code = match error {
        Error::Contract(code) => code.to_string(),
        Error::WasmVm(code)
        | Error::Context(code)
        | Error::Storage(code)
        | Error::Object(code)
        | Error::Crypto(code)
        | Error::Events(code)
        | Error::Budget(code)
        | Error::Value(code)
        | Error::Auth(code) => code.name().to_owned(),
    };
    format!("{} {code}", error.name())
}
