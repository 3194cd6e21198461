//! Transactions as changes of the funds of the owner of a view.

use super::facts::{Entry, Output, Payee};
use super::view::View;
use wallet_core::model::Direction;
use wallet_core::own_history::{OwnMovement, OwnTransaction, StatementAmount, StatementKind};

impl View {
    /// Returns the transactions of a page as changes of the owner's funds.
    pub fn own_transactions(&self, entries: &[Entry]) -> Vec<OwnTransaction> {
        let records = self.transactions(entries, 0).into_iter();
        let own = records.zip(entries).map(|(record, entry)| {
            let net = entry.effect(|address| self.is_own(address)).net;
            let (movements, fee) = self.movements(entry, net);
            OwnTransaction {
                txid: record.txid,
                at: entry.time,
                block: entry.height.map(u64::from),
                net,
                movements,
                fee: (fee > 0).then(|| self.amount(fee)),
                kind: if entry.is_coinbase() {
                    Some(StatementKind::Mined)
                } else {
                    (record.direction == Direction::Own).then_some(StatementKind::Own)
                },
                flags: record.flags,
            }
        });
        own.collect()
    }

    /// Returns the movements and the fee of the owner, which add up to the change of the balance.
    ///
    /// An owner of all inputs pays the external outputs and the fee. With inputs of others, the parts of the outputs and of the
    /// fee are unknown: the change is one movement.
    fn movements(&self, entry: &Entry, net: i128) -> (Vec<OwnMovement>, i128) {
        if net >= 0 {
            let from = if self.spends(entry) {
                String::new()
            } else {
                self.sender(entry)
            };
            let received = (net > 0).then(|| self.movement(true, net, from));
            return (received.into_iter().collect(), 0);
        }
        let is_own = |owner: Option<&crate::Address>| owner.is_some_and(|owner| self.is_own(owner));
        let external = entry.outputs.iter().filter(|output| self.is_external(entry, output));
        let external: Vec<_> = external.filter(|output| output.value > 0).collect();
        let paid: i128 = external.iter().map(|output| i128::from(output.value)).sum();
        let (cost, fee) = (-net, i128::from(entry.fee));
        // Data outputs with a value, and outputs to senders without an own address, are paid as well.
        let rest = cost - fee - paid;
        let has_all_inputs = entry.inputs.iter().all(|input| is_own(input.owner.as_ref()));
        if !has_all_inputs || rest < 0 {
            let to = external.first().and_then(|output| output.payee.address());
            return (vec![self.movement(false, cost, self.text(to))], 0);
        }
        let paid = external.into_iter().map(|output| self.payment(output));
        let burnt = (rest > 0).then(|| self.movement(false, rest, String::new()));
        (paid.chain(burnt).collect(), fee)
    }

    fn payment(&self, output: &Output) -> OwnMovement {
        let to = match &output.payee {
            Payee::Address(address) => self.text(Some(address)),
            Payee::Script | Payee::Data => String::new(),
        };
        self.movement(false, output.value.into(), to)
    }

    fn movement(&self, is_received: bool, amount: i128, counterparty: String) -> OwnMovement {
        OwnMovement {
            is_received,
            amount: self.amount(amount),
            counterparty,
        }
    }

    fn amount(&self, amount: i128) -> StatementAmount {
        StatementAmount::new(self.coin(), self.value(amount))
    }
}
