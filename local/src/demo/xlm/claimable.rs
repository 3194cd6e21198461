//! The claimable balance of the demo run.

use super::actors::{Actor, ExpectedHoldings, lumen};
use super::holdings::{Expected, Holdings};
use super::steps::{one, value};
use super::transaction::TransactionSpec;
use super::{DemoRun, UNIT};
use crate::demo::screen::short;
use crate::demo::step::{AtStep, StepError, ensure};
use wallet_client::address_info_xlm::{ClaimConditions, ClaimState, ClaimableBalance, KnownAction};
use wallet_client::blockchain_connector_xlm::operation::{Claimant, OperationBody, Predicate};
use wallet_client::payments::xlm::Action;

/// The amount of the claimable balance for Bob, in stroops.
const ASIDE: i64 = 25 * UNIT;

impl DemoRun<'_> {
    /// Creates a claimable balance that Bob can claim until tomorrow and Alice can claim from then on.
    pub(super) async fn set_aside(&mut self, tomorrow: u64) -> Result<(), StepError> {
        let until_tomorrow = Predicate {
            abs_before: Some(tomorrow.to_string()),
            ..Predicate::default()
        };
        let within_a_minute = Predicate {
            rel_before: Some("60".to_owned()),
            ..Predicate::default()
        };
        let before = Predicate {
            or: Some(vec![until_tomorrow.clone(), within_a_minute]),
            ..Predicate::default()
        };
        let after = Predicate {
            not: Some(Box::new(until_tomorrow)),
            ..Predicate::default()
        };
        let claimants = [(Actor::Bob, before), (Actor::Alice, after)];
        let claimants = claimants.map(|(actor, predicate)| Claimant {
            destination: self.actors.address(actor).to_owned(),
            predicate: Some(predicate),
        });
        let operation = OperationBody::CreateClaimableBalance {
            asset: lumen(),
            amount: ASIDE.to_string(),
            claimants: claimants.into(),
        };
        // The creator of a claimable balance locks one base reserve per claimant until the balance is
        // claimed.
        let aside = ExpectedHoldings {
            reserves: 2,
            ..ExpectedHoldings::lumens(-ASIDE)
        };
        let title = format!("Alice sets {} aside for Bob", ExpectedHoldings::lumens(ASIDE).text());
        let expected = Expected {
            to: String::new(),
            value: -ASIDE,
            action: KnownAction::CreateClaimableBalance {
                asset: lumen(),
                value: value(ASIDE),
                sponsor: self.actors.address(Actor::Alice).to_owned(),
            },
        };
        let action = one(operation);
        let spec = TransactionSpec::new(title, Actor::Alice, "CreateClaimableBalance", action, expected);
        self.transact(spec.with_changes([(Actor::Alice, aside)])).await
    }

    /// Claims the claimable balance that address info lists for Bob.
    pub(super) async fn claim(&mut self, tomorrow: u64) -> Result<(), StepError> {
        let from_then_on = ClaimConditions {
            valid_from: Some(tomorrow),
            valid_to: None,
        };
        self.claimable(Actor::Alice, ClaimState::Upcoming, from_then_on).await?;
        let until_then = ClaimConditions {
            valid_from: None,
            valid_to: Some(tomorrow),
        };
        let id = self.claimable(Actor::Bob, ClaimState::Claimable, until_then).await?.id;
        let released = ExpectedHoldings {
            reserves: -2,
            ..ExpectedHoldings::default()
        };
        let expected = Expected {
            to: self.actors.address(Actor::Bob).to_owned(),
            value: ASIDE,
            action: KnownAction::ClaimClaimableBalance { balance_id: id.clone() },
        };
        let (title, claim) = (format!("Bob claims {}", short(&id)), Action::Claim { id });
        let spec = TransactionSpec::new(title, Actor::Bob, "ClaimClaimableBalance", claim, expected);
        let changes = [(Actor::Bob, ExpectedHoldings::lumens(ASIDE)), (Actor::Alice, released)];
        self.transact(spec.with_changes(changes)).await
    }

    /// Returns the only claimable balance of an actor after checking its fields.
    async fn claimable(
        &mut self,
        actor: Actor,
        status: ClaimState,
        conditions: ClaimConditions,
    ) -> Result<ClaimableBalance, StepError> {
        const STEP: &str = "claimable";
        let (alice, claimant) = (self.actors.address(Actor::Alice), self.actors.get(actor));
        let holdings = Holdings::of(self.client, &claimant.address, STEP).await?;
        let found = holdings.only_claimable().at(STEP)?;
        let found_fields = (&found.status, found.from.as_deref(), &found.to);
        ensure(found_fields == (&status, Some(alice), &claimant.address), STEP, || {
            format!("found {found_fields:?}")
        })?;
        let found_value = (&found.asset, &found.balance);
        ensure(found_value == (&lumen(), &value(ASIDE)), STEP, || {
            "the amount or the asset differs".to_owned()
        })?;
        ensure(found.conditions == conditions, STEP, || {
            format!("found {:?}, expected {conditions:?}", found.conditions)
        })?;
        let text = format!(
            "{} for {} is {status}",
            ExpectedHoldings::lumens(ASIDE).text(),
            claimant.name
        );
        self.screen.done(STEP, &text);
        Ok(found)
    }
}
