//! Keys from a mnemonic: their paths are those of the list of chains, and their addresses those of other wallets.

use super::client;
use crate::ephemeral;
use wallet_client::Client;
use wallet_client::Network::{self, Livenet};
use wallet_client::asset_info::chains;
use wallet_client::blockchain_connector_btc_like::AddressType;
use wallet_client::hd::{Mnemonic, Path, PathError, Position};
use wallet_client::payments::btc_like::Chain;
use wallet_client::payments::{Ed25519Signer, PaymentError, btc_like, eth_like, xlm};

const ABANDON: &str = "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about";

const UTXO_CHAINS: [Chain; 4] = [Chain::Btc, Chain::Ltc, Chain::Bch, Chain::Doge];

/// Returns the path of the first address of an address type.
fn path(chain: &str, network: Network, address_type: Option<&AddressType>) -> Result<Path, PathError> {
    let utxo = UTXO_CHAINS.into_iter().find(|it| it.to_string() == chain);
    match (chain, utxo) {
        (_, Some(chain)) => Path::btc_like(chain, network, address_type, Position::default()),
        ("xlm", _) => Path::xlm(0),
        _ => Path::eth_like(chain, Position::default()),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn paths_are_those_of_the_list_of_chains() {
    let running = ephemeral().await;
    let client = client(&running).await;
    let list = chains(&client).await.unwrap();
    assert!(list.len() >= 24, "{list:?}");
    for row in list {
        let network: Network = row.network.parse().unwrap();
        let name = format!("{} {network}", row.chain);
        let default = path(&row.chain, network, None).unwrap();
        assert_eq!(default.to_string(), row.derivation_path, "{name}");
        assert_eq!(row.derivation_path.parse(), Ok(default), "{name}");
        for (address_type, expected) in row.derivation_paths.into_iter().flatten() {
            let found = path(&row.chain, network, Some(&address_type.clone().into())).unwrap();
            assert_eq!(found.to_string(), expected, "{name} {address_type}");
        }
    }
    running.shutdown().await.unwrap();
}

async fn utxo_address(
    client: &Client,
    chain: Chain,
    address_type: Option<&AddressType>,
) -> Result<String, PaymentError> {
    let path = Path::btc_like(chain, Livenet, address_type, Position::default()).unwrap();
    let key = ABANDON.parse::<Mnemonic>().unwrap().seed("").secp256k1(&path).unwrap();
    btc_like::derive(client, chain, Livenet, &key.public_key(), address_type).await
}

/// The first addresses of a widely used mnemonic: of btc in BIP 84, of the others as in the tests of other wallets.
#[tokio::test(flavor = "multi_thread")]
async fn addresses_are_those_of_other_wallets() {
    let running = ephemeral().await;
    let client = client(&running).await;
    for (chain, address_type, expected) in [
        (Chain::Btc, None, "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"),
        (
            Chain::Btc,
            Some(AddressType::P2pkh),
            "1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA",
        ),
        (Chain::Ltc, None, "ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh"),
        (
            Chain::Ltc,
            Some(AddressType::P2pkh),
            "LUWPbpM43E2p7ZSh8cyTBEkvpHmr3cB8Ez",
        ),
        (Chain::Doge, None, "DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC"),
        (
            Chain::Bch,
            None,
            "bitcoincash:qqyx49mu0kkn9ftfj6hje6g2wfer34yfnq5tahq3q6",
        ),
    ] {
        assert_eq!(
            utxo_address(&client, chain, address_type.as_ref()).await.unwrap(),
            expected
        );
    }
    let seed = ABANDON.parse::<Mnemonic>().unwrap().seed("");
    let eth = seed
        .secp256k1(&Path::eth_like("eth", Position::default()).unwrap())
        .unwrap();
    assert_eq!(
        eth_like::derive(&client, "eth", Livenet, &eth.public_key())
            .await
            .unwrap(),
        "0x9858EfFD232B4033E47d90003D41EC34EcaEda94"
    );
    // SEP-5, test 5.
    let key = seed.ed25519(&Path::xlm(0).unwrap()).unwrap();
    assert_eq!(
        xlm::derive(&client, Livenet, key.public_key()).await.unwrap(),
        "GB3JDWCQJCWMJ3IILWIGDTQJJC5567PGVEVXSCVPEQOTDN64VJBDQBYX"
    );
    running.shutdown().await.unwrap();
}
