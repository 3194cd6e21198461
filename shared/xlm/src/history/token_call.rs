//! Transfers of tokens of contracts by the arguments of a call, for records of operations without events.

use super::operation::{Transfer, TransferAmount};
use super::party::Party;
use crate::contract::{CallAddress, ScValue, TokenCall};

impl Transfer {
    /// Returns the transfer by a successful call of a token (SEP-41): the contract, the function and the arguments. Returns
    /// `None` for further functions, and for values of a different type.
    pub fn called(values: &[ScValue]) -> Option<Self> {
        let [contract, function, arguments @ ..] = values else {
            return None;
        };
        let CallAddress::Contract(contract) = contract.as_address()? else {
            return None;
        };
        let arguments: Vec<_> = arguments.iter().map(|value| value.0.clone()).collect();
        let (from, to, amount) = match TokenCall::of(&function.as_text()?, &arguments)? {
            TokenCall::Transfer { from, to, amount } | TokenCall::TransferFrom { from, to, amount, .. } => {
                (Some(from), Some(to), amount)
            }
            TokenCall::Mint { to, amount } => (None, Some(to), amount),
            TokenCall::Burn { from, amount }
            | TokenCall::BurnFrom { from, amount, .. }
            | TokenCall::Clawback { from, amount } => (Some(from), None, amount),
            TokenCall::Approve { .. } => return None,
        };
        let party = |side: Option<String>| side.map(|address| address.parse::<Party>()).transpose().ok();
        Some(Self {
            amount: TransferAmount::Token(contract, amount.parse().ok()?),
            from: party(from)?,
            to: party(to)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::ContractId;
    use crate::{AccountId, MuxedAccount};
    use stellar_xdr::{ScSymbol, ScVal, UInt128Parts};

    const TOKEN: ContractId = ContractId([7; 32]);
    const FROM: AccountId = AccountId([1; 32]);
    const TO: MuxedAccount = MuxedAccount {
        account: AccountId([2; 32]),
        id: Some(9),
    };

    fn called(contract: CallAddress, function: &str, arguments: Vec<ScVal>) -> Option<Transfer> {
        let function = ScVal::Symbol(ScSymbol(function.try_into().unwrap()));
        let head = [ScValue::address(contract), ScValue(function)];
        let values: Vec<_> = head.into_iter().chain(arguments.into_iter().map(ScValue)).collect();
        Transfer::called(&values)
    }

    fn address(address: impl Into<CallAddress>) -> ScVal {
        ScValue::address(address.into()).0
    }

    #[test]
    fn calls_of_a_token_are_transfers() {
        let (from, to) = (|| address(FROM), || address(CallAddress::Account(TO)));
        let five = || ScVal::from(5_i128);
        let (paid, received) = (Some(Party::from(MuxedAccount::from(FROM))), Some(Party::from(TO)));
        for (function, arguments, sides) in [
            ("transfer", vec![from(), to(), five()], (paid.clone(), received.clone())),
            (
                "transfer_from",
                vec![to(), from(), to(), five()],
                (paid.clone(), received.clone()),
            ),
            ("mint", vec![to(), five()], (None, received)),
            ("burn", vec![from(), five()], (paid.clone(), None)),
            ("burn_from", vec![to(), from(), five()], (paid.clone(), None)),
            ("clawback", vec![from(), five()], (paid, None)),
        ] {
            let (from, to) = sides;
            let amount = TransferAmount::Token(TOKEN, 5);
            assert_eq!(
                called(TOKEN.into(), function, arguments),
                Some(Transfer { amount, from, to }),
                "{function}"
            );
        }
    }

    #[test]
    fn further_calls_are_no_transfers() {
        let of = |from, to, amount| called(TOKEN.into(), "transfer", vec![from, to, amount]);
        let (from, to) = (|| address(FROM), || address(CallAddress::Account(TO)));
        assert_eq!(of(from(), to(), (-5_i128).into()), None);
        assert_eq!(
            of(from(), to(), ScVal::U128(UInt128Parts { hi: u64::MAX, lo: 0 })),
            None
        );
        assert_eq!(of(ScVal::U32(7), to(), 5_i128.into()), None);
        assert_eq!(of(from(), ScVal::Void, 5_i128.into()), None);
        assert_eq!(called(TOKEN.into(), "swap", vec![from(), to(), 5_i128.into()]), None);
        assert_eq!(
            called(
                TOKEN.into(),
                "approve",
                vec![from(), to(), 5_i128.into(), ScVal::U32(9)]
            ),
            None
        );
        assert_eq!(called(FROM.into(), "transfer", vec![from(), to(), 5_i128.into()]), None);
        assert_eq!(Transfer::called(&[]), None);
        assert_eq!(Transfer::called(&[ScValue::amount(1), ScValue::amount(2)]), None);
    }
}
