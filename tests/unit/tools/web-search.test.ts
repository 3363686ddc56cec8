import type { Actor } from "@/lib/auth/actor";
import type { SearchProvider, SearchSettings } from "@/lib/config/tool-kinds";
import { webSearch } from "@/lib/tools/builtin/web-search";
import { SEARCH_KEY, startToolServices } from "@/tests/fakes/tool-services.mjs";

let fake: Awaited<ReturnType<typeof startToolServices>>;
beforeAll(async () => {
  fake = await startToolServices();
});
afterAll(() => fake.close());

const PROVIDERS: SearchProvider[] = ["searxng", "brave", "tavily", "bocha"];
const search = (
  provider: SearchProvider,
  args: Record<string, unknown>,
  over: Partial<SearchSettings> = {},
  key = SEARCH_KEY,
) =>
  webSearch.run(args, {
    actor: {} as Actor,
    signal: new AbortController().signal,
    settings: { provider, baseUrl: `${fake.url}/${provider}`, count: 3, language: "zh", safeSearch: "strict", ...over },
    credential: key,
  });

it.each(PROVIDERS)("%s gives titles, addresses and passages, as many as asked", async (provider) => {
  const { data, text } = await search(provider, { query: "合同" });
  expect(data).toEqual({
    query: "合同",
    hits: [1, 2, 3].map((number) => ({
      title: `Result ${number} for 合同`,
      url: `https://example.com/${number}`,
      snippet: `Passage ${number} about 合同`,
    })),
  });
  expect(text).toMatch(/^1\. Result 1 for 合同\n {3}https:\/\/example\.com\/1\n/);
  const more = (await search(provider, { query: "x", count: 7 })).data as { hits: unknown[] };
  expect(more.hits).toHaveLength(7);
});

it("never passes on an address that is no page's", async () => {
  const { text } = await search("searxng", { query: "x", count: 20 });
  expect(text).not.toContain("javascript:");
});

it.each([
  ["brave", "x", "wrong-key", "toolUnauthorized"],
  ["tavily", "x", "wrong-key", "toolUnauthorized"],
  ["bocha", "x", "wrong-key", "toolUnauthorized"],
  ["tavily", "over the plan", SEARCH_KEY, "toolQuota"],
  ["bocha", "busy", SEARCH_KEY, "toolBusy"],
  ["searxng", "json off", SEARCH_KEY, "searchJsonOff"],
] as const)("%s: %s with %s is %s, without the key", async (provider, query, key, expected) => {
  const failure = (await search(provider, { query }, {}, key).catch((error: unknown) => error)) as { detail: string };
  expect(failure).toMatchObject({ key: expected });
  expect(failure.detail).not.toContain(key);
});

it.each([
  ["an answer that is no JSON", "/garbage", "toolMalformed"],
  ["a wrong path", "/nothing-here", "toolFailed"],
])("%s is told apart", async (_name, path, key) => {
  await expect(search("searxng", { query: "x" }, { baseUrl: `${fake.url}${path}` })).rejects.toMatchObject({ key });
});

it("a service that is not there, or must not be reached", async () => {
  await expect(search("searxng", { query: "x" }, { baseUrl: "http://127.0.0.1:1" })).rejects.toMatchObject({
    key: "toolUnreachable",
  });
  await expect(search("searxng", { query: "x" }, { baseUrl: "http://169.254.169.254" })).rejects.toMatchObject({
    key: "addressRefused",
  });
});
