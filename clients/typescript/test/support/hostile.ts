/** A hostile server: the local server with changed requests or responses. */
import assert from "node:assert/strict";
import { Account, Networks, Operation, TransactionBuilder } from "@stellar/stellar-sdk";
import { type EcdsaSigner, type Ed25519Signer, VerificationError, type VerificationSubject, type WalletCloud } from "../../src/index.js";
import { testWallet } from "./local.js";

type Json = Record<string, any>;

export interface Tampering {
  /** End of the path of the changed calls, before the chain. */
  call: string;
  /** Changes the request, so that the server works for another payment. */
  request?: (body: Json) => void;
  /** Returns `data` without a request to the local server. */
  reply?: (body: Json) => Json;
  /** Passes the request on, and replaces its response or loses it. */
  broadcast?: () => Response;
  /** Changes `data` of the response. */
  response?: (data: Json, request: Json) => void;
}

/** Returns a wallet whose server gives false responses, and the list of the calls that it received. */
export async function hostileWallet(...tamperings: Tampering[]): Promise<{ wallet: WalletCloud; calls: string[] }> {
  const calls: string[] = [];
  const fetch = hostileFetch(tamperings, (path) => calls.push(path));
  return { wallet: await testWallet({ fetch }), calls };
}

/** Returns a `fetch` that changes requests and responses, and reports each request. */
export function hostileFetch(tamperings: Tampering[], report: (path: string, body: Json) => void): typeof fetch {
  return async (input, init) => {
    const request = input as Request;
    const path = new URL(request.url).pathname.split("/v1/api/")[1] ?? "";
    const body: Json = request.method === "GET" ? {} : ((await request.clone().json()) as Json);
    report(path, body);
    const active = tamperings.filter(({ call }) => path.startsWith(call));
    if (active.length === 0) return fetch(request, init);
    const reply = active.find((tampering) => tampering.reply !== undefined)?.reply;
    if (reply !== undefined) return Response.json({ requestId: "local", data: reply(body) });
    const broadcast = active.find((tampering) => tampering.broadcast !== undefined)?.broadcast;
    if (broadcast !== undefined) {
      await fetch(request, init);
      return broadcast();
    }
    for (const tampering of active) tampering.request?.(body);
    const content = request.method === "GET" ? {} : { body: JSON.stringify(body) };
    const { method, headers } = request;
    const response = await fetch(request.url, { method, headers, ...content });
    const envelope = (await response.json()) as { data?: Json };
    if (response.ok && envelope.data !== undefined) for (const tampering of active) tampering.response?.(envelope.data, body);
    return new Response(JSON.stringify(envelope), { status: response.status, headers: response.headers });
  };
}

/** Counts the signatures: a hostile server must get none before signing, and no broadcast after. */
function counted<S extends EcdsaSigner | Ed25519Signer>(signer: S): { signer: S; signatures: () => number } {
  let count = 0;
  const sign = (hash: Uint8Array, review: unknown) => {
    count += 1;
    return signer.sign(hash, review);
  };
  return { signer: { ...signer, sign }, signatures: () => count };
}

/** A payment of a wallet. */
export type Pay<S> = (wallet: WalletCloud, signer: S) => Promise<unknown>;

/** Checks that the payment fails with the subject, and that nothing was signed or, for `after`, nothing sent. */
export async function rejects<S extends EcdsaSigner | Ed25519Signer>(
  signer: S,
  pay: Pay<S>,
  subject: VerificationSubject,
  tampering: Tampering | Tampering[],
  after: "prepare" | "sign" = "prepare",
): Promise<void> {
  const { wallet, calls } = await hostileWallet(...[tampering].flat());
  const { signer: watched, signatures } = counted(signer);
  await assert.rejects(pay(wallet, watched), (error) => {
    assert.ok(error instanceof VerificationError, `${subject}: ${String(error)}`);
    assert.equal(error.subject, subject, error.message);
    return true;
  });
  if (after === "prepare") assert.equal(signatures(), 0, subject);
  assert.ok(!calls.some((call) => call.startsWith("transaction/send")), subject);
}

/** Replaces the server's transaction by one that the SDK builds, with a matching hash and parse. */
export const replaced = (build: (sequence: string) => { source?: Account; operations: ReturnType<typeof Operation.payment>[]; timebounds?: object }): Tampering => ({
  call: "transaction/get-hash",
  response: (data) => {
    const original = TransactionBuilder.fromXDR(data["unsignedMessage"], Networks.TESTNET);
    if (!("sequence" in original)) throw new Error("not a transaction");
    const sequence = (BigInt(original.sequence) - 1n).toString();
    const { source, operations, timebounds } = build(sequence);
    const fee = String(Number(original.fee) / operations.length);
    const options = { fee, networkPassphrase: Networks.TESTNET, memo: original.memo, timebounds: original.timeBounds, ...timebounds };
    const builder = new TransactionBuilder(source ?? new Account(original.source, sequence), options as never);
    for (const operation of operations) builder.addOperation(operation);
    const transaction = builder.build();
    data["unsignedMessage"] = transaction.toXDR();
    data["hash"] = transaction.hash().toString("hex");
  },
});
