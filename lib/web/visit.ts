import "server-only";
import { db } from "@/db/client";
import { ensureWebPage, updateWebPage, type WebPageRow } from "@/db/queries/search/pages";
import type { WebPageOrigin } from "@/lib/config/web-kinds";
import { canonicalAddress, patternOf } from "./addresses";
import type { Allowed } from "./hosts";
import { type Keeping, keepPage } from "./keep";
import type { PageHead } from "./links";
import { type LoadFailure, loadPage } from "./load";

export interface Visiting extends Keeping {
  allowed: Allowed;
  foundBy: WebPageOrigin;
  depth: number;
  /** Pages are read for the index: what a page says of that counts. */
  isCrawl: boolean;
}

export type Visit =
  | { kind: "found"; page: WebPageRow; isChanged: boolean; head: PageHead | null }
  /** It leads to that page, which was not looked at. */
  | { kind: "moved"; to: WebPageRow }
  | LoadFailure;

/** The row of an address, made where there is none. Throws for what is no address. */
export function pageRowOf(address: string, how: { foundBy: WebPageOrigin; depth: number }): Promise<WebPageRow> {
  const { host } = new URL(address);
  return ensureWebPage(db(), { address, host, pattern: patternOf(address), ...how });
}

/** Looks at a page as it is now and keeps what it says; `row`: what is known of it. Writes down what became of it. */
export async function visitPage(address: string, row: WebPageRow | null, visiting: Visiting): Promise<Visit> {
  const { allowed, signal, foundBy, depth } = visiting;
  // A page whose snapshot is gone is read whole.
  const known = row?.versionId ? row : undefined;
  const loaded = await loadPage(address, { allowed, signal, known });
  if (loaded.kind === "failed") return failed(row, loaded);
  if (loaded.kind === "same") {
    if (!row) return failed(row, { kind: "failed", status: "failed", failure: "webPageUnreachable" });
    const patch = { status: "found", failure: null, failures: 0, checkedAt: new Date() } as const;
    await updateWebPage(db(), row.id, patch);
    return { kind: "found", page: { ...row, ...patch }, isChanged: false, head: null };
  }
  const { head, page } = loaded;
  const found = canonicalAddress(page.url) ?? address;
  const named = visiting.isCrawl ? head?.canonical : null;
  if (named && named !== found && named !== address)
    return leadsTo(row ?? (await pageRowOf(address, visiting)), named, visiting);
  const target =
    found === address ? (row ?? (await pageRowOf(address, visiting))) : await pageRowOf(found, { foundBy, depth });
  if (found !== address) await markMoved(row ?? (await pageRowOf(address, visiting)), target);
  if (visiting.isCrawl && head && !head.mayIndex) {
    return failed(target, { kind: "failed", status: "robots", failure: "webPageRobots" });
  }
  const kept = await keepPage(target, address, loaded, visiting);
  if (kept.kind === "failed") return failed(target, kept);
  if (kept.kind === "copy") {
    await markMoved(target, kept.of);
    return { kind: "moved", to: kept.of };
  }
  return { ...kept, head };
}

async function leadsTo(row: WebPageRow, address: string, { foundBy, depth }: Visiting): Promise<Visit> {
  const to = await pageRowOf(address, { foundBy, depth });
  // Two that name each other lead nowhere.
  if (to.movedToId === row.id) return failed(row, { kind: "failed", status: "failed", failure: "webPageUnreachable" });
  await markMoved(row, to);
  return { kind: "moved", to };
}

async function markMoved(row: WebPageRow, to: WebPageRow): Promise<void> {
  if (row.id === to.id) return;
  await updateWebPage(db(), row.id, { status: "moved", failure: null, movedToId: to.id, checkedAt: new Date() });
}

async function failed(row: WebPageRow | null, failure: LoadFailure): Promise<LoadFailure> {
  if (row) {
    const { status, failure: key } = failure;
    await updateWebPage(db(), row.id, { status, failure: key, failures: row.failures + 1, checkedAt: new Date() });
  }
  return failure;
}
