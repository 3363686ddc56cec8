import { GET as documentRoute } from "@/app/api/reader/[versionId]/route";
import { closeDatabase, db } from "@/db/client";
import { upsertConfig } from "@/db/queries/config/system-config";
import { insertSource } from "@/db/queries/search/sources";
import { resetEnv } from "@/lib/config/env";
import { invalidateConfig } from "@/lib/config/system-config";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { runTool } from "@/lib/tools/run";
import { PAGE_LIMITS, PAGE_READING } from "@/lib/web/page-text";
import { readPage } from "@/lib/web/page-tool";
import { answer } from "@/tests/factories/call";
import { makePerson, type Person } from "@/tests/factories/people";
import { startPageServer } from "@/tests/fakes/page-server.mjs";

let server: Awaited<ReturnType<typeof startPageServer>>;
let foreign: Awaited<ReturnType<typeof startPageServer>>;
let reader: Person;
let stranger: Person;
const signal = new AbortController().signal;
const run = (url: string, person = reader) => readPage.run({ url }, { actor: person.actor, signal, settings: {} });
const read = async (path: string) => (await run(`${server.url}${path}`)).text;

beforeAll(async () => {
  [reader, stranger] = [await makePerson(), await makePerson()];
  [server, foreign] = [await startPageServer(), await startPageServer()];
});
beforeEach(() => {
  // The one page server counts as a listed host; everything else of this machine stays closed.
  process.env.ALLOW_PRIVATE_NETWORK = server.host;
  resetEnv();
  PAGE_LIMITS.ms = 10_000;
});
afterAll(async () => {
  await upsertConfig(db(), "webIndex", {});
  delete process.env.ALLOW_PRIVATE_NETWORK;
  resetEnv();
  await server.close();
  await foreign.close();
  closeIdleChildren();
  await closeDatabase();
});

describe("reading a page", () => {
  it("gives its article as Markdown, links absolute, without script and pictures", async () => {
    const text = await read("/article");
    expect(text).toMatch(/^# Notice\n\nSource: http:\/\/127\.0\.0\.1:\d+\/article\n/);
    expect(text).toContain(`[the terms](${server.url}/docs/terms.html)`);
    expect(text).toContain("a chart");
    expect(text).not.toMatch(/canary|javascript:|pwned|\/menu/);
  });

  it.each([
    ["/gbk-meta", "中文", "合同"],
    ["/gbk-in-header", "中文", "合同"],
    ["/utf16", "", "十六位"],
    ["/bare", "", "world"],
    ["/no-head", "", "still here"],
    ["/text", "", "纯文本 <b>kept</b>"],
    ["/markdown", "", "# Title\n\n- one"],
  ])("decodes %s", async (path, title, words) => {
    const text = await read(path);
    expect(text).toContain(words);
    expect(text).toContain(title);
  });

  it("follows five redirects, no more", async () => {
    expect(await read("/hop/5")).toContain("# Notice");
    await expect(read("/hop/6")).rejects.toMatchObject({ key: "pageUnreachable" });
    await expect(read("/loop")).rejects.toMatchObject({ key: "pageUnreachable" });
  });

  it.each([
    ["/pdf", "pageType"],
    ["/no-type", "pageType"],
    ["/forbidden", "pageRefused"],
    ["/missing", "pageUnreachable"],
    ["/empty", "pageEmpty"],
    ["/bomb", "pageTooLarge"],
    ["/endless", "pageTooLarge"],
  ])("%s ends as %s", async (path, key) => {
    const before = process.memoryUsage().rss;
    await expect(read(path)).rejects.toMatchObject({ key });
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 ** 2);
  });

  it("gives up on a page that drips", async () => {
    PAGE_LIMITS.ms = 700;
    const started = Date.now();
    await expect(read("/drip")).rejects.toMatchObject({ key: "pageTimeout" });
    expect(Date.now() - started).toBeLessThan(3000);
  });

  it.each(["/deep", "/wide"])(
    "never holds up the event loop with %s",
    async (path) => {
      PAGE_READING.ms = 2000;
      const began = Date.now();
      let longest = 0;
      let last = began;
      const timer = setInterval(() => {
        longest = Math.max(longest, Date.now() - last);
        last = Date.now();
      }, 10);
      await read(path).catch((error: { key: string }) => expect(error.key).toMatch(/^(page|tool)/));
      clearInterval(timer);
      // Reading it here would hold it up for nearly as long as it takes; a slow machine alone does for over a second.
      expect(longest).toBeLessThan(Math.max(1000, (Date.now() - began) / 4));
    },
    40_000,
  );
});

describe("addresses that are not public", () => {
  const refused = async (url: string) => {
    const failure = await run(url).catch((error: unknown) => error);
    expect(failure).toMatchObject({ key: "pageUnreachable", detail: "" });
  };

  it.each([
    "http://localhost/",
    "http://0.0.0.0/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://127.1/",
    "http://[::1]/",
    "http://[::ffff:7f00:1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://169.254.169.254/latest/meta-data",
    "http://10.0.0.1/",
    "http://172.16.0.1/",
    "http://192.168.0.1/",
    "http://100.64.0.1/",
    "http://[fc00::1]/",
    "http://[fe80::1]/",
    "http://１２７.0.0.1/",
    "http://user:pass@example.com/",
    "http://127.0.0.1.:80/",
    "https://example.com:22/",
    "https://example.com:6379/",
    "file:///etc/passwd",
    "ftp://example.com/",
    "gopher://example.com/",
    "data:text/html,hi",
    "no address",
  ])("%s is not opened and looks like any page that is not there", refused);

  it("are not reached over a redirect either, and neither is another port of a listed host", async () => {
    for (const target of [`${foreign.url}/article`, "file:///etc/passwd", "http://169.254.169.254/"]) {
      await refused(`${server.url}/to?url=${encodeURIComponent(target)}`);
    }
    await refused(`${foreign.url}/article`);
    expect(foreign.seen).toEqual([]);
  });
});

describe("what was read", () => {
  it("is cited from its snapshot, which opens for whoever had it read and nobody else", async () => {
    const { material } = await run(`${server.url}/article`);
    expect(material?.passages[0]?.text).toContain("The contract ends in May");
    const { versionId } = material!.sources[0]!;
    const opened = async ({ token }: Person) => (await answer(documentRoute, { token, params: { versionId } })).code;
    expect(await opened(reader)).toBe(200);
    expect(await opened(stranger)).toBe(404);
  });

  it("lies in trusted sources where the organisation searches these alone (spec C1)", async () => {
    await upsertConfig(db(), "webIndex", { openWeb: false });
    invalidateConfig("webIndex");
    const before = server.seen.length;
    await expect(read("/bare")).rejects.toMatchObject({ key: "pageRefused" });
    expect(server.seen).toHaveLength(before);
    const source = { name: "Own", domains: ["=127.0.0.1"], pageCap: 1, pauseMs: 0 };
    await insertSource(db(), { ...source, ownerId: reader.id, creatorId: reader.id });
    expect(await read("/bare")).toContain("world");
    await expect(run(`${server.url}/bare`, stranger)).rejects.toMatchObject({ key: "pageRefused" });
    await upsertConfig(db(), "webIndex", {});
    invalidateConfig("webIndex");
  });

  it("is offered to nobody before an administrator switches it on", async () => {
    expect(await runTool(reader.actor, "read_page", { url: server.url }, { signal })).toMatchObject({
      error: "toolNotFound",
    });
  });
});
