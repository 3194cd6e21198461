//! `docs/guides/fees.md`

use super::*;

async fn fees(client: Client) -> Done {
    use wallet_client::blockchain_connector_btc_like::prepare_transaction::price_per_byte;
    use wallet_client::blockchain_connector_eth_like::prepare_transaction::gas_price;
    use wallet_client::blockchain_connector_xlm::prepare_transaction::fee_stat;
    use wallet_client::wire::NetworkRequest;

    let testnet = NetworkRequest::builder().network(Network::Testnet).build();
    let bytes = price_per_byte(&client, "btc", &testnet).await?.fee_rates; // satoshi per virtual byte: "1.027"
    let gas = gas_price(&client, "eth", &testnet).await?.gas_prices; // wei per gas
    println!("{} {}", bytes.of(FeeMode::Normal), gas.of(FeeMode::Normal));
    let stellar = fee_stat(&client, "xlm", &testnet).await?;
    assert_eq!(stellar.last_ledger_base_fee, "100");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn rust_of_fees_works_as_written() {
    run(fees).await;
}
