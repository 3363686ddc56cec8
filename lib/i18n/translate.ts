import "server-only";
import { createTranslator } from "next-intl";
import { DEFAULT_LOCALE, intlLocale, isLocale, LOCALE_COOKIE, type Locale } from "./locales";
import { loadMessages } from "./messages";

/** The text of an error key in a language. `key` is one of the catalogue; `args` fill its placeholders. */
export async function errorText(locale: Locale, key: string, args: Record<string, string | number> = {}) {
  const { errors } = await loadMessages(locale);
  const translate = createTranslator({ locale: intlLocale(locale), messages: { errors }, namespace: "errors" });
  return translate(key as never, args as never) as string;
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
