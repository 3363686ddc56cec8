import { cookies } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { loadConfig } from "../config/system-config";
import { intlLocale, isLocale, LOCALE_COOKIE } from "./locales";
import { loadMessages } from "./messages";

export default getRequestConfig(async () => {
  const stored = (await cookies()).get(LOCALE_COOKIE)?.value;
  const { defaultLanguage, timeZone } = await loadConfig("customConfig");
  const locale = isLocale(stored) ? stored : defaultLanguage;
  return { locale: intlLocale(locale), messages: await loadMessages(locale), timeZone };
});
