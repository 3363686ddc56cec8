import "server-only";
import { db } from "@/db/client";
import { listFoundPages } from "@/db/queries/search/found-pages";
import { APP } from "@/lib/areas/apps";
import type { Actor } from "@/lib/auth/actor";
import { readerOf } from "@/lib/auth/subjects";
import { log } from "@/lib/log";
import type { PageData } from "@/lib/stream/parts";
import { searchWeb } from "@/lib/web/providers/search";
import { readSnapshot, type Snapshot } from "@/lib/web/snapshots";
import type { SearchAgainDto } from "../../chat-dto";
import { searchAnswer } from "./own-answer";
import { reachOf } from "./reach";
import { scopeOf } from "./searches";

/** Pages looked at anew at a time, and milliseconds for all. */
const AT_ONCE = 6;
const WAIT_MS = 30_000;
const HITS = 10;

type Again = SearchAgainDto["pages"][number];

/** What of an answer's pages is new, gone or changed at this moment (spec C9). Throws notFound, searchNowhere. */
export async function lookAgain(actor: Actor, messageId: string, signal: AbortSignal): Promise<SearchAgainDto> {
  const answer = await searchAnswer(actor, messageId);
  const pages = answer.parts
    .flatMap((part) => (part.type === "pages" ? part.pages : []))
    .filter(({ address }) => address);
  const reach = await reachOf(actor, await scopeOf(actor, answer.sessionId));
  const within = AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]);
  const read = pages.filter(({ versionId }) => versionId);
  const before = await listFoundPages(
    db(),
    readerOf(actor),
    read.map(({ versionId }) => versionId!),
  );
  const hashes = new Map(before.map(({ versionId, sha256 }) => [versionId, sha256]));
  const looked = await inLots(read, (page) => lookAt(actor, page, { allowed: reach.allowed, signal: within, hashes }));
  const known = new Set(pages.map(({ address }) => address));
  const fresh = reach.asksProvider ? await newHits(actor, answer.question, reach.allowed, within) : [];
  const added = fresh.filter(({ address }) => !known.has(address));
  return { pages: [...looked, ...added], lookedAt: new Date().toISOString() };
}

interface Looking {
  allowed: readonly string[] | null;
  signal: AbortSignal;
  hashes: ReadonlyMap<string, string>;
}

async function lookAt(actor: Actor, page: PageData, { allowed, signal, hashes }: Looking): Promise<Again> {
  const { address, title, versionId } = page;
  const as = (state: Again["state"], now?: Snapshot): Again => ({
    ...{ address, title: now?.title ?? title, state },
    ...(versionId && { versionId: now?.versionId ?? versionId }),
  });
  try {
    const now = await readSnapshot(address, { actor, allowed, signal, maxAgeMs: 0 });
    if ("failure" in now) return as(now.failure === "webPageGone" ? "gone" : "unread");
    if (now.versionId === versionId) return as("same", now);
    const [row] = await listFoundPages(db(), readerOf(actor), [now.versionId]);
    return as(row && row.sha256 === hashes.get(versionId ?? "") ? "same" : "changed", now);
  } catch (err) {
    if (!signal.aborted) log().warn({ err }, "page of an answer not looked at again");
    return as("unread");
  }
}

async function newHits(
  actor: Actor,
  query: string,
  allowedHosts: readonly string[] | null,
  signal: AbortSignal,
): Promise<Again[]> {
  try {
    const asked = { query, count: HITS, language: "any", kind: "pages", allowedHosts, signal } as const;
    const { hits } = await searchWeb({ ...asked, actor, app: APP.SEARCH });
    return hits.map(({ url, title }) => ({ address: url, title, state: "new" }));
  } catch (err) {
    log().warn({ err }, "no search provider answered");
    return [];
  }
}

async function inLots<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const made: R[] = [];
  for (let at = 0; at < all.length; at += AT_ONCE)
    made.push(...(await Promise.all(all.slice(at, at + AT_ONCE).map(work))));
  return made;
}
