//! Selection of inputs with verified values.
//!
//! A p2pkh signature on btc, ltc and doge does not commit to the values of the inputs: the excess of an understated value
//! would become fee. The selected outputs are therefore checked against their parents
//! (docs/decisions/utxo-payments.md#verified-values-of-inputs).

use crate::parents;
use futures::StreamExt;
use std::pin::pin;
use tokio::time::Instant;
use wallet_btc_like::ports::BtcLikeNode;
use wallet_btc_like::{Address, BuildError, Coin, Coins, Input, MAX_INPUTS, OutPoint, Params, Sender, VerifiedOutputs};
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;
use wallet_http::ApiError;

/// Number of the largest outputs that each round verifies besides the selected ones. An upstream with one false value may
/// have many; with the selected ones alone, each would require a round.
const WIDENING: [usize; 4] = [0, 8, 64, MAX_INPUTS];

/// Percentage of the request time available to look-ups.
const LOOK_UPS_PERCENT: u32 = 80;

/// Effect of an output whose parent cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// Other outputs replace it; an error only if they are insufficient.
    Replaced,
    /// An error.
    Error,
}

/// Outputs that an upstream lists.
pub struct Listed<'a> {
    pub node: &'a dyn BtcLikeNode,
    pub params: &'static Params,
    pub coins: Vec<Coin<Sender>>,
}

impl Listed<'_> {
    /// Selects inputs. `select` is repeated until all inputs that it returns are verified, at most a few times.
    pub async fn select<T: AsRef<[Input]>>(
        self,
        unreadable: Unreadable,
        deadline: Deadline,
        select: impl Fn(&[Coin<Sender>]) -> Result<T, BuildError>,
    ) -> Result<T, ApiError> {
        if !self.coins.iter().any(|coin| requires_verification(&coin.owner)) {
            return Ok(select(&self.coins)?);
        }
        let mut search = Search::new(self, deadline);
        for widening in WIDENING {
            let selected = select(search.coins.as_slice());
            let pending = search.pending(&selected, widening);
            if pending.is_empty() {
                return selected.map_err(|error| search.error(error));
            }
            search.verify(pending, unreadable).await?;
        }
        search.remove_unverified();
        select(search.coins.as_slice()).map_err(|error| search.error(error))
    }
}

/// Returns the listed outputs, corrected by the outputs that are already verified. Sends no request.
pub fn known_coins<O: AsRef<Address>>(
    node: &dyn BtcLikeNode,
    params: &'static Params,
    coins: Vec<Coin<O>>,
) -> Coins<O> {
    let mut coins = Coins::new(coins);
    let known = node.known_outputs(params, &coins.outpoints());
    correct(params, &mut coins, &known);
    coins
}

/// Replaces listed values by those of verified outputs, and logs the differences.
fn correct<O: AsRef<Address>>(params: &Params, coins: &mut Coins<O>, outputs: &VerifiedOutputs) {
    for coin in coins.correct(outputs) {
        let (outpoint, listed, actual) = (coin.outpoint, coin.listed, coin.actual);
        tracing::warn!(chain = %params, %outpoint, listed, actual, "an upstream lists a false output");
    }
}

/// Returns true if the values of the owner's outputs are not known from its signatures.
const fn requires_verification(owner: &Sender) -> bool {
    !owner.signatures_commit_to_values()
}

/// Verification of listed outputs.
struct Search<'a> {
    node: &'a dyn BtcLikeNode,
    params: &'static Params,
    coins: Coins<Sender>,
    deadline: Deadline,
    /// The first reason for which an output was left out although it may exist.
    omitted: Option<UpstreamError>,
}

impl<'a> Search<'a> {
    fn new(listed: Listed<'a>, deadline: Deadline) -> Self {
        let Listed { node, params, coins } = listed;
        Self {
            node,
            params,
            coins: known_coins(node, params, coins),
            deadline: deadline.percent(LOOK_UPS_PERCENT, Instant::now().into_std()),
            omitted: None,
        }
    }

    /// Returns the outputs to verify before this selection is final.
    fn pending<T: AsRef<[Input]>>(&self, selected: &Result<T, BuildError>, widening: usize) -> Vec<OutPoint> {
        match selected {
            Ok(inputs) => {
                let inputs = inputs
                    .as_ref()
                    .iter()
                    .filter(|input| requires_verification(&input.owner));
                let mut pending = self.coins.unverified(inputs.map(|input| input.utxo.outpoint));
                if !pending.is_empty() {
                    pending.extend(self.coins.largest_unverified(widening, requires_verification));
                }
                pending
            }
            // The listed values may be too low: only verified ones show that funds are insufficient.
            Err(BuildError::InsufficientFunds { .. }) => {
                let left = MAX_INPUTS.saturating_sub(self.coins.verified_count());
                self.coins.largest_unverified(left, requires_verification)
            }
            Err(_) => Vec::new(),
        }
    }

    /// Looks up the parents of these outputs, and corrects or removes the outputs.
    async fn verify(&mut self, outpoints: Vec<OutPoint>, unreadable: Unreadable) -> Result<(), UpstreamError> {
        let mut look_ups = pin!(parents::look_up(self.node, self.params, outpoints, self.deadline));
        while let Some((txid, look_up)) = look_ups.next().await {
            match look_up {
                Ok(Some(outputs)) => correct(self.params, &mut self.coins, &outputs),
                Ok(None) => {
                    tracing::warn!(chain = %self.params, %txid, "an upstream lists an output of an unknown transaction");
                    self.coins.retain(|coin| coin.unspent.utxo.outpoint.txid != txid);
                    self.omit(|| format!("an output of transaction {txid}, which no upstream has"));
                }
                Err(failure) if unreadable == Unreadable::Error => return Err(failure),
                Err(failure) => {
                    self.coins.retain(|coin| coin.unspent.utxo.outpoint.txid != txid);
                    self.omitted.get_or_insert(failure);
                }
            }
        }
        Ok(())
    }

    fn remove_unverified(&mut self) {
        if self.coins.retain(|coin| !requires_verification(&coin.owner)) {
            self.omit(|| "too many outputs with false values".to_owned());
        }
    }

    fn omit(&mut self, cause: impl FnOnce() -> String) {
        self.omitted
            .get_or_insert_with(|| UpstreamError::Unusable { cause: cause() });
    }

    /// Returns the error of a selection. Without the omitted outputs, funds are not known to be insufficient.
    fn error(self, error: BuildError) -> ApiError {
        match self.omitted {
            Some(reason) if matches!(error, BuildError::InsufficientFunds { .. }) => reason.into(),
            _ => error.into(),
        }
    }
}
