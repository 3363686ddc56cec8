import "server-only";
import { db } from "@/db/client";
import { findWebPage, findWebPageById, insertSearchRead, type WebPageRow } from "@/db/queries/search/pages";
import type { Actor } from "@/lib/auth/actor";
import type { ErrorKey } from "@/lib/errors/errors";
import { mayReachNow } from "@/lib/net/egress";
import { canonicalAddress } from "./addresses";
import { type Allowed, hostRules, isAllowed, takeTurn } from "./hosts";
import { visitPage } from "./visit";

/** A snapshot serves so long unless told otherwise, milliseconds. */
const AGE_MS = 24 * 3_600_000;
/** Whoever waits for an answer does not wait longer for a site's turn. */
const TURN_MS = 2000;

/** What a page said, as a file version that can be searched, cited and opened (spec C4). */
export interface Snapshot {
  pageId: string;
  versionId: string;
  /** Its slices. */
  setId: string;
  title: string;
  address: string;
  host: string;
  /** When it was taken. */
  fetchedAt: Date;
  /** The page was asked for just now, and says this. */
  isFresh: boolean;
}

export interface SnapshotFailure {
  /** Of the error catalogue; takes `address`. */
  failure: ErrorKey;
  address: string;
}

interface SnapshotRequest {
  /** Who reads: from then on they may open it. Null: nobody in particular. */
  actor: Actor | null;
  /** Domains it must lie in, at every hop; null: the whole web. */
  allowed: Allowed;
  signal: AbortSignal;
  /** An older one is asked for again. */
  maxAgeMs?: number;
}

/** The words of a page of the web, as they are kept. Throws only what ends the caller's own signal, and failures of ours. */
export async function readSnapshot(address: string, request: SnapshotRequest): Promise<Snapshot | SnapshotFailure> {
  const { actor, allowed, signal, maxAgeMs = AGE_MS } = request;
  const canonical = canonicalAddress(address);
  if (!canonical) return { failure: "webPageUnreachable", address };
  if (!isAllowed(new URL(canonical), allowed)) return { failure: "webPageOutside", address };
  const row = await findWebPage(db(), canonical);
  const kept = await keptOf(row, allowed);
  const isNew = kept?.checkedAt && Date.now() - kept.checkedAt.getTime() < maxAgeMs;
  // What was read while its address could be reached is not given out once it may not be (SECURITY rule 11).
  const known = isNew && (await mayReachNow(kept.address, "user")) ? await answerOf(kept, actor, false) : null;
  if (known) return known;
  const { host } = new URL(canonical);
  const { crawlDelayMs } = await hostRules(canonical, allowed, signal);
  await takeTurn(host, crawlDelayMs, TURN_MS, signal);
  const visiting = { allowed, signal, vectors: null, joinsCopies: false, isCrawl: false };
  const visit = await visitPage(canonical, row, { ...visiting, foundBy: "search", depth: 0 });
  if (visit.kind === "failed") return { failure: visit.failure, address };
  const page = visit.kind === "found" ? visit.page : visit.to;
  return (await answerOf(page, actor, true)) ?? { failure: "webPageUnreachable", address };
}

/** What is kept of a page, or of the one it leads to, where that lies in the domains as well. */
async function keptOf(row: WebPageRow | null, allowed: Allowed): Promise<WebPageRow | null> {
  const page = row?.status === "moved" && row.movedToId ? await findWebPageById(db(), row.movedToId) : row;
  if (!page?.versionId || page.status !== "found" || !isAllowed(new URL(page.address), allowed)) return null;
  return page;
}

async function answerOf(page: WebPageRow, actor: Actor | null, isFresh: boolean): Promise<Snapshot | null> {
  const { id: pageId, versionId, setId, title, address, host, fetchedAt } = page;
  if (!versionId || !setId) return null;
  if (actor) await insertSearchRead(db(), actor.id, pageId);
  return {
    pageId,
    versionId,
    setId,
    title: title || address,
    address,
    host,
    fetchedAt: fetchedAt ?? new Date(),
    isFresh,
  };
}
