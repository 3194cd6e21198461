//! A wallet: a key, its address and the outputs.

use super::fixture::{params, parent};
use bitcoin::hashes::Hash;
use bitcoin::secp256k1::{Message, PublicKey, Secp256k1, SecretKey};
use bitcoin::{ScriptBuf, Transaction, Txid};
use serde_json::{Value, json};
use wallet_btc_like::{Address, Params};
use wallet_client::Client;
use wallet_client::blockchain_connector_btc_like::AddressType;
use wallet_client::blockchain_connector_btc_like::transaction::GetHashRequest;
use wallet_client::payments::Fee;
use wallet_client::payments::Signed;
use wallet_client::payments::btc_like::{Chain, Payment, Prepared, Spend, prepare_unverified};
use wallet_client::signers::Secp256k1Key;
use wallet_core::model::ChainName;

/// A single-key wallet on a chain.
pub struct Wallet {
    /// The chain name.
    pub chain: &'static str,
    /// The network name.
    pub network: &'static str,
    /// The address type.
    pub kind: &'static str,
    key: SecretKey,
}

impl Wallet {
    /// Creates a wallet on a chain and network with an address of this type.
    pub fn new(chain: &'static str, network: &'static str, kind: &'static str) -> Self {
        Self {
            chain,
            network,
            kind,
            key: SecretKey::from_slice(&[0x11; 32]).expect("a number below the group order"),
        }
    }

    /// Creates the default wallet: native segwit on btc livenet.
    pub fn btc() -> Self {
        Self::new("btc", "livenet", "p2wpkh")
    }

    /// Returns the parameters of the chain and network.
    pub fn params(&self) -> &'static Params {
        params(self.chain, self.network)
    }

    fn point(&self) -> PublicKey {
        self.key.public_key(&Secp256k1::new())
    }

    /// Returns the compressed public key in hex.
    pub fn public_key(&self) -> String {
        self.point().to_string()
    }

    /// Returns the uncompressed public key in hex.
    pub fn uncompressed_public_key(&self) -> String {
        hex::encode(self.point().serialize_uncompressed())
    }

    /// Returns the script that the wallet can spend.
    pub fn script(&self) -> ScriptBuf {
        let key = bitcoin::CompressedPublicKey(self.point());
        match self.kind {
            "p2wpkh" => ScriptBuf::new_p2wpkh(&key.wpubkey_hash()),
            "p2tr" => ScriptBuf::new_p2tr(&Secp256k1::new(), self.point().x_only_public_key().0, None),
            _ => ScriptBuf::new_p2pkh(&key.pubkey_hash()),
        }
    }

    /// Returns the address, on bch with the prefix.
    pub fn address(&self) -> String {
        let address = Address::from_script(self.params(), &self.script());
        address.expect("a standard script").to_string()
    }

    /// Returns a different party's address on the same chain.
    pub fn recipient(&self) -> String {
        let script = ScriptBuf::new_p2pkh(&bitcoin::PubkeyHash::from_byte_array([7; 20]));
        Address::from_script(self.params(), &script)
            .expect("a standard script")
            .to_string()
    }

    /// Returns a transaction that pays outputs of the values to the wallet.
    pub fn income(&self, values: &[u64], salt: u8) -> Transaction {
        parent(&self.script(), values, salt)
    }

    /// Returns the fields of a payment that spends all outputs of the transactions; without any, it has no `utxo`.
    pub fn payment(&self, incomes: &[&Transaction], amount: u64, fee: u64) -> Value {
        let utxo: Vec<Value> = incomes.iter().flat_map(|income| utxo_of(income)).collect();
        let mut payment = json!({
            "publicKey": self.public_key(),
            "network": self.network,
            "type": self.kind,
            "to": self.recipient(),
            "amount": amount.to_string(),
            "fee": fee.to_string(),
        });
        if !utxo.is_empty() {
            payment["utxo"] = utxo.into();
        }
        payment
    }

    /// Returns a payment from the outputs that the service selects.
    pub fn spend(&self, amount: u64) -> Payment {
        Payment::builder()
            .chain(Chain::from_name(self.chain).expect("a chain"))
            .network(self.params().network)
            .public_key(self.public_key())
            .address_type(AddressType::from(self.kind.to_owned()))
            .to(self.recipient())
            .amount(Spend::Exact(amount))
            .max_fee(Fee::Unlimited)
            .build()
    }

    /// Signs a verified payment.
    pub async fn sign_prepared(&self, client: &Client, prepared: &Prepared) -> Signed {
        let key = Secp256k1Key::from_bytes(&self.key.secret_bytes()).expect("the same key");
        let signed = prepared.sign(client, &key).await.expect("a signed transaction");
        // Equal payments of a test are separate payments.
        signed.release(client).await.expect("the payment is released");
        signed
    }

    /// Signs a payment with the fields, which contain its outputs to spend and the fee.
    pub async fn signed(&self, client: &Client, fields: &Value) -> Signed {
        let fields: GetHashRequest = serde_json::from_value(fields.clone()).expect("a payment");
        let number = |text: &str| text.parse().expect("an amount");
        let mut payment = self.spend(number(&fields.amount.expect("an amount")));
        payment.to = fields.to.expect("a recipient");
        let prepared = prepare_unverified(client, &payment, &fields.utxo, number(&fields.fee)).await;
        self.sign_prepared(client, &prepared.expect("a transaction")).await
    }

    /// Signs the hashes of a get-hash response and returns the `signatures` field.
    pub fn sign(&self, hashes: &Value) -> Value {
        let hashes = hashes.as_array().expect("a list of hashes");
        hashes.iter().map(|entry| self.sign_one(entry)).collect()
    }

    fn sign_one(&self, entry: &Value) -> Value {
        let hash = hex::decode(entry["hash"].as_str().expect("a hash")).expect("hex");
        let message = Message::from_digest(hash.try_into().expect("32 bytes"));
        let signature = Secp256k1::new().sign_ecdsa_recoverable(&message, &self.key);
        let (recovery, compact) = signature.serialize_compact();
        json!({
            "inputIndex": entry["inputIndex"],
            "signature": {
                "r": hex::encode(&compact[..32]),
                "s": hex::encode(&compact[32..]),
                "recovery": recovery.to_i32(),
            },
        })
    }
}

/// Returns the outputs of a transaction as `utxo` entries.
pub fn utxo_of(income: &Transaction) -> Vec<Value> {
    let txid: Txid = income.compute_txid();
    let outputs = income.output.iter().enumerate();
    outputs
        .map(|(vout, output)| json!({ "txid": txid.to_string(), "vout": vout, "value": output.value.to_sat().to_string() }))
        .collect()
}

/// Returns the outputs of a transaction as listed by Blockbook, with this number of confirmations.
pub fn listed(income: &Transaction, confirmations: u32) -> Vec<Value> {
    let mut rows = utxo_of(income);
    for row in &mut rows {
        row["confirmations"] = confirmations.into();
        row["height"] = 100.into();
    }
    rows
}
