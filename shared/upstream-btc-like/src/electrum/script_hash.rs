//! Script hash, the address key of Electrum: the reversed SHA-256 of a script in hex.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// Returns the parameters of a method on one script.
pub(super) fn of(script: &[u8]) -> Value {
    let mut hash = Sha256::digest(script);
    hash.reverse();
    json!([hex::encode(hash)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use wallet_btc_like::{Address, Chain, Params};
    use wallet_core::model::Network;

    /// Example of the protocol's documentation, section "Script Hashes":
    /// <https://electrumx.readthedocs.io/en/latest/protocol-basics.html#script-hashes>
    #[test]
    fn first_btc_address_has_its_documented_hash() {
        let params = Params::of(Chain::Btc, Network::Livenet).unwrap();
        let address = Address::parse(params, "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa").unwrap();
        let expected = "8b01df4e368ea28f8dc0423bcf7a4923e3a12d307c875e47a0cfbf90b5c39161";
        assert_eq!(of(address.script_pubkey().as_bytes()), json!([expected]));
    }
}
