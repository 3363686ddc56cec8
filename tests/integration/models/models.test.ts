import { v7 } from "uuid";
import { GET as defaultsRoute, PATCH as setDefaultsRoute } from "@/app/api/admin/model/defaults/route";
import {
  DELETE as deleteRoute,
  GET as detailRoute,
  PATCH as patchRoute,
} from "@/app/api/admin/model/models/[id]/route";
import { POST as testRoute } from "@/app/api/admin/model/models/[id]/test/route";
import { POST as createRoute, GET as listRoute } from "@/app/api/admin/model/models/route";
import { DELETE as deleteSupplierRoute, PATCH as patchSupplierRoute } from "@/app/api/admin/model/suppliers/[id]/route";
import { POST as createSupplierRoute } from "@/app/api/admin/model/suppliers/route";
import { GET as chatModelsRoute } from "@/app/api/chat/models/route";
import { GET as drawingOptionsRoute } from "@/app/api/drawing/options/route";
import { closeDatabase, db } from "@/db/client";
import { insertModel, insertSupplier } from "@/db/queries/models/models";
import type { DrawingOptionsDto } from "@/lib/features/drawing/dto";
import type { ModelDetailDto, ModelDto, ModelTestResult } from "@/lib/features/models/dto";
import { invalidateModels } from "@/lib/models/registry";
import { answer } from "@/tests/factories/call";
import { makeModel } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let first: Person;
let second: Person;

beforeAll(async () => {
  fake = await startModelServer();
});
beforeEach(async () => {
  [first, second] = [await makePerson({ roles: ["administrator"] }), await makePerson({ roles: ["administrator"] })];
});
afterAll(async () => {
  await fake.close();
  await closeDatabase();
});

const supplier = async () =>
  (
    await answer<{ id: string }>(createSupplierRoute, {
      token: first.token,
      body: { name: v7(), template: "openai-compatible", baseUrl: fake.url },
    })
  ).data!.id;
const list = async (person: Person) =>
  (await answer<{ items: ModelDto[] }>(listRoute, { token: person.token })).data!.items;
const find = async (person: Person, id: string) => (await list(person)).find((model) => model.id === id);
const create = (person: Person, body: object) => answer<{ id: string }>(createRoute, { token: person.token, body });
const patch = (person: Person, id: string, body: object) =>
  answer(patchRoute, { token: person.token, params: { id }, body, method: "PATCH" });
const remove = (person: Person, id: string, query = {}) =>
  answer(deleteRoute, { token: person.token, params: { id }, query, method: "DELETE" });
const setDefaults = (person: Person, body: object) =>
  answer(setDefaultsRoute, { token: person.token, body, method: "PATCH" });
const defaults = async (person: Person) =>
  (await answer<{ chat: string | null; embedding: string | null }>(defaultsRoute, { token: person.token })).data!;
const chatModels = async (person: Person) =>
  (await answer<{ items: { id: string }[] }>(chatModelsRoute, { token: person.token })).data!.items.map(({ id }) => id);

describe("a model", () => {
  it("offers what an administrator says it takes for pictures, until they take that back (spec E3)", async () => {
    const model = { supplierId: await supplier(), type: "image", name: `image ${v7()}`, upstreamModel: "dall-e-3" };
    const { id } = (await create(first, model)).data!;
    const offered = async () => {
      const { data } = await answer<DrawingOptionsDto>(drawingOptionsRoute, { token: second.token });
      return data!.models.find((one) => one.id === id)!.options;
    };
    const detail = async () =>
      (await answer<ModelDetailDto>(detailRoute, { token: first.token, params: { id } })).data!;
    const known = await offered();
    expect(known).toMatchObject({ styles: ["vivid", "natural"], countMax: 1, seed: false });
    expect(await detail()).toMatchObject({ knownImageOptions: known, edited: { imageOptions: null } });
    const imageOptions = { ...known, sizes: { horizontal: "1920x1080" }, styles: [], countMax: 4, seed: true };
    expect((await patch(first, id, { imageOptions })).code).toBe(200);
    expect(await offered()).toEqual(imageOptions);
    expect(await detail()).toMatchObject({ knownImageOptions: known, edited: { imageOptions } });
    const wrong = { ...imageOptions, sizes: { square: "wide" } };
    expect((await patch(first, id, { imageOptions: wrong })).code).toBe(400);
    const staff = await makePerson();
    expect((await patch(staff, id, { imageOptions: null })).code).toBe(403);
    expect((await patch(second, id, { imageOptions: null })).code).toBe(200);
    expect(await offered()).toEqual(known);
  });

  it("is added, changed and deleted by one administrator in sight of the other", async () => {
    const name = `model ${v7()}`;
    const model = { supplierId: await supplier(), type: "chat", upstreamModel: "fake-echo" };
    // The first model of all becomes a default, which is asked about before it goes.
    await create(first, { ...model, name: `first ${v7()}` });
    const added = await create(first, { ...model, name });
    const { id } = added.data!;
    expect(await find(second, id)).toMatchObject({
      name,
      upstreamModel: "fake-echo",
      enabled: true,
      status: "unknown",
    });
    const change = { contextWindow: 131_072, maxOutputTokens: null, abilities: ["tool_call"], description: "fast" };
    expect((await patch(second, id, change)).code).toBe(200);
    expect(await find(first, id)).toMatchObject(change);
    expect((await remove(first, id)).code).toBe(200);
    expect(await find(second, id)).toBeUndefined();
    expect((await patch(second, id, { enabled: false })).code).toBe(404);
  });

  it("has a name of its own", async () => {
    const [name, supplierId] = [`model ${v7()}`, await supplier()];
    expect((await create(first, { name, supplierId, type: "chat" })).code).toBe(200);
    const again = await create(second, { name, supplierId, type: "vector" });
    expect(again).toMatchObject({ code: 409, data: { error: "modelNameTaken", fields: { name: "nameTaken" } } });
    const id = await makeModel(fake.url, "fake-echo");
    expect((await patch(second, id, { name })).code).toBe(409);
  });

  it.each([
    ["an unknown type", { type: "oracle" }],
    ["a context of nothing", { contextWindow: 0 }],
    ["half a token", { maxOutputTokens: 1.5 }],
    ["an unknown ability", { abilities: ["fly"] }],
    ["a long description", { description: "x".repeat(501) }],
    ["another supplier", { supplierId: v7() }],
  ])("with %s is left as it was", async (_name, change) => {
    const id = await makeModel(fake.url, "fake-echo");
    const before = await find(first, id);
    expect((await patch(second, id, change)).code).toBe(400);
    expect(await find(first, id)).toEqual(before);
  });

  it("that is switched off is offered to nobody until it is switched on", async () => {
    const staff = await makePerson();
    const id = await makeModel(fake.url, "fake-echo");
    expect(await chatModels(staff)).toContain(id);
    await patch(first, id, { enabled: false });
    expect(await chatModels(staff)).not.toContain(id);
    await patch(second, id, { enabled: true });
    expect(await chatModels(staff)).toContain(id);
  });

  it("of a disabled supplier is offered to nobody", async () => {
    const supplierId = await supplier();
    const { id } = (await create(first, { name: v7(), supplierId, type: "chat", upstreamModel: "fake-echo" })).data!;
    expect(await chatModels(second)).toContain(id);
    const body = { status: "disabled" };
    await answer(patchSupplierRoute, { token: first.token, params: { id: supplierId }, body, method: "PATCH" });
    expect(await chatModels(second)).not.toContain(id);
  });

  it("answers a test, or says why not in the supplier's words", async () => {
    const test = async (upstream: string, type: "chat" | "vector" = "chat") => {
      const id = await makeModel(fake.url, upstream, { type });
      return (await answer<ModelTestResult>(testRoute, { token: second.token, params: { id }, body: {} })).data;
    };
    expect(await test("fake-echo")).toMatchObject({ ok: true, answer: "Echo: Hello", error: null, detail: "" });
    expect(await test("fake-401")).toMatchObject({
      ok: false,
      error: "supplierUnauthorized",
      detail: "Incorrect API key provided: ***",
    });
    expect(await test("fake-402")).toMatchObject({ ok: false, error: "supplierQuota" });
    expect(await test("no-such-model")).toMatchObject({ ok: false });
  });
});

describe("defaults", () => {
  it("are one of a fitting, enabled type for each purpose", async () => {
    const [chat, vector] = [
      await makeModel(fake.url, "fake-echo"),
      await makeModel(fake.url, "embed", { type: "vector" }),
    ];
    expect((await setDefaults(first, { chat, embedding: vector })).code).toBe(200);
    expect(await defaults(second)).toMatchObject({ chat, embedding: vector, image: null });
    expect((await find(second, chat))!.isDefault).toBe(true);
    expect((await setDefaults(second, { chat: vector })).data).toMatchObject({ fields: { chat: "invalid" } });
    expect((await setDefaults(second, { embedding: chat })).code).toBe(400);
    expect((await setDefaults(second, { chat: v7() })).code).toBe(404);
    const off = await makeModel(fake.url, "fake-echo");
    await patch(first, off, { enabled: false });
    expect((await setDefaults(second, { chat: off })).code).toBe(422);
    expect(await defaults(first)).toMatchObject({ chat, embedding: vector });
  });

  it("are given up by a model that changes its type, and by one that is deleted", async () => {
    const [chat, vector] = [
      await makeModel(fake.url, "fake-echo"),
      await makeModel(fake.url, "embed", { type: "vector" }),
    ];
    await setDefaults(first, { chat, embedding: vector });
    await patch(second, chat, { type: "vision" });
    expect((await defaults(first)).chat).toBe(chat);
    await patch(second, chat, { type: "rerank" });
    await remove(second, vector, { confirmed: true });
    expect(await defaults(first)).toMatchObject({ chat: null, embedding: null });
  });
});

describe("the built-in supplier", () => {
  const builtin = async () => {
    const supplierId = await insertSupplier(db(), { name: v7(), template: "builtin" });
    const id = await insertModel(
      db(),
      { name: v7(), type: "chat" },
      { supplierId, upstreamModel: "builtin-extractive" },
    );
    invalidateModels();
    return { supplierId, id };
  };

  it("keeps its model: switched and tested, never changed or deleted", async () => {
    const { supplierId, id } = await builtin();
    expect((await patch(first, id, { enabled: false })).code).toBe(200);
    expect((await patch(second, id, { enabled: true })).code).toBe(200);
    const tested = await answer<ModelTestResult>(testRoute, { token: second.token, params: { id }, body: {} });
    expect(tested.data).toMatchObject({ ok: true });
    const refused = { code: 422, data: { error: "builtinSupplier" } };
    expect(await patch(first, id, { name: "mine" })).toMatchObject(refused);
    expect(await patch(first, id, { enabled: false, upstreamModel: "x" })).toMatchObject(refused);
    expect(await remove(second, id)).toMatchObject(refused);
    expect(await create(second, { name: v7(), supplierId, type: "chat" })).toMatchObject(refused);
    const params = { id: supplierId };
    const body = { baseUrl: fake.url };
    const { token } = second;
    expect(await answer(patchSupplierRoute, { token, params, body, method: "PATCH" })).toMatchObject(refused);
    expect(await answer(deleteSupplierRoute, { token, params, method: "DELETE" })).toMatchObject(refused);
    expect(await find(first, id)).toMatchObject({ enabled: true, supplierId });
  });
});
