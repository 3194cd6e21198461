//! POST /blockchain-connector-btc-like/v1/api/transaction/attach-psbt/btc: the PSBTs that HWI decodes and rejects. A decoded PSBT
//! is rejected for the transaction, which is not that of the payment.

use super::data::{Source, read};
use crate::blockchain_connector_btc_like::App;
use crate::blockchain_connector_btc_like::wallet::Wallet;
use serde::Deserialize;
use serde_json::json;

#[derive(Deserialize)]
struct File {
    source: Source,
    valid: Vec<String>,
    invalid: Vec<String>,
}

/// Returns the indices of the PSBTs that the service decodes.
async fn decoded(app: &App, psbts: &[String]) -> Vec<usize> {
    let wallet = Wallet::btc();
    let income = wallet.income(&[100_000_000], 1);
    let mut body = wallet.payment(&[&income], 50_000_000, 1_000_000);
    let mut decoded = Vec::new();
    for (index, psbt) in psbts.iter().enumerate() {
        body["psbt"] = json!(psbt);
        let response = app.post("transaction/attach-psbt/btc", &body).await;
        response.assert_error(400, "invalid_transaction", Some("psbt"));
        let message = response.json["error"]["message"]
            .as_str()
            .expect("a message")
            .to_owned();
        if message.contains("differs from the payment") {
            decoded.push(index);
        } else {
            assert!(message.contains("base64 of a PSBT of version 0"), "{message}");
        }
    }
    decoded
}

#[tokio::test]
async fn psbts_are_decoded_as_by_hwi() {
    let file: File = read(include_str!("data/psbts.json"));
    assert!(file.source.is_complete());
    let app = App::new().await;
    // An extended public key with the prefix of SLIP-132, which BIP 174 does not permit; and version 2.
    let rejected = |index: &usize| *index == 7 || (28..=41).contains(index);
    let valid: Vec<_> = (0..file.valid.len()).filter(|index| !rejected(index)).collect();
    assert_eq!(decoded(&app, &file.valid).await, valid);
    // Malformed fields of MuSig2 (BIP 373), which the service ignores: only the transaction and verified signatures are used.
    let ignored: Vec<_> = (30..=39).collect();
    assert_eq!(decoded(&app, &file.invalid).await, ignored);
}
