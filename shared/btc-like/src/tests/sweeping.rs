//! What is left when everything is sent.

use super::*;

const PRICES: BytePrices = BytePrices {
    slow: 2,
    normal: 5,
    fast: 20,
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

fn purse(values: &[u64]) -> Vec<Unspent> {
    (0..).zip(values).map(|(seed, &value)| unspent(seed, value)).collect()
}

fn swept(unspent: &[Unspent]) -> Result<Sweep, BuildError> {
    let sender = sender(Chain::Btc, AddressType::P2wpkh);
    sweep(&sender, unspent, &recipient(&sender), &PRICES)
}

#[test]
fn everything_but_the_fee_is_sent() {
    let sweep = swept(&purse(&[40_000, 60_000])).unwrap();
    assert_eq!((sweep.utxos.len(), sweep.size), (2, 178));
    let expected = SweepAmounts {
        slow: 100_000 - 356,
        normal: 100_000 - 890,
        fast: 100_000 - 3560,
    };
    assert_eq!(sweep.amounts, expected);
}

#[test]
fn every_amount_is_a_payment_without_change() {
    for chain in [Chain::Btc, Chain::Ltc, Chain::Bch, Chain::Doge] {
        let sender = sender(chain, AddressType::P2wpkh);
        let to = recipient(&sender);
        let floor = sender.params().price_floor;
        let prices = BytePrices {
            slow: floor,
            normal: 3 * floor,
            fast: 100 * floor,
        };
        let Sweep {
            utxos, fees, amounts, ..
        } = sweep(&sender, &purse(&[300_000_000, 20_000_000]), &to, &prices).unwrap();
        let utxos = Utxos::new(sender.params(), utxos).unwrap();
        for (amount, fee) in [
            (amounts.slow, fees.slow),
            (amounts.normal, fees.normal),
            (amounts.fast, fees.fast),
        ] {
            let payment = Payment::new(to.clone(), amount).unwrap();
            let built = UnsignedTransaction::build(&sender, &utxos, &payment, fee).unwrap();
            assert_eq!((built.fee(), built.change()), (fee, None), "{chain}");
        }
    }
}

#[test]
fn what_cannot_be_spent_or_does_not_pay_is_left_out() {
    let mut purse = purse(&[40_000, 50_000, 60_000, 136, 70_000]);
    purse[0].coinbase = true;
    purse[1].carries_token = true;
    purse.push(purse[4]);
    let values: Vec<u64> = swept(&purse).unwrap().utxos.iter().map(|utxo| utxo.value).collect();
    assert_eq!(values, [70_000, 60_000]);
}

#[test]
fn no_more_than_500_inputs_are_taken() {
    let values: Vec<u64> = (0..600).map(|place| 10_000 + place).collect();
    let sweep = swept(&purse(&values)).unwrap();
    assert_eq!(sweep.utxos.len(), 500);
    assert!(sweep.utxos.iter().all(|utxo| utxo.value >= 10_100));
}

#[test]
fn less_than_dust_is_nothing() {
    // 110 vbytes at 2, 5 and 20; the recipient's dust limit is 294.
    let amounts = swept(&purse(&[844])).unwrap().amounts;
    assert_eq!((amounts.slow, amounts.normal, amounts.fast), (624, 294, 0));
    let amounts = swept(&purse(&[843])).unwrap().amounts;
    assert_eq!((amounts.slow, amounts.normal, amounts.fast), (623, 0, 0));
    let insufficient = |available| {
        Err(BuildError::InsufficientFunds {
            available,
            required: 514,
        })
    };
    assert_eq!(swept(&purse(&[513])), insufficient(513));
    assert_eq!(swept(&[]), insufficient(0));
}
