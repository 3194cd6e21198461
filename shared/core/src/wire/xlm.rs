//! Texts of the Stellar services.

use crate::wire_text;

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
