//! POST /api/{chain}/xpub

use crate::Services;
use crate::info::read_params;
use crate::page::{entries, next_cursor, partial};
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_btc_like::history::{Cursor, View};
use wallet_btc_like::{Branch, Chain, DEFAULT_GAP, ExtendedKey, KeyAddress, KeyCoin, KeyFacts, KeyQuery, Params};
use wallet_core::model::{Action, AssetValue, BtcLikeBalance, ChainName, MORE_ADDRESSES, Network, Source, Transaction};
use wallet_core::wire::{
    AmountText, BtcLikeAddressText, BtcLikeTxidText, CompressedKeyText, GapNumber, PageLimitNumber, PathText,
};
use wallet_http::{
    Body, Cost, Data, ErrorCode, Field, HandlerResult, PathChain, RequestDeadline, Required, UpstreamBudget,
};

/// The entry of `source.partial` for an extended key with more unspent outputs than a response has.
const MORE_OUTPUTS: &str = "utxo";

/// The maximum number of unspent outputs of a response: about 1.7 MB, so that the response stays below the limit of 6
/// MB of a Lambda function (docs/decisions/utxo-history.md#balance-and-outputs-of-keys).
pub const MAX_OUTPUTS: usize = 5000;

wallet_core::request! {
    /// Extended public key and page of its history.
    #[schema(as = ExtendedKeyRequest)]
    pub struct Request {
        /// The extended public key of an account, with the version bytes of BIP 32 or SLIP-132, which imply the type of its
        /// addresses: `xpub` p2pkh, `ypub` p2wpkh in p2sh, `zpub` p2wpkh, and the versions of the other chains and of the
        /// testnets (`Ltub`, `Mtub`, `dgub`, `tpub`, `upub`, `vpub`, `ttub`). Or an output descriptor (BIP 380) of one
        /// extended public key: `pkh(KEY)`, `sh(wpkh(KEY))`, `wpkh(KEY)`, `tr(KEY)`, where `KEY` may start with its origin
        /// `[fingerprint/path]` and ends with `/<0;1>/*`, `/0/*` or `/1/*`. A checksum after `#` is verified. Private keys
        /// are rejected.
        xpub: Required<ExtendedKey>,
        /// livenet or testnet.
        network: Field<Network>,
        /// Maximum number of transactions, 0 to 200. With 0 the response has no transactions.
        limit: Field<PageLimitNumber<50>>,
        /// The `nextCursor` of the previous response for the same key.
        cursor: Field<Cursor>,
        /// Number of consecutive unused addresses after which the search for used ones ends, 1 to 100.
        gap: Field<GapNumber>,
    }
}

/// Addresses, balances, unspent outputs and transactions of an extended public key.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ExtendedKeyResponse)]
pub struct Response {
    /// The chain.
    #[schema(pattern = "^(btc|ltc|bch|doge)$", example = "btc")]
    chain: &'static str,
    /// The balance of the coin over all addresses, confirmed and unconfirmed, also if it is zero. It is the same on every
    /// page.
    balances: Vec<BtcLikeBalance>,
    /// The addresses: those for payments, then those for change, each by index up to `gap` unused addresses after the
    /// last used one; at most 1000.
    addresses: Vec<AddressRecord>,
    /// The next unused addresses.
    next: NextAddresses,
    /// The unspent outputs of all addresses, including the mempool. The balance is their sum. If there are more than 5000,
    /// those with the highest values, and `source.partial` contains `utxo`.
    utxo: Vec<OutputRecord>,
    /// The transactions of all addresses, latest first, pending before confirmed, from the view of the whole key: change
    /// and payments between its addresses are not payments to others. Addresses are in their canonical form.
    transactions: Vec<Transaction<Action>>,
    /// The `cursor` of the next page; absent on the last page, without the history, and with the limit 0. A page may
    /// have fewer transactions than `limit` before the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "AQAAAKoAAAAB")]
    next_cursor: Option<String>,
    /// The source of the data.
    source: Source,
}

/// An address of the key.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExtendedKeyAddress)]
struct AddressRecord {
    /// The address in its canonical form.
    address: BtcLikeAddressText,
    /// The derivation path: from the master key (`m/84'/0'/0'/0/5`) if the descriptor has an origin, otherwise from the
    /// given key (`0/5`).
    path: PathText,
    /// True for an address for change.
    change: bool,
    /// True if the address has transactions, also pending ones.
    used: bool,
    /// The balance of the coin, confirmed and unconfirmed.
    balance: AssetValue,
}

/// The first address after the last used one of each branch. Absent if the descriptor does not include the branch, or if
/// the address is beyond the maximum number of addresses.
#[derive(Debug, Serialize, ToSchema)]
struct NextAddresses {
    /// The next address for a payment from others.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = BtcLikeAddressText, required = false)]
    receive: Option<BtcLikeAddressText>,
    /// The next address for change.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = BtcLikeAddressText, required = false)]
    change: Option<BtcLikeAddressText>,
}

/// An unspent output of the key.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ExtendedKeyOutput)]
struct OutputRecord {
    /// The transaction that created the output.
    txid: BtcLikeTxidText,
    /// The index of the output in that transaction, from 0.
    #[schema(example = 1)]
    vout: u32,
    /// The value in the base unit.
    value: AmountText,
    /// The address that has the output, in its canonical form.
    address: BtcLikeAddressText,
    /// The derivation path of the address, as in `addresses`.
    path: PathText,
    /// The public key of the address; of a taproot address the internal key (BIP 86).
    public_key: CompressedKeyText,
    /// The number of confirmations, 0 while the transaction is pending.
    #[schema(example = 6)]
    confirmations: u32,
}

/// Returns all addresses of an extended public key, with balances, unspent outputs and transactions.
///
/// The addresses are derived by the service. The search for used ones ends after `gap` consecutive unused addresses for
/// payments and as many for change (BIP 44), and at 1000 addresses, in which case `source.partial` contains `addresses`.
///
/// The key is in the body, because URLs are logged by proxies. It reveals all addresses of an account, but cannot spend.
#[utoipa::path(
    post, path = "/api/{chain}/xpub", operation_id = "extendedKeyInfo",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidPublicKey, ErrorCode::NetworkNotSupported]))),
)]
pub async fn post(
    State(services): State<Services>,
    budget: UpstreamBudget,
    PathChain(chain): PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Body(request): Body<Request>,
) -> HandlerResult<Response> {
    request.xpub.is_present()?;
    let key = request
        .xpub
        .get_in(read_params(chain, request.network.or_default()?)?)?;
    let limit = request.limit.limit()?;
    let query = KeyQuery {
        limit,
        from: request.cursor.or_default()?,
        gap: request.gap.get()?.unwrap_or(DEFAULT_GAP),
    };
    let reserved = Cost::key(query.gap, query.limit);
    let _scans = budget.spend_scans(reserved, 1)?;
    let facts = services.index.key_facts(&key, query, deadline).await?;
    budget.settle(reserved, facts_cost(&facts));
    Ok(Data(respond(&key, &facts, MAX_OUTPUTS)))
}

/// Returns the cost of the facts, which is that of the addresses that were looked up.
///
/// Blockbook knows keys, an Electrum server receives a status request for each address, and an Esplora a request for
/// each address, and for the outputs and transactions if used.
pub fn facts_cost(facts: &KeyFacts) -> Cost {
    let addresses = &facts.scanned.addresses;
    let used = addresses.iter().filter(|scanned| scanned.used).count();
    match facts.upstream {
        "blockbook" => Cost::default(),
        "electrum" => Cost::requests(addresses.len()),
        _ => Cost::requests(addresses.len() + 2 * used),
    }
}

/// Returns the response about an extended key with at most this number of outputs.
pub fn respond(key: &ExtendedKey, facts: &KeyFacts, max_outputs: usize) -> Response {
    let params = key.params();
    let view = View::of_key(params, &facts.scanned);
    let next = |branch| {
        facts
            .scanned
            .next(branch)
            .map(|next| BtcLikeAddressText::of(&next.address))
    };
    let history = facts.history.as_ref();
    let unavailable = facts.unavailable.as_ref();
    let more = [
        facts.scanned.is_truncated.then_some(MORE_ADDRESSES),
        (facts.coins.len() > max_outputs).then_some(MORE_OUTPUTS),
    ];
    let outputs = facts.highest_coins(max_outputs).into_iter();
    Response {
        chain: params.chain.name(),
        balances: vec![view.balance(&facts.funds, unavailable)],
        addresses: addresses(params, facts),
        next: NextAddresses {
            receive: next(Branch::Receive),
            change: next(Branch::Change),
        },
        utxo: outputs.filter_map(|coin| output(facts, coin)).collect(),
        transactions: view.transactions(entries(history), facts.tip),
        next_cursor: next_cursor(history),
        source: Source {
            upstream: facts.upstream,
            block: facts.tip.to_string(),
            partial: partial(history, unavailable)
                .chain(more.into_iter().flatten())
                .collect(),
        },
    }
}

fn addresses(params: &Params, facts: &KeyFacts) -> Vec<AddressRecord> {
    let balances = facts.balances().into_iter();
    let scanned = facts.scanned.addresses.iter().zip(balances);
    let record = |(scanned, balance): (&wallet_btc_like::ScannedAddress, u64)| {
        let KeyAddress {
            address, branch, path, ..
        } = &scanned.key_address;
        AddressRecord {
            address: BtcLikeAddressText::of(address),
            path: PathText::of(path),
            change: *branch == Branch::Change,
            used: scanned.used,
            balance: AssetValue::new(balance, params.decimals),
        }
    };
    scanned.map(record).collect()
}

fn output(facts: &KeyFacts, coin: &KeyCoin) -> Option<OutputRecord> {
    let KeyAddress {
        address,
        path,
        public_key,
        ..
    } = &facts.scanned.addresses.get(coin.owner)?.key_address;
    let utxo = &coin.unspent.utxo;
    Some(OutputRecord {
        txid: BtcLikeTxidText::of(utxo.outpoint.txid),
        vout: utxo.outpoint.vout,
        value: AmountText::of(utxo.value),
        address: BtcLikeAddressText::of(address),
        path: PathText::of(path),
        public_key: CompressedKeyText::of(public_key),
        confirmations: coin.unspent.confirmations,
    })
}
