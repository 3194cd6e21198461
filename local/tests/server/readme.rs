//! The examples in the README of the Rust client: the first one is an example of its package, this file contains the others, and
//! the tests run them.

use super::snippets::assert_contains_blocks;
use super::{ephemeral, merchant};
use std::error::Error;
use wallet_client::Network;
use wallet_client::hd::{Mnemonic, Path, Position};
use wallet_client::payments::Settled;
use wallet_client::payments::btc_like::Chain;

#[expect(dead_code, reason = "the test calls the function that main calls")]
#[path = "../../../clients/rust/examples/first_payment.rs"]
mod first_payment;

fn keys(mnemonic: &str, passphrase: &str) -> Result<(), Box<dyn Error>> {
    let seed = mnemonic.parse::<Mnemonic>()?.seed(passphrase); // in memory only while keys are derived
    let first = Position::default();
    let btc = seed.secp256k1(&Path::btc_like(Chain::Btc, Network::Livenet, None, first)?)?; // m/84'/0'/0'/0/0
    let change = Position::builder().change(true).build();
    let change = seed.secp256k1(&Path::btc_like(Chain::Doge, Network::Livenet, None, change)?)?;
    let evm = seed.secp256k1(&Path::eth_like("eth", first)?)?; // m/44'/60'/0'/0/0, for all EVM chains except etc
    let stellar = seed.ed25519(&Path::xlm(0)?)?; // m/44'/148'/0'
    let other = seed.secp256k1(&"m/49'/0'/0'/0/0".parse()?)?;
    println!("{btc:?} {change:?} {evm:?} {stellar:?} {other:?}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn first_payment_of_the_client_works_as_written() {
    let running = ephemeral().await;
    let last = first_payment::pay(&running.base_url, &running.merchant_key)
        .await
        .unwrap();
    assert!(matches!(last, Settled::Confirmed(_)), "{last:?}");
    running.shutdown().await.unwrap();
}

#[test]
fn keys_of_the_client_work_as_written() {
    let words = "abandon ".repeat(11) + "about";
    keys(&words, "").unwrap();
    assert!(keys("abandon", "").is_err());
}

/// The third example.
mod more {
    use wallet_client::blockchain_connector_btc_like::Utxo;
    use wallet_client::payments::btc_like::{self, Bump, Chain, Output, Recipients, Transfer};
    use wallet_client::payments::eth_like::{self, Action, BumpMode, Message, MessageContent};
    use wallet_client::payments::{Fee, PaymentError, Signed};
    use wallet_client::signers::Secp256k1Key;
    use wallet_client::wire::FeeMode;
    use wallet_client::{Client, Network};

    /// Pays several recipients from outputs of two keys. Each output states the owner in `public_key` and `type`.
    async fn pay(
        client: &Client,
        keys: [&Secp256k1Key; 2],
        utxo: Vec<Utxo>,
        recipients: Vec<Output>,
    ) -> Result<Signed, PaymentError> {
        let recipients = Recipients::Each(recipients);
        let transfer = Transfer::builder()
            .chain(Chain::Btc)
            .network(Network::Testnet)
            .public_key(keys[0].public_key())
            .recipients(recipients)
            .utxo(utxo)
            .max_fee(Fee::AtMost(50_000_u64.into()))
            .build();
        let quote = btc_like::quote(client, &transfer).await?;
        let prepared = quote.prepare(client, FeeMode::Slow).await?;
        println!("{:?}", prepared.review()); // show recipients, change and fee to the user
        let signed = prepared.sign_with(client, &[keys[0], keys[1]]).await?;
        signed.send(client).await?;
        Ok(signed)
    }

    /// Returns the replacement of a stored payment: the same inputs and recipients, and a higher fee.
    async fn raise_fee(
        client: &Client,
        signed: Signed,
        keys: [&Secp256k1Key; 2],
        utxo: Vec<Utxo>,
    ) -> Result<Signed, PaymentError> {
        let pending = Bump::builder()
            .signed(signed)
            .public_key(keys[0].public_key())
            .utxo(utxo) // the owners of its inputs, and further outputs in case the change does not cover the fee
            .max_fee(Fee::AtMost(100_000_u64.into()))
            .build();
        let replacement = btc_like::bump(client, &pending).await?;
        let prepared = replacement.prepare(client, FeeMode::Fast).await?;
        prepared.sign_with(client, &[keys[0], keys[1]]).await
    }

    /// Cancels a stored EVM transaction.
    async fn cancel(client: &Client, signed: Signed, key: &Secp256k1Key) -> Result<Signed, PaymentError> {
        let pending = eth_like::Bump::builder()
            .signed(signed)
            .public_key(key.public_key())
            .mode(BumpMode::Cancel) // or `SpeedUp`
            .build();
        let replacement = eth_like::bump(client, &pending).await?;
        let canceled = replacement.prepare(client).await?.sign(client, key).await?;
        canceled.send(client).await?;
        Ok(canceled)
    }

    /// Signs a text, or typed data of an app.
    async fn sign_message(
        client: &Client,
        key: &Secp256k1Key,
        content: MessageContent,
    ) -> Result<String, PaymentError> {
        let message = Message::builder()
            .chain("eth")
            .network(Network::Testnet)
            .public_key(key.public_key())
            .content(content)
            .build();
        let prepared = eth_like::prepare_message(client, &message).await?;
        println!("{:?}", prepared.review()); // show the permit, if there is one
        prepared.sign(client, key).await
    }

    /// Allowances: limited, unlimited, and none.
    fn allowances(token: &str, spender: &str) -> [Action; 3] {
        let (contract, spender) = (token.to_owned(), spender.to_owned());
        let limited = Action::ApproveToken {
            contract: contract.clone(),
            spender: spender.clone(),
            amount: 25_000_000_u64.into(),
        };
        let revoked = Action::revoke(token, &spender);
        [limited, Action::ApproveUnlimited { contract, spender }, revoked]
    }

    use super::{ephemeral, merchant};
    use wallet_client::blockchain_connector_btc_like::prepare_transaction::utxo_list;
    use wallet_client::sandbox::{FaucetRequest, MineRequest, faucet, mine};
    use wallet_client::wire::AddressRequest;

    async fn funded(client: &Client, chain: &str, address: &str, amount: &str) {
        let request = FaucetRequest::builder()
            .chain(chain.to_owned())
            .address(address.to_owned())
            .amount(amount.to_owned())
            .build();
        faucet(client, &request).await.unwrap();
        let chain = chain.to_owned();
        mine(client, &MineRequest::builder().chain(chain).build())
            .await
            .unwrap();
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn payments_of_several_keys_work_as_written() {
        let running = ephemeral().await;
        let client = merchant(&running, "read").await;
        let keys = [Secp256k1Key::random(), Secp256k1Key::random()];
        let (mut utxo, mut recipients) = (Vec::new(), Vec::new());
        for key in &keys {
            let public_key = key.public_key();
            let address = btc_like::derive(&client, Chain::Btc, Network::Testnet, &public_key, None).await;
            let address = address.unwrap();
            funded(&client, "btc", &address, "1000000").await;
            let to = address.clone();
            recipients.push(Output::builder().to(to).amount(700_000).build());
            let request = AddressRequest::builder()
                .address(address)
                .network(Network::Testnet)
                .build();
            for mut listed in utxo_list(&client, "btc", &request).await.unwrap().utxo {
                listed.public_key = Some(public_key.clone());
                utxo.push(listed);
            }
        }
        let both = [&keys[0], &keys[1]];
        let signed = pay(&client, both, utxo.clone(), recipients).await.unwrap();
        let replacement = raise_fee(&client, signed.clone(), both, utxo).await.unwrap();
        assert_ne!(replacement.txid, signed.txid);
        running.shutdown().await.unwrap();
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn evm_examples_work_as_written() {
        let running = ephemeral().await;
        let client = merchant(&running, "read").await;
        let key = Secp256k1Key::random();
        let from = eth_like::derive(&client, "eth", Network::Testnet, &key.public_key()).await;
        let from = from.unwrap();
        funded(&client, "eth", &from, "1000000000000000000").await;
        let [_, unlimited, _] = allowances("0xdAC17F958D2ee523a2206206994597C13D831ec7", &from);
        let payment = eth_like::Payment::builder()
            .chain("eth")
            .network(Network::Testnet)
            .public_key(key.public_key())
            .action(unlimited)
            .build();
        let quote = eth_like::quote(&client, &payment).await.unwrap();
        let prepared = quote.prepare(&client, FeeMode::Slow).await.unwrap();
        let signed = prepared.sign(&client, &key).await.unwrap();
        signed.send(&client).await.unwrap();
        let canceled = cancel(&client, signed.clone(), &key).await.unwrap();
        assert_ne!(canceled.txid, signed.txid);
        let text = MessageContent::Text("Sign in to example.com".to_owned());
        let signature = sign_message(&client, &key, text).await.unwrap();
        assert_eq!(signature.len(), 132);
        running.shutdown().await.unwrap();
    }
}

mod unresolved {
    use std::sync::Arc;
    use std::time::Duration;
    use wallet_client::Client;
    use wallet_client::payments::{PaymentError, PaymentStore, WatchPolicy};

    /// Continues the payments that were not final when the app ended.
    async fn resume(client: &Client, store: Arc<dyn PaymentStore>) -> Result<Client, PaymentError> {
        let client = client.with_payments(store);
        let policy = WatchPolicy::builder().timeout(Duration::ZERO).build();
        for payment in client.unresolved_payments().await? {
            let state = payment.signed.watch(&client, policy).await?; // a final payment is removed from the store
            println!("{}: {state:?}", payment.signed.txid);
        }
        Ok(client)
    }

    use super::{ephemeral, merchant};
    use wallet_client::payments::MemoryPaymentStore;

    #[tokio::test(flavor = "multi_thread")]
    async fn stored_payments_are_continued_as_written() {
        let running = ephemeral().await;
        let client = merchant(&running, "read").await;
        let resumed = resume(&client, Arc::<MemoryPaymentStore>::default()).await.unwrap();
        assert_eq!(resumed.unresolved_payments().await.unwrap(), []);
        running.shutdown().await.unwrap();
    }
}

mod notifications {
    use axum::http::HeaderMap;
    use futures::TryStreamExt;
    use std::pin::pin;
    use wallet_client::notifications::{
        FollowRequest, FollowedEvent, State, SubscribeRequest, WatchedChain, WebhookError, WebhookEvent, WebhookKeys,
        WebhookSecret, follow_events, subscribe, verify_webhook, verify_webhook_with_keys,
    };
    use wallet_client::{CallError, Client, Network};

    /// Waits for a payment to a wallet and returns the position in the log, which the app stores with the payment.
    async fn next_payment(client: &Client, wallet: &[WatchedChain], stored: &str) -> Result<String, CallError> {
        let request = SubscribeRequest::builder()
            .namespace("a random text of this wallet") // the same entries are the same subscriptions
            .network(Network::Testnet)
            .entries(wallet.to_vec()) // WatchedChain::account("btc", xpub), WatchedChain::addresses("eth", [address])
            .build();
        for result in subscribe(client, &request).await? {
            if let Err(error) = result.outcome {
                println!("{} is not watched: {error}", result.chain); // e.g. limit_reached
            }
        }
        let request = FollowRequest::builder()
            .after(stored.to_owned()) // empty: from the oldest event
            .build();
        let mut events = pin!(follow_events(client, request));
        while let Some(FollowedEvent { event, cursor, .. }) = events.try_next().await? {
            println!(
                "{} {:?}: {}",
                event.chain, event.state, event.transaction["net"]["amount"]
            );
            if event.state == State::Confirmed {
                return Ok(cursor);
            }
        }
        Ok(stored.to_owned())
    }

    /// Verifies a received webhook (feature `webhooks`). The response to an error is 400.
    fn receive(headers: &HeaderMap, body: &[u8], secret: &WebhookSecret) -> Result<WebhookEvent, WebhookError> {
        verify_webhook(|name| headers.get(name)?.to_str().ok(), body, secret)
    }

    /// Verifies a received webhook without a secret. The deployment signs the events of all owners with the same keys.
    fn receive_own(
        headers: &HeaderMap,
        body: &[u8],
        keys: &WebhookKeys, // WebhookKeys::new(&webhook_keys(&client).await?)?
        subscriptions: &[String],
    ) -> Result<WebhookEvent, WebhookError> {
        let is_own = |id: &str| subscriptions.iter().any(|own| own == id);
        verify_webhook_with_keys(|name| headers.get(name)?.to_str().ok(), body, keys, is_own)
    }

    use super::{ephemeral, merchant};
    use wallet_client::sandbox::{FaucetRequest, MineRequest, faucet, mine};
    use wallet_core::ports::system::Clock;
    use wallet_notifications::EventId;
    use wallet_notifications::delivery::{SigningKey, WebhookHeaders, jwk_set};

    /// The account of BIP 84, test vectors, on testnet, and its first address.
    const ACCOUNT: [&str; 2] = [
        "vpub5Y6cjg78GGuNLsaPhmYsiw4gYX3HoQiRBiSwDaBXKUafCt9bNwWQiitDk5VZ5BVxYnQdwoTyXSs2JHRPAgjAvtbBrf8ZhDYe2jWAqvZVnsc",
        "tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl",
    ];

    #[tokio::test(flavor = "multi_thread")]
    async fn payment_is_followed_as_written() {
        let running = ephemeral().await;
        let client = merchant(&running, "notify").await;
        let wallet = [WatchedChain::account("btc", ACCOUNT[0])];
        let pay = async || {
            let (chain, address) = ("btc".to_owned(), ACCOUNT[1].to_owned());
            // After the subscription, which the other task creates.
            while wallet_client::notifications::all_subscriptions(&client)
                .await
                .unwrap()
                .is_empty()
            {
                tokio::task::yield_now().await;
            }
            let request = FaucetRequest::builder()
                .chain(chain.clone())
                .address(address)
                .amount("1000")
                .build();
            faucet(&client, &request).await.unwrap();
            mine(&client, &MineRequest::builder().chain(chain).build())
                .await
                .unwrap();
        };
        let (cursor, ()) = tokio::join!(next_payment(&client, &wallet, ""), pay());
        assert!(!cursor.unwrap().is_empty());
        running.shutdown().await.unwrap();
    }

    #[test]
    fn webhook_is_verified_as_written() {
        let secret = WebhookSecret::parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let body = br#"{"id":"e","sequence":1,"subscription":"s"}"#;
        let (id, key) = (EventId("e".to_owned()), SigningKey::from_seed(&[3; 32]));
        let now = wallet_http::system::SystemClock.now();
        let signed = WebhookHeaders::sign(&id, body, std::slice::from_ref(&secret), &key, now);
        let headers: HeaderMap = signed
            .pairs()
            .into_iter()
            .map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()))
            .collect();
        assert_eq!(receive(&headers, body, &secret).unwrap().sequence, Some(1));
        assert!(receive(&headers, b"{}", &secret).is_err());
        let keys = serde_json::from_str(&jwk_set(&[key])).unwrap();
        let received = |own: &str| receive_own(&headers, body, &WebhookKeys::new(&keys).unwrap(), &[own.to_owned()]);
        assert_eq!(received("s").unwrap().sequence, Some(1));
        assert!(received("other").is_err());
    }
}

#[test]
fn examples_of_the_client_are_in_this_file() {
    let readme = include_str!("../../../clients/rust/README.md");
    let example = include_str!("../../../clients/rust/examples/first_payment.rs");
    assert_contains_blocks(&[example, include_str!("readme.rs")].concat(), readme, 5);
}
