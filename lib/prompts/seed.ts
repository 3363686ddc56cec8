import "server-only";
import type { Transaction } from "@/db/client";
import { insertShippedPrompts, listShippedKeys } from "@/db/queries/prompts/seed";
import { DEFAULT_LOCALE } from "@/lib/i18n/locales";
import { SHIPPED, SHIPPED_CATEGORIES, shippedText } from "./shipped";

/**
 * Puts the shipped prompts in place. Those that exist, deleted ones too, stay as administrators left them; kinds come only
 * with a prompt that needs them, so a deleted kind does not return.
 */
export async function seedPrompts(tx: Transaction): Promise<void> {
  const known = new Set(await listShippedKeys(tx));
  const missing = SHIPPED.filter(({ key }) => !known.has(key));
  if (missing.length === 0) return;
  const wanted = new Set(missing.map(({ category }) => category));
  await insertShippedPrompts(
    tx,
    SHIPPED_CATEGORIES.map((category, index) => ({ ...category, sort: (index + 1) * 10 })).filter(({ key }) =>
      wanted.has(key),
    ),
    missing.flatMap(({ key, type, category }) => {
      const text = shippedText(key, DEFAULT_LOCALE);
      return text ? [{ key, type, category, ...text }] : [];
    }),
  );
}
