import { desc, eq } from "drizzle-orm";
import { v7 } from "uuid";
import { DELETE as deleteRoute, PATCH as patchRoute } from "@/app/api/admin/open/keys/[id]/route";
import { POST as createRoute, GET as listRoute } from "@/app/api/admin/open/keys/route";
import { GET as optionsRoute } from "@/app/api/admin/open/options/route";
import { POST as chatRoute } from "@/app/api/v1/chat/completions/route";
import { GET as modelsRoute } from "@/app/api/v1/models/route";
import { db } from "@/db/client";
import { budgets } from "@/db/schema/gateway";
import { models } from "@/db/schema/models";
import { apiKeys } from "@/db/schema/open-api";
import { operationLogs } from "@/db/schema/operation-log";
import { API_KEYS_MAX } from "@/lib/config/constants";
import type { KeyDto, OpenApiOptions } from "@/lib/features/open-api/dto";
import { invalidateModels } from "@/lib/models/registry";
import { answer, call } from "@/tests/factories/call";
import { makeModel } from "@/tests/factories/models";
import { disable, makePerson, type Person } from "@/tests/factories/people";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let first: Person;
let second: Person;
let administrator: Person;
let modelId: string;

beforeAll(async () => {
  fake = await startModelServer();
  modelId = await makeModel(fake.url, "fake-echo");
  const codes = ["SYSTEM:OPEN:API"];
  [first, second] = [await makePerson({ codes }), await makePerson({ codes })];
  administrator = await makePerson({ roles: ["administrator"] });
});
afterAll(() => fake.close());

type Made = { id: string; secret: string };
const create = (person: Person, body: object = { name: "program" }) =>
  answer<Made>(createRoute, { token: person.token, body });
const list = async (person: Person, query: Record<string, string> = {}) =>
  (await answer<{ items: KeyDto[]; total: number }>(listRoute, { token: person.token, query, method: "GET" })).data!;
const patch = (person: Person, id: string, body: object) =>
  answer(patchRoute, { token: person.token, params: { id }, body, method: "PATCH" });
const remove = (person: Person, id: string) =>
  answer(deleteRoute, { token: person.token, params: { id }, method: "DELETE" });
const ask = (secret: string) =>
  call(chatRoute, { token: secret, body: { model: modelId, messages: [{ role: "user", content: "hi" }] } });

describe("keys", () => {
  it("show their secret once; the database and the operation log hold none", async () => {
    const { data } = await create(first);
    expect(data!.secret).toMatch(/^sk-[\w-]{40,}$/);
    const listed = (await list(first)).items.find(({ id }) => id === data!.id)!;
    expect(JSON.stringify(listed)).not.toContain(data!.secret);
    const [row] = await db().select().from(apiKeys).where(eq(apiKeys.id, data!.id));
    expect(JSON.stringify(row)).not.toContain(data!.secret);
    const [logged] = await db()
      .select()
      .from(operationLogs)
      .where(eq(operationLogs.targetId, data!.id))
      .orderBy(operationLogs.id);
    expect(logged).toMatchObject({ action: "open.key.create", result: "success" });
    expect(JSON.stringify(logged)).not.toContain(data!.secret);
    expect((await ask(data!.secret)).status).toBe(200);
  });

  it("of others are not found, except by administrators, who see them with their owners", async () => {
    const { data } = await create(first, { name: "mine alone" });
    expect((await list(second)).items.map(({ id }) => id)).not.toContain(data!.id);
    expect((await patch(second, data!.id, { status: "disabled" })).code).toBe(404);
    expect((await remove(second, data!.id)).code).toBe(404);
    expect((await remove(second, v7())).code).toBe(404);
    const seen = (await list(administrator, { keyword: "mine alone" })).items;
    expect(seen).toEqual([expect.objectContaining({ id: data!.id, owner: first.account })]);
    expect((await patch(administrator, data!.id, { status: "disabled" })).code).toBe(200);
    expect((await ask(data!.secret)).status).toBe(401);
  });

  it("that are switched off, deleted or of a disabled person are out at once", async () => {
    const person = await makePerson({ codes: ["SYSTEM:OPEN:API"] });
    const [off, gone, orphan] = [await create(person), await create(person), await create(person)];
    await patch(person, off.data!.id, { status: "disabled" });
    expect((await ask(off.data!.secret)).status).toBe(401);
    await patch(person, off.data!.id, { status: "enabled" });
    expect((await ask(off.data!.secret)).status).toBe(200);
    await remove(person, gone.data!.id);
    expect((await ask(gone.data!.secret)).status).toBe(401);
    expect((await patch(person, gone.data!.id, { status: "enabled" })).code).toBe(404);
    await disable(person.id);
    await new Promise((resolve) => setTimeout(resolve, 2100));
    expect((await ask(orphan.data!.secret)).status).toBe(401);
  });

  it("keep their limits, a budget among them, and lose it with the key", async () => {
    const body = {
      name: "limited",
      scopes: ["chat"],
      modelIds: [modelId],
      addresses: ["10.0.0.0/8", "2001:db8::1"],
      requestsPerMinute: 5,
      dailyTokenLimit: 1000,
      monthlyBudgetMicros: 12_345_678,
      expiresAt: "2030-01-01T00:00:00.000Z",
    };
    const { data } = await create(first, body);
    const own = (await list(first)).items.find(({ id }) => id === data!.id)!;
    expect(own).toMatchObject(body);
    await patch(first, data!.id, { monthlyBudgetMicros: null, addresses: null });
    const [left] = (await list(first)).items.filter(({ id }) => id === data!.id);
    expect(left).toMatchObject({ monthlyBudgetMicros: null, addresses: null, requestsPerMinute: 5 });
    await patch(first, data!.id, { monthlyBudgetMicros: 5 });
    await remove(first, data!.id);
    expect(await db().select().from(budgets).where(eq(budgets.subjectId, data!.id))).toEqual([]);
  });

  it("show what they used, to the token", async () => {
    const { data } = await create(second, { name: "counted" });
    const before = (await list(second)).items.find(({ id }) => id === data!.id)!;
    expect(before.usage).toMatchObject({ callsToday: 0, tokensMonth: 0 });
    let tokens = 0;
    for (let round = 0; round < 3; round++) {
      const { usage } = (await (await ask(data!.secret)).json()) as { usage: { total_tokens: number } };
      tokens += usage.total_tokens;
    }
    const after = (await list(second)).items.find(({ id }) => id === data!.id)!;
    expect(after.usage).toMatchObject({ callsToday: 3, callsMonth: 3, tokensToday: tokens, tokensMonth: tokens });
    expect(after.lastUsedAt).not.toBeNull();
  });

  it("reach no model their person may not use", async () => {
    const hidden = await makeModel(fake.url, "fake-echo");
    await db().update(models).set({ visibility: "partial" }).where(eq(models.id, hidden));
    invalidateModels();
    expect((await create(first, { name: "x", modelIds: [hidden] })).code).toBe(400);
    const { data } = await create(first, { name: "wide" });
    const response = await call(modelsRoute, { token: data!.secret, method: "GET" });
    const listed = ((await response.json()) as { data: { id: string }[] }).data;
    expect(listed.length).toBeGreaterThan(0);
    const options = (await answer<OpenApiOptions>(optionsRoute, { token: first.token, method: "GET" })).data!;
    expect(options.models.map(({ id }) => id)).not.toContain(hidden);
  });

  it("are tried with a model that is not known to fail", async () => {
    const optionsOf = async () =>
      (await answer<OpenApiOptions>(optionsRoute, { token: first.token, method: "GET" })).data!.models;
    await makeModel(fake.url, "fake-echo");
    invalidateModels();
    const [begun] = await optionsOf();
    const state = (status: "abnormal" | "normal") =>
      db().update(models).set({ status, checkError: null }).where(eq(models.id, begun!.id));
    await state("abnormal");
    invalidateModels();
    const now = await optionsOf();
    expect(now[0]!.id).not.toBe(begun!.id);
    expect(now.map(({ id }) => id)).toContain(begun!.id);
    await state("normal");
    invalidateModels();
  });

  it("are limited in number, also for many at once", async () => {
    const person = await makePerson({ codes: ["SYSTEM:OPEN:API"] });
    const rows = Array.from({ length: API_KEYS_MAX - 2 }, () => ({
      userId: person.id,
      name: "x",
      secretHash: v7(),
      hint: "",
    }));
    await db().insert(apiKeys).values(rows);
    const codes = (await Promise.all(Array.from({ length: 6 }, () => create(person)))).map(({ code }) => code);
    expect(codes.filter((code) => code === 200)).toHaveLength(2);
    expect(codes.filter((code) => code === 409)).toHaveLength(4);
  });

  it.each([
    ["no name", { name: " " }],
    ["a name too long", { name: "x".repeat(61) }],
    ["an unknown scope", { name: "x", scopes: ["admin"] }],
    ["an empty scope list", { name: "x", scopes: [] }],
    ["an address that is none", { name: "x", addresses: ["example.com"] }],
    ["a negative rate", { name: "x", requestsPerMinute: -1 }],
    ["an owner", { name: "x", userId: v7() }],
    ["a secret", { name: "x", secretHash: "a" }],
  ])("with %s are refused", async (_name, body) => {
    expect((await create(first, body)).code).toBe(400);
  });

  it("are made by nobody without the permission, which is logged", async () => {
    const staff = await makePerson();
    expect((await create(staff)).code).toBe(403);
    const [row] = await db()
      .select()
      .from(operationLogs)
      .where(eq(operationLogs.actorId, staff.id))
      .orderBy(desc(operationLogs.id));
    expect(row).toMatchObject({ action: "open.key.create", result: "refused" });
  });
});
