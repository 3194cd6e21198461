//! The Stellar demo run: creates an account, issues, sends and trades an asset, creates and claims a
//! claimable balance, and sends payments with two signers, one of them with a fee bump paid by a third
//! account.

mod actors;
mod claimable;
mod holdings;
mod steps;
mod transaction;

use super::screen::{Screen, short};
use super::step::{AtStep, StepError, ensure};
use super::{NETWORK, sandbox};
use actors::{Actor, Actors, ExpectedHoldings, xlm};
use holdings::Holdings;
use wallet_client::Client;
use wallet_client::payments::Ed25519Signer;
use wallet_client::payments::xlm::{derive, recommended_fee};
use wallet_core::ports::system::Clock;
use wallet_http::system::SystemClock;

/// Stroops in a lumen, and base units in one unit of any asset.
const UNIT: i64 = 10_000_000;
/// The faucet amount for each of the two funded accounts, in stroops.
const FUNDS: i64 = 1000 * UNIT;
/// A day, in seconds.
const DAY: u64 = 86_400;

/// The Stellar demo run.
pub struct DemoRun<'a> {
    client: &'a Client,
    screen: &'a mut Screen,
    actors: Actors,
    /// The maximum fee of a transaction with one operation, in stroops.
    fee: u32,
    /// The number of confirmed transactions.
    confirmed: usize,
}

impl<'a> DemoRun<'a> {
    /// Creates a demo run with new keys.
    pub fn new(client: &'a Client, screen: &'a mut Screen) -> Self {
        Self {
            client,
            screen,
            actors: Actors::new(),
            fee: 0,
            confirmed: 0,
        }
    }

    /// Runs all steps and returns the number of confirmed transactions.
    pub async fn run(mut self) -> Result<usize, StepError> {
        for actor in [Actor::Alice, Actor::Bob, Actor::Issuer] {
            self.derive(actor).await?;
        }
        self.check_holdings().await?;
        self.fund(Actor::Alice).await?;
        self.fund(Actor::Issuer).await?;
        self.fee = self.fee_stat().await?;
        self.create_account().await?;
        self.pay().await?;
        self.trust(Actor::Alice).await?;
        self.trust(Actor::Bob).await?;
        self.issue().await?;
        self.send_asset().await?;
        self.offer().await?;
        self.pay_on_a_path().await?;
        let tomorrow = SystemClock.now().as_secs() + DAY;
        self.set_aside(tomorrow).await?;
        self.claim(tomorrow).await?;
        self.add_signer().await?;
        self.pay_together(None).await?;
        self.pay_together(Some(Actor::Issuer)).await?;
        for actor in [Actor::Alice, Actor::Bob] {
            self.show(actor);
        }
        Ok(self.confirmed)
    }

    async fn derive(&mut self, actor: Actor) -> Result<(), StepError> {
        const STEP: &str = "address";
        let person = self.actors.get_mut(actor);
        let address = derive(self.client, NETWORK, person.key.public_key()).await.at(STEP)?;
        self.screen.done(STEP, &format!("{address} of {}", person.name));
        person.address = address;
        Ok(())
    }

    /// Requests lumens from the faucet, which creates the account, and checks that they arrive.
    async fn fund(&mut self, actor: Actor) -> Result<(), StepError> {
        let (address, amount) = (self.actors.address(actor), FUNDS.unsigned_abs().into());
        let txid = sandbox::faucet(self.client, "xlm", address, amount, None).await?;
        let person = self.actors.get_mut(actor);
        person.expected = ExpectedHoldings {
            lumens: FUNDS,
            tokens: None,
            reserves: 2,
        };
        let text = format!("{} for {} in {}", xlm(FUNDS), person.name, short(&txid));
        self.screen.done("faucet", &text);
        self.check_holdings().await
    }

    /// Returns the recommended fee: the maximum fee charged in recent ledgers plus the base fee.
    async fn fee_stat(&mut self) -> Result<u32, StepError> {
        const STEP: &str = "fee";
        let fee = recommended_fee(self.client, NETWORK).await.at(STEP)?;
        ensure(fee >= 100, STEP, || format!("only {fee} stroops"))?;
        self.screen
            .done(STEP, &format!("maximum {} per operation", xlm(fee.into())));
        Ok(fee)
    }

    /// Checks in address info that each actor has the expected holdings.
    async fn check_holdings(&self) -> Result<(), StepError> {
        const STEP: &str = "owns";
        let issuer = self.actors.address(Actor::Issuer);
        for actor in [Actor::Alice, Actor::Bob, Actor::Issuer] {
            let person = self.actors.get(actor);
            let holdings = Holdings::of(self.client, &person.address, STEP).await?;
            let (found, expected) = (holdings.owned(issuer).at(STEP)?, person.expected);
            ensure(found == expected, STEP, || {
                format!("{}: found {found:?}, expected {expected:?}", person.name)
            })?;
            ensure(holdings.is_activated() == (expected.reserves > 0), STEP, || {
                format!("activated is {}", holdings.is_activated())
            })?;
        }
        Ok(())
    }

    fn show(&mut self, actor: Actor) {
        let person = self.actors.get(actor);
        let text = format!("{}: {}", person.name, person.expected.text());
        self.screen.done("owns", &text);
    }
}
