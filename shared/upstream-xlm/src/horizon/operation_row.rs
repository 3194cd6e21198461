//! Decoding of operation records by type.
//!
//! Operations unknown to the specification are omitted, and disclosed unless the row contains their effect. An
//! unreadable operation of a failed transaction changed nothing; the record is omitted and disclosed, and so are
//! unreadable transfers of contracts (docs/decisions/upstreams.md#unreadable-rows).

use super::fields::{Fields, read};
use serde::Deserialize;
use serde_json::{Map, Value};
use wallet_upstream::Failure;
use wallet_xlm::contract::ScValue;
use wallet_xlm::history::{
    Body, Entry, Offer, Operation, Party, PathPayment, Payment, Revoked, Strict, Transfer, TransferAmount,
};
use wallet_xlm::{AccountId, Asset, MuxedAccount, Stroops, TrustlineAsset};

/// Operation: the type, and fields that depend on the type.
#[derive(Debug, Deserialize)]
pub(super) struct WireOperation {
    r#type: String,
    #[serde(flatten)]
    fields: Map<String, Value>,
}

/// Bits of an operation id with the index in the transaction, from 1.
const INDEX_MASK: u64 = 0xfff;

/// Types without an action: they change only the lifetime of contract data, or pay lumens that the net of the row
/// contains.
const WITHOUT_ACTION: [&str; 3] = ["extend_footprint_ttl", "inflation", "restore_footprint"];
/// Flags of a trustline.
const TRUSTLINE_FLAGS: [u32; 3] = [1, 2, 4];

#[derive(Debug, Default)]
pub(super) struct DecodedOperation {
    /// The operation, `None` if the type is unknown, or if unreadable and failed.
    pub(super) operation: Option<Operation>,
    /// True if the operation or parts thereof are unreadable and omitted.
    pub(super) lacks_parts: bool,
}

impl WireOperation {
    /// Decodes the operation with this id of a transaction.
    pub(super) fn decode(&self, number: u64, transaction: &Entry) -> Result<DecodedOperation, Failure> {
        // Index 0 is the id of a transaction.
        let index = (number & INDEX_MASK).saturating_sub(1);
        let index = usize::try_from(index).unwrap_or(usize::MAX);
        match self.operation(index, transaction) {
            Err(failure) if !transaction.succeeded => {
                tracing::debug!(%failure, "unreadable operation of a failed transaction");
                Ok(DecodedOperation {
                    operation: None,
                    lacks_parts: true,
                })
            }
            operation => {
                let operation = operation?;
                let is_omitted = operation.is_none() && !WITHOUT_ACTION.contains(&self.r#type.as_str());
                Ok(DecodedOperation {
                    lacks_parts: is_omitted || self.lacks_transfers() || self.lacks_flags(),
                    operation,
                })
            }
        }
    }

    fn operation(&self, index: usize, transaction: &Entry) -> Result<Option<Operation>, Failure> {
        let sent = transaction.effects.of(index).sent;
        let body = self.body(transaction.succeeded, sent)?;
        let source = |body| {
            Ok(Operation {
                index,
                source: self.fields().muxed("source_account")?,
                body,
            })
        };
        body.map(source).transpose()
    }

    /// Returns true if a transfer of a contract call is unreadable.
    fn lacks_transfers(&self) -> bool {
        let is_call = self.r#type == "invoke_host_function";
        is_call && transfers(self.fields()).is_ok_and(|transfers| transfers.iter().any(Option::is_none))
    }

    /// Returns true if a flag of a trustline is unknown.
    fn lacks_flags(&self) -> bool {
        let lists = ["set_flags", "clear_flags"].map(|name| self.fields().list(name).unwrap_or_default());
        let is_known = |item: &Value| TRUSTLINE_FLAGS.iter().any(|flag| *item == *flag);
        self.r#type == "set_trust_line_flags" && !lists.into_iter().flatten().all(is_known)
    }

    const fn fields(&self) -> Fields<'_> {
        Fields(&self.fields)
    }

    fn body(&self, succeeded: bool, sent: Option<Stroops>) -> Result<Option<Body>, Failure> {
        let fields = self.fields();
        let body = match self.r#type.as_str() {
            "create_account" => create_account(fields),
            "payment" => payment(fields).map(Body::Payment),
            "path_payment_strict_receive" | "path_payment" => strict_receive(fields, succeeded, sent),
            "path_payment_strict_send" => strict_send(fields, succeeded),
            "manage_sell_offer" | "manage_offer" => numbered_offer(fields).map(Body::SellOffer),
            "manage_buy_offer" => numbered_offer(fields).map(Body::BuyOffer),
            "create_passive_sell_offer" | "create_passive_offer" => offer(fields, 0).map(Body::PassiveOffer),
            "set_options" => set_options(fields),
            "change_trust" => change_trust(fields),
            "allow_trust" => allow_trust(fields),
            "set_trust_line_flags" => set_trust_line_flags(fields),
            "account_merge" => account_merge(fields),
            "manage_data" => fields
                .text("name")
                .map(|name| Body::ManageData { name: name.to_owned() }),
            "bump_sequence" => fields.number("bump_to").map(|to| Body::BumpSequence { to }),
            "create_claimable_balance" => create_claimable_balance(fields),
            "claim_claimable_balance" => claim_claimable_balance(fields),
            "clawback" => clawback(fields),
            "clawback_claimable_balance" => fields
                .read("balance_id")
                .map(|id| Body::ClawbackClaimableBalance { id }),
            "begin_sponsoring_future_reserves" => begin_sponsoring(fields),
            "end_sponsoring_future_reserves" => end_sponsoring(fields),
            "revoke_sponsorship" => revoked(fields).map(Body::RevokeSponsorship),
            "liquidity_pool_deposit" => pool_deposit(fields, succeeded),
            "liquidity_pool_withdraw" => pool_withdraw(fields, succeeded),
            "invoke_host_function" => call_contract(fields, succeeded),
            _ => return Ok(None),
        };
        body.map(Some)
    }
}

fn numbered_offer(fields: Fields<'_>) -> Result<Offer, Failure> {
    offer(fields, fields.number("offer_id")?)
}

fn offer(fields: Fields<'_>, id: i64) -> Result<Offer, Failure> {
    Ok(Offer {
        selling: fields.asset("selling_")?,
        buying: fields.asset("buying_")?,
        amount: fields.amount("amount")?,
        price: fields.decimal("price")?,
        id,
    })
}

fn set_options(fields: Fields<'_>) -> Result<Body, Failure> {
    Ok(Body::SetOptions {
        signer_weight: fields.small("signer_weight")?,
        master_weight: fields.small("master_key_weight")?,
    })
}

fn change_trust(fields: Fields<'_>) -> Result<Body, Failure> {
    let line = if fields.text("asset_type")? == "liquidity_pool_shares" {
        TrustlineAsset::PoolShares(fields.read("liquidity_pool_id")?)
    } else {
        TrustlineAsset::Credit(fields.credit()?)
    };
    let trustor = fields.muxed("trustor")?;
    Ok(Body::ChangeTrust { line, trustor })
}

fn allow_trust(fields: Fields<'_>) -> Result<Body, Failure> {
    Ok(Body::AllowTrust {
        credit: fields.credit()?,
        authorize: fields.flag("authorize")?,
        trustor: fields.read("trustor")?,
        trustee: fields.muxed("trustee")?,
    })
}

fn set_trust_line_flags(fields: Fields<'_>) -> Result<Body, Failure> {
    // Flags unknown to the specification are omitted, and disclosed.
    let flags = |name: &str| -> Result<Vec<u32>, Failure> {
        let list = fields.list(name)?;
        let known = TRUSTLINE_FLAGS
            .into_iter()
            .filter(|flag| list.iter().any(|item| *item == *flag));
        Ok(known.collect())
    };
    Ok(Body::SetTrustLineFlags {
        credit: fields.credit()?,
        set: flags("set_flags")?,
        clear: flags("clear_flags")?,
        trustor: fields.read("trustor")?,
    })
}

fn account_merge(fields: Fields<'_>) -> Result<Body, Failure> {
    let account = fields.muxed("account")?;
    let into = fields.muxed("into")?;
    Ok(Body::AccountMerge { account, into })
}

fn create_claimable_balance(fields: Fields<'_>) -> Result<Body, Failure> {
    let sponsor: Option<AccountId> = fields.read_optional("sponsor")?;
    Ok(Body::CreateClaimableBalance {
        asset: fields.read("asset")?,
        amount: fields.amount("amount")?,
        sponsor: sponsor.map_or_else(|| fields.muxed("source_account"), |sponsor| Ok(sponsor.into()))?,
        claimants: claimants(fields),
    })
}

/// Reads the accounts that may claim a balance, except unreadable ones, which no action shows.
fn claimants(fields: Fields<'_>) -> Vec<AccountId> {
    let claimants = fields.list("claimants").unwrap_or_default().iter();
    let claimants = claimants.filter_map(|claimant| claimant.get("destination")?.as_str()?.parse().ok());
    claimants.collect()
}

fn claim_claimable_balance(fields: Fields<'_>) -> Result<Body, Failure> {
    let id = fields.read("balance_id")?;
    let claimant = fields.muxed("claimant")?;
    Ok(Body::ClaimClaimableBalance {
        id,
        claimant,
        claimed: None,
    })
}

fn clawback(fields: Fields<'_>) -> Result<Body, Failure> {
    Ok(Body::Clawback {
        credit: fields.credit()?,
        from: fields.muxed("from")?,
        amount: fields.amount("amount")?,
    })
}

fn begin_sponsoring(fields: Fields<'_>) -> Result<Body, Failure> {
    let sponsored = fields.read("sponsored_id")?;
    Ok(Body::BeginSponsoring { sponsored })
}

fn end_sponsoring(fields: Fields<'_>) -> Result<Body, Failure> {
    let has_sponsor = fields.optional("begin_sponsor")?.is_some();
    let sponsor = has_sponsor.then(|| fields.muxed("begin_sponsor")).transpose()?;
    Ok(Body::EndSponsoring { sponsor })
}

fn revoked(fields: Fields<'_>) -> Result<Revoked, Failure> {
    if let Some(account) = fields.read_optional("account_id")? {
        return Ok(Revoked::Account(account));
    }
    if let Some(id) = fields.read_optional("claimable_balance_id")? {
        return Ok(Revoked::ClaimableBalance(id));
    }
    if let Some(account) = fields.read_optional("data_account_id")? {
        let name = fields.text("data_name")?.to_owned();
        return Ok(Revoked::Data { account, name });
    }
    if fields.0.get("offer_id").is_some_and(|id| !id.is_null()) {
        return fields.number("offer_id").map(Revoked::Offer);
    }
    if let Some(account) = fields.read_optional("trustline_account_id")? {
        let line = trustline(fields)?;
        return Ok(Revoked::Line { account, line });
    }
    if let Some(account) = fields.read_optional("signer_account_id")? {
        let key = fields.text("signer_key")?.to_owned();
        return Ok(Revoked::Signer { account, key });
    }
    Ok(Revoked::Other)
}

/// Parses the trustline that loses the sponsor.
fn trustline(fields: Fields<'_>) -> Result<TrustlineAsset, Failure> {
    if let Some(pool) = fields.read_optional("trustline_liquidity_pool_id")? {
        return Ok(TrustlineAsset::PoolShares(pool));
    }
    match fields.read("trustline_asset")? {
        Asset::Credit(credit) => Ok(TrustlineAsset::Credit(credit)),
        Asset::Native => Err(Failure::unusable("trustline_asset: lumens are not allowed here")),
    }
}

pub(super) fn create_account(fields: Fields<'_>) -> Result<Body, Failure> {
    Ok(Body::CreateAccount(Payment {
        asset: Asset::Native,
        amount: fields.amount("starting_balance")?,
        from: fields.muxed("funder")?,
        to: fields.muxed("account")?,
    }))
}

pub(super) fn payment(fields: Fields<'_>) -> Result<Payment, Failure> {
    payment_of(fields, "amount")
}

/// Reads a payment with this field name of the amount.
fn payment_of(fields: Fields<'_>, amount: &str) -> Result<Payment, Failure> {
    Ok(Payment {
        asset: fields.asset("")?,
        amount: fields.amount(amount)?,
        from: fields.muxed("from")?,
        to: fields.muxed("to")?,
    })
}

/// Reads a path payment with a fixed received amount. Horizon did not store the sent amount before June 2018, and
/// the result of the transaction contains it. If the transaction failed, Horizon reports a sent amount of 0.
pub(super) fn strict_receive(fields: Fields<'_>, succeeded: bool, sent: Option<Stroops>) -> Result<Body, Failure> {
    let spent_amount = if !succeeded {
        fields.amount("source_max")?
    } else if fields.optional("source_amount")?.is_some() {
        fields.amount("source_amount")?
    } else {
        sent.ok_or_else(|| Failure::unusable("source_amount: missing in the record and in the result"))?
    };
    Ok(Body::PathPayment(PathPayment {
        payment: payment(fields)?,
        strict: Strict::Receive,
        spent: source_asset(fields)?,
        spent_amount,
    }))
}

/// Reads a path payment with a fixed sent amount. If the transaction failed, Horizon reports a received amount of
/// 0.
pub(super) fn strict_send(fields: Fields<'_>, succeeded: bool) -> Result<Body, Failure> {
    let received = if succeeded { "amount" } else { "destination_min" };
    Ok(Body::PathPayment(PathPayment {
        payment: payment_of(fields, received)?,
        strict: Strict::Send,
        spent: source_asset(fields)?,
        spent_amount: fields.amount("source_amount")?,
    }))
}

/// Reads the sent asset of a path payment. The field names of 2015 start with `send_`.
fn source_asset(fields: Fields<'_>) -> Result<Asset, Failure> {
    let is_old = fields.optional("source_asset_type")?.is_none();
    fields.asset(if is_old { "send_" } else { "source_" })
}

pub(super) fn pool_deposit(fields: Fields<'_>, succeeded: bool) -> Result<Body, Failure> {
    Ok(Body::PoolDeposit {
        pool: fields.read("liquidity_pool_id")?,
        min_price: fields.decimal("min_price")?,
        max_price: fields.decimal("max_price")?,
        shares: fields.amount("shares_received")?,
        reserves: reserves(fields, "reserves_deposited", succeeded)?,
        intended: intended(fields, succeeded)?,
    })
}

pub(super) fn pool_withdraw(fields: Fields<'_>, succeeded: bool) -> Result<Body, Failure> {
    Ok(Body::PoolWithdraw {
        pool: fields.read("liquidity_pool_id")?,
        shares: fields.amount("shares")?,
        reserves: reserves(fields, "reserves_received", succeeded)?,
    })
}

/// Reads the maximum amounts of a deposit that failed.
fn intended(fields: Fields<'_>, succeeded: bool) -> Result<Vec<Stroops>, Failure> {
    if succeeded {
        return Ok(Vec::new());
    }
    let reserves = fields.objects("reserves_max")?.into_iter();
    reserves.map(|reserve| reserve.amount("amount")).collect()
}

/// Reads the moved reserves. Horizon omits their assets in failed transactions, which move none.
fn reserves(fields: Fields<'_>, name: &str, succeeded: bool) -> Result<Vec<(Asset, Stroops)>, Failure> {
    if !succeeded {
        return Ok(Vec::new());
    }
    let reserves = fields.objects(name)?.into_iter();
    let reserves = reserves.map(|reserve| Ok((reserve.read("asset")?, reserve.amount("amount")?)));
    reserves.collect()
}

/// Reads the transfers of a contract call, except unreadable transfers: contracts can hold more of an asset than
/// accounts can. Horizon lists changes of balances for assets only; the call itself names the token.
pub(super) fn call_contract(fields: Fields<'_>, succeeded: bool) -> Result<Body, Failure> {
    let of_assets = transfers(fields)?.into_iter().flatten();
    let of_token = called(fields).filter(|_| succeeded);
    Ok(Body::CallContract {
        transfers: of_assets.chain(of_token).collect(),
    })
}

/// Reads the transfer of a token by the parameters of the call: contract, function and arguments.
fn called(fields: Fields<'_>) -> Option<Transfer> {
    let parameters = fields.objects("parameters").ok()?;
    let values = parameters
        .iter()
        .map(|parameter| ScValue::read(parameter.text("value").ok()?));
    Transfer::called(&values.collect::<Option<Vec<_>>>()?)
}

/// Reads the transfers of assets by a contract call, each `None` if unreadable.
pub(super) fn transfers(fields: Fields<'_>) -> Result<Vec<Option<Transfer>>, Failure> {
    let changes = fields.objects("asset_balance_changes")?;
    Ok(changes.into_iter().map(|change| transfer(change).ok()).collect())
}

fn transfer(change: Fields<'_>) -> Result<Transfer, Failure> {
    let side = |name: &str| {
        let text = change.optional(name)?.filter(|text| !text.is_empty());
        text.map(|text| read(name, text)).transpose()
    };
    let id: Option<u64> = change.read_optional("destination_muxed_id")?;
    let to = side("to")?.map(|to| match (to, id) {
        (Party::Account(MuxedAccount { account, id: None }), Some(_)) => Party::Account(MuxedAccount { account, id }),
        (to, _) => to,
    });
    Ok(Transfer {
        amount: TransferAmount::Asset(change.asset("")?, change.amount("amount")?),
        from: side("from")?,
        to,
    })
}
