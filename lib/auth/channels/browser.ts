import "server-only";
import { publicOrigin } from "@/lib/auth/origin";
import { isSecure } from "../cookie";
import { cookieReach } from "../framing";
import { randomToken } from "../tokens";
import { FLOW_MS } from "./flow";

/** Binds what was begun to the browser it was begun in. One for all flows of a browser, so that tabs do not disturb each other. */
const COOKIE = "login-flow";
/** Set by signing out: single sign-on does not at once sign the person in again (ARCHITECTURE 9). */
export const SIGNED_OUT_COOKIE = "signed-out";

export function readBrowser(headers: Headers): string | null {
  const found = cookieValue(headers, COOKIE);
  return found && /^[\w-]{40,60}$/.test(found) ? found : null;
}

export function cookieValue(headers: Headers, name: string): string | null {
  for (const part of (headers.get("cookie") ?? "").split(";")) {
    const [key, value] = part.trim().split("=", 2);
    if (key === name && value) return value;
  }
  return null;
}

/** The browser's mark, a new one where it has none, and the cookie that keeps it. */
export function markBrowser(headers: Headers): { browser: string; cookie: string } {
  const browser = readBrowser(headers) ?? randomToken();
  const secure = isSecure(headers) ? "; Secure" : "";
  const seconds = FLOW_MS / 1000 + 120;
  return { browser, cookie: `${COOKIE}=${browser}; Path=/api; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}` };
}

export function signedOutCookie(headers: Headers, isOut: boolean, framed = false): string {
  const secure = isSecure(headers) ? "; Secure" : "";
  return `${SIGNED_OUT_COOKIE}=${isOut ? 1 : ""}; Path=/; HttpOnly; ${cookieReach(framed)}; Max-Age=${isOut ? 86_400 : 0}${secure}`;
}

export function hasSignedOut(headers: Headers): boolean {
  return cookieValue(headers, SIGNED_OUT_COOKIE) === "1";
}

/** Addresses of a channel's doors, as the other side has to know them. Throws publicUrlMissing. */
export function channelUrl(request: Request, channelId: string, door: "start" | "callback" | "metadata"): string {
  return `${publicOrigin(request)}/api/public/login/${channelId}/${door}`;
}
