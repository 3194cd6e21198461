//! POST /api/prepare-transaction/estimate/{chain}

mod facts;

use crate::Services;
use crate::wire::{self, ChainPath, FeeSet, PriceSet};
use axum::extract::State;
use facts::{Facts, rollup_fee};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use wallet_core::ports::upstream::UpstreamError;
use wallet_eth_like::{
    Address, Amount, Chain, GasLimit, GasLimitError, GasPrices, Modes, Params, Quote, with_room_to_rise,
};
use wallet_http::{Answer, ApiError, Bearer, Body, Data, Field, PathChain, Read, ResultExt, Within};

/// The amount that asks for everything.
const EVERYTHING: &str = "max";

/// A transaction whose nonce, gas limit and fees are wanted.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = EstimateRequest)]
pub struct Request {
    /// The sender's address.
    #[serde(default)]
    #[schema(value_type = String, required, example = "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf")]
    address: Field<String>,
    /// livenet or testnet.
    #[serde(default)]
    #[schema(value_type = String, default = "livenet", pattern = "^(livenet|testnet)$", example = "livenet")]
    network: Field<String>,
    /// Without effect: the addresses of these chains have one type.
    #[serde(default)]
    #[schema(value_type = String, default = "p2wpkh", example = "p2wpkh")]
    #[expect(dead_code, reason = "documents a field of the specification that means nothing here")]
    r#type: Field<serde_json::Value>,
    /// The recipient's address: of a payment who is paid, of a call the contract. `null` makes a new contract.
    #[serde(default)]
    #[schema(value_type = Option<String>, required, example = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")]
    to: Field<String>,
    /// What the recipient gets, in wei. `max` for everything, without `data`.
    #[serde(default)]
    #[schema(value_type = String, required, pattern = "^(0|[1-9][0-9]*|max)$", example = "250000000000000000")]
    amount: Field<String>,
    /// Calldata in hex, or the code of a new contract; empty for a payment.
    #[serde(default)]
    #[schema(value_type = String, default = "", pattern = "^(0[xX])?([0-9a-fA-F]{2})*$", example = "")]
    data: Field<String>,
    /// The nonce to use. When a transaction with it waits for a block, the prices are enough to replace that one.
    #[serde(default)]
    #[schema(value_type = Option<u64>, maximum = 9_007_199_254_740_991_i64, example = 7)]
    nonce: Field<wire::Nonce>,
}

/// All that is missing for the transaction.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EstimateResponse)]
pub struct Response {
    /// The nonce of the request, or else that of the sender's next transaction, those that wait for a block included.
    #[schema(example = 7)]
    nonce: u64,
    /// The gas limit, as gas-limit gives it for this sender.
    #[schema(pattern = "^[1-9][0-9]*$", example = "21000")]
    gas_limit: String,
    #[serde(flatten)]
    prices: PriceSet,
    /// The fee for each mode in wei: `gasLimit` times the mode's price.
    fees: FeeSet,
    /// On a rollup, what it charges beside the fee, in wei: for the place on the chain below and for its operator. With
    /// `max` a quarter more, which leaves it room to rise until the transaction is in a block.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "1600000000")]
    l1_fee: Option<String>,
    /// With `max`: what the recipient gets for each fee.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AmountSet, required = false)]
    amounts: Option<AmountSet>,
}

/// What the recipient of everything gets, in wei: the balance less the fee of each mode and, on a rollup, `l1Fee`; `0`
/// where the fee is not reached.
#[derive(Debug, Serialize, ToSchema)]
pub struct AmountSet {
    /// For the normal fee.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "249338500000000000")]
    normal: String,
    /// For the fast fee.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "249118000000000000")]
    fast: String,
    /// For the slow fee.
    #[schema(pattern = "^[1-9][0-9]*$", example = "249454000000000000")]
    slow: String,
}

impl From<Modes<Amount>> for AmountSet {
    fn from(amounts: Modes<Amount>) -> Self {
        Self {
            normal: amounts.normal.to_string(),
            fast: amounts.fast.to_string(),
            slow: amounts.slow.to_string(),
        }
    }
}

/// A transaction as it is asked about.
struct Asked {
    params: Params,
    sender: Address,
    to: Option<Address>,
    /// `None` for everything.
    amount: Option<Amount>,
    data: Vec<u8>,
    nonce: Option<u64>,
}

/// Gives nonce, gas limit and prices of a transaction at once.
///
/// The transaction is tried as it will be sent. The sender must have the amount and the slow fee; the other fees are
/// told even where the funds do not reach them.
#[utoipa::path(
    post,
    path = "/api/prepare-transaction/estimate/{chain}",
    operation_id = "estimate",
    tag = "prepare-transaction",
    params(ChainPath),
    request_body = Request,
    responses(
        (status = 200, description = "Nonce, gas limit, prices and fees", body = wallet_http::Envelope<Response>),
        wallet_http::openapi::NetworkErrors,
    ),
    security(("bearer" = []))
)]
pub async fn post(
    State(services): State<Services>,
    _: Bearer<Read>,
    PathChain(chain): PathChain<Chain>,
    Within(deadline): Within,
    Body(request): Body<Request>,
) -> Answer<Response> {
    let asked = read(chain, request)?;
    let node = &*services.node;
    let facts = Facts::fetch(node, &asked, deadline).await?;
    let quote = asked.quote(&facts)?;
    let rollup_fee = rollup_fee(node, &asked, &facts, &quote, deadline).await?;
    Ok(Data(asked.answer(&facts, &quote, rollup_fee)?))
}

fn read(chain: Chain, request: Request) -> Result<Asked, ApiError> {
    let sender = wire::address(request.address, "address")?;
    let params = wire::params(chain, request.network)?;
    let to = wire::recipient(request.to)?;
    let amount = match request.amount.required("amount")? {
        text if text == EVERYTHING => None,
        text => Some(text.parse::<Amount>().at("amount")?),
    };
    let data = wire::optional_data(request.data)?;
    if amount.is_none() && !data.is_empty() {
        let message = "Everything can only be paid, not sent along with a call; give an amount, or leave data empty.";
        return Err(ApiError::invalid_request(message).at("data"));
    }
    wire::check_data(to, &data)?;
    let nonce = request.nonce.optional("nonce")?.map(|nonce| nonce.0);
    Ok(Asked {
        params,
        sender,
        to,
        amount,
        data,
        nonce,
    })
}

impl Asked {
    /// What the transaction costs.
    fn quote(&self, facts: &Facts) -> Result<Quote, ApiError> {
        let mut prices = GasPrices::from_facts(self.params, &facts.fees);
        if let Some(pending) = &facts.replaced {
            prices = prices.replacing(pending);
        }
        match GasLimit::tried(self.params, facts.trial.clone()) {
            Ok(limit) => Ok(Quote::new(self.params, limit, prices)?),
            Err(GasLimitError::InsufficientFunds) => Err(self.insufficient_funds(facts, prices)),
            Err(error) => Err(error.into()),
        }
    }

    /// The refusal of a transaction that was too dear to be tried: it takes the amount and the fee of a plain payment at
    /// the least.
    fn insufficient_funds(&self, facts: &Facts, prices: GasPrices) -> ApiError {
        let least = match Quote::new(self.params, GasLimit::TRANSFER, prices) {
            Ok(quote) => quote,
            Err(error) => return error.into(),
        };
        if let Err(error) = least.check_funds(facts.balance, self.least_amount(), Amount::ZERO) {
            return error.into();
        }
        let cause = "the funds do not reach for one upstream, and do for another".to_owned();
        UpstreamError::Unusable { cause }.into()
    }

    /// The amount, of everything the smallest there is.
    fn least_amount(&self) -> Amount {
        self.amount.unwrap_or_else(|| Amount::from(1_u64))
    }

    fn answer(&self, facts: &Facts, quote: &Quote, rollup_fee: Option<Amount>) -> Result<Response, ApiError> {
        let rollup_fee = match self.amount {
            Some(_) => rollup_fee,
            None => rollup_fee.map(with_room_to_rise),
        };
        let beside = rollup_fee.unwrap_or(Amount::ZERO);
        let amounts = match self.amount {
            Some(amount) => {
                quote.check_funds(facts.balance, amount, beside)?;
                None
            }
            None => Some(quote.everything(facts.balance, beside)?),
        };
        Ok(Response {
            nonce: facts.nonce,
            gas_limit: quote.gas_limit.to_string(),
            prices: quote.prices.into(),
            fees: quote.fees.into(),
            l1_fee: rollup_fee.map(|fee| fee.to_string()),
            amounts: amounts.map(AmountSet::from),
        })
    }
}
