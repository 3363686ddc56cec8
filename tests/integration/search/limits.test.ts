import { POST as crawlRoute } from "@/app/api/search/sources/[id]/crawl/route";
import { GET as readRoute } from "@/app/api/search/sources/[id]/route";
import { POST as createRoute } from "@/app/api/search/sources/route";
import { closeDatabase, db } from "@/db/client";
import { upsertConfig } from "@/db/queries/config/system-config";
import { resetEnv } from "@/lib/config/env";
import { invalidateConfig } from "@/lib/config/system-config";
import type { SourceDetailDto } from "@/lib/features/search/sources/dto";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { answer } from "@/tests/factories/call";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { runTasksOf } from "@/tests/factories/tasks";
import { startWebSite } from "@/tests/fakes/web-site.mjs";

type Site = Awaited<ReturnType<typeof startWebSite>>;
const PAGES = 40;
let sites: Site[];

beforeAll(async () => {
  await onlyBuiltinModels();
  await startJobs(TASK_JOBS, false);
  const addresses = ["127.0.0.51", "127.0.0.52", "127.0.0.53"];
  sites = await Promise.all(addresses.map((address) => startWebSite({ address, numbered: PAGES })));
  process.env.ALLOW_PRIVATE_NETWORK = "127.0.0.0/8";
  resetEnv();
});
afterAll(async () => {
  await limit({});
  delete process.env.ALLOW_PRIVATE_NETWORK;
  resetEnv();
  for (const site of sites) await site.close();
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

async function limit(limits: object): Promise<void> {
  await upsertConfig(db(), "webIndex", { pauseSeconds: 0, ...limits });
  invalidateConfig("webIndex");
}

/** Has a site read for somebody; answers how many pages were asked for, and the source as it is then. */
async function readFor({ token }: Person, { url, seen }: Site, more: object = {}) {
  const body = { name: "A site", domains: [`${url}/`], everyHours: 24, pageCap: 1000, pauseMs: 0, ...more };
  const made = await answer<{ id: string }>(createRoute, { token, body });
  const { id } = made.data!;
  const before = seen.length;
  const begun = await answer(crawlRoute, { token, params: { id }, method: "POST" });
  expect(begun.code).toBe(200);
  await runTasksOf(id);
  const { data } = await answer<SourceDetailDto>(readRoute, { token, params: { id } });
  return { asked: seen.slice(before).filter((path) => !/robots|sitemap|maps/.test(path)).length, source: data! };
}

it("a source has no more pages than the administrator allows, whatever it asks for", async () => {
  await limit({ pagesPerSource: 5 });
  const { source } = await readFor(await makePerson(), sites[0]!);
  expect(source).toMatchObject({ pages: 5, isAtLimit: false });
}, 60_000);

it("the pages of a day end for the person who had them read, and in all for everybody", async () => {
  const [greedy, other, late] = [await makePerson(), await makePerson(), await makePerson()];
  // They are counted once a second; with a pause the site has many left then.
  await limit({ pagesPerPersonDay: 2 });
  const first = await readFor(greedy, sites[1]!, { pauseMs: 250 });
  expect(first.asked).toBeGreaterThanOrEqual(2);
  expect(first.asked).toBeLessThan(20);
  expect(first.source.isAtLimit).toBe(true);
  // Who looks sees why nothing is there.
  expect(await readFor(greedy, sites[2]!)).toMatchObject({ asked: 0, source: { pages: 0, isAtLimit: true } });
  expect((await readFor(other, sites[2]!, { pauseMs: 250 })).asked).toBeGreaterThanOrEqual(2);
  await limit({ pagesPerDay: 3 });
  expect((await readFor(late, sites[2]!)).asked).toBe(0);
}, 60_000);
