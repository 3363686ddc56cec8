import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { createTranslator } from "next-intl";
import { intlLocale, type Locale } from "../../lib/i18n/locales";
import { root } from "../../scripts/lib/root.mjs";

export type Texts = (key: string, values?: Record<string, string | number>) => string;

/** The product's own texts of one language, so that a journey reads what a person reads. */
export function textsOf(locale: Locale): Texts {
  const folder = path.join(root, "messages", locale);
  const messages = Object.fromEntries(
    readdirSync(folder).map((file) => [
      path.basename(file, ".json"),
      JSON.parse(readFileSync(path.join(folder, file), "utf8")),
    ]),
  );
  const translate = createTranslator({ locale: intlLocale(locale), messages }) as unknown as Texts;
  return (key, values) => translate(key, values);
}
