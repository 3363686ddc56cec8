import { eq, inArray } from "drizzle-orm";
import { POST as previewRoute } from "@/app/api/admin/gateway/imports/preview/route";
import { POST as importRoute } from "@/app/api/admin/gateway/imports/route";
import { db } from "@/db/client";
import { channels, models, supplierKeys, suppliers } from "@/db/schema/models";
import { operationLogs } from "@/db/schema/operation-log";
import { decrypt } from "@/lib/encryption";
import type { ImportDto } from "@/lib/features/gateway/import/dto";
import { SUPPLIER_KEY_PURPOSE } from "@/lib/models/suppliers/secrets";
import { answer } from "@/tests/factories/call";
import { makePerson, type Person } from "@/tests/factories/people";

const SECRET = "sk-canary-7c1e90b5d2a84f36";

let admin: Person;
beforeAll(async () => {
  admin = await makePerson({ codes: ["SYSTEM:GATEWAY", "SYSTEM:CONFIG:MODELS"] });
});

const CHANNELS = JSON.stringify({
  data: {
    items: [
      { name: "imp second", type: 43, key: SECRET, models: "imp-shared", priority: 1, weight: 3, status: 1 },
      {
        name: "imp first",
        type: 1,
        base_url: "https://proxy.example",
        key: `${SECRET}\n${SECRET}-2`,
        models: "imp-shared,imp-own",
        model_mapping: '{"imp-own":"upstream-own"}',
        priority: 9,
        weight: 5,
        status: 2,
      },
      { name: "imp aws", type: 33, models: "x" },
    ],
  },
});

const look = (text: string, person = admin) => answer<ImportDto>(previewRoute, { token: person.token, body: { text } });
const take = (text: string, rows: number[], person = admin) =>
  answer<ImportDto>(importRoute, { token: person.token, body: { text, rows } });
const states = ({ data }: { data: ImportDto | null }) => data!.items.map(({ row, state }) => [row, state]);

it("shows what would become of channels, and changes and shows nothing else", async () => {
  const seen = await look(CHANNELS);
  expect(states(seen)).toEqual([
    [0, "new"],
    [1, "new"],
    [2, "unsupported"],
  ]);
  expect(seen.data!.items[1]).toMatchObject({
    baseUrl: "https://proxy.example/v1",
    keys: 2,
    added: ["imp-own"],
    joined: ["imp-shared"],
    isEnabled: false,
  });
  expect(JSON.stringify(seen)).not.toContain(SECRET);
  expect(await db().$count(suppliers, inArray(suppliers.name, ["imp first", "imp second"]))).toBe(0);
});

it("takes what was picked: keys sealed, models shared by channels in their order, once", async () => {
  const taken = await take(CHANNELS, [0, 1, 2]);
  expect(states(taken)).toEqual([
    [0, "made"],
    [1, "made"],
  ]);
  expect(JSON.stringify(taken)).not.toContain(SECRET);
  const rows = await db()
    .select()
    .from(suppliers)
    .where(inArray(suppliers.name, ["imp first", "imp second"]))
    .orderBy(suppliers.name);
  expect(rows.map(({ template, baseUrl, status }) => [template, baseUrl, status])).toEqual([
    ["openai-compatible", "https://proxy.example/v1", "disabled"],
    ["deepseek", "https://api.deepseek.com/v1", "enabled"],
  ]);
  const keys = await db().select().from(supplierKeys).where(eq(supplierKeys.supplierId, rows[0]!.id));
  expect(keys.map(({ cipher }) => decrypt(SUPPLIER_KEY_PURPOSE, cipher)).sort()).toEqual([SECRET, `${SECRET}-2`]);
  const ways = await db()
    .select({
      model: models.name,
      upstream: channels.upstreamModel,
      priority: channels.priority,
      weight: channels.weight,
    })
    .from(channels)
    .innerJoin(models, eq(models.id, channels.modelId))
    .where(inArray(models.name, ["imp-shared", "imp-own"]))
    .orderBy(models.name, channels.priority);
  expect(ways).toEqual([
    { model: "imp-own", upstream: "upstream-own", priority: 0, weight: 5 },
    { model: "imp-shared", upstream: "imp-shared", priority: 0, weight: 5 },
    { model: "imp-shared", upstream: "imp-shared", priority: 1, weight: 3 },
  ]);
  const logged = await db().select().from(operationLogs).where(eq(operationLogs.actorId, admin.id));
  expect(logged.filter(({ action }) => action === "gateway.supplier.create")).toHaveLength(2);
  expect(JSON.stringify(logged)).not.toContain(SECRET);

  expect(states(await look(CHANNELS))).toEqual([
    [0, "known"],
    [1, "known"],
    [2, "unsupported"],
  ]);
  expect((await take(CHANNELS, [0, 1])).data!.items).toEqual([]);
});

it("reads a table, and refuses what is none and whom it is not for", async () => {
  expect(states(await look(`name,type,key,models\nimp table,43,${SECRET},m1`))).toEqual([[0, "new"]]);
  expect(await look("hello")).toMatchObject({ code: 422 });
  expect(await look("[]")).toMatchObject({ code: 422 });
  const staff = await makePerson();
  expect(await look(CHANNELS, staff)).toMatchObject({ code: 403 });
  expect(await take(CHANNELS, [0], staff)).toMatchObject({ code: 403 });
  // Models are made too, which the gateway's right alone does not allow.
  const gatewayOnly = await makePerson({ codes: ["SYSTEM:GATEWAY"] });
  expect(await look(CHANNELS, gatewayOnly)).toMatchObject({ code: 403 });
  expect(await take(CHANNELS, [0], gatewayOnly)).toMatchObject({ code: 403 });
});
