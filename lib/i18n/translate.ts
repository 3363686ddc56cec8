import "server-only";
import { createTranslator } from "next-intl";
import { DEFAULT_LOCALE, intlLocale, isLocale, LOCALE_COOKIE, type Locale } from "./locales";
import { loadMessages } from "./messages";

type Args = Record<string, string | number>;

/** A translator of one area's texts for answers of calls; keys are checked by the caller, args fill placeholders. */
export async function translatorFor(locale: Locale, area: "errors" | "notifications") {
  const messages = (await loadMessages(locale))[area];
  const translate = createTranslator({ locale: intlLocale(locale), messages: { [area]: messages }, namespace: area });
  return (key: string, args: Args = {}) => translate(key as never, args as never) as string;
}

/** The text of an error key in a language. `key` is one of the catalogue; `args` fill its placeholders. */
export async function errorText(locale: Locale, key: string, args: Args = {}): Promise<string> {
  return (await translatorFor(locale, "errors"))(key, args);
}

/** Language of a call: the cookie the browser mirrors, then Accept-Language, then the default. */
export function requestLocale(headers: Headers): Locale {
  const cookie = new RegExp(`(?:^|;\\s*)${LOCALE_COOKIE}=([^;]+)`).exec(headers.get("cookie") ?? "")?.[1];
  if (isLocale(cookie)) return cookie;
  const accepted = headers.get("accept-language")?.toLowerCase() ?? "";
  const first = accepted.split(",")[0]?.trim() ?? "";
  if (first.startsWith("en")) return "en_US";
  return DEFAULT_LOCALE;
}
