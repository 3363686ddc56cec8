import "server-only";
import { db } from "@/db/client";
import { findTermsVersion } from "@/db/queries/terms/terms";
import type { Locale } from "@/lib/i18n/locales";

/** The text of the terms that apply, for everybody; null without any published version. */
export async function publishedTerms(locale: Locale): Promise<string | null> {
  const row = await findTermsVersion(db(), "current");
  return row && (locale === "zh_CN" ? row.markdownZh : row.markdownEn);
}
