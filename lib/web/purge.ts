import "server-only";
import { db } from "@/db/client";
import { idAt } from "@/db/queries/records/records";
import {
  listHostsOfNobody,
  listNamedVersions,
  listSuperseded,
  listUnread,
  listVersionsOf,
  removeEmptyHosts,
  removeVersions,
  removeWebPages,
} from "@/db/queries/search/purge";
import { fileStore } from "@/lib/files/storage";
import { forEachRow } from "@/lib/jobs/each-row";
import { readIndex, removeRun } from "@/lib/parsing/store";

const DAY_MS = 86_400_000;
const KEPT_DAYS = 90;
/** Versions judged together: each round goes through the messages once. */
const ROUND = 5000;
const HOSTS = 100;
/** Pages removed in one transaction. */
const TOGETHER = 200;
/** Messages looked through in one statement. */
const MESSAGES = 500;
/** Ids carry their time; a message may be written this long after its id was made, milliseconds. */
const ID_SLACK_MS = 3_600_000;

/** Takes away what the web left here and nobody can come back to. Safe to end anywhere. */
export async function purgeWeb(signal: AbortSignal, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
  await purgeSuperseded(before, signal);
  await purgeUnread(before, signal);
}

/** Snapshots of pages that say something else by now, and that no stored message names (spec C4). */
async function purgeSuperseded(before: Date, signal: AbortSignal): Promise<void> {
  for (let after: string | null = null; !signal.aborted; ) {
    const versions = await listSuperseded(db(), { before, after, limit: ROUND });
    if (versions.length === 0) return;
    after = versions.at(-1)!.id;
    const named = await namedAmong(
      versions.map(({ id }) => id),
      signal,
    );
    const store = await fileStore();
    // Bytes first, so that a row never promises what is gone unseen.
    await forEachRow(
      versions.filter(({ id }) => !named.has(id)),
      "superseded snapshot not removed",
      async ({ id, storageKey }) => {
        const index = await readIndex(id);
        if (index) await removeRun(storageKey, index);
        await store.remove(storageKey);
        await db().transaction((tx) => removeVersions(tx, [id]));
      },
    );
    if (versions.length < ROUND) return;
  }
}

/** Pages of hosts that lie in no source, that no search has read for long and no stored message names. */
async function purgeUnread(before: Date, signal: AbortSignal): Promise<void> {
  for (let last = ""; !signal.aborted; ) {
    const hosts = await listHostsOfNobody(db(), { after: last, limit: HOSTS });
    for (let after: string | null = null; hosts.length > 0 && !signal.aborted; ) {
      const pages = await listUnread(db(), hosts, { before, after, limit: ROUND });
      if (pages.length === 0) break;
      after = pages.at(-1)!.id;
      const versions = await listVersionsOf(
        db(),
        pages.flatMap(({ fileId }) => fileId ?? []),
      );
      const named = await namedAmong(
        versions.map(({ id }) => id),
        signal,
      );
      const kept = new Set(versions.flatMap(({ id, fileId }) => (named.has(id) ? fileId : [])));
      const gone = pages.filter(({ fileId }) => !fileId || !kept.has(fileId));
      for (let at = 0; at < gone.length; at += TOGETHER)
        await db().transaction((tx) => removeWebPages(tx, gone.slice(at, at + TOGETHER)));
    }
    await removeEmptyHosts(db(), hosts);
    if (hosts.length < HOSTS) return;
    last = hosts.at(-1)!;
  }
}

/** Which of some versions stored messages name. Those before the first of them cannot. */
async function namedAmong(ids: readonly string[], signal: AbortSignal): Promise<ReadonlySet<string>> {
  const named = new Set<string>();
  if (ids.length === 0) return named;
  let after: string | null = idAt(timeOf(ids.toSorted()[0]!) - ID_SLACK_MS);
  while (after) {
    signal.throwIfAborted();
    const looked: Awaited<ReturnType<typeof listNamedVersions>> = await listNamedVersions(db(), {
      ...{ after, limit: MESSAGES },
      ids: ids.filter((id) => !named.has(id)),
    });
    for (const id of looked.named) named.add(id);
    after = named.size < ids.length ? looked.last : null;
  }
  return named;
}

/** When an id of ours was made. */
const timeOf = (id: string) => Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);
