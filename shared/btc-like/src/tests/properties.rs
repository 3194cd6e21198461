//! Properties of built transactions and of parsers.

use super::*;
use bitcoin::hashes::{HashEngine, sha256d};
use bitcoin::{Transaction, TxOut, consensus};
use proptest::prelude::*;

/// Parameters of a payment.
#[derive(Clone, Debug)]
struct Case {
    row: &'static Params,
    address_type: AddressType,
    compressed: bool,
    seed: u8,
    values: Vec<u64>,
    amount: u64,
    fee: u64,
}

impl Case {
    fn sender(&self) -> Sender {
        let compressed = self.compressed || (self.address_type == AddressType::P2wpkh && self.row.has_segwit());
        Sender::new(self.row, public(&secret(self.seed), compressed), self.address_type).unwrap()
    }

    fn build(&self) -> Result<UnsignedTransaction, BuildError> {
        let sender = self.sender();
        let payment = payment(&sender, self.amount);
        build_ordinary(&inputs(&sender, &self.values), &payment, self.fee)
    }
}

prop_compose! {
        /// Amount, fee and change occasionally come near their limits.
    fn cases()(
        row in prop::sample::select(Params::all().iter().collect::<Vec<_>>()),
        segwit in any::<bool>(),
        compressed in any::<bool>(),
        seed in 1u8..255,
        parts in prop::collection::vec(1u64..1000, 1..12),
        amount_dusts in 1u64..40,
        // In thousandths of the relay minimum.
        rate in 1000u64..30_000,
        rest in prop_oneof![0u64..2000, 0u64..1_000_000],
    ) -> Case {
        let amount = row.dust.p2pkh * amount_dusts;
        let relay_minimum = row.relay_minimum.units_per_kilobyte();
        let fee = FeeRate::per_kilobyte(relay_minimum * rate / 1000).fee(11 + 180 * parts.len() as u64 + 68);
        let needed = amount + fee + rest * row.relay_minimum.units_per_byte();
        let sum: u64 = parts.iter().sum();
        let mut values: Vec<u64> = parts.iter().map(|part| needed * part / sum).collect();
        values[0] += needed - values.iter().sum::<u64>();
        let address_type = if segwit { AddressType::P2wpkh } else { AddressType::P2pkh };
        Case { row, address_type, compressed, seed, values, amount, fee }
    }
}

/// Computes the hash of BIP 143 or of the legacy algorithm from fields serialised by hand, as in the standards.
fn hash_by_hand(transaction: &Transaction, input: usize, code: &[u8], value: u64, flag: u32, segwit: bool) -> [u8; 32] {
    let double = |parts: &[Vec<u8>]| {
        let mut engine = sha256d::Hash::engine();
        for part in parts {
            engine.input(part);
        }
        sha256d::Hash::from_engine(engine).to_byte_array().to_vec()
    };
    let all = |write: fn(&bitcoin::TxIn) -> Vec<u8>| transaction.input.iter().map(write).collect::<Vec<_>>();
    let outputs: Vec<Vec<u8>> = transaction.output.iter().map(consensus::serialize::<TxOut>).collect();
    let length = vec![u8::try_from(code.len()).unwrap()];
    let script = [length, code.to_vec()].concat();
    let outpoints = all(|input| consensus::serialize(&input.previous_output));
    let sequences = all(|input| input.sequence.0.to_le_bytes().to_vec());
    let mut message = vec![2, 0, 0, 0];
    if segwit {
        message.extend(double(&outpoints));
        message.extend(double(&sequences));
        message.extend([outpoints[input].clone(), script, value.to_le_bytes().to_vec()].concat());
        message.extend(&sequences[input]);
        message.extend(double(&outputs));
    } else {
        message.push(u8::try_from(outpoints.len()).unwrap());
        for index in 0..outpoints.len() {
            let script = if index == input { script.clone() } else { vec![0] };
            message.extend([outpoints[index].clone(), script, sequences[index].clone()].concat());
        }
        message.push(u8::try_from(outputs.len()).unwrap());
        message.extend(outputs.concat());
    }
    message.extend([0; 4]);
    message.extend(flag.to_le_bytes());
    double(&[message]).try_into().unwrap()
}

proptest! {
        // A failing case is printed and becomes a separate test.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn value_is_conserved(case in cases()) {
        let total: u64 = case.values.iter().sum();
        match case.build() {
            Ok(built) => {
                prop_assert_eq!(total, case.amount + built.fee() + built.change().unwrap_or(0));
                prop_assert!(built.fee() >= case.fee);
                let change_costs = case.row.relay_minimum.fee(34);
                prop_assert!(built.fee() - case.fee < case.sender().address().dust_limit() + change_costs);
                prop_assert!(built.change().is_none() || built.fee() == case.fee);
                prop_assert!(built.change().is_none_or(|change| change >= case.sender().address().dust_limit()));
                let (lowest, highest) = case.row.fee_bounds(built.size());
                prop_assert!((lowest..=highest).contains(&built.fee()));
            }
            Err(BuildError::FeeTooHigh { maximum }) => prop_assert!(total - case.amount > maximum),
            Err(error) => prop_assert!(false, "{}", error),
        }
    }

    #[test]
    fn size_assumes_the_longest_signatures(case in cases()) {
        let Ok(built) = case.build() else { return Ok(()) };
        let signatures = sign(&built, &secret(case.seed));
        let saved: u64 = signatures.iter().map(|one| 72 - one.signature.to_ecdsa().unwrap().to_der(1).len() as u64).sum();
        let size = built.size();
        let signed = built.attach(&signatures).unwrap();
        prop_assert!(signed.size() <= size);
        let witness = case.sender().address_type() == AddressType::P2wpkh;
        let saved = if witness { saved.div_ceil(4) } else { saved };
        prop_assert!(signed.size() + saved >= size, "{} + {} < {}", signed.size(), saved, size);
    }

    #[test]
    fn hashes_match_the_standards(case in cases()) {
        let Ok(built) = case.build() else { return Ok(()) };
        let sender = case.sender();
        let signed = built.clone().attach(&sign(&built, &secret(case.seed))).unwrap();
        let transaction: Transaction = consensus::deserialize(&signed.to_bytes()).unwrap();
        let code = ScriptBuf::new_p2pkh(&sender.public_key().hash());
        let segwit = case.row.fork_id || sender.address_type() == AddressType::P2wpkh;
        let flag = if case.row.fork_id { 0x41 } else { 0x01 };
        for (input, hash) in built.sighashes().into_iter().enumerate() {
            let value = case.values[input];
            prop_assert_eq!(hash, hash_by_hand(&transaction, input, code.as_bytes(), value, flag, segwit));
        }
    }

    #[test]
    fn bitcoin_core_accepts_the_scripts(case in cases()) {
        let Ok(built) = case.build() else { return Ok(()) };
                // The script engine does not support the fork id of bch.
        if case.row.fork_id {
            return Ok(());
        }
        let signed = built.clone().attach(&sign(&built, &secret(case.seed))).unwrap();
        let spent: Vec<TxOut> = built.inputs.iter().map(|input| TxOut {
            value: bitcoin::Amount::from_sat(input.utxo.value),
            script_pubkey: case.sender().address().script_pubkey().to_owned(),
        }).collect();
        prop_assert_eq!(verify_by_engine(&signed.to_bytes(), &spent), Ok(()));
    }

    #[test]
    fn flipped_bit_breaks_the_signature(case in cases(), index in 0usize..64, bit in 0u8..8) {
        let Ok(built) = case.build() else { return Ok(()) };
        let mut signatures = sign(&built, &secret(case.seed));
        let mut compact = signatures[0].signature.to_ecdsa().unwrap().as_ecdsa().serialize_compact();
        compact[index] ^= 1 << bit;
        let signature = SignatureNumbers::parse(&hex::encode(&compact[..32]), &hex::encode(&compact[32..])).unwrap();
        if signature.to_ecdsa().is_err() {
            return Ok(());
        }
        signatures[0].signature = signature;
        prop_assert_eq!(built.attach(&signatures), Err(AttachError::Invalid { at: 0 }));
    }

    #[test]
    fn selected_inputs_build_with_the_fees_they_cover(case in cases(), above in 0u64..3000, confirmations in prop::collection::vec(0u32..3, 12)) {
        let sender = case.sender();
        let payment = payment(&sender, case.amount);
        let inputs = inputs(&sender, &case.values);
        let unspent: Vec<Unspent> = inputs.as_slice().iter().zip(confirmations)
            .map(|(input, confirmations)| Unspent { utxo: input.utxo, confirmations, coinbase: false, carries_token: false })
            .collect();
        let floor = case.row.price_floor.units_per_kilobyte();
        let [slow, normal, fast] = [1, 2, 5].map(|times| FeeRate::per_kilobyte((floor + above) * times));
        let rates = FeeRates { slow, normal, fast };
        match select_coins(&sender, &coins(&sender, &unspent), &payment, &rates) {
            Ok(selection) => {
                let chosen = Inputs::new(case.row, selection.inputs).unwrap();
                prop_assert_eq!(size(&chosen, &payment), Ok(selection.size));
                prop_assert_eq!(selection.fees, rates.fees(selection.size));
                let build = |fee| build_ordinary(&chosen, &payment, fee);
                prop_assert!(build(selection.fees.slow).is_ok());
                for fee in [selection.fees.normal, selection.fees.fast] {
                    let covered = chosen.total() >= case.amount + fee;
                    prop_assert_eq!(build(fee).is_ok(), covered, "{:?}", build(fee));
                }
            }
            Err(BuildError::InsufficientFunds { available, required }) => prop_assert!(available < required),
            Err(error) => prop_assert!(false, "{}", error),
        }
    }

    #[test]
    fn parsers_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..300), text in ".{0,130}") {
        let txid = outpoint(1).txid;
        prop_assert!(ParentTransaction::decode(&bytes, txid).is_err());
        for row in Params::all() {
            let _ = Address::parse(row, &text);
            let _ = Address::from_script(row, Script::from_bytes(&bytes));
            let _ = SignedTransaction::parse(row, &hex::encode(&bytes));
        }
        let _ = (PublicKey::parse(&text), Signature::parse(&text, &text), parse_txid(&text));
    }

    #[test]
    fn near_addresses_never_panic(text in "(bitcoincash:|bchtest:|bc1|tb1|ltc1|ltcmweb1|[13LMDmn2Qqpz])[a-zA-Z0-9:]{0,100}") {
        for row in Params::all() {
            let _ = Address::parse(row, &text);
        }
    }

    #[test]
    fn scripts_with_an_address_round_trip(hash in any::<[u8; 32]>(), form in 0usize..6) {
        let (short, long) = (hex::encode(&hash[..20]), hex::encode(hash));
        let script = [
            format!("76a914{short}88ac"),
            format!("a914{short}87"),
            format!("aa20{long}87"),
            format!("0014{short}"),
            format!("0020{long}"),
            format!("5120{long}"),
        ];
        let script = ScriptBuf::from_hex(&script[form]).unwrap();
        for row in Params::all() {
            let Some(address) = Address::from_script(row, &script) else { continue };
            prop_assert_eq!(address.script_pubkey(), script.as_script());
            for text in [address.encode(true), address.encode(false)] {
                prop_assert_eq!(Address::parse(row, &text), Ok(address.clone()));
            }
        }
    }

    #[test]
    fn parent_decodes_like_in_bitcoin_core(case in cases()) {
        let Ok(built) = case.build() else { return Ok(()) };
        let signed = built.clone().attach(&sign(&built, &secret(case.seed))).unwrap();
        let parent = ParentTransaction::decode(&signed.to_bytes(), signed.txid()).unwrap();
        prop_assert_eq!(parent.output(0).map(|output| output.value), Some(case.amount));
        prop_assert_eq!(parent.output(1).map(|output| output.value), built.change());
        prop_assert_eq!(parent.inputs(), signed.outpoints().collect::<Vec<_>>());
        prop_assert!(!parent.is_coinbase());
    }

    #[test]
    fn mutated_parent_never_decodes_to_other_outputs(case in cases(), index in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let Ok(built) = case.build() else { return Ok(()) };
        let signed = built.clone().attach(&sign(&built, &secret(case.seed))).unwrap();
        let mut bytes = signed.to_bytes();
        let original = ParentTransaction::decode(&bytes, signed.txid()).unwrap();
        *index.get_mut(&mut bytes) = byte;
        if let Ok(parent) = ParentTransaction::decode(&bytes, signed.txid()) {
            prop_assert_eq!(parent, original);
        }
        let _ = SignedTransaction::parse(case.row, &hex::encode(&bytes));
    }

    #[test]
    fn one_changed_character_is_detected(case in cases(), position in any::<prop::sample::Index>(), other in "[0-9a-zA-Z]") {
        let address = case.sender().address().clone();
        for text in [address.encode(true), address.encode(false)] {
            let index = position.index(text.len());
            let changed = format!("{}{other}{}", &text[..index], &text[index + 1..]);
            let read = Address::parse(case.row, &changed);
            prop_assert!(changed == text || read.is_err(), "{} was read as {:?}", changed, read);
        }
    }
}
