import { createHash } from "node:crypto";
import vm from "node:vm";
import type { APIRequestContext } from "@playwright/test";
import { ADMIN, expect, test, tokenOf } from "../setup/e2e";

const PAGES = ["/login", "/personal/chat", "/system/system-manage/model-access"];
const SCRIPT = /<script src="(\/api\/texts\/[^"]+)" nonce="([^"]+)"><\/script>/g;

/** All that texts say, without what the build made of arguments. */
function wordsOf(texts: unknown): string[] {
  if (typeof texts === "string") return [texts];
  return texts && typeof texts === "object" ? Object.values(texts).flatMap(wordsOf) : [];
}

/** What a file of texts gives to the page that runs it, by the address it gives it under. */
function textsOf(script: string): Map<string, Record<string, unknown>> {
  const page: { self?: object; __texts?: Map<string, Record<string, unknown>> } = {};
  page.self = page;
  vm.runInNewContext(script, page);
  return page.__texts ?? new Map();
}

async function pageOf(request: APIRequestContext, page: string) {
  const response = await request.get(page);
  expect(response.url()).toContain(page);
  const html = await response.text();
  const scripts = [...html.matchAll(SCRIPT)].map(([, path, nonce]) => ({ path: path!, nonce: nonce! }));
  return { html, scripts, policy: response.headers()["content-security-policy"] };
}

for (const page of PAGES) {
  test(`${page} names its texts before its content and carries none that it does not show`, async ({
    request,
    baseURL,
  }) => {
    if (page !== "/login") await tokenOf(request, ADMIN, baseURL ?? "");
    const { html, scripts, policy } = await pageOf(request, page);
    for (const { nonce } of scripts) expect(policy).toContain(`'nonce-${nonce}'`);
    const files = scripts.map(({ path }) => path);
    const areas = files.map((path) => /\/([\w-]+)\.[0-9a-f]{12}\.js$/.exec(path)?.[1]);
    expect(areas).toEqual(expect.arrayContaining(["common", "failure"]));
    // Whatever a person could click stands behind them.
    const first = html.search(/<(?:a|button|input|textarea)[\s>]/);
    expect(first).toBeGreaterThan(html.indexOf(files.find((path) => path.includes("/common."))!));

    for (const path of files) {
      const answer = await request.get(path);
      expect(answer.headers()["cache-control"]).toBe("public, max-age=31536000, immutable");
      expect(answer.headers()["content-type"]).toBe("text/javascript; charset=utf-8");
      const [[name, texts] = [], ...others] = textsOf(await answer.text());
      expect([name, others]).toEqual([path, []]);
      // The name changes with what is in it.
      expect(path).toContain(createHash("sha256").update(JSON.stringify(texts)).digest("hex").slice(0, 12));
      if (!/\/(errors|validation|failure)\./.test(path)) continue;
      // Shorter ones are ends of sentences with figures, which stand in others too.
      const sentences = wordsOf(texts).filter((text) => text.length > 11);
      expect(sentences.length).toBeGreaterThan(0);
      expect(sentences.filter((text) => html.includes(text))).toEqual([]);
    }
  });
}

test("a file of texts is sent compressed to who takes it, and means the same", async ({ request }) => {
  const [first] = (await pageOf(request, "/login")).scripts;
  const get = (encoding: string) => request.get(first!.path, { headers: { "accept-encoding": encoding } });
  const [packed, plain] = [await get("gzip"), await get("identity")];
  expect(packed.headers()["content-encoding"]).toBe("gzip");
  expect(plain.headers()["content-encoding"]).toBeUndefined();
  expect(await packed.text()).toBe(await plain.text());
});

test("texts under a name of another build are today's and are not kept; there are none of other areas", async ({
  request,
}) => {
  const [first] = (await pageOf(request, "/login")).scripts;
  const former = first!.path.replace(/[0-9a-f]{12}/, "0123456789ab");
  const answer = await request.get(former);
  expect(answer.headers()["cache-control"]).toBe("no-store");
  const today = textsOf(await (await request.get(first!.path)).text()).get(first!.path);
  expect(today).toBeDefined();
  expect([...textsOf(await answer.text())]).toEqual([[former, today]]);
  for (const name of ["nothing", "constructor", "__proto__"]) {
    expect((await request.get(`/api/texts/zh_CN/${name}.0123456789ab.js`)).status()).toBe(404);
  }
  expect((await request.get(former.replace("zh_CN", "fr_FR"))).status()).toBe(404);
});

test("nobody sees a screen before its texts have come, and no file is asked for twice", async ({ page, signIn }) => {
  await signIn(ADMIN);
  const asked: string[] = [];
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.route("**/api/texts/**", async (route) => {
    asked.push(new URL(route.request().url()).pathname.replace(/^.*\/([\w-]+)\..*$/, "$1"));
    await released;
    await route.continue();
  });
  await page.goto("/personal/chat", { waitUntil: "commit" });
  await expect.poll(() => asked).toContain("chat");
  expect(await page.locator("main, textarea, a, button").count()).toBe(0);
  release();
  await expect(page.getByRole("textbox").first()).toBeVisible();

  // A screen of another area, without a new page.
  expect(asked).not.toContain("drawing");
  await page.evaluate(() => Object.assign(window, { __samePage: true }));
  await page.locator('nav a[href="/personal/draft"]').first().click();
  await expect(page).toHaveURL(/\/personal\/draft/);
  await expect(page).toHaveTitle(/AI 绘图/);
  await expect.poll(() => asked).toContain("drawing");
  expect(await page.evaluate(() => "__samePage" in window)).toBe(true);
  expect(asked.length).toBe(new Set(asked).size);
});
