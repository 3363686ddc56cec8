import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { PATCH as patchRoute } from "@/app/api/admin/model/suppliers/[id]/route";
import { POST as testRoute } from "@/app/api/admin/model/suppliers/[id]/test/route";
import { closeDatabase, db } from "@/db/client";
import { insertModel, insertSupplier, listSupplierKeys, updateSupplier } from "@/db/queries/models/models";
import { insertSupplierKeys } from "@/db/queries/models/supplier-keys";
import { breakers } from "@/db/schema/gateway";
import { channels, suppliers } from "@/db/schema/models";
import { LOCALES } from "@/lib/i18n/locales";
import { loadMessages } from "@/lib/i18n/messages";
import { invalidateModels, resolveModel } from "@/lib/models/registry";
import { writeImported } from "@/lib/models/suppliers/imported";
import { openKey, sealHeaders, sealKey } from "@/lib/models/suppliers/secrets";
import { answer } from "@/tests/factories/call";
import { gateway } from "@/tests/factories/gateway";
import { makePerson, type Person } from "@/tests/factories/people";

const OLD_KEY = "sk-canary-of-tenant-a";
const NEW_KEY = "sk-canary-of-tenant-b";

/** What may happen between two reads of one process, because others write meanwhile. */
const mockMeanwhile: {
  beforeChannels?: () => Promise<void>;
  afterSupplier?: () => Promise<void>;
  keysRead?: () => void;
} = {};
jest.mock("@/db/queries/models/models", () => {
  const actual = jest.requireActual("@/db/queries/models/models");
  return {
    ...actual,
    listCallableChannels: async (...given: unknown[]) => {
      await mockMeanwhile.beforeChannels?.();
      return actual.listCallableChannels(...given);
    },
    listSupplierKeys: async (...given: unknown[]) => {
      const keys = await actual.listSupplierKeys(...given);
      mockMeanwhile.keysRead?.();
      return keys;
    },
    findSupplier: async (...given: unknown[]) => {
      const row = await actual.findSupplier(...given);
      await mockMeanwhile.afterSupplier?.();
      return row;
    },
  };
});

/** One host that several tenants share by their paths; it keeps what it was sent. */
const seen: { path: string; secrets: string }[] = [];
const host = createServer(({ url, headers }, response) => {
  seen.push({ path: url ?? "", secrets: `${headers.authorization ?? ""} ${headers["x-org"] ?? ""}` });
  response.setHeader("content-type", "application/json").end('{"object":"list","data":[]}');
});
let [here, there] = ["", ""];
let first: Person;
let second: Person;

beforeAll(async () => {
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  [here, there] = [`${origin}/tenant-a/v1`, `${origin}/tenant-b/v1`];
  const codes = ["SYSTEM:CONFIG:MODELS", "SYSTEM:GATEWAY"];
  [first, second] = [await makePerson({ codes }), await makePerson({ codes })];
});
beforeEach(() => {
  seen.length = 0;
});
afterEach(() => {
  for (const name of Object.keys(mockMeanwhile)) delete mockMeanwhile[name as keyof typeof mockMeanwhile];
});
afterAll(async () => {
  await new Promise((resolve) => host.close(resolve));
  await closeDatabase();
});

const modelAccess = {
  field: "apiKey",
  change: (person: Person, id: string, body: object) =>
    answer(patchRoute, { token: person.token, params: { id }, body, method: "PATCH" }),
  ask: (person: Person, id: string) => answer(testRoute, { token: person.token, params: { id }, body: {} }),
};
const supplierGateway = {
  field: "secret",
  change: (person: Person, id: string, body: object) => gateway(person, `PATCH suppliers/${id}`, { body }),
  ask: (person: Person, id: string) => gateway(person, `POST suppliers/${id}/discovery`),
};

interface Stored {
  keys?: string[];
  headers?: Record<string, string>;
}
async function stored({ keys = [OLD_KEY], headers }: Stored = {}): Promise<string> {
  const headersCipher = sealHeaders(headers);
  const id = await insertSupplier(db(), { name: v7(), template: "openai-compatible", baseUrl: here, headersCipher });
  await insertSupplierKeys(
    db(),
    keys.map((key) => ({ supplierId: id, ...sealKey(key, "openai-compatible") })),
  );
  return id;
}
const rowOf = async (id: string) => (await db().select().from(suppliers).where(eq(suppliers.id, id)))[0]!;
const keysOf = async (id: string) => (await listSupplierKeys(db(), [id])).map(({ cipher }) => openKey(cipher));

describe.each([
  ["model access", modelAccess],
  ["the supplier gateway", supplierGateway],
])("at %s", (_name, { field, change, ask }) => {
  it.each([
    ["a key", {}],
    ["several keys", { keys: [OLD_KEY, `${OLD_KEY}-2`] }],
    ["headers alone", { keys: [], headers: { "x-org": OLD_KEY } }],
  ])("another path of the same host gets %s of nobody: it is asked for again (SK-02)", async (_what, given) => {
    const id = await stored(given);
    const [byFirst, bySecond] = await Promise.all([
      change(first, id, { baseUrl: there }),
      change(second, id, { baseUrl: `${there}/`, name: v7(), headers: { "x-other": "1" } }),
    ]);
    for (const refused of [byFirst, bySecond]) {
      expect(refused).toMatchObject({
        code: 422,
        data: { error: "keyRequiredForNewAddress", fields: { [field]: "keyAgain" } },
      });
    }
    expect(await rowOf(id)).toMatchObject({ baseUrl: here });
    await ask(second, id);
    expect(seen.map(({ path }) => path)).toEqual(["/tenant-a/v1/models"]);
  });

  it.each([
    ["a new key", NEW_KEY, [NEW_KEY]],
    ["none", null, []],
  ])("a new address with %s takes no stored key, header or breaker along", async (_what, entered, kept) => {
    const id = await stored({ keys: [OLD_KEY, `${OLD_KEY}-2`], headers: { "x-org": OLD_KEY } });
    const modelId = await insertModel(db(), { name: v7(), type: "chat" }, { supplierId: id, upstreamModel: "m" });
    const [channel] = await db().select().from(channels).where(eq(channels.modelId, modelId));
    const [key] = await listSupplierKeys(db(), [id]);
    const rests = { reason: "supplierUnauthorized", retryAt: new Date(Date.now() + 1e6) };
    await db()
      .insert(breakers)
      .values({ channelId: channel!.id, keyId: key!.id, state: "open", ...rests });
    expect((await change(second, id, { baseUrl: there, [field]: entered })).code).toBe(200);
    expect(await rowOf(id)).toMatchObject({ baseUrl: there, headersCipher: null });
    expect(await keysOf(id)).toEqual(kept);
    expect(await db().select().from(breakers).where(eq(breakers.channelId, channel!.id))).toEqual([]);
    await ask(first, id);
    expect(seen).toEqual([{ path: "/tenant-b/v1/models", secrets: entered ? `Bearer ${NEW_KEY} ` : " " }]);
  });

  it("the same address written differently keeps its key", async () => {
    const id = await stored();
    expect((await change(first, id, { baseUrl: `${here.replace("/v1", "/x/../v1")}/` })).code).toBe(200);
    expect((await change(second, id, { name: v7() })).code).toBe(200);
    expect(await keysOf(id)).toEqual([OLD_KEY]);
  });

  it("a supplier without secrets moves freely", async () => {
    const id = await stored({ keys: [] });
    expect((await change(second, id, { baseUrl: there })).code).toBe(200);
    expect(await rowOf(id)).toMatchObject({ baseUrl: there });
  });

  it("a supplier that moves while it is asked is not sent the other address's key", async () => {
    const id = await stored();
    mockMeanwhile.afterSupplier = async () => {
      delete mockMeanwhile.afterSupplier;
      await change(second, id, { baseUrl: there, [field]: NEW_KEY });
    };
    await ask(first, id);
    expect(seen).toEqual([{ path: "/tenant-a/v1/models", secrets: " " }]);
    expect(await keysOf(id)).toEqual([NEW_KEY]);
  });
});

it("a call's channels pair no address with the key of another, though it moves while they are read", async () => {
  const id = await stored();
  const modelId = await insertModel(db(), { name: v7(), type: "chat" }, { supplierId: id, upstreamModel: "m" });
  const areRead = new Promise<void>((resolve) => {
    mockMeanwhile.keysRead = resolve;
  });
  mockMeanwhile.beforeChannels = async () => {
    delete mockMeanwhile.beforeChannels;
    await areRead;
    await updateSupplier(db(), id, { baseUrl: there });
  };
  invalidateModels();
  const viewer = { id: first.id, roleIds: [], departmentPath: "", isAdministrator: true };
  const { channels } = await resolveModel(viewer, modelId);
  expect(channels.map(({ baseUrl, apiKey }) => [baseUrl, apiKey])).toEqual([]);
});

describe("a settings file", () => {
  const imported = async (id: string, baseUrl: string) => {
    const { name, template, settings, residency, requestsPerMinute, tokensPerMinute, status } = await rowOf(id);
    const row = { name, template, settings, residency, requestsPerMinute, tokensPerMinute, status, baseUrl };
    return db().transaction((tx) => writeImported(tx, row));
  };

  it("that was planned before somebody stored a key does not take it to another address", async () => {
    const id = await stored();
    await expect(imported(id, there)).rejects.toMatchObject({ key: "settingsChanged" });
    await imported(id, here);
    expect(await rowOf(id)).toMatchObject({ baseUrl: here });
    const free = await stored({ keys: [] });
    await imported(free, there);
    expect(await rowOf(free)).toMatchObject({ baseUrl: there });
  });

  it("that was planned before somebody added a supplier of that name does not take it over", async () => {
    const row = {
      name: v7(),
      template: "openai-compatible",
      settings: {},
      residency: null,
      status: "enabled",
    } as const;
    const limits = { requestsPerMinute: null, tokensPerMinute: null };
    const all = await Promise.allSettled(
      [here, there].map((baseUrl) => db().transaction((tx) => writeImported(tx, { ...row, ...limits, baseUrl }))),
    );
    const rows = await db().select().from(suppliers).where(eq(suppliers.name, row.name));
    expect(rows).toHaveLength(1);
    for (const one of all.filter(({ status }) => status === "rejected")) {
      expect(one).toMatchObject({ reason: { key: "settingsChanged" } });
    }
  });
});

it.each(LOCALES)("is said with the same words by every refusal in %s", async (locale) => {
  const { errors, validation } = await loadMessages(locale);
  expect(errors.keyRequiredForNewAddress).toBe(validation.keyAgain);
});
