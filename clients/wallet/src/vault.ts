/** The recovery phrase, encrypted in the browser: PBKDF2 (RFC 8018) and AES-256-GCM (NIST SP 800-38D) of WebCrypto. */

/** An encrypted text. Binary fields are base64. */
export interface Sealed {
  nonce: string;
  ciphertext: string;
}

/** The stored form. */
export interface Vault extends Sealed {
  version: 1;
  /** Rounds of PBKDF2-HMAC-SHA-256. */
  rounds: number;
  salt: string;
}

/** Rounds that OWASP recommends for PBKDF2-HMAC-SHA-256 (Password Storage Cheat Sheet, 2023). */
const ROUNDS = 600_000;
/** Limit for stored vaults, so that a damaged one does not block the page. */
const MAX_ROUNDS = 10_000_000;

/** The passphrase is not that of the vault, or the vault is damaged: AES-GCM does not distinguish the two. */
export class WrongPassphraseError extends Error {
  override readonly name = "WrongPassphraseError";
}

/** Returns true if the browser offers WebCrypto, which it does on HTTPS and on this computer only. */
export const canEncrypt = (): boolean => globalThis.crypto?.subtle !== undefined;

/** Encrypts the recovery phrase under a passphrase. */
export async function seal(phrase: string, passphrase: string): Promise<Vault> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const key = await deriveKey(passphrase, salt, ROUNDS);
  return { version: 1, rounds: ROUNDS, salt: toBase64(salt), ...(await encrypt(key, phrase)) };
}

/** Decrypts the recovery phrase. */
export async function unseal(vault: Vault, passphrase: string): Promise<string> {
  try {
    return await decrypt(await deriveKey(passphrase, fromBase64(vault.salt), Math.min(vault.rounds, MAX_ROUNDS)), vault);
  } catch (cause) {
    throw new WrongPassphraseError("wrong passphrase", { cause });
  }
}

/** Encrypts a text under a key of AES-GCM. */
export async function encrypt(key: CryptoKey, text: string): Promise<Sealed> {
  const nonce = crypto.getRandomValues(new Uint8Array(12));
  const ciphertext = await crypto.subtle.encrypt({ name: "AES-GCM", iv: nonce }, key, new TextEncoder().encode(text));
  return { nonce: toBase64(nonce), ciphertext: toBase64(new Uint8Array(ciphertext)) };
}

/** Decrypts a text, and fails if the text was changed. */
export async function decrypt(key: CryptoKey, { nonce, ciphertext }: Sealed): Promise<string> {
  return new TextDecoder().decode(await crypto.subtle.decrypt({ name: "AES-GCM", iv: fromBase64(nonce) }, key, fromBase64(ciphertext)));
}

async function deriveKey(passphrase: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<CryptoKey> {
  // The same passphrase typed on another keyboard can have another Unicode form.
  const bytes = new TextEncoder().encode(passphrase.normalize("NFKC"));
  const secret = await crypto.subtle.importKey("raw", bytes, "PBKDF2", false, ["deriveKey"]);
  const algorithm = { name: "PBKDF2", hash: "SHA-256", salt, iterations };
  return crypto.subtle.deriveKey(algorithm, secret, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}

// Not all bytes as arguments of one call, of which browsers have a limit.
const toBase64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
