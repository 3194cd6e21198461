//! `docs/guides/payments-evm.md`

use super::*;

#[expect(clippy::too_many_lines, reason = "the guide is one program")]
async fn evm(client: Client) -> Done {
    use wallet_client::payments::eth_like;
    use wallet_client::signers::Secp256k1Key;

    let key = Secp256k1Key::random();
    let network = Network::Testnet;
    let from = eth_like::derive(&client, "eth", network, &key.public_key()).await?;
    let usdt = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
    fund(&client, "eth", &from, "1000000000000000000", None).await?;
    fund(&client, "eth", &from, "100000000", Some(usdt)).await?;
    let payment = eth_like::Payment::builder()
        .chain("eth")
        .network(network)
        .public_key(key.public_key())
        .action(eth_like::Action::TransferToken {
            contract: usdt.to_owned(),
            to: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed".to_owned(),
            amount: 25_000_000_u64.into(),
        })
        .build();
    let prepared = eth_like::quote(&client, &payment)
        .await?
        .prepare(&client, FeeMode::Normal)
        .await?;
    let signed = prepared.sign(&client, &key).await?;
    signed.send(&client).await?;
    mine_block(&client, "eth").await?;
    let last = signed.watch(&client, quickly()).await?;
    assert!(matches!(last, Settled::Confirmed(_)));

    let mut all = payment;
    all.action = eth_like::Action::PayAll {
        to: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed".to_owned(),
    };
    let prepared = eth_like::quote(&client, &all)
        .await?
        .prepare(&client, FeeMode::Normal)
        .await?;
    assert_ne!(prepared.review().amount, 0_u64.into());

    let review = prepared.review(); // of the transaction that the client built, and compared with `parse`
    assert_eq!((&review.action, review.nonce), (&all.action, 1));

    let spender = "0x000000000022D473030F116dDEE9F6B43aC78BA3";
    let mut approval = all.clone();
    approval.action = eth_like::Action::ApproveToken {
        contract: usdt.to_owned(),
        spender: spender.to_owned(),
        amount: 2_500_000_u64.into(),
    };
    let quote = eth_like::quote(&client, &approval).await?;
    let prepared = quote.prepare(&client, FeeMode::Normal).await?;
    assert_eq!(prepared.review().action, approval.action);
    let approved = prepared.sign(&client, &key).await?;
    approved.send(&client).await?;
    mine_block(&client, "eth").await?;
    approved.watch(&client, quickly()).await?;
    let mut revocation = all.clone();
    revocation.action = eth_like::Action::revoke(usdt, spender);
    let quote = eth_like::quote(&client, &revocation).await?;
    let revoked = quote.prepare(&client, FeeMode::Normal).await?;
    assert_eq!(revoked.review().action, revocation.action);

    let login = eth_like::Message::builder()
        .chain("eth")
        .network(all.network)
        .public_key(key.public_key())
        .content(eth_like::MessageContent::Text("Sign in to example.com".to_owned()))
        .build();
    let prepared = eth_like::prepare_message(&client, &login).await?;
    assert_eq!(prepared.sign(&client, &key).await?.len(), 132);
    let typed_data = serde_json::json!({
        "types": {
            "Permit": [
                { "name": "owner", "type": "address" },
                { "name": "spender", "type": "address" },
                { "name": "value", "type": "uint256" },
                { "name": "nonce", "type": "uint256" },
                { "name": "deadline", "type": "uint256" },
            ],
        },
        "primaryType": "Permit",
        "domain": { "name": "USD Coin", "version": "2", "chainId": eth_like::chain_id("eth", all.network), "verifyingContract": usdt },
        "message": { "owner": from, "spender": spender, "value": "2500000", "nonce": 0, "deadline": "1798761600" },
    });
    let mut permit = login;
    permit.content = eth_like::MessageContent::TypedData(typed_data);
    let prepared = eth_like::prepare_message(&client, &permit).await?;
    let review = prepared.review(); // show it before signing
    let granted = review.permit.as_ref().ok_or("no permit")?;
    assert_eq!(
        (&*granted.standard, granted.amount.as_deref()),
        ("eip-2612", Some("2500000"))
    );
    assert!(!review.is_unlimited);
    let permitted = prepared.sign(&client, &key).await?;
    assert_eq!(permitted.len(), 132);

    let mut payment = all;
    payment.action = eth_like::Action::Pay {
        to: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed".to_owned(),
        amount: 5_000_u64.into(),
    };
    let quote = eth_like::quote(&client, &payment).await?;
    let stuck = quote.prepare(&client, FeeMode::Slow).await?.sign(&client, &key).await?;
    stuck.send(&client).await?;
    let bump = eth_like::Bump::builder()
        .signed(stuck)
        .public_key(key.public_key())
        .mode(eth_like::BumpMode::Cancel)
        .build();
    let plan = eth_like::bump(&client, &bump).await?;
    let cancellation = plan.prepare(&client).await?;
    assert_eq!(cancellation.review().amount, 0_u64.into());
    cancellation.sign(&client, &key).await?.send(&client).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn rust_of_evm_payments_works_as_written() {
    Box::pin(run(evm)).await;
}
