//! Settings and data entries of an account.

use crate::blockchain_connector_xlm::operation::{DataValue, SetOptions, Signer, SignerKey};
use crate::payments::xlm::values::{InvalidValue, account, base64, data_name, signer_key};
use stellar_xdr as xdr;

/// Encodes settings.
pub fn set_options(options: &SetOptions) -> Result<xdr::SetOptionsOp, InvalidValue> {
    let home_domain = options.home_domain.as_ref();
    let home_domain = home_domain.map(|domain| domain.as_bytes().to_vec().try_into());
    Ok(xdr::SetOptionsOp {
        inflation_dest: options.inflation_dest.as_deref().map(account).transpose()?,
        clear_flags: options.clear_flags,
        set_flags: options.set_flags,
        master_weight: options.master_weight.map(u32::from),
        low_threshold: options.low_threshold.map(u32::from),
        med_threshold: options.med_threshold.map(u32::from),
        high_threshold: options.high_threshold.map(u32::from),
        home_domain: home_domain.transpose()?.map(xdr::String32),
        signer: options.signer.as_ref().map(signer).transpose()?,
    })
}

/// Encodes a signer, whose default weight is 1.
fn signer(signer: &Signer) -> Result<xdr::Signer, InvalidValue> {
    let key = SignerKey {
        ed25519_public_key: signer.ed25519_public_key.clone(),
        sha256_hash: signer.sha256_hash.clone(),
        pre_auth_tx: signer.pre_auth_tx.clone(),
        ed25519_signed_payload: signer.ed25519_signed_payload.clone(),
    };
    Ok(xdr::Signer {
        key: signer_key(&key)?,
        weight: signer.weight.unwrap_or(1),
    })
}

/// Encodes a data entry, which is deleted without a value.
pub fn manage_data(name: &str, value: Option<&DataValue>) -> Result<xdr::ManageDataOp, InvalidValue> {
    let bytes = value.map(|value| match value {
        DataValue::Text(text) => Ok(text.as_bytes().to_vec()),
        DataValue::Bytes { base64: text } => base64(text),
    });
    let bytes: Option<xdr::BytesM<64>> = bytes.transpose()?.map(TryInto::try_into).transpose()?;
    Ok(xdr::ManageDataOp {
        data_name: data_name(name)?,
        data_value: bytes.map(xdr::DataValue),
    })
}
