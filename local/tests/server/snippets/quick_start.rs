//! `docs/guides/quick-start.md`

use super::*;

async fn quick_start(client: Client) -> Done {
    let seed = Mnemonic::random(Length::Words12).seed(""); // your private keys: they stay in the app
    let network = Network::Testnet;
    let path = Path::btc_like(btc_like::Chain::Btc, network, None, Position::default())?;
    let key = seed.secp256k1(&path)?;
    let address = btc_like::derive(&client, btc_like::Chain::Btc, network, &key.public_key(), None).await?;
    fund(&client, "btc", &address, "1000000", None).await?;
    let payment = btc_like::Payment::builder()
        .chain(btc_like::Chain::Btc)
        .network(network)
        .public_key(key.public_key())
        .to("tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx")
        .amount(btc_like::Spend::Exact(250_000))
        .max_fee(Fee::AtMost(50_000_u64.into()))
        .build();
    let prepared = btc_like::quote(&client, &payment)
        .await?
        .prepare(&client, FeeMode::Normal)
        .await?;
    assert_eq!(prepared.review().amount, 250_000); // show recipient, amount and fee to the user
    let signed = prepared.sign(&client, &key).await?;
    signed.send(&client).await?; // store `signed` before this line
    mine_block(&client, "btc").await?;
    let last = signed.watch(&client, quickly()).await?;
    assert!(matches!(last, Settled::Confirmed(_)));
    let query = AddressInfoRequest::builder().address(address).network(network).build();
    let info = address_info_btc_like::address_info(&client, "btc", &query).await?;
    assert_eq!(info.transactions.len(), 2);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn rust_of_the_quick_start_works_as_written() {
    run(quick_start).await;
}
