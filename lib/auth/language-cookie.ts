import "server-only";
import { LOCALE_COOKIE, type Locale } from "@/lib/i18n/locales";
import { isFramed } from "./cookie";
import { cookieReach } from "./framing";
import { isSecure } from "./secure";

const YEAR_S = 31_536_000;

/** What makes the pages of this browser come in a language; the browser's own switch writes the same one. */
export function languageCookie(language: Locale, headers: Headers, framed: boolean): string {
  const secure = isSecure(headers) ? "; Secure" : "";
  return `${LOCALE_COOKIE}=${language}; Path=/; ${cookieReach(framed)}; Max-Age=${YEAR_S}${secure}`;
}

/** The same for a call that is signed in already. */
export async function ownLanguageCookie(language: Locale, headers: Headers): Promise<string> {
  return languageCookie(language, headers, await isFramed(headers));
}
