//! `docs/guides/hardware-signer.md`

use super::*;
use wallet_client::payments::{EcdsaSignature, EcdsaSigner, SignerError};

struct Device(wallet_client::signers::Secp256k1Key);

#[async_trait::async_trait]
impl EcdsaSigner for Device {
    fn public_key(&self) -> String {
        self.0.public_key()
    }

    async fn sign(&self, hash: [u8; 32]) -> Result<EcdsaSignature, SignerError> {
        self.0.sign(hash).await // an exchange with the device; fails if the user declines
    }
}

async fn pay(client: Client) -> Done {
    let device = Device(wallet_client::signers::Secp256k1Key::random());
    let (chain, network) = (btc_like::Chain::Btc, Network::Testnet);
    let address = btc_like::derive(&client, chain, network, &device.public_key(), None).await?;
    fund(&client, "btc", &address, "1000000", None).await?;
    let payment = btc_like::Payment::builder()
        .chain(chain)
        .network(network)
        .public_key(device.public_key())
        .to("tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx")
        .amount(btc_like::Spend::Exact(250_000))
        .build();
    let quote = btc_like::quote(&client, &payment).await?;
    let prepared = quote.prepare(&client, FeeMode::Normal).await?;
    let signed = prepared.sign(&client, &device).await?;
    signed.send(&client).await?;
    mine_block(&client, "btc").await?;
    assert!(matches!(signed.watch(&client, quickly()).await?, Settled::Confirmed(_)));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn rust_of_the_hardware_signer_works_as_written() {
    run(pay).await;
}
