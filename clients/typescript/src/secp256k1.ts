/** Arithmetic of secp256k1 (SEC 2) with public data. Its time depends on the numbers, so no secret may be passed to it. */
import { bigEndian, concatBytes, toBigInt } from "./bytes.js";

/** Prime of the field. */
const P = 2n ** 256n - 2n ** 32n - 977n;
/** Order of the generator. */
export const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** A point other than the one at infinity. */
export interface Point {
  x: bigint;
  y: bigint;
}

const GENERATOR: Point = {
  x: 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  y: 0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
};

function modulo(value: bigint, modulus = P): bigint {
  const rest = value % modulus;
  return rest < 0n ? rest + modulus : rest;
}

function power(base: bigint, exponent: bigint, modulus = P): bigint {
  let result = 1n;
  for (let [factor, rest] = [modulo(base, modulus), exponent]; rest > 0n; rest >>= 1n, factor = (factor * factor) % modulus) {
    if (rest & 1n) result = (result * factor) % modulus;
  }
  return result;
}

/** Returns the inverse by Fermat's theorem; the modulus is prime. */
const inverse = (value: bigint, modulus = P): bigint => power(value, modulus - 2n, modulus);

/** Returns the point with this x coordinate and parity of y, or `undefined` if there is none. */
export function liftX(x: bigint, isOdd: boolean): Point | undefined {
  if (x >= P) return undefined;
  const square = modulo(x * x * x + 7n);
  const root = power(square, (P + 1n) / 4n);
  if ((root * root) % P !== square) return undefined;
  return { x, y: ((root & 1n) === 1n) === isOdd ? root : P - root };
}

/** Decodes a public key of 33 or 65 bytes (SEC 1). Returns `undefined` if it is not a point of the curve. */
export function decodePoint(bytes: Uint8Array): Point | undefined {
  const x = toBigInt(bytes.slice(1, 33));
  if (bytes.length === 33 && (bytes[0] === 2 || bytes[0] === 3)) return liftX(x, bytes[0] === 3);
  if (bytes.length !== 65 || bytes[0] !== 4) return undefined;
  const y = toBigInt(bytes.slice(33));
  const point = y < P ? liftX(x, (y & 1n) === 1n) : undefined;
  return point?.y === y ? point : undefined;
}

/** Encodes both coordinates, 64 bytes. */
export const encodeCoordinates = ({ x, y }: Point): Uint8Array => concatBytes(bigEndian(x, 32), bigEndian(y, 32));

/** A point in Jacobian coordinates; `z` is 0 at infinity. */
interface Jacobian {
  x: bigint;
  y: bigint;
  z: bigint;
}

const INFINITY: Jacobian = { x: 1n, y: 1n, z: 0n };

function double({ x, y, z }: Jacobian): Jacobian {
  const [a, b] = [(x * x) % P, (y * y) % P];
  const c = (b * b) % P;
  const d = modulo(2n * ((x + b) * (x + b) - a - c));
  const e = 3n * a;
  const doubled = modulo(e * e - 2n * d);
  return { x: doubled, y: modulo(e * (d - doubled) - 8n * c), z: (2n * y * z) % P };
}

function add(one: Jacobian, other: Jacobian): Jacobian {
  if (one.z === 0n) return other;
  if (other.z === 0n) return one;
  const [square, otherSquare] = [(one.z * one.z) % P, (other.z * other.z) % P];
  const [u, otherU] = [(one.x * otherSquare) % P, (other.x * square) % P];
  const s = (((one.y * other.z) % P) * otherSquare) % P;
  const otherS = (((other.y * one.z) % P) * square) % P;
  const [h, r] = [modulo(otherU - u), modulo(otherS - s)];
  if (h === 0n) return r === 0n ? double(one) : INFINITY;
  const h2 = (h * h) % P;
  const [h3, v] = [(h * h2) % P, (u * h2) % P];
  const x = modulo(r * r - h3 - 2n * v);
  return { x, y: modulo(r * (v - x) - s * h3), z: (((one.z * other.z) % P) * h) % P };
}

function multiply({ x, y }: Point, scalar: bigint): Jacobian {
  let [result, addend] = [INFINITY, { x, y, z: 1n } as Jacobian];
  for (let rest = modulo(scalar, ORDER); rest > 0n; rest >>= 1n, addend = double(addend)) {
    if (rest & 1n) result = add(result, addend);
  }
  return result;
}

/** Returns `scalar` times the generator plus `factor` times the point, or `undefined` at infinity. */
export function combine(scalar: bigint, point: Point, factor: bigint): Point | undefined {
  const { x, y, z } = add(multiply(GENERATOR, scalar), multiply(point, factor));
  if (z === 0n) return undefined;
  const inverted = inverse(z);
  const square = (inverted * inverted) % P;
  return { x: (x * square) % P, y: (y * ((square * inverted) % P)) % P };
}

/** An ECDSA signature with a low `s` (EIP-2, BIP 62), and the parity of the point that `r` is the coordinate of. */
export interface VerifiedSignature {
  r: bigint;
  s: bigint;
  isOdd: boolean;
}

/** Verifies an ECDSA signature (SEC 1, 4.1.4), also one with a high `s`. Returns `undefined` if it is not valid. */
export function verifyEcdsa(hash: Uint8Array, publicKey: Point, r: bigint, s: bigint): VerifiedSignature | undefined {
  if (r <= 0n || r >= ORDER || s <= 0n || s >= ORDER) return undefined;
  const low = s > ORDER / 2n ? ORDER - s : s;
  const inverted = inverse(low, ORDER);
  const point = combine(modulo(toBigInt(hash) * inverted, ORDER), publicKey, modulo(r * inverted, ORDER));
  return point?.x === r ? { r, s: low, isOdd: (point.y & 1n) === 1n } : undefined;
}
