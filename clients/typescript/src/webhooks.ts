/**
 * Verification of received webhooks by Standard Webhooks 1.0.0 (https://www.standardwebhooks.com), with the Web Crypto API only.
 *
 * The signed content is `id.timestamp.body`. `v1` is HMAC-SHA-256 with the secret of the subscription, `v1a` is Ed25519 with the
 * key of the deployment.
 */
import { base64 } from "@scure/base";
import { concatBytes } from "./bytes.js";
import { InputError, InvalidResponseError, WebhookError } from "./errors.js";
import type { NotificationEvent } from "./events.js";
import { createTransport, type TransportOptions } from "./transport.js";

/** `Headers`, the headers of a request in Node, or a record with names in any case. */
export type ReceivedHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The content of a delivery with `content: "none"`. The log has the whole event. */
export interface EventReference {
  id: string;
  /** Absent in a test. */
  sequence?: number;
  subscription: string;
  /** True for a delivery that the owner requested to test the receiver. */
  test?: boolean;
}

type Delivered<E> = E extends unknown ? Omit<E, "sequence"> & EventReference : never;

/** The event of a delivery, whole or as a reference: `if (event.transaction === undefined)`. */
export type WebhookEvent = Delivered<NotificationEvent> | (EventReference & { transaction?: undefined });

/** How old a webhook may be. */
export interface VerifyWebhookOptions {
  /** Seconds by which the timestamp may differ from now; 300 by default. */
  tolerance?: number | undefined;
  /** Local Unix time in milliseconds; `Date.now` by default. */
  now?: (() => number) | undefined;
}

/** The same for verification by public keys. */
export interface VerifyWithKeysOptions extends VerifyWebhookOptions {
  /** The ids of your subscriptions: the key signs the deliveries of all owners, so that one of another owner is authentic, too. */
  subscriptions: readonly string[];
}

/** The public keys of a deployment: the response of `webhookKeys`. */
export interface WebhookKeySet {
  keys: readonly (JsonWebKey & { kid?: string })[];
}

/** Requests the public keys of a deployment. Request them again when no signature matches a key: the deployment may have a new one. */
export async function webhookKeys(baseUrl: string, options: TransportOptions = {}): Promise<WebhookKeySet> {
  const url = `${baseUrl.replace(/\/+$/, "")}/notifications/v1/.well-known/webhook-keys.json`;
  const set = (await (await createTransport(options)(new Request(url))).json()) as WebhookKeySet | null;
  if (!Array.isArray(set?.keys)) throw new InvalidResponseError("the response is not a set of keys", 200);
  return set!;
}

/** Maximum number of Ed25519 signatures of a delivery that are verified. A deployment signs with one key. */
const MAX_SIGNATURES = 4;
/** Lengths of secrets in bytes that the standard allows. */
const SECRET = { prefix: "whsec_", minimum: 24, maximum: 64 };

/**
 * Verifies a received webhook and returns its event. `body` is the body as it was received, before any parsing. Rejects with a
 * `WebhookError`: respond with 400. Deliveries are repeated and may be out of order: compare `id` and `sequence`.
 */
export async function verifyWebhook(
  headers: ReceivedHeaders,
  body: string | Uint8Array,
  secret: string,
  options: VerifyWebhookOptions = {},
): Promise<WebhookEvent> {
  const key = await hmacKey(secret);
  const { content, bytes, signatures } = readDelivery(headers, body, options);
  const expected = new Uint8Array(await crypto.subtle.sign("HMAC", key, content));
  // Every signature is compared whole, so that the time does not depend on equal bytes.
  const matching = signatures("v1").filter((signature) => isEqual(signature, expected));
  if (matching.length === 0) throw new WebhookError("signature", "no signature matches the secret");
  return readEvent(bytes);
}

/** Verifies a received webhook like `verifyWebhook`, by the public keys of the deployment instead of a secret. */
export async function verifyWebhookWithKeys(
  headers: ReceivedHeaders,
  body: string | Uint8Array,
  keys: WebhookKeySet,
  options: VerifyWithKeysOptions,
): Promise<WebhookEvent> {
  const imported = await Promise.all(keys.keys.filter(({ kty, crv }) => kty === "OKP" && crv === "Ed25519").map(publicKey));
  if (imported.length === 0) throw new InputError("keys", "no Ed25519 key");
  const { content, bytes, signatures } = readDelivery(headers, body, options);
  const candidates = signatures("v1a").slice(0, MAX_SIGNATURES);
  const pairs = imported.flatMap((key) => candidates.map((signature) => crypto.subtle.verify("Ed25519", key, signature, content)));
  if (!(await Promise.all(pairs)).includes(true)) throw new WebhookError("signature", "no signature matches a key");
  const event = readEvent(bytes);
  if (!options.subscriptions.includes(event.subscription)) throw new WebhookError("subscription", "an event of another subscription");
  return event;
}

function hmacKey(secret: string): Promise<CryptoKey> {
  const bytes = secret.startsWith(SECRET.prefix) ? decodeBase64(secret.slice(SECRET.prefix.length)) : undefined;
  if (bytes === undefined || bytes.length < SECRET.minimum || bytes.length > SECRET.maximum) {
    throw new InputError("secret", "not whsec_ and 24 to 64 bytes in base64");
  }
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

async function publicKey({ kty, crv, x }: JsonWebKey): Promise<CryptoKey> {
  try {
    return await crypto.subtle.importKey("jwk", { kty: kty!, crv: crv!, x: x! }, "Ed25519", false, ["verify"]);
  } catch {
    throw new InputError("keys", "not a public key, or a platform without Ed25519");
  }
}

/** Reads the headers, verifies the timestamp, and returns the signed content and the signatures of a version. */
function readDelivery(headers: ReceivedHeaders, body: string | Uint8Array, { tolerance = 300, now = Date.now }: VerifyWebhookOptions) {
  const [id, timestamp, signature] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => {
    const value = headerOf(headers, name);
    if (!value) throw new WebhookError("headers", `the header ${name} is missing`);
    return value;
  }) as [string, string, string];
  if (!/^\d{1,15}$/.test(timestamp)) throw new WebhookError("timestamp", "the timestamp is not in Unix seconds");
  const age = Math.floor(now() / 1000) - Number(timestamp);
  if (age > tolerance) throw new WebhookError("stale", "the delivery is too old");
  if (age < -tolerance) throw new WebhookError("future", "the timestamp is in the future");
  const bytes = typeof body === "string" ? utf8(body) : Uint8Array.from(body);
  const signatures = (version: string) =>
    signature.split(" ").flatMap((entry) => {
      const decoded = entry.startsWith(`${version},`) ? decodeBase64(entry.slice(version.length + 1)) : undefined;
      return decoded === undefined ? [] : [decoded];
    });
  return { content: concatBytes(utf8(`${id}.${timestamp}.`), bytes) as Uint8Array<ArrayBuffer>, bytes, signatures };
}

/** Returns the value of a header; `undefined` if it is absent or repeated. */
function headerOf(headers: ReceivedHeaders, name: string): string | undefined {
  if (typeof headers.get === "function") return (headers as Headers).get(name) ?? undefined;
  const found = Object.entries(headers as Record<string, string | readonly string[] | undefined>);
  const values = found.flatMap(([other, value]) => (other.toLowerCase() === name ? value : []));
  return values.length === 1 ? values[0] : undefined;
}

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return base64.decode(text) as Uint8Array<ArrayBuffer>;
  } catch {
    return undefined;
  }
}

/** Returns true if the bytes are equal, in a time that depends on their number only. */
function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let index = 0; index < a.length; index += 1) difference |= a[index]! ^ b[index]!;
  return difference === 0;
}

/** Returns the event of an authentic body. */
function readEvent(body: Uint8Array): WebhookEvent {
  let event: Partial<WebhookEvent> | null | undefined;
  try {
    event = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body)) as Partial<WebhookEvent> | null;
  } catch {
    // Reported below.
  }
  const isText = (...values: unknown[]) => values.every((value) => typeof value === "string");
  const isEvent =
    isText(event?.id, event?.subscription) &&
    (Number.isSafeInteger(event?.sequence) || event?.test === true) &&
    (event?.transaction === undefined || (isText(event.chain, event.state) && typeof event.transaction === "object" && event.transaction !== null));
  if (!isEvent) throw new WebhookError("content", "the signed body is not an event");
  return event as WebhookEvent;
}
