//! Fuzz target of the history decoder: the decoder returns a value or a failure and never panics.

use super::{AddressResponse, read};
use crate::windows::Page;

const OWN: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

/// Returns true if the decoder accepts the text.
pub fn histories(text: &str) -> bool {
    let page = Page {
        to: None,
        number: 1,
        size: 50,
    };
    let address = OWN.parse().expect("an address with its checksum");
    let response = serde_json::from_str::<AddressResponse>(text);
    response.is_ok_and(|response| read(response, address, page).is_ok_and(|page| !page.gaps.rows))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;
    use wallet_test_support::hostile_json::hostile_json;
    use wallet_test_support::mutated_json::Document;

    const HASH: &str = "0x4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b";
    const OTHER: &str = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";

    proptest! {
        #[test]
        fn hostile_json_never_panics_the_decoder(body in hostile_json()) {
            histories(&body.to_string());
            histories(&json!({ "page": 1, "address": OWN, "transactions": [body] }).to_string());
        }
    }

    #[test]
    fn mutated_histories() {
        let token =
            json!({ "standard": "ERC20", "from": OTHER, "to": OWN, "contract": OTHER, "decimals": 6, "value": "5" });
        let nft = json!({ "standard": "ERC1155", "from": OTHER, "to": OWN, "contract": OTHER,
            "multiTokenValues": [{ "id": "7", "value": "2" }] });
        let internal = json!({ "type": 1, "from": OTHER, "to": OWN, "value": "5" });
        let row = json!({ "txid": HASH, "blockHeight": 170, "confirmations": 3, "blockTime": 1_700_000_000, "fees": "12",
            "vin": [{ "n": 0, "addresses": [OWN], "isAddress": true }],
            "vout": [{ "value": "5", "addresses": [OTHER], "isAddress": true }],
            "tokenTransfers": [token, nft],
            "ethereumSpecific": { "status": 1, "nonce": 4, "gasLimit": 21000, "internalTransfers": [internal] } });
        Document::new(&json!({ "page": 1, "address": OWN, "transactions": [row] })).fuzz_mutations(histories);
    }
}
