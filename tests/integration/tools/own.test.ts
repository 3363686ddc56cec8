import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { PATCH as blockRoute } from "@/app/api/admin/tools/people/[id]/route";
import { GET as peopleRoute } from "@/app/api/admin/tools/people/route";
import { GET as consoleRoute } from "@/app/api/admin/tools/route";
import { POST as consoleRun } from "@/app/api/admin/tools/run/route";
import { POST as consoleRefresh } from "@/app/api/admin/tools/servers/[id]/refresh/route";
import { DELETE as consoleDelete, PATCH as consolePatch } from "@/app/api/admin/tools/servers/[id]/route";
import { DELETE as deleteRoute, PATCH as patchRoute, GET as readRoute } from "@/app/api/apps/tools/[id]/route";
import { POST as tryRoute } from "@/app/api/apps/tools/[id]/try/route";
import { POST as importRoute } from "@/app/api/apps/tools/import/route";
import { POST as createRoute, GET as listRoute } from "@/app/api/apps/tools/route";
import { closeDatabase, db } from "@/db/client";
import { users } from "@/db/schema/organisation";
import { mcpServers } from "@/db/schema/tools";
import { invalidateSessions } from "@/lib/auth/session";
import { resetEnv } from "@/lib/config/env";
import { OWN_SERVERS_MAX } from "@/lib/config/tool-kinds";
import type { ToolListDto } from "@/lib/features/tools/dto";
import type {
  ApiImportDto,
  ApiOperationDto,
  OwnServerDetailDto,
  OwnServersDto,
  OwnTryDto,
  PeopleServerDto,
} from "@/lib/features/tools/own-dto";
import { listToolsFor, listToolsForApp } from "@/lib/tools/registry";
import { runTool } from "@/lib/tools/run";
import { answer } from "@/tests/factories/call";
import { makePerson, type Person } from "@/tests/factories/people";
import { OWN_CLIENT, startOwnApi } from "@/tests/fakes/own-api.mjs";

/* Tools of people's own (spec K6): by hand and from descriptions, private to whoever made them. */
const KEY = "key canary/9+4";
const { signal } = new AbortController();
const model = { id: v7(), abilities: ["tool_call"] };

let api: Awaited<ReturnType<typeof startOwnApi>>;
let owner: Person;
let outsider: Person;
let keeper: Person;

beforeAll(async () => {
  api = await startOwnApi();
  owner = await makePerson({ codes: ["APPS:WORKBENCH:VIEW"] });
  outsider = await makePerson({ codes: ["APPS:WORKBENCH:VIEW"] });
  keeper = await makePerson({ codes: ["SYSTEM:CONFIG:TOOLS"] });
});
beforeEach(() => {
  Object.assign(api.state, { seen: [], tokens: [], operations: 2, remark: 200, server: "", refuse: "", expires: 3600 });
  api.state.revoked.clear();
  process.env.ALLOW_PRIVATE_NETWORK = `127.0.0.1:${api.port}`;
  resetEnv();
});
afterAll(async () => {
  delete process.env.ALLOW_PRIVATE_NETWORK;
  resetEnv();
  await api.close();
  await closeDatabase();
});

const read = (body: object, person = owner) => answer<ApiImportDto>(importRoute, { token: person.token, body });
const create = (body: object, person = owner) => answer<{ id: string }>(createRoute, { token: person.token, body });
const patch = (id: string, body: object, person = owner) =>
  answer(patchRoute, { token: person.token, params: { id }, body, method: "PATCH" });
const get = (id: string, person = owner) =>
  answer<OwnServerDetailDto>(readRoute, { token: person.token, params: { id } });
const list = async (person = owner) => (await answer<OwnServersDto>(listRoute, { token: person.token })).data!.items;
const tried = (id: string, body: object, person = owner) =>
  answer<OwnTryDto>(tryRoute, { token: person.token, params: { id }, body });
const url = () => `${api.url}/openapi.json`;
const choice = ({ id, method, address, revision }: ApiOperationDto) => ({ id, method, address, revision });
const imported = async (ids = ["getOrder0", "changeOrder0"], more: object = {}) => {
  const { data } = await read({ url: url() });
  const operations = data!.operations.filter(({ id }) => ids.includes(id)).map(choice);
  const made = await create({ name: `Orders ${v7()}`, url: url(), operations, ...more });
  expect(made.code).toBe(200);
  return made.data!.id;
};
const form = (over: object = {}) => ({
  description: "Finds a parcel",
  method: "GET",
  address: `${api.url}/parcels/{number}`,
  parameters: [
    { name: "number", in: "path", type: "string", description: "Its number", required: true },
    { name: "depth", in: "query", type: "integer", description: "", required: false },
    { name: "X-Region", in: "header", type: "string", description: "", required: false },
  ],
  ...over,
});
const byHand = async (more: object = {}, over: object = {}) => {
  const made = await create({ name: `Parcels ${v7()}`, form: form(over), ...more });
  expect(made.code).toBe(200);
  return made.data!.id;
};

describe("an import", () => {
  it("shows operations with where their parameters go, and makes tools of those chosen", async () => {
    const { data } = await read({ url: url() });
    expect(data).toMatchObject({ title: "Orders", version: "3.2" });
    expect(data!.operations).toHaveLength(4);
    expect(data!.operations[1]).toMatchObject({
      ...{ id: "changeOrder0", method: "POST", path: "/orders/0/{id}", summary: "Change order 0", tag: "group 0" },
      ...{ address: `${api.url}/api/orders/0/{id}`, readOnly: false, state: null, chosen: false },
      parameters: [
        { name: "id", in: "path", type: "string", required: true, description: "" },
        { name: "amount", in: "body", type: "number", required: true, description: "" },
        { name: "lines", in: "body", type: "array", required: false, description: "" },
      ],
    });
    const id = await imported();
    const { data: made } = await get(id);
    expect(made).toMatchObject({ origin: "url", url: url(), auth: { kind: "none" }, hasSecret: false, form: null });
    expect(made!.tools.map(({ operationId, confirm }) => [operationId, confirm]).sort()).toEqual([
      ["changeOrder0", true],
      ["getOrder0", false],
    ]);
  });

  it("takes a document as it is handed over, as JSON and YAML, and nothing is fetched for it", async () => {
    const yaml = [
      "swagger: '2.0'",
      "info: {title: Old, version: '1'}",
      `host: 127.0.0.1:${api.port}`,
      "schemes: [http]",
      "basePath: /v1",
      "paths:",
      "  /things/{id}:",
      "    get:",
      "      operationId: thing",
      "      parameters: [{name: id, in: path, required: true, type: string}]",
    ].join("\n");
    const { data } = await read({ document: yaml });
    expect(data!.operations).toMatchObject([{ id: "thing", address: `${api.url}/v1/things/{id}` }]);
    const operations = data!.operations.map(choice);
    const made = await create({ name: `Old ${v7()}`, document: yaml, operations });
    const { data: stored } = await get(made.data!.id);
    expect(stored).toMatchObject({ origin: "file", url: `${api.url}/v1` });
    expect(api.state.seen).toEqual([]);
    expect((await tried(made.data!.id, { arguments: { id: "7" } })).data).toMatchObject({ ok: true });
    const broken = await read({ document: "openapi: 3.0.0\npaths: [" });
    expect(broken).toMatchObject({ code: 422, data: { detail: expect.stringContaining("line") } });
    // Without an address of its own it leads nowhere.
    const nowhere = JSON.stringify({ openapi: "3.0.0", info: {}, paths: { "/a": { get: {} } } });
    expect((await read({ document: nowhere })).code).toBe(422);
  });

  it("reads 600 operations in seconds, and never lets a path leave its server", async () => {
    api.state.operations = 300;
    const started = performance.now();
    const { data } = await read({ url: url() });
    expect(data!.operations).toHaveLength(600);
    expect(performance.now() - started).toBeLessThan(10_000);
    const id = await imported(data!.operations.slice(0, 200).map((one) => one.id));
    expect((await get(id)).data!.tools).toHaveLength(200);
    const tooMany = data!.operations.slice(0, 201).map(choice);
    expect((await create({ name: `Many ${v7()}`, url: url(), operations: tooMany })).code).toBe(400);
    const paths = {
      "@evil.example/x": { get: {} },
      "/a/../../b": { get: {} },
      "/fine": { get: { operationId: "fine" } },
    };
    const document = JSON.stringify({ openapi: "3.0.0", info: {}, servers: [{ url: api.url }], paths });
    expect((await read({ document })).data!.operations.map((one) => one.id)).toEqual(["fine"]);
  });

  it("saves only what was shown", async () => {
    const { data } = await read({ url: url() });
    const operations = data!.operations.slice(0, 1).map(choice);
    api.state.server = `${api.url}/elsewhere`;
    expect((await create({ name: `X ${v7()}`, url: url(), operations })).code).toBe(409);
    // The same address, but not what was said of it.
    Object.assign(api.state, { server: "", remark: 5 });
    expect((await create({ name: `X ${v7()}`, url: url(), operations })).code).toBe(409);
    expect((await create({ name: `X ${v7()}`, url: url() })).code).toBe(400);
  });

  it("again shows what changed since, and takes it over with the save", async () => {
    const id = await imported(["getOrder0", "getOrder1"]);
    const names = (await get(id)).data!.tools.map(({ name }) => name);
    Object.assign(api.state, { remark: 9, operations: 1 });
    const { data } = await read({ id });
    const told = data!.operations.map((one) => [one.id, one.state, one.chosen]);
    expect(told).toEqual([
      ["getOrder0", "changed", true],
      ["changeOrder0", "new", false],
      ["getOrder1", "removed", true],
    ]);
    const { change } = data!.operations[0]!;
    expect(JSON.stringify(change!.before.inputSchema)).toContain('"maxLength":200');
    expect(JSON.stringify(change!.now.inputSchema)).toContain('"maxLength":9');
    const { revision } = (await get(id)).data!;
    const operations = data!.operations.filter(({ state }) => state === "changed").map(choice);
    expect((await patch(id, { operations, revision })).code).toBe(200);
    const { tools } = (await get(id)).data!;
    expect(tools).toHaveLength(1);
    expect(tools[0]).toMatchObject({ operationId: "getOrder0", name: names[0], changed: false });
    expect(JSON.stringify(tools[0]!.inputSchema)).toContain('"maxLength":9');
  });

  it("reaches what people may reach, and nothing else", async () => {
    delete process.env.ALLOW_PRIVATE_NETWORK;
    resetEnv();
    expect((await read({ url: url() })).code).toBeGreaterThanOrEqual(400);
    const document = JSON.stringify({
      openapi: "3.0.0",
      info: {},
      servers: [{ url: api.url }],
      paths: { "/a": { get: {} } },
    });
    const { data } = await read({ document });
    const operations = data!.operations.map(choice);
    expect((await create({ name: `P ${v7()}`, document, operations })).code).toBe(400);
    expect((await create({ name: `P ${v7()}`, form: form() })).code).toBe(400);
    const auth = { kind: "oauth", tokenUrl: `${api.url}/token`, clientId: "x", scope: "", clientAuth: "basic" };
    expect((await read({ url: "https://api.example.com/openapi.json", auth, secret: "x" })).code).toBe(400);
    expect(api.state.seen).toEqual([]);
  });
});

describe("a tool made by hand", () => {
  it("is an operation like any other: called by its parameters, changed later", async () => {
    const id = await byHand();
    const { data } = await tried(id, { arguments: { number: "a b/c", depth: 2, "X-Region": "cn" } });
    expect(data).toMatchObject({ ok: true, exchange: { response: { status: 200 } } });
    expect(data!.exchange!.request).toMatchObject({ method: "GET", url: `${api.url}/parcels/a%20b%2Fc?depth=2` });
    expect(api.state.seen.at(-1)).toMatchObject({ path: "/parcels/a%20b%2Fc", headers: { "x-region": "cn" } });
    const body = { name: "weight", in: "body", type: "number", description: "kg", required: true };
    const next = form({ method: "POST", address: `${api.url}/parcels`, parameters: [body] });
    const before = (await get(id)).data!;
    expect((await patch(id, { form: next, revision: before.revision })).code).toBe(200);
    const after = (await get(id)).data!;
    expect(after.form).toEqual(next);
    expect(after.tools[0]!.name).toBe(before.tools[0]!.name);
    expect((await tried(id, { arguments: { body: { weight: 3 } } })).data).toMatchObject({ ok: true });
    expect(JSON.parse(api.state.seen.at(-1)!.body)).toEqual({ weight: 3 });
    expect((await tried(id, { arguments: { body: {} } })).data).toMatchObject({ ok: false, error: "toolArguments" });
    expect((await patch(id, { form: next, revision: before.revision })).code).toBe(409);
  });

  it.each([
    ["no parameter", { parameters: [] }, "form.parameters"],
    ["a placeholder without a parameter", { address: "https://a.example/{x}/{number}" }, "form.address"],
    ["a query in the address", { address: "https://a.example/{number}?q=1" }, "form.address"],
    ["a path upwards", { address: "https://a.example/../{number}" }, "form.address"],
    ["an address without https", { address: "http://a.example/{number}" }, "form.address"],
    [
      "a body of GET",
      { parameters: [{ name: "number", in: "body", type: "string", description: "", required: true }] },
      "form.parameters.0.in",
    ],
    [
      "a header of ours",
      {
        address: "https://a.example/x",
        parameters: [{ name: "Host", in: "header", type: "string", description: "", required: true }],
      },
      "form.parameters.0.name",
    ],
  ])("is refused with %s", async (_what, over, field) => {
    const refused = await create({ name: `H ${v7()}`, form: form(over) });
    expect(refused.code).toBeGreaterThanOrEqual(400);
    expect(Object.keys((refused.data as unknown as { fields: object }).fields)).toContain(field);
  });
});

describe("authentication", () => {
  it.each([
    [
      "header",
      { kind: "header", name: "X-Key" },
      (seen: never) => (seen as { headers: Record<string, string> }).headers["x-key"] === KEY,
    ],
    [
      "query",
      { kind: "query", name: "key" },
      (seen: never) => new URLSearchParams((seen as { query: string }).query).get("key") === KEY,
    ],
    [
      "bearer",
      { kind: "bearer" },
      (seen: never) => (seen as { headers: { authorization: string } }).headers.authorization === `Bearer ${KEY}`,
    ],
    [
      "basic",
      { kind: "basic", user: "me" },
      (seen: never) =>
        (seen as { headers: { authorization: string } }).headers.authorization ===
        `Basic ${Buffer.from(`me:${KEY}`).toString("base64")}`,
    ],
  ])("by %s goes with the call and is told nowhere", async (_kind, auth, isRight) => {
    const id = await byHand({ auth, secret: KEY });
    const { data } = await tried(id, { arguments: { number: "1" } });
    expect(data).toMatchObject({ ok: true });
    expect(isRight(api.state.seen.at(-1) as never)).toBe(true);
    const said = JSON.stringify([data, await get(id), await list()]);
    for (const form of [KEY, "canary", encodeURIComponent(KEY), Buffer.from(`me:${KEY}`).toString("base64")]) {
      expect(said).not.toContain(form);
    }
    expect(JSON.stringify(data!.exchange!.request)).toContain("***");
    const [row] = await db().select().from(mcpServers).where(eq(mcpServers.id, id));
    expect(JSON.stringify(row)).not.toContain("canary");
    const failing = await byHand({ auth, secret: KEY }, { address: `${api.url}/{number}/broken` });
    const failed = await tried(failing, { arguments: { number: "1" } });
    expect(failed.data).toMatchObject({ ok: false, exchange: { response: { status: 422 } } });
    expect(JSON.stringify(failed)).not.toContain("canary");
  });

  it("by OAuth asks for a token once, again when it is revoked, and tells a refusal without its secret", async () => {
    for (const clientAuth of ["basic", "body"]) {
      Object.assign(api.state, { tokens: [] });
      const scope = `orders ${v7()}`;
      const auth = { kind: "oauth", tokenUrl: `${api.url}/token`, clientId: OWN_CLIENT.id, scope, clientAuth };
      const id = await byHand({ auth, secret: OWN_CLIENT.secret }, { address: `${api.url}/secure/{number}` });
      expect((await tried(id, { arguments: { number: "1" } })).data).toMatchObject({ ok: true });
      const second = await tried(id, { arguments: { number: "2" } });
      expect(api.state.tokens).toHaveLength(1);
      expect(JSON.stringify(second)).not.toContain("canary");
      api.state.revoked.add(api.state.tokens[0]!);
      expect((await tried(id, { arguments: { number: "3" } })).data).toMatchObject({ ok: true });
      expect(api.state.tokens).toHaveLength(2);
      // Another person's token is another one.
      const theirs = await create(
        { name: `T ${v7()}`, form: form({ address: `${api.url}/secure/{number}` }), auth, secret: "wrong-canary" },
        outsider,
      );
      const refused = await tried(theirs.data!.id, { arguments: { number: "1" } }, outsider);
      expect(refused.data).toMatchObject({ ok: false, error: "toolTokenRefused", exchange: null });
      expect(refused.data!.detail).toContain("invalid_client");
      expect(JSON.stringify(refused)).not.toContain("canary");
    }
    Object.assign(api.state, { expires: 1, tokens: [] });
    const auth = {
      kind: "oauth",
      tokenUrl: `${api.url}/token`,
      clientId: OWN_CLIENT.id,
      scope: v7(),
      clientAuth: "basic",
    };
    const id = await byHand({ auth, secret: OWN_CLIENT.secret }, { address: `${api.url}/secure/{number}` });
    await tried(id, { arguments: { number: "1" } });
    await tried(id, { arguments: { number: "1" } });
    expect(api.state.tokens).toHaveLength(2);
  });

  it("never goes to an address it was not saved for", async () => {
    const auth = { kind: "bearer" };
    const hand = await byHand({ auth, secret: KEY });
    const away = { form: form({ address: "https://elsewhere.example/{number}" }) };
    expect((await patch(hand, away)).code).toBe(422);
    expect((await patch(hand, { form: form({ address: `${api.url}/other/{number}` }) })).code).toBe(422);
    const other = { kind: "oauth", tokenUrl: `${api.url}/token`, clientId: "x", scope: "", clientAuth: "basic" };
    expect((await patch(hand, { auth: other })).code).toBe(422);
    expect((await patch(hand, { auth: { kind: "none" } })).code).toBe(200);
    expect((await get(hand)).data).toMatchObject({ hasSecret: false, auth: { kind: "none" } });
    const id = await imported(["getOrder0"], { auth, secret: KEY });
    const elsewhere = await startOwnApi();
    process.env.ALLOW_PRIVATE_NETWORK = `127.0.0.1:${api.port},127.0.0.1:${elsewhere.port}`;
    resetEnv();
    // Reading another description takes nothing along, saving it asks for the key again.
    expect((await read({ id, url: `${elsewhere.url}/locked.json` })).code).toBeGreaterThanOrEqual(400);
    const shown = await read({ id, url: `${elsewhere.url}/openapi.json` });
    const operations = shown
      .data!.operations.filter((one) => one.id === "getOrder0" && one.state !== "removed")
      .map(choice);
    expect((await patch(id, { url: `${elsewhere.url}/openapi.json`, operations })).code).toBe(422);
    // Nor does it follow a description whose operations moved away.
    api.state.server = `${elsewhere.url}/api`;
    const moved = (await read({ id })).data!.operations.filter((one) => one.id === "getOrder0").map(choice);
    expect((await patch(id, { operations: moved })).code).toBe(422);
    expect((await patch(id, { operations: moved, auth, secret: "another-key" })).code).toBe(200);
    expect(
      elsewhere.state.seen.every(({ headers }: { headers: Record<string, string> }) => !headers.authorization),
    ).toBe(true);
    await elsewhere.close();
    const plain = await create({
      name: `K ${v7()}`,
      form: form({ address: "http://a.example/{number}" }),
      auth,
      secret: KEY,
    });
    expect(plain.code).toBe(422);
    expect((await create({ name: `K ${v7()}`, form: form(), auth })).code).toBe(400);
  });

  it("does not follow a redirect to another host with its key", async () => {
    const elsewhere = await startOwnApi();
    process.env.ALLOW_PRIVATE_NETWORK = `127.0.0.1:${api.port},127.0.0.1:${elsewhere.port}`;
    resetEnv();
    const to = { name: "to", in: "query", type: "string", description: "", required: true };
    const parts = { address: `${api.url}/leave`, parameters: [to] };
    const id = await byHand({ auth: { kind: "header", name: "X-Key" }, secret: KEY }, parts);
    await tried(id, { arguments: { to: `${elsewhere.url}/x` } });
    expect(JSON.stringify(elsewhere.state.seen)).not.toContain("canary");
    await elsewhere.close();
  });
});

describe("own tools", () => {
  it("are their owner's alone, at every door", async () => {
    const id = await byHand({ auth: { kind: "bearer" }, secret: KEY });
    const [tool] = (await get(id)).data!.tools;
    expect((await list(outsider)).some((one) => one.id === id)).toBe(false);
    const before = api.state.seen.length;
    expect((await get(id, outsider)).code).toBe(404);
    expect((await patch(id, { name: "Mine" }, outsider)).code).toBe(404);
    expect((await tried(id, { arguments: { number: "1" } }, outsider)).code).toBe(404);
    expect((await read({ id }, outsider)).code).toBe(404);
    const gone = { token: outsider.token, params: { id }, method: "DELETE" };
    expect((await answer(deleteRoute, gone)).code).toBe(404);
    // Nor do the doors of the console lead there.
    const kept = { token: keeper.token, params: { id } };
    expect((await answer(consolePatch, { ...kept, body: { enabled: false }, method: "PATCH" })).code).toBe(404);
    expect((await answer(consoleDelete, { ...kept, method: "DELETE" })).code).toBe(404);
    expect((await answer(consoleRefresh, { ...kept, body: {} })).code).toBe(404);
    const run = { token: keeper.token, body: { name: tool!.name, arguments: { number: "1" } } };
    expect((await answer(consoleRun, run)).code).toBe(404);
    const { data } = await answer<ToolListDto>(consoleRoute, { token: keeper.token });
    expect(data!.servers.some((one) => one.id === id)).toBe(false);
    expect(api.state.seen).toHaveLength(before);
    for (const route of [listRoute, peopleRoute]) {
      const nobody = await makePerson({ codes: ["PERSONAL:CHAT"] });
      expect((await answer(route, { token: nobody.token })).code).toBe(403);
    }
    expect((await answer(peopleRoute, { token: owner.token })).code).toBe(403);
    expect((await answer(listRoute, { token: keeper.token })).code).toBe(403);
  });

  it("serve the apps of their owner and nobody else's chats", async () => {
    const id = await byHand();
    const { name } = (await get(id)).data!.tools[0]!;
    const names = async (person: Person, of: Person) =>
      (await listToolsForApp(person.actor, of.actor.id)).map(({ definition }) => definition.name);
    expect(await names(owner, owner)).toContain(name);
    expect(await names(outsider, outsider)).not.toContain(name);
    expect((await listToolsFor(outsider.actor, model)).map(({ definition }) => definition.name)).not.toContain(name);
    const args = { number: "1" };
    expect(await runTool(outsider.actor, name, args, { signal })).toMatchObject({ error: "toolNotFound" });
    const theirs = { signal, ownerId: outsider.actor.id };
    expect(await runTool(outsider.actor, name, args, theirs)).toMatchObject({ error: "toolNotFound" });
    const through = { signal, model, ownerId: owner.actor.id };
    expect(await runTool(outsider.actor, name, args, through)).toMatchObject({ isError: false });
    expect((await patch(id, { enabled: false })).code).toBe(200);
    expect(await runTool(owner.actor, name, args, through)).toMatchObject({ error: "toolNotFound" });
    expect(await names(owner, owner)).not.toContain(name);
  });

  it("are seen and stopped by whoever looks after tools", async () => {
    const id = await byHand({ auth: { kind: "query", name: "key" }, secret: KEY });
    const { name: title, tools } = (await get(id)).data!;
    const asked = await answer<{ items: PeopleServerDto[]; total: number }>(peopleRoute, {
      token: keeper.token,
      query: { keyword: title },
    });
    expect(asked.data!.items).toMatchObject([
      { id, name: title, tools: 1, blocked: false, owner: { id: owner.actor.id } },
    ]);
    expect(asked.data!.items[0]!.url).toContain("/parcels/");
    const block = (blocked: boolean, person = keeper, of = id) =>
      answer(blockRoute, { token: person.token, params: { id: of }, body: { blocked }, method: "PATCH" });
    expect((await block(true, owner)).code).toBe(403);
    expect((await block(true)).code).toBe(200);
    expect((await patch(id, { enabled: true })).code).toBe(200);
    expect((await get(id)).data).toMatchObject({ blocked: true });
    expect((await tried(id, { arguments: { number: "1" } })).code).toBe(403);
    const through = { signal, ownerId: owner.actor.id };
    const call = () => runTool(owner.actor, tools[0]!.name, { number: "1" }, through);
    expect(await call()).toMatchObject({ error: "toolNotFound" });
    expect((await block(false)).code).toBe(200);
    expect(await call()).toMatchObject({ isError: false });
    expect((await block(true, keeper, v7())).code).toBe(404);
  });

  it("stop with their owner's right", async () => {
    const left = await makePerson({ codes: ["APPS:WORKBENCH:VIEW"] });
    const made = await create({ name: "Leaving", form: form() }, left);
    const { name } = (await get(made.data!.id, left)).data!.tools[0]!;
    const through = { signal, ownerId: left.actor.id };
    expect(await runTool(outsider.actor, name, { number: "1" }, through)).toMatchObject({ isError: false });
    await db().update(users).set({ status: "disabled" }).where(eq(users.id, left.actor.id));
    invalidateSessions();
    expect(await runTool(outsider.actor, name, { number: "1" }, through)).toMatchObject({ error: "toolNotFound" });
    expect(
      (await listToolsForApp(outsider.actor, left.actor.id)).map(({ definition }) => definition.name),
    ).not.toContain(name);
  });

  it("are limited for each person, also when they come at once; a name is taken once", async () => {
    const many = await makePerson({ codes: ["APPS:WORKBENCH:VIEW"] });
    const rows = Array.from({ length: OWN_SERVERS_MAX - 1 }, (_, n) => ({
      ...{ ownerId: many.actor.id, name: `N ${n}`, slug: `n_${v7()}`, transport: "openapi" as const, enabled: true },
    }));
    await db().insert(mcpServers).values(rows);
    const results = await Promise.all(["a", "b", "c"].map((name) => create({ name, form: form() }, many)));
    expect(results.map(({ code }) => code).sort()).toEqual([200, 409, 409]);
    expect(await list(many)).toHaveLength(OWN_SERVERS_MAX);
    const name = `Twice ${v7()}`;
    expect((await create({ name, form: form() })).code).toBe(200);
    expect((await create({ name, form: form() })).code).toBe(409);
    expect((await create({ name, form: form() }, outsider)).code).toBe(200);
  });
});
