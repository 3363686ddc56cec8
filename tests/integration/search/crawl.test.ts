import { gzipSync } from "node:zlib";
import { eq } from "drizzle-orm";
import { closeDatabase, db } from "@/db/client";
import { sliceSets } from "@/db/schema/retrieval";
import { webPages } from "@/db/schema/search";
import { resetEnv } from "@/lib/config/env";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { Crawl, type CrawlPlan } from "@/lib/web/crawl";
import { PAGE_LIMITS } from "@/lib/web/page-text";
import { readList } from "@/lib/web/sitemaps";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { startWebSite, wordyPage } from "@/tests/fakes/web-site.mjs";

type Site = Awaited<ReturnType<typeof startWebSite>>;
const sites: Site[] = [];
const before = PAGE_LIMITS.ms;
let person: Person;

beforeAll(async () => {
  await onlyBuiltinModels();
  person = await makePerson();
  process.env.ALLOW_PRIVATE_NETWORK = "127.0.0.0/8";
  resetEnv();
});
afterAll(async () => {
  PAGE_LIMITS.ms = before;
  delete process.env.ALLOW_PRIVATE_NETWORK;
  resetEnv();
  for (const site of sites) await site.close();
  closeIdleChildren();
  await closeDatabase();
});

async function startSite(address: string, more: Parameters<typeof startWebSite>[0] = {}): Promise<Site> {
  const site = await startWebSite({ address, ...more });
  sites.push(site);
  return site;
}

async function crawl(site: Site, more: Partial<CrawlPlan> = {}, vectors: { viewer: Person["actor"] } | null = null) {
  const domains = [`=${site.host.split(":")[0]}`];
  const plan = { domains, starts: [`${site.url}/`], pauseMs: 0, pageCap: 1000, ...more };
  const signal = AbortSignal.timeout(60_000);
  const crawling = new Crawl(plan, { signal, vectors: vectors && { ...vectors, app: "search" } });
  await crawling.seed({ kept: 0, due: 0 });
  await crawling.readLists(0);
  await crawling.run(async () => true);
  return db().select().from(webPages).where(eq(webPages.host, site.host));
}

it("ends at its page limit in a site without an end, whatever its pages do", async () => {
  PAGE_LIMITS.ms = 3000;
  const site = await startSite("127.0.0.81");
  site.pages["/"] = wordyPage("Home", 0, [
    "/calendar/1",
    "/deep/1",
    "/slow",
    "/bomb",
    "/cut",
    "/broken",
    "/huge",
    "/a/b/a/b/a/b",
  ]);
  site.pages["/cut"] = (_, response) => {
    response.writeHead(200, { "content-type": "text/html" }).write("<html><body><p>begun");
    setTimeout(() => response.destroy(), 50);
  };
  site.pages["/broken"] = `<html><head><title>Broken</title><body><p>Words all the same ${"<b><i><u>".repeat(15)}`;
  site.pages["/huge"] = wordyPage("Huge", 7).replace(
    "</article>",
    `<p>${"Long words of a page. ".repeat(9000)}</p></article>`,
  );
  const rows = await crawl(site, { pageCap: 25 });
  const of = (path: string) => rows.find(({ address }) => address === site.url + path);
  expect(of("/slow")).toMatchObject({ status: "failed", failure: "webPageTimeout" });
  expect(of("/bomb")).toMatchObject({ status: "failed", failure: expect.stringMatching(/TooLarge|Timeout/) });
  expect(of("/cut")).toMatchObject({ status: "failed" });
  expect(of("/broken")?.status).toBe("found");
  expect(of("/huge")).toMatchObject({ status: "found", setId: expect.any(String) });
  expect(rows.filter(({ versionId }) => versionId !== null)).toHaveLength(25);
  // A path that repeats itself is no page, and of an endless many only so many are known.
  expect(of("/a/b/a/b/a/b")).toBeUndefined();
  expect(rows.length).toBeLessThan(1100);
  // A text too long for one go is stored stretch by stretch, and answers like any other.
  const [set] = await db()
    .select()
    .from(sliceSets)
    .where(eq(sliceSets.id, of("/huge")!.setId!));
  expect(set).toMatchObject({ isReady: true });
  expect(set!.sliceCount).toBeGreaterThan(50);
}, 60_000);

it("looks through the beginning of a packed list that has no end, and through none that is damaged", async () => {
  const site = await startSite("127.0.0.86");
  const loc = (path: string) => `<url><loc>${site.url}${path}</loc></url>`;
  const packed = (text: string) => gzipSync(`<urlset>${loc("/first")}${text}</urlset>`);
  // The limit lies within the second address.
  const head = `<urlset>${loc("/first")}<url><loc>${site.url}/se`.length;
  const lists: Record<string, Uint8Array> = {
    "/endless.xml.gz": packed(" ".repeat(16 * 1024 ** 2 - head) + loc("/second")),
    "/cut.xml.gz": packed(loc("/second").repeat(1000)).subarray(0, -20),
    "/whole.xml.gz": packed(loc("/second")),
  };
  for (const [path, bytes] of Object.entries(lists))
    site.pages[path] = (_, response) => void response.writeHead(200, { "content-type": "application/gzip" }).end(bytes);
  const signal = AbortSignal.timeout(20_000);
  const read = Object.keys(lists).map((path) => readList(site.url + path, { allowed: ["=127.0.0.86"], signal }));
  expect((await Promise.all(read)).map((list) => list?.pages)).toEqual([
    [`${site.url}/first`],
    undefined,
    [`${site.url}/first`, `${site.url}/second`],
  ]);
});

it.each([
  ["its source says", "127.0.0.82", "", 250],
  ["its own rules say (Crawl-delay)", "127.0.0.87", "User-agent: *\nCrawl-delay: 0.25\n", 0],
])(
  "calls a site no faster than %s",
  async (_by, address, robots, pauseMs) => {
    const site = await startSite(address, { numbered: 4, robots });
    const at: number[] = [];
    for (const number of [1, 2, 3, 4])
      site.pages[`/p/${number}`] = (_, response) => {
        at.push(performance.now());
        response.writeHead(200, { "content-type": "text/html" }).end(wordyPage(`Page ${number}`, number));
      };
    site.pages["/"] = wordyPage("Home", 0);
    const rows = await crawl(site, { pauseMs });
    expect(rows.filter(({ status }) => status === "found")).toHaveLength(5);
    expect(at).toHaveLength(4);
    expect(at.at(-1)! - at[0]!).toBeGreaterThan(500);
  },
  30_000,
);

it("gives pages vectors where that is set, and looks at what changed alone the next time", async () => {
  const site = await startSite("127.0.0.83", { numbered: 3 });
  site.pages["/"] = wordyPage("Home", 0);
  const first = await crawl(site, {}, { viewer: person.actor });
  expect(first.map(({ status }) => status)).toEqual(first.map(() => "found"));
  const setsOf = async (rows: typeof first) => {
    const all = await db().select().from(sliceSets);
    return rows.map(({ setId }) => all.find(({ id }) => id === setId));
  };
  for (const set of await setsOf(first))
    expect(set).toMatchObject({ isReady: true, embeddingModelId: expect.any(String) });
  site.pages["/p/2"] = wordyPage("Rewritten", 55);
  await db().update(webPages).set({ nextAt: new Date() });
  const second = await crawl(site, {}, { viewer: person.actor });
  const changed = second.filter(({ id, versionId }) => first.find((row) => row.id === id)?.versionId !== versionId);
  expect(changed.map(({ address }) => address)).toEqual([`${site.url}/p/2`]);
  for (const set of await setsOf(second)) expect(set).toMatchObject({ isReady: true });
}, 60_000);

it.each([
  ["short", 5, ""],
  ["too long for one go", 6, `<p>${"Long words of a page. ".repeat(4000)}</p>`],
])(
  "keeps one of several %s pages that say the same and are read at the same moment",
  async (_, number, more) => {
    const paths = Array.from({ length: 6 }, (_, at) => `/copy/${at + 1}`);
    const site = await startSite(`127.0.0.${84 + number}`);
    const body = wordyPage("The same", number).replace("</article>", `${more}</article>`);
    const answers: (() => void)[] = [];
    site.pages["/"] = wordyPage("Home", 0, paths);
    for (const path of paths)
      site.pages[path] = (_, response) => {
        answers.push(() => response.writeHead(200, { "content-type": "text/html" }).end(body));
        if (answers.length === paths.length) for (const answer of answers) answer();
      };
    const rows = (await crawl(site)).filter(({ address }) => address.includes("/copy/"));
    const kept = rows.filter(({ status }) => status === "found");
    expect(kept).toHaveLength(1);
    const moved = rows.filter(({ id }) => id !== kept[0]!.id);
    expect(moved).toEqual(
      paths.slice(1).map(() => expect.objectContaining({ status: "moved", movedToId: kept[0]!.id })),
    );
    const sets = await db().select().from(sliceSets).where(eq(sliceSets.isReady, true));
    expect(sets.filter(({ versionId }) => rows.some((row) => row.versionId === versionId))).toHaveLength(1);
  },
  60_000,
);
