import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { POST as modelTestRoute } from "@/app/api/admin/model/models/[id]/test/route";
import { GET as listModelsRoute } from "@/app/api/admin/model/models/route";
import { POST as probeRoute } from "@/app/api/admin/model/probe/route";
import { POST as addModelsRoute } from "@/app/api/admin/model/suppliers/[id]/models/route";
import { DELETE as deleteRoute, PATCH as patchRoute } from "@/app/api/admin/model/suppliers/[id]/route";
import { POST as testRoute } from "@/app/api/admin/model/suppliers/[id]/test/route";
import { POST as createRoute, GET as listRoute } from "@/app/api/admin/model/suppliers/route";
import { closeDatabase, db } from "@/db/client";
import { supplierKeys, suppliers } from "@/db/schema/models";
import { operationLogs } from "@/db/schema/operation-log";
import { resetEnv } from "@/lib/config/env";
import { decrypt } from "@/lib/encryption";
import type { ModelDto, SupplierDto, SupplierTestResult } from "@/lib/features/models/dto";
import { SUPPLIER_KEY_PURPOSE } from "@/lib/models/suppliers/secrets";
import { answer, call } from "@/tests/factories/call";
import { makePerson, type Person } from "@/tests/factories/people";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

const CANARY = "sk-canary-9d2c7b41e0a8f356";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let other: Awaited<ReturnType<typeof startModelServer>>;
let first: Person;
let second: Person;

beforeAll(async () => {
  [fake, other] = [await startModelServer(), await startModelServer()];
});
beforeEach(async () => {
  [first, second] = [await makePerson({ roles: ["administrator"] }), await makePerson({ roles: ["administrator"] })];
});
afterEach(() => {
  delete process.env.PRIVATE_SUPPLIERS;
  delete process.env.ALLOW_PRIVATE_NETWORK;
  resetEnv();
});
afterAll(async () => {
  await fake.close();
  await other.close();
  await closeDatabase();
});

const base = () => ({ name: `supplier ${v7()}`, template: "openai-compatible", baseUrl: fake.url, apiKey: CANARY });
const create = (person: Person, body: object) => answer<{ id: string }>(createRoute, { token: person.token, body });
const made = async (person: Person, over: object = {}) => (await create(person, { ...base(), ...over })).data!.id;
const patch = (person: Person, id: string, body: object) =>
  answer(patchRoute, { token: person.token, params: { id }, body, method: "PATCH" });
const remove = (person: Person, id: string) =>
  answer(deleteRoute, { token: person.token, params: { id }, method: "DELETE" });
const list = async (person: Person) =>
  (await answer<{ items: SupplierDto[] }>(listRoute, { token: person.token })).data!.items;
const found = async (person: Person, id: string) => (await list(person)).find((supplier) => supplier.id === id);
const modelsOf = async (person: Person, supplierId: string) =>
  (await answer<{ items: ModelDto[] }>(listModelsRoute, { token: person.token })).data!.items.filter(
    (model) => model.supplierId === supplierId,
  );

describe("a supplier", () => {
  it("shows nothing of a key that is a name and a password people chose", async () => {
    const id = await made(first, { template: "automatic1111", apiKey: "painter:correct horse battery" });
    expect(await found(first, id)).toMatchObject({ hasKey: true, keyHint: "" });
    const rotated = await patch(first, id, { apiKey: "painter:staple battery horse" });
    expect([rotated.code, await found(first, id)]).toMatchObject([200, { hasKey: true, keyHint: "" }]);
  });

  it("is added, seen by every administrator, changed and deleted, each with its row in the operation log", async () => {
    const id = await made(first, { baseUrl: `${fake.url}/` });
    expect(await found(second, id)).toMatchObject({ baseUrl: fake.url, hasKey: true, keyHint: "f356", builtin: false });
    const name = `renamed ${v7()}`;
    expect((await patch(second, id, { name, status: "disabled" })).code).toBe(200);
    expect(await found(first, id)).toMatchObject({ name, status: "disabled", hasKey: true });
    expect((await remove(second, id)).code).toBe(200);
    expect(await found(first, id)).toBeUndefined();
    expect((await remove(first, id)).code).toBe(404);
    const rows = await db()
      .select()
      .from(operationLogs)
      .where(eq(operationLogs.targetId, id))
      .orderBy(operationLogs.id);
    expect(rows.map((row) => [row.action, row.actorId, row.result])).toEqual([
      ["model.supplier.create", first.id, "success"],
      ["model.supplier.change", second.id, "success"],
      ["model.supplier.delete", second.id, "success"],
      ["model.supplier.delete", first.id, "refused"],
    ]);
  });

  it("has a name of its own", async () => {
    const name = `taken ${v7()}`;
    await made(first, { name });
    const again = await create(second, { ...base(), name });
    expect(again).toMatchObject({ code: 409, data: { error: "supplierNameTaken", fields: { name: "nameTaken" } } });
    const id = await made(second);
    expect((await patch(second, id, { name })).code).toBe(409);
  });

  it("comes with the models picked from its list, each once; a taken name gets the supplier's behind it", async () => {
    const upstreamModel = `model-${v7()}`;
    const one = await made(first, {
      models: [
        { upstreamModel, type: "chat" },
        { upstreamModel, type: "chat" },
      ],
    });
    const name = `second ${v7()}`.slice(0, 40);
    const two = await made(second, { name });
    const models = [
      { upstreamModel, type: "vision" },
      { upstreamModel: `${upstreamModel}-embed`, type: "vector" },
    ];
    const added = await answer(addModelsRoute, { token: second.token, params: { id: two }, body: { models } });
    expect(added.code).toBe(200);
    expect((await modelsOf(second, one)).map((model) => [model.name, model.type])).toEqual([[upstreamModel, "chat"]]);
    expect((await modelsOf(first, two)).map((model) => [model.name, model.upstreamModel, model.abilities])).toEqual([
      [`${upstreamModel} (${name})`, upstreamModel, ["visual"]],
      [`${upstreamModel}-embed`, `${upstreamModel}-embed`, []],
    ]);
    const inTheWay = [upstreamModel];
    expect(await remove(first, one)).toMatchObject({
      code: 409,
      data: { error: "supplierInUse", inTheWay, count: 1 },
    });
  });

  it("and its models are added together or not at all", async () => {
    const name = `whole ${v7()}`.slice(0, 40);
    const upstreamModel = v7();
    const model = { upstreamModel, type: "chat" };
    await made(first, { models: [model, { ...model, upstreamModel: `${upstreamModel} (${name})` }] });
    const refused = await create(second, { ...base(), name, models: [model] });
    expect(refused).toMatchObject({ code: 409, data: { error: "modelNameTaken" } });
    expect(JSON.stringify(refused.data)).not.toContain("fields");
    expect((await list(second)).some((supplier) => supplier.name === name)).toBe(false);
  });

  it.each([
    ["no name", { name: " " }],
    ["a long name", { name: "x".repeat(121) }],
    ["an unknown template", { template: "builtin" }],
    ["another protocol", { baseUrl: "file:///etc/passwd" }],
    ["a header that breaks the line", { headers: { "x-a": "1\r\nx-b: 2" } }],
    ["201 models", { models: Array.from({ length: 201 }, (_, i) => ({ upstreamModel: `m${i}`, type: "chat" })) }],
    ["an unknown key", { owner: "me" }],
  ])("with %s is refused and not stored", async (_name, over) => {
    const before = (await list(first)).length;
    expect((await create(first, { ...base(), ...over })).code).toBe(400);
    expect(await list(second)).toHaveLength(before);
  });
});

describe("a key", () => {
  it("is encrypted at rest and in no answer, log row or error", async () => {
    const id = await made(first, { headers: { "x-secret": CANARY } });
    const answers = [
      await (await call(listRoute, { token: second.token })).text(),
      JSON.stringify(await patch(second, id, { apiKey: `${CANARY}-2` })),
      JSON.stringify(await create(second, { ...base(), name: "" })),
      JSON.stringify(await patch(second, id, { baseUrl: other.url })),
      JSON.stringify(await answer(testRoute, { token: first.token, params: { id }, body: {} })),
      JSON.stringify(
        await answer(probeRoute, {
          token: first.token,
          body: { template: "openai", baseUrl: "http://127.0.0.1:1", apiKey: CANARY },
        }),
      ),
      JSON.stringify(await db().select().from(operationLogs)),
      JSON.stringify(await db().select().from(suppliers)),
    ];
    for (const text of answers) expect(text).not.toContain(CANARY);
    const [stored] = await db().select().from(supplierKeys).where(eq(supplierKeys.supplierId, id));
    expect(JSON.stringify(stored)).not.toContain(CANARY);
    expect(decrypt(SUPPLIER_KEY_PURPOSE, stored!.cipher)).toBe(`${CANARY}-2`);
  });

  it("does not go to a new address: it is asked for again (SK-02)", async () => {
    const id = await made(first);
    const moved = await patch(second, id, { baseUrl: other.url });
    expect(moved).toMatchObject({
      code: 422,
      data: { error: "keyRequiredForNewAddress", fields: { apiKey: "keyAgain" } },
    });
    await answer(testRoute, { token: second.token, params: { id }, body: {} });
    expect(other.state.requests).toHaveLength(0);
    expect((await found(first, id))!.baseUrl).toBe(fake.url);
    expect((await patch(second, id, { baseUrl: other.url, apiKey: "another-key-0000" })).code).toBe(200);
    expect(await found(first, id)).toMatchObject({ baseUrl: other.url, keyHint: "0000" });
    expect((await patch(first, id, { baseUrl: `${other.url}/v2` })).code).toBe(422);
  });

  it("can be removed", async () => {
    const id = await made(first);
    expect((await patch(second, id, { apiKey: null })).code).toBe(200);
    expect(await found(first, id)).toMatchObject({ hasKey: false, keyHint: "" });
    expect(await db().select().from(supplierKeys).where(eq(supplierKeys.supplierId, id))).toHaveLength(0);
  });
});

describe("asking a supplier", () => {
  const probe = (person: Person, body: object) =>
    answer<SupplierTestResult>(probeRoute, { token: person.token, body: { template: "openai-compatible", ...body } });

  it("lists its models before and after it is saved", async () => {
    const asked = await probe(first, { baseUrl: fake.url, apiKey: CANARY });
    expect(asked.data).toMatchObject({
      ok: true,
      error: null,
      models: expect.arrayContaining([expect.objectContaining({ id: "fake-echo" })]),
    });
    const id = await made(first);
    const tested = await answer<SupplierTestResult>(testRoute, { token: second.token, params: { id }, body: {} });
    expect(tested.data).toMatchObject({
      ok: true,
      models: expect.arrayContaining([expect.objectContaining({ id: "fake-echo" })]),
    });
    expect(await found(second, id)).toMatchObject({ checkError: null, checkedAt: expect.any(String) });
  });

  it("with a wrong key says so in the supplier's words, without the key; and it is no 401 of ours", async () => {
    const asked = await probe(first, { baseUrl: fake.url, apiKey: "wrong-key" });
    expect(asked).toMatchObject({ code: 200, data: { ok: false, error: "supplierUnauthorized", models: [] } });
    expect(asked.data!.detail).toMatch(/^Incorrect API key provided/);
    expect(asked.data!.detail).not.toContain("wrong-key");
    const id = await made(second, { apiKey: "wrong-key" });
    await answer(testRoute, { token: second.token, params: { id }, body: {} });
    expect((await found(first, id))!.checkError).toBe("supplierUnauthorized");
  });

  it("that is not there says that it cannot be reached", async () => {
    expect((await probe(first, { baseUrl: "http://127.0.0.1:1/v1" })).data).toMatchObject({
      ok: false,
      error: "supplierUnreachable",
    });
  });

  it.each([
    "http://169.254.169.254/latest",
    "http://100.100.100.200/",
    "http://[fe80::1]/v1",
    "http://[::ffff:169.254.169.254]/v1",
    "http://2852039166/v1",
    "http://0.0.0.0/v1",
    "http://user:pass@example.com/v1",
  ])("at %s is refused, also as a saved one", async (baseUrl) => {
    expect(await probe(first, { baseUrl })).toMatchObject({ code: 422, data: { error: "addressRefused" } });
    expect((await create(second, { ...base(), baseUrl })).code).toBe(422);
    const id = await made(first, { apiKey: undefined });
    expect((await patch(second, id, { baseUrl })).code).toBe(422);
  });

  it("on a private address needs a listed one when only listed ones are allowed", async () => {
    process.env.PRIVATE_SUPPLIERS = "listed";
    resetEnv();
    expect((await probe(first, { baseUrl: fake.url })).data).toMatchObject({ error: "addressRefused" });
    process.env.ALLOW_PRIVATE_NETWORK = new URL(fake.url).host;
    resetEnv();
    expect((await probe(second, { baseUrl: fake.url })).data).toMatchObject({ ok: true });
    expect((await probe(second, { baseUrl: other.url })).data).toMatchObject({ error: "addressRefused" });
  });

  it("for a model's answer is a real call that stays on the model", async () => {
    const names = ["fake-echo", "fake-401", "fake-500"];
    const id = await made(first, { models: names.map((upstreamModel) => ({ upstreamModel, type: "chat" })) });
    for (const model of await modelsOf(first, id)) {
      await answer(modelTestRoute, { token: second.token, params: { id: model.id }, body: {} });
    }
    expect((await modelsOf(first, id)).map((model) => [model.upstreamModel, model.status, model.checkError])).toEqual([
      ["fake-echo", "normal", null],
      ["fake-401", "abnormal", "supplierUnauthorized"],
      ["fake-500", "abnormal", "supplierError"],
    ]);
  });
});
