import "server-only";
import type { Locale } from "@/lib/i18n/locales";
import { areaTexts } from "@/lib/i18n/translate";
import { appLabel } from "../label";

/** What apps are called in a language; unknown ids stand for themselves. */
export async function appNames(locale: Locale): Promise<(app: string) => string> {
  const t = await areaTexts(locale, "reports");
  return (app) => appLabel(app, t);
}
