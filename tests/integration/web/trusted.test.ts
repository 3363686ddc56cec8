import type { ServerResponse } from "node:http";
import fc from "fast-check";
import { closeDatabase, db } from "@/db/client";
import { webPages, webRobots } from "@/db/schema/search";
import { resetEnv } from "@/lib/config/env";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { Crawl } from "@/lib/web/crawl";
import { forgetHostRules } from "@/lib/web/hosts";
import { readSnapshot } from "@/lib/web/snapshots";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { startWebSite, wordyPage } from "@/tests/fakes/web-site.mjs";

const HOSTS = ["127.0.0.61", "127.0.0.62", "127.0.0.63", "127.0.0.64"];
const PATHS = 5;
let sites: Awaited<ReturnType<typeof startWebSite>>[];
let runs = 0;

beforeAll(async () => {
  await onlyBuiltinModels();
  sites = await Promise.all(HOSTS.map((address) => startWebSite({ address })));
  process.env.ALLOW_PRIVATE_NETWORK = "127.0.0.0/8";
  resetEnv();
});
afterAll(async () => {
  delete process.env.ALLOW_PRIVATE_NETWORK;
  resetEnv();
  for (const site of sites) await site.close();
  closeIdleChildren();
  await closeDatabase();
});

/** Where a path leads, in numbers of hosts and paths. */
const place = fc.tuple(fc.nat(HOSTS.length - 1), fc.nat(PATHS - 1));
const leads = fc.record({
  way: fc.constantFrom("page", "redirect", "canonical", "feed"),
  to: place,
  links: fc.array(place, { maxLength: 3 }),
});
const web = fc.record({
  places: fc.array(leads, { minLength: HOSTS.length * PATHS, maxLength: HOSTS.length * PATHS }),
  trusted: fc.subarray([0, 1, 2, 3], { minLength: 1, maxLength: 3 }),
  start: place,
  /** Where the sitemaps of hosts lead, and their rules; null: they are their own. */
  sitemaps: fc.array(place, { minLength: HOSTS.length, maxLength: HOSTS.length }),
  robots: fc.array(fc.option(place, { nil: null, freq: 2 }), { minLength: HOSTS.length, maxLength: HOSTS.length }),
});
type Web = typeof web extends fc.Arbitrary<infer T> ? T : never;

/** Puts a web of pages that lead to each other behind the hosts, at paths of its own; answers their addresses. */
function lay({ places, sitemaps, robots }: Web): (to: readonly [number, number]) => string {
  const run = `/r${runs++}`;
  const addressOf = ([host, path]: readonly [number, number]) => `${sites[host]!.url}${run}/${path}`;
  for (const [at, { way, to, links }] of places.entries()) {
    const [host, path] = [at % HOSTS.length, Math.floor(at / HOSTS.length)];
    const heads = {
      canonical: `<link rel="canonical" href="${addressOf(to)}">`,
      feed: `<link rel="alternate" type="application/rss+xml" href="${addressOf(to)}">`,
      ...{ page: "", redirect: "" },
    };
    const body = wordyPage(`Page ${at}`, at + 100 * runs, links.map(addressOf)).replace(
      "<head>",
      `<head>${heads[way]}`,
    );
    sites[host]!.pages[`${run}/${path}`] = (_, response) =>
      way === "redirect"
        ? response.writeHead(302, { location: addressOf(to) }).end()
        : response.writeHead(200, { "content-type": "text/html" }).end(body);
  }
  for (const [host, { pages }] of sites.entries()) {
    const redirect = (to: readonly [number, number]) => (_: unknown, response: ServerResponse) =>
      void response.writeHead(302, { location: addressOf(to) }).end();
    pages["/sitemap.xml"] = redirect(sitemaps[host]!);
    const rules = robots[host];
    pages["/robots.txt"] = rules ? redirect(rules) : "";
  }
  return addressOf;
}

const callsOf = (trusted: readonly number[]) =>
  sites.flatMap(({ seen }, host) => (trusted.includes(host) ? [] : seen.splice(0)));

test("no host that is read or kept lies outside the chosen domains, wherever pages lead (spec C1)", async () => {
  await fc.assert(
    fc.asyncProperty(web, async (drawn) => {
      const { trusted, start } = drawn;
      const addressOf = lay(drawn);
      forgetHostRules();
      await db().delete(webRobots);
      const allowed = trusted.map((host) => `=${HOSTS[host]}`);
      callsOf([]);
      const isTrusted = (address: string) => trusted.some((host) => address.startsWith(sites[host]!.url));
      const before = new Set((await db().select({ id: webPages.id }).from(webPages)).map(({ id }) => id));
      const signal = AbortSignal.timeout(30_000);
      const snapshot = await readSnapshot(addressOf(start), { actor: null, allowed, signal });
      if (!("failure" in snapshot)) expect(isTrusted(snapshot.address)).toBe(true);
      const crawl = new Crawl(
        { domains: allowed, starts: [addressOf(start)], pauseMs: 0, pageCap: 8 },
        { signal, vectors: null },
      );
      await crawl.seed({ kept: 0, due: 0 });
      await crawl.readLists(0);
      await crawl.run(async () => true);
      expect(callsOf(trusted)).toEqual([]);
      const kept = (await db().select().from(webPages)).filter(({ id, versionId }) => versionId && !before.has(id));
      expect(kept.filter(({ address }) => !isTrusted(address))).toEqual([]);
    }),
    { numRuns: 12, endOnFailure: true },
  );
}, 120_000);
