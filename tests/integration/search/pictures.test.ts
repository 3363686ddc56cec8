import http from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { POST as askRoute } from "@/app/api/search/answer/route";
import { POST as picturesRoute } from "@/app/api/search/answers/[id]/pictures/route";
import { closeDatabase, db } from "@/db/client";
import { searchProviders } from "@/db/schema/web";
import { backgroundIdle } from "@/lib/background";
import { resetEnv } from "@/lib/config/env";
import { closeIdleChildren } from "@/lib/parsing/pool";
import type { FoundPicture } from "@/lib/stream/part-dto";
import { invalidateSearchProviders } from "@/lib/web/providers/store";
import { answer, call } from "@/tests/factories/call";
import { makeModel, onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson } from "@/tests/factories/people";
import { readStream } from "@/tests/factories/stream";
import { DOT } from "@/tests/fakes/model-media.mjs";
import { startModelServer } from "@/tests/fakes/model-server.mjs";
import { startWebSite } from "@/tests/fakes/web-site.mjs";

const dot = Buffer.from(DOT, "base64");
const show = (_: unknown, response: http.ServerResponse) =>
  void response.writeHead(200, { "content-type": "image/png" }).end(dot);
const leadTo = (location: string) => (_: unknown, response: http.ServerResponse) =>
  void response.writeHead(302, { location }).end();

let site: Awaited<ReturnType<typeof startWebSite>>;
let inside: Awaited<ReturnType<typeof startWebSite>>;
let fake: Awaited<ReturnType<typeof startModelServer>>;
let provider: http.Server;
let pictures: string[];

beforeAll(async () => {
  await onlyBuiltinModels();
  fake = await startModelServer();
  site = await startWebSite({ address: "127.0.0.44" });
  inside = await startWebSite({ address: "127.0.0.45" });
  provider = http
    .createServer((request, response) => {
      const hit = { url: `${site.url}/a`, title: "Page A", content: "" };
      const isPictures = request.url?.includes("categories=images");
      const results = isPictures ? pictures.map((address) => ({ ...hit, img_src: address })) : [hit];
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ query: "", results }));
    })
    .listen(0, "127.0.0.1");
  await new Promise((resolve) => provider.once("listening", resolve));
  process.env.ALLOW_PRIVATE_NETWORK = site.host;
  resetEnv();
  const { port } = provider.address() as AddressInfo;
  await db()
    .insert(searchProviders)
    .values({ kind: "searxng", name: "Own SearXNG", baseUrl: `http://127.0.0.1:${port}` });
  invalidateSearchProviders();
});
afterAll(async () => {
  delete process.env.ALLOW_PRIVATE_NETWORK;
  resetEnv();
  provider.close();
  for (const server of [fake, site, inside]) await server.close();
  closeIdleChildren();
  await closeDatabase();
});

it("no picture comes from inside our network, over a redirect or without an end (SECURITY rule 11)", async () => {
  inside.pages["/secret.png"] = show;
  site.pages["/dot.png"] = show;
  site.pages["/away.png"] = leadTo(`${inside.url}/secret.png`);
  site.pages["/moved.png"] = leadTo(`${site.url}/dot.png`);
  site.pages["/large.png"] = (_, response) =>
    response
      .writeHead(200, { "content-type": "image/png", "content-encoding": "gzip" })
      .end(gzipSync(Buffer.concat([dot, Buffer.alloc(16 * 1024 ** 2)])));
  const { token } = await makePerson();
  const modelId = await makeModel(fake.url, "fake-reader");
  const question = "What is the tariff of steel at the border?";
  const stream = await readStream(await call(askRoute, { token, body: { question, mode: "quick", modelId } }));
  await backgroundIdle(10_000);
  const find = () =>
    answer<{ items: FoundPicture[]; error: string }>(picturesRoute, { token, params: { id: stream.start.answerId } });
  const ofSite = ["/away.png", "/moved.png", "/large.png"];
  pictures = [`${inside.url}/secret.png`, "http://169.254.169.254/meta.png", ...ofSite.map((path) => site.url + path)];
  expect(await find()).toMatchObject({ code: 404, data: { error: "picturesNone" } });
  expect(site.seen.filter((path: string) => path.endsWith(".png")).toSorted()).toEqual(ofSite.toSorted());
  expect(inside.seen).toEqual([]);
  // The same person, where there is nothing against it.
  pictures = [`${site.url}/dot.png`];
  expect((await find()).data!.items).toHaveLength(1);
});
