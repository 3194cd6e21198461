//! `docs/guides/authentication.md`

use super::*;
use aws_lc_rs::hmac;
use data_encoding::BASE32_NOPAD;
use wallet_core::ports::system::Clock;
use wallet_http::system::SystemClock;

#[expect(clippy::items_after_statements, reason = "each snippet imports what it adds")]
#[expect(clippy::too_many_lines, reason = "the snippets of a guide continue each other")]
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
    let carol = RegisterRequest::builder()
        .username(format!("carol-{}", &Uuid::new_v4().to_string()[..8]))
        .password("a long passphrase")
        .build();
    let registered = register(&Client::new(base_url)?.with_session(server), &carol).await?;

    let phone = open("read")?;
    phone.establish(&[&registered.security_token]).await?;

    let (first, second) = tokio::join!(phone.refresh(), phone.refresh()); // one request
    first.and(second)?;
    let bearer = phone.permission_token().await?; // valid now, refreshed before it expires
    assert_eq!(bearer.split('.').count(), 3);

    use wallet_client::authorization::security_factor::{CredentialsRequest, credentials};

    let request = CredentialsRequest::builder()
        .username(carol.username)
        .password(carol.password.clone())
        .build();
    let login = credentials(&Client::new(base_url)?, &request).await?; // store login.device_token for the next login
    let tablet = open("read")?;
    tablet.establish(&[&login.security_token]).await?;
    tablet.end().await?; // sign out on the tablet
    assert!(tablet.permission_token().await.is_err());

    use wallet_client::authorization::account::{ChangePasswordRequest, change_password};

    let secret = open("secret")?;
    secret.establish(&[&login.security_token]).await?;
    let change = ChangePasswordRequest::builder()
        .password(carol.password)
        .new_password("another long passphrase")
        .build();
    change_password(&Client::new(base_url)?.with_session(secret), &change).await?;
    assert!(matches!(phone.refresh().await, Err(SessionError::Ended)));

    let mut request = request;
    request.password = "another long passphrase".into();
    let login = credentials(&Client::new(base_url)?, &request).await?;

    use wallet_client::authorization::account_otp::{self, ConfirmSecondFactorRequest, EnrolSecondFactorRequest};
    use wallet_client::authorization::security_factor::{SecondFactorRequest, otp};

    let open_secret = open("secret")?; // of a fresh login, with the new password
    open_secret.establish(&[&login.security_token]).await?;
    let owner = Client::new(base_url)?.with_session(open_secret);
    let password = request.password.clone();
    let enrolment = account_otp::enrol(&owner, &EnrolSecondFactorRequest::builder().password(password).build()).await?; // enrolment.uri: a QR code
    let code = enter_code(&enrolment.secret);
    let codes = account_otp::confirm(&owner, &ConfirmSecondFactorRequest::builder().code(code).build())
        .await?
        .recovery_codes;

    let login = credentials(&Client::new(base_url)?, &request).await?;
    let tablet = open("read")?;
    assert!(tablet.establish(&[&login.security_token]).await.is_err()); // a code is required
    let proof = SecondFactorRequest::builder()
        .security_token(login.security_token)
        .code(codes[0].clone())
        .build();
    let both = otp(&Client::new(base_url)?, &proof).await?;
    tablet.establish_on("Tablet", &[&both.security_token]).await?;

    use wallet_client::authorization::session;

    let sessions = session::list(&owner).await?.sessions;
    let lost = sessions
        .iter()
        .find(|session| session.device_name.as_deref() == Some("Tablet"))
        .ok_or("no tablet")?;
    session::end(&owner, &lost.id.to_string()).await?;
    assert!(matches!(tablet.refresh().await, Err(SessionError::Ended)));
    Ok(())
}

/// Returns the code that an authenticator app displays for a secret (RFC 6238), as the user enters it.
fn enter_code(secret: &str) -> String {
    let key = BASE32_NOPAD.decode(secret.as_bytes()).expect("a base32 secret");
    let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, &key);
    let step = SystemClock.now().as_secs() / 30;
    let tag = hmac::sign(&key, &step.to_be_bytes());
    let offset = usize::from(tag.as_ref()[19] & 0xf);
    let digits = tag.as_ref()[offset..offset + 4].try_into().expect("four bytes");
    format!("{:06}", (u32::from_be_bytes(digits) & 0x7fff_ffff) % 1_000_000)
}

#[tokio::test(flavor = "multi_thread")]
async fn rust_of_authentication_works_as_written() {
    run_on_server(authentication).await;
}
