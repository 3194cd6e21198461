//! The vectors of SEP-23: <https://github.com/stellar/stellar-protocol/blob/master/ecosystem/sep-0023.md>

use crate::xlm::{AccountId, AddressError, BalanceId, MuxedAccount, PoolId, SignerKey};

const ACCOUNT: &str = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";

const INVALID: [&str; 14] = [
    "GAAAAAAAACGC6",
    "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUR",
    "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZA",
    "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUACUSI",
    "G47QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVP2I",
    "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLKA",
    "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAAV75I",
    "M47QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ",
    "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUK===",
    "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUO",
    "PA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAQACAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4DUPB6IAAAAAAAAPM",
    "PA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAOQCAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4Z2PQ",
    "BAAD6DBUX6J22DMZOHIEZTEQ64CVCHEDRKWZONFEUL5Q26QD7R76RGR4TV===",
    "",
];

#[test]
fn invalid_strkeys_are_refused_everywhere() {
    for text in INVALID {
        assert_eq!(text.parse::<MuxedAccount>(), Err(AddressError::Form), "{text}");
        assert_eq!(text.parse::<AccountId>(), Err(AddressError::Form), "{text}");
        assert!(text.parse::<SignerKey>().is_err(), "{text}");
        assert!(text.parse::<BalanceId>().is_err(), "{text}");
        assert!(text.parse::<PoolId>().is_err(), "{text}");
    }
}

#[test]
fn valid_ones_are_read_and_written() {
    let account: AccountId = ACCOUNT.parse().unwrap();
    assert_eq!(
        hex::encode(account.0),
        "3f0c34bf93ad0d9971d04ccc90f705511c838aad9734a4a2fb0d7a03fc7fe89a"
    );
    assert_eq!(account.to_string(), ACCOUNT);
    for (text, id) in [
        (
            "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ",
            0,
        ),
        (
            "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK",
            9_223_372_036_854_775_808_u64,
        ),
    ] {
        let muxed = MuxedAccount { account, id: Some(id) };
        assert_eq!(text.parse(), Ok(muxed));
        assert_eq!(muxed.to_string(), text);
        assert_eq!(text.parse::<AccountId>(), Err(AddressError::Muxed));
    }
    for text in [
        "PA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAQACAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4DUPB6IBZGM",
        "PA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAOQCAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4DUAAAAFGBU",
    ] {
        assert_eq!(text.parse::<SignerKey>().unwrap().to_string(), text);
    }
    let contract = "CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA";
    assert_eq!(contract.parse::<MuxedAccount>(), Err(AddressError::Other));
    let pool = "LA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUPJN";
    assert_eq!(pool.parse::<PoolId>().map(|pool| pool.0), Ok(account.0));
    let balance = "BAAD6DBUX6J22DMZOHIEZTEQ64CVCHEDRKWZONFEUL5Q26QD7R76RGR4TU";
    assert_eq!(balance.parse::<BalanceId>().map(|balance| balance.0), Ok(account.0));
}
