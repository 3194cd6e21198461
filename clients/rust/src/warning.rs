//! Warnings in responses.

text_enum! {
    /// The kind of a warning.
    WarningCode {
        /// Prices differ by more than a factor of 4.
        FeeOutlier "fee_outlier",
        /// The recipient is a contract.
        ContractRecipient "contract_recipient",
        /// The recipient of tokens is their contract.
        RecipientIsTokenContract "recipient_is_token_contract",
        /// An approval has no effective limit.
        UnlimitedApproval "unlimited_approval",
        /// Typed data of an unknown form look like an authorisation to withdraw tokens.
        UnknownAuthorisation "unknown_authorisation",
        /// The recipient recommends a memo.
        MemoRecommended "memo_recommended",
        /// The payment creates the account of the recipient.
        NewAccount "new_account",
        /// The fee exceeds a fifth of the amount.
        FeeShare "fee_share",
        /// The payment spends unconfirmed outputs.
        UnconfirmedInputs "unconfirmed_inputs",
        /// The payment pays an address of an input.
        AddressReuse "address_reuse",
        /// Most nodes of the chain replace no pending transactions.
        ReplacementNotRelayed "replacement_not_relayed",
        /// The price of an offer is more than ten times as high or as low as that of the best offers.
        PriceOutlier "price_outlier",
        /// A token of the transaction logs one transfer and moves another amount.
        TransferMismatch "transfer_mismatch",
        /// Upstreams report different effects of the transaction.
        PreviewDisagreement "preview_disagreement",
        /// No payment to the recipient is among the latest transactions.
        FirstPayment "first_payment",
        /// A different address has the first and last characters of the recipient.
        LookAlikeAddress "look_alike_address",
        /// The recipient is an own address.
        OwnAddress "own_address",
        /// A list of the operator contains the recipient.
        ListedAddress "listed_address",
        /// The name has letters that look like those of a different script.
        ConfusableName "confusable_name",
    }
}

responses! {
    /// A fact to show before signing.
    Warning {
        /// The kind of the warning.
        pub code: WarningCode,
        /// An explanation in English.
        pub message: String,
    }
}
