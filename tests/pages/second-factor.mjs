// Accounts with a second factor, by the API.

import assert from "node:assert/strict";
import { createHmac, randomUUID } from "node:crypto";

// Returns the one-time password (RFC 6238) of a step of 30 seconds, relative to the current one.
export function oneTimePassword(secret, offset = 0) {
  const bits = [...secret].map((digit) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(digit).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from(bits.match(/.{8}/g).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + offset));
  const digest = createHmac("sha1", key).update(counter).digest();
  const number = digest.readUInt32BE(digest[19] & 15) & 0x7f_ff_ff_ff;
  return String(number % 1_000_000).padStart(6, "0");
}

// Enrols an account, and returns the secret and the recovery codes.
export async function enrol(baseUrl, username, password) {
  const call = async (path, body, token) => {
    const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
    const response = await fetch(`${baseUrl}/authorization/v1/api/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    const json = await response.json();
    assert.equal(response.status, 200, JSON.stringify(json));
    return json.data;
  };
  const { securityToken } = await call("security-factor/credentials", { username, password });
  const issued = await call("permission/issue-by-factors", { tokenId: randomUUID(), permissions: ["secret"], securityTokens: [securityToken] });
  const token = issued.permissionToken.permissionToken;
  const { secret } = await call("account/otp", { password }, token);
  const { recoveryCodes } = await call("account/otp/confirm", { code: oneTimePassword(secret) }, token);
  return { secret, recoveryCodes };
}
