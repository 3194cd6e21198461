//! The data that input scripts push.

use super::rejection::Rejection;
use bitcoin::hashes::Hash;
use bitcoin::script::{Instruction, PushBytes};
use bitcoin::{PubkeyHash, Script, ScriptBuf};

const KEY_HASH_MISMATCH: Rejection = Rejection::Script("Script failed an OP_EQUALVERIFY operation");

/// Returns the pushes of a script; `None` marks an instruction that pushes no data.
pub fn pushes(script: &Script) -> impl Iterator<Item = Option<&PushBytes>> {
    script.instructions().map(|instruction| match instruction {
        Ok(Instruction::PushBytes(bytes)) => Some(bytes),
        Ok(Instruction::Op(_)) | Err(_) => None,
    })
}

/// Returns the signature and the key from the input script of a p2pkh spend, which must contain exactly these
/// two.
pub fn split_p2pkh<'a>(script_sig: &'a Script, spent: &Script) -> Result<(&'a PushBytes, &'a PushBytes), Rejection> {
    let mut pushes = pushes(script_sig);
    let (Some(Some(signature)), Some(Some(key))) = (pushes.next(), pushes.next()) else {
        return Err(Rejection::Script("Operation not valid with the current stack size"));
    };
    if pushes.next().is_some() {
        return Err(Rejection::ScriptPolicy(
            "Stack size must be exactly one after execution",
        ));
    }
    let minimal = ScriptBuf::builder().push_slice(signature).push_slice(key).into_script();
    if minimal != *script_sig {
        return Err(Rejection::ScriptPolicy("Data push larger than necessary"));
    }
    if ScriptBuf::new_p2pkh(&PubkeyHash::hash(key.as_bytes())) != *spent {
        return Err(KEY_HASH_MISMATCH);
    }
    Ok((signature, key))
}
