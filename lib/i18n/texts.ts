import "server-only";
import type { Locale } from "./locales";
import { loadMessages, type MessageArea } from "./messages";

/** Texts are of the build: each list of areas is written once. */
const known = new Map<string, Promise<string>>();

/**
 * The texts of areas as JSON. A page takes them along as one text: as an object React would walk through each of its
 * thousand values, when it sends them and when it reads them.
 */
export function textsOf(locale: Locale, areas: readonly MessageArea[]): Promise<string> {
  const key = `${locale} ${areas.join()}`;
  const texts = known.get(key) ?? write(locale, areas);
  known.set(key, texts);
  texts.catch(() => known.delete(key));
  return texts;
}

async function write(locale: Locale, areas: readonly MessageArea[]): Promise<string> {
  const messages = await loadMessages(locale);
  return JSON.stringify(Object.fromEntries(areas.map((area) => [area, messages[area]])));
}
