//! Texts of the services: asset info, the request fields of authorization, Stellar, and the address of a name.

use super::{Warning, Wire, bounded_text, schema, whole_number, whole_number_in};
use crate::auth::{CodeFormatError, DeviceName, FactorCode, OneTimePassword, Password, Username};
use crate::model::{Currency, MAX_TIME, PriceCurrency, PriceInterval};
use crate::name::is_confusable;
use crate::{wire_number, wire_text, wire_value};
use serde::Serialize;
use std::convert::Infallible;
use utoipa::openapi::{KnownFormat, ObjectBuilder, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

wire_text! {
    /// The kind of an asset.
    AssetKindText = Some("^(fiat|coin|erc20|erc721|erc1155|xlm-asset)$"), "erc20";
    /// The code of a currency (ISO 4217) in lower case.
    CurrencyText = Some("^[a-z]{3}$"), "usd";
    /// The name of a chain with assets.
    ChainText = None, "eth";
    /// The name of a chain family, which is a part of the paths of its services.
    FamilyText = Some("^(btc-like|eth-like|xlm)$"), "eth-like";
    /// The rule by which transactions of a chain pay fees.
    FeeModelText = Some("^(byte|gas|eip1559|stellar)$"), "eip1559";
    /// Assets with a price, separated by commas.
    PricedAssetListText = None, "btc,eth:0xdAC17F958D2ee523a2206206994597C13D831ec7";
    /// Codes of currencies (ISO 4217) in lower case, separated by commas.
    CurrencyListText = Some("^[a-z]{3}(,[a-z]{3})*$"), "usd,eur";
    /// An asset with a price.
    PricedAssetText = None, "btc";
    /// The interval of past prices.
    PriceIntervalText = Some("^(hour|day)$"), "day";
    /// The interval of balances over time.
    BalanceIntervalText = Some("^(hour|day|month)$"), "day";
    /// The form of the rows of a statement.
    StatementFormatText = Some("^(json|csv)$"), "json";
    /// A tag of assets.
    TagText = None, "stablecoin";
}

wire_number! {
    /// A Unix time in seconds.
    TimeNumber(u64) = whole_number_in, 0..=MAX_TIME,
        whole_number(KnownFormat::Int64, 0, Some(MAX_TIME), 1_782_864_000);
}

wire_value! {
    PriceCurrency as CurrencyText => Currency, |text: &str| text.parse().map(|PriceCurrency(currency)| currency);
    PriceInterval as PriceIntervalText => Self, str::parse::<Self>;
}

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

/// An envelope made by stellar-sdk 15 (npm): a payment on the test network with a hash memo.
const XLM_ENVELOPE: &str = concat!(
    "AAAAAgAAAADqSmxj4pxSCr71UHsTLsX5lUd2rr6+e5JCHuppFEbSLAAAAfQAAHBIhg3fegAAAAIAAAABAAAAAAAAAAUAAAAAdzWT",
    "/wAAAAAAAAABAAAAAAAAAAUAAAAAAAAAAAAAAAAAAAAAAAAAA6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urAAAAAgAA",
    "AAAAAAABAAAAABOY9ixtGkV8UbpqS189vS9p/KkyFiGNyJl+QWvRfZPKAAAAAAAAAAAA5OHAAAAAAAAAAAkAAAAAAAAAARRG0iwA",
    "AABACTakm0VPWVu/c8Qq0D6b4b27hbP3Gu7CPQrmZ8Ym+BwLJb8LNIcZTPKWwq3+CLUWiEnz4bj3wsRXAwuunVv6Ag==",
);

wire_text! {
    /// An address of a Stellar account.
    XlmAddressText = None, "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";
    /// An address of a Stellar account that is not multiplexed.
    XlmAccountText = Some("^G[A-Z2-7]{55}$"), "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";
    /// An address of a Stellar account, multiplexed or not.
    XlmRecipientText = Some("^(G[A-Z2-7]{55}|M[A-Z2-7]{68})$"),
        "GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI";
    /// An address of a Stellar contract.
    XlmContractText = Some("^C[A-Z2-7]{55}$"), "CAS3J7GYLGXMF6TDJBBYYSE3HQ6BBSMLNUQ34T6TZMYMW2EVH34XOWMA";
    /// Addresses of contracts on Stellar, separated by commas.
    XlmContractListText = None, "CAS3J7GYLGXMF6TDJBBYYSE3HQ6BBSMLNUQ34T6TZMYMW2EVH34XOWMA";
    /// An address of a Stellar account, multiplexed or not, or of a contract.
    XlmHolderText = Some("^([CG][A-Z2-7]{55}|M[A-Z2-7]{68})$"),
        "GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI";
    /// The name of a function of a contract.
    XlmFunctionText = Some("^[a-zA-Z0-9_]{1,32}$"), "deposit";
    /// A federated name (SEP-2).
    XlmNameText = None, "bob*stellar.org";
    /// A Stellar public key in hex, or the address of its account.
    XlmPublicKeyText = Some("^((0[xX])?[0-9a-fA-F]{64}|G[A-Z2-7]{55})$"),
        "3f0c34bf93ad0d9971d04ccc90f705511c838aad9734a4a2fb0d7a03fc7fe89a";
    /// An amount to send, or `max` for the maximum.
    XlmSpendText = Some("^([1-9][0-9]*|max)$"), "25000000";
    /// A Stellar asset in a query (SEP-11).
    XlmAssetText = Some("^(native|[0-9a-zA-Z]{1,12}:G[A-Z2-7]{55})$"),
        "USDC:GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN";
    /// The code of a Stellar asset.
    XlmAssetCodeText = Some("^[0-9a-zA-Z]{1,12}$"), "USDC";
    /// The id of a claimable balance.
    XlmBalanceIdText = Some("^((0[xX])?0{8}[0-9a-fA-F]{64}|B[A-Z2-7]{57})$"),
        "00000000dd7b1ab831c273310ddbec6f97870aa83c2fbd78ce22aded37ecbf4f3380fac7";
    /// The id of a liquidity pool.
    XlmPoolIdText = Some("^((0[xX])?[0-9a-fA-F]{64}|L[A-Z2-7]{55})$"),
        "dd7b1ab831c273310ddbec6f97870aa83c2fbd78ce22aded37ecbf4f3380fac7";
    /// A price: a decimal number or a fraction.
    XlmPriceText = Some("^((0|[1-9][0-9]*)(\\.[0-9]+)?|[1-9][0-9]*/[1-9][0-9]*)$"), "0.5";
    /// The home domain of an account.
    XlmHomeDomainText = Some("^[ -~]{0,32}$"), "example.com";
    /// The name of a data entry.
    XlmDataNameText = Some("^[ -~]{1,64}$"), "config";
    /// The SHA-256 hash of a preimage that signs a transaction.
    XlmHashSignerText = Some("^((0[xX])?[0-9a-fA-F]{64}|X[A-Z2-7]{55})$"),
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    /// The hash of a transaction that is authorized in advance.
    XlmTransactionSignerText = Some("^((0[xX])?[0-9a-fA-F]{64}|T[A-Z2-7]{55})$"),
        "9a80f668d46d8c900b9d1b084b0ca65b6b36f56b04693c5a217b5e0ef11a63ee";
    /// A key and the payload that it must sign.
    XlmPayloadSignerText = Some("^P[A-Z2-7]+$"),
        "PA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAQACAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4DUPB6IBZGM";
    /// A Stellar transaction: XDR in base64.
    XlmEnvelopeText = None, XLM_ENVELOPE;
    /// The id of a Stellar transaction, which is the hash to sign, in a response.
    XlmTxidText = Some("^[0-9a-f]{64}$"), "9a80f668d46d8c900b9d1b084b0ca65b6b36f56b04693c5a217b5e0ef11a63ee";
    /// The first half of a Stellar signature.
    XlmSignatureHalfText = Some("^(0[xX])?[0-9a-fA-F]{64}$"),
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155";
    /// The kind of a Stellar asset.
    XlmAssetKindText = Some("^(xlm-asset|coin)$"), "xlm-asset";
    /// The name of the Stellar chain.
    XlmChainText = Some("^xlm$"), "xlm";
    /// The URI of a payment request on Stellar (SEP-7).
    XlmUriText = None, concat!("web+stellar:pay?destination=GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ",
        "&amount=120.1234567&memo=order%205512&memo_type=MEMO_TEXT&msg=Order%205512");
    /// The content of a memo.
    XlmMemoText = None, "order 5512";
}

/// The address of a name. A client shows name and address, and verifies the transaction by the address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResolvedName {
    /// The name in the form in which it was resolved.
    #[schema(example = "alice*example.com")]
    pub name: String,
    /// The address on the chain and network of the request.
    #[schema(example = "GCALNQQBXAPZ2WIRSDDBMSTAKCUH5SG6U76YBFLQLIXJTF7FE5AX7AOO")]
    pub address: String,
    /// The memo that a payment to the address requires; absent without one. Only on Stellar.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = NameMemo, required = false)]
    pub memo: Option<NameMemo>,
    /// The system of names.
    pub kind: NameKind,
    /// True if a proof shows that the owner of the name has chosen the address: DNSSEC, or contracts of the chain. False for the
    /// statement of a server, which is authenticated by its certificate only.
    #[schema(example = false)]
    pub verified: bool,
    /// The time until which the address may be used, in Unix seconds; absent if unknown. A client resolves the name again for each payment.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = u64, required = false, example = 1_800_000_000)]
    pub expires_at: Option<u64>,
    /// Warnings about the name; absent without any. `confusable_name`: the name mixes scripts or imitates letters.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub warnings: Vec<Warning>,
}

/// The memo of a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct NameMemo {
    /// The type of the memo for get-hash: text, id or hash.
    #[serde(rename = "type")]
    #[schema(value_type = String, pattern = "^(text|id|hash)$", example = "id")]
    pub kind: &'static str,
    /// The content of the memo for get-hash; a hash has 64 hex digits.
    #[schema(example = "8411")]
    pub value: String,
}

/// The systems of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum NameKind {
    /// The Ethereum Name Service.
    Ens,
    /// Federated names on Stellar (SEP-2).
    Federation,
    /// Payment instructions in the DNS (BIP 353).
    Bip353,
}

impl ResolvedName {
    /// Creates the response without memo and expiry, and warns of a confusable name.
    pub fn new(kind: NameKind, name: String, address: String, verified: bool) -> Self {
        let warnings = is_confusable(&name).then_some(Warning::CONFUSABLE_NAME);
        Self {
            warnings: warnings.into_iter().collect(),
            name,
            address,
            memo: None,
            kind,
            verified,
            expires_at: None,
        }
    }
}
