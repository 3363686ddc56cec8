import { use } from "react";
import { preload } from "react-dom";
import { arrivedTexts, type Texts } from "@/lib/i18n/arrived-texts";
import { askedOnce } from "./asked-once";

// @exempt requests: files of the build, which no session opens

const once = askedOnce<Texts>();
/** What files hold together: providers compare it by identity, and the server meets the same few with every page. */
const joined = new Map<string, Texts>();

/** The texts of files (`textPaths`). The browser waits for those it has not got yet, as for a part of the program. */
export function useTexts(paths: readonly string[]): Texts {
  if (typeof window === "undefined") {
    for (const path of paths) preload(path, { as: "fetch", crossOrigin: "anonymous" });
  }
  const key = paths.join();
  const known = joined.get(key);
  if (known) return known;
  const found = paths.map((path) => arrivedTexts.get(path));
  const texts = found.every((one) => one !== undefined) ? join(found) : use(once(key, () => loadAll(paths)));
  joined.set(key, texts);
  return texts;
}

const join = (found: readonly Texts[]): Texts => Object.assign({}, ...found);

const loadAll = async (paths: readonly string[]): Promise<Texts> =>
  join(await Promise.all(paths.map((path) => arrivedTexts.get(path) ?? once(path, () => fetchTexts(path)))));

async function fetchTexts(path: string): Promise<Texts> {
  try {
    const response = await fetch(path);
    if (response.ok) {
      const texts = (await response.json()) as Texts;
      arrivedTexts.set(path, texts);
      return texts;
    }
  } catch {
    // The same failure as an answer that is none.
  }
  // Texts are a part of the program: the screens of failures reload the page once (`isChunkFailure`).
  throw Object.assign(new Error(`failed to load texts ${path}`), { name: "ChunkLoadError" });
}
