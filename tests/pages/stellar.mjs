// A Stellar issuer outside the wallet page, which signs with Node's own Ed25519.

import assert from "node:assert/strict";
import { generateKeyPairSync, sign } from "node:crypto";
import { bearer, sandbox } from "./wallet.mjs";

// Creates an account that issues assets. `pay` sends new units in base units, 7 decimals.
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
  await sandbox(server.baseUrl, "faucet", { chain: "xlm", address, amount: "1000000000" });
  const pay = async (to, amount) => {
    const { hash, unsignedMessage } = await call("transaction/get-hash/xlm/transfer", { to, amount, fee: "200", asset: { code, issuer: address } });
    const signature = sign(null, Buffer.from(hash, "hex"), privateKey).toString("hex");
    const { txdata } = await call("transaction/attach-signature/xlm", { unsignedMessage, signature: { R: signature.slice(0, 64), s: signature.slice(64) } });
    const response = await fetch(`${server.baseUrl}/blockchain-connector-xlm/v1/api/transaction/send/xlm`, { method: "POST", headers, body: JSON.stringify({ txdata, network: "testnet" }) });
    assert.equal(response.status, 200, await response.clone().text());
  };
  return { address, pay };
}
