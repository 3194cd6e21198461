//! Decoding of transactions, and rejection of malformed encodings; vectors of <https://github.com/ethereum/tests>,
//! `TransactionTests` and `RLPTests/invalidRLPTest.json`: transactions valid in their latest fork are accepted with a chain
//! id, invalid transactions are rejected.

use super::*;
use crate::transaction::fields::Bounds;
use ethers_core::utils::rlp::RlpStream;

fn parse(text: &str) -> Result<DecodedTransaction, TransactionError> {
    DecodedTransaction::parse(livenet("eth"), text)
}

#[test]
fn transaction_decodes_with_and_without_signature() {
    let prices = [payment().price, fee_market(gwei(20), gwei(2))];
    for fields in prices.map(|price| TransactionFields { price, ..payment() }) {
        let signed = signed(&fields, &secret(5));
        let read = parse(&signed.to_hex()).unwrap();
        assert!(read.is_signed());
        assert_eq!((read.hash(), read.from()), (Some(signed.hash()), Some(signed.sender())));
        assert_eq!((read.fields(), read.fee()), (&fields, wei(420_000_000_000_000)));

        let unsigned = parse(&hex::encode(signed.unsigned().bytes())).unwrap();
        assert!(!unsigned.is_signed());
        assert_eq!((unsigned.hash(), unsigned.from()), (None, None));
        assert_eq!((unsigned.fields(), unsigned.sighash()), (&fields, read.sighash()));
        let at_send = SignedTransaction::parse(livenet("eth"), &hex::encode(signed.unsigned().bytes()));
        assert_eq!(at_send, Err(TransactionError::Unsigned));
    }
}

#[test]
fn token_calls_are_recognised() {
    let token = payment().to;
    let spender = Address::from_bytes([9; 20]);
    let transfer = erc20::transfer_data(spender, Amount::MAX).unwrap();
    let approve = erc20::approve_data(spender, Amount::ZERO).unwrap();
    let call = |to, data| {
        let fields = TransactionFields {
            to,
            data,
            gas_limit: 100_000,
            ..payment()
        };
        parse(&hex::encode(build(&fields).unwrap().bytes()))
            .unwrap()
            .token_call()
    };
    let (kind, amount) = (erc20::TokenCallKind::Transfer, Amount::MAX);
    let address = spender;
    assert_eq!(
        call(token, transfer.clone()),
        Some(erc20::TokenCall { kind, address, amount })
    );
    let (kind, amount) = (erc20::TokenCallKind::Approve, Amount::ZERO);
    assert_eq!(call(token, approve), Some(erc20::TokenCall { kind, address, amount }));
    assert_eq!(call(None, transfer.clone()), None, "a deployment calls no token");
    // Contracts execute all as the same transfer.
    let expected = call(token, transfer.clone());
    assert_eq!(call(token, [transfer.as_slice(), &[0]].concat()), expected);
    let mut dirty = transfer.clone();
    dirty[4] = 1;
    assert_eq!(call(token, dirty), expected);
    let short = call(token, transfer[..67].to_vec()).map(|call| call.amount.to_be_bytes()[31]);
    assert_eq!(short, Some(0), "a missing byte is zero");
}

#[test]
fn signed_deployment_has_a_contract_address() {
    // CREATE addresses of the account of this key for the nonces 0 and 1.
    let sender: Address = "0x6ac7ea33f8831ea9dcc53393aaa88b25a785dbf0".parse().unwrap();
    for (nonce, contract) in [
        (0, "0xcd234a471b72ba2f1ccf0a70fcaba648a5eecd8d"),
        (1, "0x343c43a37d37dff08ae8c4a11544c718abb4fcf8"),
        (2, "0xf778b86fa74e846c4f0a1fbd1335fe81c00a0c91"),
        (3, "0xfffd933a0bc612844eaf0c6fe3e5b8e9b6c1d19c"),
    ] {
        assert_eq!(sender.deployed(nonce), contract.parse().unwrap());
    }
    let fields = TransactionFields {
        to: None,
        data: vec![0x60],
        gas_limit: 60_000,
        ..payment()
    };
    let signed = signed(&fields, &secret(5));
    let read = parse(&signed.to_hex()).unwrap();
    assert_eq!(read.deployed(), Some(signed.sender().deployed(7)));
    assert_eq!(parse(&hex::encode(signed.unsigned().bytes())).unwrap().deployed(), None);
}

#[test]
fn transaction_without_chain_id_is_rejected() {
    let mut unprotected = RlpStream::new_list(6);
    unprotected.append(&0_u8).append(&1_u8).append(&21_000_u64);
    unprotected.append(&[0x35_u8; 20].as_slice()).append(&1_u8).append(&"");
    let text = hex::encode(unprotected.out());
    assert_eq!(parse(&text), Err(TransactionError::Unprotected));
}

#[test]
fn access_list_is_decoded_and_costs_gas() {
    let item = AccessListItem {
        address: Address::from_bytes([7; 20]),
        storage_keys: vec![Hash([1; 32]), Hash([2; 32])],
    };
    let fields = |gas_limit| TransactionFields {
        gas_limit,
        price: fee_market(gwei(20), gwei(2)),
        ..payment()
    };
    let minimum = 21_000 + 2400 + 2 * 1900;
    let short = UnsignedTransaction::new(fields(minimum - 1), vec![item.clone()], Bounds::Service);
    assert_eq!(short, Err(BoundsError::IntrinsicGas { minimum }));
    let unsigned = UnsignedTransaction::new(fields(minimum), vec![item.clone()], Bounds::Service).unwrap();
    let (signature, _) = sign(&secret(5), unsigned.sighash());
    let signed = unsigned.attach(&public(&secret(5)), &signature, None).unwrap();
    let read = parse(&signed.to_hex()).unwrap();
    assert_eq!(read.access_list(), [item]);
    assert_eq!(SignedTransaction::parse(livenet("eth"), &signed.to_hex()), Ok(signed));
}

#[test]
fn bounds_apply_to_parsed_transactions() {
    // The gas limit, which follows nonce and price, is too low by 1.
    let text = signed(&payment(), &secret(5)).to_hex();
    let too_little_gas = text.replacen("825208", "825207", 1);
    let gas = BoundsError::GasLimit {
        minimum: 21_000,
        maximum: 16_777_216,
    };
    assert_eq!(parse(&too_little_gas), Err(gas.into()));
    let too_high = |text| {
        let fee = SignedTransaction::parse(livenet("eth"), text);
        fee.is_err_and(|error| matches!(error, TransactionError::Bounds(BoundsError::FeeTooHigh { .. })))
    };
    assert!(!too_high(&text));
    let length = u8::from_str_radix(&text[4..6], 16).unwrap();
    let higher_price = text.replacen("8504a817c800", "8704a817c8000000", 1).replacen(
        &format!("f8{length:02x}"),
        &format!("f8{:02x}", length + 2),
        1,
    );
    assert!(too_high(&higher_price), "{higher_price}");
}

#[test]
fn changed_transaction_has_another_sender() {
    let signed = signed(&payment(), &secret(5));
    let changed = signed.to_hex().replacen("3535", "3536", 1);
    let sender = SignedTransaction::parse(livenet("eth"), &changed).map(|changed| changed.sender());
    assert_ne!(sender, Ok(signed.sender()));
}

#[test]
fn malformed_transactions_report_their_error() {
    for (text, error) in [
        ("", TransactionError::Malformed),
        ("0x", TransactionError::Malformed),
        ("0xzz", TransactionError::NotHex),
        ("0x0", TransactionError::NotHex),
        ("0xc0", TransactionError::Malformed),
        ("0x02", TransactionError::Malformed),
        ("0x80", TransactionError::Malformed),
    ] {
        assert_eq!(parse(text), Err(error), "{text}");
    }
    let long = "00".repeat(131_073);
    assert_eq!(parse(&long), Err(TransactionError::TooLarge { maximum: 131_072 }));
    let tail = format!("{}00", signed(&payment(), &secret(5)).to_hex());
    assert_eq!(parse(&tail), Err(TransactionError::Malformed));
}

#[test]
fn tt_v_value_valid_transactions() {
    for (v, hash, sender) in [
        (
            "25",
            "0x4094a2899ea87c4766a03558b8217677d40641155cda9509feda3a5f098b6e90",
            "0xe23eea3673ba147f207f2cf39636d6c343b2e9a3",
        ),
        (
            "26",
            "0xe02990cad4cb38c5b32735af064f6bac6b11d2055497cd7e15f16c0294c55ff1",
            "0xa498686d147f218089fc81cec973dea1cb01ef00",
        ),
    ] {
        let parsed = SignedTransaction::parse(livenet("eth"), &with_v(v)).unwrap();
        assert_eq!(parsed.hash().to_string(), hash);
        assert_eq!(parsed.sender(), sender.parse().unwrap());
    }
}

/// Builds `ValidChainID1ValidV0`, `ValidChainID1ValidV1`, `ValidChainID1InvalidV1` and similar: a transaction
/// with several v.
fn with_v(v: &str) -> String {
    format!(
        "f85f030182520894b94f5374fce5edbc8e2a8697c15331677e6ebf0b0a80{v}\
         a098ff921201554726367d2be8c804a7ff89ccf285ebc57dff8ae4c44b9c19ac4a\
         a01887321be575c8095f789dd4c743dfe42c1820f9231f98a962b210e3ac2452a3"
    )
}

#[test]
fn tt_v_value_other_values() {
    let rejection = |v| SignedTransaction::parse(livenet("eth"), &with_v(v)).unwrap_err();
    let other_chain = |id: u64| TransactionError::OtherChain {
        chain_id: id.into(),
        expected: 1,
    };
    assert_eq!(rejection("1b"), TransactionError::Unprotected);
    assert_eq!(rejection("1c"), TransactionError::Unprotected);
    for (v, id) in [("23", 0), ("24", 0), ("27", 2), ("29", 3)] {
        assert_eq!(rejection(v), other_chain(id), "{v}");
    }
    for v in ["80", "01", "1a", "1d", "1f", "22"] {
        assert_eq!(rejection(v), TransactionError::Malformed, "{v}");
    }
}

/// Encodes the fields of the type 2 transactions of `ttEIP1559` after the chain id and the nonce, with these
/// prices.
fn typed(length: &str, tip: &str, max_fee: &str) -> String {
    format!(
        "02f8{length}0180{tip}{max_fee}82520894095e7baea6a6c7c4c2dfeb977efac326af552d878080c080\
         a05cbd172231fc0735e0fb994dd5b1a4939170a260b36f0427a8a80866b063b948\
         a07c230f7f578dd61785c93361b9871c0706ebfa6d06e3f4491dc9558c5202ed36"
    )
}

#[test]
fn tt_eip1559() {
    let rejection = |text: &str| SignedTransaction::parse(livenet("eth"), text).unwrap_err();
    let huge = format!("a0{}", "f".repeat(64));
    let padded = format!("a100{}", "f".repeat(64));
    let overflowing = format!("9f03{}", "f".repeat(60));
    let max_fee = livenet("eth").max_fee();
    // maxPriorityFeePerGass32BytesValue, GasLimitPriceProductOverflow, maxPriorityFeePerGas00prefix,
    // maxFeePerGas00prefix.
    assert_eq!(
        rejection(&typed("86", &huge, "84b2d05e00")),
        BoundsError::TipAboveMaxFee.into()
    );
    assert_eq!(
        rejection(&typed("85", "8477359400", &overflowing)),
        BoundsError::FeeTooHigh { maximum: max_fee }.into()
    );
    for (tip, max_fee) in [(padded.as_str(), "84b2d05e00"), ("8477359400", padded.as_str())] {
        assert_eq!(rejection(&typed("87", tip, max_fee)), TransactionError::Malformed);
    }
}

#[test]
fn tt_wrong_rlp() {
    for (name, text) in [
        (
            "RLPExtraRandomByteAtTheEnd",
            "f85280018207d0870b9331677e6ebf0a801ca098ff921201554726367d2be8c804a7ff89ccf285ebc57dff8ae4c44b9c19ac4aa08887321b\
             e575c8095f789dd4c743dfe42c1820f9231f98a962b210e3ac2452a33ac4",
        ),
        (
            "TRANSCT_to_TooShort",
            "f85f03018207d0925374fce5edbc8e2a8697c15331677e6ebf0b0a8255441ca098ff921201554726367d2be8c804a7ff89ccf285ebc57dff\
             8ae4c44b9c19ac4aa08887321be575c8095f789dd4c743dfe42c1820f9231f98a962b210e3ac2452a3",
        ),
        (
            "RLPListLengthWithFirstZeros",
            "f9005f030182520894b94f5374fce5edbc8e2a8697c15331677e6ebf0b0a801ca098ff921201554726367d2be8c804a7ff89ccf285ebc57d\
             ff8ae4c44b9c19ac4aa08887321be575c8095f789dd4c743dfe42c1820f9231f98a962b210e3ac2452a3",
        ),
        ("aMaliciousRLP", "b8"),
        ("int32Overflow", "bf0f000000000000021111"),
        ("int32Overflow2", "ff0f000000000000021111"),
        ("wrongSizeList", "f80180"),
        ("wrongSizeList2", "f80100"),
        (
            "randomRLP",
            "f861f83eb9002100dc2b275d0f74e8a53e6f4ec61b27f24278820be3f82ea2110e582081b0565df027b90015002d5ef8325ae4d034df55d4\
             b58d0dfba64d61ddd17be00000b9001a00dae30907045a2f66fa36f2bb8aa9029cbb0b8a7b3b5c435ab331",
        ),
        ("bytesShouldBeSingleByte00", "8100"),
        ("leadingZerosInLongLengthList2", "f800"),
        ("nonOptimalLongLengthList1", "f810000102030405060708090a0b0c0d0e0f"),
        ("nonOptimalLongLengthList2", "f803112233"),
    ] {
        let rejection = SignedTransaction::parse(livenet("eth"), text);
        assert_eq!(rejection, Err(TransactionError::Malformed), "{name}");
    }
}

#[test]
fn unsupported_types_are_reported_by_name() {
    // RLP_04_maxFeePerGas32BytesValue and more, with the first byte replaced.
    for (byte, name) in [
        (1, "an access list transaction of EIP-2930"),
        (3, "a blob transaction of EIP-4844"),
        (4, "a set code transaction of EIP-7702"),
        (0x7e, "a deposit transaction from L1"),
        (0, "unknown"),
        (0x7f, "unknown"),
    ] {
        let text = format!("{byte:02x}{}", &typed("86", "80", "84b2d05e00")[2..]);
        let rejection = SignedTransaction::parse(livenet("eth"), &text);
        assert_eq!(rejection, Err(TransactionError::UnsupportedType { byte, name }));
    }
}
