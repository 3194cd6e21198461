/** The server's clock, by which tokens expire. */
import { base64urlnopad, utf8 } from "@scure/base";

/**
 * Returns server time minus local time in seconds.
 *
 * Browsers hide the `Date` header of another origin. The issue time in the token replaces it; it can be up to 30
 * seconds old if the server repeated its response, which the margin of the session covers.
 */
export function clockOffset(dateHeader: string | null, permissionToken: string, now: number): number {
  const date = dateHeader === null ? Number.NaN : Date.parse(dateHeader) / 1000;
  const server = Number.isFinite(date) ? date : issuedAt(permissionToken);
  return server === undefined ? 0 : server - now;
}

/** Returns `iat` of a JWT (RFC 7519), which is used for the clock only and not verified. */
function issuedAt(token: string): number | undefined {
  try {
    const payload: unknown = JSON.parse(utf8.encode(base64urlnopad.decode(token.split(".")[1] ?? "")));
    const iat = (payload as { iat?: unknown } | null)?.iat;
    return typeof iat === "number" && Number.isFinite(iat) ? iat : undefined;
  } catch {
    return undefined;
  }
}
