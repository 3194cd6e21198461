//! Account settings: flags, weights, signers and the home domain.

use super::Body;
use super::fields::{At, FieldError, Fields, FromJson, ensure};
use super::schema::SignerRecord;
use super::values::HomeDomain;
use crate::account::signer::{SignerKey, SignerKind};
use crate::value::address::AccountId;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use serde_json::Value;
use stellar_xdr as xdr;
use utoipa::ToSchema;

/// Changes the settings of an account. Absent settings do not change.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SetOptions {
    /// The recipient of the former inflation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inflation_dest: Option<AccountId>,
    /// The flags to clear: the sum of 1 (authorization required), 2 (authorization revocable), 4
    /// (authorization immutable) and 8 (clawback enabled).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(maximum = 15)]
    pub clear_flags: Option<u32>,
    /// The flags to set: a sum of the same values.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(maximum = 15)]
    pub set_flags: Option<u32>,
    /// The weight of the master key.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(maximum = 255)]
    pub master_weight: Option<u8>,
    /// The weight required for operations of low security.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(maximum = 255)]
    pub low_threshold: Option<u8>,
    /// The weight required for most operations.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(maximum = 255)]
    pub med_threshold: Option<u8>,
    /// The weight required to merge the account and to change its signers or thresholds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(maximum = 255)]
    pub high_threshold: Option<u8>,
    /// The signer to add, change or, with weight 0, remove.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = SignerRecord, required = false)]
    pub signer: Option<Signer>,
    /// The home domain of the account: at most 32 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub home_domain: Option<HomeDomain>,
}

/// All flags of an account.
const ACCOUNT_FLAGS: u32 = 0xf;

fn flags(fields: &mut Fields<'_>, name: &'static str) -> Result<Option<u32>, FieldError> {
    let flags: Option<u32> = fields.optional(name)?;
    ensure(
        flags.unwrap_or(0) <= ACCOUNT_FLAGS,
        "flags of an account must be a sum of 1, 2, 4 and 8",
    )
    .at(name)?;
    Ok(flags)
}

impl Body for SetOptions {
    fn read(fields: &mut Fields<'_>) -> Result<Self, FieldError> {
        let inflation_dest = fields.optional("inflationDest")?;
        let clear_flags = flags(fields, "clearFlags")?;
        let set_flags = flags(fields, "setFlags")?;
        let both = clear_flags.unwrap_or(0) & set_flags.unwrap_or(0);
        ensure(both == 0, "flag must not be both set and cleared").at("setFlags")?;
        Ok(Self {
            inflation_dest,
            clear_flags,
            set_flags,
            master_weight: fields.optional("masterWeight")?,
            low_threshold: fields.optional("lowThreshold")?,
            med_threshold: fields.optional("medThreshold")?,
            high_threshold: fields.optional("highThreshold")?,
            signer: fields.optional("signer")?,
            home_domain: fields.optional("homeDomain")?,
        })
    }

    fn check(&self, source: AccountId) -> Result<(), FieldError> {
        let own = |signer: &Signer| signer.key == SignerKey::Ed25519(source.0);
        let is_own = self.signer.as_ref().is_some_and(own);
        ensure(
            !is_own,
            "master key must not be a signer; set its weight with masterWeight",
        )
        .at("signer")
    }

    fn to_xdr(&self) -> xdr::OperationBody {
        xdr::OperationBody::SetOptions(xdr::SetOptionsOp {
            inflation_dest: self.inflation_dest.map(AccountId::to_xdr),
            clear_flags: self.clear_flags,
            set_flags: self.set_flags,
            master_weight: self.master_weight.map(u32::from),
            low_threshold: self.low_threshold.map(u32::from),
            med_threshold: self.med_threshold.map(u32::from),
            high_threshold: self.high_threshold.map(u32::from),
            home_domain: self.home_domain.as_ref().map(|domain| xdr::String32(domain.to_xdr())),
            signer: self.signer.as_ref().map(|signer| xdr::Signer {
                key: signer.key.to_xdr(),
                weight: signer.weight.into(),
            }),
        })
    }
}

impl SetOptions {
    pub(super) fn from_xdr(op: &xdr::SetOptionsOp) -> Option<Self> {
        let byte = |number: Option<u32>| number.map(u8::try_from).transpose().ok();
        let signer = |signer: &xdr::Signer| {
            Some(Signer {
                key: SignerKey::from_xdr(&signer.key),
                weight: signer.weight.try_into().ok()?,
            })
        };
        Some(Self {
            inflation_dest: op.inflation_dest.as_ref().map(AccountId::from_xdr),
            clear_flags: op.clear_flags,
            set_flags: op.set_flags,
            master_weight: byte(op.master_weight)?,
            low_threshold: byte(op.low_threshold)?,
            med_threshold: byte(op.med_threshold)?,
            high_threshold: byte(op.high_threshold)?,
            signer: match &op.signer {
                None => None,
                Some(present) => Some(signer(present)?),
            },
            home_domain: match &op.home_domain {
                None => None,
                Some(domain) => Some(HomeDomain::from_xdr(&domain.0)?),
            },
        })
    }
}

/// A signer with a weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signer {
    /// The key of the signer.
    pub key: SignerKey,
    /// The weight of the signer. 0 removes the signer.
    pub weight: u8,
}

/// Parses the key of a signer from the field of the kind.
pub(super) fn signer_key(fields: &mut Fields<'_>) -> Result<SignerKey, FieldError> {
    let mut keys = Vec::new();
    for kind in KINDS {
        let name = kind.name();
        if let Some(text) = fields.optional::<String>(name)? {
            keys.push((name, kind.parse(&text).at(name)?));
        }
    }
    match (keys.pop(), keys.is_empty()) {
        (Some((_, key)), true) => Ok(key),
        (Some((name, _)), false) => Err(FieldError::limit("signer must have only one key").at(name)),
        (None, _) => {
            let kinds = "signer must have one of ed25519PublicKey, sha256Hash, preAuthTx and ed25519SignedPayload";
            Err(FieldError::limit(kinds))
        }
    }
}

/// The kinds in the order of their fields.
const KINDS: [SignerKind; 4] = [
    SignerKind::Ed25519,
    SignerKind::HashX,
    SignerKind::PreAuthTx,
    SignerKind::SignedPayload,
];

/// Returns the field name and the value of a signer key. Hashes are in hex.
pub(super) fn signer_field(key: &SignerKey) -> (&'static str, String) {
    let text = match key {
        SignerKey::PreAuthTx(hash) | SignerKey::HashX(hash) => hex::encode(hash),
        SignerKey::Ed25519(_) | SignerKey::SignedPayload { .. } => key.to_string(),
    };
    (key.kind().name(), text)
}

/// The weight of a signer without an explicit weight.
const DEFAULT_WEIGHT: u8 = 1;

impl FromJson for Signer {
    fn from_json(value: &Value) -> Result<Self, FieldError> {
        let mut fields = Fields::of(value)?;
        let signer = Self {
            key: signer_key(&mut fields)?,
            weight: fields.optional("weight")?.unwrap_or(DEFAULT_WEIGHT),
        };
        fields.end()?;
        Ok(signer)
    }
}

impl Serialize for Signer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (name, text) = signer_field(&self.key);
        let mut record = serializer.serialize_struct("Signer", 2)?;
        record.serialize_field(name, &text)?;
        record.serialize_field("weight", &self.weight)?;
        record.end()
    }
}
