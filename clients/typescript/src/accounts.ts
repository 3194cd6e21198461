/** User accounts: registration, login, password, deletion. Each returned security token opens a session. */
import createFetch, { type Client as Fetch } from "openapi-fetch";
import type { Client } from "./client.js";
import type { paths as Authorization } from "./generated/authorization.js";
import { dataOf } from "./services.js";
import { createTransport, type TransportOptions } from "./transport.js";

export interface Credentials {
  username: string;
  password: string;
}

/** Authorization service without a session, for registration and login. */
export function createAuthorization(baseUrl: string, options: TransportOptions = {}): Fetch<Authorization> {
  const url = `${baseUrl.replace(/\/+$/, "")}/authorization/v1`;
  return createFetch<Authorization>({ baseUrl: url, fetch: createTransport(options) });
}

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

/**
 * Registers an account and returns its security token.
 *
 * `registerToken` is a permission token with the permission `register`, which the app's own server issues. The
 * request is not repeated: after a lost response log in with the same credentials.
 */
export async function register(
  authorization: Fetch<Authorization>,
  registerToken: string,
  { username, password }: Credentials,
): Promise<string> {
  const call = authorization.POST("/api/account/credentials", { ...bearer(registerToken), body: { username, password } });
  return (await dataOf(call)).securityToken;
}

/** Result of a login. Store `deviceToken` and send it with the next login: a known device is limited less. */
export interface Login {
  securityToken: string;
  deviceToken: string;
}

/** Checks username and password. Failed attempts are limited: see `retryAfter` of `too_many_requests`. */
export async function login(
  authorization: Fetch<Authorization>,
  { username, password, deviceToken }: Credentials & { deviceToken?: string | undefined },
): Promise<Login> {
  const body = { username, password, ...(deviceToken === undefined ? {} : { deviceToken }) };
  return dataOf(authorization.POST("/api/security-factor/credentials", { body }));
}

/** Changes the password; every other session of the account ends. Requires the permission `secret`. */
export async function changePassword(client: Client, password: string, newPassword: string): Promise<Login> {
  const token = await client.options.session.getPermissionToken();
  const body = { password, newPassword };
  return dataOf(client.services.authorization.PUT("/api/account/credentials", { ...bearer(token), body }));
}

/** Deletes the account of the session. Requires the permission `secret`. */
export async function deleteAccount(client: Client, password: string): Promise<void> {
  const token = await client.options.session.getPermissionToken();
  await client.services.authorization.POST("/api/account/delete", { ...bearer(token), body: { password } });
}

/**
 * Issues a merchant's permission token. Only for the app's own server: the merchant key is never part of an app.
 */
export async function issueByKey(
  authorization: Fetch<Authorization>,
  request: { tokenId: string; permissions: string[]; merchantKey: string },
): Promise<string> {
  const pair = await dataOf(authorization.POST("/api/permission/issue-by-key", { body: request }));
  return pair.permissionToken.permissionToken;
}
