/** Payments on Stellar: lumens and assets, trustlines, claims. */
import { sha256 } from "@noble/hashes/sha2.js";
import { base64 } from "@scure/base";
import { bigEndian, bytesToHex, concatBytes, inputAmount, responseAmount, responseHex } from "../bytes.js";
import { XLM_PASSPHRASE } from "../chains.js";
import type { Client, Network } from "../client.js";
import { InputError, VerificationError } from "../errors.js";
import {
  type Amount,
  type FeeMode,
  type PaymentAsset,
  type PreparedPayment,
  type Review,
  type Warning,
  verifyDecoding,
  verifyEqual,
  verifyFeeLimit,
} from "../payment.js";
import { dataOf, inChain } from "../services.js";
import { SignedPayment } from "../signed-payment.js";
import type { Ed25519Signer } from "../signer.js";
import { parseAccount, parseBalanceId, parseMuxed, parseXlmPublicKey, encodeAccount } from "./strkey.js";
import { decodeEnvelope, type XlmEnvelope, type XlmOperation, type XlmTransaction } from "./xdr.js";

export type MemoType = "text" | "id" | "hash" | "return";

export interface XlmAsset {
  code: string;
  issuer: string;
}

/** What every transaction on Stellar has. */
export interface XlmTerms {
  network?: Network | undefined;
  /** Public key of the sender: 64 hex digits, or its address `G…`. */
  publicKey: string;
  memo?: string | undefined;
  /** `text` by default. Ask the recipient for the type: `77001` as text and as id are different memos. */
  memoType?: MemoType | undefined;
  /** Fee mode (`normal` by default), or the highest fee in stroops. The network charges what its load requires. */
  fee?: FeeMode | { total: string | bigint } | undefined;
  /** Highest acceptable fee in stroops; 1 XLM by default. */
  maxFee?: string | bigint | undefined;
  /** Seconds until the network rejects the transaction; 600 by default. */
  timeout?: number | undefined;
  signal?: AbortSignal | undefined;
}

export interface XlmPayment extends XlmTerms {
  chain?: "xlm" | undefined;
  /** `G…`, or `M…` for one user of a multiplexed account. */
  to: string;
  /** Amount in stroops, or `max`. */
  amount: Amount;
  /** The asset to send instead of lumens. */
  asset?: XlmAsset | undefined;
}

export interface XlmTrustline extends XlmTerms {
  asset: XlmAsset;
  /** Highest balance in stroops; by default the maximum, `0` deletes the trustline. */
  limit?: string | bigint | undefined;
}

export interface XlmClaim extends XlmTerms {
  claimableBalanceId: string;
}

const DEFAULT_MAX_FEE = 10_000_000n;
const MAX_INT64 = 2n ** 63n - 1n;
/** Seconds by which the clocks of client and server may differ. */
const CLOCK_TOLERANCE = 300;

/** Terms that every request shares, as the client will verify them. */
interface Prepared {
  client: Client;
  terms: XlmTerms;
  network: Network;
  from: string;
  fee: bigint;
  /** Fields of every get-hash request. */
  body: {
    publicKey: string;
    network: Network;
    fee: string;
    memo?: string;
    memoType?: MemoType;
    timeout?: number;
  };
}

interface HashResponse {
  unsignedMessage: string;
  hash: string;
  warnings?: Warning[];
}

/** Prepares a payment of lumens or of an asset. Lumens to a missing account create it. */
export async function prepareXlm(client: Client, payment: XlmPayment): Promise<PreparedPayment<Ed25519Signer>> {
  const recipient = parseMuxed(payment.to, "to");
  const asset = payment.asset === undefined ? undefined : checkAsset(payment.asset);
  const prepared = await prepare(client, payment);
  const amount = payment.amount === "max" ? await maximum(prepared, payment.to, asset) : inputAmount(payment.amount, "amount");
  if (amount > MAX_INT64) throw new InputError("amount", "above 63 bits");
  const body = { ...prepared.body, to: payment.to, amount: amount.toString(), ...(asset === undefined ? {} : { asset }) };
  const { connectorXlm } = client.services;
  const init = { ...inChain("xlm", payment.signal), body };
  const response = await dataOf(connectorXlm.POST("/api/transaction/get-hash/{chain}/transfer", init));
  const pay: XlmOperation = { type: "payment", destination: payment.to, asset: assetName(asset), amount };
  const canCreate = asset === undefined && recipient.id === undefined;
  const create: XlmOperation = { type: "createAccount", destination: payment.to, amount };
  const found: PaymentAsset = asset === undefined ? { kind: "coin", chain: "xlm" } : { kind: "xlm-asset", chain: "xlm", ...asset };
  return complete(prepared, response, canCreate ? [pay, create] : [pay], { to: payment.to, asset: found, amount: amount.toString() });
}

/** Prepares a trustline, its change, or its deletion. `amount` of the review is the limit. */
export async function prepareTrustline(client: Client, trustline: XlmTrustline): Promise<PreparedPayment<Ed25519Signer>> {
  const asset = checkAsset(trustline.asset);
  const limit = trustline.limit === undefined ? MAX_INT64 : inputAmount(trustline.limit, "limit", true);
  const prepared = await prepare(client, trustline);
  const body = { ...prepared.body, asset, amount: limit.toString() };
  const init = { ...inChain("xlm", trustline.signal), body };
  const response = await dataOf(client.services.connectorXlm.POST("/api/transaction/get-hash/{chain}/add-trustline", init));
  const operation: XlmOperation = { type: "changeTrust", asset: assetName(asset), limit };
  const review = { to: asset.issuer, asset: { kind: "xlm-asset", chain: "xlm", ...asset } as const, amount: limit.toString() };
  return complete(prepared, response, [operation], review);
}

/** Prepares the claim of a claimable balance. The transaction does not state the amount: see address info. */
export async function prepareClaim(client: Client, claim: XlmClaim): Promise<PreparedPayment<Ed25519Signer>> {
  const balanceId = bytesToHex(parseBalanceId(claim.claimableBalanceId));
  const prepared = await prepare(client, claim);
  const body = { ...prepared.body, claimableBalanceId: claim.claimableBalanceId };
  const init = { ...inChain("xlm", claim.signal), body };
  const response = await dataOf(client.services.connectorXlm.POST("/api/transaction/get-hash/{chain}/claimable-balance", init));
  const review = { to: prepared.from, asset: { kind: "coin", chain: "xlm" } as const, amount: "0" };
  return complete(prepared, response, [{ type: "claimClaimableBalance", balanceId }], review);
}

async function prepare(client: Client, terms: XlmTerms): Promise<Prepared> {
  const network = terms.network ?? client.network;
  const from = encodeAccount(parseXlmPublicKey(terms.publicKey));
  const fee = await chooseFee(client, terms, network, from);
  verifyFeeLimit(fee, terms.maxFee === undefined ? DEFAULT_MAX_FEE : inputAmount(terms.maxFee, "maxFee"));
  const body = {
    publicKey: terms.publicKey,
    network,
    fee: fee.toString(),
    ...(terms.memo ? { memo: terms.memo } : {}),
    ...(terms.memoType === undefined ? {} : { memoType: terms.memoType }),
    ...(terms.timeout === undefined ? {} : { timeout: terms.timeout }),
  };
  return { client, terms, network, from, fee, body };
}

/** Requests the estimate of a payment, or of any transaction of one operation. */
function estimate(client: Client, { network, from, signal }: EstimateTerms, payment: EstimatedPayment = {}) {
  const { connectorXlm } = client.services;
  const body = { address: from, network, ...payment };
  return dataOf(connectorXlm.POST("/api/prepare-transaction/estimate/{chain}", { ...inChain("xlm", signal), body }));
}

interface EstimateTerms {
  network: Network;
  from: string;
  signal?: AbortSignal | undefined;
}

interface EstimatedPayment {
  to?: string;
  amount?: "max";
  asset?: XlmAsset;
}

/** Returns the highest fee of one operation. */
async function chooseFee(client: Client, terms: XlmTerms, network: Network, from: string): Promise<bigint> {
  const fee = terms.fee ?? "normal";
  if (typeof fee === "object") return inputAmount(fee.total, "fee");
  const { fees } = await estimate(client, { network, from, signal: terms.signal });
  return responseAmount(fees?.[fee], `fees.${fee}`);
}

/** Returns the amount for `max`: what the sender can pay beside the fee, and the recipient can receive. */
async function maximum({ client, from, network, fee, terms }: Prepared, to: string, asset: XlmAsset | undefined): Promise<bigint> {
  const payment = { to, amount: "max" as const, ...(asset === undefined ? {} : { asset }) };
  const { amounts, spendable } = await estimate(client, { network, from, signal: terms.signal }, payment);
  // Of an asset, the amounts are the same for all fees.
  const available = asset === undefined ? responseAmount(spendable, "spendable") - fee : responseAmount(amounts?.slow, "amounts.slow");
  if (available <= 0n) throw new InputError("amount", "nothing can be spent after reserve and fee");
  return available;
}

function checkAsset({ code, issuer }: XlmAsset): XlmAsset {
  if (!/^[a-zA-Z0-9]{1,12}$/.test(code)) throw new InputError("asset.code", "not 1 to 12 letters and digits");
  parseAccount(issuer, "asset.issuer");
  return { code, issuer };
}

const assetName = (asset: XlmAsset | undefined) => (asset === undefined ? "native" : `${asset.code}:${asset.issuer}`);

/** Verifies the server's transaction against the request and completes the prepared payment. */
async function complete(
  prepared: Prepared,
  response: HashResponse,
  accepted: XlmOperation[],
  subject: Pick<Review, "to" | "asset" | "amount">,
): Promise<PreparedPayment<Ed25519Signer>> {
  const { client, terms, network, from, fee, body } = prepared;
  const { unsignedMessage } = response;
  const envelope = decode("encoding", unsignedMessage);
  const operation = verifyTransaction(prepared, envelope, accepted);
  const hash = transactionHash(envelope, network);
  verifyEqual("hash", "the server's hash is not that of its transaction", hash, responseHex(response.hash, "hash"));
  const { connectorXlm } = client.services;
  const init = inChain("xlm", terms.signal);
  const parse = connectorXlm.POST("/api/transaction/parse/{chain}", { ...init, body: { unsignedMessage, network } });
  verifyParsed(await dataOf(parse), envelope, hash);

  const review: Review = {
    chain: "xlm",
    network,
    from,
    ...subject,
    fee: fee.toString(),
    ...(terms.memo ? { memo: terms.memo } : {}),
    createsAccount: operation.type === "createAccount",
    validUntil: Number(envelope.transaction.validUntil),
    warnings: response.warnings ?? [],
  };
  return {
    review,
    hashes: [hash],
    async sign(signer) {
      if (signer.curve !== "ed25519" || encodeAccount(parseXlmPublicKey(signer.publicKey)) !== from) {
        throw new InputError("signer", "the signer has another public key than the payment");
      }
      const signature = await signer.sign(hash, review);
      const { publicKey } = body;
      const attach = connectorXlm.POST("/api/transaction/attach-signature/{chain}", {
        ...init,
        body: { publicKey, network, unsignedMessage, signature },
      });
      const { txdata } = await dataOf(attach);
      const signed = decode("signed_transaction", txdata);
      const message = "the signed transaction differs from the verified one";
      verifyEqual("signed_transaction", message, envelope.bytes, signed.bytes);
      return new SignedPayment(client, { chain: "xlm", network, txid: bytesToHex(hash), txdata });
    },
  };
}

const decode = (subject: "encoding" | "signed_transaction", message: string): XlmEnvelope =>
  verifyDecoding(subject, () => decodeEnvelope(base64.decode(message)));

/** Returns the hash that is signed: over the network, the envelope type and the transaction. */
function transactionHash({ bytes }: XlmEnvelope, network: Network): Uint8Array {
  const networkId = sha256(new TextEncoder().encode(XLM_PASSPHRASE[network]));
  return sha256(concatBytes(networkId, bigEndian(2, 4), bytes));
}

/** Compares every field with the request, and returns the operation, which must be one of the accepted ones. */
function verifyTransaction({ terms, from, fee }: Prepared, envelope: XlmEnvelope, accepted: XlmOperation[]): XlmOperation {
  const { transaction } = envelope;
  verifyEqual("signed_transaction", "signatures before signing", 0, envelope.signatures);
  verifyEqual("sender", "source account", from, transaction.source);
  verifyEqual("fee", "fee", fee, transaction.fee);
  verifyMemo(terms, transaction.memo);
  if (transaction.sequence <= 0n) throw new VerificationError("sequence", "sequence number is not positive");
  verifyValidity(transaction, terms.timeout ?? 600);
  const [operation, ...others] = transaction.operations;
  if (operation === undefined || others.length > 0 || operation.source !== undefined) {
    throw new VerificationError("operations", "not exactly one operation of the sender");
  }
  const expected = accepted.find(({ type }) => type === operation.type);
  if (expected === undefined) throw new VerificationError("operations", `unexpected operation ${operation.type}`);
  verifyFields(expected, operation);
  return operation;
}

/** Checks that the transaction is valid now, and not longer than requested: it cannot be kept for later. */
function verifyValidity({ validFrom, validUntil }: XlmTransaction, timeout: number): void {
  const now = Date.now() / 1000;
  const isLong = validUntil === 0n || Number(validUntil) > now + timeout + CLOCK_TOLERANCE;
  if (isLong) throw new VerificationError("validity", "valid for too long by the clock of this device");
  const isFuture = Number(validFrom) > now + CLOCK_TOLERANCE;
  if (isFuture) throw new VerificationError("validity", "not valid yet by the clock of this device");
}

const SUBJECTS: Record<string, "recipient" | "amount" | "operations"> = { destination: "recipient", amount: "amount", limit: "amount" };

function verifyFields(expected: XlmOperation, found: XlmOperation): void {
  const actual = found as unknown as Record<string, unknown>;
  for (const [field, value] of Object.entries(expected)) {
    verifyEqual(SUBJECTS[field] ?? "operations", field, value, actual[field]);
  }
}

function verifyMemo({ memo, memoType }: XlmTerms, found: { type: string; value: string }): void {
  const type = memo ? (memoType ?? "text") : "none";
  const value = type === "text" ? bytesToHex(new TextEncoder().encode(memo)) : (memo ?? "").toLowerCase();
  verifyEqual("memo", "memo type", type, found.type);
  verifyEqual("memo", "memo", type === "id" ? BigInt(value) : value, found.value);
}

interface Parsed {
  txid: string;
  from: string;
  fee: string;
  sequence: string;
  operations: { type?: string; destination?: string; amount?: string; startingBalance?: string; limit?: string }[];
}

/** Compares the server's reading of the transaction with the client's. */
function verifyParsed(parsed: Parsed, { transaction }: XlmEnvelope, hash: Uint8Array): void {
  const same = (message: string, expected: unknown, found: unknown) => verifyEqual("parse", `${message} of parse`, expected, found);
  same("hash", hash, parsed.txid);
  same("source", transaction.source, parsed.from);
  same("fee", transaction.fee, parsed.fee);
  same("sequence", transaction.sequence, parsed.sequence);
  same("number of operations", transaction.operations.length, parsed.operations?.length);
  const [own, other] = [transaction.operations[0]!, parsed.operations[0]!];
  same("operation", own.type, other.type);
  if ("destination" in own) same("recipient", own.destination, other.destination);
  if (own.type === "payment") same("amount", own.amount, other.amount);
  if (own.type === "changeTrust") same("limit", own.limit, other.limit);
}
