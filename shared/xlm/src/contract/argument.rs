//! Arguments of requests: values of contracts in JSON, in the form in which parse returns values
//! (docs/decisions/stellar-payments.md#stellar-contract-calls).

use super::address::{CallAddress, ContractAddressError};
use super::call::{ScValue, is_symbol};
use serde_json::{Map, Value};
use std::fmt;
use std::str::FromStr;
use stellar_xdr as xdr;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};
use wallet_core::model::parse_hex;

/// The maximum number of arguments.
const MAX_ARGUMENTS: usize = 32;
/// The maximum number of values, also in lists and maps.
const MAX_VALUES: usize = 1000;
/// The maximum number of nested lists and maps.
const MAX_LEVELS: u32 = 8;

/// An error in the arguments with the path of the invalid value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct ArgumentError {
    /// The path from the list of arguments: `[1].value[0].type`. Empty for the list.
    path: String,
    /// The problem at the path.
    problem: Problem,
}

/// A problem with an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
enum Problem {
    #[error("{0}")]
    Form(&'static str),
    #[error(transparent)]
    Address(ContractAddressError),
}

impl CodedError for ArgumentError {
    fn info(&self) -> ErrorInfo {
        let info = match self.problem {
            Problem::Form(_) => ErrorInfo::describe(ErrorCode::InvalidRequest, self),
            Problem::Address(error) => error.info(),
        };
        if self.path.is_empty() {
            info
        } else {
            info.at(&self.path)
        }
    }
}

impl ArgumentError {
    fn new(problem: &'static str) -> Self {
        Self {
            path: String::new(),
            problem: Problem::Form(problem),
        }
    }

    fn at(mut self, step: impl fmt::Display) -> Self {
        self.path = match self.path.as_str() {
            "" => step.to_string(),
            inner if inner.starts_with('[') => format!("{step}{inner}"),
            inner => format!("{step}.{inner}"),
        };
        self
    }
}

impl ScValue {
    /// Reads the arguments of a call.
    ///
    /// # Errors
    /// An argument is invalid, or a limit is exceeded. The path of the error is relative to the list.
    pub fn read_arguments(arguments: &[Value]) -> Result<Vec<Self>, ArgumentError> {
        if arguments.len() > MAX_ARGUMENTS {
            return Err(ArgumentError::new("a call must have at most 32 arguments"));
        }
        let mut reader = Reader { values: 0 };
        let values = reader.list(arguments, MAX_LEVELS)?;
        Ok(values.into_iter().map(Self).collect())
    }
}

/// Reader of the values of all arguments.
struct Reader {
    /// The number of values so far.
    values: usize,
}

impl Reader {
    fn list(&mut self, items: &[Value], levels: u32) -> Result<Vec<xdr::ScVal>, ArgumentError> {
        let items = items.iter().enumerate();
        let items = items.map(|(index, item)| {
            self.value(item, levels)
                .map_err(|error| error.at(format_args!("[{index}]")))
        });
        items.collect()
    }

    fn value(&mut self, json: &Value, levels: u32) -> Result<xdr::ScVal, ArgumentError> {
        self.values += 1;
        if self.values > MAX_VALUES {
            return Err(ArgumentError::new("the arguments must have at most 1000 values"));
        }
        let fields = object(json, &["type", "value"])?;
        let Some(Value::String(name)) = fields.get("type") else {
            return Err(ArgumentError::new("value must be a string").at("type"));
        };
        if name == "void" {
            return match fields.get("value") {
                None => Ok(xdr::ScVal::Void),
                Some(_) => Err(ArgumentError::new("a void has no value").at("value")),
            };
        }
        let content = fields.get("value").unwrap_or(&Value::Null);
        let read = match name.as_str() {
            "bool" => content
                .as_bool()
                .map(xdr::ScVal::Bool)
                .ok_or(ArgumentError::new("value must be true or false")),
            "vec" => self.vec(content, levels),
            "map" => self.map(content, levels),
            name => scalar(name, content),
        };
        read.map_err(|error| {
            if error.problem == UNKNOWN_TYPE {
                error.at("type")
            } else {
                error.at("value")
            }
        })
    }

    fn vec(&mut self, content: &Value, levels: u32) -> Result<xdr::ScVal, ArgumentError> {
        let items = nested(content, levels)?;
        let items = self.list(items, levels - 1)?;
        Ok(xdr::ScVal::Vec(Some(xdr::ScVec(items.try_into().unwrap_or_default()))))
    }

    /// Reads a map. The network requires the entries in the order of the keys.
    fn map(&mut self, content: &Value, levels: u32) -> Result<xdr::ScVal, ArgumentError> {
        let mut entries = Vec::new();
        for (index, item) in nested(content, levels)?.iter().enumerate() {
            let entry = self.entry(item, levels - 1);
            entries.push(entry.map_err(|error| error.at(format_args!("[{index}]")))?);
        }
        entries.sort_by(|first, second| first.key.cmp(&second.key));
        if entries.windows(2).any(|pair| pair[0].key == pair[1].key) {
            return Err(ArgumentError::new("the keys of a map must be different"));
        }
        Ok(xdr::ScVal::Map(Some(xdr::ScMap(
            entries.try_into().unwrap_or_default(),
        ))))
    }

    fn entry(&mut self, item: &Value, levels: u32) -> Result<xdr::ScMapEntry, ArgumentError> {
        let fields = object(item, &["key", "value"])?;
        let mut field = |name: &'static str| {
            let json = fields.get(name).unwrap_or(&Value::Null);
            self.value(json, levels).map_err(|error| error.at(name))
        };
        Ok(xdr::ScMapEntry {
            key: field("key")?,
            val: field("value")?,
        })
    }
}

/// Returns the fields of an object without other fields.
fn object<'a>(json: &'a Value, known: &[&str]) -> Result<&'a Map<String, Value>, ArgumentError> {
    let fields = json.as_object().ok_or(ArgumentError::new("value must be an object"))?;
    match fields.keys().find(|name| !known.contains(&name.as_str())) {
        Some(_) => Err(ArgumentError::new("the object has an unknown field")),
        None => Ok(fields),
    }
}

/// Returns the items of a list below the maximum nesting.
fn nested(content: &Value, levels: u32) -> Result<&[Value], ArgumentError> {
    if levels == 0 {
        return Err(ArgumentError::new("lists and maps must have at most 8 levels"));
    }
    let items = content.as_array().ok_or(ArgumentError::new("value must be a list"))?;
    Ok(items)
}

const UNKNOWN_TYPE: Problem = Problem::Form(
    "type must be bool, void, u32, i32, u64, i64, timepoint, duration, u128, i128, u256, i256, bytes, string, \
     stringBytes, symbol, vec, map or address",
);

/// Reads a value of a type without nested values: all of them are strings.
fn scalar(name: &str, content: &Value) -> Result<xdr::ScVal, ArgumentError> {
    use xdr::ScVal as Val;
    let unknown = || ArgumentError {
        path: String::new(),
        problem: UNKNOWN_TYPE,
    };
    let text = content.as_str();
    let digits = text.unwrap_or_default();
    let read = match name {
        "u32" => number(digits).map(Val::U32),
        "i32" => number(digits).map(Val::I32),
        "u64" => number(digits).map(Val::U64),
        "i64" => number(digits).map(Val::I64),
        "timepoint" => number(digits).map(|time| Val::Timepoint(xdr::TimePoint(time))),
        "duration" => number(digits).map(|time| Val::Duration(xdr::Duration(time))),
        "u128" => number(digits).map(Val::U128),
        "i128" => number(digits).map(Val::I128),
        "u256" => number(digits).map(Val::U256),
        "i256" => number(digits).map(Val::I256),
        "bytes" | "string" | "stringBytes" | "symbol" | "address" => return worded(name, text),
        _ => return Err(unknown()),
    };
    let invalid = "value must be a string of decimal digits without leading zeros, in the range of the type";
    read.ok_or(ArgumentError::new(invalid))
}

/// Reads a number in the form in which the type writes it.
fn number<T: FromStr + fmt::Display>(text: &str) -> Option<T> {
    let number: T = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

fn worded(name: &str, text: Option<&str>) -> Result<xdr::ScVal, ArgumentError> {
    let text = text.ok_or(ArgumentError::new("value must be a string"))?;
    let bytes = || parse_hex(text).map_err(|_| ArgumentError::new("value must be bytes in hex"));
    Ok(match name {
        "bytes" => xdr::ScVal::Bytes(xdr::ScBytes(bytes()?.try_into().unwrap_or_default())),
        "stringBytes" => xdr::ScVal::String(xdr::ScString(bytes()?.try_into().unwrap_or_default())),
        "string" => xdr::ScVal::String(xdr::ScString(text.try_into().unwrap_or_default())),
        "symbol" if is_symbol(text) => xdr::ScVal::Symbol(xdr::ScSymbol(text.try_into().unwrap_or_default())),
        "symbol" => {
            let form = "a symbol must have at most 32 characters of a-z, A-Z, 0-9 and _";
            return Err(ArgumentError::new(form));
        }
        _ => {
            let address: CallAddress = text.parse().map_err(|error| ArgumentError {
                path: String::new(),
                problem: Problem::Address(error),
            })?;
            xdr::ScVal::Address(address.to_xdr())
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::to_base64;
    use serde_json::json;

    /// The values as `nativeToScVal` and `xdr.ScVal` of `@stellar/stellar-sdk` 15.1 encode them.
    const ENCODED: &[(&str, &str)] = &[
        (r#"{"type":"bool","value":true}"#, "AAAAAAAAAAE="),
        (r#"{"type":"void"}"#, "AAAAAQ=="),
        (r#"{"type":"u32","value":"4294967295"}"#, "AAAAA/////8="),
        (r#"{"type":"i32","value":"-5"}"#, "AAAABP////s="),
        (r#"{"type":"u64","value":"18446744073709551615"}"#, "AAAABf//////////"),
        (r#"{"type":"i64","value":"-9223372036854775808"}"#, "AAAABoAAAAAAAAAA"),
        (
            r#"{"type":"u128","value":"340282366920938463463374607431768211455"}"#,
            "AAAACf////////////////////8=",
        ),
        (
            r#"{"type":"i128","value":"-170141183460469231731687303715884105728"}"#,
            "AAAACoAAAAAAAAAAAAAAAAAAAAA=",
        ),
        (r#"{"type":"i128","value":"5000000"}"#, "AAAACgAAAAAAAAAAAAAAAABMS0A="),
        (
            r#"{"type":"u256","value":"115792089237316195423570985008687907853269984665640564039457584007913129639935"}"#,
            "AAAAC///////////////////////////////////////////",
        ),
        (
            r#"{"type":"i256","value":"-7"}"#,
            "AAAADP/////////////////////////////////////////5",
        ),
        (r#"{"type":"timepoint","value":"1800000000"}"#, "AAAABwAAAABrSdIA"),
        (r#"{"type":"duration","value":"60"}"#, "AAAACAAAAAAAAAA8"),
        (r#"{"type":"bytes","value":"00ff10"}"#, "AAAADQAAAAMA/xAA"),
        (r#"{"type":"string","value":"Zoë"}"#, "AAAADgAAAARab8Or"),
        (r#"{"type":"stringBytes","value":"ff00"}"#, "AAAADgAAAAL/AAAA"),
        (r#"{"type":"symbol","value":"swap_2"}"#, "AAAADwAAAAZzd2FwXzIAAA=="),
        (
            r#"{"type":"address","value":"CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA"}"#,
            "AAAAEgAAAAE/DDS/k60NmXHQTMyQ9wVRHIOKrZc0pKL7DXoD/H/omg==",
        ),
        (
            r#"{"type":"address","value":"GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"}"#,
            "AAAAEgAAAAAAAAAAPww0v5OtDZlx0EzMkPcFURyDiq2XNKSi+w16A/x/6Jo=",
        ),
        (
            r#"{"type":"vec","value":[{"type":"u32","value":"1"},{"type":"vec","value":[]}]}"#,
            "AAAAEAAAAAEAAAACAAAAAwAAAAEAAAAQAAAAAQAAAAA=",
        ),
        (
            r#"{"type":"map","value":[{"key":{"type":"symbol","value":"a"},"value":{"type":"u32","value":"1"}},{"key":{"type":"symbol","value":"b"},"value":{"type":"void"}}]}"#,
            "AAAAEQAAAAEAAAACAAAADwAAAAFhAAAAAAAAAwAAAAEAAAAPAAAAAWIAAAAAAAAB",
        ),
    ];

    #[test]
    fn arguments_are_encoded_as_by_the_sdk() {
        for (text, expected) in ENCODED {
            let argument: Value = serde_json::from_str(text).unwrap();
            let read = ScValue::read_arguments(std::slice::from_ref(&argument)).expect(text);
            assert_eq!(to_base64(&read[0].0), *expected, "{text}");
            // Parse shows the value in the same form.
            assert_eq!(serde_json::to_value(read[0].shown()).unwrap(), argument, "{text}");
        }
    }

    fn error(argument: Value) -> (String, ErrorCode) {
        let info = ScValue::read_arguments(&[argument])
            .expect_err("an invalid argument")
            .info();
        (info.field.unwrap_or_default(), info.code)
    }

    #[test]
    fn invalid_arguments_are_named() {
        let invalid = ErrorCode::InvalidRequest;
        for (argument, path, code) in [
            (json!(5), "[0]", invalid),
            (json!({}), "[0].type", invalid),
            (json!({ "type": 5 }), "[0].type", invalid),
            (json!({ "type": "error", "value": "contract 7" }), "[0].type", invalid),
            (json!({ "type": "other", "value": "AAAAAQ==" }), "[0].type", invalid),
            (json!({ "type": "u32", "value": "5", "unit": "x" }), "[0]", invalid),
            (json!({ "type": "void", "value": null }), "[0].value", invalid),
            (json!({ "type": "u32" }), "[0].value", invalid),
            (json!({ "type": "u32", "value": 5 }), "[0].value", invalid),
            (json!({ "type": "u32", "value": "05" }), "[0].value", invalid),
            (json!({ "type": "u32", "value": "+5" }), "[0].value", invalid),
            (json!({ "type": "u32", "value": "-1" }), "[0].value", invalid),
            (json!({ "type": "u32", "value": "4294967296" }), "[0].value", invalid),
            (json!({ "type": "i128", "value": "-0" }), "[0].value", invalid),
            (json!({ "type": "i128", "value": "1.5" }), "[0].value", invalid),
            (json!({ "type": "i256", "value": "9".repeat(78) }), "[0].value", invalid),
            (json!({ "type": "bytes", "value": "abc" }), "[0].value", invalid),
            (json!({ "type": "symbol", "value": "a b" }), "[0].value", invalid),
            (
                json!({ "type": "symbol", "value": "a".repeat(33) }),
                "[0].value",
                invalid,
            ),
            (
                json!({ "type": "address", "value": "x" }),
                "[0].value",
                ErrorCode::InvalidAddress,
            ),
            (json!({ "type": "vec", "value": {} }), "[0].value", invalid),
            (
                json!({ "type": "vec", "value": [{ "type": "void" }, { "type": "bool", "value": 1 }] }),
                "[0].value[1].value",
                invalid,
            ),
            (
                json!({ "type": "map", "value": [{ "key": { "type": "void" } }] }),
                "[0].value[0].value",
                invalid,
            ),
            (
                json!({ "type": "map", "value": [
                    { "key": { "type": "void" }, "value": { "type": "void" } },
                    { "key": { "type": "void" }, "value": { "type": "void" } },
                ] }),
                "[0].value",
                invalid,
            ),
        ] {
            assert_eq!(error(argument.clone()), (path.to_owned(), code), "{argument}");
        }
    }

    #[test]
    fn arguments_are_bounded() {
        let invalid = ErrorCode::InvalidRequest;
        let nest = |levels: usize| {
            (0..levels).fold(
                json!({ "type": "void" }),
                |inner, _| json!({ "type": "vec", "value": [inner] }),
            )
        };
        assert!(ScValue::read_arguments(&[nest(8)]).is_ok());
        assert_eq!(error(nest(9)).1, invalid);
        let many = vec![json!({ "type": "void" }); 1000];
        assert_eq!(error(json!({ "type": "vec", "value": many })).1, invalid);
        assert!(ScValue::read_arguments(&vec![json!({ "type": "void" }); 33]).is_err());
    }
}
