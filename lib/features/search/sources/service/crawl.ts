import "server-only";
import { v7 } from "uuid";
import { z } from "zod";
import { db } from "@/db/client";
import { countCrawled, countFrontier, findSourceRow, listDueSources, makeDue } from "@/db/queries/search/frontier";
import { lockSource, type SearchSourceRow, updateSource } from "@/db/queries/search/sources";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { loadOwner } from "@/lib/auth/session";
import { type Config, loadConfig } from "@/lib/config/system-config";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import { defineTask } from "@/lib/tasks/define";
import type { HeldTask } from "@/lib/tasks/held";
import { cancelTaskOf, startTask } from "@/lib/tasks/tasks";
import { Crawl } from "@/lib/web/crawl";
import { forgetPageSets } from "@/lib/web/find";
import { scopeOf, targetOf } from "./scope";

const SOURCES_HREF = "/personal/search/source-management";
/** Lists of a site are read again after so long when somebody asks, milliseconds. */
const LISTS_MS = 10 * 60_000;
const ASKED_MINUTES = 1;
/** How often the limits are looked at and the state is written, milliseconds. */
const LOOK_MS = 1000;
/** Sources one run of the clock begins to read. */
const DUE = 50;

const inputSchema = z.object({ sourceId: z.uuid(), isAsked: z.boolean() });
const stateSchema = z.object({
  read: z.int().default(0),
  changed: z.int().default(0),
  isStopped: z.boolean().default(false),
});
type Crawling = HeldTask<z.infer<typeof inputSchema>, z.infer<typeof stateSchema>>;

/** Reads the pages of a source into the built-in index. What is read is kept page by page, so it goes on after any end. */
export const webCrawl = defineTask({
  kind: "webCrawl",
  input: inputSchema,
  state: stateSchema,
  anyOf: [P.SEARCH],
  atOnce: 2,
  ofOneOwner: 1,
  steps: { crawl },
});

/** Whether its pages may be read at all; null where somebody stopped that meanwhile. */
async function readable(sourceId: string): Promise<{ source: SearchSourceRow; limits: Config<"webIndex"> } | null> {
  const [source, limits] = await Promise.all([findSourceRow(db(), sourceId), loadConfig("webIndex")]);
  if (!source || source.deletedAt || !source.isIndexed) return null;
  return source.ownerId && !limits.personal ? null : { source, limits };
}

async function crawl(task: Crawling): Promise<void> {
  const { sourceId, isAsked } = task.input;
  const found = await readable(sourceId);
  if (!found) return;
  const { source, limits } = found;
  const actor = await task.actor();
  const { domains, starts, pauseMs } = source;
  const pageCap = Math.min(source.pageCap, limits.pagesPerSource);
  const vectors = limits.vectors ? { viewer: actor, app: "search" } : null;
  const crawling = new Crawl({ domains, starts, pauseMs, pageCap }, { signal: task.signal, vectors });
  await crawling.seed({ kept: 0, due: 0 });
  // At the first try only: one that broke off goes on with what is due.
  if (isAsked && task.attempts === 1 && task.state.read === 0) await makeDue(db(), crawling.hostNames, ASKED_MINUTES);
  await crawling.seed(await countFrontier(db(), crawling.hostNames));
  await crawling.readLists(isAsked ? LISTS_MS : (source.everyHours * 3_600_000) / 2);
  const before = task.state;
  let [lookedAt, counted, isStopped] = [0, 0, false];
  await crawling.run(async ({ read, changed, waiting }) => {
    if (Date.now() - lookedAt < LOOK_MS) return !isStopped;
    lookedAt = Date.now();
    // The right may have been withdrawn, or the source changed, since the page before.
    await task.actor();
    const now = await readable(sourceId);
    const day = await countCrawled(db(), actor.id, read - counted);
    counted = read;
    isStopped = !now || day.own >= now.limits.pagesPerPersonDay || day.all >= now.limits.pagesPerDay;
    const state = { read: before.read + read, changed: before.changed + changed, isStopped };
    await task.keep({ state, done: state.read, total: state.read + waiting });
    return !isStopped;
  });
  const { read, changed } = crawling.tally;
  await countCrawled(db(), actor.id, read - counted);
  forgetPageSets();
  const state = { read: before.read + read, changed: before.changed + changed, isStopped };
  await task.finish((tx) => updateSource(tx, sourceId, { crawledAt: new Date(), changedPages: state.changed }), {
    state,
  });
}

/** Has a source read now. Throws notFound, sourceNotIndexed, personalIndexOff. */
export async function beginCrawl(actor: Actor, id: string): Promise<{ taskId: string }> {
  requirePermission(actor, P.SEARCH);
  const { personal } = await loadConfig("webIndex");
  const taskId = await db().transaction(async (tx) => {
    const source = orNotFound(await lockSource(tx, scopeOf(actor), id));
    if (!source.isIndexed) throw new AppError("sourceNotIndexed");
    if (source.ownerId && !personal) throw new AppError("personalIndexOff");
    const begun = await startTask(tx, webCrawl, {
      owner: actor,
      subject: id,
      input: { sourceId: id, isAsked: true },
      titleArgs: { name: source.name },
      href: SOURCES_HREF,
    });
    await recordAuditEvent(tx, actor, { action: "search.source.crawl", target: targetOf(source) });
    return begun.id;
  });
  return { taskId };
}

/** Stops reading a source; what was read stays. Throws notFound. */
export async function stopCrawl(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.SEARCH);
  await db().transaction(async (tx) => {
    const source = orNotFound(await lockSource(tx, scopeOf(actor), id));
    await recordAuditEvent(tx, actor, { action: "search.source.stop", target: targetOf(source) });
  });
  await cancelTaskOf(webCrawl, id, actor);
}

/** Begins to read all sources whose time has come, each with the rights of whoever it is read for. */
export async function startDueCrawls(): Promise<void> {
  for (const { id, ownerId } of await listDueSources(db(), DUE)) {
    // A disabled person's own is read for nobody.
    const owner = ownerId ? await loadOwner(ownerId) : null;
    await db().transaction(async (tx) => {
      const source = await findSourceRow(tx, id);
      // Whoever may no longer come in, or search, is not asked again every time.
      if (source) await updateSource(tx, id, { crawledAt: new Date() });
      if (!source || !owner) return;
      await startTask(tx, webCrawl, {
        owner: { id: owner.id, account: owner.account, request: { requestId: v7(), address: "", userAgent: "" } },
        subject: id,
        input: { sourceId: id, isAsked: false },
        titleArgs: { name: source.name },
        href: SOURCES_HREF,
      });
    });
  }
}
