import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { PATCH as patchModelSupplier } from "@/app/api/admin/model/suppliers/[id]/route";
import { closeDatabase, db } from "@/db/client";
import { breakers } from "@/db/schema/gateway";
import { channels, models, supplierKeys, suppliers } from "@/db/schema/models";
import { operationLogs } from "@/db/schema/operation-log";
import { decrypt } from "@/lib/encryption";
import type { DiscoveryDto, KeyResultDto, SupplierDetailDto, SupplierDto } from "@/lib/features/gateway/dto";
import { SUPPLIER_KEY_PURPOSE } from "@/lib/models/suppliers/secrets";
import { answer } from "@/tests/factories/call";
import { gateway } from "@/tests/factories/gateway";
import { makePerson, type Person } from "@/tests/factories/people";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

const CANARY = "sk-canary-51f0c2a7d9e84b36";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let other: Awaited<ReturnType<typeof startModelServer>>;
let first: Person;
let second: Person;

beforeAll(async () => {
  [fake, other] = [await startModelServer(), await startModelServer()];
  const codes = ["SYSTEM:GATEWAY"];
  [first, second] = [await makePerson({ codes }), await makePerson({ codes })];
});
afterAll(async () => {
  await fake.close();
  await other.close();
  await closeDatabase();
});

const base = () => ({
  name: `supplier ${v7()}`,
  template: "openai-compatible",
  baseUrl: fake.url,
  keys: [{ name: "main", secret: CANARY }],
});
const create = (person: Person, over: object = {}) =>
  gateway<{ id: string }>(person, "POST suppliers", { body: { ...base(), ...over } });
const made = async (person: Person, over: object = {}) => (await create(person, over)).data!.id;
const read = async (person: Person, id: string) =>
  (await gateway<SupplierDetailDto>(person, `GET suppliers/${id}`)).data!;
const events = async (targetId: string) =>
  (await db().select().from(operationLogs).where(eq(operationLogs.targetId, targetId))).map(({ action }) => action);

describe("a supplier", () => {
  it("is set up in one call with keys, placement and models, and seen by the next administrator", async () => {
    const upstreamModel = `seen-${v7()}`;
    const id = await made(first, {
      residency: "EU",
      settings: { apiVersion: "2026-01-01" },
      headers: { "x-org": CANARY },
      keys: [{ secret: CANARY }, { name: "second", secret: `${CANARY}-2` }],
      models: [{ upstreamModel, type: "chat", contextWindow: 32_768, abilities: ["tool_call"] }],
    });
    const { supplier, keys } = await read(second, id);
    expect(supplier).toMatchObject({
      residency: "EU",
      apiVersion: "2026-01-01",
      headerNames: ["x-org"],
      keys: 2,
      models: 1,
      resting: 0,
    });
    expect(keys.map(({ name, hint }) => [name, hint])).toEqual([
      ["", "4b36"],
      ["second", "36-2"],
    ]);
    const [model] = await db().select().from(models).where(eq(models.name, upstreamModel));
    expect(model).toMatchObject({ contextWindow: 32_768, abilities: ["tool_call"] });
    expect(await events(id)).toEqual(["gateway.supplier.create"]);
  });

  it("is changed, switched off, kept while models need it, then deleted", async () => {
    const id = await made(first, { models: [{ upstreamModel: v7(), type: "chat" }] });
    const patch = { requestsPerMinute: 60, tokensPerMinute: null, residency: "", status: "disabled" };
    expect((await gateway(second, `PATCH suppliers/${id}`, { body: patch })).code).toBe(200);
    expect((await read(first, id)).supplier).toMatchObject({
      requestsPerMinute: 60,
      residency: null,
      status: "disabled",
    });
    expect(await gateway(second, `DELETE suppliers/${id}`)).toMatchObject({
      code: 409,
      data: { error: "supplierInUse" },
    });
    await db().delete(channels).where(eq(channels.supplierId, id));
    expect((await gateway(second, `DELETE suppliers/${id}`)).code).toBe(200);
    expect((await gateway(first, `GET suppliers/${id}`)).code).toBe(404);
  });

  it("takes no key and no header along to another host (SK-02)", async () => {
    const id = await made(first, { headers: { "x-org": CANARY } });
    const moved = await gateway(second, `PATCH suppliers/${id}`, { body: { baseUrl: other.url } });
    expect(moved).toMatchObject({
      code: 422,
      data: { error: "keyRequiredForNewAddress", fields: { secret: "keyAgain" } },
    });
    await gateway(second, `POST suppliers/${id}/discovery`);
    expect(other.state.requests).toHaveLength(0);
    const again = { baseUrl: other.url, secret: "another-key-0000" };
    expect((await gateway(second, `PATCH suppliers/${id}`, { body: again })).code).toBe(200);
    const { supplier, keys } = await read(first, id);
    expect(supplier).toMatchObject({ baseUrl: other.url, headerNames: [] });
    expect(keys.map(({ hint }) => hint)).toEqual(["0000"]);
    // At the same host a key has a call of its own.
    expect((await gateway(first, `PATCH suppliers/${id}`, { body: { secret: "x" } })).code).toBe(400);
  });

  it.each(["http://169.254.169.254/latest", "http://100.100.100.200/", "http://[fe80::1]/v1"])(
    "at %s is refused, asked for or saved (SS-09)",
    async (baseUrl) => {
      const probe = await gateway(first, "POST probe", { body: { template: "openai-compatible", baseUrl } });
      expect(probe).toMatchObject({ code: 422, data: { error: "addressRefused" } });
      expect((await create(second, { baseUrl })).code).toBe(422);
      const id = await made(first, { keys: [] });
      expect((await gateway(second, `PATCH suppliers/${id}`, { body: { baseUrl } })).code).toBe(422);
    },
  );

  it("that is built in stays as it is", async () => {
    const builtin = { name: v7(), template: "builtin" };
    const [row] = await db().insert(suppliers).values(builtin).returning({ id: suppliers.id });
    for (const call of [
      `PATCH suppliers/${row!.id}`,
      `DELETE suppliers/${row!.id}`,
      `POST suppliers/${row!.id}/discovery`,
    ]) {
      expect(await gateway(first, call, { body: {} })).toMatchObject({ code: 422, data: { error: "builtinSupplier" } });
    }
    await db().delete(suppliers).where(eq(suppliers.id, row!.id));
  });
});

describe("discovery", () => {
  it("tells types, sizes and abilities from the list, before and after the supplier is saved", async () => {
    const probe = { template: "openai-compatible", baseUrl: fake.url, secret: CANARY };
    const asked = (await gateway<DiscoveryDto>(first, "POST probe", { body: probe })).data!;
    expect(asked).toMatchObject({ ok: true, fromDocumentation: false });
    expect(asked.models.find(({ id }) => id === "fake-told")).toEqual({
      id: "fake-told",
      type: "chat",
      contextWindow: 32_768,
      maxOutputTokens: 4096,
      abilities: ["tool_call", "reasoning", "visual"],
      added: false,
    });
    const id = await made(first);
    await gateway(first, `POST suppliers/${id}/models`, {
      body: { models: [{ upstreamModel: "fake-told", type: "chat" }] },
    });
    const again = (await gateway<DiscoveryDto>(second, `POST suppliers/${id}/discovery`)).data!;
    expect(again.models.filter(({ added }) => added).map((model) => model.id)).toEqual(["fake-told"]);
    expect((await read(second, id)).supplier).toMatchObject({ checkError: null, checkedAt: expect.any(String) });
  });

  it("with a wrong key says so in the supplier's words, without the key", async () => {
    const body = { template: "openai-compatible", baseUrl: fake.url, secret: "wrong-key" };
    const { data } = await gateway<DiscoveryDto>(first, "POST probe", { body });
    expect(data).toMatchObject({ ok: false, error: "supplierUnauthorized", models: [] });
    expect(JSON.stringify(data)).not.toContain("wrong-key");
  });
});

describe("keys", () => {
  const add = (person: Person, id: string, body: object) =>
    gateway<KeyResultDto>(person, `POST suppliers/${id}/keys`, { body });

  it("a further one is tried first; one the supplier refuses is kept only when told to", async () => {
    const id = await made(first);
    expect((await add(second, id, { secret: "wrong-key" })).data).toMatchObject({
      saved: false,
      probe: { ok: false, error: "supplierUnauthorized" },
    });
    expect((await read(first, id)).keys).toHaveLength(1);
    expect((await add(second, id, { secret: "wrong-key", force: true })).data).toMatchObject({ saved: true });
    const more = { secret: "good-key-00001234", name: "night", weight: 3, requestsPerMinute: 10 };
    expect((await add(first, id, more)).data).toMatchObject({ saved: true, probe: { ok: true } });
    expect((await read(second, id)).keys.at(-1)).toMatchObject({
      name: "night",
      hint: "1234",
      weight: 3,
      requestsPerMinute: 10,
    });
  });

  it("is rotated in place: a refused secret leaves the old one, a good one takes over and wakes its ways", async () => {
    const id = await made(first, { models: [{ upstreamModel: v7(), type: "chat" }] });
    const [key] = (await read(first, id)).keys;
    const [channel] = await db().select().from(channels).where(eq(channels.supplierId, id));
    const open = {
      channelId: channel!.id,
      keyId: key!.id,
      reason: "supplierUnauthorized",
      retryAt: new Date(Date.now() + 1e6),
    };
    await db()
      .insert(breakers)
      .values({ ...open, state: "open" });
    expect((await read(second, id)).keys[0]!.resting).toHaveLength(1);
    const rotate = (secret: string) =>
      gateway<KeyResultDto>(second, `POST keys/${key!.id}/rotate`, { body: { secret } });
    expect((await rotate("wrong-key")).data).toMatchObject({ saved: false });
    expect((await stored(key!.id)).secret).toBe(CANARY);
    expect((await rotate("fresh-key-00005678")).data).toMatchObject({ saved: true });
    expect((await stored(key!.id)).secret).toBe("fresh-key-00005678");
    const [now] = (await read(first, id)).keys;
    expect(now).toMatchObject({ id: key!.id, hint: "5678", rotatedAt: expect.any(String), resting: [] });
    expect(await events(key!.id)).toEqual(["gateway.key.rotate"]);
  });

  const stored = async (id: string) => {
    const [row] = await db().select().from(supplierKeys).where(eq(supplierKeys.id, id));
    return { ...row!, secret: decrypt(SUPPLIER_KEY_PURPOSE, row!.cipher) };
  };

  it("is changed and deleted; the last one of a supplier that needs one stays", async () => {
    const id = await made(first, { template: "openai", keys: [{ secret: CANARY }, { secret: `${CANARY}-2` }] });
    const [one, two] = (await read(first, id)).keys;
    expect((await gateway(second, `PATCH keys/${one!.id}`, { body: { status: "disabled", weight: 9 } })).code).toBe(
      200,
    );
    expect((await read(first, id)).keys[0]).toMatchObject({ status: "disabled", weight: 9 });
    const ended = await Promise.all([
      gateway(first, `DELETE keys/${one!.id}`),
      gateway(second, `DELETE keys/${two!.id}`),
    ]);
    expect(ended.map(({ code }) => code).sort()).toEqual([200, 422]);
    expect((await read(first, id)).keys).toHaveLength(1);
  });

  it("several are not replaced by the one field of model access", async () => {
    const id = await made(first, { keys: [{ secret: CANARY }, { secret: `${CANARY}-2` }] });
    const administrator = await makePerson({ roles: ["administrator"] });
    const options = { token: administrator.token, params: { id }, method: "PATCH" };
    const refused = await answer(patchModelSupplier, { ...options, body: { apiKey: "one-for-all-0000" } });
    expect(refused).toMatchObject({ code: 409, data: { error: "severalKeys" } });
    expect((await answer(patchModelSupplier, { ...options, body: { name: `renamed ${v7()}` } })).code).toBe(200);
    expect((await read(first, id)).keys).toHaveLength(2);
  });

  it("are encrypted at rest and in no answer and no log", async () => {
    const id = await made(first, { headers: { "x-org": CANARY } });
    const [key] = (await read(second, id)).keys;
    const answers = [
      await gateway(second, "GET suppliers"),
      await gateway(second, `GET suppliers/${id}`),
      await gateway(second, `POST suppliers/${id}/discovery`),
      await gateway(second, `POST keys/${key!.id}/rotate`, { body: { secret: `${CANARY}-3` } }),
      await gateway(second, `POST keys/${key!.id}/rotate`, { body: { secret: "" } }),
      await gateway(second, `PATCH suppliers/${id}`, { body: { baseUrl: other.url } }),
      await gateway(second, "POST probe", {
        body: { template: "openai", baseUrl: "http://127.0.0.1:1", secret: CANARY },
      }),
      await create(second, { name: "" }),
      await db().select().from(operationLogs),
      await db().select().from(suppliers),
      await db().select().from(supplierKeys),
    ];
    for (const text of answers.map((value) => JSON.stringify(value))) expect(text).not.toContain(CANARY);
  });
});

it("today's calls and failures stand with the supplier", async () => {
  const id = await made(first);
  const found = (await gateway<{ items: SupplierDto[] }>(second, "GET suppliers")).data!.items.find(
    (item) => item.id === id,
  );
  expect(found).toMatchObject({ callsToday: 0, failedToday: 0 });
});
