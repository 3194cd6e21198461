//! Transactions with inputs of several keys and types, several recipients, and change to a further address.

use super::*;
use bitcoin::key::{Keypair, TapTweak};
use bitcoin::{Amount, Transaction, TxOut, consensus};
use proptest::prelude::*;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Returns the owner with this key and type.
fn owner(row: &'static Params, seed: u8, address_type: AddressType) -> Sender {
    Sender::new(row, public(&secret(seed), true), address_type).unwrap()
}

/// Parameters of a payment from several owners.
#[derive(Clone, Debug)]
struct Case {
    row: &'static Params,
    /// Key, type and value of each input; the type has no effect on chains with a single type.
    inputs: Vec<(u8, AddressType, u64)>,
    /// Key and type of each recipient, and the amount in dust limits.
    outputs: Vec<(u8, AddressType, u64)>,
    change: (u8, AddressType),
    /// The script of a data output, the position, and the amount.
    data: Option<(Vec<u8>, usize, u64)>,
    /// The sequence numbers of the inputs, repeated.
    sequences: Vec<Option<u32>>,
    fee: u64,
}

impl Case {
    fn inputs(&self) -> Inputs {
        let sequences = &self.sequences;
        let list = (0..)
            .zip(&self.inputs)
            .map(|(index, &(seed, address_type, value))| Input {
                utxo: Utxo {
                    outpoint: outpoint(index),
                    value,
                },
                owner: owner(self.row, seed, address_type),
                sequence: sequences[index as usize % sequences.len()],
            });
        Inputs::new(self.row, list.collect()).unwrap()
    }

    fn payments(&self) -> Payments {
        let list = self.outputs.iter().map(|&(seed, address_type, dusts)| {
            let to = owner(self.row, seed, address_type).address().clone();
            let amount = dusts * to.dust_limit();
            Output::from(Payment::new(to, amount).unwrap())
        });
        let mut list: Vec<Output> = list.collect();
        if let Some((data, position, amount)) = &self.data {
            let data = DataOutput::of_data(&hex::encode(data)).unwrap();
            let data = data.with_amount(self.row, *amount).unwrap();
            list.insert(position % (list.len() + 1), Output::Data(data));
        }
        let (seed, address_type) = self.change;
        let change = owner(self.row, seed, address_type).address().clone();
        Payments::new(list, change).unwrap()
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
        data in prop::option::of((prop::collection::vec(any::<u8>(), 1..=80), 0usize..8, 0u64..=546)),
        sequences in prop::collection::vec(prop::option::of(any::<u32>()), 1..4),
        // In thousandths of the relay minimum.
        rate in 1000u64..30_000,
        rest in prop_oneof![0u64..2000, 0u64..1_000_000],
    ) -> Case {
        let mut case = Case { row, inputs, outputs, change, data, sequences, fee: 0 };
        let relay_minimum = row.relay_minimum.units_per_kilobyte();
        let size = 12 + 148 * case.inputs.len() + 43 * (case.outputs.len() + 1) + 92;
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

/// The seeds of the keys by public key.
static SEEDS: LazyLock<HashMap<String, u8>> = LazyLock::new(|| {
    let keys = (1..250).map(|seed| (public(&secret(seed), true).to_string(), seed));
    keys.collect()
});

/// Signs each hash with the key of the owner, by BIP 340 on taproot.
fn sign_each(built: &UnsignedTransaction) -> Vec<InputSignature> {
    let secp = Secp256k1::new();
    let hashes = (0..).zip(built.sighashes()).zip(&built.inputs);
    hashes
        .map(|((input_index, hash), input)| {
            let secret = secret(SEEDS[&input.owner.public_key().to_string()]);
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
        // A signature may be up to a few bytes shorter than the longest signature.
        prop_assert!(signed.size() + 4 * case.inputs.len() as u64 >= built.size());
        let transaction: Transaction = consensus::deserialize(&signed.to_bytes()).unwrap();
        let outputs: Vec<(Vec<u8>, u64)> = transaction.output.iter()
            .map(|output| (output.script_pubkey.to_bytes(), output.value.to_sat())).collect();
        let expected: Vec<(Vec<u8>, u64)> = payments.as_slice().iter()
            .map(|output| (output.script().to_bytes(), output.amount()))
            .chain(built.change().map(|change| (payments.change().script_pubkey().to_bytes(), change))).collect();
        prop_assert_eq!(outputs, expected);
        for (input, found) in built.inputs.iter().zip(&transaction.input) {
            prop_assert_eq!(found.sequence.0, input.sequence.unwrap_or(case.row.sequence));
        }

        // Bitcoin Core's engine verifies all inputs but those of the bch fork.
        if case.row.fork_id { return Ok(()) }
        let spent: Vec<TxOut> = built.inputs.iter().map(|input| TxOut {
            value: Amount::from_sat(input.utxo.value),
            script_pubkey: input.owner.address().script_pubkey().to_owned(),
        }).collect();
        prop_assert_eq!(verify_by_engine(&signed.to_bytes(), &spent), Ok(()));
        // Signatures of taproot commit to the values of all inputs, signatures of BIP 143 to a single value.
        let mut altered = spent.clone();
        altered[0].value += Amount::ONE_SAT;
        let commits = built.inputs[0].owner.signatures_commit_to_values()
            || built.inputs.iter().any(|input| input.owner.address_type() == AddressType::P2tr);
        prop_assert_eq!(verify_by_engine(&signed.to_bytes(), &altered).is_err(), commits);
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
    let new = |amounts: Vec<u64>| -> Result<Payments, PaymentsError> {
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
fn change_at_the_dust_limit_of_its_address_is_kept() {
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

/// 10 vbytes of frame, half a vbyte for the marker of witnesses, and an output with 9 bytes besides the script.
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
        let script = payments.as_slice()[0].script().len();
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
        let sender = owner(row, 7, AddressType::P2wpkh);
        let own = inputs(&sender, &[5_000_000]);
        let terms = Terms::new(row, version, lock_time, sequence, &own);
        let built = terms.map(|terms| {
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

/// A lock time is effective unless the sequence numbers of all inputs are the highest number.
#[test]
fn lock_time_is_effective_by_the_sequence_of_one_input() {
    let row = params(Chain::Btc, LIVENET);
    let sender = owner(row, 7, AddressType::P2wpkh);
    let terms = |sequence, own: [Option<u32>; 2]| {
        let list = inputs(&sender, &[5000, 6000]).as_slice().to_vec();
        let list = list
            .into_iter()
            .zip(own)
            .map(|(input, sequence)| Input { sequence, ..input });
        let inputs = Inputs::new(row, list.collect()).unwrap();
        Terms::new(row, None, Some(1), sequence, &inputs).map(|terms| terms.sequence)
    };
    let (last, below) = (Some(u32::MAX), Some(u32::MAX - 1));
    assert_eq!(terms(None, [last, None]), Ok(0xffff_fffd));
    assert_eq!(terms(last, [None, below]), Ok(u32::MAX));
    assert_eq!(terms(below, [last, None]), Ok(u32::MAX - 1));
    for (sequence, own) in [(None, [last, last]), (last, [None, last]), (below, [last, last])] {
        assert_eq!(terms(sequence, own), Err(TermsError::IneffectiveLockTime));
    }
}

#[test]
fn data_is_limited_as_by_nodes_of_the_chain() {
    let output = |length: usize| DataOutput::of_data(&"ab".repeat(length)).unwrap();
    // The script has OP_RETURN, and 1 to 5 bytes for the push.
    for (chain, longest, several) in [
        (Chain::Btc, 99_994, true),
        (Chain::Ltc, 80, false),
        (Chain::Bch, 220, true),
        (Chain::Doge, 80, false),
    ] {
        let row = params(chain, LIVENET);
        let change = owner(row, 7, AddressType::P2wpkh).address().clone();
        let new = |lengths: &[usize]| {
            let list = lengths.iter().map(|length| Output::Data(output(*length)));
            Payments::new(list.collect(), change.clone()).map(|payments| payments.total())
        };
        let maximum = row.data_carrier.max_bytes;
        assert_eq!(new(&[longest]), Ok(0), "{chain}");
        assert_eq!(
            new(&[longest + 1]),
            Err(PaymentsError::DataTooLong { maximum }),
            "{chain}"
        );
        let both = if several {
            Ok(0)
        } else {
            Err(PaymentsError::SeveralData)
        };
        assert_eq!(new(&[40, 36]), both, "{chain}");
    }
    let row = params(Chain::Bch, LIVENET);
    let change = owner(row, 7, AddressType::P2pkh).address().clone();
    let new = |lengths: [usize; 3]| {
        let list = lengths.into_iter().map(|length| Output::Data(output(length)));
        Payments::new(list.collect(), change.clone()).map(|payments| payments.as_slice().len())
    };
    // Three scripts with two bytes each besides the data.
    assert_eq!(new([72, 72, 73]), Ok(3));
    assert_eq!(new([72, 73, 73]), Err(PaymentsError::DataTooLong { maximum: 223 }));
}

#[test]
fn transaction_with_data_has_the_size_that_nodes_relay() {
    let row = params(Chain::Btc, LIVENET);
    let sender = owner(row, 7, AddressType::P2wpkh);
    let own = inputs(&sender, &[50_000_000]);
    let build = |length: usize| {
        let data = DataOutput::of_data(&"ab".repeat(length)).unwrap();
        let payments = Payments::new(vec![Output::Data(data)], sender.address().clone()).unwrap();
        let built = build_ordinary(&own, &payments, 40_000_000);
        assert_eq!(
            built.as_ref().map(UnsignedTransaction::size).ok(),
            size(&own, &payments).ok()
        );
        built.map(|built| built.size())
    };
    // 10.5 vbytes of frame, 68 of the input, 31 of the change, 8 + 5 + 6 of the output besides the data.
    let besides = 11 + 68 + 31 + 8 + 5 + 6;
    assert_eq!(build(100_000 - besides), Ok(100_000));
    assert_eq!(build(100_001 - besides), Err(BuildError::TooLarge { maximum: 100_000 }));
}
