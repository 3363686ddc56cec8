import "server-only";
import type { Queryable } from "@/db/client";
import type { Actor } from "@/lib/auth/actor";
import { COLLECTABLE_SOURCES } from "@/lib/owned/list";
import type { CollectedCopy, CollectedItem } from "@/lib/owned/owned";
import { cut } from "@/lib/text/storable";
import type { NewCollected } from "./schema";

const TITLE_MAX = 200;
/** Characters that can be searched; the copy itself is whole. */
const TEXT_MAX = 100_000;

const sourceOf = (kind: string) => COLLECTABLE_SOURCES.find((source) => source.kind === kind);

/** A copy of what the person asks to keep; null when it is not theirs to see. */
export async function copyOf(
  db: Queryable,
  actor: Actor,
  { kind, refId }: NewCollected,
): Promise<CollectedCopy | null> {
  const copy = await sourceOf(kind)?.copy(db, actor, refId);
  return copy ? { ...copy, title: oneLine(copy.title), text: cut(copy.text, TEXT_MAX) } : null;
}

/** Whether a thing's name and words are kept back where there is no way to it. */
export const isShared = (kind: string): boolean => sourceOf(kind)?.isShared ?? false;

/** Where collected items are to be seen, by their own id, as long as they are there. */
export async function hrefsOf(
  db: Queryable,
  userId: string,
  items: readonly (CollectedItem & { id: string; kind: string })[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const [kind, ofKind] of Map.groupBy(items, (item) => item.kind)) {
    const hrefs = await sourceOf(kind)?.hrefs?.(db, userId, ofKind);
    for (const { id, refId } of ofKind) {
      const href = hrefs?.get(refId);
      if (href) found.set(id, href);
    }
  }
  return found;
}

function oneLine(text: string): string {
  return [...text.trim().replace(/\s+/g, " ")].slice(0, TITLE_MAX).join("");
}
