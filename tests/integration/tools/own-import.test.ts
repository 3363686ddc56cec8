import { v7 } from "uuid";
import {
  allowPrivate,
  byHand,
  choice,
  create,
  get,
  handForm,
  imported,
  patch,
  read,
  tried,
  withOwnTools,
} from "@/tests/factories/own-tools";

/* Own tools of a description (spec K6), and by hand. */
const at = withOwnTools();

describe("an import", () => {
  it("shows operations with where their parameters go, and makes tools of those chosen", async () => {
    const { data } = await read(at.owner, { url: `${at.api.url}/openapi.json` });
    expect(data).toMatchObject({ title: "Orders", version: "3.2" });
    expect(data!.operations).toHaveLength(4);
    expect(data!.operations[1]).toMatchObject({
      ...{ id: "changeOrder0", method: "POST", path: "/orders/0/{id}", summary: "Change order 0", tag: "group 0" },
      ...{ address: `${at.api.url}/api/orders/0/{id}`, readOnly: false, state: null, chosen: false },
      parameters: [
        { name: "id", in: "path", type: "string", required: true, description: "" },
        { name: "amount", in: "body", type: "number", required: true, description: "" },
        { name: "lines", in: "body", type: "array", required: false, description: "" },
      ],
    });
    const id = await imported(at);
    const { data: made } = await get(at.owner, id);
    expect(made).toMatchObject({
      origin: "url",
      url: `${at.api.url}/openapi.json`,
      auth: { kind: "none" },
      hasSecret: false,
      form: null,
    });
    expect(made!.tools.map(({ operationId, confirm }) => [operationId, confirm]).sort()).toEqual([
      ["changeOrder0", true],
      ["getOrder0", false],
    ]);
  });

  it("takes a document as it is handed over, as JSON and YAML, and nothing is fetched for it", async () => {
    const yaml = [
      "swagger: '2.0'",
      "info: {title: Old, version: '1'}",
      `host: 127.0.0.1:${at.api.port}`,
      "schemes: [http]",
      "basePath: /v1",
      "paths:",
      "  /things/{id}:",
      "    get:",
      "      operationId: thing",
      "      parameters: [{name: id, in: path, required: true, type: string}]",
    ].join("\n");
    const { data } = await read(at.owner, { document: yaml });
    expect(data!.operations).toMatchObject([{ id: "thing", address: `${at.api.url}/v1/things/{id}` }]);
    const operations = data!.operations.map(choice);
    const made = await create(at.owner, { name: `Old ${v7()}`, document: yaml, operations });
    const { data: stored } = await get(at.owner, made.data!.id);
    expect(stored).toMatchObject({ origin: "file", url: `${at.api.url}/v1` });
    expect(at.api.state.seen).toEqual([]);
    expect((await tried(at.owner, made.data!.id, { id: "7" })).data).toMatchObject({ ok: true });
    const broken = await read(at.owner, { document: "openapi: 3.0.0\npaths: [" });
    expect(broken).toMatchObject({ code: 422, data: { detail: expect.stringContaining("line") } });
    // Without an address of its own it leads nowhere.
    const nowhere = JSON.stringify({ openapi: "3.0.0", info: {}, paths: { "/a": { get: {} } } });
    expect((await read(at.owner, { document: nowhere })).code).toBe(422);
  });

  it("reads 600 operations in seconds, and never lets a path leave its server", async () => {
    at.api.state.operations = 300;
    const started = performance.now();
    const { data } = await read(at.owner, { url: `${at.api.url}/openapi.json` });
    expect(data!.operations).toHaveLength(600);
    expect(performance.now() - started).toBeLessThan(10_000);
    const id = await imported(
      at,
      data!.operations.slice(0, 200).map((one) => one.id),
    );
    expect((await get(at.owner, id)).data!.tools).toHaveLength(200);
    const tooMany = data!.operations.slice(0, 201).map(choice);
    expect(
      (await create(at.owner, { name: `Many ${v7()}`, url: `${at.api.url}/openapi.json`, operations: tooMany })).code,
    ).toBe(400);
    const paths = {
      "@evil.example/x": { get: {} },
      "/a/../../b": { get: {} },
      "/fine": { get: { operationId: "fine" } },
    };
    const document = JSON.stringify({ openapi: "3.0.0", info: {}, servers: [{ url: at.api.url }], paths });
    expect((await read(at.owner, { document })).data!.operations.map((one) => one.id)).toEqual(["fine"]);
  });

  it("saves only what was shown", async () => {
    const { data } = await read(at.owner, { url: `${at.api.url}/openapi.json` });
    const operations = data!.operations.slice(0, 1).map(choice);
    at.api.state.server = `${at.api.url}/elsewhere`;
    expect((await create(at.owner, { name: `X ${v7()}`, url: `${at.api.url}/openapi.json`, operations })).code).toBe(
      409,
    );
    // The same address, but not what was said of it.
    Object.assign(at.api.state, { server: "", remark: 5 });
    expect((await create(at.owner, { name: `X ${v7()}`, url: `${at.api.url}/openapi.json`, operations })).code).toBe(
      409,
    );
    expect((await create(at.owner, { name: `X ${v7()}`, url: `${at.api.url}/openapi.json` })).code).toBe(400);
  });

  it("again shows what changed since, and takes it over with the save", async () => {
    const id = await imported(at, ["getOrder0", "getOrder1"]);
    const names = (await get(at.owner, id)).data!.tools.map(({ name }) => name);
    Object.assign(at.api.state, { remark: 9, operations: 1 });
    const { data } = await read(at.owner, { id });
    const told = data!.operations.map((one) => [one.id, one.state, one.chosen]);
    expect(told).toEqual([
      ["getOrder0", "changed", true],
      ["changeOrder0", "same", false],
      ["getOrder1", "removed", true],
    ]);
    at.api.state.operations = 3;
    const more = await read(at.owner, { id });
    const added = more.data!.operations.filter(({ state }) => state === "new");
    expect(added.map((one) => one.id)).toEqual(["getOrder2", "changeOrder2"]);
    at.api.state.operations = 1;
    const { change } = data!.operations[0]!;
    expect(JSON.stringify(change!.before.inputSchema)).toContain('"maxLength":200');
    expect(JSON.stringify(change!.now.inputSchema)).toContain('"maxLength":9');
    const { revision } = (await get(at.owner, id)).data!;
    const operations = data!.operations.filter(({ state }) => state === "changed").map(choice);
    expect((await patch(at.owner, id, { operations, revision })).code).toBe(200);
    const { tools } = (await get(at.owner, id)).data!;
    expect(tools).toHaveLength(1);
    expect(tools[0]).toMatchObject({ operationId: "getOrder0", name: names[0], changed: false });
    expect(JSON.stringify(tools[0]!.inputSchema)).toContain('"maxLength":9');
  });

  it("reaches what people may reach, and nothing else", async () => {
    allowPrivate();
    expect((await read(at.owner, { url: `${at.api.url}/openapi.json` })).code).toBeGreaterThanOrEqual(400);
    const document = JSON.stringify({
      openapi: "3.0.0",
      info: {},
      servers: [{ url: at.api.url }],
      paths: { "/a": { get: {} } },
    });
    const { data } = await read(at.owner, { document });
    const operations = data!.operations.map(choice);
    expect((await create(at.owner, { name: `P ${v7()}`, document, operations })).code).toBe(422);
    expect((await create(at.owner, { name: `P ${v7()}`, form: handForm(at) })).code).toBe(422);
    const auth = { kind: "oauth", tokenUrl: `${at.api.url}/token`, clientId: "x", scope: "", clientAuth: "basic" };
    expect((await read(at.owner, { url: "https://at.api.example.com/openapi.json", auth, secret: "x" })).code).toBe(
      422,
    );
    expect(at.api.state.seen).toEqual([]);
  });
});

describe("a tool made by hand", () => {
  it("is an operation like any other: called by its parameters, changed later", async () => {
    const id = await byHand(at);
    const { data } = await tried(at.owner, id, { number: "a b/c", depth: 2, "X-Region": "cn" });
    expect(data).toMatchObject({ ok: true, exchange: { response: { status: 200 } } });
    expect(data!.exchange!.request).toMatchObject({ method: "GET", url: `${at.api.url}/parcels/a%20b%2Fc?depth=2` });
    expect(at.api.state.seen.at(-1)).toMatchObject({ path: "/parcels/a%20b%2Fc", headers: { "x-region": "cn" } });
    const body = { name: "weight", in: "body", type: "number", description: "kg", required: true };
    const next = handForm(at, { method: "POST", address: `${at.api.url}/parcels`, parameters: [body] });
    const before = (await get(at.owner, id)).data!;
    expect((await patch(at.owner, id, { form: next, revision: before.revision })).code).toBe(200);
    const after = (await get(at.owner, id)).data!;
    expect(after.form).toEqual(next);
    expect(after.tools[0]!.name).toBe(before.tools[0]!.name);
    expect((await tried(at.owner, id, { body: { weight: 3 } })).data).toMatchObject({ ok: true });
    expect(JSON.parse((at.api.state.seen as { body: string }[]).at(-1)!.body)).toEqual({ weight: 3 });
    expect((await tried(at.owner, id, { body: {} })).data).toMatchObject({ ok: false, error: "toolArguments" });
    expect((await patch(at.owner, id, { form: next, revision: before.revision })).code).toBe(409);
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
    const refused = await create(at.owner, { name: `H ${v7()}`, form: handForm(at, over) });
    expect(refused.code).toBeGreaterThanOrEqual(400);
    expect(Object.keys((refused.data as unknown as { fields: object }).fields)).toContain(field);
  });
});
