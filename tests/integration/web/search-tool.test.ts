import { closeDatabase, db } from "@/db/client";
import { upsertConfig } from "@/db/queries/config/system-config";
import { insertSource } from "@/db/queries/search/sources";
import { insertSearchProvider } from "@/db/queries/web/providers";
import { searchProviders } from "@/db/schema/web";
import { resetEnv } from "@/lib/config/env";
import { invalidateConfig } from "@/lib/config/system-config";
import { encrypt } from "@/lib/encryption";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TOOL_SECRET_PURPOSE } from "@/lib/tools/secrets";
import type { ToolOutput } from "@/lib/tools/types";
import { Crawl } from "@/lib/web/crawl";
import { invalidateSearchProviders } from "@/lib/web/providers/store";
import { webSearch } from "@/lib/web/search-tool";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { SEARCH_KEY, startToolServices } from "@/tests/fakes/tool-services.mjs";
import { startWebSite, wordyPage } from "@/tests/fakes/web-site.mjs";

const HOST = "127.0.0.65";
let site: Awaited<ReturnType<typeof startWebSite>>;
let fake: Awaited<ReturnType<typeof startToolServices>>;
let owner: Person;
let stranger: Person;
const signal = AbortSignal.timeout(60_000);
const run = (person: Person, query = "tariff of steel at the border") =>
  webSearch.run({ query }, { actor: person.actor, signal, settings: {} });
const hostsOf = ({ data }: ToolOutput) =>
  (data as { hits: { url: string }[] }).hits.map(({ url }) => new URL(url).hostname);
const openWeb = async (isOpen: boolean) => {
  await upsertConfig(db(), "webIndex", { openWeb: isOpen });
  invalidateConfig("webIndex");
};

beforeAll(async () => {
  await onlyBuiltinModels();
  [owner, stranger] = [await makePerson(), await makePerson()];
  [site, fake] = [await startWebSite({ address: HOST }), await startToolServices()];
  process.env.ALLOW_PRIVATE_NETWORK = "127.0.0.0/8";
  resetEnv();
  site.pages["/"] = wordyPage("Steel at the border", 0);
  const source = { name: "Customs", domains: [`=${HOST}`], starts: [`${site.url}/`], pageCap: 5, pauseMs: 0 };
  await insertSource(db(), { ...source, ownerId: owner.id, creatorId: owner.id });
  const crawl = new Crawl(source, { signal, vectors: null });
  await crawl.seed({ kept: 0, due: 0 });
  await crawl.run(async () => true);
});
afterAll(async () => {
  await openWeb(true);
  delete process.env.ALLOW_PRIVATE_NETWORK;
  resetEnv();
  await site.close();
  await fake.close();
  closeIdleChildren();
  await closeDatabase();
});

it("searches the stored pages of one's own sources without any provider, to be cited", async () => {
  expect([await webSearch.isPossible?.(owner.actor), await webSearch.isPossible?.(stranger.actor)]).toEqual([
    true,
    false,
  ]);
  const found = await run(owner);
  expect(found.material?.sources.map(({ name }) => name)).toEqual(["Steel at the border"]);
  expect(found.text).toContain("Page number n0 of the site");
  // Another's source says nothing to a stranger, who has nowhere to search.
  await expect(run(stranger)).rejects.toMatchObject({ key: "toolNotReady" });
});

it("asks a provider within the trusted domains where the organisation searches these alone (spec C1)", async () => {
  const provider = { kind: "searxng" as const, name: "SearXNG", baseUrl: `${fake.url}/searxng`, sort: 1 };
  await insertSearchProvider(db(), { ...provider, keyCipher: encrypt(TOOL_SECRET_PURPOSE, SEARCH_KEY) });
  invalidateSearchProviders();
  await openWeb(true);
  const open = await run(owner);
  expect(open.material?.passages).not.toHaveLength(0);
  expect(hostsOf(open)).not.toContain(HOST);
  await openWeb(false);
  const trusted = await run(owner);
  expect(trusted.material?.passages).not.toHaveLength(0);
  expect([...new Set(hostsOf(trusted))]).toEqual([HOST]);
  await expect(run(stranger)).rejects.toMatchObject({ key: "toolNotReady" });
  await openWeb(true);
  await db().delete(searchProviders);
  invalidateSearchProviders();
});
