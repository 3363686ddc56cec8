/** The product's locale names (spec 9). Files, cookies, stored values and calls use these. */
export const LOCALES = ["zh_CN", "en_US"] as const;
export type Locale = (typeof LOCALES)[number];

/** spec 9: default and fall-back language. */
export const DEFAULT_LOCALE: Locale = "zh_CN";

/** spec 3: the name of the stored value, in the browser's storage and mirrored to a cookie for the server. */
export const LOCALE_COOKIE = "current-locale";

export function isLocale(value: unknown): value is Locale {
  return LOCALES.includes(value as Locale);
}

/** `Intl` and the html `lang` attribute know hyphens only; English is written and dated as in Britain (design 10). */
export function intlLocale(locale: Locale): "zh-CN" | "en-GB" {
  return locale === "zh_CN" ? "zh-CN" : "en-GB";
}

/** The product's name of an `Intl` locale; unknown ones fall back to the default. */
export function productLocale(intl: string): Locale {
  return intl.toLowerCase().startsWith("en") ? "en_US" : DEFAULT_LOCALE;
}
