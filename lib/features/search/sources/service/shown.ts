import "server-only";
import { db } from "@/db/client";
import {
  countPagesOf,
  listEndedByLimit,
  listHostsOf,
  listOpenCrawls,
  type SearchSourceRow,
} from "@/db/queries/search/sources";
import type { Actor } from "@/lib/auth/actor";
import type { WebPageStatus } from "@/lib/config/web-kinds";
import { revisionOf } from "@/lib/editing/revision";
import type { CrawlState, SourceDto } from "../dto";
import { scopeOf } from "./scope";

const ERRORS: readonly WebPageStatus[] = ["robots", "limited", "challenge", "scripts", "failed", "gone"];
/** Of the pages, from which on a source is no longer well. Some pages are gone everywhere. */
const PROBLEM_SHARE = 0.05;

/** What people edit of a source. */
export function editedSource(row: SearchSourceRow) {
  const { name, description, groupName: group, iconFileId, domains, isIndexed, everyHours, pageCap, pauseMs } = row;
  return { name, description, group, iconFileId, domains, isIndexed, everyHours, pageCap, pauseMs };
}

/** Sources as lists show them, in the order they come in. The caller found them in the person's scope. */
export async function sourcesAsShown(actor: Actor, rows: readonly SearchSourceRow[]): Promise<SourceDto[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [counts, hosts, open, atLimit] = await Promise.all([
    countPagesOf(db(), ids),
    listHostsOf(db(), ids),
    listOpenCrawls(db(), ids),
    listEndedByLimit(db(), ids),
  ]);
  const scope = scopeOf(actor);
  return rows.map((row): SourceDto => {
    const { id, ownerId, changedPages: changed, crawledAt, deletedAt } = row;
    const counted = counts.get(id);
    const crawl = open.get(id);
    const [pages, errors] = [counted?.pages ?? 0, counted?.errors ?? 0];
    const isRead = crawledAt !== null || pages + errors > 0;
    const edited = editedSource(row);
    const own = hosts.get(id) ?? [];
    return {
      ...{
        id,
        ...edited,
        scope: ownerId ? "own" : "shared",
        canEdit: ownerId === scope.userId || (!ownerId && scope.isKeeper),
      },
      state: stateOf({ isRunning: crawl !== undefined, isIndexed: row.isIndexed, isRead, pages, errors }),
      cause: causeOf(counted?.status ?? {}),
      isAtLimit: atLimit.has(id),
      progress: crawl ? { done: crawl.done, total: Math.max(crawl.done, crawl.total) } : null,
      ...{ pages, changed, errors, size: counted?.size ?? 0 },
      crawledAt: crawledAt?.toISOString() ?? null,
      robots: robotsOf(own, { pages, refused: counted?.status.robots ?? 0 }),
      sitemaps: own.reduce((sum, host) => sum + host.sitemaps, 0),
      feeds: own.reduce((sum, host) => sum + host.feeds, 0),
      revision: revisionOf(edited),
      deletedAt: deletedAt?.toISOString() ?? null,
    };
  });
}

interface Known {
  isRunning: boolean;
  isIndexed: boolean;
  isRead: boolean;
  pages: number;
  errors: number;
}

function stateOf({ isRunning, isIndexed, isRead, pages, errors }: Known): CrawlState {
  if (!isIndexed) return "search";
  if (isRunning) return "running";
  if (!isRead) return "new";
  if (pages === 0) return "failed";
  return errors > PROBLEM_SHARE * (pages + errors) ? "partial" : "ok";
}

function causeOf(status: Record<string, number>): SourceDto["cause"] {
  const [most] = ERRORS.filter((one) => (status[one] ?? 0) > 0).sort((a, b) => (status[b] ?? 0) - (status[a] ?? 0));
  return most ? { status: most, pages: status[most] ?? 0 } : null;
}

function robotsOf(
  hosts: readonly { hasRules: boolean; isRead: boolean; crawl_delay_ms: number | null }[],
  { pages, refused }: { pages: number; refused: number },
): SourceDto["robots"] {
  const delay = Math.max(0, ...hosts.map(({ crawl_delay_ms: ms }) => ms ?? 0)) / 1000 || null;
  if (pages === 0 && refused > 0) return { kind: "refused", delay };
  const read = hosts.filter(({ isRead }) => isRead);
  if (read.length === 0) return { kind: "unknown", delay };
  return { kind: read.some(({ hasRules }) => hasRules) ? "obeyed" : "none", delay };
}
