// What the SDK of Stellar makes of operations that stand in the JSON of the connector.
import { load } from "./load.mjs";

const {
  Account, Asset, Claimant, Keypair, LiquidityPoolAsset, LiquidityPoolId, Memo, Networks, Operation, TransactionBuilder,
} = await load("@stellar/stellar-sdk");

const PASSPHRASES = { livenet: Networks.PUBLIC, testnet: Networks.TESTNET };

/** Stroops as the SDK takes amounts: whole units with seven decimals. */
const units = (stroops) => stroops.padStart(8, "0").replace(/(.{7})$/, ".$1");

const asset = ({ kind, code, issuer }) => (kind === "coin" ? Asset.native() : new Asset(code, issuer));

function price(text) {
  const [n, d] = text.split("/");
  return d === undefined ? text : { n: Number(n), d: Number(d) };
}

function line({ assetA, assetB, fee, liquidityPoolId, ...credit }) {
  if (liquidityPoolId) return new LiquidityPoolId(liquidityPoolId);
  return assetA ? new LiquidityPoolAsset(asset(assetA), asset(assetB), fee) : asset(credit);
}

function predicate(condition) {
  if (condition === undefined) return Claimant.predicateUnconditional();
  if (condition.and) return Claimant.predicateAnd(...condition.and.map(predicate));
  if (condition.or) return Claimant.predicateOr(...condition.or.map(predicate));
  if (condition.not) return Claimant.predicateNot(predicate(condition.not));
  if (condition.abs_before) return Claimant.predicateBeforeAbsoluteTime(condition.abs_before);
  return Claimant.predicateBeforeRelativeTime(condition.rel_before);
}

const claimant = (it) => new Claimant(it.destination, predicate(it.predicate));

/** How each kind of field stands at the SDK; the others stand there as they stand here. */
const FIELDS = {
  amount: units,
  asset: line,
  buyAmount: units,
  buying: asset,
  claimants: (all) => all.map(claimant),
  destAmount: units,
  destAsset: asset,
  destMin: units,
  limit: units,
  maxAmountA: units,
  maxAmountB: units,
  maxPrice: price,
  minAmountA: units,
  minAmountB: units,
  minPrice: price,
  path: (all) => all.map(asset),
  price,
  selling: asset,
  sendAmount: units,
  sendAsset: asset,
  sendMax: units,
};

function operation({ type, ...fields }) {
  const converted = Object.entries(fields).map(([name, value]) => [name, FIELDS[name] ? FIELDS[name](value) : value]);
  return Operation[type](Object.fromEntries(converted));
}

const MEMOS = { text: Memo.text, id: Memo.id, hash: Memo.hash, return: Memo.return };

/** A transaction of these operations, built and signed by the SDK. */
export function stellarSign({ seed, network, sequence, fee, memo, memoType, validUntil, operations }) {
  const keys = Keypair.fromRawEd25519Seed(Buffer.from(seed, "hex"));
  const builder = new TransactionBuilder(new Account(keys.publicKey(), sequence), {
    // The SDK takes the fee of one operation.
    fee: String(fee),
    networkPassphrase: PASSPHRASES[network],
    timebounds: { minTime: 0, maxTime: validUntil },
  });
  for (const it of operations) builder.addOperation(operation(it));
  if (memo) builder.addMemo(MEMOS[memoType](memo));
  const transaction = builder.build();
  const unsigned = transaction.toXDR();
  transaction.sign(keys);
  const signature = transaction.signatures[0].signature().toString("hex");
  return {
    address: keys.publicKey(),
    unsigned,
    hash: transaction.hash().toString("hex"),
    r: signature.slice(0, 64),
    s: signature.slice(64),
    signed: transaction.toXDR(),
  };
}

/** A fee bump around a signed transaction. */
export function stellarBump({ seed, network, txdata, fee }) {
  const keys = Keypair.fromRawEd25519Seed(Buffer.from(seed, "hex"));
  const passphrase = PASSPHRASES[network];
  const inner = TransactionBuilder.fromXDR(txdata, passphrase);
  const rate = String(fee / (inner.operations.length + 1));
  const bump = TransactionBuilder.buildFeeBumpTransaction(keys, rate, inner, passphrase);
  return { unsigned: bump.toXDR(), hash: bump.hash().toString("hex"), address: keys.publicKey() };
}
