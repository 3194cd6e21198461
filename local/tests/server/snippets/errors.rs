//! `docs/guides/errors.md`

use super::*;

async fn errors(client: Client) -> Done {
    use wallet_client::blockchain_connector_btc_like::{GetAddressRequest, get_address};
    use wallet_client::{CallError, ErrorCode};

    let request = GetAddressRequest::builder().public_key("02").build();
    let Err(CallError::Response(error)) = get_address(&client, "btc", &request).await else {
        return Err("an invalid key has no address".into());
    };
    assert!(error.code == ErrorCode::InvalidPublicKey && !error.retriable);
    assert_eq!(error.field.as_deref(), Some("publicKey"));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn rust_of_errors_works_as_written() {
    run(errors).await;
}
