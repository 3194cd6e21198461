//! Operations on accounts: creation, merge, data entries and sequence numbers.

use super::Body;
use super::fields::{At, FieldError, Fields, FromJson, Problem, ensure};
use super::schema::{DataBytesRecord, DataValueRecord};
use super::values::{DataName, Lumens, Number};
use crate::value::address::{AccountId, MuxedAccount};
use crate::value::amount::Stroops;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::{Serialize, Serializer};
use serde_json::Value;
use stellar_xdr as xdr;
use utoipa::ToSchema;

/// Creates an account and funds it with lumens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateAccount {
    /// The address of the new account.
    pub destination: AccountId,
    /// The starting balance in XLM with up to 7 decimal places: at least 2 base reserves, or 0 if its
    /// reserves are sponsored.
    pub starting_balance: Lumens,
}

impl Body for CreateAccount {
    fn read(fields: &mut Fields<'_>) -> Result<Self, FieldError> {
        Ok(Self {
            destination: fields.required("destination")?,
            starting_balance: fields.required("startingBalance")?,
        })
    }

    fn check(&self, source: AccountId) -> Result<(), FieldError> {
        ensure(self.destination != source, "account must not create itself").at("destination")
    }

    fn to_xdr(&self) -> xdr::OperationBody {
        xdr::OperationBody::CreateAccount(xdr::CreateAccountOp {
            destination: self.destination.to_xdr(),
            starting_balance: self.starting_balance.0.get(),
        })
    }
}

impl CreateAccount {
    pub(super) fn from_xdr(op: &xdr::CreateAccountOp) -> Option<Self> {
        Some(Self {
            destination: AccountId::from_xdr(&op.destination),
            starting_balance: Lumens(Stroops::new(op.starting_balance)?),
        })
    }
}

/// Transfers all lumens of an account to another account and deletes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct AccountMerge {
    /// The recipient of the lumens: G… or M….
    pub destination: MuxedAccount,
}

impl Body for AccountMerge {
    fn read(fields: &mut Fields<'_>) -> Result<Self, FieldError> {
        Ok(Self {
            destination: fields.required("destination")?,
        })
    }

    fn check(&self, source: AccountId) -> Result<(), FieldError> {
        let is_own = self.destination.account == source;
        ensure(!is_own, "account must not be merged into itself").at("destination")
    }

    fn to_xdr(&self) -> xdr::OperationBody {
        xdr::OperationBody::AccountMerge(self.destination.to_xdr())
    }
}

/// Sets or deletes a data entry of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ManageData {
    /// The name of the entry, 1 to 64 characters.
    pub name: DataName,
    /// The value of at most 64 bytes: a string, or `base64` for bytes that are not text. `null` deletes the entry.
    #[schema(value_type = DataValueRecord, required)]
    pub value: Option<DataValue>,
}

/// The value of a data entry: at most 64 bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataValue(xdr::BytesM<64>);

impl DataValue {
    /// Returns the bytes of the value.
    pub(crate) fn as_slice(&self) -> &[u8] {
        self.0.as_slice()
    }

    fn new(bytes: &[u8]) -> Result<Self, FieldError> {
        let bytes = bytes.try_into();
        bytes
            .map(Self)
            .map_err(|_| FieldError::limit("value of a data entry must be at most 64 bytes"))
    }

    /// Parses an object with the field `base64`.
    fn from_object(value: &Value) -> Result<Self, FieldError> {
        let mut fields = Fields::of(value)?;
        let encoded: String = fields.required("base64")?;
        fields.end()?;
        let bytes = BASE64.decode(encoded);
        let bytes = bytes.map_err(|_| FieldError::limit("value must be base64 (RFC 4648) with padding"));
        bytes.and_then(|bytes| Self::new(&bytes)).at("base64")
    }
}

impl FromJson for DataValue {
    fn from_json(value: &Value) -> Result<Self, FieldError> {
        match value {
            Value::String(text) => Self::new(text.as_bytes()),
            Value::Object(_) => Self::from_object(value),
            _ => Err(Problem::Type("a string, an object with base64, or null").into()),
        }
    }
}

impl Serialize for DataValue {
    /// Serialises valid UTF-8 as a string, and invalid UTF-8 as an object with the field `base64`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let bytes = self.0.as_slice();
        if let Ok(text) = str::from_utf8(bytes) {
            return serializer.serialize_str(text);
        }
        let base64 = BASE64.encode(bytes);
        DataBytesRecord { base64 }.serialize(serializer)
    }
}

impl Body for ManageData {
    fn read(fields: &mut Fields<'_>) -> Result<Self, FieldError> {
        let name = fields.required("name")?;
        // null deletes the entry, so an omitted field may be a mistake.
        let value = fields.raw("value").ok_or(Problem::Missing).at("value")?;
        let value = match value {
            Value::Null => None,
            value => Some(DataValue::from_json(value).at("value")?),
        };
        Ok(Self { name, value })
    }

    fn to_xdr(&self) -> xdr::OperationBody {
        xdr::OperationBody::ManageData(xdr::ManageDataOp {
            data_name: xdr::String64(self.name.to_xdr()),
            data_value: self.value.as_ref().map(|value| xdr::DataValue(value.0.clone())),
        })
    }
}

impl ManageData {
    pub(super) fn from_xdr(op: &xdr::ManageDataOp) -> Option<Self> {
        Some(Self {
            name: DataName::from_xdr(&op.data_name.0)?,
            value: op.data_value.as_ref().map(|value| DataValue(value.0.clone())),
        })
    }
}

/// Increases the sequence number of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BumpSequence {
    /// The new sequence number. A number not above the current one has no effect.
    pub bump_to: Number,
}

impl Body for BumpSequence {
    fn read(fields: &mut Fields<'_>) -> Result<Self, FieldError> {
        Ok(Self {
            bump_to: fields.required("bumpTo")?,
        })
    }

    fn to_xdr(&self) -> xdr::OperationBody {
        xdr::OperationBody::BumpSequence(xdr::BumpSequenceOp {
            bump_to: xdr::SequenceNumber(self.bump_to.get()),
        })
    }
}

impl BumpSequence {
    pub(super) fn from_xdr(op: &xdr::BumpSequenceOp) -> Option<Self> {
        Some(Self {
            bump_to: Number::from_xdr(op.bump_to.0)?,
        })
    }
}
