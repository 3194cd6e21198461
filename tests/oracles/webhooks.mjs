// Deliveries verified by the library of Standard Webhooks, and their Ed25519 signatures by node:crypto and jose.
import crypto from "node:crypto";
import { load } from "./load.mjs";

const { Webhook } = await load("standardwebhooks");
const jose = await load("jose");

/** Returns for each case { secret, headers, body } the body as the library parsed it, or the reason of a rejection. */
export function verify({ cases }) {
  return cases.map(({ secret, headers, body }) => {
    try {
      return { body: new Webhook(secret).verify(body, headers) };
    } catch (error) {
      return { error: error.message };
    }
  });
}

/** The `v1a` signatures of a delivery. */
const asymmetric = (headers) =>
  headers["webhook-signature"].split(" ").flatMap((text) => (text.startsWith("v1a,") ? [Buffer.from(text.slice(4), "base64")] : []));

/** Returns for each key of the set the ids, and for each case which of the two implementations accepts a signature by that key. */
export async function verifyByKeys({ jwkSet, cases }) {
  return Promise.all(jwkSet.keys.map(async (jwk) => {
    const native = crypto.createPublicKey({ key: jwk, format: "jwk" });
    const imported = await jose.importJWK(jwk);
    const accepted = async ({ headers, body }) => {
      const content = Buffer.from(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`);
      const signatures = asymmetric(headers);
      const byJose = signatures.map((signature) => crypto.subtle.verify("Ed25519", imported, signature, content));
      return {
        native: signatures.some((signature) => crypto.verify(null, content, native, signature)),
        jose: (await Promise.all(byJose)).some(Boolean),
      };
    };
    return {
      kid: jwk.kid,
      use: jwk.use,
      alg: jwk.alg,
      thumbprint: await jose.calculateJwkThumbprint(jwk),
      accepted: await Promise.all(cases.map(accepted)),
    };
  }));
}
