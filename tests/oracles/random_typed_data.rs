//! Random typed data.

use crate::evm_transaction::amount;
use serde_json::{Map, Value, json};
use wallet_eth_like::Address;
use wallet_tests::support::random::Random;

/// Typed data, and the libraries that reject them.
#[derive(Debug)]
pub struct RandomTypedData {
    pub data: Value,
    pub skipped: Vec<&'static str>,
}

/// The structs from which the primary type is made. eth-sig-util does not find structs with a dollar sign in the name.
const NAMES: [&str; 5] = ["Order", "Item", "Asset_1", "Party2", "zone"];

/// A declared type of a field, and a value of the type.
struct Typed {
    text: String,
    value: Value,
}

impl RandomTypedData {
    pub fn new(random: &mut Random) -> Self {
        let mut generator = Generator {
            types: Map::new(),
            is_recursive: false,
        };
        let message = generator.primary(random);
        let mut types = generator.types;
        let domain = domain(random);
        if random.once_in(2) {
            types.insert("EIP712Domain".to_owned(), domain_type(&domain));
        }
        let data = json!({ "types": types, "primaryType": NAMES[0], "domain": domain, "message": message });
        Self {
            data,
            skipped: if generator.is_recursive {
                vec!["ethers"]
            } else {
                Vec::new()
            },
        }
    }
}

/// Declarations so far. Values of a struct are made with the declaration, so each struct is used once.
struct Generator {
    types: Map<String, Value>,
    is_recursive: bool,
}

impl Generator {
    fn primary(&mut self, random: &mut Random) -> Value {
        self.structure(random, 0)
    }

    /// Declares the struct of this level and returns a value of the struct.
    fn structure(&mut self, random: &mut Random, level: usize) -> Value {
        let (mut declared, mut value) = (Vec::new(), Map::new());
        for index in 0..random.between(1, 5) {
            let name = format!("{}{index}", random.one_of(&["a", "_b", "Owner", "$x"]));
            let field = self.field(random, level, index == 0);
            declared.push(json!({ "name": name, "type": field.text }));
            value.insert(name, field.value);
        }
        if random.once_in(6) {
            self.is_recursive = true;
            declared.push(json!({ "name": "children", "type": format!("{}[]", NAMES[level]) }));
            let mut child = value.clone();
            child.insert("children".to_owned(), json!([]));
            value.insert("children".to_owned(), json!([child]));
        }
        self.types.insert(NAMES[level].to_owned(), declared.into());
        value.into()
    }

    fn field(&mut self, random: &mut Random, level: usize, may_nest: bool) -> Typed {
        let next = level + 1;
        let single = if may_nest && next < NAMES.len() && !random.once_in(4) {
            let value = self.structure(random, next);
            Typed {
                text: NAMES[next].to_owned(),
                value,
            }
        } else {
            atom(random)
        };
        in_arrays(random, single)
    }
}

/// Puts a value into up to three arrays.
fn in_arrays(random: &mut Random, single: Typed) -> Typed {
    let mut typed = single;
    while random.once_in(3) && typed.text.matches('[').count() < 3 {
        let length = random.between(1, 3);
        let is_fixed = random.once_in(2);
        let is_empty = !is_fixed && random.once_in(4);
        let values = vec![typed.value; usize::try_from(if is_empty { 0 } else { length }).expect("small")];
        let suffix = if is_fixed {
            format!("[{length}]")
        } else {
            "[]".to_owned()
        };
        typed = Typed {
            text: typed.text + &suffix,
            value: values.into(),
        };
    }
    typed
}

fn atom(random: &mut Random) -> Typed {
    let bits = random.between(1, 32) * 8;
    let (text, value) = match random.between(0, 6) {
        0 => (
            "address".to_owned(),
            Address::from_bytes(random.bytes()).to_string().into(),
        ),
        1 => ("bool".to_owned(), random.once_in(2).into()),
        2 => ("string".to_owned(), text(random).into()),
        3 => ("bytes".to_owned(), bytes(random, 70).into()),
        4 => (format!("bytes{}", bits / 8), exact_bytes(random, bits / 8).into()),
        5 => (format!("uint{bits}"), unsigned(random, bits).into()),
        _ => (format!("int{bits}"), signed(random, bits)),
    };
    Typed { text, value }
}

fn text(random: &mut Random) -> String {
    let letters = ["a", " ", "0x", "é", "中", "💰", "\n", "\""];
    (0..random.between(0, 40)).map(|_| *random.one_of(&letters)).collect()
}

fn bytes(random: &mut Random, maximum: u64) -> String {
    let length = random.between(0, maximum);
    exact_bytes(random, length)
}

fn exact_bytes(random: &mut Random, length: u64) -> String {
    let bytes: Vec<u8> = (0..length).flat_map(|_| random.bytes::<1>()).collect();
    format!("0x{}", hex::encode(bytes))
}

/// Returns an integer of at most this many bits, in decimal or hex.
fn unsigned(random: &mut Random, bits: u64) -> String {
    if random.once_in(2) {
        let digits = exact_bytes(random, bits / 8);
        return digits;
    }
    if bits == 256 {
        return amount(random).to_string();
    }
    random
        .magnitude(if bits < 64 { (1 << bits) - 1 } else { u64::MAX })
        .to_string()
}

fn signed(random: &mut Random, bits: u64) -> Value {
    let maximum = if bits < 64 {
        (1 << (bits - 1)) - 1
    } else {
        i64::MAX as u64
    };
    let magnitude = random.magnitude(maximum);
    match random.between(0, 3) {
        0 => magnitude.to_string().into(),
        1 => format!("-{}", magnitude + 1).into(),
        2 => (magnitude.min(1 << 50)).into(),
        _ => Value::from(-i64::try_from(magnitude.min(1 << 50)).expect("small")),
    }
}

/// Returns a domain with at least 1 field.
fn domain(random: &mut Random) -> Value {
    let mut domain = Map::new();
    if random.once_in(2) {
        domain.insert("name".to_owned(), text(random).into());
    }
    if random.once_in(2) {
        domain.insert("version".to_owned(), "1".into());
    }
    if random.once_in(2) {
        domain.insert(
            "chainId".to_owned(),
            random.magnitude(1 << 53).min((1 << 53) - 1).into(),
        );
    }
    if random.once_in(4) {
        domain.insert("salt".to_owned(), exact_bytes(random, 32).into());
    }
    if domain.is_empty() || random.once_in(2) {
        let contract = Address::from_bytes(random.bytes()).to_string();
        domain.insert("verifyingContract".to_owned(), contract.into());
    }
    domain.into()
}

/// Declares the fields of a domain in the order of EIP-712.
fn domain_type(domain: &Value) -> Value {
    let fields = [
        ("name", "string"),
        ("version", "string"),
        ("chainId", "uint256"),
        ("verifyingContract", "address"),
        ("salt", "bytes32"),
    ];
    let declared = fields.iter().filter(|(name, _)| domain.get(name).is_some());
    declared
        .map(|(name, kind)| json!({ "name": name, "type": kind }))
        .collect()
}
