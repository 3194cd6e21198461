//! Stellar transactions that are built before they can be sent: consecutive sequence numbers, and transactions that
//! their accounts authorize by the hash.

use super::stellar_kinds::servers;
use super::{code, merchant};
use wallet_client::blockchain_connector_xlm::operation::{OperationBody, SetOptions, Signer};
use wallet_client::blockchain_connector_xlm::transaction::get_hash::{
    GetHashResponse, MultiOperationsRequest, TransferRequest, multi_operations, transfer,
};
use wallet_client::blockchain_connector_xlm::transaction::{
    AttachSignatureRequest, Signature, attach_signature, parse, send, status,
};
use wallet_client::payments::Ed25519Signer;
use wallet_client::payments::xlm::derive;
use wallet_client::sandbox::{FaucetRequest, faucet};
use wallet_client::signers::Ed25519Key;
use wallet_client::wire::{ParseRequest, SendRequest, SendResponse, Status, TransactionStatusRequest};
use wallet_client::{CallError, Client, Network};
use wallet_cloud::serve::Running;

const TESTNET: Option<Network> = Some(Network::Testnet);

/// A funded account of the sandbox, and a second account.
struct Payer {
    _running: Running,
    client: Client,
    key: Ed25519Key,
    to: String,
}

impl Payer {
    async fn of(running: Running) -> Self {
        let client = merchant(&running, "read").await;
        let keys = [Ed25519Key::random(), Ed25519Key::random()];
        let mut addresses = Vec::new();
        for key in &keys {
            let address = derive(&client, Network::Testnet, key.public_key()).await.unwrap();
            let request = FaucetRequest::builder()
                .chain("xlm")
                .address(address.clone())
                .amount("1000000000")
                .build();
            faucet(&client, &request).await.unwrap();
            addresses.push(address);
        }
        let [key, _] = keys;
        Self {
            _running: running,
            client,
            key,
            to: addresses.remove(1),
        }
    }

    /// Builds a payment with a sequence number, by default the next.
    async fn payment(&self, amount: &str, sequence: Option<i64>) -> GetHashResponse {
        let request = TransferRequest::builder()
            .public_key(self.key.public_key_hex())
            .maybe_network(TESTNET)
            .to(self.to.clone())
            .amount(amount.to_owned())
            .fee("100")
            .maybe_sequence(sequence.map(|number| number.to_string()))
            .build();
        transfer(&self.client, "xlm", &request).await.unwrap()
    }

    /// Returns the sequence number of a built transaction.
    async fn sequence(&self, built: &GetHashResponse) -> i64 {
        let request = ParseRequest::builder()
            .unsigned_message(built.unsigned_message.clone())
            .maybe_network(TESTNET)
            .build();
        let parsed = parse(&self.client, "xlm", &request).await.unwrap();
        parsed.sequence.parse().unwrap()
    }

    async fn sign(&self, built: &GetHashResponse) -> String {
        let hash = hex::decode(&built.hash).unwrap().try_into().unwrap();
        let signature = hex::encode(self.key.sign_hash(hash));
        let (r, s) = signature.split_at(64);
        let request = AttachSignatureRequest::builder()
            .public_key(self.key.public_key_hex())
            .maybe_network(TESTNET)
            .unsigned_message(built.unsigned_message.clone())
            .signature(Signature::builder().r(r.to_owned()).s(s.to_owned()).build())
            .build();
        attach_signature(&self.client, "xlm", &request).await.unwrap().txdata
    }

    async fn send(&self, txdata: &str) -> Result<SendResponse, CallError> {
        let request = SendRequest::builder()
            .txdata(txdata.to_owned())
            .maybe_network(TESTNET)
            .build();
        send(&self.client, "xlm", &request).await
    }

    async fn status(&self, built: &GetHashResponse) -> Status {
        let request = TransactionStatusRequest::builder()
            .txid(built.hash.clone())
            .maybe_network(TESTNET)
            .build();
        status(&self.client, "xlm", &request).await.unwrap().status
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn transactions_with_consecutive_sequences_are_applied_in_this_order() {
    for (running, _) in servers("transactions_with_consecutive_sequences_are_applied_in_this_order").await {
        applies_consecutive_sequences(&Payer::of(running).await).await;
    }
}

async fn applies_consecutive_sequences(payer: &Payer) {
    let first = payer.payment("1", None).await;
    let next = payer.sequence(&first).await;
    let second = payer.payment("2", Some(next + 1)).await;
    let third = payer.payment("3", Some(next + 2)).await;
    assert_eq!(payer.sequence(&third).await, next + 2);
    // Not before the ones before it.
    let early = payer.sign(&third).await;
    assert_eq!(code(payer.send(&early).await), "422 transaction_rejected");
    for built in [&first, &second, &third] {
        let sent = payer.send(&payer.sign(built).await).await.unwrap();
        assert_eq!(sent.txid, built.hash);
        assert_eq!(payer.status(built).await, Status::Confirmed);
    }
    let next = payer.payment("4", None).await;
    assert_eq!(payer.sequence(&next).await, payer.sequence(&third).await + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn transaction_authorized_by_its_hash_is_sent_without_a_signature() {
    for (running, _) in servers("transaction_authorized_by_its_hash_is_sent_without_a_signature").await {
        sends_without_a_signature(&Payer::of(running).await).await;
    }
}

async fn sends_without_a_signature(payer: &Payer) {
    let next = payer.sequence(&payer.payment("1", None).await).await;
    let authorized = payer.payment("10000000", Some(next + 1)).await;
    let unauthorized = payer.payment("20000000", Some(next + 1)).await;
    let signer = Signer::builder().pre_auth_tx(authorized.hash.clone()).weight(1).build();
    let options = SetOptions::builder().signer(signer).build();
    let authorization = MultiOperationsRequest::builder()
        .public_key(payer.key.public_key_hex())
        .maybe_network(TESTNET)
        .operations(vec![OperationBody::SetOptions(Box::new(options)).into()])
        .fee("100")
        .build();
    let authorization = multi_operations(&payer.client, "xlm", &authorization).await.unwrap();
    payer.send(&payer.sign(&authorization).await).await.unwrap();
    let rejected = payer.send(&unauthorized.unsigned_message).await;
    assert_eq!(code(rejected), "422 transaction_rejected");
    let sent = payer.send(&authorized.unsigned_message).await.unwrap();
    assert_eq!(sent.txid, authorized.hash);
    assert_eq!(payer.status(&authorized).await, Status::Confirmed);
}
