//! `docs/guides/authentication.md`

use super::*;

#[expect(clippy::items_after_statements, reason = "each snippet imports what it adds")]
async fn authentication(base_url: &str, merchant_key: &str) -> Done {
    use wallet_client::SessionError;

    let authorization = format!("{base_url}/authorization/v1");
    let open = |permission: &str| {
        // An app stores the token id, and implements `TokenStore` for its secure storage.
        let store = Arc::<MemoryStore>::default();
        Session::new(&authorization, Uuid::new_v4(), &[permission], store)
    };

    let server = open("register")?; // on your server
    server.establish_by_key(merchant_key).await?;
    let carol = RegisterRequest {
        username: format!("carol-{}", &Uuid::new_v4().to_string()[..8]),
        password: "a long passphrase".to_owned(),
    };
    let registered = register(&Client::new(base_url)?.with_session(server), &carol).await?;

    let phone = open("read")?;
    phone.establish(&[&registered.security_token]).await?;

    let (first, second) = tokio::join!(phone.refresh(), phone.refresh()); // one request
    first.and(second)?;
    let bearer = phone.permission_token().await?; // valid now, refreshed before it expires
    assert_eq!(bearer.split('.').count(), 3);

    use wallet_client::authorization::security_factor::{CredentialsRequest, credentials};

    let request = CredentialsRequest {
        username: carol.username,
        password: carol.password.clone(),
        device_token: None,
    };
    let login = credentials(&Client::new(base_url)?, &request).await?; // store login.device_token for the next login
    let tablet = open("read")?;
    tablet.establish(&[&login.security_token]).await?;
    tablet.end().await?; // sign out on the tablet
    assert!(tablet.permission_token().await.is_err());

    use wallet_client::authorization::account::{ChangePasswordRequest, change_password};

    let secret = open("secret")?;
    secret.establish(&[&login.security_token]).await?;
    let change = ChangePasswordRequest {
        password: carol.password,
        new_password: "another long passphrase".to_owned(),
    };
    change_password(&Client::new(base_url)?.with_session(secret), &change).await?;
    assert!(matches!(phone.refresh().await, Err(SessionError::Ended)));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn rust_of_authentication_works_as_written() {
    run_on_server(authentication).await;
}
