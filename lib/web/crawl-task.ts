import "server-only";
import { z } from "zod";
import { db, engine } from "@/db/client";
import { countCrawled, countFrontier, findSourceRow, freeClaims, makeDue } from "@/db/queries/search/frontier";
import { type SearchSourceRow, updateSource } from "@/db/queries/search/sources";
import { APP } from "@/lib/areas/apps";
import { type Config, loadConfig } from "@/lib/config/system-config";
import { dayIn } from "@/lib/config/time";
import { P } from "@/lib/permissions/codes";
import { defineTask } from "@/lib/tasks/define";
import type { HeldTask } from "@/lib/tasks/held";
import { Crawl } from "./crawl";
import { forgetPageSets } from "./find";

/** Lists of a site are read again after so long when somebody asks, milliseconds. */
const LISTS_MS = 10 * 60_000;
const ASKED_MINUTES = 1;
/** How often the limits are looked at and the state is written, milliseconds. */
const LOOK_MS = 1000;
const inputSchema = z.object({ sourceId: z.uuid(), isAsked: z.boolean() });
const stateSchema = z.object({
  read: z.int().default(0),
  changed: z.int().default(0),
  isStopped: z.boolean().default(false),
  /** The pages of the day were used up; `listEndedByLimit` reads it. */
  isAtLimit: z.boolean().default(false),
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

const shared = globalThis as typeof globalThis & { __claimsFreed?: Promise<void> };

/** The embedded database has one process: what was claimed before that began, nobody reads any more. */
function freeClaimsOnce(): Promise<void> {
  shared.__claimsFreed ??= (engine() === "pglite" ? freeClaims(db()) : Promise.resolve()).catch((error) => {
    shared.__claimsFreed = undefined;
    throw error;
  });
  return shared.__claimsFreed;
}

interface Readable {
  source: SearchSourceRow;
  limits: Config<"webIndex">;
}

/** Sites are called no faster than an administrator allows. */
const pauseOf = ({ source, limits }: Readable) => Math.max(source.pauseMs, 1000 * limits.pauseSeconds);

/** Whether its pages may be read at all; null where somebody stopped that meanwhile. */
async function readable(sourceId: string): Promise<Readable | null> {
  const [source, limits] = await Promise.all([findSourceRow(db(), sourceId), loadConfig("webIndex")]);
  if (!source || source.deletedAt || !source.isIndexed) return null;
  return source.ownerId && !limits.personal ? null : { source, limits };
}

/** A day is that of the product's time zone, as for every other limit. */
async function dayOf(userId: string) {
  return { userId, day: dayIn((await loadConfig("customConfig")).timeZone) };
}

async function crawl(task: Crawling): Promise<void> {
  const { sourceId, isAsked } = task.input;
  const found = await readable(sourceId);
  if (!found) return;
  const { source, limits } = found;
  const actor = await task.actor();
  await freeClaimsOnce();
  const { domains, starts } = source;
  const pageCap = Math.min(source.pageCap, limits.pagesPerSource);
  const vectors = limits.vectors ? { viewer: actor, app: APP.SEARCH } : null;
  const crawling = new Crawl({ domains, starts, pauseMs: pauseOf(found), pageCap }, { signal: task.signal, vectors });
  await crawling.seed({ kept: 0, due: 0 });
  // At the first try only: one that broke off goes on with what is due.
  if (isAsked && task.attempts === 1 && task.state.read === 0) await makeDue(db(), crawling.hostNames, ASKED_MINUTES);
  await crawling.seed(await countFrontier(db(), crawling.hostNames));
  await crawling.readLists(isAsked ? LISTS_MS : (source.everyHours * 3_600_000) / 2);
  const before = task.state;
  let [lookedAt, counted, isStopped, isAtLimit] = [0, 0, false, false];
  await crawling.run(async ({ read, changed, waiting }) => {
    if (Date.now() - lookedAt < LOOK_MS) return !isStopped;
    lookedAt = Date.now();
    // The right may have been withdrawn, or the source changed, since the page before.
    await task.actor();
    const now = await readable(sourceId);
    const today = await countCrawled(db(), await dayOf(actor.id), read - counted);
    counted = read;
    if (now) crawling.pauseMs = pauseOf(now);
    isAtLimit = !!now && (today.own >= now.limits.pagesPerPersonDay || today.all >= now.limits.pagesPerDay);
    isStopped = !now || isAtLimit;
    const state = { read: before.read + read, changed: before.changed + changed, isStopped, isAtLimit };
    await task.keep({ state, done: state.read, total: state.read + waiting });
    return !isStopped;
  });
  const { read, changed } = crawling.tally;
  await countCrawled(db(), await dayOf(actor.id), read - counted);
  forgetPageSets();
  const state = { read: before.read + read, changed: before.changed + changed, isStopped, isAtLimit };
  await task.finish((tx) => updateSource(tx, sourceId, { crawledAt: new Date(), changedPages: state.changed }), {
    state,
  });
}
