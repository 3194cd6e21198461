//! Content of the request fields of the authorization service.

use super::{Wire, bounded_text, schema};
use crate::auth::{CodeFormatError, DeviceName, FactorCode, OneTimePassword, Password, Username};
use serde::Serialize;
use std::convert::Infallible;
use utoipa::openapi::{ObjectBuilder, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

fn text(example: &str) -> ObjectBuilder {
    schema(None, example, None).into()
}

super::wire_types! {
    /// A user name.
    UsernameText(String) = bounded_text(Some(3), 64, "alice");
    /// A password that is compared with that of an account.
    PasswordText(String) = text("correct horse battery staple");
    /// The password of a new account.
    ChosenPasswordText(String) = bounded_text(Some(8), 128, "correct horse battery staple");
    /// The new password of an account.
    NewPasswordText(String) = bounded_text(Some(8), 128, "tr0mbone & velvet");
    /// A code of the second factor.
    CodeText(String) = text("755224");
    /// A refresh token.
    RefreshTokenText(String) = text("wcr1.Zm9vYmFy.B1y2…");
    /// A security token.
    SecurityTokenText(String) = text("eyJ0eXAiOiJzZWN1cml0eStqd3QiLCJ…");
    /// A device token.
    DeviceTokenText(String) = text("eyJ0eXAiOiJkZXZpY2Urand0IiwiYWxnIjoiSFMyNTYiLCJraWQiOi…");
    /// The key of a merchant.
    MerchantKeyText(String) = text("wck_demo_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
    /// The name of a device.
    DeviceNameText(String) = bounded_text(Some(1), 64, "Alice's phone");
}

/// A password that is compared with that of an account.
pub struct PresentedPassword;

/// The password of a new account, checked against the user name.
pub struct ChosenPassword;

/// The new password of an account, checked against the user name.
pub struct NewPassword;

crate::wire_value! {
    Username as UsernameText => Self, Self::parse;
    PresentedPassword as PasswordText => Password, |text: &str| Ok::<_, Infallible>(Password::presented(text));
    ChosenPassword<&Username> as ChosenPasswordText => Password, |name: &Username, text: &str| Password::choose(text, name);
    NewPassword<&Username> as NewPasswordText => Password, |name: &Username, text: &str| Password::choose(text, name);
    FactorCode as CodeText => Self, Self::parse;
    OneTimePassword as CodeText => Self, |text: &str| Self::parse(text).ok_or(CodeFormatError::OneTimePassword);
    DeviceName as DeviceNameText => Self, Self::parse;
}
