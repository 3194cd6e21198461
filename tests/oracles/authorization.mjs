// Independent verification of the authorization service: jose verifies its keys and tokens, @noble/hashes its
// password hashes.
import { load } from "./load.mjs";

const jose = await load("jose");
const { argon2id } = await load("@noble/hashes/argon2.js");

const AUDIENCE = "wallet-cloud";

async function call(baseUrl, path, body, token) {
  const response = await fetch(`${baseUrl}/authorization/v1/api/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  return { status: response.status, ...(await response.json()) };
}

async function successful(...request) {
  const response = await call(...request);
  if (response.status !== 200) throw new Error(`${request[1]} returned ${JSON.stringify(response)}`);
  return response.data;
}

/** Verifies a token with jose and the published keys of the service. Returns { claims, header }. */
async function read(baseUrl, token, typ) {
  const keys = jose.createRemoteJWKSet(new URL(`${baseUrl}/authorization/v1/.well-known/jwks.json`));
  const options = { issuer: `${baseUrl}/authorization/v1`, audience: AUDIENCE, typ, algorithms: ["EdDSA"] };
  const { payload, protectedHeader } = await jose.jwtVerify(token, keys, options);
  return { claims: payload, header: protectedHeader };
}

/** Signs the same claims and header with another key. */
async function forge({ claims, header }) {
  const { privateKey } = await jose.generateKeyPair("EdDSA", { crv: "Ed25519" });
  return new jose.SignJWT(claims).setProtectedHeader(header).sign(privateKey);
}

/** Opens a session, renews it and registers an account. Returns every token as decoded by jose, and the response to a forged one. */
export async function tokens({ baseUrl, merchantKey, tokenId, payload, username, password }) {
  const session = { tokenId, permissions: ["read", "register"], merchantKey, payload };
  const issued = await successful(baseUrl, "permission/issue-by-key", session);
  const { refreshToken } = issued.refreshToken;
  const renewed = await successful(baseUrl, "permission/refresh", { refreshToken });
  const bearer = renewed.permissionToken.permissionToken;
  const account = await successful(baseUrl, "account/credentials", { username, password }, bearer);
  const permission = await read(baseUrl, issued.permissionToken.permissionToken, "at+jwt");
  const someone = { username: `${username}2`, password };
  const forged = await call(baseUrl, "account/credentials", someone, await forge(permission));
  return {
    permission,
    renewed: await read(baseUrl, bearer, "at+jwt"),
    security: await read(baseUrl, account.securityToken, "security+jwt"),
    expiresAt: issued.permissionToken.expiresAt,
    forged: { status: forged.status, code: forged.error?.code },
  };
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const unpadded = (bytes) => Buffer.from(bytes).toString("base64").replaceAll("=", "");

/** Returns the PHC string of a password with the costs and the salt of another one. */
export function rehash({ password, like }) {
  const [, m, t, p, salt, hash] = PHC.exec(like);
  const costs = { m: Number(m), t: Number(t), p: Number(p), version: 0x13, dkLen: Buffer.from(hash, "base64").length };
  const made = argon2id(password.normalize("NFC"), Buffer.from(salt, "base64"), costs);
  return `$argon2id$v=19$m=${m},t=${t},p=${p}$${salt}$${unpadded(made)}`;
}
