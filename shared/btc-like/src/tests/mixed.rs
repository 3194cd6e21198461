//! Transactions with inputs of several keys and types, several recipients, and change to another address.

use super::*;
use bitcoin::key::{Keypair, TapTweak};
use bitcoin::sighash::{Prevouts, SighashCache, TapSighashType};
use bitcoin::{Amount, Transaction, TxOut, consensus};
use proptest::prelude::*;

/// Returns the owner with this key and type.
fn owner(row: &'static Params, seed: u8, address_type: AddressType) -> Sender {
    Sender::new(row, public(&secret(seed), true), address_type).unwrap()
}

/// Parameters of a payment from several owners.
#[derive(Clone, Debug)]
struct Case {
    row: &'static Params,
    /// Key, type and value of each input; the type has no effect on chains with one type.
    inputs: Vec<(u8, AddressType, u64)>,
    /// Key and type of each recipient, and the amount in dust limits.
    outputs: Vec<(u8, AddressType, u64)>,
    change: (u8, AddressType),
    fee: u64,
}

impl Case {
    fn inputs(&self) -> Inputs {
        let list = (0..)
            .zip(&self.inputs)
            .map(|(index, &(seed, address_type, value))| Input {
                utxo: Utxo {
                    outpoint: outpoint(index),
                    value,
                },
                owner: owner(self.row, seed, address_type),
            });
        Inputs::new(self.row, list.collect()).unwrap()
    }

    fn payments(&self) -> Payments {
        let list = self.outputs.iter().map(|&(seed, address_type, dusts)| {
            let to = owner(self.row, seed, address_type).address().clone();
            let amount = dusts * to.dust_limit();
            Payment::new(to, amount).unwrap()
        });
        let (seed, address_type) = self.change;
        let change = owner(self.row, seed, address_type).address().clone();
        Payments::new(list.collect(), change).unwrap()
    }

    fn build(&self) -> Result<UnsignedTransaction, BuildError> {
        build_ordinary(&self.inputs(), &self.payments(), self.fee)
    }

    fn total(&self) -> u64 {
        self.inputs.iter().map(|(_, _, value)| value).sum()
    }
}

fn address_type() -> impl Strategy<Value = AddressType> {
    prop::sample::select(AddressType::ALL.to_vec())
}

prop_compose! {
    fn cases()(
        row in prop::sample::select(Params::all().iter().collect::<Vec<_>>()),
        inputs in prop::collection::vec((1u8..250, address_type(), 1u64..1000), 1..10),
        outputs in prop::collection::vec((1u8..250, address_type(), 1u64..40), 1..6),
        change in (1u8..250, address_type()),
        // In thousandths of the relay minimum.
        rate in 1000u64..30_000,
        rest in prop_oneof![0u64..2000, 0u64..1_000_000],
    ) -> Case {
        let mut case = Case { row, inputs, outputs, change, fee: 0 };
        let relay_minimum = row.relay_minimum.units_per_kilobyte();
        let size = 12 + 148 * case.inputs.len() + 43 * (case.outputs.len() + 1);
        case.fee = FeeRate::per_kilobyte(relay_minimum * rate / 1000).fee(size as u64);
        let needed = case.payments().total() + case.fee + rest * row.relay_minimum.units_per_byte();
        let sum = case.total();
        for (_, _, part) in &mut case.inputs {
            *part = needed * *part / sum;
        }
        case.inputs[0].2 += needed - case.total();
        case
    }
}

/// Signs each hash with the key of its owner, by BIP 340 on taproot.
fn sign_each(built: &UnsignedTransaction) -> Vec<InputSignature> {
    let secp = Secp256k1::new();
    let seeds: std::collections::HashMap<_, _> = (1..250)
        .map(|seed| (public(&secret(seed), true).to_string(), seed))
        .collect();
    let hashes = (0..).zip(built.sighashes()).zip(&built.inputs);
    hashes
        .map(|((input_index, hash), input)| {
            let secret = secret(seeds[&input.owner.public_key().to_string()]);
            let message = Message::from_digest(hash);
            let bytes = if input.owner.address().kind() == AddressKind::P2tr {
                let pair = Keypair::from_secret_key(&secp, &secret).tap_tweak(&secp, None);
                secp.sign_schnorr_no_aux_rand(&message, &pair.to_keypair()).serialize()
            } else {
                secp.sign_ecdsa(&message, &secret).serialize_compact()
            };
            let signature = SignatureNumbers::parse(&hex::encode(&bytes[..32]), &hex::encode(&bytes[32..])).unwrap();
            InputSignature { input_index, signature }
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(128) })]

    #[test]
    fn value_is_conserved_and_every_input_verifies(case in cases()) {
        let built = match case.build() {
            Ok(built) => built,
            Err(BuildError::FeeTooHigh { maximum }) => {
                prop_assert!(case.total() - case.payments().total() > maximum);
                return Ok(());
            }
            Err(error) => return Err(TestCaseError::fail(error.to_string())),
        };
        let payments = case.payments();
        prop_assert_eq!(case.total(), payments.total() + built.fee() + built.change().unwrap_or(0));
        prop_assert!(built.change().is_none_or(|change| change >= payments.change().dust_limit()));
        let (lowest, highest) = case.row.fee_bounds(built.size());
        prop_assert!((lowest..=highest).contains(&built.fee()));

        let signed = built.clone().attach(&sign_each(&built)).unwrap();
        prop_assert!(signed.size() <= built.size());
        // A signature may be up to a few bytes shorter than the longest one.
        prop_assert!(signed.size() + 4 * case.inputs.len() as u64 >= built.size());
        let transaction: Transaction = consensus::deserialize(&signed.to_bytes()).unwrap();
        let outputs: Vec<(Vec<u8>, u64)> = transaction.output.iter()
            .map(|output| (output.script_pubkey.to_bytes(), output.value.to_sat())).collect();
        let expected: Vec<(Vec<u8>, u64)> = payments.as_slice().iter()
            .map(|payment| (payment.to().script_pubkey().to_bytes(), payment.amount()))
            .chain(built.change().map(|change| (payments.change().script_pubkey().to_bytes(), change))).collect();
        prop_assert_eq!(outputs, expected);

        // Bitcoin Core's engine verifies all inputs but those of taproot and of the bch fork.
        if case.row.fork_id { return Ok(()) }
        let spent: Vec<TxOut> = built.inputs.iter().map(|input| TxOut {
            value: Amount::from_sat(input.utxo.value),
            script_pubkey: input.owner.address().script_pubkey().to_owned(),
        }).collect();
        for (index, output) in spent.iter().enumerate() {
            if output.script_pubkey.is_p2tr() {
                let hash = SighashCache::new(&transaction)
                    .taproot_key_spend_signature_hash(index, &Prevouts::All(&spent), TapSighashType::Default).unwrap();
                prop_assert_eq!(hash.to_byte_array(), built.sighashes()[index]);
            } else {
                let verified = output.script_pubkey.verify(index, output.value, &signed.to_bytes());
                prop_assert_eq!(verified, Ok(()), "input {}", index);
            }
        }
    }

    #[test]
    fn signature_of_another_owner_is_invalid(case in cases(), shift in 1u8..250) {
        let Ok(built) = case.build() else { return Ok(()) };
        let mut signatures = sign_each(&built);
        let hash = built.sighashes()[0];
        let seed = u8::try_from((u16::from(case.inputs[0].0) + u16::from(shift)) % 249 + 1).unwrap();
        prop_assume!(seed != case.inputs[0].0);
        let compact = Secp256k1::new().sign_ecdsa(&Message::from_digest(hash), &secret(seed)).serialize_compact();
        signatures[0].signature =
            SignatureNumbers::parse(&hex::encode(&compact[..32]), &hex::encode(&compact[32..])).unwrap();
        prop_assert_eq!(built.attach(&signatures), Err(AttachError::Invalid { at: 0 }));
    }

    #[test]
    fn selection_among_owners_builds_with_the_fees_it_covers(case in cases(), above in 0u64..3000) {
        let payments = case.payments();
        let coins: Vec<Coin<Sender>> = case.inputs().as_slice().iter().map(|input| Coin {
            owner: input.owner.clone(),
            unspent: Unspent { utxo: input.utxo, confirmations: 1, coinbase: false, carries_token: false },
        }).collect();
        let floor = case.row.price_floor.units_per_kilobyte();
        let [slow, normal, fast] = [1, 2, 5].map(|times| FeeRate::per_kilobyte((floor + above) * times));
        let rates = FeeRates { slow, normal, fast };
        match select_coins(&coins[0].owner, &coins, &payments, &rates) {
            Ok(selection) => {
                let chosen = Inputs::new(case.row, selection.inputs).unwrap();
                prop_assert_eq!(size(&chosen, &payments), Ok(selection.size));
                for fee in [selection.fees.slow, selection.fees.normal, selection.fees.fast] {
                    let covered = chosen.total() >= payments.total() + fee;
                    prop_assert_eq!(build_ordinary(&chosen, &payments, fee).is_ok(), covered);
                }
            }
            Err(BuildError::InsufficientFunds { available, required }) => prop_assert!(available < required),
            Err(error) => prop_assert!(false, "{}", error),
        }
    }
}

#[test]
fn numbers_out_of_range_are_reported_for_ecdsa_and_are_invalid_for_taproot() {
    let row = params(Chain::Btc, LIVENET);
    let order = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";
    let signature = SignatureNumbers::parse(order, "01").unwrap();
    let attach = |address_type| {
        let sender = owner(row, 7, address_type);
        let built = build_ordinary(&inputs(&sender, &[50_000]), &payment(&sender, 10_000), 1000).unwrap();
        built
            .attach(&[InputSignature {
                input_index: 0,
                signature,
            }])
            .unwrap_err()
    };
    let source = SignatureError::OutOfRange;
    assert_eq!(attach(AddressType::P2wpkh), AttachError::OutOfRange { at: 0, source });
    assert_eq!(attach(AddressType::P2tr), AttachError::Invalid { at: 0 });
}

#[test]
fn recipients_are_1_to_100_within_the_supply() {
    let sender = sender(Chain::Btc, AddressType::P2tr);
    let maximum = sender.params().max_money;
    let new = |amounts: Vec<u64>| {
        let list = amounts
            .into_iter()
            .map(|amount| Payment::new(recipient(&sender), amount).unwrap());
        Payments::new(list.collect(), sender.address().clone())
    };
    assert_eq!(new(vec![]), Err(PaymentsError::Empty));
    assert_eq!(new(vec![1000; 100]).map(|payments| payments.total()), Ok(100_000));
    assert_eq!(new(vec![1000; 101]), Err(PaymentsError::TooMany { maximum: 100 }));
    assert!(new(vec![maximum - 1000, 1000]).is_ok());
    assert_eq!(new(vec![maximum, 1000]), Err(PaymentsError::SumTooLarge { maximum }));
}

#[test]
fn change_at_the_dust_limit_of_its_own_address_is_kept() {
    let sender = sender(Chain::Btc, AddressType::P2wpkh);
    for (address_type, dust) in [
        (AddressType::P2pkh, 546),
        (AddressType::P2shP2wpkh, 540),
        (AddressType::P2wpkh, 294),
        (AddressType::P2tr, 330),
    ] {
        let change = owner(sender.params(), 8, address_type).address().clone();
        let payments = Payments::new(payment(&sender, 10_000).as_slice().to_vec(), change).unwrap();
        let change = |left| {
            let built = build_ordinary(&inputs(&sender, &[10_000 + 500 + left]), &payments, 500);
            built.unwrap().change()
        };
        assert_eq!((change(dust - 1), change(dust)), (None, Some(dust)), "{address_type:?}");
    }
}

/// 10 vbytes of frame, half a vbyte for the marker of witnesses, and an output with 9 bytes besides its script.
#[test]
fn sizes_of_input_types_are_exact() {
    for (address_type, input_size, frame) in [
        (AddressType::P2pkh, 148.0, 10.0),
        (AddressType::P2shP2wpkh, 91.0, 10.5),
        (AddressType::P2wpkh, 68.0, 10.5),
        (AddressType::P2tr, 57.5, 10.5),
    ] {
        let sender = owner(params(Chain::Btc, LIVENET), 7, address_type);
        let payments = payment(&sender, 10_000);
        let script = payments.as_slice()[0].to().script_pubkey().len();
        let output = 9.0 + f64::from(u32::try_from(script).unwrap());
        let size = size(&inputs(&sender, &[10_000]), &payments).unwrap();
        let expected: f64 = frame + input_size + output;
        assert_eq!(size.to_string(), expected.ceil().to_string(), "{address_type:?}");
    }
}

#[test]
fn lock_time_and_sequence_are_those_requested() {
    let bch = params(Chain::Bch, LIVENET);
    let btc = params(Chain::Btc, LIVENET);
    for (row, version, lock_time, sequence, expected) in [
        (btc, None, None, None, Ok((2, 0, 0xffff_fffd))),
        (btc, Some(1), Some(850_000), None, Ok((1, 850_000, 0xffff_fffd))),
        (btc, Some(2), None, Some(0xffff_ffff), Ok((2, 0, 0xffff_ffff))),
        (btc, None, Some(7), Some(0), Ok((2, 7, 0))),
        (bch, None, None, None, Ok((2, 0, 0xffff_ffff))),
        (bch, None, Some(1), None, Ok((2, 1, 0xffff_fffe))),
        (
            bch,
            None,
            Some(1),
            Some(0xffff_ffff),
            Err(TermsError::IneffectiveLockTime),
        ),
        (btc, Some(0), None, None, Err(TermsError::Version)),
        (btc, Some(3), None, None, Err(TermsError::Version)),
    ] {
        let terms = Terms::new(row, version, lock_time, sequence);
        let sender = owner(row, 7, AddressType::P2wpkh);
        let built = terms.map(|terms| {
            let own = inputs(&sender, &[5_000_000]);
            let built = UnsignedTransaction::build(&own, &payment(&sender, 1_000_000), terms, 10_000).unwrap();
            let transaction = built.transaction;
            let sequence = transaction.input[0].sequence.0;
            (
                transaction.version.0,
                transaction.lock_time.to_consensus_u32(),
                sequence,
            )
        });
        assert_eq!(built, expected);
    }
}
