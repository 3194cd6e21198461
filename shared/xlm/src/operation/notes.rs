//! Notes on operations that complement their fields.

use super::{Operation, OperationBody};
use crate::asset::Asset;
use crate::price::Price;

/// A note on an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The field that the note refers to. Empty for the whole operation.
    pub field: &'static str,
    /// The note: one sentence of plain text.
    pub text: String,
}

impl Operation {
    /// Returns the notes on the operation: the meaning of its prices, since a bare price does not show its unit,
    /// and operations that the network rejects.
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
                text: "The network rejects this operation: a liquidity pool has no sponsor.".to_owned(),
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

/// Returns the common name of the asset.
fn name(asset: &Asset) -> &str {
    match asset {
        Asset::Native => "XLM",
        Asset::Credit(credit) => credit.code.as_str(),
    }
}
