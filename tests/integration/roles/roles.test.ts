import { and, desc, eq } from "drizzle-orm";
import { v7 } from "uuid";
import { DELETE as deleteRoute, PATCH as patchRoute, GET as readRoute } from "@/app/api/admin/org/roles/[id]/route";
import { GET as catalogueRoute } from "@/app/api/admin/org/roles/catalogue/route";
import { GET as exportRoute } from "@/app/api/admin/org/roles/export/route";
import { POST as createRoute, GET as listRoute } from "@/app/api/admin/org/roles/route";
import { closeDatabase, db } from "@/db/client";
import { operationLogs } from "@/db/schema/operation-log";
import { roles } from "@/db/schema/roles";
import type { Catalogue, RoleDto } from "@/lib/features/roles/dto";
import { PERMISSION_CODES } from "@/lib/permissions/codes";
import { answer, call } from "@/tests/factories/call";
import { makePerson, type Person } from "@/tests/factories/people";

let administrator: Person;
/** Holds the codes of organisation, and nothing of the rest. */
let delegate: Person;
let staff: Person;

beforeAll(async () => {
  administrator = await makePerson({ roles: ["administrator"] });
  delegate = await makePerson({ roles: ["staff"], codes: ["SYSTEM:ORG:ROLE", "SYSTEM:ORG:USER", "PERSONAL:CHAT"] });
  staff = await makePerson();
});
afterAll(closeDatabase);

const named = () => `role ${v7()}`;
const create = (person: Person, body: object) => answer<{ id: string }>(createRoute, { token: person.token, body });
const make = async (body: object = {}) =>
  (await create(administrator, { name: named(), type: "custom", permissions: [], ...body })).data!.id;
const read = async (id: string) =>
  (await answer<RoleDto>(readRoute, { token: administrator.token, params: { id } })).data!;
const patch = (person: Person, id: string, body: object) =>
  answer(patchRoute, { token: person.token, params: { id }, body, method: "PATCH" });
const remove = (person: Person, id: string, query = {}) =>
  answer(deleteRoute, { token: person.token, params: { id }, query, method: "DELETE" });
const idOf = async (key: string) => (await db().select().from(roles).where(eq(roles.key, key)))[0]!.id;

describe("roles", () => {
  it("are made, listed, changed and deleted, each audit event logged with before and after", async () => {
    const name = named();
    const body = { name, nameEn: "Analyst", type: "ordinary", description: "reads", dailyTokenLimit: 0 };
    const { data } = await create(administrator, { ...body, permissions: ["SYSTEM:REPORT:DASHBOARD"] });
    const { items } = (await answer<{ items: RoleDto[] }>(listRoute, {
      token: administrator.token,
      query: { keyword: name },
    }))!.data!;
    expect(items).toEqual([
      expect.objectContaining({ ...body, dailyImageLimit: null, people: 0, key: null, isAdministrator: false }),
    ]);
    // A child brings its parents.
    expect(items[0]!.permissions).toEqual(["SYSTEM", "SYSTEM:REPORT:DASHBOARD"]);
    expect((await patch(administrator, data!.id, { dailyTokenLimit: null, permissions: ["USER"] })).code).toBe(200);
    expect(await read(data!.id)).toMatchObject({ dailyTokenLimit: null, permissions: ["USER"], name });
    expect((await remove(administrator, data!.id)).code).toBe(200);
    expect((await patch(administrator, data!.id, { description: "x" })).code).toBe(404);
    const events = await db()
      .select()
      .from(operationLogs)
      .where(eq(operationLogs.targetId, data!.id))
      .orderBy(operationLogs.id);
    const done = events.filter(({ result }) => result === "success");
    expect(done.map(({ action }) => action).sort()).toEqual(["role.change", "role.create", "role.delete"]);
    // Changing it after it was deleted.
    expect(events.filter(({ result }) => result !== "success").map(({ action }) => action)).toEqual(["role.change"]);
    expect(events.find(({ action }) => action === "role.change")).toMatchObject({
      before: { dailyTokenLimit: 0, permissions: ["SYSTEM", "SYSTEM:REPORT:DASHBOARD"] },
      after: { dailyTokenLimit: null, permissions: ["USER"] },
    });
  });

  it("take wildcards of a search as they are written", async () => {
    const id = await make({ name: `100%_${v7()}` });
    const list = async (keyword: string) =>
      (
        await answer<{ items: RoleDto[] }>(listRoute, { token: administrator.token, query: { keyword, pageSize: 100 } })
      ).data!.items.map((role) => role.id);
    expect(await list("100%_")).toContain(id);
    expect(await list("1%_0")).not.toContain(id);
  });

  it("have one name each, also when two are made at once", async () => {
    const name = named();
    const both = await Promise.all([1, 2].map(() => create(administrator, { name, type: "custom", permissions: [] })));
    expect(both.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(both.find(({ code }) => code === 409)!.data).toMatchObject({
      error: "roleNameTaken",
      fields: { name: "nameTaken" },
    });
    const other = await make();
    expect((await patch(administrator, other, { name })).data).toMatchObject({ fields: { name: "nameTaken" } });
  });

  it("of the administrator refuse every change, whoever asks", async () => {
    const id = await idOf("administrator");
    for (const body of [{ permissions: [] }, { dailyTokenLimit: 1 }, { name: "x" }, { description: "y" }]) {
      const refused = await patch(administrator, id, body);
      expect(refused).toMatchObject({ code: 422, data: { error: "administratorRole" }, message: "管理员角色不可编辑" });
    }
    expect((await remove(administrator, id, { confirmed: true })).data).toMatchObject({ error: "administratorRole" });
    expect((await read(id)).permissions).toEqual(expect.arrayContaining([...PERMISSION_CODES]));
  });

  it("that ship stay, and can be changed", async () => {
    expect((await remove(administrator, await idOf("visitor"))).data).toMatchObject({ error: "shippedRole" });
    expect((await patch(administrator, await idOf("visitor"), { description: "仅可使用个人对话" })).code).toBe(200);
  });

  it("grant nothing that their maker lacks, and give no higher limits", async () => {
    const refused = await create(delegate, {
      name: named(),
      type: "custom",
      permissions: ["PERSONAL:CHAT", "SYSTEM:GATEWAY"],
    });
    expect(refused).toMatchObject({ code: 403, data: { error: "codesNotHeld", codes: ["SYSTEM:GATEWAY"] } });
    expect(refused.message).toContain("供应商网关");
    const id = await make({ permissions: ["PERSONAL:CHAT"] });
    expect((await patch(delegate, id, { permissions: ["PERSONAL:CHAT", "EVALUATION"] })).code).toBe(200);
    expect((await patch(delegate, id, { permissions: ["SYSTEM:GATEWAY"] })).data).toMatchObject({
      error: "codesNotHeld",
    });
    // Whoever has a limit gives none above it, to their own role least of all.
    const limited = await makePerson({ codes: ["SYSTEM:ORG:ROLE", "PERSONAL:CHAT"], dailyTokenLimit: 500 });
    const [own] = limited.actor.roleIds;
    const role = { name: named(), type: "custom", permissions: ["PERSONAL:CHAT"] };
    for (const limits of [{ dailyTokenLimit: null }, { dailyTokenLimit: 501 }]) {
      expect((await create(limited, { ...role, ...limits })).data).toMatchObject({ error: "limitsNotHeld" });
      expect((await patch(limited, own!, limits)).data).toMatchObject({ error: "limitsNotHeld" });
    }
    expect((await patch(limited, own!, { dailyTokenLimit: 400 })).code).toBe(200);
    expect((await read(own!)).dailyTokenLimit).toBe(400);
  });

  it("with people ask before they are deleted, and only administrators take a role from people", async () => {
    const id = await make();
    const { changeMembers } = await import("@/lib/features/roles/service/members");
    await changeMembers(administrator.actor, id, { add: [staff.id], remove: [] }, "zh_CN");
    expect(await remove(administrator, id)).toMatchObject({ code: 409, data: { error: "roleInUse", people: 1 } });
    expect((await remove(delegate, id, { confirmed: true })).data).toMatchObject({
      error: "removeRolesAdministratorsOnly",
    });
    expect((await remove(administrator, id, { confirmed: true })).code).toBe(200);
    expect((await remove(administrator, id, { confirmed: true })).code).toBe(404);
  });

  it.each([
    ["no name", { name: " " }],
    ["a name too long", { name: "x".repeat(61) }],
    ["a control character", { name: "a\u0000b" }],
    ["the type system", { type: "system" }],
    ["a negative limit", { dailyTokenLimit: -1 }],
    ["half an image", { dailyImageLimit: 0.5 }],
    ["an unknown code", { permissions: ["SYSTEM:EVERYTHING"] }],
    ["a link that is none", { permissions: ["LINK:NOT_THERE"] }],
    ["a key", { key: "administrator" }],
    ["an id", { id: v7() }],
  ])("with %s are refused", async (_name, body) => {
    expect((await create(administrator, { name: named(), type: "custom", permissions: [], ...body })).code).toBe(400);
  });

  it("open no door to people without the codes, and every refusal is logged", async () => {
    const id = await make();
    expect((await create(staff, { name: named(), type: "custom", permissions: [] })).code).toBe(403);
    expect((await patch(staff, id, { description: "x" })).code).toBe(403);
    expect((await remove(staff, id)).code).toBe(403);
    expect((await answer(listRoute, { token: staff.token })).code).toBe(403);
    expect((await answer(readRoute, { token: staff.token, params: { id } })).code).toBe(403);
    const refused = await db()
      .select({ action: operationLogs.action })
      .from(operationLogs)
      .where(and(eq(operationLogs.actorId, staff.id), eq(operationLogs.result, "refused")))
      .orderBy(desc(operationLogs.id));
    expect(refused.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["role.create", "role.change", "role.delete"]),
    );
    // Somebody who only manages users reads roles and changes none.
    const reader = await makePerson({ codes: ["SYSTEM:ORG:USER"] });
    expect((await answer(readRoute, { token: reader.token, params: { id } })).code).toBe(200);
    expect((await patch(reader, id, { description: "x" })).code).toBe(403);
  });

  it("are offered with what the person holds", async () => {
    const { data } = await answer<Catalogue>(catalogueRoute, { token: delegate.token });
    const codes = data!.groups.flatMap((group) => group.codes.map(({ code }) => code));
    expect(codes.toSorted()).toEqual([...PERMISSION_CODES].toSorted());
    expect(data!.held).toContain("PERSONAL:CHAT");
    expect(data!.held).not.toContain("SYSTEM:GATEWAY");
  });

  it("leave as a file whose cells no spreadsheet computes", async () => {
    const name = `=cmd ${v7()}`;
    await make({ name, permissions: ["EVALUATION"] });
    const response = await call(exportRoute, {
      token: administrator.token,
      query: { format: "csv", keyword: name },
    });
    const text = await response.text();
    expect(text).toContain(`'${name}`);
    expect(text).toContain("知识评测");
    expect(text).not.toContain(`\n${name}`);
  });
});
