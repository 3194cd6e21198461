//! EVM transactions submitted by clients.

#![no_main]

use libfuzzer_sys::fuzz_target;
use wallet_core::model::{ChainName, Network};
use wallet_eth_like::{Chain, DecodedTransaction, Params, SignedTransaction};

fuzz_target!(|bytes: &[u8]| {
    let text = format!("0x{}", hex::encode(bytes));
    let mut accepted = 0;
    for params in Chain::ALL
        .iter()
        .flat_map(|&chain| [Network::Livenet, Network::Testnet].map(|network| Params::of(chain, network)))
    {
        let signed = SignedTransaction::parse(params, &text);
        let Ok(decoded) = DecodedTransaction::parse(params, &text) else {
            assert!(signed.is_err(), "only one parser accepts it");
            continue;
        };
        accepted += 1;
        assert_eq!(decoded.is_signed(), signed.is_ok());
        assert!(decoded.fee() <= params.max_fee() && decoded.fields().gas_limit <= params.max_gas());
        if let Ok(signed) = signed {
            assert_eq!((signed.to_hex(), Some(signed.hash())), (text.clone(), decoded.hash()));
        }
    }
    assert!(accepted <= 1, "two chains accept it");
    // The raw string, which may be invalid hex.
    if let (Ok(text), Some(&chain)) = (std::str::from_utf8(bytes), Chain::ALL.first()) {
        let _ = DecodedTransaction::parse(Params::of(chain, Network::Livenet), text);
    }
});
