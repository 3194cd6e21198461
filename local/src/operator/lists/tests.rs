//! The commands on the embedded database, and the formats of files.

use super::file::{FileError, MAX_FILE, read};
use super::{Entry, ListEditor, ListFile, ListsError};
use crate::serve::EmbeddedDatabase;
use async_trait::async_trait;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use wallet_core::lists::{AddressLists, CHUNK, ListAction, ListIndex, ListName, Listable};
use wallet_core::ports::lists::{ListReader, ListStore, RecipientLists};
use wallet_core::ports::store::StoreError;
use wallet_http::system::SystemClock;
use wallet_store::dynamodb::DynamoLists;
use wallet_store::lists::CachedLists;

/// Remarks of the SDN list on entry 29702, as <https://github.com/moov-io/watchman> records them.
const REMARKS: &str = "29702,\"KARASAVIDI, Dmitrii\",\"individual\",\"CYBER2\",\"DOB 09 Jul 1985; Digital Currency Address - XBT \
    1Q6saNmqKkyFB9mFR68Ck8F7Dp7dTopF2W; alt. Digital Currency Address - XBT 12udabs2TkX7NXCSj6KpqXfakjE52ZPLhz; alt. \
    Digital Currency Address - XBT 1DT3tenf14cxz9WFNxmYrXFbB6TFiVWA9U; Digital Currency Address - ETH \
    0x901bb9583b24d97e995513c6778dc6888ab6870e; alt. Digital Currency Address - ETH \
    0xa7e5d5a720f06526557c513402f2e6b5fa20b008; Phone Number 79110354982; Digital Currency Address - LTC \
    Leo3j36nn1JcsUQruytQhFUdCdCH5YHMR3; Digital Currency Address - DASH Xs3vzQmNvAxRa3Xo8XzQqUb3BMgb9EogF4; Passport \
    719032284.\"";

/// Entries of `sdn.xml`, with the element order of the published file.
const SDN_XML: &str = r#"<?xml version="1.0" standalone="yes"?>
<sdnList xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/XML">
  <sdnEntry><uid>25308</uid><idList>
    <id><uid>1</uid><idType>Passport</idType><idNumber>G000</idNumber></id>
    <id><uid>131723</uid><idType>Digital Currency Address - XBT</idType><idNumber>12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h</idNumber></id>
    <id><uid>131725</uid>
        <idType>Digital Currency Address - XBT</idType>
        <idNumber>
          149w62rY42aZBox8fGcmqNsXUzSStKeq8C
        </idNumber></id>
  </idList></sdnEntry>
</sdnList>"#;

/// The features of entry 27307 in `sdn_advanced.xml`: the same address as ETH and as USDT.
const SDN_ADVANCED: &str = r#"<Sanctions><ReferenceValueSets><FeatureTypeValues>
  <FeatureType ID="9" FeatureTypeGroupID="1">Place of Birth</FeatureType>
  <FeatureType ID="345" FeatureTypeGroupID="1">Digital Currency Address - ETH</FeatureType>
  <FeatureType ID="887" FeatureTypeGroupID="1">Digital Currency Address - USDT</FeatureType>
</FeatureTypeValues></ReferenceValueSets><DistinctParties>
  <Feature ID="1" FeatureTypeID="9"><FeatureVersion><VersionDetail DetailTypeID="1432">Safed</VersionDetail></FeatureVersion></Feature>
  <Feature ID="50215" FeatureTypeID="345">
    <FeatureVersion ID="47914" ReliabilityID="1560"><Comment /><VersionDetail DetailTypeID="1431" />
      <VersionDetail DetailTypeID="1432">0x098B716B8Aaf21512996dC57EB0615e2383E2f96</VersionDetail></FeatureVersion></Feature>
  <Feature ID="50216" FeatureTypeID="887"><FeatureVersion>
      <VersionDetail DetailTypeID="1432">0x098B716B8Aaf21512996dC57EB0615e2383E2f96</VersionDetail></FeatureVersion></Feature>
</DistinctParties></Sanctions>"#;

/// Features of entries in `sdn_enhanced.xml`.
const SDN_ENHANCED: &str = r#"<sanctionsData><entities><entity id="1"><features>
  <feature id="1"><type featureTypeId="14">Website</type><value>https://example.com</value></feature>
  <feature id="2"><type featureTypeId="345">Digital Currency Address - ETH</type>
    <value>0x19F8f2B0915Daa12a3f5C9CF01dF9E24D53794F7</value></feature>
  <feature id="3"><type featureTypeId="992">Digital Currency Address - TRX</type>
    <value>TFdTr9C3BqQrzKBXqSxJfAZFTh8UwBAfSg</value></feature>
  <feature id="5"><type featureTypeId="887">Digital Currency Address - USDT</type>
    <value>TFdTr9C3BqQrzKBXqSxJfAZFTh8UwBAfSg</value></feature>
</features></entity></entities></sanctionsData>"#;

const EVM: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

/// An address of bch in both forms, from the specification of CashAddr.
const LEGACY: &str = "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu";
const CASHADDR: &str = "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a";

struct Fixture {
    database: EmbeddedDatabase,
    editor: ListEditor,
}

impl Fixture {
    async fn new() -> Self {
        let database = EmbeddedDatabase::open(None).await.unwrap();
        let editor = ListEditor::new(Arc::new(database.lists.clone()));
        Self { database, editor }
    }

    async fn import(&self, name: &str, content: impl AsRef<[u8]>) -> Result<crate::operator::Report, ListsError> {
        let name: ListName = name.parse().unwrap();
        let file = ListFile {
            name: &name,
            action: ListAction::Reject,
            path: "list",
            content: content.as_ref(),
            skips_invalid: false,
        };
        self.editor.import(file).await
    }

    /// Returns the lists as a service reads them.
    async fn lists(&self) -> Arc<AddressLists> {
        let cached = CachedLists::new(Arc::new(self.database.lists.clone()), Arc::new(SystemClock));
        cached.lists().await.unwrap()
    }

    async fn index(&self) -> ListIndex {
        self.database.lists.index().await.unwrap()
    }
}

fn utxo(chain: wallet_btc_like::Chain, address: &str) -> wallet_btc_like::Address {
    let params = wallet_btc_like::Params::of(chain, wallet_core::model::Network::Livenet).unwrap();
    wallet_btc_like::Address::parse(params, address).unwrap()
}

fn names(lists: &AddressLists, address: &impl Listable) -> Vec<String> {
    lists
        .entries(address)
        .iter()
        .map(|entry| entry.name.to_string())
        .collect()
}

fn entry(line: usize, address: &str, chain: Option<&str>) -> Entry {
    Entry {
        line,
        address: address.to_owned(),
        chain: chain.map(str::to_owned),
    }
}

#[tokio::test]
async fn imported_lists_are_in_force_until_they_are_removed() {
    let fixture = Fixture::new().await;
    let text = format!("# own\n{EVM} # a comment\n\n{}\n{CASHADDR}\n", EVM.to_lowercase());
    let report = fixture.import("own", &text).await.unwrap();
    assert!(
        report
            .text
            .starts_with("own (refuse): 2 addresses, 2 recipients\nSkipped: 1 duplicates"),
        "{}",
        report.text
    );
    fixture.import("second", EVM).await.unwrap();
    let lists = fixture.lists().await;
    let evm: wallet_eth_like::Address = EVM.parse().unwrap();
    assert_eq!(names(&lists, &evm), ["own", "second"]);
    for form in [CASHADDR, LEGACY, &CASHADDR[12..]] {
        assert_eq!(
            names(&lists, &utxo(wallet_btc_like::Chain::Bch, form)),
            ["own"],
            "{form}"
        );
    }
    // In the form of bch, the address is not one of btc.
    assert_eq!(names(&lists, &utxo(wallet_btc_like::Chain::Btc, LEGACY)), [""; 0]);
    let listed = fixture.editor.list().await.unwrap();
    assert_eq!(
        listed.text,
        "own (refuse): 2 addresses, 2 recipients\nsecond (refuse): 1 addresses, 1 recipients\n2 lists."
    );
    assert_eq!(listed.json[1]["action"], "refuse");
    let own: ListName = "own".parse().unwrap();
    fixture.editor.remove(&own).await.unwrap();
    let lists = fixture.lists().await;
    assert_eq!(names(&lists, &evm), ["second"]);
    assert!(matches!(fixture.editor.remove(&own).await, Err(ListsError::Unknown(_))));
}

#[tokio::test]
async fn address_without_a_chain_counts_on_every_chain_that_accepts_the_address() {
    let fixture = Fixture::new().await;
    fixture.import("all", LEGACY).await.unwrap();
    fixture
        .import("btc", format!("chain,address\nXBT,{LEGACY}\n"))
        .await
        .unwrap();
    let lists = fixture.lists().await;
    assert_eq!(
        names(&lists, &utxo(wallet_btc_like::Chain::Btc, LEGACY)),
        ["all", "btc"]
    );
    assert_eq!(names(&lists, &utxo(wallet_btc_like::Chain::Bch, CASHADDR)), ["all"]);
}

#[tokio::test]
async fn muxed_accounts_are_listed_by_the_account() {
    // https://github.com/stellar/stellar-protocol/blob/master/ecosystem/sep-0023.md
    let (account, muxed) = (
        "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ",
        "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ",
    );
    let fixture = Fixture::new().await;
    fixture.import("muxed", muxed).await.unwrap();
    let account: wallet_xlm::AccountId = account.parse().unwrap();
    let lists = fixture.lists().await;
    assert_eq!(names(&lists, &account), ["muxed"]);
}

#[tokio::test]
async fn all_published_forms_of_the_sdn_list_are_imported() {
    let fixture = Fixture::new().await;
    let report = fixture.import("csv", REMARKS).await.unwrap();
    assert_eq!(report.json["addresses"], 6);
    assert_eq!(report.json["otherChains"], json!({ "DASH": 1 }));
    let report = fixture.import("xml", SDN_XML).await.unwrap();
    assert_eq!(
        (&report.json["addresses"], &report.json["otherChains"]),
        (&2.into(), &json!({}))
    );
    let report = fixture.import("advanced", SDN_ADVANCED).await.unwrap();
    assert_eq!(
        (&report.json["addresses"], &report.json["duplicates"]),
        (&1.into(), &1.into())
    );
    let report = fixture.import("enhanced", SDN_ENHANCED).await.unwrap();
    assert_eq!(report.json["otherChains"], json!({ "TRX": 1, "USDT": 1 }));
    let lists = fixture.lists().await;
    let ltc = utxo(wallet_btc_like::Chain::Ltc, "Leo3j36nn1JcsUQruytQhFUdCdCH5YHMR3");
    let btc = utxo(wallet_btc_like::Chain::Btc, "149w62rY42aZBox8fGcmqNsXUzSStKeq8C");
    let evm: wallet_eth_like::Address = "0x098b716b8aaf21512996dc57eb0615e2383e2f96".parse().unwrap();
    let enhanced: wallet_eth_like::Address = "0x19f8f2b0915daa12a3f5c9cf01df9e24d53794f7".parse().unwrap();
    assert_eq!(
        (names(&lists, &ltc), names(&lists, &btc)),
        (vec!["csv".to_owned()], vec!["xml".to_owned()])
    );
    assert_eq!(
        (names(&lists, &evm), names(&lists, &enhanced)),
        (vec!["advanced".to_owned()], vec!["enhanced".to_owned()])
    );
}

#[test]
fn lines_of_the_sdn_list_are_named() {
    assert_eq!(
        read(SDN_XML.as_bytes()).unwrap(),
        [
            entry(5, "12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h", Some("XBT")),
            entry(9, "149w62rY42aZBox8fGcmqNsXUzSStKeq8C", Some("XBT")),
        ]
    );
    assert_eq!(
        read(REMARKS.as_bytes()).unwrap()[5],
        entry(1, "Leo3j36nn1JcsUQruytQhFUdCdCH5YHMR3", Some("LTC"))
    );
}

#[test]
fn tables_have_quotes_and_delimiters() {
    let table = "\u{feff}Name;\"Address\";CHAIN\n\"a;\n\"\"b\"\"\";x ;btc\n# no row\n\n c;y;\nd\n";
    let expected = [entry(2, "x", Some("btc")), entry(6, "y", None), entry(7, "", None)];
    assert_eq!(read(table.as_bytes()).unwrap(), expected);
    let label = "type,address\n\"Digital Currency Address - XBT\",x\n";
    assert_eq!(read(label.as_bytes()).unwrap(), [entry(2, "x", None)]);
}

#[tokio::test]
async fn invalid_addresses_are_named_by_line_and_nothing_is_imported() {
    let fixture = Fixture::new().await;
    fixture.import("kept", EVM).await.unwrap();
    let before = fixture.index().await;
    let formula = "=HYPERLINK(\"http://evil.example\",\"x\")";
    let cells = format!(
        "address\n{EVM}\n\"{}\"\n0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed\n",
        formula.replace('"', "\"\"")
    );
    let ListsError::Invalid { lines, .. } = fixture.import("kept", &cells).await.unwrap_err() else {
        panic!("another error");
    };
    let excerpt = formula.escape_debug();
    assert_eq!(
        lines,
        format!(
            "line 3: {excerpt} is not a valid address\nline 4: 0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed is not a valid address"
        )
    );
    let many = format!("{}\u{1b}[2J{}\n", "x\n".repeat(25), "y".repeat(200));
    let ListsError::Invalid { lines, .. } = fixture.import("kept", many).await.unwrap_err() else {
        panic!("another error");
    };
    assert!(lines.ends_with("\nand 6 further lines"), "{lines}");
    assert_eq!(fixture.index().await, before);
    // On request, the valid addresses are imported.
    let name: ListName = "rest".parse().unwrap();
    let file = ListFile {
        name: &name,
        action: ListAction::Warn,
        path: "list",
        content: cells.as_bytes(),
        skips_invalid: true,
    };
    let report = fixture.editor.import(file).await.unwrap();
    assert_eq!(
        (
            &report.json["addresses"],
            report.json["invalid"].as_array().map(Vec::len)
        ),
        (&1.into(), Some(2))
    );
}

#[tokio::test]
async fn hostile_files_are_rejected() {
    let fixture = Fixture::new().await;
    let long = format!("{EVM}\n{}\n", "x".repeat(70_000));
    let rows: [(&[u8], FileError); 9] = [
        (b"", FileError::NoAddress),
        (b"# nothing\n\n", FileError::NoAddress),
        (b"0x\n\xff\xfe\n", FileError::NotText { line: 2 }),
        (b"\x7fELF\x00\x01", FileError::NotText { line: 1 }),
        (long.as_bytes(), FileError::LongLine { line: 2 }),
        (
            b"name,chain\na,btc\n",
            FileError::NoColumn {
                header: "name,chain".to_owned(),
            },
        ),
        (b"address\n\"x\n", FileError::OpenQuote { line: 2 }),
        (
            b"address,chain\nTFdTr9C3BqQrzKBXqSxJfAZFTh8UwBAfSg,trx\n",
            FileError::NoAddress,
        ),
        (
            b"<sdnList>Digital Currency Address - XBT</sdnList>",
            FileError::NoAddress,
        ),
    ];
    for (content, expected) in rows {
        let error = fixture.import("a", content).await.unwrap_err();
        let ListsError::File { source, .. } = error else {
            panic!("{error}");
        };
        assert_eq!(source, expected);
    }
    let open = format!("address\n\"{}", "x\n".repeat(40_000));
    assert_eq!(read(open.as_bytes()), Err(FileError::LongLine { line: 2 }));
    assert_eq!(read(&vec![0; MAX_FILE + 1]), Err(FileError::TooLarge));
    assert_eq!(fixture.index().await, ListIndex::default());
}

/// A table in which a second client changes the index before the next change of this one.
struct Raced {
    table: DynamoLists,
    is_raced: AtomicBool,
}

#[async_trait]
impl ListReader for Raced {
    async fn index(&self) -> Result<ListIndex, StoreError> {
        self.table.index().await
    }

    async fn chunk(&self, id: &str) -> Result<Option<Vec<u8>>, StoreError> {
        self.table.chunk(id).await
    }
}

#[async_trait]
impl ListStore for Raced {
    async fn store_chunk(&self, id: &str, digests: &[u8]) -> Result<(), StoreError> {
        self.table.store_chunk(id, digests).await
    }

    async fn replace_index(&self, index: &ListIndex) -> Result<bool, StoreError> {
        if self.is_raced.swap(false, Ordering::Relaxed) {
            let own = ListEditor::new(Arc::new(self.table.clone()));
            let name: ListName = "other".parse().unwrap();
            let file = ListFile {
                name: &name,
                action: ListAction::Warn,
                path: "list",
                content: EVM.as_bytes(),
                skips_invalid: false,
            };
            own.import(file).await.unwrap();
        }
        self.table.replace_index(index).await
    }

    async fn delete_chunk(&self, id: &str) -> Result<(), StoreError> {
        self.table.delete_chunk(id).await
    }
}

#[tokio::test]
async fn concurrent_change_wins_and_leaves_no_garbage() {
    let database = EmbeddedDatabase::open(None).await.unwrap();
    let raced = Arc::new(Raced {
        table: database.lists.clone(),
        is_raced: AtomicBool::new(true),
    });
    let fixture = Fixture {
        editor: ListEditor::new(raced),
        database,
    };
    let addresses: Vec<_> = (0..=CHUNK).map(|number| format!("0x{number:040x}")).collect();
    let text = addresses.join("\n");
    assert!(matches!(fixture.import("own", &text).await, Err(ListsError::Changed)));
    fixture.import("own", &text).await.unwrap();
    let index = fixture.index().await;
    let sizes: Vec<_> = index
        .lists
        .iter()
        .map(|list| (list.recipients, list.chunks.len()))
        .collect();
    assert_eq!((index.version, sizes), (2, vec![(1, 1), (CHUNK + 1, 2)]));
    // Replacing a list deletes the earlier chunks, so that the table has the index and one chunk for each list.
    fixture.import("own", EVM).await.unwrap();
    let client = &fixture.database.client;
    let scanned = client
        .scan()
        .table_name(fixture.database.lists.table())
        .send()
        .await
        .unwrap();
    assert_eq!(scanned.items().len(), 3);
}
