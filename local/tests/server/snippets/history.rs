//! `docs/guides/history.md`

use super::*;

async fn history(client: Client) -> Done {
    use wallet_client::address_info_btc_like::BatchRequest;
    use wallet_client::batch::BatchEntry;
    use wallet_client::signers::Secp256k1Key;

    let key = Secp256k1Key::random();
    let network = Network::Testnet;
    let address = btc_like::derive(&client, btc_like::Chain::Btc, network, &key.public_key(), None).await?;
    for amount in ["100000", "200000", "300000"] {
        fund(&client, "btc", &address, amount, None).await?;
    }

    let query = AddressInfoRequest::builder().address(address).network(network).build();
    let mut balances = query.clone();
    balances.limit = Some(0);
    let info = address_info_btc_like::address_info(&client, "btc", &balances).await?;
    assert_eq!(info.balances[0].balance.amount, "600000");

    let entry = |chain: &str| {
        BatchEntry::builder()
            .chain(chain.to_owned())
            .address(query.address.clone())
            .build()
    };
    let request = BatchRequest::builder()
        .network(network)
        .requests(vec![entry("btc"), entry("ltc")])
        .build();
    let batch = address_info_btc_like::batch(&client, &request).await?;
    let [btc, ltc] = [0, 1].map(|index| &batch.results[index]);
    assert_eq!(
        btc.data.as_ref().map(|info| &*info.balances[0].balance.amount),
        Some("600000")
    );
    assert_eq!(ltc.error.as_ref().map(|error| &*error.code), Some("invalid_address"));

    let mut page = query;
    page.limit = Some(2);
    let mut amounts = Vec::new();
    loop {
        let info = address_info_btc_like::address_info(&client, "btc", &page).await?;
        amounts.extend(info.transactions.into_iter().map(|row| row.value.amount));
        page.cursor = info.next_cursor;
        if page.cursor.is_none() {
            break;
        }
    }
    assert_eq!(amounts, ["300000", "200000", "100000"]);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn rust_of_histories_works_as_written() {
    run(history).await;
}
