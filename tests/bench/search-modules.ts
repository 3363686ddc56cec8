// The engines of web search as `bench:search` measures them: the crawl of sites, and the built-in index.
import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { sql } from "drizzle-orm";
import { v7 } from "uuid";
import { db } from "@/db/client";
import { insertUnownedFiles } from "@/db/queries/files/unowned";
import { insertFrontier } from "@/db/queries/search/frontier";
import { insertSource } from "@/db/queries/search/sources";
import { webHosts } from "@/db/schema/search";
import { WEB_PAGE_PURPOSE } from "@/lib/config/web-kinds";
import { closeIdleChildren } from "@/lib/parsing/pool";
import type { StoredIndex } from "@/lib/parsing/store";
import { indexWords } from "@/lib/retrieval/index-words";
import { cutText } from "@/lib/retrieval/ingest";
import { search } from "@/lib/retrieval/search";
import { SPACE_BYTES } from "@/lib/retrieval/set-index";
import type { Segmentation } from "@/lib/retrieval/types";
import { patternOf } from "@/lib/web/addresses";
import { Crawl } from "@/lib/web/crawl";
import { findInIndex, forgetPageSets } from "@/lib/web/find";
import { type NewSnapshot, storeSnapshot } from "@/lib/web/storing";
import { makeActor, SLICED } from "./retrieval-run";

export const SLICES_OF_PAGE = 5;
/** Questions that are asked before any is measured. */
export const WARMING = 10;
const HOSTS = 20;
const TOP = 24;
const RESOLUTION_MS = 5;
const TOGETHER = 60;
/** Of a page whose text is in no file store: nothing here opens it. */
const EMPTY_INDEX: StoredIndex = {
  ...{ parser: 1, run: "bench", format: "html", language: "en", title: "" },
  ...{ parts: [], outline: [], images: [], warnings: [], pieces: [], characters: 0 },
};

interface CrawlFigures {
  pages: number;
  seconds: number;
  /** Of the process that crawls, MiB, as it began and at most. */
  memory: { before: number; most: number };
  /** Milliseconds its event loop was late, for 99 of 100 looks. */
  loopP99: number;
  /** Milliseconds of processor time a page took it, which no other process's load changes much. */
  workMs: number;
  /** Of the sites' own pages. */
  kept: number;
  /** Chinese pages in GBK whose titles are right. */
  chinese: number;
  /** Answers of the traps that were kept though they are no pages, and calls of the site outside of the domains. */
  trapped: number;
  callsOutside: number;
}

/** Crawls made sites on loopback, no pause between two calls of a host. */
export async function crawlSites(asked: {
  hosts: number;
  pages: number;
  port: number;
  hasTraps: boolean;
}): Promise<CrawlFigures> {
  const { hosts, pages, port, hasTraps } = asked;
  const args = Object.entries({ hosts, pages, port }).flatMap(([name, value]) => [`--${name}`, String(value)]);
  if (hasTraps) args.push("--traps");
  const sites = fork(new URL("./search-sites.mjs", import.meta.url), args, { execArgv: [] });
  await new Promise((resolve) => sites.once("message", resolve));
  const names = Array.from({ length: hosts }, (_, at) => `127.0.3.${at + 1}`);
  const plan = {
    domains: names.map((name) => `=${name}`),
    starts: names.map((name) => `http://${name}:${port}/`),
    pauseMs: 0,
    // Traps have pages as well; none of the real ones is to be left out for them.
    pageCap: hosts * pages * (hasTraps ? 2 : 1),
  };
  const crawl = new Crawl(plan, { signal: new AbortController().signal, vectors: null });
  // What loading the sources left behind is no part of it.
  globalThis.gc?.();
  const memory = { before: resident(), most: 0 };
  const watch = setInterval(() => {
    memory.most = Math.max(memory.most, resident());
  }, 50);
  const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  loop.enable();
  const work = process.cpuUsage();
  const begin = performance.now();
  await crawl.seed({ kept: 0, due: 0 });
  await crawl.readLists(0);
  await crawl.run(async () => true);
  const seconds = (performance.now() - begin) / 1000;
  const { user, system } = process.cpuUsage(work);
  loop.disable();
  clearInterval(watch);
  const told = new Promise<Pick<CrawlFigures, "callsOutside">>((resolve) => sites.once("message", resolve));
  sites.send("tell");
  const { callsOutside } = await told;
  sites.disconnect();
  closeIdleChildren();
  const { rows } = await db().execute<Pick<CrawlFigures, "kept" | "chinese" | "trapped">>(sql`
    select count(*) filter (where address !~ '/x/')::int as kept,
      count(*) filter (where title like '%号口岸第%号公告')::int as chinese,
      count(*) filter (where address like '%/x/%' and address !~ '/x/(huge|broken|calendar/[0-9]+)$')::int as trapped
    from web_pages where version_id is not null and status = 'found'`);
  const loopP99 = Math.max(0, loop.percentile(99) / 1e6 - RESOLUTION_MS);
  const workMs = (user + system) / 1000 / Math.max(1, crawl.tally.read);
  return { pages: crawl.tally.read, seconds, memory, loopP99, workMs, callsOutside, ...rows[0]! };
}

const resident = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) / 1024;

const hostOf = (page: number) => `site-${page % HOSTS}.example`;

/** Pages of the index, cut and stored as the crawl does; their bytes are nowhere. */
async function addPages(first: number, texts: readonly string[], segmentation: Segmentation): Promise<string[]> {
  const { signal } = new AbortController();
  const snapshots: NewSnapshot[] = [];
  for (const [at, text] of texts.entries()) {
    const [fileId, versionId, setId, pageId] = [v7(), v7(), v7(), v7()];
    const piece = { number: 0, from: 0, to: text.length, part: 1, partTo: 1 };
    const index = { ...EMPTY_INDEX, characters: text.length, pieces: [piece] };
    const readPiece = async () => ({ number: 0, from: 0, to: text.length, text, blocks: [] });
    const cut = { ...(await cutText({ index, readPiece, segmentation, signal })), setId };
    const hash = createHash("sha256").update(text).digest("hex");
    const name = `page ${first + at}.html`;
    const stored = { fileId, versionId, name, purpose: WEB_PAGE_PURPOSE, storageKey: versionId, sha256: hash };
    const said = { etag: null, modified: null, bytesHash: hash, textHash: hash, size: text.length, language: "en" };
    snapshots.push({
      page: { id: pageId, fileId: null },
      stored: { ...stored, size: text.length, type: "text/html" },
      ...{ format: "html", encoding: null, index, cut },
      text: null,
      answer: { pageId, fileId, versionId, setId, ...said, title: `Page ${first + at}` },
    });
  }
  await insertUnownedFiles(
    db(),
    snapshots.map(({ stored }) => ({ id: stored.fileId, name: stored.name })),
  );
  await insertFrontier(
    db(),
    snapshots.map(({ page: { id } }, at) => {
      const address = `https://${hostOf(first + at)}/${first + at}`;
      return { id, address, host: hostOf(first + at), pattern: patternOf(address), foundBy: "sitemap", depth: 1 };
    }),
  );
  await Promise.all(snapshots.map((snapshot) => storeSnapshot(snapshot)));
  return snapshots.map(({ cut }) => cut!.setId);
}

let actor: ReturnType<typeof makeActor>;

/** A person with a source that all pages lie in. */
async function begin(): Promise<void> {
  actor = makeActor();
  const { id } = await actor;
  await db()
    .insert(webHosts)
    .values(Array.from({ length: HOSTS }, (_, at) => ({ host: hostOf(at) })));
  const domains = Array.from({ length: HOSTS }, (_, at) => hostOf(at));
  await insertSource(db(), { ownerId: id, creatorId: id, name: "All pages", domains, pageCap: 1, pauseMs: 0 });
}

/** Pages of some slices each. */
export async function fillIndex(texts: readonly string[], tell: (line: string) => void): Promise<void> {
  const from = performance.now();
  const seconds = () => Math.round((performance.now() - from) / 1000);
  await begin();
  const pages = Array.from({ length: Math.ceil(texts.length / SLICES_OF_PAGE) }, (_, page) =>
    texts.slice(page * SLICES_OF_PAGE, (page + 1) * SLICES_OF_PAGE).join("\n\n"),
  );
  for (let at = 0; at < pages.length; at += TOGETHER) await addPages(at, pages.slice(at, at + TOGETHER), SLICED);
  tell(`${texts.length} slices stored in ${seconds()} s`);
  await indexWords({ from: SPACE_BYTES, signal: new AbortController().signal });
  await db().execute(sql`analyze`);
  tell(`their words in the index after ${seconds()} s`);
}

/** Milliseconds of each question, and of the first after what is kept in memory was given up. */
export async function timeIndex(
  questions: readonly string[],
): Promise<{ first: number; times: number[]; slices: number }> {
  const viewer = await actor;
  const ask = async (query: string) => {
    const from = performance.now();
    await findInIndex(viewer, { query, sourceIds: null, topK: TOP, calls: { app: "search" } });
    return performance.now() - from;
  };
  const times: number[] = [];
  for (const query of questions) times.push(await ask(query));
  forgetPageSets();
  const first = await ask(questions[0] ?? "");
  const { rows } = await db().execute<{ slices: number }>(sql`select count(*)::int as slices from slices`);
  return { first, times: times.slice(WARMING), slices: Number(rows[0]?.slices) };
}

interface QuestionSet {
  passages: string[];
  questions: { text: string; gains: Map<number, number> }[];
}

let pages = 0;

interface Places {
  /** Of the passages questions were asked about, 0 where they were not found. */
  own: number[];
  /** The same by a search that is told which sets to look into, as `bench:retrieval` asks. */
  plain: number[];
}

/** How well the index finds passages, each a page of one slice, beside search itself. */
export async function findPassages({ passages, questions }: QuestionSet): Promise<Places> {
  await db().execute(sql`delete from web_pages`);
  if (pages === 0) await begin();
  const viewer = await actor;
  const whole: Segmentation = { mode: "none", maxTokens: 8000, overlap: 0 };
  const setIds: string[] = [];
  for (let at = 0; at < passages.length; at += TOGETHER)
    setIds.push(...(await addPages(pages + at, passages.slice(at, at + TOGETHER), whole)));
  pages += passages.length;
  forgetPageSets();
  const numbers = new Map(setIds.map((setId, number) => [setId, number]));
  const places: Places = { own: [], plain: [] };
  for (const { text, gains } of questions) {
    const placeIn = (hits: readonly { setId: string }[]) =>
      hits.findIndex(({ setId }) => gains.has(numbers.get(setId) ?? -1)) + 1;
    const asked = { query: text, topK: 10 };
    places.own.push(placeIn(await findInIndex(viewer, { ...asked, sourceIds: null, calls: { app: "search" } })));
    const { hits } = await search(viewer, { ...asked, setIds, mode: "lexical", app: "search" });
    places.plain.push(placeIn(hits));
  }
  return places;
}
