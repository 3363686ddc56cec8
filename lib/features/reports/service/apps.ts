import "server-only";
import { db } from "@/db/client";
import { listUsedAppNames } from "@/db/queries/apps/apps";
import { appName } from "@/lib/areas/apps";
import type { Locale } from "@/lib/i18n/locales";
import { areaTexts } from "@/lib/i18n/translate";
import type { ReportTexts } from "../label";

/** What apps are called in a language, those people made by their names; unknown ids stand for themselves. */
export async function appNames(locale: Locale): Promise<(app: string) => string> {
  const [t, made] = await Promise.all([areaTexts(locale, "apps"), listUsedAppNames(db())]);
  const names = new Map(made.map(({ id, name }) => [id, name]));
  return (app) => names.get(app) ?? appName(app, t);
}

/** The texts of the reports in a language. */
export async function reportTexts(locale: Locale): Promise<ReportTexts> {
  const [t, app] = await Promise.all([areaTexts(locale, "reports"), appNames(locale)]);
  return Object.assign(t, { app });
}
