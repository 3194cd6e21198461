//! Tests of the network detection.

use super::envelopes::{account, key, signed_on, unsigned};
use crate::{AccountId, Envelope, OtherNetworkError};
use wallet_core::model::Network;

fn envelope() -> Envelope {
    Envelope::parse(&unsigned(account(&key(1))).to_base64()).unwrap()
}

fn sources(envelope: &Envelope) -> impl Fn(Network) -> Vec<AccountId> + '_ {
    |_| envelope.sources()
}

#[test]
fn signature_of_a_source_determines_the_network() {
    for network in Network::ALL {
        let signed = signed_on(network, envelope(), &key(1));
        assert_eq!(signed.signed_network(sources(&signed)), Some(network));
        assert_eq!(signed.check_network(network), Ok(()));
        let other = Network::ALL.into_iter().find(|other| *other != network).unwrap();
        let signed_for = network;
        assert_eq!(signed.check_network(other), Err(OtherNetworkError { signed_for }));
    }
}

#[test]
fn signature_of_another_key_requires_known_signers() {
    let signed = signed_on(Network::Testnet, envelope(), &key(2));
    assert_eq!(signed.signed_network(sources(&signed)), None);
    let signers = |network| match network {
        Network::Livenet => vec![account(&key(3))],
        Network::Testnet => vec![account(&key(2))],
    };
    assert_eq!(signed.signed_network(signers), Some(Network::Testnet));
    for network in Network::ALL {
        assert_eq!(signed.check_network(network), Ok(()));
    }
}

#[test]
fn signatures_for_both_networks_are_ambiguous() {
    let both = signed_on(
        Network::Livenet,
        signed_on(Network::Testnet, envelope(), &key(1)),
        &key(1),
    );
    assert_eq!(both.signed_network(sources(&both)), None);
}
