//! Decoding of blocks: recorded blocks of each chain, and blocks that no node would accept.

use super::*;
use bitcoin::absolute::LockTime;
use bitcoin::block::{Header, Version};
use bitcoin::consensus::encode::{deserialize_hex, serialize};
use bitcoin::{
    Amount, CompactTarget, Sequence, Transaction, TxIn, TxMerkleNode, TxOut, Witness, merkle_tree, transaction,
};
use serde_json::Value;
use std::collections::BTreeMap;

const RECORDED: &str = include_str!("../../../../tests/api/recorded/btc_like/data/blocks.json");

/// The `HogEx` of block 2,265,985 of ltc and the id, the first bytes of the extension block behind, and the heights.
const HOGEX: &str = "020000000008049b40c1082041a5a72b62e895d0b2d9784cb346f2cf5e792be82206089d7bb5690000000000ffffffff26a0e6d34453b790dd2adb744b044850698d293b6a4f908e836ee1a87b84ceb90000000000ffffffffc43b93748a4d43c6766cc2d09da86c6ffa5479ac6d56ec2bb1cdaca789857bdd0000000000ffffffff2ad4dbca755ba2fc4a3b07cd6314f8bfabf20e42837eed6536bdb07dd75e8c920000000000ffffffff0153c5d3230200000022582030e8a2e9fe715e7c607cd711cb683d25388db2d4db6fa94aaea35d194b5953700000000000";
const HOGEX_ID: &str = "b0a867c72f417dc0a904f708ba37fa2d94c3b25a288ea6e8fbe8cd14d8ca7119";
const EXTENSION_BLOCK: &str = "018089a601dde19fbbfceb2d12535fd5c92fb310";

/// A recorded block.
struct Recorded {
    params: &'static Params,
    facts: Value,
    bytes: Vec<u8>,
}

impl Recorded {
    fn decode(&self, bytes: &[u8]) -> Result<Block, BlockError> {
        Block::decode(self.params, self.height(), bytes)
    }

    fn height(&self) -> u32 {
        self.facts["height"].as_u64().unwrap().try_into().unwrap()
    }
}

fn recorded_blocks() -> Vec<Recorded> {
    let file: Value = serde_json::from_str(RECORDED).unwrap();
    let rows = file["blocks"].as_array().unwrap().iter();
    let read = |facts: &Value| Recorded {
        params: params(
            Chain::from_name(facts["chain"].as_str().unwrap()).unwrap(),
            facts["network"].as_str().unwrap().parse().unwrap(),
        ),
        facts: facts.clone(),
        bytes: hex::decode(facts["hex"].as_str().unwrap()).unwrap(),
    };
    rows.map(read).collect()
}

fn coinbase() -> Transaction {
    spending(OutPoint::null(), vec![0x51, 0x51], &[])
}

/// Returns a transaction with this input, and an output to a key hash.
fn spending(previous_output: OutPoint, script: Vec<u8>, witness: &[Vec<u8>]) -> Transaction {
    Transaction {
        version: transaction::Version::TWO,
        lock_time: LockTime::ZERO,
        input: vec![TxIn {
            previous_output,
            script_sig: script.into(),
            sequence: Sequence::MAX,
            witness: Witness::from_slice(witness),
        }],
        output: vec![TxOut {
            value: Amount::from_sat(5),
            script_pubkey: recipient(&sender(Chain::Btc, AddressType::P2pkh))
                .script_pubkey()
                .to_owned(),
        }],
    }
}

/// Returns a block whose header commits to the transactions.
fn block_of(transactions: &[Transaction]) -> Vec<u8> {
    let serialised: Vec<_> = transactions.iter().map(serialize).collect();
    let ids: Vec<_> = transactions.iter().map(Transaction::compute_txid).collect();
    serialised_block(&ids, &serialised.concat())
}

/// Returns a block whose header commits to the ids.
fn serialised_block(ids: &[Txid], transactions: &[u8]) -> Vec<u8> {
    let root = merkle_tree::calculate_root(ids.iter().map(|id| id.to_raw_hash())).unwrap();
    let header = Header {
        version: Version::TWO,
        prev_blockhash: BlockHash::all_zeros(),
        merkle_root: TxMerkleNode::from_raw_hash(root),
        time: 1_700_000_000,
        bits: CompactTarget::from_consensus(0x207f_ffff),
        nonce: 0,
    };
    let count = u8::try_from(ids.len()).unwrap();
    [&serialize(&header), [count].as_slice(), transactions].concat()
}

fn decode(chain: Chain, bytes: &[u8]) -> Result<Block, BlockError> {
    Block::decode(params(chain, LIVENET), 7, bytes)
}

#[test]
fn recorded_blocks_have_the_recorded_facts() {
    let blocks = recorded_blocks();
    assert_eq!(blocks.len(), 4);
    for recorded in blocks {
        let facts = &recorded.facts;
        let block = recorded.decode(&recorded.bytes).unwrap();
        assert_eq!(block.id.hash.to_string(), facts["hash"]);
        assert_eq!(block.id.height, recorded.height());
        assert_eq!(block.parent.to_string(), facts["parent"]);
        assert_eq!(block.time, facts["time"]);
        let ids: Vec<_> = block.transactions.iter().map(|found| found.txid.to_string()).collect();
        assert_eq!(Value::from(ids), facts["txids"]);
        for (index, transaction) in block.transactions.iter().enumerate() {
            let is_coinbase = transaction.inputs.iter().all(|input| input.spent.is_none());
            assert_eq!(is_coinbase, index == 0, "{facts}");
        }
    }
}

/// The second transaction of block 100,000, which btc and bch share: 50 coins, of which 5.56 are paid.
#[test]
fn transactions_have_their_outputs_and_spent_outpoints() {
    let blocks = recorded_blocks();
    let recorded = blocks.iter().find(|recorded| recorded.height() == 100_000).unwrap();
    let block = recorded.decode(&recorded.bytes).unwrap();
    let BlockTransaction { inputs, outputs, .. } = &block.transactions[1];
    let outputs: Vec<_> = outputs
        .iter()
        .map(|output| (output.script.to_hex_string(), output.value))
        .collect();
    let to = |hash: &str, value| (format!("76a914{hash}88ac"), value);
    assert_eq!(
        outputs,
        [
            to("c398efa9c392ba6013c5e04ee729755ef7f58b32", 556_000_000),
            to("948c765a6914d43f2a7ac177da2c2f6b52de3d7c", 4_444_000_000)
        ]
    );
    let spent = "87a157f3fd88ac7907c05fc55e271dc4acdc5605d187d646604ca8c0e9382e03:0";
    assert_eq!(inputs[0].spent, Some(spent.parse().unwrap()));
}

#[test]
fn blocks_without_each_last_byte_or_with_more_are_malformed() {
    for recorded in recorded_blocks() {
        for length in 0..recorded.bytes.len() {
            let found = recorded.decode(&recorded.bytes[..length]);
            assert_eq!(found, Err(BlockError::Malformed), "{length}");
        }
        let longer = [recorded.bytes.as_slice(), &[0]].concat();
        assert_eq!(recorded.decode(&longer), Err(BlockError::Malformed));
    }
}

#[test]
fn every_changed_byte_changes_the_hash_or_is_found() {
    for recorded in recorded_blocks()
        .into_iter()
        .filter(|recorded| !recorded.params.has_merged_mining())
    {
        let original = recorded.decode(&recorded.bytes).unwrap();
        for index in 0..recorded.bytes.len() {
            let mut bytes = recorded.bytes.clone();
            bytes[index] ^= 1;
            if let Ok(block) = recorded.decode(&bytes) {
                assert_ne!(block.id.hash, original.id.hash, "{} {index}", recorded.params);
            }
        }
    }
}

#[test]
fn witnesses_cannot_be_left_out_of_a_block() {
    let blocks = recorded_blocks();
    let recorded = blocks
        .iter()
        .find(|recorded| recorded.params.chain == Chain::Btc)
        .unwrap();
    let mut block: bitcoin::Block = bitcoin::consensus::deserialize(&recorded.bytes).unwrap();
    for transaction in &mut block.txdata {
        for input in &mut transaction.input {
            input.witness.clear();
        }
    }
    assert_eq!(recorded.decode(&serialize(&block)), Err(BlockError::Witnesses));
}

/// CVE-2012-2459.
#[test]
fn block_with_repeated_transactions_is_rejected() {
    let spend = |seed| spending(outpoint(seed), vec![0x51], &[]);
    let [first, second, third] = [coinbase(), spend(1), spend(2)];
    let block = block_of(&[first.clone(), second.clone(), third.clone()]);
    assert_eq!(decode(Chain::Btc, &block).unwrap().transactions.len(), 3);
    let repeated = block_of(&[first, second, third.clone(), third]);
    assert_eq!(repeated[..80], block[..80], "the same header");
    assert_eq!(decode(Chain::Btc, &repeated), Err(BlockError::MerkleRoot));
}

#[test]
fn only_the_first_transaction_is_a_coinbase() {
    let spend = spending(outpoint(1), vec![0x51], &[]);
    let mut second = coinbase();
    second.lock_time = LockTime::from_consensus(5);
    for transactions in [vec![spend.clone()], vec![coinbase(), second], vec![spend, coinbase()]] {
        assert_eq!(decode(Chain::Btc, &block_of(&transactions)), Err(BlockError::Coinbase));
    }
}

#[test]
fn false_counts_are_malformed() {
    let block = block_of(&[coinbase()]);
    for count in ["00", "02", "fdffff", "fefffffffe", "ffffffffffffffffff"] {
        let bytes = [&block[..80], &hex::decode(count).unwrap(), &block[81..]].concat();
        assert_eq!(decode(Chain::Btc, &bytes), Err(BlockError::Malformed), "{count}");
    }
    // The counts of the branches in the proof of the parent chain.
    let blocks = recorded_blocks();
    let doge = blocks
        .iter()
        .find(|recorded| recorded.params.chain == Chain::Doge)
        .unwrap();
    let (parent, _) = bitcoin::consensus::deserialize_partial::<Transaction>(&doge.bytes[80..]).unwrap();
    let branch = 80 + serialize(&parent).len() + 32;
    let bytes = [&doge.bytes[..branch], &[0xff; 9], &doge.bytes[branch..]].concat();
    assert_eq!(doge.decode(&bytes), Err(BlockError::Malformed));
}

#[test]
fn block_above_the_maximum_size_is_rejected() {
    let maximum = params(Chain::Btc, LIVENET).max_block_size;
    let length = maximum + 1;
    assert_eq!(
        decode(Chain::Btc, &vec![0; length]),
        Err(BlockError::TooLong { length, maximum })
    );
}

#[test]
fn hogex_is_the_last_transaction_before_the_extension_block() {
    let [hogex, extension] = [HOGEX, EXTENSION_BLOCK].map(|text| hex::decode(text).unwrap());
    let first = coinbase();
    let id: Txid = HOGEX_ID.parse().unwrap();
    let ids = [first.compute_txid(), id];
    let block = serialised_block(&ids, &[serialize(&first), hogex.clone(), extension].concat());
    let decoded = decode(Chain::Ltc, &block).unwrap();
    let last = decoded.transactions.last().unwrap();
    assert_eq!((last.txid, last.inputs.len()), (id, 4));
    assert!(last.inputs.iter().all(|input| input.revealed.is_empty()));
    assert_eq!(decode(Chain::Btc, &block), Err(BlockError::Malformed));
    let reordered = serialised_block(&[id, ids[0]], &[hogex.clone(), serialize(&first)].concat());
    assert_eq!(decode(Chain::Ltc, &reordered), Err(BlockError::Malformed));
    // A transaction with data of the extension block, which only the mempool has.
    let mut with_data = hogex;
    with_data.insert(with_data.len() - 4, 7);
    let flag = with_data.len() - 6;
    with_data[flag] = 1;
    let pending = serialised_block(&ids, &[serialize(&first), with_data].concat());
    assert_eq!(decode(Chain::Ltc, &pending), Err(BlockError::Malformed));
}

#[test]
fn witness_is_malformed_on_a_chain_without_witnesses() {
    let block = block_of(&[coinbase(), spending(outpoint(1), vec![], &[vec![7; 64]])]);
    assert!(decode(Chain::Btc, &block).is_ok());
    for chain in [Chain::Bch, Chain::Doge] {
        assert_eq!(decode(chain, &block), Err(BlockError::Malformed), "{chain}");
    }
}

/// Returns the scripts that an input reveals.
fn revealed(chain: Chain, script: &[u8], witness: &[Vec<u8>]) -> Vec<String> {
    let block = block_of(&[coinbase(), spending(outpoint(1), script.to_vec(), witness)]);
    let block = decode(chain, &block).unwrap();
    let scripts = block.transactions[1].inputs[0].revealed.iter();
    scripts.map(|script| script.to_hex_string()).collect()
}

/// The owners of inputs as recorded sources state the owners: of an output to a key (p2pk) the address of the key, which an
/// input with the signature alone does not reveal.
#[test]
fn inputs_reveal_the_scripts_of_their_recorded_owners() {
    let mut found = BTreeMap::<&str, usize>::new();
    for file in recorded::FILES {
        let file: Value = serde_json::from_str(file).unwrap();
        for group in file["groups"].as_array().unwrap() {
            let chain = Chain::from_name(group["chain"].as_str().unwrap()).unwrap();
            let row = params(chain, group["network"].as_str().unwrap().parse().unwrap());
            for recorded in group["transactions"].as_array().unwrap() {
                compare_owners(row, recorded, &mut found);
            }
        }
    }
    let found: Vec<_> = found.into_iter().collect();
    assert_eq!(found, [("p2pkh", 131), ("p2sh", 6), ("p2wpkh", 71)]);
}

fn compare_owners(row: &'static Params, recorded: &Value, found: &mut BTreeMap<&str, usize>) {
    let transaction = deserialize_hex::<Transaction>(recorded["hex"].as_str().unwrap());
    let (Ok(transaction), Some(owners)) = (transaction, recorded["inputs"].as_array()) else {
        return;
    };
    let scripts: Vec<_> = transaction.input.iter().map(|input| input.script_sig.clone()).collect();
    let Ok(block) = Block::decode(row, 7, &block_of(&[coinbase(), transaction])) else {
        return;
    };
    let inputs = block.transactions[1].inputs.iter().zip(owners).zip(scripts);
    for ((input, owner), script) in inputs {
        let Ok(owner) = Address::parse(row, owner[0].as_str().unwrap_or_default()) else {
            continue;
        };
        let is_key_only = owner.kind() == AddressKind::P2pkh && script.instructions().count() == 1;
        if is_key_only || owner.kind() == AddressKind::P2tr {
            assert_ne!(
                input.revealed.first().map(ScriptBuf::as_script),
                Some(owner.script_pubkey())
            );
            continue;
        }
        assert!(
            input.revealed.iter().any(|script| **script == *owner.script_pubkey()),
            "{recorded}: {owner}"
        );
        *found.entry(owner.kind().name()).or_default() += 1;
    }
}

/// The examples "Native P2WSH" and "P2SH-P2WSH" of BIP 143.
#[test]
fn witness_script_is_revealed() {
    let script = hex::decode("21026dccc749adc2a9d0d89497ac511f760f45c47dc5ed9cf352a58ac706453880aeadab210255a9626aebf5e29c0e6538428ba0d1dcf6ca98ffdf086aa8ced5e0d0215ea465ac").unwrap();
    let native = "00205d1b56b63d714eebe542309525f484b7e9d6f686b3781b6f61ef925d66d6f6a0";
    assert_eq!(revealed(Chain::Btc, &[], &[vec![7; 71], vec![7; 71], script]), [native]);
    let nested = hex::decode("220020a16b5755f7f6f96dbd65f5f0d6ab9418b89af4b1f14a1bb8a09062c35f0dcb54").unwrap();
    let outer = "a9149993a429037b5d912407a71c252019287b8d27a587";
    assert_eq!(
        revealed(Chain::Btc, &nested, &[vec![], vec![7; 71], vec![0x51]]),
        [outer]
    );
}

#[test]
fn taproot_and_bare_inputs_reveal_nothing() {
    let key = public(&secret(7), true).to_string();
    let control = [vec![0xc1], hex::decode(&key[2..]).unwrap()].concat();
    for witness in [
        vec![vec![7; 64]],
        vec![vec![7; 65]],
        vec![vec![0x51], control.clone()],
        vec![vec![0x51], control, vec![0x50, 1]],
    ] {
        assert_eq!(revealed(Chain::Btc, &[], &witness), [""; 0], "{witness:?}");
    }
    for script in [vec![], vec![0x51], vec![2, 7], vec![1, 7, 0xac]] {
        assert_eq!(revealed(Chain::Btc, &script, &[]), [""; 0], "{script:?}");
    }
}

#[test]
fn outputs_and_inputs_of_bch_are_those_of_plain_and_long_scripts() {
    let bch = sender(Chain::Bch, AddressType::P2pkh);
    let locking = recipient(&bch).script_pubkey().to_owned();
    let prefix = [&[0xef], [0xab; 32].as_slice(), &[0x10, 1]].concat();
    let mut transaction = spending(outpoint(1), vec![1, 0x51], &[]);
    transaction.output[0].script_pubkey = [prefix.as_slice(), locking.as_bytes()].concat().into();
    let bytes = block_of(&[coinbase(), transaction]);
    let block = decode(Chain::Bch, &bytes).unwrap();
    assert_eq!(block.transactions[1].outputs[0].script, locking);
    let revealed = &block.transactions[1].inputs[0].revealed;
    let kinds: Vec<_> = revealed.iter().map(|script| script.len()).collect();
    assert_eq!(kinds, [23, 35], "hashes of 20 and 32 bytes");
    assert!(
        revealed
            .iter()
            .all(|script| Address::from_script(bch.params(), script).is_some())
    );
    let block = decode(Chain::Doge, &bytes).unwrap();
    assert_ne!(block.transactions[1].outputs[0].script, locking);
    assert_eq!(block.transactions[1].inputs[0].revealed.len(), 1);
}
