//! Recipients of a transaction, as lists of addresses are compared with them.

use super::{CallKind, NamedCall};
use crate::value::{Address, Amount};

/// Returns the addresses that a transaction pays, calls, or lets withdraw tokens: the recipient, the contracts of the calls in
/// wrappers, the recipients of tokens, and the spenders of approvals. `to` is `None` for a deployment.
///
/// A spender that loses an approval is left out: revoking an approval is always possible. Unknown calls and unreadable ones have
/// no recipient but their contract.
pub fn recipients(to: Option<Address>, data: &[u8]) -> Vec<Address> {
    let Some(to) = to else { return Vec::new() };
    let mut recipients = vec![to];
    for call in NamedCall::of(to, data) {
        let addresses = [
            Some(call.contract),
            call.token,
            call.token_recipient(),
            call.granted_spender(),
        ];
        for address in addresses.into_iter().flatten() {
            if !recipients.contains(&address) {
                recipients.push(address);
            }
        }
    }
    recipients
}

impl NamedCall {
    /// Returns the spender that the call permits to withdraw tokens.
    fn granted_spender(&self) -> Option<Address> {
        let grants = match self.kind {
            CallKind::Approve | CallKind::IncreaseAllowance => self.amount.is_some_and(|amount| amount != Amount::ZERO),
            // The permit of DAI has no amount.
            CallKind::Permit => self.amount.is_none_or(|amount| amount != Amount::ZERO),
            CallKind::SetApprovalForAll => self.approved == Some(true),
            CallKind::Transfer
            | CallKind::TransferFrom
            | CallKind::DecreaseAllowance
            | CallKind::Lockdown
            | CallKind::PermitTransferFrom
            | CallKind::TransferWithAuthorization
            | CallKind::ReceiveWithAuthorization
            | CallKind::SafeTransferFrom
            | CallKind::SafeBatchTransferFrom
            | CallKind::Unknown => false,
        };
        self.to.filter(|_| grants)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::account::erc20;

    const TOKEN: Address = Address::from_bytes([1; 20]);
    const OTHER: Address = Address::from_bytes([2; 20]);

    fn amount(value: u64) -> Amount {
        Amount::from(value)
    }

    #[test]
    fn payments_and_token_transfers_have_recipients() {
        assert_eq!(recipients(Some(OTHER), &[]), [OTHER]);
        assert_eq!(recipients(None, &[1, 2, 3]), []);
        let transfer = erc20::transfer_data(OTHER, amount(5)).unwrap();
        assert_eq!(recipients(Some(TOKEN), &transfer), [TOKEN, OTHER]);
        assert_eq!(recipients(Some(TOKEN), &[0xde, 0xad, 0xbe, 0xef]), [TOKEN]);
    }

    #[test]
    fn spenders_count_only_if_they_gain_an_approval() {
        let approve = |value| erc20::approve_data(OTHER, amount(value)).unwrap();
        assert_eq!(recipients(Some(TOKEN), &approve(1)), [TOKEN, OTHER]);
        assert_eq!(recipients(Some(TOKEN), &approve(0)), [TOKEN]);
    }
}
