//! Transactions between three accounts on Stellar, after each of which the holdings of all accounts are compared.

use super::{CHAIN, FAUCET_FUNDS, NETWORK, XlmAccount, lumen, terms};
use crate::payments::account::Account;
use crate::payments::history::{Expected, Sent};
use crate::payments::progress::{At, Failure, Progress, ensure, short, units};
use serde_json::Value;
use wallet_client::address_info_xlm::{AddressInfoResponse, address_info};
use wallet_client::payments::xlm::{
    Action, Call, CallAction, Memo, asset_contract, derive, prepare, prepare_call, prepare_fee_bump, recommended_fee,
};
use wallet_client::payments::{Ed25519Signer, Fee, PaymentError, Signed};
use wallet_client::signers::Ed25519Key;
use wallet_client::wire::{AddressInfoRequest, Asset};
use wallet_client::{CallError, ErrorCode};

/// The code of the asset that is issued.
pub const CODE: &str = "DEMO";

/// An account of the scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// The sender of the payment.
    Alice,
    /// The recipient of the payment.
    Bob,
    /// Issues the asset.
    Issuer,
}

/// The holdings of an account, or a change of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Holdings {
    /// Lumens, in stroops.
    pub lumens: i64,
    /// Amount of the issued asset in base units; `None` without a trustline.
    pub tokens: Option<i64>,
    /// Locked base reserves: two for the account, and a reserve for each ledger entry of the account.
    pub reserves: i64,
}

impl Holdings {
    fn of(info: &AddressInfoResponse, issued: &Asset) -> Self {
        // An amount that is not a number equals no expected amount.
        let number = |amount: &str| amount.parse().unwrap_or(i64::MIN);
        let balance = |asset: &Asset| {
            let row = info.balances.iter().find(|row| row.asset == *asset);
            row.map(|row| number(&row.balance.amount))
        };
        let base_reserve: i64 = info.reserves.base_reserve.parse().unwrap_or(i64::MAX);
        let reserved = number(&info.reserves.reserved_balance.balance.amount);
        Self {
            lumens: balance(&lumen()).unwrap_or_default(),
            tokens: balance(issued),
            reserves: reserved.checked_div(base_reserve).unwrap_or_default(),
        }
    }

    fn add(&mut self, change: Self) {
        self.lumens += change.lumens;
        self.reserves += change.reserves;
        self.tokens = match (self.tokens, change.tokens) {
            (tokens, None) | (None, tokens) => tokens,
            (Some(tokens), Some(change)) => Some(tokens + change),
        };
    }

    /// Formats the amounts for display: lumens, the asset or both.
    pub fn text(self) -> String {
        let format = |amount: i64, code| units(amount.unsigned_abs().into(), 7, code);
        let lumens = format(self.lumens, "XLM");
        match self.tokens.map(|amount| format(amount, CODE)) {
            None => lumens,
            Some(tokens) if self.lumens == 0 => tokens,
            Some(tokens) => format!("{lumens} and {tokens}"),
        }
    }
}

/// An account with the expected holdings.
pub struct Person<'a> {
    /// The name for display.
    pub name: &'static str,
    /// The address.
    pub address: String,
    key: &'a Ed25519Key,
    expected: Holdings,
}

/// The content of a transaction.
pub enum Content {
    /// A transaction without a contract.
    Action(Action),
    /// A call of the contract of the issued asset.
    Call(CallAction),
}

impl Content {
    /// Returns the name of the step that builds the transaction.
    fn step(&self) -> &'static str {
        match self {
            Self::Action(_) => "get-hash",
            Self::Call(CallAction::TransferToken { .. }) => "token-transfer",
            Self::Call(_) => "contract-call",
        }
    }
}

/// A transaction of a single operation.
pub struct Transaction {
    /// The title for display.
    pub title: String,
    /// The source account, which signs.
    pub source: Actor,
    /// The content.
    pub content: Content,
    /// The memo.
    pub memo: Option<Memo>,
    /// The second signer, without whom the network rejects the transaction.
    pub cosigner: Option<Actor>,
    /// The payer of a fee bump; if `None`, the source account pays the fee.
    pub bumped_by: Option<Actor>,
    /// The recipient in the history; empty if there is none.
    pub to: String,
    /// The change of the lumens of the source account without the fee, in stroops.
    pub value: i64,
    /// The action in the history.
    pub entry: Value,
    /// The changes of the holdings without the fee.
    pub changes: Vec<(Actor, Holdings)>,
}

/// The accounts, and the progress of the sender.
pub struct Scenario<'a, 'p> {
    account: &'a XlmAccount,
    pub(super) progress: &'a mut Progress<'p>,
    persons: [Person<'a>; 3],
    /// The maximum fee of a transaction with a single operation, in stroops.
    fee: u32,
}

impl<'a, 'p> Scenario<'a, 'p> {
    /// Funds the issuer. The first holdings of the sender and the recipient are the holdings after the payment.
    pub async fn start(
        account: &'a XlmAccount,
        progress: &'a mut Progress<'p>,
        recipient: &str,
    ) -> Result<Self, Failure> {
        let client = progress.client;
        let address = derive(client, NETWORK, account.issuer.public_key())
            .await
            .at("derive")?;
        progress.done("derive", format!("{address} of the issuer"));
        let paid = progress.request_funds(&address, FAUCET_FUNDS, None).await?;
        let txid = paid.ok_or_else(|| Failure::new("faucet", "the faucet pays a single account only"))?;
        let text = format!("{} for the issuer in {}", account.text(FAUCET_FUNDS), short(&txid));
        progress.done("faucet", text);
        let person = |name, key, address: &str| Person {
            name,
            key,
            address: address.to_owned(),
            expected: Holdings::default(),
        };
        let persons = [
            person("Alice", &account.sender, &progress.report.address),
            person("Bob", &account.recipient, recipient),
            person("the issuer", &account.issuer, &address),
        ];
        let fee = recommended_fee(client, NETWORK).await.at("fee-stat")?;
        let mut scenario = Self {
            account,
            progress,
            persons,
            fee,
        };
        for actor in [Actor::Alice, Actor::Bob] {
            let found = scenario.holdings(actor).await?;
            scenario.person_mut(actor).expected = found;
        }
        scenario.person_mut(Actor::Issuer).expected = Holdings {
            lumens: i64::try_from(FAUCET_FUNDS).unwrap_or(i64::MAX),
            tokens: None,
            reserves: 2,
        };
        scenario.check_holdings().await?;
        Ok(scenario)
    }

    /// Returns an account.
    pub fn person(&self, actor: Actor) -> &Person<'a> {
        let [alice, bob, issuer] = &self.persons;
        match actor {
            Actor::Alice => alice,
            Actor::Bob => bob,
            Actor::Issuer => issuer,
        }
    }

    fn person_mut(&mut self, actor: Actor) -> &mut Person<'a> {
        let [alice, bob, issuer] = &mut self.persons;
        match actor {
            Actor::Alice => alice,
            Actor::Bob => bob,
            Actor::Issuer => issuer,
        }
    }

    /// Returns the address of an account.
    pub fn address(&self, actor: Actor) -> &str {
        &self.person(actor).address
    }

    /// Returns the issued asset.
    pub fn asset(&self) -> Asset {
        Asset::XlmAsset {
            chain: CHAIN.to_owned(),
            code: CODE.to_owned(),
            issuer: self.address(Actor::Issuer).to_owned(),
        }
    }

    /// Makes a transaction, and compares the history and the holdings of all accounts.
    pub async fn transact(&mut self, transaction: Transaction) -> Result<(), Failure> {
        self.progress.observer.begin(&transaction.title);
        let (mut signed, fee) = self.build(&transaction).await?;
        if let Some(payer) = transaction.bumped_by {
            signed = self.bump(&signed, payer).await?;
        }
        let kind = transaction.entry["type"].as_str().unwrap_or_default();
        let expected = Expected {
            from: self.address(transaction.source).to_owned(),
            to: transaction.to,
            value: transaction.value.to_string(),
            fee: 1..=fee.max((2 * self.fee).into()).into(),
            label: format!("{kind}, "),
            actions: Some(vec![transaction.entry]),
            spent: None,
        };
        let sent = Sent { signed, expected };
        let fee = self.progress.settle(self.account, &sent, None).await?;
        let fee = fee.and_then(|fee| i64::try_from(fee).ok());
        let fee = fee.ok_or_else(|| Failure::new("status", "the transaction is in no ledger"))?;
        let payer = transaction.bumped_by.unwrap_or(transaction.source);
        self.person_mut(payer).expected.lumens -= fee;
        for (actor, change) in transaction.changes {
            self.person_mut(actor).expected.add(change);
        }
        self.check_holdings().await
    }

    /// Returns a signed transaction, and the maximum fee in stroops.
    async fn build(&mut self, transaction: &Transaction) -> Result<(Signed, u64), Failure> {
        let (client, step) = (self.progress.client, transaction.content.step());
        let key = self.person(transaction.source).key;
        let prepared = match &transaction.content {
            Content::Action(action) => prepare(client, &terms(key, self.fee, transaction.memo.clone()), action).await,
            Content::Call(action) => match self.call(key, action.clone()) {
                Ok(call) => prepare_call(client, &call).await,
                Err(error) => Err(error),
            },
        };
        let prepared = prepared.at(step)?;
        self.progress.done(step, short(&hex::encode(prepared.hash())));
        let mut signed = prepared.sign(client, key).await.at("attach-signature")?;
        self.show_signer(transaction.source);
        if let Some(cosigner) = transaction.cosigner {
            self.check_rejection(&signed).await?;
            let key = self.person(cosigner).key;
            let both = prepared.sign_also(client, &signed, key).await;
            signed = both.at("attach-signature")?;
            self.show_signer(cosigner);
        }
        Ok((signed, prepared.review().fee))
    }

    /// Returns a call of the contract of the issued asset.
    fn call(&self, key: &Ed25519Key, action: CallAction) -> Result<Call, PaymentError> {
        let call = Call::builder().network(NETWORK).public_key(key.public_key());
        let contract = asset_contract(&self.asset(), NETWORK)?;
        Ok(call.contract(contract).action(action).build())
    }

    /// Wraps a signed transaction in a fee bump paid by a second account.
    async fn bump(&mut self, signed: &Signed, payer: Actor) -> Result<Signed, Failure> {
        const STEP: &str = "fee-bump";
        let (client, key) = (self.progress.client, self.person(payer).key);
        let prepared = prepare_fee_bump(client, signed, key.public_key(), 2 * self.fee, Fee::Limited).await;
        let prepared = prepared.at(STEP)?;
        self.progress.done(STEP, short(&hex::encode(prepared.hash())));
        let signed = prepared.sign(client, key).await.at("attach-signature")?;
        self.show_signer(payer);
        Ok(signed)
    }

    fn show_signer(&mut self, actor: Actor) {
        let text = format!(
            "of {}, with a key that never leaves this process",
            self.person(actor).name
        );
        self.progress.done("attach-signature", text);
    }

    /// Requires that the network rejects the transaction because a signature is missing.
    async fn check_rejection(&mut self, signed: &Signed) -> Result<(), Failure> {
        const STEP: &str = "rejected";
        match signed.send(self.progress.client).await {
            Err(PaymentError::Call(CallError::Response(error)))
                if error.status == 422 && error.code == ErrorCode::TransactionRejected =>
            {
                self.progress.done(STEP, "by the network: more signatures are required");
                Ok(())
            }
            Err(error) => Err(error).at(STEP),
            Ok(()) => ensure(false, STEP, || "the network accepted too few signatures".to_owned()),
        }
    }

    /// Requests balances, reserves and claimable balances of an account.
    pub async fn info(&self, actor: Actor, step: &'static str) -> Result<AddressInfoResponse, Failure> {
        let request = AddressInfoRequest::builder()
            .address(self.address(actor).to_owned())
            .network(NETWORK)
            .build();
        address_info(self.progress.client, CHAIN, &request.into())
            .await
            .at(step)
    }

    async fn holdings(&self, actor: Actor) -> Result<Holdings, Failure> {
        let info = self.info(actor, "owns").await?;
        ensure(info.activated, "owns", || {
            format!("the account of {} is not activated", self.person(actor).name)
        })?;
        Ok(Holdings::of(&info, &self.asset()))
    }

    async fn check_holdings(&self) -> Result<(), Failure> {
        for actor in [Actor::Alice, Actor::Bob, Actor::Issuer] {
            let (found, person) = (self.holdings(actor).await?, self.person(actor));
            ensure(found == person.expected, "owns", || {
                format!("{}: found {found:?}, expected {:?}", person.name, person.expected)
            })?;
        }
        Ok(())
    }

    /// Shows the holdings of an account.
    pub fn show(&mut self, actor: Actor) {
        let person = self.person(actor);
        let text = format!("{}: {}", person.name, person.expected.text());
        self.progress.done("owns", text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn holdings_contain_lumens_the_asset_and_reserves() {
        let asset = |issuer: &str| Asset::XlmAsset {
            chain: CHAIN.to_owned(),
            code: CODE.to_owned(),
            issuer: issuer.to_owned(),
        };
        let value = |amount: &str| json!({ "amount": amount, "decimals": 7 });
        let details = json!({ "sellingLiabilities": "0", "buyingLiabilities": "0" });
        let response = json!({
            "address": "GA", "chain": "xlm", "activated": true, "claimableBalances": [], "liquidityPools": [],
            "source": { "upstream": "horizon", "block": "7" }, "transactions": [],
            "reserves": {
                "baseReserve": "5000000", "trustlinesCount": 1,
                "reservedBalance": { "asset": lumen(), "balance": value("15000000") },
            },
            "balances": [
                { "asset": lumen(), "balance": value("70"), "details": details },
                { "asset": asset("GISSUER"), "balance": value("0"), "details": details },
            ],
        });
        let response: AddressInfoResponse = serde_json::from_value(response).unwrap();
        let expected = Holdings {
            lumens: 70,
            tokens: Some(0),
            reserves: 3,
        };
        assert_eq!(Holdings::of(&response, &asset("GISSUER")), expected);
        let other = Holdings::of(&response, &asset("GANOTHER"));
        assert_eq!(other.tokens, None, "a missing trustline differs from an empty one");
    }
}
