//! `docs/guides/payments-evm.md`

use super::*;

async fn evm(client: Client) -> Done {
    use wallet_client::payments::eth_like;
    use wallet_client::signers::Secp256k1Key;

    let key = Secp256k1Key::random();
    let network = Network::Testnet;
    let from = eth_like::derive(&client, "eth", network, &key.public_key()).await?;
    let usdt = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
    fund(&client, "eth", &from, "1000000000000000000", None).await?;
    fund(&client, "eth", &from, "100000000", Some(usdt)).await?;
    let payment = eth_like::Payment {
        chain: "eth".to_owned(),
        network,
        chain_id: eth_like::chain_id("eth", network).ok_or("unknown chain")?,
        public_key: key.public_key(),
        action: eth_like::Action::TransferToken {
            contract: usdt.to_owned(),
            to: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed".to_owned(),
            amount: 25_000_000_u64.into(),
        },
        max_fee: None,
    };
    let prepared = eth_like::quote(&client, &payment)
        .await?
        .prepare(&client, FeeMode::Normal)
        .await?;
    let signed = prepared.sign(&client, &key).await?;
    signed.send(&client).await?;
    mine_block(&client, "eth").await?;
    let last = signed.watch(&client, quickly()).await?;
    assert_eq!(last.map(|it| it.status), Some(Status::Confirmed));

    let all = eth_like::Payment {
        action: eth_like::Action::PayAll {
            to: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed".to_owned(),
        },
        ..payment
    };
    let prepared = eth_like::quote(&client, &all)
        .await?
        .prepare(&client, FeeMode::Normal)
        .await?;
    assert_ne!(prepared.review().amount, 0_u64.into());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn rust_of_evm_payments_works_as_written() {
    run(evm).await;
}
