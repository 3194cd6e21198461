// The expected transaction of a payment according to the specification, computed without the libraries.
//
// A case is { chain, network, type, publicKey, to, amount, fee, utxo: [{ txid, vout, value }] },
// exactly the body of get-hash with the chain of its path.

/** Dust limits in base units, by output kind. */
const DUST = {
  btc: { p2pkh: 546n, p2wpkh: 294n },
  ltc: { p2pkh: 5460n, p2wpkh: 2940n },
  bch: { p2pkh: 546n },
  doge: { p2pkh: 1_000_000n },
};

/** `0xfffffffd` lets the sender raise the fee later (BIP 125); bch and doge have no such rule. */
const SEQUENCE = { btc: 0xfffffffd, ltc: 0xfffffffd, bch: 0xffffffff, doge: 0xffffffff };

export const bytes = (hex) => Uint8Array.from(Buffer.from(hex, "hex"));
export const hex = (data) => Buffer.from(data).toString("hex");

/** SIGHASH_ALL, on bch with the fork bit. */
export const hashType = (chain) => (chain === "bch" ? 0x41 : 0x01);

export const isSegwit = (payment) =>
  payment.type === "p2wpkh" && (payment.chain === "btc" || payment.chain === "ltc");

/**
 * The transaction to expect: { version, locktime, inputs, outputs }.
 * `scripts` is { to, own }: the recipient's and the sender's script as derived by the library.
 */
export function expectedTransaction(payment, scripts) {
  const kind = isSegwit(payment) ? "p2wpkh" : "p2pkh";
  const total = payment.utxo.reduce((sum, utxo) => sum + BigInt(utxo.value), 0n);
  const change = total - BigInt(payment.amount) - BigInt(payment.fee);
  if (change < 0n) throw new Error("the payment exceeds its inputs");
  const outputs = [{ script: scripts.to, value: BigInt(payment.amount) }];
  if (change >= DUST[payment.chain][kind]) outputs.push({ script: scripts.own, value: change });
  const inputs = payment.utxo.map(({ txid, vout, value }) => ({
    txid: txid.replace(/^0x/i, "").toLowerCase(),
    vout,
    value: BigInt(value),
    sequence: SEQUENCE[payment.chain],
  }));
  return { version: 2, locktime: 0, inputs, outputs };
}

/** Throws if a decoded transaction differs from the expected one in more than its signatures. */
export function assertSame(decoded, expected) {
  const text = (transaction) =>
    JSON.stringify({
      version: transaction.version,
      locktime: transaction.locktime,
      inputs: transaction.inputs.map((input) => [input.txid, input.vout, input.sequence]),
      outputs: transaction.outputs.map((output) => [hex(output.script), output.value.toString()]),
    });
  if (text(decoded) !== text(expected)) {
    throw new Error(`decoded ${text(decoded)} but expected ${text(expected)}`);
  }
}
