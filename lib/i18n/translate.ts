import "server-only";
import { createTranslator } from "next-intl";
import { type Figures, wholeFigures } from "./figures";
import { DEFAULT_LOCALE, intlLocale, isLocale, LOCALE_COOKIE, type Locale } from "./locales";
import { loadTexts, type MessageArea } from "./messages";

/** Texts of one area for answers and files made here, and whether there is one of a name; keys are the caller's care. */
export async function areaTexts(locale: Locale, area: MessageArea) {
  const messages = await loadTexts(locale, area);
  const translate = createTranslator({ locale: intlLocale(locale), messages: { [area]: messages }, namespace: area });
  return Object.assign((key: string, args: Figures = {}) => translate(key as never, args as never) as string, {
    has: (key: string) => translate.has(key as never),
    raw: (key: string) => translate.raw(key as never) as unknown,
  });
}

/** Names of permission codes in a language; a code without one, such as a link's, stands for itself. */
export async function codeNames(locale: Locale, codes: readonly string[]): Promise<string[]> {
  const t = await areaTexts(locale, "codes");
  return codes.map((code) => (t.has(`${code}.name`) ? t(`${code}.name`) : code));
}

/** The text of an error key in a language; an unknown error where a figure is lacking that the text cannot do without. */
export async function errorText(locale: Locale, key: string, args: Figures = {}): Promise<string> {
  const t = await areaTexts(locale, "errors");
  const figures = wholeFigures(t.raw(key), args);
  return figures ? t(key, figures) : t("unknown");
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
