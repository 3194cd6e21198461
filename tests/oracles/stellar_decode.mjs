// Converts the SDK's decoding of a Stellar transaction to the connector's format.

/** Converts the SDK's whole units with seven decimals to stroops. */
const stroops = (units) => units.replace(".", "").replace(/^0+(?=\d)/, "");

/** Removes trailing zeros of whole units. */
const short = (units) => units.replace(/\.?0+$/, "");

const hex = (bytes) => bytes?.toString("hex");

const asset = (it) =>
  it.isNative()
    ? { kind: "coin", chain: "xlm" }
    : { kind: "xlm-asset", chain: "xlm", code: it.getCode(), issuer: it.getIssuer() };

function line(it) {
  if (it.liquidityPoolId) return { liquidityPoolId: it.liquidityPoolId };
  return it.assetA ? { assetA: asset(it.assetA), assetB: asset(it.assetB), fee: it.fee } : asset(it);
}

function predicate(it) {
  switch (it.switch().name) {
    case "claimPredicateUnconditional":
      return undefined;
    case "claimPredicateAnd":
      return { and: it.value().map(predicate) };
    case "claimPredicateOr":
      return { or: it.value().map(predicate) };
    case "claimPredicateNot":
      return { not: predicate(it.value()) };
    case "claimPredicateBeforeAbsoluteTime":
      return { abs_before: it.value().toString() };
    default:
      return { rel_before: it.value().toString() };
  }
}

const claimant = (it) => ({ destination: it.destination, predicate: predicate(it.predicate) });

/** Converts a signer; the SDK returns hashes either as bytes or as strings. */
function signer({ preAuthTx, sha256Hash, ...others }) {
  const text = (hash) => (Buffer.isBuffer(hash) ? hex(hash) : hash);
  return { ...others, preAuthTx: text(preAuthTx), sha256Hash: text(sha256Hash) };
}

/** Conversions of fields to the connector's form; other fields are the same. */
const FIELDS = {
  amount: stroops,
  asset: line,
  buyAmount: stroops,
  buying: asset,
  claimants: (all) => all.map(claimant),
  destAmount: stroops,
  destAsset: asset,
  destMin: stroops,
  limit: stroops,
  line,
  maxAmountA: stroops,
  maxAmountB: stroops,
  minAmountA: stroops,
  minAmountB: stroops,
  path: (all) => all.map(asset),
  selling: asset,
  sendAmount: stroops,
  sendAsset: asset,
  sendMax: stroops,
  signer: (it) => it && signer(it),
  startingBalance: short,
  value: dataValue,
};

/** Returns the value of a data entry in the connector's form: text, or base64 for bytes that are not text. */
function dataValue(bytes) {
  if (!bytes) return null;
  const text = bytes.toString("utf8");
  return Buffer.from(text, "utf8").equals(bytes) ? text : { base64: bytes.toString("base64") };
}

const PRICES = ["price", "minPrice", "maxPrice"];

/** Returns the fraction of a price, which the SDK only returns as a decimal number. */
function fraction(raw, name) {
  const { n, d } = raw.body().value()[name]()._attributes;
  return `${n}/${d}`;
}

/** Converts an operation; a price has the requested string if the SDK converts that to the same fraction. */
function operation(read, ours, theirs, requested) {
  const fields = Object.entries(read).map(([name, value]) => {
    if (PRICES.includes(name)) {
      const own = fraction(ours, name);
      return [name, own === fraction(theirs, name) ? requested[name] : own];
    }
    return [name === "line" ? "asset" : name, FIELDS[name] ? FIELDS[name](value) : value];
  });
  return Object.fromEntries(fields);
}

/** Returns the SDK's decoding of the connector's transaction; `theirs` is the SDK's own transaction for the requested operations. */
export function decode(ours, theirs, requested) {
  const raw = (transaction) => transaction.tx.operations();
  const { type, value } = ours.memo;
  return {
    source: ours.source,
    sequence: ours.sequence,
    fee: ours.fee,
    memo: type === "none" ? "" : type === "hash" || type === "return" ? hex(value) : value.toString(),
    memoType: type,
    timeBounds: ours.timeBounds,
    operations: ours.operations.map((it, index) => operation(it, raw(ours)[index], raw(theirs)[index], requested[index])),
  };
}
