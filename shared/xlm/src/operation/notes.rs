//! What a reader of an operation should be told beside its fields.

use super::{Operation, OperationBody};
use crate::asset::Asset;
use crate::price::Price;

/// A remark about an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The field that it is about; empty for the operation.
    pub field: &'static str,
    /// The remark, a sentence for people.
    pub text: String,
}

impl Operation {
    /// What its prices mean in numbers, since a price alone does not say which side it is counted in, and what the network
    /// will not do.
    pub fn notes(&self) -> Vec<Note> {
        match &self.body {
            OperationBody::ManageSellOffer(offer) => vec![sold(&offer.selling, &offer.buying, offer.price)],
            OperationBody::CreatePassiveSellOffer(offer) => vec![sold(&offer.selling, &offer.buying, offer.price)],
            OperationBody::ManageBuyOffer(offer) => {
                let (bought, paid) = (name(&offer.buying), name(&offer.selling));
                let text = format!("1 {bought} is bought for at most {} {paid}.", offer.price);
                vec![Note { field: "price", text }]
            }
            OperationBody::LiquidityPoolDeposit(deposit) => vec![
                bound("minPrice", "at least", deposit.min_price),
                bound("maxPrice", "at most", deposit.max_price),
            ],
            OperationBody::RevokeLiquidityPoolSponsorship(_) => vec![Note {
                field: "",
                text: "The network refuses this operation: a liquidity pool has no sponsor.".to_owned(),
            }],
            _ => Vec::new(),
        }
    }
}

fn sold(selling: &Asset, buying: &Asset, price: Price) -> Note {
    let text = format!("1 {} is sold for at least {price} {}.", name(selling), name(buying));
    Note { field: "price", text }
}

fn bound(field: &'static str, bound: &str, price: Price) -> Note {
    let text = format!("1 of the second asset of the pool is worth {bound} {price} of the first one.");
    Note { field, text }
}

/// The asset as people call it.
fn name(asset: &Asset) -> &str {
    match asset {
        Asset::Native => "XLM",
        Asset::Credit(credit) => credit.code.as_str(),
    }
}
