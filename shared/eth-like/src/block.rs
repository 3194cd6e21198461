//! Blocks with all transactions, among which the transactions of watched addresses are found.

use crate::account::nfts::{NftKey, NftKind, batch};
use crate::account::pending::{PoolTransaction, nft_transfers};
use crate::calls::{CallKind, NamedCall, word};
use crate::history::{Entry, Transfer, TransferAsset};
use crate::{Address, Amount, Hash};
use std::iter::once;

/// A block of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BlockId {
    /// The block height.
    pub height: u64,
    /// The block hash.
    pub hash: Hash,
}

/// The end of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// The latest block.
    pub latest: BlockId,
    /// The height up to which blocks are final; `None` if the nodes report none.
    pub finalized: Option<u64>,
}

/// A block with all transactions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The height and hash.
    pub id: BlockId,
    /// The hash of the previous block.
    pub parent: Hash,
    /// Unix time in seconds.
    pub time: u64,
    /// The transactions, in the order of the block.
    pub transactions: Vec<BlockTransaction>,
    /// True if movements of the coin inside contracts are unknown, since no node provides traces. False for a block
    /// without contract calls.
    pub lacks_internal: bool,
}

/// A transaction in a block or pending, as an entry of a history that belongs to no address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockTransaction {
    /// The transaction: outer call with the created contract as recipient, fee with the L1 fee of a rollup as far as the
    /// receipt states the fee, internal transfers, and transfers of tokens. The maximum fee and the transfers in the
    /// calldata while pending.
    pub entry: Entry,
    /// The sender.
    pub sender: Address,
    /// The number of preceding transactions of the sender.
    pub nonce: u64,
    /// Senders and recipients in transfers that have no action in the row: transfers in the calldata of a pending transaction
    /// that are in a wrapper, or that may be of any kind of token. Empty for a mined transaction.
    pub parties: Vec<Address>,
}

/// Log entry of a receipt. Any contract can emit any log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    /// The contract that has emitted the log.
    pub contract: Address,
    /// The indexed values: the hash of the event signature first.
    pub topics: Vec<Hash>,
    /// The further values.
    pub data: Vec<u8>,
}

/// Hash of `Transfer(address,address,uint256)`, the event of ERC-20 and, with an indexed token id, of ERC-721.
const TRANSFER: [u8; 32] = [
    0xdd, 0xf2, 0x52, 0xad, 0x1b, 0xe2, 0xc8, 0x9b, 0x69, 0xc2, 0xb0, 0x68, 0xfc, 0x37, 0x8d, 0xaa, 0x95, 0x2b, 0xa7,
    0xf1, 0x63, 0xc4, 0xa1, 0x16, 0x28, 0xf5, 0x5a, 0x4d, 0xf5, 0x23, 0xb3, 0xef,
];
/// Hash of `TransferSingle(address,address,address,uint256,uint256)`, an event of ERC-1155.
const TRANSFER_SINGLE: [u8; 32] = [
    0xc3, 0xd5, 0x81, 0x68, 0xc5, 0xae, 0x73, 0x97, 0x73, 0x1d, 0x06, 0x3d, 0x5b, 0xbf, 0x3d, 0x65, 0x78, 0x54, 0x42,
    0x73, 0x43, 0xf4, 0xc0, 0x83, 0x24, 0x0f, 0x7a, 0xac, 0xaa, 0x2d, 0x0f, 0x62,
];
/// Hash of `TransferBatch(address,address,address,uint256[],uint256[])`, an event of ERC-1155.
const TRANSFER_BATCH: [u8; 32] = [
    0x4a, 0x39, 0xdc, 0x06, 0xd4, 0xc0, 0xdb, 0xc6, 0x4b, 0x70, 0xaf, 0x90, 0xfd, 0x69, 0x8a, 0x23, 0x3a, 0x51, 0x8a,
    0xa5, 0xd0, 0x7e, 0x59, 0x5d, 0x98, 0x3b, 0x8c, 0x05, 0x26, 0xc8, 0xf7, 0xfb,
];

/// Size of an ABI word in bytes.
const WORD: usize = 32;
/// Size of the data of `TransferSingle`: an id and an amount.
const SINGLE: usize = 2 * WORD;

impl BlockTransaction {
    /// Creates the entry of a pending transaction.
    pub fn pending(sender: Address, transaction: &PoolTransaction) -> Self {
        let calls = transaction.calls().into_iter();
        let further = calls.filter(|call| !has_action(call));
        let parties = further.filter_map(|call| Some((call.from, call.token_recipient()?)));
        Self {
            entry: transaction.entry(sender),
            sender,
            nonce: transaction.nonce,
            parties: parties
                .flat_map(|(from, to)| from.into_iter().chain(once(to)))
                .collect(),
        }
    }

    /// Adds the transfers that the logs of the receipt state, in order. Logs without a transfer, malformed logs, and
    /// transfers of zero, which a contract may report in any name, are ignored. A failed transaction has no transfers.
    #[must_use]
    pub fn with_logs(mut self, logs: &[Log]) -> Self {
        if self.entry.has_failed() {
            return self;
        }
        let transfers = logs.iter().filter_map(Log::transfers).flatten();
        self.entry
            .transfers
            .extend(transfers.filter(|transfer| transfer.value > Amount::ZERO));
        self
    }

    /// Adds the movements of the coin inside contracts, in front of the token transfers. A failed transaction has none.
    pub fn add_internal(&mut self, movements: Vec<Transfer>) {
        if !self.entry.has_failed() {
            self.entry.transfers.splice(0..0, movements);
        }
    }

    /// Returns all addresses that the transaction touches, with repetitions: the sender, the recipient or the created
    /// contract, and the parties of the transfers.
    pub fn addresses(&self) -> impl Iterator<Item = Address> {
        let recipient = self.entry.outer.and_then(|outer| outer.to);
        let transfers = self.entry.transfers.iter();
        let parties = transfers.flat_map(|transfer| transfer.from.into_iter().chain(once(transfer.to)));
        let parties = parties.chain(self.parties.iter().copied());
        once(self.sender).chain(recipient).chain(parties)
    }
}

impl Log {
    /// Returns the transfers that the log states, if any.
    fn transfers(&self) -> Option<Vec<Transfer>> {
        let (signature, indexed) = self.topics.split_first()?;
        let [from, to] = match indexed {
            [from, to] | [from, to, _] if signature.0 == TRANSFER => [from, to],
            [_, from, to] => [from, to],
            _ => return None,
        };
        let (from, to) = (address(from)?, address(to)?);
        let moved = |asset, value| Transfer {
            asset,
            from: Some(from),
            to,
            value,
        };
        let contract = self.contract;
        let nft = |kind, id| TransferAsset::Nft(NftKey { kind, contract, id });
        let several = |id, value| moved(nft(NftKind::Erc1155, id), value);
        match (signature.0, indexed, self.data.len()) {
            (TRANSFER, [_, _], WORD) => {
                let token = TransferAsset::Token {
                    contract,
                    decimals: None,
                };
                Some(vec![moved(token, self.amount(0))])
            }
            (TRANSFER, [_, _, Hash(id)], 0) => {
                let id = Amount::from_be_bytes(*id);
                Some(vec![moved(nft(NftKind::Erc721, id), 1_u64.into())])
            }
            (TRANSFER_SINGLE, [..], SINGLE) => Some(vec![several(self.amount(0), self.amount(WORD))]),
            (TRANSFER_BATCH, [..], _) => {
                let tokens = batch(&self.data)?.into_iter();
                Some(tokens.map(|(id, value)| several(id, value)).collect())
            }
            _ => None,
        }
    }

    /// Returns the number at a position of the data in bytes.
    fn amount(&self, position: usize) -> Amount {
        Amount::from_be_bytes(word(&self.data, position))
    }
}

/// Returns true if the transfers of a call have actions while the transaction is pending.
fn has_action(call: &NamedCall) -> bool {
    let is_token = call.wrapper.is_none() && call.kind == CallKind::Transfer;
    is_token || nft_transfers(call).is_some()
}

/// Returns the address in an indexed value, or `None` for a larger number.
fn address(Hash(topic): &Hash) -> Option<Address> {
    let (padding, bytes) = topic.split_first_chunk::<12>()?;
    let bytes = bytes.try_into().ok()?;
    (*padding == [0; 12]).then(|| Address::from_bytes(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::{HistoryPosition, TopLevelCall};

    const SENDER: Address = Address::from_bytes([1; 20]);
    const TOKEN: Address = Address::from_bytes([2; 20]);
    const PAYER: Address = Address::from_bytes([3; 20]);
    const PAYEE: Address = Address::from_bytes([4; 20]);

    fn topic(address: Address) -> Hash {
        let mut topic = [0; 32];
        topic[12..].copy_from_slice(&address.to_bytes());
        Hash(topic)
    }

    fn number(number: u64) -> Vec<u8> {
        Amount::from(number).to_be_bytes().to_vec()
    }

    fn log(signature: [u8; 32], indexed: &[Hash], data: &[u8]) -> Log {
        Log {
            contract: TOKEN,
            topics: [&[Hash(signature)], indexed].concat(),
            data: data.to_vec(),
        }
    }

    fn transaction(succeeded: bool) -> BlockTransaction {
        let entry = Entry {
            position: HistoryPosition::Mined {
                block: 170,
                index: Some(3),
                txid: Hash([7; 32]),
            },
            time: 1_700_000_000,
            outer: Some(TopLevelCall {
                from: SENDER,
                to: Some(TOKEN),
                value: Amount::ZERO,
                succeeded,
            }),
            fee: None,
            lacks_l1_fee: false,
            lacks_gas_fee: false,
            transfers: Vec::new(),
            labels: Vec::new(),
        };
        BlockTransaction {
            entry,
            sender: SENDER,
            nonce: 4,
            parties: Vec::new(),
        }
    }

    fn token(value: u64) -> Transfer {
        Transfer {
            asset: TransferAsset::Token {
                contract: TOKEN,
                decimals: None,
            },
            from: Some(PAYER),
            to: PAYEE,
            value: value.into(),
        }
    }

    fn nft(kind: NftKind, id: Amount, value: u64) -> Transfer {
        let contract = TOKEN;
        Transfer {
            asset: TransferAsset::Nft(NftKey { kind, contract, id }),
            ..token(value)
        }
    }

    #[test]
    fn topics_are_the_hashes_of_the_events() {
        for (signature, topic) in [
            ("Transfer(address,address,uint256)", TRANSFER),
            (
                "TransferSingle(address,address,address,uint256,uint256)",
                TRANSFER_SINGLE,
            ),
            (
                "TransferBatch(address,address,address,uint256[],uint256[])",
                TRANSFER_BATCH,
            ),
        ] {
            assert_eq!(Hash::of(signature), Hash(topic), "{signature}");
        }
    }

    #[test]
    fn logs_state_transfers_of_tokens() {
        let parties = [topic(PAYER), topic(PAYEE)];
        let with_operator = [topic(SENDER), parties[0], parties[1]];
        let erc20 = log(TRANSFER, &parties, &number(5));
        let erc721 = log(TRANSFER, &[parties[0], parties[1], Hash([9; 32])], &[]);
        let single = log(TRANSFER_SINGLE, &with_operator, &[number(8), number(1)].concat());
        let words = [64, 160, 2, 8, 9, 2, 3, 0];
        let batch = log(TRANSFER_BATCH, &with_operator, &words.map(number).concat());
        let empty = log(TRANSFER_BATCH, &with_operator, &[64, 96, 0, 0].map(number).concat());
        let found = transaction(true).with_logs(&[erc20.clone(), erc721.clone(), single, batch, empty]);
        let id = Amount::from_be_bytes([9; 32]);
        let expected = [
            token(5),
            nft(NftKind::Erc721, id, 1),
            nft(NftKind::Erc1155, 8_u64.into(), 1),
            nft(NftKind::Erc1155, 8_u64.into(), 3),
        ];
        assert_eq!(found.entry.transfers, expected);
        assert_eq!(found.parties, []);
        let touched: Vec<_> = found.addresses().collect();
        assert_eq!(touched[..4], [SENDER, TOKEN, PAYER, PAYEE]);
        assert_eq!(touched.len(), 2 + 2 * 4);
        let failed = transaction(false).with_logs(&[erc20, erc721]);
        assert_eq!(failed, transaction(false));
    }

    #[test]
    fn other_and_malformed_logs_are_ignored() {
        let parties = [topic(PAYER), topic(PAYEE)];
        let operator = topic(SENDER);
        let large = Hash([0xff; 32]);
        for ignored in [
            log([5; 32], &parties, &number(5)),
            log(TRANSFER, &[], &number(5)),
            log(TRANSFER, &parties[..1], &number(5)),
            log(TRANSFER, &[large, parties[1]], &number(5)),
            log(TRANSFER, &[parties[0], large], &number(5)),
            log(TRANSFER, &parties, &[]),
            log(TRANSFER, &parties, &[0; 64]),
            log(TRANSFER, &parties, &number(0)),
            log(TRANSFER, &[operator, parties[0], parties[1]], &number(5)),
            log(TRANSFER_SINGLE, &[operator, parties[0], parties[1]], &number(5)),
            log(TRANSFER_SINGLE, &[operator, parties[0], parties[1]], &[0; 64]),
            log(TRANSFER_BATCH, &[operator, parties[0], parties[1]], &[1; 129]),
            log(
                TRANSFER_BATCH,
                &[operator, parties[0], parties[1]],
                &[64, 128, 1, 8, 2, 1].map(number).concat(),
            ),
            log(
                TRANSFER_BATCH,
                &[operator, parties[0], parties[1]],
                &[64, 64, u64::MAX, 8].map(number).concat(),
            ),
            log(TRANSFER_BATCH, &parties, &[0; 128]),
            Log {
                contract: TOKEN,
                topics: Vec::new(),
                data: Vec::new(),
            },
        ] {
            let found = transaction(true).with_logs(std::slice::from_ref(&ignored));
            assert_eq!(found, transaction(true), "{ignored:?}");
        }
    }

    /// Returns the calldata of a call with these arguments of a word each.
    fn calldata(signature: &str, words: &[Vec<u8>]) -> Vec<u8> {
        [&Hash::of(signature).0[..4], &words.concat()].concat()
    }

    fn pooled(input: Vec<u8>) -> PoolTransaction {
        PoolTransaction {
            hash: Hash([7; 32]),
            nonce: 4,
            to: Some(TOKEN),
            value: Amount::ZERO,
            max_fee: Amount::ZERO,
            token_call: crate::account::erc20::decode(&input),
            input,
            first_seen: 0,
            gas_limit: 0,
            unsigned: Vec::new(),
            l1_fee: None,
        }
    }

    #[test]
    fn transfers_of_calls_are_touched_while_pending() {
        let [from, to] = [PAYER, PAYEE].map(|address| topic(address).0.to_vec());
        let erc20 = [to.clone(), number(5)];
        let from_to = [from, to, number(5)];
        let with_bytes = |words: &[Vec<u8>], offset| [words, &[number(offset), number(0)]].concat();
        let erc1155 = [&from_to[..], &[number(1)]].concat();
        for (signature, words, expected) in [
            ("transfer(address,uint256)", &erc20[..], &[][..]),
            ("approve(address,uint256)", &erc20, &[]),
            ("mint(address,uint256)", &erc20, &[]),
            ("transferFrom(address,address,uint256)", &from_to, &[PAYER, PAYEE]),
            // As a contract reads missing bytes.
            (
                "transferFrom(address,address,uint256)",
                &from_to[..1],
                &[PAYER, Address::ZERO],
            ),
        ] {
            let transaction = pooled(calldata(signature, words));
            let pending = BlockTransaction::pending(SENDER, &transaction);
            assert_eq!(pending.parties, expected, "{signature}");
            let deployment = PoolTransaction {
                to: None,
                ..transaction
            };
            assert_eq!(BlockTransaction::pending(SENDER, &deployment).parties, []);
        }
        for (signature, words, kind) in [
            (
                "safeTransferFrom(address,address,uint256)",
                &from_to[..],
                NftKind::Erc721,
            ),
            (
                "safeTransferFrom(address,address,uint256,uint256,bytes)",
                &with_bytes(&erc1155, 160),
                NftKind::Erc1155,
            ),
        ] {
            let input = calldata(signature, words);
            let pending = BlockTransaction::pending(SENDER, &pooled(input));
            assert_eq!(pending.entry.transfers, [nft(kind, 5_u64.into(), 1)], "{signature}");
            assert_eq!(pending.parties, [], "{signature}");
        }
    }

    #[test]
    fn movements_inside_contracts_precede_token_transfers() {
        let inside = Transfer {
            asset: TransferAsset::Coin,
            ..token(3)
        };
        let log = log(TRANSFER, &[topic(PAYER), topic(PAYEE)], &number(5));
        let mut found = transaction(true).with_logs(&[log]);
        found.add_internal(vec![inside]);
        assert_eq!(found.entry.transfers, [inside, token(5)]);
        let mut failed = transaction(false);
        failed.add_internal(vec![inside]);
        assert_eq!(failed, transaction(false));
    }
}
