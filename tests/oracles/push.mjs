// Pushes decrypted by http_ece, and their VAPID tokens verified by jose.
import crypto from "node:crypto";
import { load } from "./load.mjs";

const ece = await load("http_ece");
const jose = await load("jose");

/** Returns the keys of new receivers in base64url. */
export function receivers({ count }) {
  return Array.from({ length: count }, () => {
    const key = crypto.createECDH("prime256v1");
    const p256dh = key.generateKeys("base64url");
    return { p256dh, auth: crypto.randomBytes(16).toString("base64url"), privateKey: key.getPrivateKey("base64url") };
  });
}

/** Returns for each case { privateKey, auth, body } the plaintext in base64, or the reason of a rejection. */
export function decrypt({ cases }) {
  return cases.map(({ privateKey, auth, body }) => {
    try {
      const key = crypto.createECDH("prime256v1");
      key.setPrivateKey(privateKey, "base64url");
      const parameters = { version: "aes128gcm", privateKey: key, authSecret: auth };
      return { plaintext: ece.decrypt(Buffer.from(body, "base64"), parameters).toString("base64") };
    } catch (error) {
      return { error: error.message };
    }
  });
}

/** The token and the key of RFC 8292 in a value of Authorization. */
function parts(authorization) {
  const { t, k } = authorization.match(/^vapid t=(?<t>[\w.-]+), k=(?<k>[\w-]+)$/).groups;
  const point = Buffer.from(k, "base64url");
  if (point.length !== 65 || point[0] !== 4) throw new Error("not an uncompressed point");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((bytes) => bytes.toString("base64url"));
  return { token: t, jwk: { kty: "EC", crv: "P-256", x, y } };
}

/** Returns for each case { authorization, audience, at } the header and the claims at a time in Unix seconds, or the reason of a rejection. */
export async function authorize({ cases }) {
  return Promise.all(cases.map(async ({ authorization, audience, at }) => {
    try {
      const { token, jwk } = parts(authorization);
      const options = { algorithms: ["ES256"], audience, currentDate: new Date(at * 1000) };
      const { payload, protectedHeader } = await jose.jwtVerify(token, await jose.importJWK(jwk, "ES256"), options);
      return { header: protectedHeader, claims: payload };
    } catch (error) {
      return { error: error.message };
    }
  }));
}
