import { type PendingStep, readPending } from "../auth/pending";
import { api } from "./api-client";
import { invalidateSession } from "./session";
import { STORED, writeStored } from "./stored";

export interface Credentials {
  username: string;
  password: string;
  vfCode?: string;
  codeUuid?: string;
  /** Code of the authenticator app, or a recovery code. */
  otp?: string;
}

/** Whose password it is: one of ours, or one of the company's directory. */
export type LoginDoor = "password" | "directory";

/** Logs in with a password and keeps the token. Throws `ApiError`; code 400 carries `captchaRequired`. */
export async function loginWithPassword(credentials: Credentials, door: LoginDoor = "password"): Promise<void> {
  const path = door === "directory" ? "/login-ad" : "/token/login-pw";
  const { token } = await api.post(path, credentials);
  writeStored(STORED.token, token);
}

/** Exchanges the token of a `jwt` query value for a session of ours. */
export async function loginWithToken(jwt: string): Promise<void> {
  const { token } = await api.post("/token/login-jwt", { token: jwt });
  writeStored(STORED.token, token);
}

export async function loadLoginMethods() {
  const { methods } = await api.get("/admin/login-config/current");
  writeStored(STORED.loginMethods, JSON.stringify(methods.map((method) => method.type)));
  return methods;
}

/** What this person has to do before anything else, first things first. */
export async function loadPending(): Promise<PendingStep[]> {
  const { isFirstLogin, pending } = await api.get("/admin/user/is-first-login");
  writeStored(STORED.isFirstLogin, String(isFirstLogin));
  return readPending(pending);
}

/** Has the page cookie written anew: another browser may have done what this one still thinks is due. */
export async function renewCookie(): Promise<void> {
  await api.get("/admin/user/self-info");
}

/** Ends a login that was not finished: another account is wanted. */
export async function leaveLogin(): Promise<void> {
  await api.post("/token/logout").catch(() => undefined); // gone either way: the token is forgotten here
  invalidateSession();
}

/**
 * Takes a value out of the address bar at once and returns it: what is said once must not be said again by a reload. The
 * router hears of it when it listens, or its next refresh would write the old address back.
 */
export function takeFromAddress(name: string): string | null {
  const value = cutFromAddress(name);
  if (value) setTimeout(() => window.history.replaceState(null, "", window.location.href));
  return value;
}

/** The `jwt` value of the address: a token in an address ends up in histories. */
export function takeJwtFromAddress(): string | null {
  return cutFromAddress("jwt");
}

function cutFromAddress(name: string): string | null {
  const here = new URL(window.location.href);
  const value = here.searchParams.get(name);
  if (!value) return null;
  here.searchParams.delete(name);
  window.history.replaceState(window.history.state, "", here.pathname + here.search + here.hash);
  return value;
}
