//! `docs/guides/sweep.md`

use super::*;
use wallet_client::signers::Secp256k1Key;

async fn sweep(client: Client) -> Done {
    let network = Network::Testnet;
    let chain = btc_like::Chain::Btc;
    let key = Secp256k1Key::random();
    let address = btc_like::derive(&client, chain, network, &key.public_key(), None).await?;
    let cold = btc_like::derive(&client, chain, network, &Secp256k1Key::random().public_key(), None).await?;
    fund(&client, "btc", &address, "1000000", None).await?;
    let payment = btc_like::Payment::builder()
        .chain(btc_like::Chain::Btc)
        .network(network)
        .public_key(key.public_key())
        .to(cold)
        .amount(btc_like::Spend::Max)
        .build();
    let prepared = btc_like::quote(&client, &payment)
        .await?
        .prepare(&client, FeeMode::Normal)
        .await?;
    let review = prepared.review();
    assert_eq!(review.amount + review.fee, 1_000_000); // nothing remains
    prepared.sign(&client, &key).await?.send(&client).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn rust_of_the_sweep_works_as_written() {
    run(sweep).await;
}
