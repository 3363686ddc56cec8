import type { Actor } from "@/lib/auth/actor";
import { resetEnv } from "@/lib/config/env";
import { PAGE_LIMITS, readPage } from "@/lib/tools/builtin/read-page";
import { startPageServer } from "@/tests/fakes/page-server.mjs";

let server: Awaited<ReturnType<typeof startPageServer>>;
let foreign: Awaited<ReturnType<typeof startPageServer>>;
const context = { actor: {} as Actor, signal: new AbortController().signal, settings: {}, credential: null };
const read = async (path: string) => (await readPage.run({ url: `${server.url}${path}` }, context)).text;

beforeAll(async () => {
  [server, foreign] = [await startPageServer(), await startPageServer()];
});
beforeEach(() => {
  // The one page server counts as a listed host; everything else of this machine stays closed.
  process.env.ALLOW_PRIVATE_NETWORK = server.host;
  resetEnv();
  PAGE_LIMITS.ms = 10_000;
});
afterAll(async () => {
  delete process.env.ALLOW_PRIVATE_NETWORK;
  resetEnv();
  await server.close();
  await foreign.close();
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
    const failure = await readPage.run({ url }, context).catch((error: unknown) => error);
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
