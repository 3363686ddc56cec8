import "server-only";
import { createTranslator } from "next-intl";
import { DEFAULT_LOCALE, intlLocale, isLocale, LOCALE_COOKIE, type Locale } from "./locales";
import { loadArea, type MessageArea } from "./messages";

type Args = Record<string, string | number>;

/** Texts of one area for answers and files made here, and whether there is one of a name; keys are the caller's care. */
export async function areaTexts(locale: Locale, area: MessageArea) {
  const messages = await loadArea(locale, area);
  const translate = createTranslator({ locale: intlLocale(locale), messages: { [area]: messages }, namespace: area });
  return Object.assign((key: string, args: Args = {}) => translate(key as never, args as never) as string, {
    has: (key: string) => translate.has(key as never),
  });
}

/** Names of permission codes in a language; a code without one, such as a link's, stands for itself. */
export async function codeNames(locale: Locale, codes: readonly string[]): Promise<string[]> {
  const t = await areaTexts(locale, "roles");
  return codes.map((code) => (t.has(`codes.${code}.name`) ? t(`codes.${code}.name`) : code));
}

/** The text of an error key in a language. `key` is one of the catalogue; `args` fill its placeholders. */
export async function errorText(locale: Locale, key: string, args: Args = {}): Promise<string> {
  return (await areaTexts(locale, "errors"))(key, args);
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
