//! Conversion of operations to the actions of the specification.

use super::effects::OperationEffect;
use super::facts::Entry;
use super::operation::{Body, Offer, Operation, PathPayment, Payment, Revoked, Strict, Transfer, TransferAmount};
use super::party::Party;
use super::view::{TokenLabel, View};
use crate::record::{self, XlmAction};
use crate::{Asset, Chain, DECIMALS, Stroops, TrustlineAsset};
use wallet_core::model::{self, AssetValue, ChainName};

impl View {
    /// Returns the actions of a transaction in the order of the operations.
    pub(super) fn actions(&self, entry: &Entry) -> Vec<XlmAction> {
        let actions = entry.operations.iter().flat_map(|operation| {
            let effect = entry.effects.of(operation.index);
            self.actions_of(operation, effect)
        });
        actions.collect()
    }

    /// Returns the actions of an operation. A contract call can have several, or none that can be
    /// reported.
    fn actions_of(&self, operation: &Operation, effect: OperationEffect) -> Vec<XlmAction> {
        if let Body::CallContract { transfers } = &operation.body {
            return transfers
                .iter()
                .filter_map(|transfer| self.transfer(transfer))
                .collect();
        }
        let payment = self.payment(&operation.body);
        let offer = || self.offer(&operation.body, effect);
        let trust = || self.trust(&operation.body);
        let settings = || own_settings(&operation.body);
        let action = payment.or_else(offer).or_else(trust).or_else(settings);
        action
            .or_else(|| self.sponsorship(&operation.body))
            .or_else(|| pool(&operation.body))
            .into_iter()
            .collect()
    }

    /// Returns the action of an operation that pays an account or creates or claims a claimable
    /// balance.
    fn payment(&self, body: &Body) -> Option<XlmAction> {
        Some(match body {
            Body::CreateAccount(payment) => {
                let (asset, value, from, to) = self.paid(payment);
                XlmAction::CreateAccount { asset, value, from, to }
            }
            Body::Payment(payment) => {
                let (asset, value, from, to) = self.paid(payment);
                XlmAction::transfer(asset, value, from, to)
            }
            Body::PathPayment(path) => self.path_payment(path),
            Body::AccountMerge { into, .. } => XlmAction::AccountMerge {
                destination: self.muxed(*into),
            },
            Body::CreateClaimableBalance {
                asset, amount, sponsor, ..
            } => XlmAction::CreateClaimableBalance {
                asset: self.asset(asset),
                value: value(*amount),
                sponsor: self.muxed(*sponsor),
            },
            Body::ClaimClaimableBalance { id, .. } => XlmAction::ClaimClaimableBalance {
                balance_id: id.to_string(),
            },
            Body::Clawback { credit, from, amount } => XlmAction::Clawback {
                asset: self.asset(&Asset::Credit(*credit)),
                from: self.muxed(*from),
                value: value(*amount),
            },
            Body::ClawbackClaimableBalance { id } => XlmAction::ClawbackClaimableBalance { id: id.to_string() },
            _ => return None,
        })
    }

    fn paid(&self, payment: &Payment) -> (model::Asset, AssetValue, String, String) {
        (
            self.asset(&payment.asset),
            value(payment.amount),
            self.muxed(payment.from),
            self.muxed(payment.to),
        )
    }

    fn path_payment(&self, path: &PathPayment) -> XlmAction {
        let (asset, value, from, to) = self.paid(&path.payment);
        let (source_asset, source_value) = (self.asset(&path.spent), self::value(path.spent_amount));
        match path.strict {
            Strict::Receive => XlmAction::PathPaymentStrictReceive {
                asset,
                value,
                source_asset,
                source_value,
                from,
                to,
            },
            Strict::Send => XlmAction::PathPaymentStrictSend {
                asset,
                value,
                source_asset,
                source_value,
                from,
                to,
            },
        }
    }

    /// Returns the action of a movement by a contract, `None` for a token that the view does not have.
    fn transfer(&self, transfer: &Transfer) -> Option<XlmAction> {
        let text = |party: &Option<Party>| party.as_ref().map(|party| self.party(party)).unwrap_or_default();
        let (from, to) = (text(&transfer.from), text(&transfer.to));
        match transfer.amount {
            TransferAmount::Asset(asset, amount) => {
                Some(XlmAction::transfer(self.asset(&asset), value(amount), from, to))
            }
            TransferAmount::Token(contract, amount) => {
                let TokenLabel { decimals, symbol } = self.token(contract)?;
                Some(XlmAction::Transfer {
                    asset: model::Asset::XlmToken {
                        chain: Chain::Xlm.name(),
                        contract: contract.to_string(),
                    },
                    value: AssetValue::new(amount, *decimals),
                    from,
                    to,
                    unlisted: true,
                    ticker: symbol.clone(),
                    decimals: Some(*decimals),
                })
            }
        }
    }

    fn offer(&self, body: &Body, effect: OperationEffect) -> Option<XlmAction> {
        let id = |offer: &Offer| {
            effect
                .offer_id
                .filter(|_| offer.id == 0)
                .unwrap_or(offer.id)
                .to_string()
        };
        Some(match body {
            Body::SellOffer(offer) => XlmAction::ManageSellOffer {
                asset: self.asset(&offer.selling),
                value: value(offer.amount),
                to: offer.buying.to_string(),
                price: offer.price.clone(),
                offer_id: id(offer),
            },
            Body::BuyOffer(offer) => XlmAction::ManageBuyOffer {
                asset: self.asset(&offer.buying),
                value: value(offer.amount),
                to: offer.selling.to_string(),
                price: offer.price.clone(),
                offer_id: id(offer),
            },
            Body::PassiveOffer(offer) => XlmAction::CreatePassiveSellOffer {
                asset_from: self.asset(&offer.selling),
                asset_to: self.asset(&offer.buying),
                value: value(offer.amount),
                price: offer.price.clone(),
                offer_id: id(offer),
            },
            _ => return None,
        })
    }

    fn trust(&self, body: &Body) -> Option<XlmAction> {
        Some(match body {
            Body::ChangeTrust { line, trustor } => match line {
                TrustlineAsset::Credit(credit) => XlmAction::ChangeTrust {
                    asset: Some(self.asset(&Asset::Credit(*credit))),
                    liquidity_pool_id: None,
                    to: self.address(credit.issuer),
                },
                TrustlineAsset::PoolShares(pool) => XlmAction::ChangeTrust {
                    asset: None,
                    liquidity_pool_id: Some(pool.to_string()),
                    to: self.muxed(*trustor),
                },
            },
            Body::AllowTrust {
                credit,
                authorize,
                trustor,
                trustee,
            } => XlmAction::AllowTrust {
                asset: self.asset(&Asset::Credit(*credit)),
                authorize: *authorize,
                trustor: self.address(*trustor),
                trustee: self.muxed(*trustee),
            },
            Body::SetTrustLineFlags {
                credit,
                set,
                clear,
                trustor,
            } => XlmAction::SetTrustLineFlags {
                asset: self.asset(&Asset::Credit(*credit)),
                set_flags: set.clone(),
                clear_flags: clear.clone(),
                trustor: self.address(*trustor),
            },
            _ => return None,
        })
    }

    fn sponsorship(&self, body: &Body) -> Option<XlmAction> {
        Some(match body {
            Body::BeginSponsoring { sponsored } => XlmAction::BeginSponsoringFutureReserves {
                id: self.address(*sponsored),
            },
            Body::EndSponsoring { sponsor } => XlmAction::EndSponsoringFutureReserves {
                sponsor: sponsor.map(|sponsor| self.muxed(sponsor)).unwrap_or_default(),
            },
            Body::RevokeSponsorship(revoked) => XlmAction::RevokeSponsorship(self.revoked(revoked)),
            _ => return None,
        })
    }

    fn revoked(&self, revoked: &Revoked) -> record::Revoked {
        let mut record = record::Revoked::default();
        match revoked {
            Revoked::Account(account) => record.account_id = Some(self.address(*account)),
            Revoked::ClaimableBalance(id) => record.claimable_balance_id = Some(id.to_string()),
            Revoked::Data { account, name } => {
                record.data_account_id = Some(self.address(*account));
                record.data_name = Some(name.clone());
            }
            Revoked::Offer(id) => record.offer_id = Some(id.to_string()),
            Revoked::Line { account, line } => {
                record.trustline_account_id = Some(self.address(*account));
                match line {
                    TrustlineAsset::Credit(credit) => record.trustline_asset = Some(credit.to_string()),
                    TrustlineAsset::PoolShares(pool) => record.trustline_liquidity_pool_id = Some(pool.to_string()),
                }
            }
            Revoked::Signer { account, key } => {
                record.signer_account_id = Some(self.address(*account));
                record.signer_key = Some(key.clone());
            }
            Revoked::Other => {}
        }
        record
    }
}

fn own_settings(body: &Body) -> Option<XlmAction> {
    Some(match body {
        Body::SetOptions {
            signer_weight,
            master_weight,
        } => XlmAction::SetOptions {
            weight: signer_weight.or(*master_weight),
        },
        Body::ManageData { name } => XlmAction::ManageData { name: name.clone() },
        Body::BumpSequence { to } => XlmAction::BumpSequence { to: to.to_string() },
        _ => return None,
    })
}

fn pool(body: &Body) -> Option<XlmAction> {
    Some(match body {
        Body::PoolDeposit {
            pool,
            min_price,
            max_price,
            shares,
            intended,
            ..
        } => XlmAction::LiquidityPoolDeposit {
            id: pool.to_string(),
            min_price: min_price.clone(),
            max_price: max_price.clone(),
            shares_received: shares.to_string(),
            max_amounts: intended.iter().map(ToString::to_string).collect(),
        },
        Body::PoolWithdraw { pool, shares, .. } => XlmAction::LiquidityPoolWithdraw {
            id: pool.to_string(),
            shares: shares.to_string(),
        },
        _ => return None,
    })
}

fn value(amount: Stroops) -> AssetValue {
    AssetValue::new(amount, DECIMALS)
}
