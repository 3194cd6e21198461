/** User accounts: registration, login, password, second factor, sessions, deletion. Each returned security token opens a session. */
import createFetch, { type Client as Fetch } from "openapi-fetch";
import type { Client } from "./client.js";
import type { paths as Authorization } from "./generated/authorization.js";
import { dataOf } from "./services.js";
import { createTransport, type TransportOptions } from "./transport.js";

/** User name and password of an account. */
export interface Credentials {
  username: string;
  password: string;
}

/** Authorization service without a session, for registration and login. */
export function createAuthorization(baseUrl: string, options: TransportOptions = {}): Fetch<Authorization> {
  const url = `${baseUrl.replace(/\/+$/, "")}/authorization/v1`;
  return createFetch<Authorization>({ baseUrl: url, fetch: createTransport(options) });
}

/** Options of a request with the permission token of the client's session. */
const secret = async (client: Client) => bearer(await client.options.session.getPermissionToken());

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
 * Exchanges the security token of a password for one of both factors. `code` is that of the authenticator app or a recovery
 * code. Not repeated: a code is valid once.
 */
export async function proveSecondFactor(
  authorization: Fetch<Authorization>,
  securityToken: string,
  code: string,
): Promise<string> {
  const call = authorization.POST("/api/security-factor/otp", { body: { securityToken, code } });
  return (await dataOf(call)).securityToken;
}

/** State of the second factor. Requires the permission `secret`. */
export async function secondFactor(client: Client): Promise<{ active: boolean; recoveryCodes: number }> {
  return dataOf(client.services.authorization.GET("/api/account/otp", await secret(client)));
}

/** Secret for an authenticator app; `uri` is the content of the QR code. `confirmSecondFactor` completes the enrolment. */
export interface Enrolment {
  secret: string;
  uri: string;
  expiresAt: number;
}

/** Starts the enrolment of a second factor. Requires the permission `secret` and the password. */
export async function enrolSecondFactor(client: Client, password: string): Promise<Enrolment> {
  return dataOf(client.services.authorization.POST("/api/account/otp", { ...(await secret(client)), body: { password } }));
}

/**
 * Confirms the enrolment with a code of the authenticator app, and returns the recovery codes, which are not shown again.
 * Every other session of the account ends.
 */
export async function confirmSecondFactor(client: Client, code: string): Promise<string[]> {
  const call = client.services.authorization.POST("/api/account/otp/confirm", { ...(await secret(client)), body: { code } });
  return (await dataOf(call)).recoveryCodes;
}

/** Replaces the recovery codes, with a code of the authenticator app. */
export async function replaceRecoveryCodes(client: Client, code: string): Promise<string[]> {
  const options = { ...(await secret(client)), body: { code } };
  return (await dataOf(client.services.authorization.POST("/api/account/otp/recovery-codes", options))).recoveryCodes;
}

/** Removes the second factor with one of its codes; every other session of the account ends. */
export async function removeSecondFactor(client: Client, code: string): Promise<void> {
  await client.services.authorization.POST("/api/account/otp/delete", { ...(await secret(client)), body: { code } });
}

/** Session of an account. Times are in Unix seconds. */
export interface AccountSession {
  /** The `tokenId` of the session. */
  id: string;
  deviceName?: string | null;
  permissions: string[];
  createdAt: number;
  lastUsedAt: number;
  expiresAt: number;
  /** True for the session that requested the list. */
  current: boolean;
}

/** Sessions of the account, those used last first. Requires the permission `secret`. */
export async function accountSessions(client: Client): Promise<AccountSession[]> {
  return (await dataOf(client.services.authorization.GET("/api/session", await secret(client)))).sessions;
}

/** Ends a session of the account by its id. Requires the permission `secret`. */
export async function endSession(client: Client, id: string): Promise<void> {
  const params = { path: { id } };
  await client.services.authorization.DELETE("/api/session/{id}", { ...(await secret(client)), params });
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
