import "server-only";
import { createHash } from "node:crypto";
import { arrivedTexts, type Texts } from "./arrived-texts";
import type { Locale } from "./locales";
import { loadMessages, type MessageArea } from "./messages";

/** The texts of one area in one language, as browsers get them. */
export interface TextFile {
  /** It names the contents, so a browser may keep what it got for ever. */
  path: string;
  json: string;
}

/** Texts are of the build: each file is made once. */
const known = new Map<string, Promise<TextFile | null>>();

/** The addresses of the texts of areas: a page names them instead of carrying the texts with every answer. */
export async function textPaths(locale: Locale, areas: readonly MessageArea[]): Promise<string[]> {
  const files = await Promise.all(areas.map((area) => findTextFile(locale, area)));
  return files.map((file, index) => {
    if (!file) throw new Error(`no texts ${locale}/${areas[index]}`);
    return file.path;
  });
}

/** The file of an area; null where there is no area of that name. */
export function findTextFile(locale: Locale, area: string): Promise<TextFile | null> {
  const key = `${locale} ${area}`;
  const found = known.get(key);
  if (found) return found;
  const file = makeFile(locale, area);
  // A name that somebody made up is not kept.
  file.then(
    (made) => made && known.set(key, file),
    () => undefined,
  );
  return file;
}

async function makeFile(locale: Locale, area: string): Promise<TextFile | null> {
  const messages = await loadMessages(locale);
  if (!Object.hasOwn(messages, area)) return null;
  const texts = { [area]: messages[area as MessageArea] } as Texts;
  const json = JSON.stringify(texts);
  const path = textPath(locale, `${area}.${hashOf(json)}.js`);
  // The server draws the page with them too.
  arrivedTexts.set(path, texts);
  return { path, json };
}

export const textPath = (locale: Locale, file: string) => `/api/texts/${locale}/${file}`;

/** The script that hands texts to the page under the address the page knows (`arrivedTexts`). */
export const textScript = (path: string, json: string) =>
  `(self.__texts??=new Map).set(${JSON.stringify(path)},${json})`;

const hashOf = (json: string) => createHash("sha256").update(json).digest("hex").slice(0, 12);
