import type { Locale } from "@/lib/i18n/locales";

/** A text everybody may read, signed in or not, as Markdown. */
export type PublicText = Record<Locale, { title: string; markdown: string }>;
