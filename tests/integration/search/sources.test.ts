import { eq, sql } from "drizzle-orm";
import { GET as fileRoute } from "@/app/api/files/[id]/route";
import { POST as crawlRoute, DELETE as stopRoute } from "@/app/api/search/sources/[id]/crawl/route";
import { GET as pagesRoute } from "@/app/api/search/sources/[id]/pages/route";
import { POST as restoreRoute } from "@/app/api/search/sources/[id]/restore/route";
import { PATCH as changeRoute, DELETE as deleteRoute, GET as readRoute } from "@/app/api/search/sources/[id]/route";
import { GET as limitsRoute, PUT as setLimitsRoute } from "@/app/api/search/sources/limits/route";
import { POST as createRoute, GET as listRoute } from "@/app/api/search/sources/route";
import { closeDatabase, db } from "@/db/client";
import { upsertConfig } from "@/db/queries/config/system-config";
import { searchSources, webPages } from "@/db/schema/search";
import { tasks } from "@/db/schema/tasks";
import { resetEnv } from "@/lib/config/env";
import { invalidateConfig } from "@/lib/config/system-config";
import { SEARCH_SETTINGS_OWNED } from "@/lib/features/search/owned";
import { SEARCH_SOURCES_FOUND } from "@/lib/features/search/palette";
import type { IndexLimitsDto, SourceDetailDto, SourcePageDto, SourcesDto } from "@/lib/features/search/sources/dto";
import { startDueCrawls } from "@/lib/features/search/sources/service/crawl";
import { keepFile } from "@/lib/files/upload";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { findInIndex, forgetPageSets } from "@/lib/web/find";
import { answer, call } from "@/tests/factories/call";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { disable, makePerson, type Person } from "@/tests/factories/people";
import { runTasksOf } from "@/tests/factories/tasks";
import { DOT } from "@/tests/fakes/model-media.mjs";
import { startWebSite, wordyPage } from "@/tests/fakes/web-site.mjs";

type Site = Awaited<ReturnType<typeof startWebSite>>;
let [site, second, outside]: Site[] = [];
let owner: Person;
let other: Person;
let keeper: Person;

beforeAll(async () => {
  await onlyBuiltinModels();
  await upsertConfig(db(), "webIndex", { pauseSeconds: 0 });
  await startJobs(TASK_JOBS, false);
  site = await startWebSite({
    address: "127.0.0.41",
    robots: "User-agent: *\nDisallow: /private\nSitemap: {here}/sitemap.xml\n",
    numbered: 6,
  });
  second = await startWebSite({ address: "127.0.0.42" });
  outside = await startWebSite({ address: "127.0.0.43" });
  process.env.ALLOW_PRIVATE_NETWORK = "127.0.0.0/8";
  resetEnv();
  [owner, other] = [await makePerson(), await makePerson()];
  keeper = await makePerson({ codes: ["PERSONAL:SEARCH", "SYSTEM:CONFIG:TOOLS"] });
});
afterAll(async () => {
  await upsertConfig(db(), "webIndex", {});
  delete process.env.ALLOW_PRIVATE_NETWORK;
  resetEnv();
  for (const one of [site, second, outside]) await one?.close();
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

const fields = { pauseMs: 0, everyHours: 24, pageCap: 100 };
const create = async (person: Person, domains: string[], more: object = {}) => {
  const body = { name: "A source", domains, ...fields, ...more };
  const { data } = await answer<{ id: string }>(createRoute, { token: person.token, body });
  if (!data) throw new Error("not made");
  return data.id;
};
const params = (id: string) => ({ params: { id } });
const read = async (person: Person, id: string) => {
  const { code, data } = await answer<SourceDetailDto>(readRoute, { token: person.token, ...params(id) });
  return code === 200 ? data : null;
};
const crawl = async (person: Person, id: string) => {
  const begun = await answer(crawlRoute, { token: person.token, ...params(id), method: "POST" });
  expect(begun.code).toBe(200);
  await runTasksOf(id);
};
const find = async (person: Person, query: string) => {
  forgetPageSets();
  const calls = { app: "chat" };
  return (await findInIndex(person.actor, { query, sourceIds: null, topK: 5, calls })).map(({ page }) => page.address);
};

describe("sources", () => {
  it("are a person's own, or the organisation's by those who look after tools", async () => {
    const mine = await create(owner, ["https://a.com:8080/x", "A.com", "=b.com"]);
    expect(await read(owner, mine)).toMatchObject({
      domains: ["a.com", "=b.com"],
      scope: "own",
      canEdit: true,
      state: "new",
    });
    expect(await read(other, mine)).toBeNull();
    for (const route of [deleteRoute, crawlRoute, stopRoute]) {
      expect((await answer(route, { token: other.token, ...params(mine), method: "POST" })).code).toBe(404);
    }
    const body = { name: "x", domains: ["c.com"], shared: true };
    expect((await answer(createRoute, { token: owner.token, body })).code).toBe(403);
    const shared = await create(keeper, ["c.com"], { shared: true });
    expect(await read(owner, shared)).toMatchObject({ scope: "shared", canEdit: false });
    const change = await answer(changeRoute, {
      token: owner.token,
      ...params(shared),
      body: { name: "y" },
      method: "PATCH",
    });
    expect(change.code).toBe(404);
    const list = await answer<SourcesDto>(listRoute, { token: owner.token, query: { keyword: "c.com" } });
    expect(list.data?.items.map(({ id }) => id)).toEqual([shared]);
    await answer(deleteRoute, { token: keeper.token, ...params(shared), method: "DELETE" });
    await answer(deleteRoute, { token: owner.token, ...params(mine), method: "DELETE" });
  });

  it("wear a picture of whoever keeps them; the organisation's is shown to everybody", async () => {
    const dot = Buffer.from(DOT, "base64");
    const icon = async (person: Person, name = "icon.png", bytes = dot) =>
      (await keepFile(person.actor, bytes, name, { purpose: "icon" })).id;
    const seen = async (person: Person, fileId: string) =>
      (await call(fileRoute, { token: person.token, params: { id: fileId } })).status;
    const [mine, theirs] = [await icon(owner), await icon(other)];
    const id = await create(owner, ["icon.com"], { iconFileId: mine });
    expect(await read(owner, id)).toMatchObject({ iconFileId: mine });
    expect(await seen(other, mine)).toBe(404);
    const wear = (iconFileId: string) =>
      answer(changeRoute, { token: owner.token, ...params(id), body: { iconFileId }, method: "PATCH" });
    for (const wrong of [theirs, await icon(owner, "icon.txt", Buffer.from("no picture"))]) {
      expect(await wear(wrong)).toMatchObject({ code: 400, data: { fields: { iconFileId: "invalid" } } });
    }
    const shared = await icon(keeper);
    const ours = await create(keeper, ["icon.org"], { shared: true, iconFileId: shared });
    expect(await seen(owner, shared)).toBe(200);
    for (const [person, one] of [
      [owner, id],
      [keeper, ours],
    ] as const) {
      await answer(deleteRoute, { token: person.token, ...params(one), method: "DELETE" });
    }
  });

  it.each([[["ftp://a.com"]], [[]], [Array.from({ length: 21 }, (_, at) => `d${at}.com`)], [["a@b.com"]]])(
    "take no list like %j",
    async (domains) => {
      const { code } = await answer(createRoute, { token: owner.token, body: { name: "x", domains } });
      expect(code).toBe(400);
    },
  );

  it("refuse a save of an older state, come back from the trash, and end at the limit", async () => {
    const id = await create(owner, ["a.com"]);
    const { revision } = (await read(owner, id))!;
    const save = (name: string) =>
      answer(changeRoute, { token: owner.token, ...params(id), body: { name, revision }, method: "PATCH" });
    expect((await save("first")).code).toBe(200);
    expect((await save("second")).code).toBe(409);
    await answer(deleteRoute, { token: owner.token, ...params(id), method: "DELETE" });
    expect(await read(owner, id)).toBeNull();
    const trash = await answer<SourcesDto>(listRoute, { token: owner.token, query: { trash: "1" } });
    expect(trash.data?.items.map((item) => item.id)).toContain(id);
    expect((await answer(restoreRoute, { token: other.token, ...params(id), method: "POST" })).code).toBe(404);
    expect((await answer(restoreRoute, { token: owner.token, ...params(id), method: "POST" })).code).toBe(200);
    expect(await read(owner, id)).toMatchObject({ name: "first" });
    const limits = (await answer<IndexLimitsDto>(limitsRoute, { token: keeper.token })).data!;
    const set = (change: Partial<IndexLimitsDto>) => {
      const { revision: _, ...rest } = { ...limits, ...change };
      return answer(setLimitsRoute, { token: keeper.token, body: rest, method: "PUT" });
    };
    expect((await answer(setLimitsRoute, { token: owner.token, body: {}, method: "PUT" })).code).toBe(403);
    expect((await set({ sourcesPerPerson: 1 })).code).toBe(200);
    const refused = await answer(createRoute, { token: owner.token, body: { name: "x", domains: ["a.com"] } });
    expect(refused.code).toBe(409);
    await set({ personal: false });
    expect((await answer(crawlRoute, { token: owner.token, ...params(id), method: "POST" })).code).toBe(403);
    await set({});
    invalidateConfig("webIndex");
    await answer(deleteRoute, { token: owner.token, ...params(id), method: "DELETE" });
  });
});

describe("the built-in index", () => {
  let source: string;

  it("reads a site by its links, sitemaps and feeds, within the domains and the rules", async () => {
    site!.pages["/"] = wordyPage("Home", 0, [
      "/a",
      "/b?utm_source=x#top",
      "/old",
      "/private/1",
      "/noindex",
      "/paywall",
      "/scripts",
      "/challenge",
      "/calendar/1",
      `${outside!.url}/a`,
      `/to?url=${outside!.url}/b`,
      `${second!.url}/gbk`,
    ]);
    const head = `<link rel="alternate" type="application/rss+xml" href="/feed.xml">`;
    site!.pages["/a"] = wordyPage("Page A", 1, ["/"]).replace("<head>", `<head>${head}`);
    site!.pages["/b"] =
      `<html><body><article><p>${"This is what the office of the port has said to those who ask for it. ".repeat(4)}</p></article></body></html>`;
    source = await create(owner, [`${site!.url}/`, "=127.0.0.42"]);
    await crawl(owner, source);
    const [task] = await db().select().from(tasks).where(eq(tasks.subject, source));
    expect(task).toMatchObject({ kind: "webCrawl", status: "done" });
    const rows = await db().select().from(webPages);
    const of = (path: string) => rows.find(({ address }) => address === site!.url + path);
    for (const path of ["/", "/a", "/b", "/from-feed", "/p/1", "/p/6", "/calendar/5"]) {
      expect([path, of(path)?.status]).toEqual([path, "found"]);
    }
    expect(rows.find(({ address }) => address === `${second!.url}/gbk`)?.title).toBe("中文");
    expect([of("/p/1")?.foundBy, of("/from-feed")?.foundBy, of("/a")?.foundBy]).toEqual(["sitemap", "feed", "link"]);
    expect(of("/old")).toMatchObject({ status: "moved", movedToId: of("/a")?.id });
    const refused = ["/private/1", "/noindex", "/paywall", "/scripts", "/challenge"].map((path) => of(path)?.status);
    expect(refused).toEqual(["robots", "robots", "limited", "scripts", "challenge"]);
    // A chain of links ends, and what leads out of the domains is never called.
    expect(of("/calendar/40")).toBeUndefined();
    expect(outside!.seen).toEqual([]);
    expect(site!.seen).not.toContain("/private/1");
    const languages = expect.arrayContaining([{ language: "en", pages: 1 }]);
    const told = { state: "partial", sitemaps: 2, robots: { kind: "obeyed" }, languages };
    expect(await read(owner, source)).toMatchObject(told);
  }, 90_000);

  it("answers whoever may search the source, and nobody else", async () => {
    expect(await find(owner, "Page number n6 of the site")).toContain(`${site!.url}/p/6`);
    expect(await find(other, "Page number n6 of the site")).toEqual([]);
    await db().update(searchSources).set({ ownerId: null }).where(eq(searchSources.id, source));
    expect(await find(other, "Page number n6 of the site")).toContain(`${site!.url}/p/6`);
    await db().update(searchSources).set({ ownerId: owner.id }).where(eq(searchSources.id, source));
    expect(await find(other, "Page number n6 of the site")).toEqual([]);
    const pages = await answer<{ items: SourcePageDto[]; total: number }>(pagesRoute, {
      ...{ token: owner.token, ...params(source), query: { only: "errors", keyword: "paywall" } },
    });
    expect(pages.data?.items[0]).toMatchObject({
      status: "limited",
      failure: expect.stringMatching(/权限|permissions/),
    });
    expect((await answer(pagesRoute, { token: other.token, ...params(source) })).code).toBe(404);
  });

  it("looks at a page again by the clock or by hand, finds what changed and drops what is gone", async () => {
    await db().execute(
      sql`update web_pages set checked_at = now() - interval '1 day', next_at = now() + interval '1 day'`,
    );
    site!.pages["/p/6"] = wordyPage("Numbered 6, rewritten about otters", 77);
    site!.pages["/p/1"] = (_, response) => response.writeHead(410).end();
    await crawl(owner, source);
    expect(await find(owner, "otters")).toContain(`${site!.url}/p/6`);
    expect(await find(owner, "Page number n1 of the site")).not.toContain(`${site!.url}/p/1`);
    expect((await read(owner, source))?.changed).toBe(1);
  }, 90_000);

  it("reads a host once for all sources, ends at the page limit, and leaves disabled people's alone", async () => {
    const calls = site!.seen.length;
    const twin = await create(other, [`${site!.url}/`], { pageCap: 3 });
    await db().execute(sql`update web_pages set next_at = now() + interval '1 day' where next_at is not null`);
    await crawl(other, twin);
    // Its pages are known and new enough: only what the rules of the site say was asked for.
    expect(site!.seen.slice(calls).filter((path) => !/robots|sitemap|maps/.test(path))).toEqual([]);
    expect(await find(other, "Page number n6 of the site")).not.toEqual([]);
    await db().execute(sql`update search_sources set crawled_at = now() - interval '2 days' where deleted_at is null`);
    await disable(other.id);
    await startDueCrawls();
    const due = await db().select({ subject: tasks.subject }).from(tasks).where(eq(tasks.status, "waiting"));
    expect(due.map(({ subject }) => subject)).toContain(source);
    expect(due.map(({ subject }) => subject)).not.toContain(twin);
  }, 60_000);
});

describe("whoever looks after the organisation's sources", () => {
  it("finds them by name and domain, hands them on, and the site's pause is the administrator's at least", async () => {
    const shared = await create(keeper, ["docs.periwinkle.example"], { shared: true, name: "Periwinkle manuals" });
    const own = await create(owner, ["periwinkle.example"], { name: "Mine" });
    const found = async (person: Person) => {
      const search = { actor: person.actor, limit: 10, locale: "en_US" } as never;
      return (await SEARCH_SOURCES_FOUND.find("periwinkle", search)).map(({ id }) => id).sort();
    };
    expect(await found(owner)).toEqual([shared, own].sort());
    expect(await found(keeper)).toEqual([shared]);
    const [thing] = SEARCH_SETTINGS_OWNED.things!;
    expect(await thing!.list(db(), keeper.id)).toMatchObject({ names: expect.arrayContaining(["Periwinkle manuals"]) });
    expect(await thing!.list(db(), owner.id)).toEqual({ count: 0, names: [] });
    await db().transaction((tx) => thing!.transfer(tx, keeper.id, owner.id));
    expect(await thing!.list(db(), owner.id)).toMatchObject({ names: expect.arrayContaining(["Periwinkle manuals"]) });
    await db().transaction((tx) => thing!.release(tx, owner.id));
    const creator = async () =>
      (await db().select().from(searchSources).where(eq(searchSources.id, shared)))[0]?.creatorId;
    expect(await creator()).toBeNull();
    // It is searched as before, and whoever has it read looks after it.
    expect(await read(owner, shared)).not.toBeNull();
    await answer(crawlRoute, { token: keeper.token, ...params(shared), method: "POST" });
    await answer(stopRoute, { token: keeper.token, ...params(shared), method: "DELETE" });
    expect(await creator()).toBe(keeper.id);
    await answer(deleteRoute, { token: keeper.token, ...params(shared), method: "DELETE" });
    const paced = await startWebSite({ address: "127.0.0.44", numbered: 2 });
    const at: number[] = [];
    for (const path of ["/", "/p/1", "/p/2"])
      paced.pages[path] = (_, response) => {
        at.push(performance.now());
        response.writeHead(200, { "content-type": "text/html" }).end(wordyPage(path, at.length));
      };
    await upsertConfig(db(), "webIndex", { pauseSeconds: 0.4 });
    invalidateConfig("webIndex");
    await crawl(owner, await create(owner, [`${paced.url}/`]));
    await paced.close();
    expect(at).toHaveLength(3);
    expect(at.at(-1)! - at[0]!).toBeGreaterThan(500);
  }, 60_000);
});
