//! `docs/guides/payments-utxo.md`

use super::*;
use wallet_client::signers::Secp256k1Key;

/// Continues the quick start with a funded address.
#[expect(clippy::items_after_statements, reason = "each snippet imports what it adds")]
#[expect(clippy::too_many_lines, reason = "the guide is one program")]
async fn payments(client: Client) -> Done {
    let key = Secp256k1Key::random();
    let network = Network::Testnet;
    let address = btc_like::derive(&client, btc_like::Chain::Btc, network, &key.public_key(), None).await?;
    fund(&client, "btc", &address, "1000000", None).await?;
    use wallet_client::blockchain_connector_btc_like::AddressType;

    let legacy = Some(&AddressType::P2pkh);
    let base58 = btc_like::derive(&client, btc_like::Chain::Btc, network, &key.public_key(), legacy).await?;
    assert!(base58.starts_with(['m', 'n']));

    use wallet_client::blockchain_connector_btc_like::validate_address;
    use wallet_client::wire::AddressRequest;

    let recipient = AddressRequest::builder()
        .address("tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx")
        .network(network)
        .build();
    let checked = validate_address(&client, "btc", &recipient).await?;
    assert_eq!((checked.valid, &*checked.kind), (true, "p2wpkh"));

    let all = btc_like::Payment::builder()
        .chain(btc_like::Chain::Btc)
        .network(network)
        .public_key(key.public_key())
        .to(recipient.address)
        .amount(btc_like::Spend::Max)
        .build();
    let quote = btc_like::quote(&client, &all).await?;
    let prepared = quote.prepare(&client, FeeMode::Slow).await?;

    use btc_like::{Output, Recipients, Transfer};

    use wallet_client::blockchain_connector_btc_like::prepare_transaction::utxo_list;

    // The outputs of two keys, and a change address of a third one.
    let (second, third) = (Secp256k1Key::random(), Secp256k1Key::random());
    let p2tr = Some(AddressType::P2tr);
    let taproot = btc_like::derive(
        &client,
        btc_like::Chain::Btc,
        network,
        &second.public_key(),
        p2tr.as_ref(),
    )
    .await?;
    fund(&client, "btc", &taproot, "500000", None).await?;
    let mut utxo = Vec::new();
    for (owner, address, kind) in [(&key, &address, None), (&second, &taproot, p2tr)] {
        let request = AddressRequest::builder()
            .address(address.clone())
            .network(network)
            .build();
        for mut output in utxo_list(&client, "btc", &request).await?.utxo {
            output.public_key = Some(owner.public_key());
            output.r#type.clone_from(&kind);
            utxo.push(output);
        }
    }
    let payments = [(&all.to, 900_000), (&address, 300_000)];
    let outputs = payments.map(|(to, amount)| Output::builder().to(to.clone()).amount(amount).build());
    let change = btc_like::derive(&client, btc_like::Chain::Btc, network, &third.public_key(), None).await?;
    let several = Transfer::builder()
        .chain(btc_like::Chain::Btc)
        .network(network)
        .public_key(key.public_key())
        .recipients(Recipients::Each(outputs.to_vec()))
        .utxo(utxo)
        .change_address(change)
        .build();
    let quote = btc_like::quote(&client, &several).await?;
    let payout = quote.prepare(&client, FeeMode::Normal).await?;
    assert_eq!((payout.review().utxo.len(), payout.review().amount), (2, 1_200_000));
    let signed_by_both = payout.sign_with(&client, &[&key, &second]).await?;
    assert_eq!(signed_by_both.txid.len(), 64);

    let review = prepared.review(); // decoded from the transaction that the client built
    assert_eq!((review.amount + review.fee, review.change), (1_000_000, None));

    let stored = serde_json::to_string(&prepared.sign(&client, &key).await?)?; // store it before you send it
    let signed: wallet_client::payments::Signed = serde_json::from_str(&stored)?;
    signed.send(&client).await?;
    signed.send(&client).await?; // after a lost response: the same bytes, the same id
    mine_block(&client, "btc").await?;
    let last = signed.watch(&client, quickly()).await?;
    assert!(matches!(last, Settled::Confirmed(_)));

    fund(&client, "btc", &address, "600000", None).await?;
    let mut payment = all;
    payment.amount = btc_like::Spend::Exact(200_000);
    let quote = btc_like::quote(&client, &payment).await?;
    let pending = quote.prepare(&client, FeeMode::Slow).await?.sign(&client, &key).await?;
    pending.send(&client).await?;
    let bump = btc_like::Bump::builder()
        .signed(pending)
        .public_key(key.public_key())
        .build();
    let plan = btc_like::bump(&client, &bump).await?;
    let faster = plan.prepare(&client, FeeMode::Fast).await?;
    assert_eq!(faster.review().amount, 200_000);
    let replacement = faster.sign(&client, &key).await?;
    replacement.send(&client).await?;
    mine_block(&client, "btc").await?;
    let last = replacement.watch(&client, quickly()).await?;
    assert!(matches!(last, Settled::Confirmed(_)));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn rust_of_utxo_payments_works_as_written() {
    run(payments).await;
}
