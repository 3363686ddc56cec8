import { createHash } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import { ADMIN, expect, test, tokenOf } from "../setup/e2e";

const PAGES = ["/login", "/personal/chat", "/system/system-manage/model-access"];
const LINK = /<link rel="preload" href="(\/api\/texts\/[^"]+)" as="fetch" crossorigin=""/gi;

/** All that a file of texts says, without what the build made of arguments. */
function wordsOf(texts: unknown): string[] {
  if (typeof texts === "string") return [texts];
  return texts && typeof texts === "object" ? Object.values(texts).flatMap(wordsOf) : [];
}

async function pageOf(request: APIRequestContext, page: string): Promise<{ html: string; files: string[] }> {
  const response = await request.get(page);
  expect(response.url()).toContain(page);
  const html = await response.text();
  return { html, files: [...html.matchAll(LINK)].map(([, path]) => path!) };
}

for (const page of PAGES) {
  test(`${page} links to its texts and carries none that it does not show`, async ({ request, baseURL }) => {
    if (page !== "/login") await tokenOf(request, ADMIN, baseURL ?? "");
    const { html, files } = await pageOf(request, page);
    expect(new Set(files).size).toBe(files.length);
    const areas = files.map((path) => /\/([\w-]+)\.[0-9a-f]{12}\.json$/.exec(path)?.[1]);
    expect(areas).toEqual(expect.arrayContaining(["common", "failure"]));

    for (const path of files) {
      const answer = await request.get(path);
      expect(answer.headers()["cache-control"]).toBe("public, max-age=31536000, immutable");
      const json = await answer.text();
      // The name changes with what is in it.
      expect(path).toContain(createHash("sha256").update(json).digest("hex").slice(0, 12));
      if (!/\/(errors|validation|failure)\./.test(path)) continue;
      // Shorter ones are ends of sentences with figures, which stand in others too.
      const sentences = wordsOf(JSON.parse(json)).filter((text) => text.length > 11);
      expect(sentences.length).toBeGreaterThan(0);
      expect(sentences.filter((text) => html.includes(text))).toEqual([]);
    }
  });
}

test("texts under a name of another build are today's and are not kept; there are none of other areas", async ({
  request,
}) => {
  const [path] = (await pageOf(request, "/login")).files;
  const former = path!.replace(/[0-9a-f]{12}/, "0123456789ab");
  const answer = await request.get(former);
  expect(answer.headers()["cache-control"]).toBe("no-store");
  expect(await answer.json()).toEqual(await (await request.get(path!)).json());
  for (const name of ["nothing", "constructor", "__proto__"]) {
    expect((await request.get(`/api/texts/zh_CN/${name}.0123456789ab.json`)).status()).toBe(404);
  }
  expect((await request.get(former.replace("zh_CN", "fr_FR"))).status()).toBe(404);
});
