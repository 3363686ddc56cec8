import { LOCALE_COOKIE, type Locale } from "../i18n/locales";
import { api } from "./api-client";
import { readStored, STORED, writeStored } from "./stored";

const YEAR_S = 31_536_000;

/** spec 3: the language is kept in storage and mirrored to a cookie of the same name for the server. */
export function storeLocale(locale: Locale): void {
  writeStored(STORED.locale, locale);
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is missing in some browsers we support
  document.cookie = `${LOCALE_COOKIE}=${locale};path=/;max-age=${YEAR_S};${reach()}`;
}

/** In the team client's frame only a cookie of that frame's own is kept. */
function reach(): string {
  const isFramed = window.self !== window.top && window.location.protocol === "https:";
  return isFramed ? "samesite=none;secure;partitioned" : "samesite=lax";
}

let unsettled: Locale | null = null;

/** A choice made on the page: kept here, and for the account too, at once or after the coming login. */
export async function chooseLocale(locale: Locale): Promise<void> {
  storeLocale(locale);
  unsettled = locale;
  if (readStored(STORED.token)) await settleLocaleChoice();
}

/** Gives the account the language that was chosen on this page, if one was. A failure costs the memory only. */
export async function settleLocaleChoice(): Promise<void> {
  if (!unsettled) return;
  const language = unsettled;
  unsettled = null;
  await api.post("/admin/user/set-user-language", { language }).catch(() => undefined);
}
