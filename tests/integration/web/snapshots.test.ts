import { eq } from "drizzle-orm";
import { GET as documentRoute } from "@/app/api/reader/[versionId]/route";
import { closeDatabase, db } from "@/db/client";
import { files, fileVersions } from "@/db/schema/files";
import { searchReads, searchSources, webPages } from "@/db/schema/search";
import { resetEnv } from "@/lib/config/env";
import type { ReaderDocumentDto } from "@/lib/features/reader/dto";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { readText } from "@/lib/parsing/store";
import { search } from "@/lib/retrieval/search";
import { forgetHostRules, hostRules } from "@/lib/web/hosts";
import { readSnapshot, type Snapshot } from "@/lib/web/snapshots";
import { inGbk } from "@/tests/bench/search-traps.mjs";
import { answer } from "@/tests/factories/call";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { startWebSite, wordyPage } from "@/tests/fakes/web-site.mjs";

const HOST = "127.0.0.31";
let site: Awaited<ReturnType<typeof startWebSite>>;
let other: Awaited<ReturnType<typeof startWebSite>>;
let closed: Awaited<ReturnType<typeof startWebSite>>;
let reader: Person;
let stranger: Person;

beforeAll(async () => {
  await onlyBuiltinModels();
  site = await startWebSite({ address: HOST, robots: "User-agent: *\nDisallow: /private\n" });
  other = await startWebSite({ address: "127.0.0.32", robots: "User-agent: *\nDisallow: /b\n" });
  closed = await startWebSite({ address: "127.0.0.33" });
  process.env.ALLOW_PRIVATE_NETWORK = `${site.host},${other.host}`;
  resetEnv();
  [reader, stranger] = [await makePerson(), await makePerson()];
});
afterAll(async () => {
  delete process.env.ALLOW_PRIVATE_NETWORK;
  resetEnv();
  for (const one of [site, other, closed]) await one.close();
  closeIdleChildren();
  await closeDatabase();
});

const signal = AbortSignal.timeout(60_000);
const ALLOWED = [`=${HOST}`];
const take = (path: string, more: Partial<Parameters<typeof readSnapshot>[1]> = {}) =>
  readSnapshot(path.startsWith("http") ? path : site.url + path, {
    actor: reader.actor,
    allowed: ALLOWED,
    signal,
    ...more,
  });
const taken = async (...args: Parameters<typeof take>) => {
  const snapshot = await take(...args);
  if ("failure" in snapshot) throw new Error(snapshot.failure);
  return snapshot;
};
const opens = (person: Person, { versionId }: Pick<Snapshot, "versionId">) =>
  answer<ReaderDocumentDto>(documentRoute, { token: person.token, params: { versionId } });

describe("a snapshot of a page (spec C4)", () => {
  it("is read, kept with time and hash, and searched", async () => {
    const snapshot = await taken("/a?utm_source=mail#part");
    expect(snapshot).toMatchObject({ title: "Page A", address: `${site.url}/a`, host: site.host, isFresh: true });
    expect(await readText(snapshot.versionId, 0, 10_000)).toContain("Page number n1");
    const { hits } = await search(reader.actor, {
      ...{ setIds: [snapshot.setId], query: "carbon border tariff", topK: 3, mode: "lexical", app: "chat" },
    });
    expect(hits[0]?.versionId).toBe(snapshot.versionId);
    const [version] = await db().select().from(fileVersions).where(eq(fileVersions.id, snapshot.versionId));
    expect(version?.sha256).toMatch(/^[0-9a-f]{64}$/);
    const [file] = await db().select().from(files).where(eq(files.id, version!.fileId));
    expect(file).toMatchObject({ ownerId: null, purpose: "web-page", status: "uploaded" });
  });

  it("serves for a while, and is no new version while the page says the same", async () => {
    const first = await taken("/a");
    const calls = site.seen.length;
    expect(await taken("/a")).toMatchObject({ versionId: first.versionId, isFresh: false });
    expect(site.seen).toHaveLength(calls);
    expect(await taken("/a", { maxAgeMs: 0 })).toMatchObject({ versionId: first.versionId, isFresh: true });
    site.pages["/a"] = `${wordyPage("Page A", 1, ["/", "/deep/1"])}<!-- other bytes -->`;
    expect(await taken("/a", { maxAgeMs: 0 })).toMatchObject({ versionId: first.versionId });
    site.pages["/a"] = wordyPage("Page A, changed", 900);
    const changed = await taken("/a", { maxAgeMs: 0 });
    expect(changed.versionId).not.toBe(first.versionId);
    // What was cited before stays as it was.
    expect(await readText(first.versionId, 0, 10_000)).toContain("Page number n1");
    expect((await opens(reader, first)).code).toBe(200);
    const [page] = await db().select().from(webPages).where(eq(webPages.id, changed.pageId));
    expect(page).toMatchObject({ versionId: changed.versionId, status: "found" });
  });

  it("asks with what its server calls the state", async () => {
    const first = await taken("/etag");
    expect(await taken("/etag", { maxAgeMs: 0 })).toMatchObject({ versionId: first.versionId, isFresh: true });
  });

  it("reads the words in the encoding of the page", async () => {
    const { versionId, title } = await taken("/gbk");
    expect([title, await readText(versionId, 0, 100)]).toEqual(["中文", expect.stringContaining("合同")]);
  });

  it.each([
    ["GBK that is called UTF-8", "gbk", "text/html; charset=utf-8", ""],
    ["UTF-8 that is called GBK", "utf-8", "text/html; charset=gbk", '<meta charset="gbk">'],
    ["GBK that is called nothing", "gbk", "text/html", ""],
    ["GBK of a name nobody knows", "gbk", "text/html; charset=x-nothing", ""],
  ])("reads and names %s by what it is", async (_, encoding, type, meta) => {
    const path = `/encoded/${encodeURIComponent(type)}`;
    const text = "进口钢材须申报碳排放量，各口岸自即日起办理配额。".repeat(20);
    const html = `<html><head>${meta}<title>第三号公告</title></head><body><article><p>${text}</p></article></body></html>`;
    const bytes = encoding === "gbk" ? inGbk(html) : Buffer.from(html);
    site.pages[path] = (_, response) => response.writeHead(200, { "content-type": type }).end(bytes);
    const { versionId, title } = await taken(path);
    const [version] = await db().select().from(fileVersions).where(eq(fileVersions.id, versionId));
    const [file] = await db().select().from(files).where(eq(files.id, version!.fileId));
    expect([title, file!.name]).toEqual(["第三号公告", "第三号公告.html"]);
    expect(await readText(versionId, 0, 200)).toContain("进口钢材须申报碳排放量");
  });

  it("is taken once by many at the same time", async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => taken("/b")));
    expect(new Set(all.map(({ pageId }) => pageId)).size).toBe(1);
    const rows = await db()
      .select()
      .from(webPages)
      .where(eq(webPages.address, `${site.url}/b`));
    expect(rows).toHaveLength(1);
  });
});

describe("what is no page", () => {
  it.each([
    ["/challenge", "webPageChallenge"],
    ["/challenge-200", "webPageChallenge"],
    ["/paywall", "webPageLimited"],
    ["/payment", "webPageLimited"],
    ["/members", "webPageLimited"],
    ["/scripts", "webPageScripts"],
    ["/busy", "webPageBusy"],
    ["/nowhere", "webPageGone"],
    ["/bomb", "webPageTooLarge"],
    ["/pdf", "webPageType"],
    ["/private/x", "webPageRobots"],
  ])("%s is told apart: %s (spec C7)", async (path, failure) => {
    expect(await take(path)).toMatchObject({ failure });
  });

  it.each([
    "file:///etc/passwd",
    "http://user@127.0.0.31/",
    "ftp://127.0.0.31/",
    "http://2130706433/",
    "http://[::1]/",
    "http://169.254.169.254/latest/meta-data",
    "javascript:1",
  ])("%s is refused (spec C8)", async (address) => {
    expect(await readSnapshot(address, { actor: reader.actor, allowed: null, signal })).toHaveProperty("failure");
  });

  it("lies outside the domains, or leads out of them, and nothing there is called (spec C1)", async () => {
    const before = [other.seen.length, closed.seen.length];
    expect(await take(`${other.url}/a`)).toMatchObject({ failure: "webPageOutside" });
    expect(await take(`/to?url=${encodeURIComponent(`${other.url}/a`)}`)).toMatchObject({ failure: "webPageOutside" });
    expect(await take(`/to?url=${encodeURIComponent(`${closed.url}/a`)}`, { allowed: null })).toMatchObject({
      failure: "webPageUnreachable",
    });
    expect([other.seen.length, closed.seen.length]).toEqual(before);
  });

  it("follows within the domains, by the rules of where it leads", async () => {
    const to = (path: string) => take(`/to?url=${encodeURIComponent(other.url + path)}`, { allowed: null });
    expect(await to("/a")).toMatchObject({ address: `${other.url}/a` });
    expect(await to("/b")).toMatchObject({ failure: "webPageRobots" });
    expect(other.seen).not.toContain("/b");
    // What was found there serves nobody whose domains it is outside of.
    expect(await take(`/to?url=${encodeURIComponent(`${other.url}/a`)}`)).toMatchObject({ failure: "webPageOutside" });
  });

  it("is not given out of what is kept once its address may not be reached any more", async () => {
    await taken("/a");
    process.env.ALLOW_PRIVATE_NETWORK = other.host;
    resetEnv();
    const calls = site.seen.length;
    expect(await take("/a")).toMatchObject({ failure: "webPageUnreachable" });
    expect(site.seen).toHaveLength(calls);
    process.env.ALLOW_PRIVATE_NETWORK = `${site.host},${other.host}`;
    resetEnv();
    expect(await taken("/a")).toMatchObject({ address: `${site.url}/a` });
  });

  it("is judged by the rules of its own scheme and port, not of its host alone (RFC 9309)", async () => {
    const plain = await hostRules(`${site.url}/private/x`, ALLOWED, signal);
    expect(plain.rules?.isAllowed(`${site.url}/private/x`, "PageReader")).toBe(false);
    // Nothing answers https there: what http says counts for http.
    expect(await hostRules(`https://${site.host}/a`, ALLOWED, signal)).toMatchObject({ rules: null });
    expect((await hostRules(`${site.url}/a`, ALLOWED, signal)).rules).not.toBeNull();
  });

  it("is nothing while the rules of its site cannot be read", async () => {
    other.state.robots = null as unknown as string;
    forgetHostRules();
    await db().execute("delete from web_robots");
    expect(await take(`${other.url}/from-feed`, { allowed: null })).toMatchObject({ failure: "webPageUnreachable" });
  });
});

describe("the words of a snapshot", () => {
  it("are for whoever read it, or may search a source it lies in, as long as that is so", async () => {
    const snapshot = await taken("/from-feed");
    expect((await opens(reader, snapshot)).code).toBe(200);
    expect((await opens(stranger, snapshot)).code).toBe(404);
    const source = { name: "s", domains: ["127.0.0.3", `=${HOST}`], pageCap: 10, pauseMs: 0 };
    const [own] = await db()
      .insert(searchSources)
      .values({ ...source, ownerId: reader.id })
      .returning();
    await db().delete(searchReads).where(eq(searchReads.userId, reader.id));
    expect((await opens(reader, snapshot)).code).toBe(200);
    expect((await opens(stranger, snapshot)).code).toBe(404);
    await db().update(searchSources).set({ ownerId: null }).where(eq(searchSources.id, own!.id));
    expect((await opens(stranger, snapshot)).code).toBe(200);
    const without = await makePerson({ codes: ["KBCENTER:CHAT"] });
    expect((await opens(without, snapshot)).code).toBe(404);
    await db().update(searchSources).set({ deletedAt: new Date() }).where(eq(searchSources.id, own!.id));
    expect((await opens(reader, snapshot)).code).toBe(404);
    expect((await opens(stranger, snapshot)).code).toBe(404);
  });
});
