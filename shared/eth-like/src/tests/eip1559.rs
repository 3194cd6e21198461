//! Transactions of <https://eips.ethereum.org/EIPS/eip-1559> from Ethereum's main network. The test suites of reth
//! and alloy use them as well.

use super::*;

const APPROVAL: &str = "0x02f8b00142843b9aca008504a817c80082ad62946069a6c32cf691f5982febae4faf8a6f3ab2f0f680b844a22cb465\
                        0000000000000000000000005eee75727d804a2b13038928d36f8b188945a57a\
                        0000000000000000000000000000000000000000000000000000000000000000c080\
                        a0840cfc572845f5786e702984c2a582528cad4b49b2a10b9db1be7fca90058565\
                        a025e7109ceb98168d95b09b18bbf6b685130e0562f233877d492b94eee0c5b6d1";

#[test]
fn contract_call_round_trips() {
    let parsed = SignedTransaction::parse(livenet("eth"), APPROVAL).unwrap();
    assert_eq!(
        parsed.hash().to_string(),
        "0x0ec0b6a2df4d87424e5f6ad2a654e27aaeb7dac20ae9e8385cc09087ad532ee0"
    );
    assert_eq!(
        parsed.sender(),
        "0xdd6b8b3dc6b7ad97db52f08a275ff4483e024cea".parse().unwrap()
    );
    let fields = TransactionFields {
        params: livenet("eth"),
        nonce: 0x42,
        to: Some("0x6069a6c32cf691f5982febae4faf8a6f3ab2f0f6".parse().unwrap()),
        amount: Amount::ZERO,
        data: [
            hex::decode("a22cb465").unwrap(),
            [
                &[0; 12],
                Address::to_bytes("0x5eee75727d804a2b13038928d36f8b188945a57a".parse().unwrap()).as_slice(),
                &[0; 32],
            ]
            .concat(),
        ]
        .concat(),
        gas_limit: 44_386,
        price: fee_market(gwei(20), gwei(1)),
    };
    assert_eq!(parsed.fields(), &fields);

    // The same transaction built from parts, as by the endpoints.
    let unsigned = build(&fields).unwrap();
    assert_eq!(unsigned.fee(), "887720000000000".parse().unwrap());
    let signature = Signature::parse(
        "840cfc572845f5786e702984c2a582528cad4b49b2a10b9db1be7fca90058565",
        "25e7109ceb98168d95b09b18bbf6b685130e0562f233877d492b94eee0c5b6d1",
    )
    .unwrap();
    let recovered = signature.with_parity(Parity::Even).recover(unsigned.sighash());
    let signed = unsigned.attach(&recovered.unwrap(), &signature, None).unwrap();
    assert_eq!(signed.to_hex(), APPROVAL);
}

#[test]
fn payment_without_tip_decodes() {
    let text = "02f872018307910d808507204d2cb1827d0094388c818ca8b9251b393131c08a736a67ccb19297880320d04823e2701c80c001\
                a0cf024f4815304df2867a1a74e9d2707b6abda0337d2d54a4438d453f4160f190\
                a07ac0e6b3bc9395b5b9c8b9e6d77204a236577a5b18467b9175c01de4faa208d9";
    let parsed = SignedTransaction::parse(livenet("eth"), text).unwrap();
    assert_eq!(
        parsed.sender().to_string(),
        "0x95222290DD7278Aa3Ddd389Cc1E1d165CC4BAfe5"
    );
    let fields = parsed.fields();
    assert_eq!((fields.nonce, fields.gas_limit), (495_885, 32_000));
    assert_eq!(fields.price, fee_market(wei(0x0007_204d_2cb1), Amount::ZERO));
}
