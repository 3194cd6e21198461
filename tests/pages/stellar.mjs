// A Stellar issuer outside the wallet page, which signs with Node's own Ed25519.

import assert from "node:assert/strict";
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { bearer, sandbox } from "./wallet.mjs";

const assetOf = (code, issuer) => (code === undefined ? { kind: "coin", chain: "xlm" } : { kind: "xlm-asset", chain: "xlm", code, issuer });

// Creates an account that issues assets. `pay` sends new units of `code` in base units, 7 decimals. `sell` opens an offer of
// the issuer: of its assets, or of lumens without a code, at a price in units of the bought asset. `setAside` creates a balance that an
// account can claim, and returns its id in hex.
export async function createIssuer(server, code) {
  const { publicKey: key, privateKey } = generateKeyPairSync("ed25519");
  const publicKey = Buffer.from(key.export({ format: "jwk" }).x, "base64url").toString("hex");
  const headers = await bearer(server);
  const call = async (path, fields) => {
    const body = JSON.stringify({ publicKey, network: "testnet", ...fields });
    const response = await fetch(`${server.baseUrl}/blockchain-connector-xlm/v1/api/${path}`, { method: "POST", headers, body });
    const { data, error } = await response.json();
    assert.equal(error, undefined, `${path}: ${JSON.stringify(error)}`);
    return data;
  };
  const { address } = await call("get-address/xlm", {});
  await sandbox(server.baseUrl, "faucet", { chain: "xlm", address, amount: "10000000000" });
  const transact = async (kind, fields) => {
    const { hash, unsignedMessage } = await call(`transaction/get-hash/xlm/${kind}`, { fee: "200", ...fields });
    const signature = sign(null, Buffer.from(hash, "hex"), privateKey).toString("hex");
    const { txdata } = await call("transaction/attach-signature/xlm", { unsignedMessage, signature: { R: signature.slice(0, 64), s: signature.slice(64) } });
    const response = await fetch(`${server.baseUrl}/blockchain-connector-xlm/v1/api/transaction/send/xlm`, { method: "POST", headers, body: JSON.stringify({ txdata, network: "testnet" }) });
    assert.equal(response.status, 200, await response.clone().text());
    return unsignedMessage;
  };
  const pay = (to, amount) => transact("transfer", { to, amount, asset: { code, issuer: address } });
  const sell = (selling, buying, amount, price) =>
    transact("multi-operations", { operations: [{ type: "manageSellOffer", selling: assetOf(selling, address), buying: assetOf(buying, address), amount, price }] });
  const setAside = async (claimant, code, amount) => {
    const operation = { type: "createClaimableBalance", asset: assetOf(code, address), amount, claimants: [{ destination: claimant }] };
    const unsignedMessage = await transact("multi-operations", { operations: [operation] });
    const { sequence } = await call("transaction/parse/xlm", { unsignedMessage });
    return balanceId(publicKey, sequence);
  };
  return { address, pay, sell, setAside };
}

// Returns the id of the balance that the first operation of a transaction creates (CAP-23).
function balanceId(publicKey, sequence) {
  const [types, rest] = [Buffer.alloc(8), Buffer.alloc(12)];
  // The type of an operation's id; the type of an Ed25519 key and the index of the operation are zero.
  types.writeInt32BE(6);
  rest.writeBigInt64BE(BigInt(sequence));
  const hash = createHash("sha256").update(Buffer.concat([types, Buffer.from(publicKey, "hex"), rest]));
  return `00000000${hash.digest("hex")}`;
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

// Returns the id of a claimable balance in the form B… (SEP-23).
export function balanceAddress(id) {
  const body = Buffer.concat([Buffer.from([1 << 3, 0]), Buffer.from(id.slice(8), "hex")]);
  let crc = 0;
  for (const byte of body) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  const bits = [...body, crc & 0xff, crc >> 8].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return bits.match(/.{1,5}/g).map((part) => ALPHABET[Number.parseInt(part.padEnd(5, "0"), 2)]).join("");
}
