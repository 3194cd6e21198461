//! Bech32 and bech32m addresses.
//!
//! - <https://github.com/bitcoin/bips/blob/master/bip-0173.mediawiki>, "Test vectors"
//! - <https://github.com/bitcoin/bips/blob/master/bip-0350.mediawiki>, "Test vectors for v0-v16 native segregated
//!   witness addresses"
//!
//! Where the two differ, BIP 350 applies. The advice to allow payments to every witness version is not followed:
//! funds sent to an undefined version could be lost.

use super::*;

#[track_caller]
fn assert_valid(network: Network, text: &str, script: &str) {
    let address = Address::parse(params(Chain::Btc, network), text).unwrap();
    assert_eq!(hex::encode(address.script_pubkey().as_bytes()), script, "{text}");
    assert_eq!(address.to_string(), text.to_lowercase());
}

#[test]
fn valid_addresses_yield_their_scripts() {
    assert_valid(
        LIVENET,
        "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4",
        "0014751e76e8199196d454941c45d1b3a323f1433bd6",
    );
    assert_valid(
        TESTNET,
        "tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7",
        "00201863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262",
    );
    assert_valid(
        TESTNET,
        "tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy",
        "0020000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433",
    );
    assert_valid(
        TESTNET,
        "tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c",
        "5120000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433",
    );
    assert_valid(
        LIVENET,
        "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
        "512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
    );
}

#[test]
fn undefined_witness_programs_are_rejected() {
    for (text, version, length) in [
        (
            "bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y",
            1,
            40,
        ),
        ("BC1SW50QGDZ25J", 16, 2),
        ("bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs", 2, 16),
    ] {
        let error = Address::parse(params(Chain::Btc, LIVENET), text).unwrap_err();
        assert_eq!(error, AddressError::UnknownWitnessVersion { version, length }, "{text}");
    }
}

#[track_caller]
fn assert_invalid(text: &str, expected: &AddressError) {
    for network in Network::ALL {
        assert_eq!(
            &Address::parse(params(Chain::Btc, network), text).unwrap_err(),
            expected,
            "{text}"
        );
    }
}

#[test]
fn bip350_invalid_addresses_are_rejected() {
    for text in [
        "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd",
        "tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf",
        "BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL",
        "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh",
        "tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47",
        "bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4",
        "BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R",
        "bc1pw5dgrnzv",
        "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav",
        "BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P",
        "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf",
        "tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j",
        "bc1gmk9yu",
    ] {
        assert_invalid(text, &AddressError::BadChecksum);
    }
    assert_invalid(
        "tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq",
        &AddressError::MixedCase,
    );
    for text in [
        "tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut",
        "tc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty",
    ] {
        let error = Address::parse(params(Chain::Btc, LIVENET), text).unwrap_err();
        assert!(matches!(error, AddressError::Unrecognised { .. }), "{text}: {error:?}");
    }
}

#[test]
fn bip173_invalid_addresses_are_rejected() {
    for text in [
        "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5",
        "BC13W508D6QEJXTDG4Y5R3ZARVARY0C5XW7KN40WF2",
        "bc1rw5uspcuh",
        "bc10w508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kw5rljs90",
        "BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P",
        "bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du",
        "tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3pjxtptv",
        "bc1gmk9yu",
        // Valid under BIP 173 only: version 1 and above with the checksum of version 0.
        "bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7k7grplx",
        "BC1SW50QA3JX3S",
        "bc1zw508d6qejxtdg4y5r3zarvaryvg6kdaj",
    ] {
        assert_invalid(text, &AddressError::BadChecksum);
    }
    assert_invalid(
        "tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sL5k7",
        &AddressError::MixedCase,
    );
}
