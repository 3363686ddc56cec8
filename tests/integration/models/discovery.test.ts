import { desc, eq } from "drizzle-orm";
import { v7 } from "uuid";
import { GET as discoveryRoute } from "@/app/api/admin/model/discovery/route";
import { POST as testRoute } from "@/app/api/admin/model/models/[id]/test/route";
import { GET as listRoute } from "@/app/api/admin/model/models/route";
import { POST as probeRoute } from "@/app/api/admin/model/probe/route";
import { POST as createRoute } from "@/app/api/admin/model/suppliers/route";
import { closeDatabase, db } from "@/db/client";
import { insertSupplier } from "@/db/queries/models/models";
import { channels, usageLedger } from "@/db/schema/models";
import type { ModelDto, ModelTestResult, SupplierTestResult } from "@/lib/features/models/dto";
import { answer } from "@/tests/factories/call";
import { makeModel } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { until } from "@/tests/factories/stream";
import { startAnthropicServer } from "@/tests/fakes/anthropic-server.mjs";
import { startGoogleServer } from "@/tests/fakes/google-server.mjs";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

let openAi: Awaited<ReturnType<typeof startModelServer>>;
let anthropic: Awaited<ReturnType<typeof startAnthropicServer>>;
let google: Awaited<ReturnType<typeof startGoogleServer>>;
let admin: Person;

beforeAll(async () => {
  [openAi, anthropic, google] = [await startModelServer(), await startAnthropicServer(), await startGoogleServer()];
  admin = await makePerson({ roles: ["administrator"] });
});
afterAll(async () => {
  await Promise.all([openAi.close(), anthropic.close(), google.close()]);
  await closeDatabase();
});

const addressOf = (template: string) =>
  ({ anthropic: anthropic.url, google: google.url, "azure-openai": openAi.azureUrl })[template] ?? openAi.url;
const probe = async (template: string, apiKey = "planted-key") =>
  (
    await answer<SupplierTestResult>(probeRoute, {
      token: admin.token,
      body: { template, baseUrl: addressOf(template), apiKey },
    })
  ).data!;
const list = async () => (await answer<{ items: ModelDto[] }>(listRoute, { token: admin.token })).data!.items;

it("what runs on this machine is looked for by those who keep models alone", async () => {
  const found = await answer<{ ollama: { models: string[] } | null }>(discoveryRoute, { token: admin.token });
  expect(found.code).toBe(200);
  expect(found.data).toHaveProperty("ollama");
  const staff = await makePerson();
  expect((await answer(discoveryRoute, { token: staff.token })).code).toBe(403);
});

describe("a supplier's list", () => {
  it("is asked for in the supplier's own protocol", async () => {
    for (const template of ["openai", "azure-openai", "anthropic", "google"]) {
      const result = await probe(template);
      expect({ template, ...result, models: result.models.length > 5 }).toMatchObject({
        template,
        ok: true,
        models: true,
      });
    }
    expect(await probe("anthropic", "wrong-key")).toMatchObject({ ok: false, error: "supplierUnauthorized" });
  });

  it("gives sizes and abilities; what it does not tell stays unknown", async () => {
    const told = (await probe("anthropic")).models.find(({ id }) => id === "fake-thinking");
    expect(told).toMatchObject({ contextWindow: 200_000, maxOutputTokens: 64_000 });
    expect(told!.abilities).toEqual(expect.arrayContaining(["reasoning", "visual"]));
    const { models } = await probe("openai-compatible");
    expect(models.find(({ id }) => id === "fake-told")).toMatchObject({ contextWindow: 32_768, maxOutputTokens: 4096 });
    const untold = { type: "chat", contextWindow: null, maxOutputTokens: null, abilities: [] };
    expect(models.find(({ id }) => id === "fake-echo")).toMatchObject(untold);
  });

  it("fills the models that are added; known models fill what was entered by hand", async () => {
    const [told, byHand] = [`told-${v7()}`, "claude-opus-5-5"];
    const added = await answer(createRoute, {
      token: admin.token,
      body: {
        name: `supplier ${v7()}`,
        template: "anthropic",
        baseUrl: anthropic.url,
        apiKey: "planted-key",
        models: [
          { upstreamModel: told, type: "chat", contextWindow: 1000, maxOutputTokens: 10, abilities: ["tool_call"] },
          { upstreamModel: byHand, type: "chat" },
        ],
      },
    });
    expect(added.code).toBe(200);
    const models = await list();
    expect(models.find(({ upstreamModel }) => upstreamModel === told)).toMatchObject({
      contextWindow: 1000,
      maxOutputTokens: 10,
      abilities: ["tool_call"],
    });
    expect(models.find(({ upstreamModel }) => upstreamModel === byHand)).toMatchObject({
      contextWindow: 1_000_000,
      abilities: ["tool_call", "reasoning", "visual"],
    });
  });
});

describe("a test", () => {
  const test = async (id: string) =>
    (await answer<ModelTestResult>(testRoute, { token: admin.token, params: { id }, body: {} })).data!;
  const ledgerOf = (id: string) =>
    db().select().from(usageLedger).where(eq(usageLedger.modelId, id)).orderBy(desc(usageLedger.createdAt));

  it.each([
    ["openai-compatible", "fake-embedding", "vector"],
    ["openai-compatible", "fake-rerank", "rerank"],
    ["openai-compatible", "fake-image", "image"],
    ["openai-compatible", "fake-speech", "speech"],
    ["openai-compatible", "fake-whisper", "transcription"],
    ["azure-openai", "fake-embedding", "vector"],
    ["azure-openai", "fake-echo", "chat"],
    ["anthropic", "fake-echo", "chat"],
    ["google", "fake-echo", "chat"],
  ] as const)("over %s really calls %s as %s, and is metered", async (template, upstream, type) => {
    const id = await makeModel(addressOf(template), upstream, { template, type });
    expect(await test(id)).toMatchObject({ ok: true, error: null });
    const [row] = await until(async () => {
      const rows = await ledgerOf(id);
      return rows[0]?.outcome === "done" && rows;
    });
    expect(row).toMatchObject({ app: "model-test", userId: admin.id });
    expect((await list()).find((model) => model.id === id)).toMatchObject({ status: "normal", checkError: null });
  });

  it("tells a supplier's refusal of any type", async () => {
    const id = await makeModel(openAi.url, "fake-401", { type: "rerank" });
    expect(await test(id)).toMatchObject({ ok: false, error: "supplierUnauthorized" });
    expect((await list()).find((model) => model.id === id)).toMatchObject({ status: "abnormal" });
  });
});

it("a model with several ways stands in the list once, under the first of them", async () => {
  const id = await makeModel(openAi.url, "fake-echo");
  const second = await insertSupplier(db(), { name: v7(), template: "openai-compatible", baseUrl: openAi.url });
  await db().insert(channels).values({ modelId: id, supplierId: second, upstreamModel: "fake-other", priority: 5 });
  const rows = (await list()).filter((model) => model.id === id);
  expect(rows.map(({ upstreamModel }) => upstreamModel)).toEqual(["fake-echo"]);
});
