import "server-only";
import { db } from "@/db/client";
import { findTermsVersion } from "@/db/queries/terms/terms";
import type { Locale } from "@/lib/i18n/locales";
import { keptFacts } from "@/lib/kept";

/** The version that applies; a new one is shown at once in this process. */
const current = keptFacts<Awaited<ReturnType<typeof findTermsVersion>>>("terms");

/** The text of the terms that apply, for everybody; null without any published version. */
export async function publishedTerms(locale: Locale): Promise<string | null> {
  const row = await current.read("", () => findTermsVersion(db(), "current"));
  return row && (locale === "zh_CN" ? row.markdownZh : row.markdownEn);
}

export function invalidateTerms(): void {
  current.invalidate();
}
