import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { POST as applyRoute } from "@/app/api/admin/config/settings/apply/route";
import { POST as previewRoute } from "@/app/api/admin/config/settings/preview/route";
import { GET as exportRoute } from "@/app/api/admin/config/settings/route";
import { closeDatabase, db } from "@/db/client";
import { channels, models, supplierKeys, suppliers } from "@/db/schema/models";
import { departments } from "@/db/schema/organisation";
import { roles } from "@/db/schema/roles";
import { seedRootDepartment } from "@/db/seed/foundation";
import { encrypt } from "@/lib/encryption";
import type { SettingsPlan } from "@/lib/features/configuration/dto";
import type { SettingsFile } from "@/lib/features/configuration/settings-schema";
import { keepMailPassword } from "@/lib/mail/settings";
import { SUPPLIER_KEY_PURPOSE } from "@/lib/models/suppliers/secrets";
import { answer, call } from "@/tests/factories/call";
import { clearConfiguration } from "@/tests/factories/configuration";
import { makePerson, type Person } from "@/tests/factories/people";
import { clearTerms } from "@/tests/factories/terms";

const CANARY = "canary-settings-91c4";
let admin: Person;
let editor: Person;

beforeAll(async () => {
  admin = await makePerson({ roles: ["administrator"] });
  editor = await makePerson({ codes: ["SYSTEM", "SYSTEM:CONFIG", "SYSTEM:CONFIG:BASIC"] });
});
beforeEach(async () => {
  await clearConfiguration();
  await clearTerms();
});
afterAll(async () => {
  await clearConfiguration();
  await clearTerms();
  await closeDatabase();
});

const exported = async () => JSON.parse(await (await call(exportRoute, { token: admin.token })).text()) as SettingsFile;
const preview = async (file: unknown, person = admin) =>
  answer<SettingsPlan & { error?: string }>(previewRoute, { token: person.token, body: { file } });
const apply = (file: unknown, sections: string[], fingerprint: string, person = admin) =>
  answer<{ written: number; error?: string }>(applyRoute, {
    token: person.token,
    body: { file, sections, fingerprint },
  });
const itemsOf = (plan: SettingsPlan | null, name: string) =>
  plan?.sections.find((section) => section.name === name)?.items ?? [];

/** A supplier with a key, a model that leans on it, a role and two departments, all of one test. */
async function furnish() {
  const tag = v7().slice(-12);
  const names = { supplier: `s-${tag}`, model: `m-${tag}`, role: `r-${tag}`, upper: `部门-${tag}`, lower: `组-${tag}` };
  const [supplier] = await db()
    .insert(suppliers)
    .values({
      name: names.supplier,
      template: "openai",
      baseUrl: "https://api.example.com/v1",
      headersCipher: encrypt(SUPPLIER_KEY_PURPOSE, JSON.stringify({ "x-secret": CANARY })),
    })
    .returning();
  await db()
    .insert(supplierKeys)
    .values({ supplierId: supplier!.id, cipher: encrypt(SUPPLIER_KEY_PURPOSE, CANARY), hint: "91c4" });
  const [model] = await db().insert(models).values({ name: names.model, type: "chat" }).returning();
  await db().insert(channels).values({ modelId: model!.id, supplierId: supplier!.id, upstreamModel: "up" });
  await db()
    .insert(roles)
    .values({ name: names.role, type: "custom", permissions: ["PERSONAL:CHAT"], dailyTokenLimit: 5 });
  const rootId = await seedRootDepartment(db(), "Head office");
  const [root] = await db().select().from(departments).where(eq(departments.id, rootId));
  const [upperId, lowerId] = [v7(), v7()];
  const path = `${root!.path}${upperId}/`;
  await db().insert(departments).values({ id: upperId, parentId: rootId, name: names.upper, path });
  await db()
    .insert(departments)
    .values({ id: lowerId, parentId: upperId, name: names.lower, path: `${path}${lowerId}/` });
  const remove = async () => {
    await db().delete(models).where(eq(models.name, names.model));
    await db().delete(suppliers).where(eq(suppliers.name, names.supplier));
    await db().delete(roles).where(eq(roles.name, names.role));
    await db().delete(departments).where(eq(departments.id, lowerId));
    await db().delete(departments).where(eq(departments.id, upperId));
  };
  return { names, remove };
}

it("is for administrators: the code alone does not do", async () => {
  expect((await call(exportRoute, { token: editor.token })).status).toBe(403);
  expect((await preview({}, editor)).code).toBe(403);
  expect((await apply({}, ["roles"], "0".repeat(64), editor)).code).toBe(403);
});

it("holds no secret, and names those it leaves out", async () => {
  const { names } = await furnish();
  await keepMailPassword(db(), CANARY);
  const file = await exported();
  expect(JSON.stringify(file)).not.toContain(CANARY);
  expect(JSON.stringify(file)).not.toMatch(/cipher|v1\.[\w-]{16}/i);
  expect(file.excludedSecrets.suppliers).toContain(names.supplier);
  expect(file.excludedSecrets.configuration).toEqual(["mailPassword"]);
  expect(file.sections.roles?.map((role) => (role as { code: string }).code)).not.toContain("administrator");
});

it("brings everything back into an installation that has none of it, and then changes nothing more", async () => {
  const { names, remove } = await furnish();
  const file = await exported();
  await remove();
  const answered = await preview(file);
  if (answered.code !== 200) throw new Error(JSON.stringify(answered));
  const { data: plan } = answered;
  const added = (section: string) =>
    itemsOf(plan, section)
      .filter(({ outcome }) => outcome === "added")
      .map(({ key }) => key);
  expect(added("suppliers")).toEqual([names.supplier]);
  expect(added("models")).toEqual([names.model]);
  expect(added("roles")).toEqual([`role:${names.role}`]);
  expect(added("departments")).toEqual([names.upper, `${names.upper}\u001f${names.lower}`]);
  const sections = ["departments", "roles", "suppliers", "models"];
  const done = await apply(file, sections, plan!.fingerprint);
  expect([done.code, done.data?.written]).toEqual([200, 5]);
  const again = (await preview(file)).data;
  for (const { items } of again!.sections) expect(items.filter(({ outcome }) => outcome !== "unchanged")).toEqual([]);
  const [role] = await db().select().from(roles).where(eq(roles.name, names.role));
  expect(role).toMatchObject({ permissions: ["PERSONAL:CHAT"], dailyTokenLimit: 5 });
});

it("tells what would change, writes only what was chosen, and only what was looked at", async () => {
  const file = await exported();
  const custom = file.sections.configuration!.find((item) => (item as { key: string }).key === "customConfig") as {
    value: Record<string, unknown>;
  };
  custom.value.productNameEn = "Imported";
  const { data: plan } = await preview(file);
  expect(itemsOf(plan, "configuration").filter(({ outcome }) => outcome === "changed")).toEqual([
    { key: "customConfig", outcome: "changed", fields: ["productNameEn"] },
  ]);
  expect((await apply(file, ["configuration"], "0".repeat(64))).data?.error).toBe("settingsChanged");
  await apply(file, ["roles"], plan!.fingerprint);
  expect(itemsOf((await preview(file)).data, "configuration").some(({ outcome }) => outcome === "changed")).toBe(true);
  await apply(file, ["configuration"], plan!.fingerprint);
  expect(itemsOf((await preview(file)).data, "configuration").some(({ outcome }) => outcome === "changed")).toBe(false);
});

it("refuses another address for a supplier that has keys here, and a model without its supplier", async () => {
  const { names, remove } = await furnish();
  const file = await exported();
  const supplier = file.sections.suppliers!.find((item) => (item as { key: string }).key === names.supplier) as {
    baseUrl: string;
  };
  const planned = async () =>
    itemsOf((await preview(file)).data, "suppliers").find(({ key }) => key === names.supplier);
  for (const elsewhere of ["https://evil.example.com/v1", "https://api.example.com/v1/another-account"]) {
    supplier.baseUrl = elsewhere;
    expect(await planned()).toMatchObject({ outcome: "refused", reason: "secretsAtStake" });
  }
  supplier.baseUrl = "https://API.example.com/v1/";
  expect(await planned()).toMatchObject({ outcome: "changed", fields: ["baseUrl"] });
  await remove();
  supplier.baseUrl = "http://169.254.169.254/v1";
  const { data: plan } = await preview(file);
  expect(itemsOf(plan, "suppliers").find(({ key }) => key === names.supplier)?.reason).toBe("addressRefused");
  expect(itemsOf(plan, "models").find(({ key }) => key === names.model)?.reason).toBe("missingSupplier");
});

it.each([
  ["another file", { hello: 1 }, "settingsUnreadable"],
  ["a newer file", { format: "meridian-settings", version: 2 }, "settingsNewer"],
  ["nothing", null, "settingsUnreadable"],
])("refuses %s in words", async (_name, file, error) => {
  expect((await preview(file)).data?.error).toBe(error);
});

it("refuses files whose items are not what they should be", async () => {
  const file = await exported();
  for (const bad of [
    { roles: [{ key: "administrator", name: "administrator" }] },
    { configuration: [{ key: "mailSecret", value: {} }] },
    { departments: [{ key: "x\u0000", names: ["x\u0000"], status: "enabled", sort: 0 }] },
  ]) {
    expect((await preview({ ...file, sections: bad })).data?.error).toBe("settingsUnreadable");
  }
});
