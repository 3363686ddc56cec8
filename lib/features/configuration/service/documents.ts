import "server-only";
import { loadConfig } from "@/lib/config/system-config";
import { HELP } from "@/lib/config/texts/help";
import { PRIVACY } from "@/lib/config/texts/privacy";
import { TERMS } from "@/lib/config/texts/terms";
import type { Locale } from "@/lib/i18n/locales";

const TEXTS = { help: HELP, privacy: PRIVACY, terms: TERMS };

/** A text everybody may read: the one of this installation, else the product's own. */
export async function publicDocument(name: keyof typeof TEXTS, locale: Locale, terms: string | null) {
  const config = await loadConfig("documentConfig");
  const isChinese = locale === "zh_CN";
  const written = {
    help: isChinese ? config.helpZh : config.helpEn,
    privacy: isChinese ? config.privacyZh : config.privacyEn,
    terms,
  }[name];
  const { title, markdown } = TEXTS[name][locale];
  return { title, markdown: written || markdown };
}
