import { LOCALE_COOKIE, type Locale } from "../i18n/locales";
import { STORED, writeStored } from "./stored";

const YEAR_S = 31_536_000;

/** spec 3: the language is kept in storage and mirrored to a cookie of the same name for the server. */
export function storeLocale(locale: Locale): void {
  writeStored(STORED.locale, locale);
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is missing in some browsers we support
  document.cookie = `${LOCALE_COOKIE}=${locale};path=/;max-age=${YEAR_S};samesite=lax`;
}
