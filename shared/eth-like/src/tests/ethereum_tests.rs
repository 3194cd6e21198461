//! Vectors of <https://github.com/ethereum/tests>: `TransactionTests` and `RLPTests/invalidRLPTest.json`.
//! Transactions valid in their latest fork are accepted with a chain id; invalid transactions are rejected.

use super::*;

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
