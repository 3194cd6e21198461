//! `docs/guides/payments-utxo.md`

use super::*;
use wallet_client::signers::Secp256k1Key;

/// Continues the quick start with a funded address.
#[expect(clippy::items_after_statements, reason = "each snippet imports what it adds")]
async fn payments(client: Client) -> Done {
    let key = Secp256k1Key::random();
    let network = Network::Testnet;
    let address = btc_like::derive(&client, btc_like::Chain::Btc, network, &key.public_key(), None).await?;
    fund(&client, "btc", &address, "1000000", None).await?;
    use wallet_client::blockchain_connector_btc_like::AddressType;

    let legacy = Some(&AddressType::P2pkh);
    let address = btc_like::derive(&client, btc_like::Chain::Btc, network, &key.public_key(), legacy).await?;
    assert!(address.starts_with(['m', 'n']));

    use wallet_client::blockchain_connector_btc_like::validate_address;
    use wallet_client::wire::AddressRequest;

    let recipient = AddressRequest {
        address: "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx".to_owned(),
        network: Some(network),
    };
    let checked = validate_address(&client, "btc", &recipient).await?;
    assert_eq!((checked.valid, &*checked.kind), (true, "p2wpkh"));

    let all = btc_like::Payment {
        chain: btc_like::Chain::Btc,
        network,
        public_key: key.public_key(),
        address_type: None,
        to: recipient.address,
        amount: btc_like::Spend::Max,
        max_fee: None,
    };
    let quote = btc_like::quote(&client, &all).await?;
    let prepared = quote.prepare(&client, FeeMode::Slow).await?;

    let review = prepared.review(); // decoded from the transaction that the client built
    assert_eq!((review.amount + review.fee, review.change), (1_000_000, None));

    let stored = serde_json::to_string(&prepared.sign(&client, &key).await?)?; // store it before you send it
    let signed: wallet_client::payments::Signed = serde_json::from_str(&stored)?;
    signed.send(&client).await?;
    signed.send(&client).await?; // after a lost response: the same bytes, the same id
    mine_block(&client, "btc").await?;
    let last = signed.watch(&client, quickly()).await?;
    assert_eq!(last.map(|it| it.status), Some(Status::Confirmed));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn rust_of_utxo_payments_works_as_written() {
    run(payments).await;
}
