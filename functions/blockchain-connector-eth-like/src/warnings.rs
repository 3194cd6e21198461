//! Warnings about a transaction.

use wallet_core::wire::Warning;
use wallet_eth_like::Cautions;

/// Returns the warnings about the facts.
pub fn of(cautions: Cautions) -> Vec<Warning> {
    let all = [
        (cautions.has_fee_share, Warning::FEE_SHARE),
        (cautions.has_unlimited_approval, Warning::UNLIMITED_APPROVAL),
        (cautions.pays_token_contract, Warning::RECIPIENT_IS_TOKEN_CONTRACT),
    ];
    all.into_iter()
        .filter(|(applies, _)| *applies)
        .map(|(_, warning)| warning)
        .collect()
}
