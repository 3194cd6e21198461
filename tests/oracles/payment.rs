//! Random payments.

use serde::{Deserialize, Serialize};
use wallet_client::signers::KeyForm;
use wallet_tests::support::oracle::ValidAddress;
use wallet_tests::support::random::Random;
use wallet_tests::support::signer::Signer;

/// Parameters of a chain, taken from the decisions and not from the code under test.
#[derive(Clone, Copy, Debug)]
pub struct Chain {
    /// The chain as used in paths.
    pub name: &'static str,
    /// The address types that differ on this chain.
    pub types: &'static [&'static str],
    /// The maximum supply in base units.
    pub max_supply: u64,
    /// The largest dust limit of all output kinds, a valid amount for any recipient.
    pub safe_amount: u64,
    /// The dust limits of p2pkh and p2wpkh.
    dust: [u64; 2],
    /// The minimum price and a high price, in base units per virtual byte.
    prices: [u64; 2],
}

/// The four chains.
pub const CHAINS: [Chain; 4] = [
    Chain {
        name: "btc",
        types: &["p2wpkh", "p2pkh"],
        max_supply: 2_100_000_000_000_000,
        safe_amount: 546,
        dust: [546, 294],
        prices: [1, 500],
    },
    Chain {
        name: "ltc",
        types: &["p2wpkh", "p2pkh"],
        max_supply: 8_400_000_000_000_000,
        safe_amount: 5460,
        dust: [5460, 2940],
        prices: [1, 500],
    },
    Chain {
        name: "bch",
        types: &["p2pkh"],
        max_supply: 2_100_000_000_000_000,
        safe_amount: 576,
        dust: [546, 546],
        prices: [1, 500],
    },
    Chain {
        name: "doge",
        types: &["p2pkh"],
        max_supply: 1_000_000_000_000_000_000,
        safe_amount: 1_000_000,
        dust: [1_000_000, 1_000_000],
        prices: [100, 100_000],
    },
];

/// The kind of change of a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// No change.
    None,
    /// 1 unit below the dust limit, which is added to the fee.
    BelowDust,
    /// Exactly the dust limit: there is a change output.
    AtDust,
    /// 1 unit above the dust limit.
    AboveDust,
    /// Any amount.
    Ample,
}

impl Change {
    /// All kinds.
    pub const ALL: [Self; 5] = [Self::None, Self::BelowDust, Self::AtDust, Self::AboveDust, Self::Ample];
}

/// An entry of `utxo`.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Utxo {
    /// The transaction hash, 64 hex digits.
    pub txid: String,
    /// The output index.
    pub vout: u32,
    /// The value in base units.
    pub value: String,
}

/// The body of get-hash. The reference libraries use the body too, with the chain and the recipient's script, which
/// the API ignores.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Payment {
    /// The chain: btc, ltc, bch, doge.
    pub chain: &'static str,
    /// The network: livenet, testnet.
    pub network: &'static str,
    /// The address type: p2wpkh, p2pkh.
    #[serde(rename = "type")]
    pub address_type: &'static str,
    /// The public key in hex.
    pub public_key: String,
    /// The recipient's address.
    pub to: String,
    /// The script of `to` in hex, for libraries without support for the kind of address.
    pub to_script: String,
    /// The amount in base units.
    pub amount: String,
    /// The fee in base units.
    pub fee: String,
    /// The inputs.
    pub utxo: Vec<Utxo>,
}

/// An incomplete payment without fee and values, which depend on the size.
#[derive(Debug)]
pub struct Draft {
    chain: Chain,
    change: Change,
    amount: u64,
    /// The payment with two outputs and a provisional fee.
    pub payment: Payment,
}

impl Draft {
    /// Creates a payment with `inputs` inputs to `to`.
    pub fn new(
        random: &mut Random,
        variant: PaymentVariant,
        signer: &Signer,
        to: &ValidAddress,
        inputs: usize,
    ) -> Self {
        let amount = random
            .magnitude(variant.chain.max_supply / 4)
            .max(variant.chain.safe_amount);
        let provisional = variant.chain.max_supply / u64::try_from(inputs).expect("few inputs");
        let utxo = (0..inputs).map(|_| Utxo {
            txid: hex::encode(random.bytes::<32>()),
            vout: u32::try_from(random.magnitude(1 << 20)).expect("20 bits") - 1,
            value: provisional.to_string(),
        });
        Self {
            chain: variant.chain,
            change: variant.change,
            amount,
            payment: Payment {
                chain: variant.chain.name,
                network: variant.network,
                address_type: variant.address_type,
                public_key: signer.public_key(),
                to: to.address.clone(),
                to_script: to.script.clone(),
                amount: amount.to_string(),
                fee: String::new(),
                utxo: utxo.collect(),
            },
        }
    }

    /// Sets fee and change and returns the payment; `size` is that of the draft.
    pub fn finish(mut self, random: &mut Random, size: u64) -> Payment {
        let [min, high] = self.chain.prices;
        let fee = size * (min - 1 + random.magnitude(high - min + 1));
        let change = self.change_value(random);
        self.payment.fee = fee.to_string();
        self.spread(random, self.amount + fee + change);
        self.payment
    }

    fn change_value(&self, random: &mut Random) -> u64 {
        let [legacy, segwit] = self.chain.dust;
        let dust = if self.payment.address_type == "p2wpkh" {
            segwit
        } else {
            legacy
        };
        match self.change {
            Change::None => 0,
            Change::BelowDust => dust - 1,
            Change::AtDust => dust,
            Change::AboveDust => dust + 1,
            Change::Ample => dust + random.magnitude(self.chain.max_supply / 4),
        }
    }

    /// Sets odd input values that add up to `total`, each at min 1.
    fn spread(&mut self, random: &mut Random, total: u64) {
        let mut left = total;
        let mut others = u64::try_from(self.payment.utxo.len()).expect("few inputs");
        for utxo in &mut self.payment.utxo {
            others -= 1;
            let value = match others {
                0 => left,
                _ => random.between(1, (left / (others + 1) * 2).clamp(1, left - others)),
            };
            utxo.value = value.to_string();
            left -= value;
        }
    }
}

/// The parameters of a payment.
#[derive(Clone, Copy, Debug)]
pub struct PaymentVariant {
    pub chain: Chain,
    /// The network, livenet or testnet.
    pub network: &'static str,
    /// The address type, p2wpkh or p2pkh.
    pub address_type: &'static str,
    /// The key form; p2wpkh requires compressed keys.
    pub key: KeyForm,
    /// The kind of change.
    pub change: Change,
}

impl PaymentVariant {
    /// Returns every combination of the chain without change.
    pub fn without_change(chain: Chain) -> Vec<Self> {
        let mut variants = Self::all_of(chain);
        variants.retain(|variant| variant.change == Change::None);
        variants
    }

    /// Returns every combination of the chain.
    pub fn all_of(chain: Chain) -> Vec<Self> {
        let mut variants = Vec::new();
        for network in ["livenet", "testnet"] {
            for &address_type in chain.types {
                for key in [KeyForm::Compressed, KeyForm::Uncompressed] {
                    if address_type == "p2wpkh" && key == KeyForm::Uncompressed {
                        continue;
                    }
                    variants.extend(Change::ALL.map(|change| Self {
                        chain,
                        network,
                        address_type,
                        key,
                        change,
                    }));
                }
            }
        }
        variants
    }
}
