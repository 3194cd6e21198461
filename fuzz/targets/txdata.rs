//! Transactions submitted by clients: `txdata` and `unsignedMessage`.

#![no_main]

use libfuzzer_sys::fuzz_target;
use wallet_btc_like::{DecodedTransaction, Params, SignedTransaction};

fuzz_target!(|bytes: &[u8]| {
    let text = hex::encode(bytes);
    for params in Params::all() {
        let decoded = DecodedTransaction::parse(params, &text);
        let signed = SignedTransaction::parse(params, &text);
        let Ok(decoded) = decoded else {
            assert!(signed.is_err(), "only one parser accepts it");
            continue;
        };
        assert_eq!(decoded.is_signed(), signed.is_ok());
        assert!(decoded.outputs().map(|output| output.value).sum::<u64>() <= params.max_money);
        assert!(decoded.inputs().len() > 0 && decoded.size() > 0);
        if let Ok(signed) = signed {
            assert_eq!((signed.to_hex(), Some(signed.txid())), (text.clone(), decoded.txid()));
        }
    }
    // The raw string, which may be invalid hex.
    if let (Ok(text), Some(params)) = (std::str::from_utf8(bytes), Params::all().first()) {
        let _ = DecodedTransaction::parse(params, text);
    }
});
