//! Transactions of the EVM chains that callers hand in.

#![no_main]

use libfuzzer_sys::fuzz_target;
use wallet_eth_like::{Chain, DecodedTransaction, Params, SignedTransaction};
use wallet_core::model::{ChainName, Network};

fuzz_target!(|bytes: &[u8]| {
    let text = format!("0x{}", hex::encode(bytes));
    let mut readers = 0;
    for params in Chain::ALL
        .iter()
        .flat_map(|&chain| [Network::Livenet, Network::Testnet].map(|network| Params::of(chain, network)))
    {
        let signed = SignedTransaction::parse(params, &text);
        let Ok(decoded) = DecodedTransaction::parse(params, &text) else {
            assert!(signed.is_err(), "one reads it and the other does not");
            continue;
        };
        readers += 1;
        assert_eq!(decoded.is_signed(), signed.is_ok());
        assert!(decoded.fee() <= params.max_fee() && decoded.fields().gas_limit <= params.max_gas());
        if let Ok(signed) = signed {
            assert_eq!((signed.to_hex(), Some(signed.hash())), (text.clone(), decoded.hash()));
        }
    }
    assert!(readers <= 1, "two chains read it");
    // The text itself, which may be no hex at all.
    if let (Ok(text), Some(&chain)) = (std::str::from_utf8(bytes), Chain::ALL.first()) {
        let _ = DecodedTransaction::parse(Params::of(chain, Network::Livenet), text);
    }
});
