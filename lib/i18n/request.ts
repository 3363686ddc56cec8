import { cookies } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { DEFAULT_LOCALE, intlLocale, isLocale, LOCALE_COOKIE } from "./locales";
import { loadMessages } from "./messages";

export default getRequestConfig(async () => {
  const stored = (await cookies()).get(LOCALE_COOKIE)?.value;
  const locale = isLocale(stored) ? stored : DEFAULT_LOCALE;
  return { locale: intlLocale(locale), messages: await loadMessages(locale), timeZone: "Asia/Shanghai" };
});
