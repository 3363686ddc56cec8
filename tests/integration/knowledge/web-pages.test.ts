import { and, eq } from "drizzle-orm";
import { POST as batchRoute } from "@/app/api/knowledge/bases/[id]/files/batch/route";
import { GET as listRoute } from "@/app/api/knowledge/bases/[id]/files/route";
import { POST as pagesRoute } from "@/app/api/knowledge/bases/[id]/pages/route";
import { GET as changesRoute } from "@/app/api/knowledge/files/[id]/versions/[versionId]/changes/route";
import { GET as versionsRoute } from "@/app/api/knowledge/files/[id]/versions/route";
import { POST as recallRoute } from "@/app/api/knowledge/recall/route";
import { closeDatabase, db } from "@/db/client";
import { knowledgeBases, knowledgeFiles, knowledgePages } from "@/db/schema/knowledge";
import { notifications } from "@/db/schema/notifications";
import { webRobots } from "@/db/schema/search";
import { tasks } from "@/db/schema/tasks";
import { resetEnv } from "@/lib/config/env";
import type {
  FileBatchDto,
  KnowledgeFileDto,
  KnowledgeFilesDto,
  KnowledgeFileVersionDto,
  RecallDto,
} from "@/lib/features/knowledge/dto";
import type { AddedPagesDto, VersionChangeDto } from "@/lib/features/knowledge/reading-dto";
import { startDueRefreshes } from "@/lib/features/knowledge/service/page-tasks";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { runTask } from "@/lib/tasks/run";
import { forgetHostRules } from "@/lib/web/hosts";
import { answer } from "@/tests/factories/call";
import { granted, makeBase } from "@/tests/factories/knowledge";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { runTasksOf } from "@/tests/factories/tasks";
import { startPageServer } from "@/tests/fakes/page-server.mjs";

let site: Awaited<ReturnType<typeof startPageServer>>;
let foreign: Awaited<ReturnType<typeof startPageServer>>;
let owner: Person;
let reader: Person;
let base: string;

beforeAll(async () => {
  await onlyBuiltinModels();
  await startJobs(TASK_JOBS, false);
  [site, foreign] = [await startPageServer(), await startPageServer()];
});
/** As a day later: the rules of sites are asked for again. */
async function forgetRules() {
  await db().delete(webRobots);
  forgetHostRules();
}

beforeEach(async () => {
  await forgetRules();
  // The one site counts as a listed host; everything else of this machine stays closed.
  process.env.ALLOW_PRIVATE_NETWORK = site.host;
  resetEnv();
  for (const path of Object.keys(site.pages)) delete site.pages[path];
  [owner, reader] = [await makePerson(), await makePerson()];
  base = await makeBase(owner, { visibility: "partial", grants: [granted("user", reader.id)] });
});
afterAll(async () => {
  delete process.env.ALLOW_PRIVATE_NETWORK;
  resetEnv();
  await site.close();
  await foreign.close();
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

const at = (id: string, person = owner) => ({ token: person.token, params: { id } });
const page = (words: string, title = "Lease") => `<html><title>${title}</title><body><p>${words}</p></body></html>`;
const add = (body: object, person = owner) =>
  answer<AddedPagesDto>(pagesRoute, { ...at(base, person), method: "POST", body });
const list = async () => (await answer<KnowledgeFilesDto>(listRoute, at(base))).data!.items;
const act = async (file: KnowledgeFileDto, action: object) =>
  (await answer<FileBatchDto>(batchRoute, { ...at(base), body: { ids: [file.id], action } })).data!;
const answers = async () =>
  (
    await answer<RecallDto>(recallRoute, { token: owner.token, body: { baseIds: [base], query: "lease" } })
  ).data!.hits.map(({ text }) => text.trim());
const versions = async ({ id }: KnowledgeFileDto) =>
  (await answer<{ items: KnowledgeFileVersionDto[] }>(versionsRoute, at(id))).data!.items;
const built = async () => {
  for (const { versionId } of await list()) await runTasksOf(versionId);
};
const heard = async (kind: string, person = owner) =>
  db()
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, person.id), eq(notifications.kind, kind)));

/** A page of the site that is a file by now. */
async function added(path: string, more: object = {}): Promise<KnowledgeFileDto> {
  const { data } = await add({ addresses: [site.url + path], ...more });
  expect(data).toEqual({ taskId: null, added: 1, refused: [] });
  await built();
  return (await list()).find((file) => file.page?.url === site.url + path)!;
}

describe("web pages of a base", () => {
  it("become files with their addresses, in whatever charset, and answer", async () => {
    site.pages["/lease"] = page("The lease ends in March.");
    const file = await added("/lease", { folder: "web", refresh: "daily" });
    expect(file).toMatchObject({ name: "Lease.html", folder: "web", status: "ready", format: "html" });
    expect(file.page).toMatchObject({ refresh: "daily", status: "found", error: null });
    expect(await answers()).toEqual(["The lease ends in March."]);
    expect((await added("/gbk-in-header")).name).toBe("中文.html");
    expect((await added("/text")).name).toBe("text.txt");
    const again = await add({ addresses: [`${site.url}/lease#part`] });
    expect(again.data).toMatchObject({ added: 0, refused: [{ address: `${site.url}/lease` }] });
    expect((await add({ addresses: [`${site.url}/lease`] }, reader)).code).toBe(404);
    for (const wrong of [{ addresses: [] }, { addresses: ["ftp://a.test/x"] }, { addresses: ["nonsense"] }])
      expect((await add(wrong)).code).toBe(400);
  });

  it("keep the rules of their site, also those of where they lead", async () => {
    site.pages["/robots.txt"] = (_, response) =>
      response.writeHead(200, { "content-type": "text/plain" }).end("User-agent: *\nDisallow: /private");
    site.pages["/private/a"] = page("Secret lease.");
    site.pages["/open"] = (_, response) => response.writeHead(302, { location: "/private/a" }).end();
    const { data } = await add({ addresses: ["/private/a", "/open"].map((path) => site.url + path) });
    expect(data).toMatchObject({ added: 0, refused: [{}, {}] });
    expect(site.seen.filter((path) => path === "/robots.txt").length).toBeGreaterThan(0);
    site.pages["/robots.txt"] = (_, response) => response.writeHead(503).end();
    await forgetRules();
    expect((await add({ addresses: [`${site.url}/article`] })).data).toMatchObject({ added: 0 });
    expect(await list()).toEqual([]);
  });

  it.each([
    [
      "an address of our network",
      () => [`${foreign.url}/article`, "http://10.0.0.1/", "http://169.254.169.254/latest"],
    ],
    // A name that leads to our network is looked up, checked and called as one.
    ["a name that leads there", () => [`http://localhost:${new URL(foreign.url).port}/article`]],
    ["a redirect there", () => [`${site.url}/to?url=${encodeURIComponent(`${foreign.url}/article`)}`]],
    ["a page without end", () => [`${site.url}/endless`]],
    ["what is gone, closed or no page", () => [`${site.url}/missing`, `${site.url}/forbidden`, `${site.url}/pdf`]],
  ])("do not come from %s", async (_name, addresses) => {
    const { data } = await add({ addresses: addresses() });
    expect(data).toMatchObject({ added: 0 });
    expect(data!.refused.length).toBe(addresses().length);
    expect(await list()).toEqual([]);
    expect(foreign.seen).toEqual([]);
  });

  it("come by a sitemap of their own site, in a task that tells what became of them", async () => {
    const xml = (words: string) => `<?xml version="1.0"?><?xml-stylesheet href="x.xsl"?>${words}`;
    const loc = (url: string) => `<loc>${url}</loc>`;
    site.pages["/sitemap.xml"] = xml(`<sitemapindex><sitemap>${loc(`${site.url}/inner.xml`)}</sitemap></sitemapindex>`);
    const urls = [`${site.url}/a`, `${site.url}/b`, `${site.url}/missing`, `${foreign.url}/article`];
    site.pages["/inner.xml"] = xml(`<urlset>${urls.map((url) => `<url>${loc(url)}</url>`).join("")}</urlset>`);
    site.pages["/a"] = page("Lease a.", "A");
    site.pages["/b"] = page("Lease b.", "B");
    const { data } = await add({ addresses: [], sitemap: `${site.url}/sitemap.xml` });
    await runTask(data!.taskId!);
    expect((await list()).map(({ name }) => name).sort()).toEqual(["A.html", "B.html"]);
    expect(foreign.seen).toEqual([]);
    expect((await heard("pagesAdded")).map(({ args }) => args)).toEqual([
      { added: 2, refused: 1, example: `${site.url}/missing` },
    ]);
    site.pages["/bomb.xml"] = `<!DOCTYPE a [<!ENTITY x "y">]><urlset>&x;</urlset>`;
    const bad = await add({ addresses: [], sitemap: `${site.url}/bomb.xml` });
    await runTask(bad.data!.taskId!);
    const [task] = await db().select().from(tasks).where(eq(tasks.id, bad.data!.taskId!));
    expect(task).toMatchObject({ status: "failed", failure: "sitemapUnreadable" });
  });
});

describe("a web page that is looked at again", () => {
  it("is asked for with what is known of it, and becomes a new version without a gap when it changed", async () => {
    const asked: (string | undefined)[] = [];
    let words = "The lease ends in March.";
    site.pages["/lease"] = (request, response) => {
      const tag = `"${words.length}"`;
      asked.push(request.headers["if-none-match"]);
      if (request.headers["if-none-match"] === tag) return void response.writeHead(304).end();
      response.writeHead(200, { "content-type": "text/html", etag: tag }).end(page(words));
    };
    const file = await added("/lease");
    expect(await act(file, { kind: "refresh" })).toMatchObject({ done: 1 });
    expect(asked).toEqual([undefined, '"24"']);
    expect((await versions(file)).length).toBe(1);
    words = "The lease ends in June 2031.";
    expect(await act(file, { kind: "refresh" })).toMatchObject({ done: 1 });
    expect(await answers()).toEqual(["The lease ends in March."]);
    await built();
    expect(await answers()).toEqual([words]);
    const [newest] = await versions(file);
    const params = { id: file.id, versionId: newest!.versionId };
    const change = await answer<VersionChangeDto>(changesRoute, { token: reader.token, params });
    expect(change.data).toMatchObject({
      before: expect.stringContaining("March"),
      after: expect.stringContaining("June"),
    });
    const stranger = await makePerson();
    expect((await answer(changesRoute, { token: stranger.token, params })).code).toBe(404);
  });

  it("is as it was where only what nobody reads of it is another, and new again with its words", async () => {
    let [words, token] = ["The lease ends in March.", "a1"];
    site.pages["/lease"] = (_, response) => {
      const head = `<title>Lease</title><meta name="csrf-token" content="${token}"><script>at = "${token}"</script>`;
      const body = `<!-- ${token} --><p data-at="${token}">${words}</p>`;
      response
        .writeHead(200, { "content-type": "text/html", etag: `"${token}"` })
        .end(`<html><head>${head}</head><body>${body}</body></html>`);
    };
    const file = await added("/lease", { refresh: "daily" });
    token = "b2";
    expect(await act(file, { kind: "refresh" })).toMatchObject({ done: 1 });
    expect((await versions(file)).length).toBe(1);
    const [kept] = await db().select().from(knowledgePages).where(eq(knowledgePages.knowledgeFileId, file.id));
    expect(kept).toMatchObject({ status: "found", etag: '"b2"' });
    expect(kept!.checkedAt.getTime()).toBeGreaterThan(kept!.changedAt.getTime());
    [words, token] = ["The lease ends in June.", "c3"];
    expect(await act(file, { kind: "refresh" })).toMatchObject({ done: 1 });
    expect((await versions(file)).length).toBe(2);
  });

  it("is told as gone to whoever answers for it while they may see it, else to the base's owner", async () => {
    site.pages["/lease"] = page("The lease ends in March.");
    site.pages["/other"] = page("The other lease ends in May.", "Other");
    const [file, other] = [await added("/lease"), await added("/other")];
    await db().update(knowledgeFiles).set({ ownerId: reader.id }).where(eq(knowledgeFiles.baseId, base));
    for (const path of ["/lease", "/other"]) delete site.pages[path];
    await act(file, { kind: "refresh" });
    expect((await heard("pageGone", reader)).map(({ args }) => args)).toEqual([{ name: file.name }]);
    await db().update(knowledgeFiles).set({ visibility: "partial" }).where(eq(knowledgeFiles.id, other.id));
    await db().update(knowledgeBases).set({ visibility: "self" }).where(eq(knowledgeBases.id, base));
    await act(other, { kind: "refresh" });
    expect((await heard("pageGone", reader)).length).toBe(1);
    expect((await heard("pageGone")).map(({ args }) => args)).toEqual([{ name: other.name }]);
  });

  it("goes on answering when it is gone, and its owner is told once", async () => {
    site.pages["/lease"] = page("The lease ends in March.");
    const file = await added("/lease");
    delete site.pages["/lease"];
    expect(await act(file, { kind: "refresh" })).toMatchObject({ done: 0, refused: [{ id: file.id }] });
    await act(file, { kind: "refresh" });
    expect((await list())[0]!.page).toMatchObject({ status: "gone", error: "webPageGone" });
    expect(await answers()).toEqual(["The lease ends in March."]);
    expect((await heard("pageGone")).length).toBe(1);
  });

  it("is begun by the clock when its time has come, and by nobody who lost the right", async () => {
    site.pages["/lease"] = page("The lease ends in March.");
    site.pages["/other"] = page("The other lease ends in May.", "Other");
    const file = await added("/lease", { refresh: "daily" });
    const other = await added("/other");
    expect(await act(other, { kind: "schedule", refresh: "weekly" })).toMatchObject({ done: 1 });
    const past = new Date(Date.now() - 25 * 3_600_000);
    await db().update(knowledgePages).set({ checkedAt: past });
    site.pages["/lease"] = page("The lease ends in June.");
    await startDueRefreshes();
    const begun = async () => db().select().from(tasks).where(eq(tasks.kind, "knowledgePageRefresh"));
    const mine = (await begun()).filter(({ ownerId }) => ownerId === owner.id);
    expect(mine.map(({ subject }) => subject)).toEqual([file.id]);
    await runTask(mine[0]!.id);
    await built();
    expect((await versions(file)).length).toBe(2);
    await startDueRefreshes();
    expect((await begun()).filter(({ ownerId, status }) => ownerId === owner.id && status === "waiting")).toEqual([]);
  });
});
