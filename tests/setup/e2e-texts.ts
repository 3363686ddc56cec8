import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { createTranslator } from "next-intl";
import { intlLocale, type Locale } from "../../lib/i18n/locales";
import { mergeTexts } from "../../lib/i18n/shared";
import { root } from "../../scripts/lib/root.mjs";

export type Texts = (key: string, values?: Record<string, string | number>) => string;

/** The product's own texts of one language, so that a journey reads what a person reads. */
export function textsOf(locale: Locale): Texts {
  const folder = path.join(root, "messages", locale);
  const files: Record<string, { shared?: object }> = Object.fromEntries(
    readdirSync(folder).map((file) => [
      path.basename(file, ".json"),
      JSON.parse(readFileSync(path.join(folder, file), "utf8")),
    ]),
  );
  const shared = mergeTexts(Object.values(files).flatMap((file) => file.shared ?? []));
  const messages = { ...files, ...shared } as Parameters<typeof createTranslator>[0]["messages"];
  const translate = createTranslator({ locale: intlLocale(locale), messages }) as unknown as Texts;
  return (key, values) => translate(key, values);
}
