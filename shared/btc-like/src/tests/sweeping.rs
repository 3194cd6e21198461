//! Amounts left when all funds are sent.

use super::*;

const RATES: FeeRates = FeeRates {
    slow: FeeRate::per_byte(2),
    normal: FeeRate::per_byte(5),
    fast: FeeRate::per_byte(20),
};

fn unspent(seed: u32, value: u64) -> Unspent {
    let utxo = Utxo {
        outpoint: outpoint(seed),
        value,
    };
    Unspent {
        utxo,
        confirmations: seed % 2,
        coinbase: false,
        carries_token: false,
    }
}

fn wallet(values: &[u64]) -> Vec<Unspent> {
    (0..).zip(values).map(|(seed, &value)| unspent(seed, value)).collect()
}

fn swept(unspent: &[Unspent]) -> Result<Sweep, BuildError> {
    let sender = sender(Chain::Btc, AddressType::P2wpkh);
    sweep(&sender, &coins(&sender, unspent), &recipient(&sender), &RATES)
}

#[test]
fn sweep_sends_everything_but_the_fee() {
    let sweep = swept(&wallet(&[40_000, 60_000])).unwrap();
    assert_eq!((sweep.inputs.len(), sweep.size), (2, 178));
    let expected = SweepAmounts {
        slow: 100_000 - 356,
        normal: 100_000 - 890,
        fast: 100_000 - 3560,
    };
    assert_eq!(sweep.amounts, expected);
}

#[test]
fn every_amount_builds_without_change() {
    for chain in [Chain::Btc, Chain::Ltc, Chain::Bch, Chain::Doge] {
        let sender = sender(chain, AddressType::P2wpkh);
        let to = recipient(&sender);
        let floor = sender.params().price_floor.units_per_kilobyte();
        let rates = FeeRates {
            slow: FeeRate::per_kilobyte(floor),
            normal: FeeRate::per_kilobyte(3 * floor + 7),
            fast: FeeRate::per_kilobyte(100 * floor),
        };
        let Sweep {
            inputs, fees, amounts, ..
        } = sweep(
            &sender,
            &coins(&sender, &wallet(&[300_000_000, 20_000_000])),
            &to,
            &rates,
        )
        .unwrap();
        let inputs = Inputs::new(sender.params(), inputs).unwrap();
        for (amount, fee) in [
            (amounts.slow, fees.slow),
            (amounts.normal, fees.normal),
            (amounts.fast, fees.fast),
        ] {
            let built = build_ordinary(&inputs, &payment(&sender, amount), fee).unwrap();
            assert_eq!((built.fee(), built.change()), (fee, None), "{chain}");
        }
    }
}

#[test]
fn unspendable_and_uneconomical_outputs_are_omitted() {
    let mut wallet = wallet(&[40_000, 50_000, 60_000, 136, 70_000]);
    wallet[0].coinbase = true;
    wallet[1].carries_token = true;
    wallet.push(wallet[4]);
    let values: Vec<u64> = swept(&wallet)
        .unwrap()
        .inputs
        .iter()
        .map(|input| input.utxo.value)
        .collect();
    assert_eq!(values, [70_000, 60_000]);
}

#[test]
fn at_most_500_inputs_are_selected() {
    let values: Vec<u64> = (0..600).map(|index| 10_000 + index).collect();
    let sweep = swept(&wallet(&values)).unwrap();
    assert_eq!(sweep.inputs.len(), 500);
    assert!(sweep.inputs.iter().all(|input| input.utxo.value >= 10_100));
}

#[test]
fn amount_below_dust_is_zero() {
    // 110 vbytes at 2, 5 and 20; the dust limit of the recipient is 294.
    let amounts = swept(&wallet(&[844])).unwrap().amounts;
    assert_eq!((amounts.slow, amounts.normal, amounts.fast), (624, 294, 0));
    let amounts = swept(&wallet(&[843])).unwrap().amounts;
    assert_eq!((amounts.slow, amounts.normal, amounts.fast), (623, 0, 0));
    let insufficient = |available| {
        Err(BuildError::InsufficientFunds {
            available,
            required: 514,
        })
    };
    assert_eq!(swept(&wallet(&[513])), insufficient(513));
    assert_eq!(swept(&[]), insufficient(0));
}
