//! Names from clients, and the responses of servers that a name determines. The first byte selects the decoder.

#![no_main]

use libfuzzer_sys::fuzz_target;
use wallet_btc_like::{NameProof, PaymentName};
use wallet_eth_like::Address;
use wallet_eth_like::ens::{EnsName, OffchainLookup, gateway_data, text_of};
use wallet_xlm::{FederatedName, FederationRecord, StellarToml};

fuzz_target!(|data: &[u8]| {
    let Some((decoder, data)) = data.split_first() else {
        return;
    };
    match decoder {
        b'e' => ens_name(data),
        b'o' => offchain(data),
        b't' => drop(StellarToml::parse(data)),
        b'f' => federation(data),
        b'd' => dns(data),
        _ => drop((gateway_data(data), text_of(data))),
    }
});

fn ens_name(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    if let Ok(name) = text.parse::<EnsName>() {
        assert_eq!(name.to_string().parse(), Ok(name), "the normalised form is normalised");
    }
}

fn offchain(data: &[u8]) {
    if let Ok(Some(lookup)) = OffchainLookup::parse(Address::ZERO, data) {
        assert!(lookup.requests().count() <= data.len() / 32, "each URL takes a word");
        assert!(
            lookup.callback(Vec::new()).len() <= data.len() + 160,
            "a copy of a part of the data"
        );
    }
}

fn federation(data: &[u8]) {
    let name: FederatedName = "bob*stellar.org".parse().expect("a name of SEP-2");
    if let Ok(record) = FederationRecord::parse(&name, data) {
        assert!(record.account.id.is_none() || record.memo == wallet_xlm::Memo::NONE);
    }
}

/// Adds responses of a resolver, each with a length of two bytes. No random proof is valid.
fn dns(mut data: &[u8]) {
    let name: PaymentName = "matt@mattcorallo.com".parse().expect("a name of BIP 353");
    let (mut proof, _) = NameProof::start(name);
    while let Some((length, rest)) = data.split_first_chunk() {
        let length = usize::from(u16::from_be_bytes(*length)).min(rest.len());
        let (response, rest) = rest.split_at(length);
        if proof.add(response).is_err() {
            return;
        }
        data = rest;
    }
    assert!(
        proof.finish(1_700_000_000).is_err(),
        "the keys of the root sign nothing else"
    );
}
