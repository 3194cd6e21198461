//! Litecoin transactions with a part in the extension block (MWEB).

use super::fixture::App;
use super::send::Scene;
use super::wallet::Wallet;
use crate::support::stub::Reply;
use bitcoin::bech32::{Hrp, segwit};
use serde_json::{Value, json};

/// A peg-in of the Litecoin chain (`742931af…`), as published in the test of the serialiser of a mobile wallet: the
/// transaction up to the witnesses, and the data of the extension block.
const PEG_IN: &str = "\
    02000000000901568c122c0f066f3dd26a47af05378a9933eeba5b46c788319bfc5311d6bd94ac0100000000000000000276a6020000\
    000000225920db7b23d24bcdb39416d3fd546891fe9058f2c998df87737616478d1530b8f974c3247f0000000000160014567e71b146\
    cb3e518d8198ccdc81b802bec96a3602483045022100dd92007acc4dfd99879708b7a0c9e20bb42b9c5d6796e0238a53f8995bcfba27\
    022006086106c863c2c8773030bce71027846d0171439454ffdcf3cc182323f6811d012103154531a4309a4c50c4a0f65a168be8c673\
    ab8c313ce5ba82b834f8ce80881afb";
const EXTENSION: &str = "\
    01fd0bdf378316868697e5d80d4027ccee1aa4039e24985cc39c20c727a4a5aa6a3f387a8798e2d0e4a5803cce7eceddd19f7d1aca79\
    4c8e4d05a89683be07edd20001087ac7f90d121eb95b4220c420af79f515d9e82a69c13dca917d793f345ed4b360039bedb190f79e6b\
    f6407218b7105902fc83deeaf5352a747d7404d82ca5065c38038c94b56b6f7cd048c770780a533c509ab00d43795257512f365f0c13\
    c5d1289d0103246e3e53b69ad7a5b7b4630b27828a120380626ada6d30510f9f6527fe2cc0566b226618f803400fd0a306139331bd6c\
    b40490b5f9103150f7391228349048ef134ce5e5de0bac9431fe2c20d4fc87f88634a44abb77c38bfd51b425b54763b329df35ddd945\
    513470cb8ce5c8039f37d9e6415bd9d0a7ff330c58888fc40aa8888225bb19f8cea692eee5d6288ee8bba3932470057ea1518fc2a1e4\
    c1122977758a992b010ca3bfe976f05cfa947961723c3a0dc85fb2e4633dcdd9e9bfabc97727322b62f332196c65954a20429d4757ff\
    09c872ce13c6d2ed86b04754814f7b116b3f21b251c0c5674f1c1b694521f2673b4f1f89a6cfc2a487947bf13bf0a5d7ec1cdc8f3ad2\
    5693b7205890562a1ff203b2dfb4e799f80230dda669749a00ad33b558c30d3d3a2415bee81c9e0e2ff31e8e439c5b5f59cc10db368a\
    851bdbe26649f920f32b83da0eb964ea3295167e4f8afa6d2f901370e662e4c35dfdf7b72ab5577a1d2324afcd0be83635d3bea994d3\
    5aa79254be95df4b845bc8ca9cabc9a089d14815d40b8324349d726e43dbfed676fc1267b85675009ea3050f3379e8f47df8c26287ed\
    c0621ed1399ac9babf4bcc050c9a7e2144562776ac03f15a7ec2406ab4387020c1c0a5b8d9d416758381448b9a33cdd4cc5d6b288434\
    87117dec9b7c3856423051912184a105521c863b41e2312f5d2be2b99b889653e3b94910a01da53c96036356ea6e4b9191399c233f35\
    0b0c2ad021fa38e43b0d5298b98fda75d0c5ea20e90f1772354262003386bfa3a2f1ffe9c929904f86a5ba7d40fc5d58a272e436cdd2\
    032917c85310cdfe8c12369f2889278ee3bb61ed6da24f2900e4bec15699ae6e4d7d647f03bac31cae83f75e7de4903e77403d9cc5a9\
    43ba1a3270b9b11c5533726893ded3214b935fc64bac880dc000d93c301bbcaff19fa407a800caf61321a673965eb26fe19726fe1d37\
    270c238cf413df47a7e5c3c9f2d43b0b07d741b0236d74b6f9e38cae2900523a5b5f81005e08e122b3f622166a9655e9d5e17011a52a\
    33e556a74dcff964a8b0b6fc7e6dc8a1a1cd2344f7902cf5e23192723af2c1b91eb636fc9ed5ef535d303361c25201138f3489cb7602\
    88a41484b8fd68c9b9b9addac5795f329906ecfdad0e0d802efaa4a75f54f9da0928859a189ca429d9f98a51993138b410d7c41618c2\
    2ef562f1661b8e7b96a5bf8ab110261305a6bebd51d7d2007af2c6e865c69b7f65929642e20c12e81535bd91f3713f5410b0863efc2f\
    fd253e4200699e4a6b44efcd26828030abcf931b6e00";
const PEG_IN_ID: &str = "742931afce282aee8f30d6aac7e72c07e1179c5a64d2ee0e14198c86f5e04075";

/// The `HogEx` of Litecoin block 2 383 206 with id, sizes and script as `getblock` reports them
/// (vivita-base/nodejs-blockchain-api, `data/ltc`).
const HOGEX: &str = "02000000000801978aacc6a181255f9f00ae4976a343d6f819e248d1c04d921869325d29d09a9f0000000000ffffffff012e975bae\
                     b8000000225820c05abd141ca8c2163e6444c7706df8985ef4d4ca0ad1ceb1f7dea34704f566400000000000";
const HOGEX_ID: &str = "7c6751eb8c83391975d815342510a9950670b6cf694cd7f5feda08222c44cb87";

/// The `HogEx` of Litecoin block 3 149 263, with a peg-in and two peg-outs, from a public test of BDK with Litecoin.
const PEG_OUTS: &str = "02000000000802bb03318fafc391a712d7f91a62cc9d1c505d50510b393e6ad91a8a47fcdd5b780000000000ffffffff57eee2ab\
                        0d098d12f89ce605c9d557c4260b254c61561789e41c0dc3a1e6754f0000000000ffffffff031b418561f5250000225820fd5f\
                        db1335f2798d173cc602b6dc167acc7f8d927cae162cb1cb822789ea7899ec0e6e040000000016001428ea10e4b98adffc8c81\
                        69fb4adcab8fb739aa3260dcdb4b00000000160014f9ab13f3deb53dd5e50be7927a9ab4ecb6f2df3b0000000000";

fn peg_in() -> String {
    format!("{PEG_IN}{EXTENSION}00000000")
}

/// Returns the address of a 20-byte witness program in hex, computed by a different library.
fn address(program: &str) -> String {
    segwit::encode_v0(
        Hrp::parse("ltc").expect("a prefix"),
        &hex::decode(program).expect("hex"),
    )
    .expect("a witness program")
}

async fn parsed(txdata: &str) -> Value {
    let app = App::new().await;
    let response = app.post("transaction/parse/ltc", &json!({ "txdata": txdata })).await;
    response.data().clone()
}

#[tokio::test]
async fn recorded_peg_in_is_parsed() {
    let data = parsed(&peg_in()).await;
    assert_eq!((&data["txid"], &data["signed"]), (&json!(PEG_IN_ID), &json!(true)));
    // The output of witness version 9 has no address form; the funds enter the extension block.
    assert_eq!(
        data["outputs"],
        json!([
            {
                "to": "",
                "amount": "173686",
                "script": "5920db7b23d24bcdb39416d3fd546891fe9058f2c998df87737616478d1530b8f974",
            },
            {
                "to": address("567e71b146cb3e518d8198ccdc81b802bec96a36"),
                "amount": "8332483",
                "script": "0014567e71b146cb3e518d8198ccdc81b802bec96a36",
            },
        ])
    );
    assert_eq!(data["inputs"][0]["vout"], 1);
    assert!(
        data["from"].as_str().is_some_and(|from| from.starts_with("ltc1q")),
        "{data}"
    );
}

#[tokio::test]
async fn recorded_hogex_is_parsed() {
    let data = parsed(HOGEX).await;
    assert_eq!((&data["txid"], &data["size"]), (&json!(HOGEX_ID), &json!(94)));
    assert_eq!(data["outputs"][0]["amount"], "793199220526");
    let data = parsed(PEG_OUTS).await;
    let outputs = data["outputs"].as_array().expect("a list");
    let paid = outputs[1..]
        .iter()
        .map(|output| (output["to"].clone(), output["amount"].clone()));
    let expected = [
        (address("28ea10e4b98adffc8c8169fb4adcab8fb739aa32"), "74321644"),
        (address("f9ab13f3deb53dd5e50be7927a9ab4ecb6f2df3b"), "1272700000"),
    ];
    assert_eq!(
        paid.collect::<Vec<_>>(),
        expected.map(|(to, amount)| (json!(to), json!(amount)))
    );
}

#[tokio::test]
async fn incomplete_extensions_and_other_chains_are_rejected() {
    let app = App::new().await;
    let whole = peg_in();
    let start = &whole[..8];
    for (chain, txdata) in [
        ("btc", whole.clone()),
        ("bch", HOGEX.to_owned()),
        // Without data, without the first byte, with an unknown flag.
        ("ltc", format!("{PEG_IN}00000000")),
        ("ltc", format!("{PEG_IN}{}00000000", &EXTENSION[2..])),
        ("ltc", format!("{PEG_IN}0100000000")),
        ("ltc", format!("{start}0019{}", &whole[12..])),
        // Within the extension block only.
        ("ltc", format!("{start}00080000{EXTENSION}00000000")),
    ] {
        let response = app
            .post(&format!("transaction/parse/{chain}"), &json!({ "txdata": txdata }))
            .await;
        response.assert_error(400, "invalid_transaction", Some("txdata"));
    }
}

/// A signed payment of ours with the recorded data of the extension block: this service does not read the data.
#[tokio::test]
async fn peg_in_is_sent_unchanged() {
    let wallet = Wallet::new("ltc", "livenet", "p2wpkh");
    let income = wallet.income(&[100_000], 1);
    let mut scene = Scene::of(&wallet, vec![income.clone()], wallet.payment(&[&income], 50_000, 1000)).await;
    let plain = scene.txdata.clone();
    let (start, end) = (&plain[..8], plain.len() - 8);
    assert_eq!(&plain[8..12], "0001", "a transaction with witnesses");
    scene.txdata = format!("{start}0009{}{EXTENSION}{}", &plain[12..end], &plain[end..]);
    let response = scene
        .send_with(Reply::ok(json!({ "result": scene.txid }).to_string()))
        .await;
    scene.assert_sent(&response);
    let requests = scene.app.requests();
    assert_eq!(requests.last().expect("a request").body, scene.txdata);
}

#[tokio::test]
async fn hogex_is_a_success_only_if_it_is_known() {
    let app = App::new().await;
    let body = json!({ "txdata": HOGEX });
    let response = app.post("transaction/send/ltc", &body).await;
    response.assert_error(400, "invalid_transaction", Some("txdata"));
    assert!(response.text.contains("HogEx"), "{}", response.text);
    let known = Reply::ok(json!({ "hex": HOGEX }).to_string());
    app.fixture().transactions.insert(HOGEX_ID.to_owned(), known);
    let response = app.post("transaction/send/ltc", &body).await;
    assert_eq!(response.data(), &json!({ "txid": HOGEX_ID }));
    assert!(app.requests().iter().all(|request| request.method == "GET"));
}
