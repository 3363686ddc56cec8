import { use } from "react";
import { arrivedTexts, type Texts } from "@/lib/i18n/arrived-texts";
import { askedOnce } from "./asked-once";

const once = askedOnce<Texts>();
/** What files hold together: providers compare it by identity, and the server meets the same few with every page. */
const joined = new Map<string, Texts>();

/**
 * The texts of files (`textPaths`). A page that is opened has them already, because their scripts stand before its
 * content; one that is gone to from another waits for those that are missing, as for a part of the program.
 */
export function useTexts(paths: readonly string[]): Texts {
  const key = paths.join();
  const known = joined.get(key);
  if (known) return known;
  const texts = joinArrived(paths) ?? use(once(key, () => loadAll(paths)));
  joined.set(key, texts);
  return texts;
}

function joinArrived(paths: readonly string[]): Texts | undefined {
  const found = paths.map((path) => arrivedTexts.get(path));
  return found.includes(undefined) ? undefined : Object.assign({}, ...found);
}

async function loadAll(paths: readonly string[]): Promise<Texts> {
  await Promise.all(paths.filter((path) => !arrivedTexts.has(path)).map(loadScript));
  const texts = joinArrived(paths);
  // They are a part of the program: the screens of failures reload the page once (`isChunkFailure`).
  if (!texts) throw Object.assign(new Error(`failed to load texts ${paths}`), { name: "ChunkLoadError" });
  return texts;
}

/** Done as well when nothing came: what counts is what has arrived then. */
const loadScript = (src: string) =>
  new Promise<unknown>((done) => {
    document.head.append(Object.assign(document.createElement("script"), { src, onload: done, onerror: done }));
  });
