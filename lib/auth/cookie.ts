import { decode, encode, getToken } from "next-auth/jwt";
import { env } from "@/lib/config/env";
import { type PermissionCode, packCodes, unpackCodes } from "@/lib/permissions/codes";
import type { Actor } from "./actor";
import { cookieReach, mayBeFramed } from "./framing";
import { type PendingStep, readPending } from "./pending";
import { isSecure } from "./secure";

export { isSecure };

/** Claims of the page cookie: the session row's id and the codes as short numbers (ARCHITECTURE 4). */
export interface CookieClaims {
  sessionId: string;
  codes: PermissionCode[];
  pending: readonly PendingStep[];
  /** Opened in the team client's frame, where only cookies that say so arrive. */
  framed?: true;
}

/** Life of a cookie whose session names no end of its own, seconds. */
const COOKIE_SECONDS = 7 * 24 * 3600;

interface HeaderSource {
  headers: Headers;
}

export function cookieName(secure: boolean): string {
  return secure ? "__Secure-authjs.session-token" : "authjs.session-token";
}

/** What next-auth seals with. */
export function authSecret(): string {
  const value = env().AUTH_SECRET;
  if (!value) throw new Error("AUTH_SECRET is not set");
  return value;
}

/** The `Set-Cookie` value that opens pages for a session; it ends with it. */
export async function sessionCookie(claims: CookieClaims, secure: boolean, expiresAt?: Date): Promise<string> {
  const name = cookieName(secure);
  const maxAge = expiresAt ? Math.max(1, Math.ceil((expiresAt.getTime() - Date.now()) / 1000)) : COOKIE_SECONDS;
  const token = await encode({
    token: {
      sid: claims.sessionId,
      c: packCodes(claims.codes),
      ...(claims.pending.length > 0 ? { p: claims.pending } : {}),
      ...(claims.framed ? { f: 1 } : {}),
    },
    secret: authSecret(),
    salt: name,
    maxAge,
  });
  return `${name}=${token}; Path=/; HttpOnly; ${cookieReach(claims.framed)}; Max-Age=${maxAge}${secure ? "; Secure" : ""}`;
}

/** The page cookie of somebody who is signed in, written anew with their codes of this moment. */
export async function renewedCookie(
  person: Pick<Actor, "sessionId" | "permissions" | "pending" | "sessionExpiresAt">,
  headers: Headers,
  pending = person.pending,
): Promise<string> {
  const framed = (await isFramed(headers)) ? { framed: true as const } : {};
  const claims = { sessionId: person.sessionId, codes: person.permissions, pending, ...framed };
  return sessionCookie(claims, isSecure(headers), person.sessionExpiresAt);
}

/** Whether the browser's cookie was opened in a frame, and may still be. */
export async function isFramed(headers: Headers): Promise<boolean> {
  return mayBeFramed(headers) && (await readCookie({ headers }))?.framed === true;
}

export function clearedCookie(secure: boolean, framed = false): string {
  return `${cookieName(secure)}=; Path=/; HttpOnly; ${cookieReach(framed)}; Max-Age=0${secure ? "; Secure" : ""}`;
}

/** What opened cookies say until they expire: a page reads its own twice, and each opening derives the key anew. */
const opened = new Map<string, { claims: CookieClaims; until: number }>();
const OPENED_MAX = 2000;

/** Reads and verifies the cookie; null when it is missing, forged or expired. Never opens the database. */
export async function readCookie(req: HeaderSource): Promise<CookieClaims | null> {
  const secure = isSecure(req.headers);
  // Not next-auth's own `auth()`: that sets two more cookies on every page (TRAPS e1).
  const name = cookieName(secure);
  const headers = new Headers({ cookie: req.headers.get("cookie") ?? "" });
  const sealed = await getToken({ req: { headers }, secureCookie: secure, cookieName: name, raw: true }).catch(
    () => null,
  );
  if (!sealed) return null;
  const key = `${name} ${sealed}`;
  const known = opened.get(key);
  if (known && Date.now() < known.until) return known.claims;
  const token = await decode({ token: sealed, secret: authSecret(), salt: name }).catch(() => null);
  if (!token || typeof token.sid !== "string") return null;
  const framed = token.f === 1 ? { framed: true as const } : {};
  const claims = { sessionId: token.sid, codes: unpackCodes(token.c), pending: readPending(token.p), ...framed };
  if (opened.size >= OPENED_MAX) opened.clear();
  opened.set(key, { claims, until: (token.exp ?? 0) * 1000 });
  return claims;
}
