//! The events of transactions and classic operations (CAP-67): fees, transfers between accounts and claimable balances,
//! and authorizations of trustlines, as events of the contracts of the assets.

use super::codec;
use super::horizon::view;
use super::ledger::Included;
use super::ledger::participants::entry_changes;
use super::rules::network_id;
use super::state::account::{AUTHORIZED, issued, issuer};
use stellar_xdr::{
    AccountId, AccountMergeResult, Asset, ClaimAtom, ClaimableBalanceEntry, ContractEvent, ContractEventBody,
    ContractEventType, ContractEventV0, ContractId, ContractIdPreimage, CreateClaimableBalanceResult, ExtensionPoint,
    Hash, HashIdPreimage, HashIdPreimageContractId, InnerTransactionResultResult, LedgerEntryData,
    ManageBuyOfferResult, ManageSellOfferResult, Memo, MuxedAccount, Operation, OperationBody, OperationResult,
    OperationResultTr, PathPaymentStrictReceiveResult, PathPaymentStrictSendResult, ScAddress, ScBytes, ScMap,
    ScMapEntry, ScString, ScSymbol, ScVal, ScVec, TransactionEvent, TransactionEventStage, TransactionMeta,
    TransactionResultResult,
};

/// Returns the metadata of a transaction with the events.
pub fn meta(included: &Included) -> TransactionMeta {
    let mut meta = included.meta.clone();
    if let TransactionMeta::V4(meta) = &mut meta {
        meta.events = codec::list(vec![fee(included)]);
        let mut operations = meta.operations.to_vec();
        for (index, operation) in operations.iter_mut().enumerate() {
            operation.events = codec::list(of_operation(included, index));
        }
        meta.operations = codec::list(operations);
    }
    meta
}

/// Returns the event of the fee, which is charged before all transactions of a ledger.
pub fn fee(included: &Included) -> TransactionEvent {
    let payer = ScAddress::Account(included.transaction.fee_source());
    let topics = vec![symbol("fee"), ScVal::Address(payer)];
    TransactionEvent {
        stage: TransactionEventStage::BeforeAllTxs,
        event: event(&Asset::Native, topics, number(included.fee_charged())),
    }
}

/// Returns the events of an operation; an operation of a failed transaction has none.
pub fn of_operation(included: &Included, index: usize) -> Vec<ContractEvent> {
    let operation = included.transaction.inner.operations.get(index);
    let result = results(included).get(index);
    let (Some(operation), Some(OperationResult::OpInner(result))) = (operation, result) else {
        return Vec::new();
    };
    if let OperationBody::InvokeHostFunction(_) = &operation.body {
        return of_contract(included, index);
    }
    let context = Context {
        included,
        index,
        operation,
        source: included.transaction.source_of(operation),
    };
    context.events(result)
}

/// Returns the events of a called contract, which are a part of the metadata.
fn of_contract(included: &Included, index: usize) -> Vec<ContractEvent> {
    match &included.meta {
        TransactionMeta::V4(meta) => meta.operations.get(index).map(|operation| operation.events.to_vec()),
        _ => None,
    }
    .unwrap_or_default()
}

fn results(included: &Included) -> &[OperationResult] {
    match &included.result.result {
        TransactionResultResult::TxSuccess(results) => results,
        TransactionResultResult::TxFeeBumpInnerSuccess(pair) => match &pair.result.result {
            InnerTransactionResultResult::TxSuccess(results) => results,
            _ => &[],
        },
        _ => &[],
    }
}

/// Returns the id of the contract that represents an asset.
pub fn contract_of(asset: &Asset) -> ContractId {
    let preimage = HashIdPreimage::ContractId(HashIdPreimageContractId {
        network_id: Hash(network_id()),
        contract_id_preimage: ContractIdPreimage::Asset(asset.clone()),
    });
    ContractId(Hash(codec::hash(&preimage)))
}

/// An operation of a successful transaction.
struct Context<'a> {
    included: &'a Included,
    index: usize,
    operation: &'a Operation,
    source: AccountId,
}

impl Context<'_> {
    fn events(&self, result: &OperationResultTr) -> Vec<ContractEvent> {
        match (&self.operation.body, result) {
            (OperationBody::CreateAccount(operation), _) => {
                let destination = MuxedAccount::from(operation.destination.clone());
                vec![self.paid(&Asset::Native, &destination, operation.starting_balance)]
            }
            (OperationBody::Payment(operation), _) => {
                vec![self.paid(&operation.asset, &operation.destination, operation.amount)]
            }
            (
                OperationBody::AccountMerge(destination),
                OperationResultTr::AccountMerge(AccountMergeResult::Success(balance)),
            ) => vec![self.paid(&Asset::Native, destination, *balance)],
            (
                OperationBody::PathPaymentStrictReceive(operation),
                OperationResultTr::PathPaymentStrictReceive(PathPaymentStrictReceiveResult::Success(success)),
            ) => {
                let paid = self.paid(&operation.dest_asset, &operation.destination, operation.dest_amount);
                self.trades(&success.offers).into_iter().chain([paid]).collect()
            }
            (
                OperationBody::PathPaymentStrictSend(operation),
                OperationResultTr::PathPaymentStrictSend(PathPaymentStrictSendResult::Success(success)),
            ) => {
                let paid = self.paid(&operation.dest_asset, &operation.destination, success.last.amount);
                self.trades(&success.offers).into_iter().chain([paid]).collect()
            }
            (
                _,
                OperationResultTr::ManageSellOffer(ManageSellOfferResult::Success(success))
                | OperationResultTr::CreatePassiveSellOffer(ManageSellOfferResult::Success(success))
                | OperationResultTr::ManageBuyOffer(ManageBuyOfferResult::Success(success)),
            ) => self.trades(&success.offers_claimed),
            (body, result) => self.other_events(body, result),
        }
    }

    fn other_events(&self, body: &OperationBody, result: &OperationResultTr) -> Vec<ContractEvent> {
        match (body, result) {
            (
                OperationBody::CreateClaimableBalance(operation),
                OperationResultTr::CreateClaimableBalance(CreateClaimableBalanceResult::Success(id)),
            ) => {
                let to = ScAddress::ClaimableBalance(id.clone());
                vec![moved(&operation.asset, self.account(), to, operation.amount, None)]
            }
            (OperationBody::ClaimClaimableBalance(_), _) => {
                let claimed = |balance: &ClaimableBalanceEntry| {
                    let from = ScAddress::ClaimableBalance(balance.balance_id.clone());
                    moved(&balance.asset, from, self.account(), balance.amount, self.memo())
                };
                self.removed_balance().map(claimed).into_iter().collect()
            }
            (OperationBody::Clawback(operation), _) => {
                let from = ScAddress::Account(operation.from.clone().account_id());
                vec![clawed_back(&operation.asset, from, operation.amount)]
            }
            (OperationBody::ClawbackClaimableBalance(_), _) => {
                let clawed_back = |balance: &ClaimableBalanceEntry| {
                    let from = ScAddress::ClaimableBalance(balance.balance_id.clone());
                    clawed_back(&balance.asset, from, balance.amount)
                };
                self.removed_balance().map(clawed_back).into_iter().collect()
            }
            (OperationBody::AllowTrust(operation), _) => {
                let asset = issued(&self.source, &operation.asset);
                self.authorization(&operation.trustor, &asset)
            }
            (OperationBody::SetTrustLineFlags(operation), _) => {
                self.authorization(&operation.trustor, &operation.asset)
            }
            _ => Vec::new(),
        }
    }

    fn account(&self) -> ScAddress {
        ScAddress::Account(self.source.clone())
    }

    /// Returns the event of a payment by the source.
    fn paid(&self, asset: &Asset, destination: &MuxedAccount, amount: i64) -> ContractEvent {
        let id = match destination {
            MuxedAccount::MuxedEd25519(muxed) => Some(ScVal::U64(muxed.id)),
            MuxedAccount::Ed25519(_) => self.memo(),
        };
        let to = ScAddress::Account(destination.clone().account_id());
        moved(asset, self.account(), to, amount, id)
    }

    /// Returns the memo as the id of a destination that has none.
    fn memo(&self) -> Option<ScVal> {
        match &self.included.transaction.inner.memo {
            Memo::None => None,
            Memo::Text(text) => Some(ScVal::String(ScString(text.to_vec().try_into().unwrap_or_default()))),
            Memo::Id(id) => Some(ScVal::U64(*id)),
            Memo::Hash(hash) | Memo::Return(hash) => {
                Some(ScVal::Bytes(ScBytes(hash.0.to_vec().try_into().unwrap_or_default())))
            }
        }
    }

    /// Returns two events for each offer that the source takes.
    fn trades(&self, taken: &[ClaimAtom]) -> Vec<ContractEvent> {
        let orders = taken.iter().filter_map(|atom| match atom {
            ClaimAtom::OrderBook(order) => Some(order),
            // The sandbox has no pools.
            ClaimAtom::V0(_) | ClaimAtom::LiquidityPool(_) => None,
        });
        let events = orders.flat_map(|order| {
            let seller = || ScAddress::Account(order.seller_id.clone());
            let sold = moved(&order.asset_sold, seller(), self.account(), order.amount_sold, None);
            let bought = moved(&order.asset_bought, self.account(), seller(), order.amount_bought, None);
            [sold, bought]
        });
        events.collect()
    }

    /// Returns the claimable balance that the operation removed.
    fn removed_balance(&self) -> Option<&ClaimableBalanceEntry> {
        let changes = entry_changes(self.included, self.index);
        let removed = changes.into_iter().filter(|change| change.after.is_none());
        removed
            .filter_map(|change| change.before_data())
            .find_map(|data| match data {
                LedgerEntryData::ClaimableBalance(balance) => Some(balance),
                _ => None,
            })
    }

    /// Returns the event of a trustline whose authorization has changed.
    fn authorization(&self, holder: &AccountId, asset: &Asset) -> Vec<ContractEvent> {
        let is_authorized = |data: Option<&LedgerEntryData>| match data {
            Some(LedgerEntryData::Trustline(line)) => Some(line.flags & AUTHORIZED != 0),
            _ => None,
        };
        let changes = entry_changes(self.included, self.index);
        let is_now = changes.iter().find_map(|change| {
            let (before, after) = (
                is_authorized(change.before_data())?,
                is_authorized(change.after_data())?,
            );
            (before != after).then_some(after)
        });
        let shown = is_now.map(|is_authorized| {
            let holder = ScAddress::Account(holder.clone());
            let topics = vec![symbol("set_authorized"), ScVal::Address(holder), name(asset)];
            event(asset, topics, ScVal::Bool(is_authorized))
        });
        shown.into_iter().collect()
    }
}

/// Returns the event of a movement: a mint from the issuer, a burn to the issuer, or otherwise a transfer. `id` is the
/// id of the destination.
pub fn moved(
    asset: &Asset,
    from: ScAddress,
    to: ScAddress,
    amount: impl Into<i128>,
    id: Option<ScVal>,
) -> ContractEvent {
    let is_issuer = |address: &ScAddress| match address {
        ScAddress::Account(account) => issuer(asset) == Some(account),
        _ => false,
    };
    let (topics, id) = match (is_issuer(&from), is_issuer(&to)) {
        (true, false) => (vec![symbol("mint"), ScVal::Address(to)], id),
        (false, true) => (vec![symbol("burn"), ScVal::Address(from)], None),
        _ => (vec![symbol("transfer"), ScVal::Address(from), ScVal::Address(to)], id),
    };
    let data = match id {
        None => number(amount),
        Some(id) => {
            let field = |key: &str, val| ScMapEntry { key: symbol(key), val };
            let fields = vec![field("amount", number(amount)), field("to_muxed_id", id)];
            ScVal::Map(Some(ScMap(codec::list(fields))))
        }
    };
    let topics = topics.into_iter().chain([name(asset)]);
    event(asset, topics.collect(), data)
}

/// Returns the event of an approval of a spender until a ledger.
pub fn approved(asset: &Asset, from: ScAddress, spender: ScAddress, amount: i128, last: u32) -> ContractEvent {
    let topics = vec![
        symbol("approve"),
        ScVal::Address(from),
        ScVal::Address(spender),
        name(asset),
    ];
    let data = vec![number(amount), ScVal::U32(last)];
    event(asset, topics, ScVal::Vec(Some(ScVec(codec::list(data)))))
}

fn clawed_back(asset: &Asset, from: ScAddress, amount: i64) -> ContractEvent {
    let topics = vec![symbol("clawback"), ScVal::Address(from), name(asset)];
    event(asset, topics, number(amount))
}

fn event(asset: &Asset, topics: Vec<ScVal>, data: ScVal) -> ContractEvent {
    ContractEvent {
        ext: ExtensionPoint::V0,
        contract_id: Some(contract_of(asset)),
        type_: ContractEventType::Contract,
        body: ContractEventBody::V0(ContractEventV0 {
            topics: codec::list(topics),
            data,
        }),
    }
}

fn number(amount: impl Into<i128>) -> ScVal {
    amount.into().into()
}

fn symbol(text: &str) -> ScVal {
    ScVal::Symbol(ScSymbol(text.try_into().unwrap_or_default()))
}

/// Returns the name of an asset: `native`, or code and issuer.
fn name(asset: &Asset) -> ScVal {
    let text = view::asset_text(asset);
    ScVal::String(ScString(text.as_str().try_into().unwrap_or_default()))
}
