//! `docs/guides/assets.md`

use super::*;

async fn assets(base_url: &str, merchant_key: &str) -> Done {
    use wallet_client::ErrorCode;
    use wallet_client::asset_info::{self, AssetRequest, ListRequest, PriceRequest};

    let authorization = format!("{base_url}/authorization/v1");
    let store = Arc::<MemoryStore>::default();
    let session = Session::new(&authorization, Uuid::new_v4(), &["read", "assets"], store)?;
    session.establish_by_key(merchant_key).await?;
    let editor = Client::new(base_url)?.with_session(session);

    let stablecoins = ListRequest::builder().chain("eth").tag("stablecoin").build();
    let list = asset_info::list(&editor, "erc20", &stablecoins).await?;
    assert!(list.iter().any(|token| token.ticker == "USDT"));

    let token = AssetRequest::builder()
        .chain("eth")
        .contract("0x52908400098527886E0F7030069857D2E4169EE7")
        .name("Mine")
        .ticker("MINE")
        .decimals(18)
        .build();
    let added = asset_info::add(&editor, "erc20", &token).await?;
    // Two edits based on revision 1: the first succeeds, the second is rejected.
    let id = "eth:0x52908400098527886E0F7030069857D2E4169EE7";
    let mut change = token;
    change.name = "Still mine".into();
    change.revision = Some(added.revision);
    asset_info::replace(&editor, "erc20", id, &change).await?;
    let rejected = asset_info::replace(&editor, "erc20", id, &change).await;
    assert!(rejected.is_err_and(|error| error.is(ErrorCode::RevisionConflict)));

    let id = "USDC-GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN";
    let usdc = asset_info::show(&editor, "xlm-asset", id).await?.asset;
    assert_eq!(usdc.home_domain.as_deref(), Some("circle.com"));

    let chains = asset_info::chains(&editor).await?;
    let ltc = chains.iter().find(|it| it.chain == "ltc" && it.network == "livenet");
    assert_eq!(ltc.map(|it| &*it.derivation_path), Some("m/84'/2'/0'/0/0"));

    let request = PriceRequest::builder()
        .assets("btc,eth")
        .currency("usd,eur")
        .network("testnet")
        .build();
    let prices = asset_info::prices(&editor, &request).await?;
    assert_eq!(prices[0].prices["usd"], "11111.11");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn rust_of_assets_works_as_written() {
    run_on_server(assets).await;
}
