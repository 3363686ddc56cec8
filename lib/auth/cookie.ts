import { encode, getToken } from "next-auth/jwt";
import { env } from "@/lib/config/env";
import { type PermissionCode, packCodes, unpackCodes } from "@/lib/permissions/codes";

/** Claims of the page cookie: the session row's id and the codes as short numbers (ARCHITECTURE 4). */
export interface CookieClaims {
  sessionId: string;
  codes: PermissionCode[];
  mustChangePassword: boolean;
}

/** Life of a login, seconds. */
export const SESSION_SECONDS = 7 * 24 * 3600;

interface HeaderSource {
  headers: Headers;
}

/**
 * Whether the visitor reaches us by https: PUBLIC_URL says so, or the trusted proxy does. One decision for the cookie's
 * name in login, pages and middleware (TRAPS e).
 */
export function isSecure(headers: Headers): boolean {
  const { PUBLIC_URL, TRUST_PROXY } = env();
  if (PUBLIC_URL) return PUBLIC_URL.startsWith("https:");
  return TRUST_PROXY && headers.get("x-forwarded-proto")?.split(",")[0]?.trim() === "https";
}

export function cookieName(secure: boolean): string {
  return secure ? "__Secure-authjs.session-token" : "authjs.session-token";
}

function secret(): string {
  const value = env().AUTH_SECRET;
  if (!value) throw new Error("AUTH_SECRET is not set");
  return value;
}

/** The `Set-Cookie` value that opens pages for a session. */
export async function sessionCookie(claims: CookieClaims, secure: boolean): Promise<string> {
  const name = cookieName(secure);
  const token = await encode({
    token: { sid: claims.sessionId, c: packCodes(claims.codes), ...(claims.mustChangePassword ? { p: 1 } : {}) },
    secret: secret(),
    salt: name,
    maxAge: SESSION_SECONDS,
  });
  return `${name}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${SESSION_SECONDS}${secure ? "; Secure" : ""}`;
}

export function clearedCookie(secure: boolean): string {
  return `${cookieName(secure)}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${secure ? "; Secure" : ""}`;
}

/** Reads and verifies the cookie; null when it is missing, forged or expired. Never opens the database. */
export async function readCookie(req: HeaderSource): Promise<CookieClaims | null> {
  const secure = isSecure(req.headers);
  // Not next-auth's own `auth()`: that sets two more cookies on every page (TRAPS e1).
  const token = await getToken({
    req: { headers: new Headers({ cookie: req.headers.get("cookie") ?? "" }) },
    secret: secret(),
    secureCookie: secure,
    cookieName: cookieName(secure),
    salt: cookieName(secure),
  }).catch(() => null);
  if (!token || typeof token.sid !== "string") return null;
  return { sessionId: token.sid, codes: unpackCodes(token.c), mustChangePassword: token.p === 1 };
}
