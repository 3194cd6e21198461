// A Stellar issuer outside the wallet page, which signs with Node's own Ed25519.

import assert from "node:assert/strict";
import { generateKeyPairSync, sign } from "node:crypto";
import { bearer, sandbox } from "./wallet.mjs";

const assetOf = (code, issuer) => (code === undefined ? { kind: "coin", chain: "xlm" } : { kind: "xlm-asset", chain: "xlm", code, issuer });

// Creates an account that issues assets. `pay` sends new units of `code` in base units, 7 decimals. `sell` opens an offer of
// the issuer: of its assets, or of lumens without a code, at a price in units of the bought asset.
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
  };
  const pay = (to, amount) => transact("transfer", { to, amount, asset: { code, issuer: address } });
  const sell = (selling, buying, amount, price) =>
    transact("multi-operations", { operations: [{ type: "manageSellOffer", selling: assetOf(selling, address), buying: assetOf(buying, address), amount, price }] });
  return { address, pay, sell };
}
