//! Properties of built transactions and of parsers.

use super::*;
use ethers_core::types::transaction::eip2718::TypedTransaction;
use ethers_core::types::transaction::eip2930::AccessList;
use ethers_core::types::{Eip1559TransactionRequest, H160, NameOrAddress, TransactionRequest, U256};
use proptest::prelude::*;

prop_compose! {
    /// 256-bit numbers; small and large numbers are equally likely.
    fn amounts()(bytes in any::<[u8; 32]>(), shift in 0_usize..256) -> Amount {
        Amount(U256::from(bytes) >> shift)
    }
}

prop_compose! {
    fn prices()(price in 0_u64..1_000_000_000_000, tip in any::<prop::sample::Index>(), legacy in any::<bool>()) -> GasPrice {
        if legacy {
            return GasPrice::Legacy { gas_price: wei(price) };
        }
        let tip = tip.index(usize::try_from(price).unwrap() + 1);
        fee_market(wei(price), wei(tip as u64))
    }
}

prop_compose! {
    fn transactions()(
        chain in prop::sample::select(Chain::ALL),
        livenet in any::<bool>(),
        nonce in prop_oneof![0_u64..300, 0..=MAX_NONCE],
        to in prop::option::weighted(0.8, any::<[u8; 20]>()),
        amount in amounts(),
        data in prop_oneof![Just(vec![]), prop::collection::vec(any::<u8>(), 1..100), prop::collection::vec(any::<u8>(), 1..3000)],
        gas in 0_u64..500_000,
        price in prices(),
    ) -> TransactionFields {
        let network = if livenet { Network::Livenet } else { Network::Testnet };
        let params = Params::of(chain, network);
        let legacy = GasPrice::Legacy { gas_price: price.max_fee_per_gas() };
        TransactionFields {
            params,
            nonce,
            to: to.map(Address::from_bytes),
            amount,
            data: if to.is_none() && data.is_empty() { vec![0x60] } else { data },
            gas_limit: 101_016 + gas,
            price: if params.has_fee_market() { price } else { legacy },
        }
    }
}

/// Converts the fields to the transaction type of `ethers-core`, which has an independent encoder.
fn library(fields: &TransactionFields) -> TypedTransaction {
    let to = fields.to.map(|to| NameOrAddress::Address(H160(to.to_bytes())));
    match fields.price {
        GasPrice::Legacy { gas_price } => TypedTransaction::Legacy(TransactionRequest {
            from: None,
            to,
            gas: Some(fields.gas_limit.into()),
            gas_price: Some(gas_price.0),
            value: Some(fields.amount.0),
            data: Some(fields.data.clone().into()),
            nonce: Some(fields.nonce.into()),
            chain_id: Some(fields.params.chain_id().into()),
        }),
        GasPrice::FeeMarket {
            max_fee_per_gas,
            max_priority_fee_per_gas,
        } => TypedTransaction::Eip1559(Eip1559TransactionRequest {
            from: None,
            to,
            gas: Some(fields.gas_limit.into()),
            value: Some(fields.amount.0),
            data: Some(fields.data.clone().into()),
            nonce: Some(fields.nonce.into()),
            access_list: AccessList::default(),
            max_priority_fee_per_gas: Some(max_priority_fee_per_gas.0),
            max_fee_per_gas: Some(max_fee_per_gas.0),
            chain_id: Some(fields.params.chain_id().into()),
        }),
    }
}

proptest! {
    #[test]
    fn signed_transactions_round_trip(fields in transactions(), seed in 1_u8..255) {
        let signed = signed(&fields, &secret(seed));
        prop_assert_eq!(signed.sender(), public(&secret(seed)).address());
        prop_assert_eq!(SignedTransaction::parse(fields.params, &signed.to_hex()), Ok(signed.clone()));
        let unsigned = DecodedTransaction::parse(fields.params, &hex::encode(signed.unsigned().bytes())).unwrap();
        prop_assert_eq!(unsigned, DecodedTransaction::Unsigned(signed.unsigned().clone()));
    }

    #[test]
    fn hash_matches_ethers_core(fields in transactions()) {
        let unsigned = build(&fields).unwrap();
        let library = library(&fields);
        prop_assert_eq!(unsigned.bytes(), library.rlp().to_vec());
        prop_assert_eq!(unsigned.sighash(), Hash(library.sighash().0));
        prop_assert_eq!(fields.encode(), unsigned.bytes());
    }

    #[test]
    fn changed_byte_is_rejected_or_changes_the_sender(
        fields in transactions(),
        index in any::<prop::sample::Index>(),
        byte in any::<u8>(),
    ) {
        let signed = signed(&fields, &secret(9));
        let mut bytes = signed.bytes().to_vec();
        let index = index.index(bytes.len());
        prop_assume!(bytes[index] != byte);
        bytes[index] = byte;
        if let Ok(changed) = SignedTransaction::parse(fields.params, &hex::encode(&bytes)) {
            prop_assert_eq!(changed.bytes(), bytes.as_slice());
            prop_assert_ne!(changed.sender(), signed.sender());
        }
    }

    #[test]
    fn parsers_never_panic(text in ".{0,300}", digits in "(0x)?(0[0-4])?[0-9a-f]{0,400}") {
        for text in [text, digits] {
            let _ = (DecodedTransaction::parse(livenet("eth"), &text), PublicKey::parse(&text));
            let _ = Signature::parse(&text, &text);
        }
    }

    #[test]
    fn list_decoder_never_panics(items in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 0..14), typed in any::<bool>()) {
        let mut list = ethers_core::utils::rlp::RlpStream::new_list(items.len());
        for item in &items {
            list.append(item);
        }
        let text = format!("{}{}", if typed { "02" } else { "" }, hex::encode(list.out()));
        let _ = DecodedTransaction::parse(livenet("eth"), &text);
    }

    #[test]
    fn token_calls_are_those_of_their_selector(data in prop::collection::vec(any::<u8>(), 0..200), address in any::<[u8; 20]>(), amount in amounts()) {
        let is_known = [[0xa9, 0x05, 0x9c, 0xbb], [0x09, 0x5e, 0xa7, 0xb3]].iter().any(|known| data.starts_with(known));
        prop_assert_eq!(erc20::decode(&data).is_some(), is_known);
        let address = Address::from_bytes(address);
        prop_assume!(address != Address::ZERO);
        let call = erc20::decode(&erc20::transfer_data(address, amount).unwrap()).unwrap();
        prop_assert_eq!((call.address, call.amount), (address, amount));
    }

    #[test]
    fn prices_ascend_and_are_affordable(
        chain in prop::sample::select(Chain::ALL),
        base_fee in prop::option::of(amounts()),
        rewards in prop::collection::vec([amounts(), amounts(), amounts()], 0..8),
        suggested_tip in prop::option::of(amounts()),
        gas_price in amounts(),
        old in amounts(),
        gas_limit in 21_000_u64..30_000_000,
    ) {
        let params = Params::of(chain, Network::Livenet);
        let facts = FeeFacts { next_base_fee: base_fee, rewards, suggested_tip, gas_price };
        let pending = PendingTransaction { hash: Hash([0; 32]), max_fee_per_gas: old, max_priority_fee_per_gas: old };
        let prices = GasPrices::from_facts(params, params.min_tip(), &facts);
        for prices in [prices, prices.replacing(&pending)] {
            let Ok(prices) = prices.affordable(params, gas_limit) else { continue };
            let [slow, normal, fast] = [prices.prices.slow, prices.prices.normal, prices.prices.fast];
            prop_assert!(slow <= normal && normal <= fast);
            prop_assert!(prices.fees(gas_limit).fast <= params.max_fee());
            if let Some(tips) = prices.priority_fees {
                prop_assert!(tips.slow <= slow && tips.normal <= normal && tips.fast <= fast);
                prop_assert!(tips.slow <= tips.normal && tips.normal <= tips.fast);
            }
        }
    }
}
