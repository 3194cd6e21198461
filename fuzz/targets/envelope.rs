//! Stellar envelopes from clients, signed or unsigned.

#![no_main]

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use libfuzzer_sys::fuzz_target;
use wallet_core::model::Network;
use wallet_xlm::{DecodedTransaction, Envelope, MAX_SIGNATURES};

fuzz_target!(|bytes: &[u8]| {
    let text = STANDARD.encode(bytes);
    let Ok(envelope) = Envelope::parse(&text) else {
        assert!(Envelope::parse_signed(&text).is_err(), "only one parser accepts it");
        return;
    };
    assert_eq!(envelope.to_base64(), text, "an envelope has one canonical encoding");
    assert_ne!(envelope.hash(Network::Livenet), envelope.hash(Network::Testnet));
    let decoded = DecodedTransaction::of(&envelope);
    assert!(!decoded.operations.is_empty() && decoded.signatures <= MAX_SIGNATURES);
    assert_eq!(Envelope::parse_signed(&text).is_ok(), decoded.signatures > 0);
    let _ = envelope.check_not_expired(decoded.valid_until);
    assert!(
        envelope.signed_network(|_| Vec::new()).is_none(),
        "no key, no signature"
    );
});
