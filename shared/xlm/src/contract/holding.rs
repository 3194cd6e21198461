//! Holdings of tokens (SEP-41), read from the results of their functions.

use super::call::ScValue;
use super::simulation::CallFault;
use crate::value::asset::Asset;

/// The maximum number of decimals: an amount has 39 digits.
const MAX_DECIMALS: u32 = 38;

/// The maximum number of characters of a symbol.
const MAX_SYMBOL: usize = 32;

/// The result of a function of a contract: a value, or the fault of the call.
pub type CallOutcome = Result<ScValue, CallFault>;

/// The results of the functions of a token for a holder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenOutcomes {
    /// The balance of the holder.
    pub balance: CallOutcome,
    /// The number of decimals.
    pub decimals: CallOutcome,
    /// The symbol as the contract returns it.
    pub symbol: CallOutcome,
}

/// The holding of a token as far as the contract returns one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TokenHolding {
    /// The contract of an asset (CAP-46-6), and the balance; `None` if the holder has no trustline.
    OfAsset(Asset, Option<u128>),
    /// Another contract with a balance and decimals.
    OfContract {
        /// The balance in the base unit.
        amount: u128,
        /// The number of decimals.
        decimals: u8,
        /// The symbol in printable ASCII.
        symbol: Option<String>,
    },
    /// The contract does not exist, or returns no valid balance or decimals.
    NoToken,
}

impl TokenHolding {
    /// Reads the holding of an asset from the result of `balance`.
    pub fn of_asset(asset: Asset, balance: &CallOutcome) -> Self {
        Self::OfAsset(asset, amount(balance))
    }

    /// Reads the holding of a contract that represents no asset. A symbol that is not short printable ASCII is omitted.
    pub fn of_contract(outcomes: &TokenOutcomes) -> Self {
        let decimals = outcomes.decimals.as_ref().ok().and_then(ScValue::as_u32);
        let decimals = decimals.filter(|decimals| *decimals <= MAX_DECIMALS);
        let decimals = decimals.and_then(|decimals| u8::try_from(decimals).ok());
        let symbol = outcomes.symbol.as_ref().ok().and_then(ScValue::as_text);
        match (amount(&outcomes.balance), decimals) {
            (Some(amount), Some(decimals)) => Self::OfContract {
                amount,
                decimals,
                symbol: symbol.filter(|symbol| is_printable(symbol)),
            },
            _ => Self::NoToken,
        }
    }
}

/// Returns an amount of at least 0.
fn amount(outcome: &CallOutcome) -> Option<u128> {
    u128::try_from(outcome.as_ref().ok()?.as_amount()?).ok()
}

fn is_printable(symbol: &str) -> bool {
    (1..=MAX_SYMBOL).contains(&symbol.len()) && symbol.bytes().all(|byte| byte.is_ascii_graphic())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::ContractId;
    use stellar_xdr as xdr;
    use wallet_core::model::Network;

    #[expect(clippy::unnecessary_wraps, reason = "the outcome of a call")]
    fn value(value: xdr::ScVal) -> CallOutcome {
        Ok(ScValue(value))
    }

    fn fault() -> CallOutcome {
        Err(CallFault::read("HostError: Error(Contract, #13)"))
    }

    fn text(text: &str) -> CallOutcome {
        value(xdr::ScVal::String(xdr::ScString(text.try_into().unwrap())))
    }

    fn outcomes() -> TokenOutcomes {
        TokenOutcomes {
            balance: value(1_500_000_000_000_i128.into()),
            decimals: value(xdr::ScVal::U32(9)),
            symbol: text("MOON"),
        }
    }

    #[test]
    fn contract_with_balance_and_decimals_is_a_token() {
        let held = TokenHolding::of_contract(&outcomes());
        let expected = TokenHolding::OfContract {
            amount: 1_500_000_000_000,
            decimals: 9,
            symbol: Some("MOON".to_owned()),
        };
        assert_eq!(held, expected);
    }

    #[test]
    fn invalid_results_are_no_token() {
        for balance in [
            value((-1_i128).into()),
            value(xdr::ScVal::U64(5)),
            value(xdr::ScVal::Void),
            text("5"),
            fault(),
        ] {
            let changed = TokenOutcomes { balance, ..outcomes() };
            assert_eq!(TokenHolding::of_contract(&changed), TokenHolding::NoToken);
        }
        for decimals in [
            value(xdr::ScVal::U32(39)),
            value(xdr::ScVal::U32(u32::MAX)),
            value(7_i128.into()),
            fault(),
        ] {
            let changed = TokenOutcomes { decimals, ..outcomes() };
            assert_eq!(TokenHolding::of_contract(&changed), TokenHolding::NoToken);
        }
        let largest = TokenOutcomes {
            balance: value(i128::MAX.into()),
            decimals: value(xdr::ScVal::U32(38)),
            ..outcomes()
        };
        let TokenHolding::OfContract {
            amount, decimals: 38, ..
        } = TokenHolding::of_contract(&largest)
        else {
            panic!("a token")
        };
        assert_eq!(amount, i128::MAX.unsigned_abs());
    }

    #[test]
    fn symbol_is_short_printable_ascii() {
        for symbol in [
            text(""),
            text(&"A".repeat(33)),
            text("US\u{202e}D"),
            text("U S"),
            value(xdr::ScVal::Void),
            fault(),
        ] {
            let changed = TokenOutcomes { symbol, ..outcomes() };
            let TokenHolding::OfContract { symbol: None, .. } = TokenHolding::of_contract(&changed) else {
                panic!("{changed:?}")
            };
        }
    }

    #[test]
    fn asset_is_recognised_by_the_id_of_the_contract() {
        let asset: Asset = "USDC:GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN"
            .parse()
            .unwrap();
        // The contract of USDC on livenet, as published.
        let contract: ContractId = "CCW67TSZV3SSS2HXMBQ5JFGCKJNXKZM7UQUWUZPUTHXSTZLEO7SJMI75"
            .parse()
            .unwrap();
        let name = asset.to_string();
        assert_eq!(contract.asset_named(&name, Network::Livenet), Some(asset));
        assert_eq!(contract.asset_named(&name, Network::Testnet), None);
        assert_eq!(ContractId([7; 32]).asset_named(&name, Network::Livenet), None);
        assert_eq!(contract.asset_named("USDC", Network::Livenet), None);
        assert_eq!(
            TokenHolding::of_asset(asset, &fault()),
            TokenHolding::OfAsset(asset, None)
        );
    }
}
