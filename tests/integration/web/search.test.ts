import { eq } from "drizzle-orm";
import { closeDatabase, db } from "@/db/client";
import { listCounters } from "@/db/queries/models/usage";
import { insertSearchProvider, removeOldSearchCalls } from "@/db/queries/web/providers";
import { tools } from "@/db/schema/tools";
import { searchCalls, searchProviders } from "@/db/schema/web";
import { dayIn } from "@/lib/config/time";
import type { SearchProviderKind } from "@/lib/config/tool-kinds";
import { encrypt } from "@/lib/encryption";
import { TOOL_SECRET_PURPOSE } from "@/lib/tools/secrets";
import { callsOf } from "@/lib/web/providers/call";
import { searchWeb } from "@/lib/web/providers/search";
import { invalidateSearchProviders } from "@/lib/web/providers/store";
import type { WebQuery } from "@/lib/web/providers/types";
import { makePerson, type Person } from "@/tests/factories/people";
import { SEARCH_KEY, startToolServices } from "@/tests/fakes/tool-services.mjs";

const WORDS = "canary-words-91c7";

let fake: Awaited<ReturnType<typeof startToolServices>>;
let one: Person;
let two: Person;

beforeAll(async () => {
  fake = await startToolServices();
  [one, two] = [await makePerson(), await makePerson()];
});
beforeEach(async () => {
  await db().delete(searchCalls);
  await db().delete(searchProviders);
  await db().delete(tools);
  Object.assign(fake.state, { seen: [], searchFails: {} });
  invalidateSearchProviders();
});
afterAll(async () => {
  await fake.close();
  await closeDatabase();
});

async function provide(
  kind: SearchProviderKind,
  sort: number,
  over: Partial<typeof searchProviders.$inferInsert> = {},
) {
  const path = kind === "bing" ? "bing/v7.0" : kind;
  const id = await insertSearchProvider(db(), {
    ...{ kind, name: kind, baseUrl: `${fake.url}/${path}`, sort },
    keyCipher: encrypt(TOOL_SECRET_PURPOSE, SEARCH_KEY),
    ...over,
  });
  invalidateSearchProviders();
  return id;
}
const search = (over: Partial<WebQuery<"pages">> = {}, person = one) =>
  searchWeb({
    ...{ query: WORDS, count: 3, language: "any", kind: "pages", allowedHosts: null },
    ...{ signal: new AbortController().signal, actor: person.actor, app: "search" },
    ...over,
  });
const rows = () => db().select().from(searchCalls).orderBy(searchCalls.id);
const stored = async (id: string) => (await db().select().from(searchProviders).where(eq(searchProviders.id, id)))[0]!;
const askedOf = () => fake.state.seen.map(({ path }: { path: string }) => path.split("/")[1]);

it("without a provider there is no search", async () => {
  await provide("searxng", 1, { enabled: false });
  await provide("brave", 2, { keyCipher: null });
  await expect(search()).rejects.toMatchObject({ key: "toolNotReady" });
});

it("asks in order, goes on at a failure, and says which were tried in vain", async () => {
  fake.state.searchFails = { searxng: 500, brave: 401 };
  await provide("searxng", 1);
  await provide("brave", 2);
  await provide("serper", 3, { costMicros: 1_000_000 });
  await provide("tavily", 4);
  const found = await search();
  expect(found).toMatchObject({
    provider: "serper",
    tried: [
      { provider: "searxng", failure: "toolFailed" },
      { provider: "brave", failure: "toolUnauthorized" },
    ],
  });
  expect(found.hits).toHaveLength(3);
  expect(askedOf()).toEqual(["searxng", "brave", "serper"]);
  const logged = await rows();
  expect(
    logged.map(({ providerName, outcome, hits, costMicros }) => [providerName, outcome, hits, costMicros]),
  ).toEqual([
    ["searxng", "toolFailed", 0, 0],
    ["brave", "toolUnauthorized", 0, 0],
    ["serper", "done", 3, 1000],
  ]);
  expect(logged.every(({ userId, app, currency }) => userId === one.id && app === "search" && currency === "CNY")).toBe(
    true,
  );
  // Neither words nor keys are in what is kept.
  expect(JSON.stringify(logged)).not.toContain(WORDS);
});

it("says of the last one why it failed, and whose try that was", async () => {
  fake.state.searchFails = { searxng: 429, brave: 402 };
  await provide("searxng", 1);
  await provide("brave", 2);
  const tried = [
    { provider: "searxng", failure: "toolBusy" },
    { provider: "brave", failure: "toolQuota" },
  ];
  await expect(search({}, two)).rejects.toMatchObject({ key: "toolQuota", tried });
  expect(new Set((await rows()).map(({ userId }) => userId))).toEqual(new Set([two.id]));
});

it("one that failed a moment ago is asked after the others, until it answers again", async () => {
  fake.state.searchFails = { searxng: 503 };
  const id = await provide("searxng", 1);
  await provide("serper", 2);
  await search();
  expect(await stored(id)).toMatchObject({
    status: "abnormal",
    checkError: "toolBusy",
    cooldownUntil: expect.any(Date),
  });
  await search();
  expect(askedOf()).toEqual(["searxng", "serper", "serper"]);
  fake.state.searchFails = { serper: 500 };
  await search();
  expect(askedOf().slice(3)).toEqual(["serper", "searxng"]);
  expect(await stored(id)).toMatchObject({ status: "normal", checkError: null, cooldownUntil: null });
});

it("counts a quota exactly under twenty searches at once", async () => {
  const id = await provide("searxng", 1, { dailyQuota: 7 });
  await provide("serper", 2);
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => search({}, index % 2 ? one : two)));
  const byProvider = Map.groupBy(answers, ({ provider }) => provider);
  expect([byProvider.get("searxng")?.length, byProvider.get("serper")?.length]).toEqual([7, 13]);
  expect(askedOf().filter((name: string) => name === "searxng")).toHaveLength(7);
  const [counter] = await listCounters(db(), [{ subject: callsOf(id), unit: "calls", period: dayIn("Asia/Shanghai") }]);
  expect((counter?.used ?? 0) + (counter?.reserved ?? 0)).toBe(7);
  // A quota that is used up is no fault of the provider.
  expect(await stored(id)).toMatchObject({ status: "normal" });
  expect(answers.filter(({ tried }) => tried[0]?.failure === "searchQuota")).toHaveLength(13);
});

describe("trusted hosts", () => {
  it("narrow the request and drop what does not lie in them", async () => {
    await provide("serper", 1);
    const { hits } = await search({ allowedHosts: ["a.test", "=b.test"], count: 4 });
    expect(hits.map(({ url }) => new URL(url).hostname)).toEqual(["a.test", "b.test", "a.test", "b.test"]);
    // Nothing of example.com, which the open request finds.
    const many = Array.from({ length: 40 }, (_, index) => `h${index}.test`);
    const wide = await search({ allowedHosts: many, count: 20 });
    expect(wide.hits.length).toBeGreaterThan(0);
    expect(wide.hits.every(({ url }) => many.includes(new URL(url).hostname))).toBe(true);
    expect(askedOf()).toHaveLength(4);
  });

  it("of a service that does not narrow nothing gets through", async () => {
    await provide("searxng", 1, { baseUrl: `${fake.url}/deaf` });
    fake.state.deaf = [
      "https://good.test/1",
      "https://www.good.test/2",
      "https://good.test.evil.example/3",
      "https://notgood.test/4",
      "https://evil.example/good.test",
      "https://good.test@evil.example/6",
      "https://GOOD.test/7",
    ];
    const { hits } = await search({ allowedHosts: ["good.test"], count: 20 });
    expect(hits.map(({ url }) => url)).toEqual([
      "https://good.test/1",
      "https://www.good.test/2",
      "https://GOOD.test/7",
    ]);
  });
});

it("stops with the person, and asks nobody else", async () => {
  fake.state.searchFails = { searxng: "hang" };
  await provide("searxng", 1);
  await provide("serper", 2);
  const stop = new AbortController();
  const asked = search({ signal: stop.signal });
  while (fake.state.seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  stop.abort();
  await expect(asked).rejects.toMatchObject({ key: "toolStopped" });
  expect(askedOf()).toEqual(["searxng"]);
});

it("old calls are removed", async () => {
  await provide("searxng", 1);
  await search();
  expect(await removeOldSearchCalls(db(), new Date(Date.now() - 60_000), 10)).toBe(0);
  expect(await removeOldSearchCalls(db(), new Date(Date.now() + 60_000), 10)).toBe(1);
  expect(await rows()).toEqual([]);
});
