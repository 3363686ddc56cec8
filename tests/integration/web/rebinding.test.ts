import dns from "node:dns";
import dnsPromises from "node:dns/promises";
import { startWebSite, wordyPage } from "@/tests/fakes/web-site.mjs";

const NAME = "rebinding.example";
let site: Awaited<ReturnType<typeof startWebSite>>;
let inside: Awaited<ReturnType<typeof startWebSite>>;
/** What the name resolves to, look-up by look-up; the last one stays. */
let answers: string[] = [];
const asked: string[] = [];
const real = { lookup: dns.lookup, resolve: dnsPromises.lookup };

function next(name: string): string | null {
  if (name !== NAME) return null;
  const address = answers.length > 1 ? answers.shift()! : answers[0]!;
  asked.push(address);
  return address;
}

beforeAll(async () => {
  site = await startWebSite({ address: "127.0.0.71" });
  inside = await startWebSite({ address: "127.0.0.72", port: Number(site.host.split(":")[1]) });
  // Before anything that resolves is loaded: names of a core module are taken over as they are then.
  Object.assign(dns, {
    lookup: (name: string, options: object, done: (error: null, found: { address: string; family: 4 }[]) => void) => {
      const address = next(name);
      if (address) return done(null, [{ address, family: 4 }]);
      return (real.lookup as (...args: unknown[]) => void)(name, options, done);
    },
  });
  Object.assign(dnsPromises, {
    lookup: async (name: string, options: object) => {
      const address = next(name);
      return address ? [{ address, family: 4 }] : (real.resolve as (...args: unknown[]) => unknown)(name, options);
    },
  });
  process.env.ALLOW_PRIVATE_NETWORK = site.host;
  (await import("@/lib/config/env")).resetEnv();
});
afterAll(async () => {
  Object.assign(dns, { lookup: real.lookup });
  Object.assign(dnsPromises, { lookup: real.resolve });
  delete process.env.ALLOW_PRIVATE_NETWORK;
  (await import("@/lib/config/env")).resetEnv();
  (await import("@/lib/parsing/pool")).closeIdleChildren();
  for (const one of [site, inside]) await one.close();
  await (await import("@/db/client")).closeDatabase();
});

it("a host that resolves to an address inside at the second look-up is not called there (spec C8)", async () => {
  const { readSnapshot } = await import("@/lib/web/snapshots");
  const url = `http://${NAME}:${site.host.split(":")[1]}`;
  const take = () =>
    readSnapshot(`${url}/a`, { actor: null, allowed: [NAME], signal: AbortSignal.timeout(30_000), maxAgeMs: 60_000 });
  // Each answer ends its connection, so that the page is looked up anew after the rules of its site.
  site.pages["/robots.txt"] = (_, response) =>
    response.writeHead(200, { "content-type": "text/plain", connection: "close" }).end("");
  site.pages["/a"] = (_, response) =>
    response.writeHead(200, { "content-type": "text/html", connection: "close" }).end(wordyPage("Page A", 1));
  answers = ["127.0.0.71", "127.0.0.72"];
  expect(await take()).toMatchObject({ failure: "webPageUnreachable" });
  expect(asked).toEqual(["127.0.0.71", "127.0.0.72"]);
  expect(inside.seen).toEqual([]);
  // Read while it was outside, it is not given out once its name means an address inside.
  answers = ["127.0.0.71"];
  expect(await take()).toMatchObject({ address: `${url}/a` });
  answers = ["127.0.0.72"];
  expect(await take()).toMatchObject({ failure: "webPageUnreachable" });
  expect(inside.seen).toEqual([]);
}, 60_000);

it("a crawl does not follow a host whose address has changed to one inside (spec C8)", async () => {
  const { Crawl } = await import("@/lib/web/crawl");
  const { db } = await import("@/db/client");
  const { webPages } = await import("@/db/schema/search");
  const url = `http://${NAME}:${site.host.split(":")[1]}`;
  site.pages["/start"] = (_, response) =>
    response
      .writeHead(200, { "content-type": "text/html", connection: "close" })
      .end(wordyPage("Start", 11, ["/next", "/after"]));
  const plan = { domains: [`=${NAME}`], starts: [`${url}/start`], pauseMs: 0, pageCap: 10 };
  const crawl = new Crawl(plan, { signal: AbortSignal.timeout(30_000), vectors: null });
  answers = ["127.0.0.71", "127.0.0.72"];
  asked.length = 0;
  await crawl.seed({ kept: 0, due: 0 });
  // A host that does not answer is left alone for ever longer: two pages tell enough.
  await crawl.run(async ({ read }) => read < 2);
  const rows = await db().select().from(webPages);
  const of = (path: string) => rows.find(({ address }) => address === url + path);
  expect(of("/start")).toMatchObject({ status: "found" });
  expect([of("/next"), of("/after")]).toContainEqual(
    expect.objectContaining({ status: "failed", failure: "webPageUnreachable" }),
  );
  expect(asked).toContain("127.0.0.72");
  expect(inside.seen).toEqual([]);
}, 60_000);
