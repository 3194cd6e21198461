//! Payments with an unknown outcome are not repeated: after a restart, by a concurrent call, or in another form of the key.

use super::adverse::{Adverse, Outcome};
use super::hostile::{Case, amount};
use super::signer::{Counting, Slow};
use super::{client, fund, mine_block};
use crate::ephemeral;
use async_trait::async_trait;
use std::sync::Arc;
use wallet_client::Network::Testnet;
use wallet_client::payments::eth_like::{self, Action};
use wallet_client::payments::{
    Amount, EcdsaSigner, MemoryPaymentStore, PaymentError, PaymentStore, Settled, Signed, UnresolvedPayment,
    WatchPolicy,
};
use wallet_client::signers::Secp256k1Key;
use wallet_client::wire::FeeMode;
use wallet_client::{Client, StoreError};
use wallet_core::ports::system::{Clock, Timestamp};

/// Returns the only unresolved payment.
async fn only(client: &Client) -> Signed {
    let payments = client.unresolved_payments().await.unwrap();
    let [only] = &*payments else { panic!("{payments:?}") };
    only.signed.clone()
}

async fn mine_unless_xlm(client: &Client, chain: &str) {
    if chain != "xlm" {
        mine_block(client, chain).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn payment_is_not_repeated_after_a_restart() {
    let running = ephemeral().await;
    let honest = client(&running).await;
    for chain in ["btc", "eth", "xlm"] {
        let case = Case::new(&honest, chain).await;
        let store = Arc::<MemoryPaymentStore>::default();
        let adverse = Adverse::new(Vec::new(), Some(Outcome::Lost));
        let shared: Arc<dyn PaymentStore> = Arc::<MemoryPaymentStore>::clone(&store);
        let before = adverse.client(&running).await.with_payments(shared);
        let signed = case.sign(&before, None).await.unwrap();
        signed.send(&before).await.expect_err(chain);
        drop(before);

        let shared: Arc<dyn PaymentStore> = Arc::<MemoryPaymentStore>::clone(&store);
        let after = client(&running).await.with_payments(shared);
        let signatures = case.signatures();
        match case.sign(&after, None).await {
            Err(PaymentError::Unresolved(earlier)) => assert_eq!(*earlier, signed, "{chain}"),
            other => panic!("{chain}: {other:?}"),
        }
        assert_eq!(case.signatures(), signatures, "{chain}");
        assert_eq!(only(&after).await, signed, "{chain}");
        signed.send(&after).await.expect(chain);
        mine_unless_xlm(&honest, chain).await;
        assert_eq!(case.received(&honest).await, amount(chain), "{chain}");
        let settled = signed.watch(&after, WatchPolicy::default()).await.unwrap();
        assert!(matches!(settled, Settled::Confirmed(_)), "{chain}: {settled:?}");
        assert_eq!(after.unresolved_payments().await.unwrap(), [], "{chain}");
        assert_eq!(store.load().await.unwrap(), [], "{chain}");
    }
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn payment_whose_bytes_the_service_changes_is_not_repeated() {
    let running = ephemeral().await;
    let honest = client(&running).await;
    for chain in ["btc", "ltc", "bch", "doge", "eth", "etc", "base", "xlm"] {
        let case = Case::new(&honest, chain).await;
        let adverse = Adverse::new(vec![("attach-signature", |data| data["txdata"] = "00".into())], None);
        let client = adverse.client(&running).await;
        let error = case.sign(&client, None).await.expect_err(chain);
        assert!(matches!(error, PaymentError::Mismatch(_)), "{chain}: {error}");

        // The service has the signatures and sends the transaction. The app has the bytes as well.
        let signed = only(&client).await;
        signed.send(&super::client(&running).await).await.expect(chain);
        let signatures = case.signatures();
        match case.sign(&client, None).await {
            Err(PaymentError::Unresolved(earlier)) => assert_eq!(earlier.txid, signed.txid, "{chain}"),
            other => panic!("{chain}: {other:?}"),
        }
        assert_eq!(case.signatures(), signatures, "{chain}");
        mine_unless_xlm(&honest, chain).await;
        assert_eq!(case.received(&honest).await, amount(chain), "{chain}");
    }
    running.shutdown().await.unwrap();
}

/// A store that fails.
struct Full;

#[async_trait]
impl PaymentStore for Full {
    async fn load(&self) -> Result<Vec<UnresolvedPayment>, StoreError> {
        Ok(Vec::new())
    }

    async fn save(&self, _: &[UnresolvedPayment]) -> Result<(), StoreError> {
        Err("the disk is full".into())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn service_receives_no_signature_of_a_payment_that_is_not_stored() {
    let running = ephemeral().await;
    let honest = client(&running).await;
    let recording = super::Altering::new("no path", |_| {});
    let client = recording.client(&running).await.with_payments(Arc::new(Full));
    for chain in ["btc", "eth", "xlm"] {
        let case = Case::new(&honest, chain).await;
        let error = case.sign(&client, None).await.expect_err(chain);
        assert!(matches!(error, PaymentError::Store(_)), "{chain}: {error}");
        assert!(recording.has_called("get-hash") && !recording.has_called("attach-signature"));
        assert_eq!(client.unresolved_payments().await.unwrap(), [], "{chain}");
    }
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_equal_payments_are_signed_once() {
    let running = ephemeral().await;
    let client = client(&running).await;
    let slow = Slow(Counting::new(Secp256k1Key::random()));
    let key = EcdsaSigner::public_key(&slow);
    let from = eth_like::derive(&client, "eth", Testnet, &key).await.unwrap();
    fund(&client, "eth", &from, "1000000000000000000").await;
    let to = eth_like::derive(&client, "eth", Testnet, &Secp256k1Key::random().public_key()).await;
    let payment = eth_like::Payment::builder()
        .chain("eth")
        .network(Testnet)
        .public_key(key)
        .action(Action::Pay {
            to: to.unwrap(),
            amount: Amount::from(1_000_u64),
        })
        .build();
    let mut prepared = Vec::new();
    for nonce in [0, 1] {
        let quote = eth_like::quote_with_nonce(&client, &payment, nonce).await.unwrap();
        prepared.push(quote.prepare(&client, FeeMode::Normal).await.unwrap());
    }
    let (one, other) = tokio::join!(prepared[0].sign(&client, &slow), prepared[1].sign(&client, &slow));
    assert!(one.is_ok(), "{one:?}");
    assert!(matches!(other, Err(PaymentError::InProgress)), "{other:?}");
    assert_eq!(slow.0.count(), 1);
    // The reservation ends with the signature.
    let later = prepared[1].sign(&client, &slow).await;
    assert!(matches!(later, Err(PaymentError::Unresolved(_))), "{later:?}");
    one.unwrap().release(&client).await.unwrap();
    prepared[1].sign(&client, &slow).await.unwrap();
    running.shutdown().await.unwrap();
}

/// A clock that shows a time after the end of every transaction.
struct Later;

impl Clock for Later {
    fn now(&self) -> Timestamp {
        Timestamp::from_secs(10_000_000_000)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn expired_payment_on_stellar_permits_an_equal_one() {
    let running = ephemeral().await;
    let client = client(&running).await;
    let mut case = Case::new(&client, "xlm").await;
    case.sign(&client, None).await.unwrap();
    // Another payment uses the sequence number.
    let other = Case::new(&client, "xlm").await.to;
    let to = std::mem::replace(&mut case.to, other);
    case.sign(&client, None).await.unwrap().send(&client).await.unwrap();
    case.to = to;
    let error = case.sign(&client, None).await.unwrap_err();
    assert!(matches!(error, PaymentError::Unresolved(_)), "{error}");

    let later = client.with_clock(Later);
    let second = case.sign(&later, None).await.unwrap();
    assert_eq!(only_to(&later, &second).await, 1);
    running.shutdown().await.unwrap();
}

/// Returns the number of unresolved payments with the bytes of this one.
async fn only_to(client: &Client, signed: &Signed) -> usize {
    let payments = client.unresolved_payments().await.unwrap();
    payments.iter().filter(|it| it.signed.txid == signed.txid).count()
}
