import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { POST as probeRoute } from "@/app/api/admin/model/models/[id]/probe/route";
import { GET as listRoute } from "@/app/api/admin/model/models/route";
import { closeDatabase, db } from "@/db/client";
import { insertModel, insertSupplier } from "@/db/queries/models/models";
import { healthEvents } from "@/db/schema/gateway";
import { usageLedger } from "@/db/schema/models";
import type { ModelDto, ModelProbeResult } from "@/lib/features/models/dto";
import { answer } from "@/tests/factories/call";
import { makeModel } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { until } from "@/tests/factories/stream";
import { startAnthropicServer } from "@/tests/fakes/anthropic-server.mjs";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let anthropic: Awaited<ReturnType<typeof startAnthropicServer>>;
let admin: Person;

beforeAll(async () => {
  [fake, anthropic] = [await startModelServer(), await startAnthropicServer()];
  admin = await makePerson({ roles: ["administrator"] });
});
afterAll(async () => {
  await Promise.all([fake.close(), anthropic.close()]);
  await closeDatabase();
});

const probe = (id: string, person = admin) =>
  answer<ModelProbeResult>(probeRoute, { token: person.token, params: { id }, body: {} });
const found = async (id: string) =>
  (await answer<{ items: ModelDto[] }>(listRoute, { token: admin.token })).data!.items.find(
    (model) => model.id === id,
  )!;
const oks = (probes: ModelDto["probes"]) =>
  Object.fromEntries(Object.entries(probes).map(([kind, result]) => [kind, result.ok]));
const ALL = { streaming: true, tool_call: true, visual: true, reasoning: true, json_schema: true };

it.each(["openai-compatible", "anthropic"])(
  "what a model can do is seen over %s, metered, and kept",
  async (template) => {
    const url = template === "anthropic" ? anthropic.url : fake.url;
    const id = await makeModel(url, "fake-able", { template });
    const { data } = await probe(id);
    expect(oks(data!.probes)).toEqual(ALL);
    expect(data!.probes.tool_call!.detail).toContain("Paris");
    const model = await found(id);
    expect(oks(model.probes)).toEqual(ALL);
    // An administrator's ticks are theirs.
    expect(model).toMatchObject({ abilities: [], status: "normal", checkError: null });
    const rows = await until(async () => {
      const list = await db().select().from(usageLedger).where(eq(usageLedger.modelId, id));
      return list.every(({ outcome }) => outcome === "done") && list;
    });
    expect(rows).toHaveLength(5);
    expect(new Set(rows.map(({ app }) => app))).toEqual(new Set(["model-test"]));
    const events = await db().select().from(healthEvents).where(eq(healthEvents.modelId, id));
    expect(events.map(({ event }) => event)).toContain("probe_ok");
  },
);

it("what a supplier refuses the model cannot do, in the supplier's words", async () => {
  const id = await makeModel(fake.url, "fake-plain");
  const { data } = await probe(id);
  expect(oks(data!.probes)).toEqual({ ...ALL, tool_call: false, visual: false, reasoning: false, json_schema: false });
  expect(data!.probes.visual).toMatchObject({ error: "supplierRefused", detail: "unknown field" });
});

it("a supplier that does not answer leaves the results as they were and makes the model abnormal", async () => {
  const id = await makeModel(fake.url, "fake-401");
  const { data } = await probe(id);
  expect(data!.probes).toEqual({});
  expect(data!.unsure.visual).toMatchObject({ error: "supplierUnauthorized" });
  expect(await found(id)).toMatchObject({ status: "abnormal", checkError: "supplierUnauthorized" });
  const events = await db().select().from(healthEvents).where(eq(healthEvents.modelId, id));
  expect(events.map(({ event, reason }) => [event, reason])).toContainEqual(["probe_failed", "supplierUnauthorized"]);
});

it("is for chat models and holders of the permission", async () => {
  const id = await makeModel(fake.url, "fake-embedding", { type: "vector" });
  expect(await probe(id)).toMatchObject({ code: 422, data: { error: "modelNotForChat" } });
  expect(await probe(id, await makePerson())).toMatchObject({ code: 403 });
  expect(await probe(v7())).toMatchObject({ code: 404 });
});

it("of the built-in model are what it is: text only", async () => {
  const supplierId = await insertSupplier(db(), { name: v7(), template: "builtin" });
  const id = await insertModel(db(), { name: v7(), type: "chat" }, { supplierId, upstreamModel: "builtin-extractive" });
  expect((await probe(id)).data!.probes).toMatchObject({ tool_call: { ok: false }, visual: { ok: false } });
});
