//! `docs/guides/payments-stellar.md`

use super::*;
use wallet_client::blockchain_connector_xlm::operation::OperationBody;
use wallet_client::payments::{Ed25519Signer, xlm};
use wallet_client::signers::Ed25519Key;
use wallet_client::wire::Asset;

async fn stellar(client: Client) -> Done {
    let (alice, bob) = (Ed25519Key::random(), Ed25519Key::random());
    let network = Network::Testnet;
    let sender = xlm::derive(&client, network, alice.public_key()).await?;
    let recipient = xlm::derive(&client, network, bob.public_key()).await?;
    fund(&client, "xlm", &sender, "1000000000", None).await?;
    let terms = xlm::Terms::builder()
        .network(network)
        .public_key(alice.public_key())
        .fee(xlm::recommended_fee(&client, network).await?)
        .build();
    let lumen = Asset::Coin {
        chain: "xlm".to_owned(),
    };
    let transfer = xlm::Action::Transfer {
        to: recipient.clone(),
        amount: 200_000_000,
        asset: lumen.clone(),
    };
    let prepared = xlm::prepare(&client, &terms, &transfer).await?;
    let signed = prepared.sign(&client, &alice).await?;
    signed.send(&client).await?;
    let last = signed.watch(&client, quickly()).await?;
    assert!(matches!(last, Settled::Confirmed(_)));

    let issuer = Ed25519Key::random();
    let issuing = xlm::derive(&client, network, issuer.public_key()).await?;
    fund(&client, "xlm", &issuing, "1000000000", None).await?;
    let points = Asset::XlmAsset {
        chain: "xlm".to_owned(),
        code: "POINTS".to_owned(),
        issuer: issuing.clone(),
    };
    let trust = xlm::Action::Trust {
        asset: points.clone(),
        limit: None,
    };
    let issue = xlm::Action::Transfer {
        to: sender.clone(),
        amount: 3_000_000_000,
        asset: points,
    };
    for (signer, action) in [(&alice, trust), (&issuer, issue)] {
        let mut terms = terms.clone();
        terms.public_key = signer.public_key();
        let prepared = xlm::prepare(&client, &terms, &action).await?;
        prepared.sign(&client, signer).await?.send(&client).await?;
    }
    let alice = swap(
        client.clone(),
        terms.clone(),
        [alice, issuer],
        [sender, issuing],
        &lumen,
    )
    .await?;
    several_at_once(client, terms, alice, recipient, lumen).await
}

/// Returns the key of the account that swaps.
async fn swap(
    client: Client,
    terms: xlm::Terms,
    [alice, issuer]: [Ed25519Key; 2],
    [sender, issuing]: [String; 2],
    lumen: &Asset,
) -> Result<Ed25519Key, Box<dyn Error>> {
    let network = terms.network;
    let coffee = Asset::XlmAsset {
        chain: "xlm".to_owned(),
        code: "COFFEE".to_owned(),
        issuer: issuing,
    };
    let trust = xlm::Action::Trust {
        asset: coffee.clone(),
        limit: None,
    };
    let offer = OperationBody::ManageSellOffer {
        selling: coffee.clone(),
        buying: lumen.clone(),
        amount: "400000000".to_owned(),
        price: "2.5".to_owned(),
        offer_id: None,
    };
    let offer = xlm::Action::Operations(vec![offer.into()]);
    for (signer, action) in [(&alice, trust), (&issuer, offer)] {
        let mut terms = terms.clone();
        terms.public_key = signer.public_key();
        let prepared = xlm::prepare(&client, &terms, &action).await?;
        prepared.sign(&client, signer).await?.send(&client).await?;
    }
    let swap = xlm::Swap::builder()
        .to(sender)
        .send(lumen.clone())
        .receive(coffee)
        .exact(xlm::Exact::Sent(250_000_000))
        .build();
    let path = swap.best_path(&client, network, alice.public_key()).await?;
    let path = path.ok_or("the exchange has no path")?;
    assert_eq!(path.destination_amount, "100000000");
    let swap = swap.along(&path, xlm::Limit::Tolerance(50))?; // at least 99500000
    let prepared = xlm::prepare(&client, &terms, &swap).await?;
    prepared.sign(&client, &alice).await?.send(&client).await?;
    Ok(alice)
}

async fn several_at_once(
    client: Client,
    terms: xlm::Terms,
    alice: Ed25519Key,
    recipient: String,
    lumen: Asset,
) -> Done {
    let mut terms = terms.clone();
    let mut series = Vec::new();
    for amount in [10_000_000, 20_000_000] {
        let payment = xlm::Action::Transfer {
            to: recipient.clone(),
            amount,
            asset: lumen.clone(),
        };
        let prepared = xlm::prepare(&client, &terms, &payment).await?;
        terms.sequence = Some(prepared.review().sequence + 1);
        series.push(prepared.sign(&client, &alice).await?);
    }
    for signed in series {
        signed.send(&client).await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn rust_stellar_payments_work_as_written() {
    run(stellar).await;
}
