import type { SearchKind, SearchProviderKind } from "@/lib/config/tool-kinds";
import { askProvider, type ProviderFailure } from "@/lib/web/providers/ask";
import { merged, siteBatches, siteTerms } from "@/lib/web/providers/sites";
import type { ReachedProvider } from "@/lib/web/providers/store";
import type { ProviderQuery } from "@/lib/web/providers/types";
import { SEARCH_KEY, startToolServices } from "@/tests/fakes/tool-services.mjs";

let fake: Awaited<ReturnType<typeof startToolServices>>;
beforeAll(async () => {
  fake = await startToolServices();
});
beforeEach(() => {
  fake.state.seen = [];
});
afterAll(() => fake.close());

const PATH: Record<SearchProviderKind, string> = {
  ...{
    searxng: "/searxng",
    brave: "/brave",
    bing: "/bing/v7.0",
    serper: "/serper",
    tavily: "/tavily",
    bocha: "/bocha",
  },
};
const KINDS = Object.keys(PATH) as SearchProviderKind[];

function ask<Kind extends SearchKind>(
  provider: SearchProviderKind,
  asked: Partial<ProviderQuery> & { kind: Kind },
  baseUrl = `${fake.url}${PATH[provider]}`,
) {
  const row = { kind: provider, baseUrl } as ReachedProvider;
  const usual = { query: "合同", count: 3, language: "zh", safeSearch: "strict", key: SEARCH_KEY, sites: [] } as const;
  return askProvider(row, { ...usual, ...asked }, new AbortController().signal);
}
const failureOf = async (...asked: Parameters<typeof ask>) =>
  (await ask(...asked).catch((error: unknown) => error)) as ProviderFailure;

it.each(KINDS)("%s gives titles, addresses and passages, with the day where it says one", async (provider) => {
  const hits = await ask(provider, { kind: "pages" });
  expect(hits.slice(0, 3)).toMatchObject(
    [1, 2, 3].map((number) => ({
      title: `Result ${number} for 合同`,
      url: `https://example.com/${number}`,
      snippet: `Passage ${number} about 合同`,
    })),
  );
  if (provider !== "tavily") expect(hits[0]!.publishedAt).toMatch(/^2026-03-05T00:00:00/);
  expect(hits[1]!.publishedAt).toBeUndefined();
});

it.each(KINDS)("%s gives pictures with the page they stand on", async (provider) => {
  const [first] = await ask(provider, { kind: "pictures" });
  const pictureUrl = "https://pictures.example.com/1.jpg";
  const named = { pageUrl: "https://example.com/1", width: 1920, height: 1080 };
  expect(first).toEqual({
    title: "Result 1 for 合同",
    pictureUrl,
    ...(provider === "tavily" ? { pageUrl: pictureUrl } : named),
  });
});

it.each(KINDS)("%s is narrowed to hosts in its own way", async (provider) => {
  const sites = ["a.example", "b.example"];
  const hits = await ask(provider, { kind: "pages", sites });
  expect(hits.slice(0, 2).map(({ url }) => new URL(url).hostname)).toEqual(sites);
  expect(hits[0]!.title).toBe("Result 1 for 合同");
});

it("language and safe search go along where a service knows them", async () => {
  for (const provider of KINDS) await ask(provider, { kind: "pages" });
  const sent = fake.state.seen.map(({ query, body }: { query: string; body?: object }) =>
    body ? JSON.stringify(body) : query,
  );
  const [searxng, brave, bing, serper] = sent;
  expect(searxng).toContain("language=zh-CN&safesearch=2");
  expect(brave).toContain("safesearch=strict&search_lang=zh-hans");
  expect(bing).toContain("safeSearch=strict&mkt=zh-CN");
  expect(serper).toContain('"hl":"zh-cn"');
});

it("never passes on an address that is no page's", async () => {
  const hits = await ask("searxng", { kind: "pages", count: 20 });
  expect(hits).toHaveLength(10);
  expect(JSON.stringify(hits)).not.toContain("javascript:");
});

it.each(["brave", "bing"] as const)("%s finds nothing without a failure", async (provider) => {
  expect(await ask(provider, { kind: "pages", query: "nothing" })).toEqual([]);
});

it.each([
  ["searxng", "json off", SEARCH_KEY, "searchJsonOff"],
  ["searxng", "challenge", SEARCH_KEY, "searchChallenge"],
  ["searxng", "silent engines", SEARCH_KEY, "searchChallenge"],
  ["searxng", "引擎无应答", SEARCH_KEY, "searchChallenge"],
  ["searxng", "too many", SEARCH_KEY, "toolBusy"],
  ["brave", "x", "wrong-key", "toolUnauthorized"],
  ["brave", "too many", SEARCH_KEY, "toolBusy"],
  ["bing", "x", "wrong-key", "toolUnauthorized"],
  ["bing", "over the plan", SEARCH_KEY, "toolQuota"],
  ["serper", "x", "wrong-key", "toolUnauthorized"],
  ["serper", "over the plan", SEARCH_KEY, "toolQuota"],
  ["tavily", "x", "wrong-key", "toolUnauthorized"],
  ["tavily", "over the plan", SEARCH_KEY, "toolQuota"],
  ["bocha", "x", "wrong-key", "toolUnauthorized"],
  ["bocha", "too many", SEARCH_KEY, "toolBusy"],
  ["bocha", "over the plan", SEARCH_KEY, "toolQuota"],
] as const)("%s: %s with %s is %s, without the key", async (provider, query, key, expected) => {
  const failure = await failureOf(provider, { kind: "pages", query, key });
  expect(failure).toMatchObject({ key: expected });
  expect(failure.detail).not.toContain(key);
});

it("keeps how long a service wants to be left alone", async () => {
  expect(await failureOf("brave", { kind: "pages", query: "too many" })).toMatchObject({ retryAfterMs: 120_000 });
});

it.each([
  ["an answer that is no JSON", "/garbage", "toolMalformed"],
  ["JSON of another shape", "/strange", "toolMalformed"],
  ["a wrong path", "/nothing-here", "toolFailed"],
])("%s is told apart", async (_name, path, key) => {
  expect(await failureOf("searxng", { kind: "pages" }, `${fake.url}${path}`)).toMatchObject({ key });
});

it.each([
  ["http://127.0.0.1:1", "toolUnreachable"],
  ["http://169.254.169.254", "addressRefused"],
  ["http://[::ffff:a9fe:a9fe]", "addressRefused"],
])("a service at %s is %s", async (baseUrl, key) => {
  expect(await failureOf("searxng", { kind: "pages" }, baseUrl)).toMatchObject({ key });
});

describe("hosts", () => {
  it("are written as engines read them, each once", () => {
    expect(siteTerms(["a.com", "=a.com", "=b.cn"])).toEqual(["a.com", "b.cn"]);
  });

  it("go into three requests at most; the last is open where there are more", () => {
    const sites = Array.from({ length: 40 }, (_, index) => `h${index}.com`);
    expect(siteBatches([], 8)).toEqual([[]]);
    expect(siteBatches(sites.slice(0, 9), 8).map(({ length }) => length)).toEqual([8, 1]);
    expect(siteBatches(sites.slice(0, 24), 8).map(({ length }) => length)).toEqual([8, 8, 8]);
    expect(siteBatches(sites, 8).map(({ length }) => length)).toEqual([8, 8, 0]);
  });

  it("hits of several requests take turns, each address once", () => {
    const lists = [["a", "b", "c"], ["d", "a"], []];
    expect(merged(lists, (one) => one)).toEqual(["a", "d", "b", "c"]);
  });
});
