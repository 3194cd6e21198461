//! `docs/guides/payments-stellar.md`

use super::*;

async fn stellar(client: Client) -> Done {
    use wallet_client::payments::{Ed25519Signer, xlm};
    use wallet_client::signers::Ed25519Key;
    use wallet_client::wire::Asset;

    let (alice, bob) = (Ed25519Key::random(), Ed25519Key::random());
    let network = Network::Testnet;
    let sender = xlm::derive(&client, network, alice.public_key()).await?;
    let recipient = xlm::derive(&client, network, bob.public_key()).await?;
    fund(&client, "xlm", &sender, "1000000000", None).await?;
    let terms = xlm::Terms {
        network,
        public_key: alice.public_key(),
        fee: xlm::recommended_fee(&client, network).await?,
        memo: None,
        timeout: None,
    };
    let lumen = Asset::Coin {
        chain: "xlm".to_owned(),
    };
    let transfer = xlm::Action::Transfer {
        to: recipient,
        amount: 200_000_000,
        asset: lumen,
    };
    let prepared = xlm::prepare(&client, &terms, &transfer).await?;
    let signed = prepared.sign(&client, &alice).await?;
    signed.send(&client).await?;
    let last = signed.watch(&client, quickly()).await?;
    assert_eq!(last.map(|it| it.status), Some(Status::Confirmed));

    let issuer = Ed25519Key::random();
    let issuing = xlm::derive(&client, network, issuer.public_key()).await?;
    fund(&client, "xlm", &issuing, "1000000000", None).await?;
    let points = Asset::XlmAsset {
        chain: "xlm".to_owned(),
        code: "POINTS".to_owned(),
        issuer: issuing,
    };
    let trust = xlm::Action::Trust {
        asset: points.clone(),
        limit: None,
    };
    let issue = xlm::Action::Transfer {
        to: sender,
        amount: 3_000_000_000,
        asset: points,
    };
    for (signer, action) in [(&alice, trust), (&issuer, issue)] {
        let terms = xlm::Terms {
            public_key: signer.public_key(),
            ..terms.clone()
        };
        let prepared = xlm::prepare(&client, &terms, &action).await?;
        prepared.sign(&client, signer).await?.send(&client).await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn rust_stellar_payments_work_as_written() {
    run(stellar).await;
}
