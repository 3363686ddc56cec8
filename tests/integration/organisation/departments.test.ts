import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { POST as MERGE } from "@/app/api/admin/org/departments/[id]/merge/route";
import { POST as MOVE } from "@/app/api/admin/org/departments/[id]/move/route";
import { POST as ORDER } from "@/app/api/admin/org/departments/[id]/order/route";
import { DELETE, PATCH } from "@/app/api/admin/org/departments/[id]/route";
import { GET, POST } from "@/app/api/admin/org/departments/route";
import { GET as SELF } from "@/app/api/admin/user/self-info/route";
import { POST as LOGIN } from "@/app/api/token/login-pw/route";
import { db } from "@/db/client";
import { operationLogs } from "@/db/schema/operation-log";
import { departments, users } from "@/db/schema/organisation";
import { grants } from "@/db/schema/permissions";
import type { DepartmentDto } from "@/lib/features/organisation/dto";
import { answer } from "@/tests/factories/call";
import { makePerson, PASSWORD, type Person } from "@/tests/factories/people";

let manager: Person;
let staff: Person;
beforeAll(async () => {
  // As everywhere: somebody administers the product.
  await makePerson({ roles: ["administrator"] });
  manager = await makePerson({ roles: ["staff"], codes: ["SYSTEM:ORG:DEPT"] });
  staff = await makePerson();
});

const name = (text: string) => `${text} ${v7().slice(-6)}`;
const as = (person: Person) => ({ token: person.token });

async function make(parentId?: string, text = "部门"): Promise<string> {
  const { data } = await answer<{ id: string }>(POST, { ...as(manager), body: { name: name(text), parentId } });
  return data!.id;
}
async function placeIn(departmentId: string): Promise<Person> {
  const person = await makePerson();
  await db().update(users).set({ departmentId }).where(eq(users.id, person.id));
  return person;
}
async function row(id: string) {
  const [found] = await db().select().from(departments).where(eq(departments.id, id));
  return found;
}
const list = async () => (await answer<{ items: DepartmentDto[] }>(GET, as(manager))).data!.items;
const childrenOf = async (id: string) =>
  (await list()).filter(({ parentId }) => parentId === id).map((item) => item.id);

describe("departments", () => {
  it("count their own people and all below them", async () => {
    const above = await make();
    const below = await make(above);
    await placeIn(above);
    await placeIn(below);
    await placeIn(below);
    const items = await list();
    expect(items.find(({ id }) => id === above)).toMatchObject({ people: 1, peopleBelow: 3 });
    expect(items.find(({ id }) => id === below)).toMatchObject({ people: 2, peopleBelow: 2, parentId: above });
  });

  it("are open to managers only; people's managers may read them", async () => {
    const reader = await makePerson({ codes: ["SYSTEM:ORG:USER"] });
    expect((await answer(GET, as(reader))).code).toBe(200);
    expect((await answer(GET, as(staff))).code).toBe(403);
    expect((await answer(POST, { ...as(reader), body: { name: name("a") } })).code).toBe(403);
    expect((await answer(POST, { ...as(staff), body: { name: name("a") } })).code).toBe(403);
    const refusals = await db()
      .select()
      .from(operationLogs)
      .where(eq(operationLogs.actorId, staff.id))
      .orderBy(operationLogs.id);
    expect(refusals).toContainEqual(expect.objectContaining({ action: "org.department.create", result: "refused" }));
  });

  it("have names of their own among siblings, also when two are made at once", async () => {
    const parentId = await make();
    const body = { name: "同名", parentId };
    const codes = await Promise.all([1, 2, 3].map(async () => (await answer(POST, { ...as(manager), body })).code));
    expect(codes.sort()).toEqual([200, 409, 409]);
    const other = await make(parentId);
    const refused = await answer(PATCH, {
      ...as(manager),
      method: "PATCH",
      params: { id: other },
      body: { name: "同名" },
    });
    expect(refused).toMatchObject({ code: 409, data: { error: "departmentNameTaken", fields: { name: "nameTaken" } } });
  });

  it.each([
    { name: "" },
    { name: "a\u0000b" },
    { name: "x".repeat(61) },
    { name: "ok", path: "x/" },
    { id: v7(), name: "ok" },
  ])("refuse %j", async (body) => expect((await answer(POST, { ...as(manager), body })).code).toBe(400));

  it("move with everything below them, and never below themselves", async () => {
    const [a, b] = [await make(), await make()];
    const below = await make(a);
    const deepest = await make(below);
    const move = (id: string, parentId: string) => answer(MOVE, { ...as(manager), params: { id }, body: { parentId } });
    expect((await move(a, deepest)).data).toMatchObject({ error: "departmentBelowItself" });
    expect((await move(a, a)).data).toMatchObject({ error: "departmentBelowItself" });
    expect((await move(a, b)).code).toBe(200);
    const top = (await row(b))!.path;
    expect((await row(deepest))!.path).toBe(`${top}${a}/${below}/${deepest}/`);
    expect((await row(below))!.updatedAt).toEqual((await row(below))!.createdAt);
  });

  it("never make a ring when two are moved below each other at once", async () => {
    const [a, b] = [await make(), await make()];
    const codes = await Promise.all(
      [
        [a, b],
        [b, a],
      ].map(
        async ([id, parentId]) =>
          (await answer(MOVE, { ...as(manager), params: { id: id! }, body: { parentId } })).code,
      ),
    );
    expect(codes.sort()).toEqual([200, 422]);
  });

  it("keep an order of their own among siblings", async () => {
    const parent = await make();
    const [a, b, c] = [await make(parent), await make(parent), await make(parent)];
    await answer(ORDER, { ...as(manager), params: { id: c }, body: { beforeId: a } });
    expect(await childrenOf(parent)).toEqual([c, a, b]);
    await answer(ORDER, { ...as(manager), params: { id: c }, body: { beforeId: null } });
    expect(await childrenOf(parent)).toEqual([a, b, c]);
    const stale = await answer(ORDER, { ...as(manager), params: { id: a }, body: { beforeId: v7() } });
    expect(stale.data).toMatchObject({ error: "departmentsChanged" });
  });

  it("that are disabled close for everybody in and below them, at once", async () => {
    const above = await make();
    const person = await placeIn(await make(above));
    expect((await answer(SELF, as(person))).code).toBe(200);
    const change = (status: string) =>
      answer(PATCH, { ...as(manager), method: "PATCH", params: { id: above }, body: { status } });
    expect((await change("disabled")).code).toBe(200);
    expect((await answer(SELF, as(person))).code).toBe(401);
    const login = () =>
      answer(LOGIN, {
        body: { username: person.account, password: PASSWORD },
        headers: { origin: "http://product.test" },
      });
    expect((await login()).code).toBe(400);
    await change("enabled");
    expect((await login()).code).toBe(200);
    // The old session ended for good.
    expect((await answer(SELF, as(person))).code).toBe(401);
  });

  it("cannot be disabled by somebody who is in them", async () => {
    const id = await make();
    const inside = await makePerson({ codes: ["SYSTEM:ORG:DEPT"] });
    await db().update(users).set({ departmentId: id }).where(eq(users.id, inside.id));
    const fresh = { token: inside.token };
    const refused = await answer(PATCH, { ...fresh, method: "PATCH", params: { id }, body: { status: "disabled" } });
    expect(refused.data).toMatchObject({ error: "ownDepartment" });
  });

  it("merge with people, children and grants, all or nothing", async () => {
    const [from, into] = [await make(), await make()];
    const child = await make(from, "下级");
    const person = await placeIn(from);
    const resourceId = v7();
    await db()
      .insert(grants)
      .values([
        { resourceType: "base", resourceId, subjectType: "department", subjectId: from, right: "manage" },
        { resourceType: "base", resourceId, subjectType: "department", subjectId: into, right: "view" },
      ]);
    const taken = (await row(child))!.name;
    await answer(POST, { ...as(manager), body: { name: taken, parentId: into } });
    const merge = () => answer(MERGE, { ...as(manager), params: { id: from }, body: { intoId: into } });
    expect((await merge()).data).toMatchObject({ error: "departmentChildTaken" });
    expect(await row(from)).toBeDefined();
    await answer(PATCH, { ...as(manager), method: "PATCH", params: { id: child }, body: { name: name("改名") } });
    expect(await merge()).toMatchObject({ code: 200, data: { people: 1, children: 1 } });
    expect(await row(from)).toBeUndefined();
    expect(await row(child)).toMatchObject({ parentId: into, path: `${(await row(into))!.path}${child}/` });
    const [moved] = await db().select().from(users).where(eq(users.id, person.id));
    expect(moved?.departmentId).toBe(into);
    const rights = await db().select().from(grants).where(eq(grants.resourceId, resourceId));
    expect(rights).toMatchObject([{ subjectId: into, right: "manage" }]);
  });

  it("are not merged into one below them", async () => {
    const from = await make();
    const below = await make(from);
    const refused = await answer(MERGE, { ...as(manager), params: { id: from }, body: { intoId: below } });
    expect(refused.data).toMatchObject({ error: "departmentBelowItself" });
  });

  it("with children cannot be deleted, with people only when it is said where they go", async () => {
    const [above, goal] = [await make(), await make()];
    const id = await make(above);
    const person = await placeIn(id);
    const remove = (department: string, query = {}) =>
      answer(DELETE, {
        ...as(manager),
        method: "DELETE",
        params: { id: department },
        query,
        headers: { "accept-language": "en" },
      });
    expect(await remove(above)).toMatchObject({
      code: 409,
      message: "The department has child department and cannot be deleted",
    });
    expect(await remove(id)).toMatchObject({ code: 409, data: { error: "departmentHasPeople", people: 1 } });
    expect((await remove(id, { moveTo: id })).code).toBe(422);
    expect((await remove(id, { moveTo: v7() })).code).toBe(404);
    expect((await remove(id, { moveTo: goal })).code).toBe(200);
    const [moved] = await db().select().from(users).where(eq(users.id, person.id));
    expect(moved?.departmentId).toBe(goal);
  });

  it("keep their root", async () => {
    const root = (await list()).find(({ parentId }) => parentId === null)!;
    const leaf = await make();
    const calls = [
      answer(PATCH, { ...as(manager), method: "PATCH", params: { id: root.id }, body: { status: "disabled" } }),
      answer(MERGE, { ...as(manager), params: { id: root.id }, body: { intoId: leaf } }),
      answer(MOVE, { ...as(manager), params: { id: root.id }, body: { parentId: leaf } }),
      answer(ORDER, { ...as(manager), params: { id: root.id }, body: { beforeId: null } }),
    ];
    for (const call of calls) expect((await call).code).toBe(422);
    expect((await answer(DELETE, { ...as(manager), method: "DELETE", params: { id: root.id } })).code).toBe(409);
  });

  it("leave what was before and after in the log", async () => {
    const id = await make();
    await answer(PATCH, { ...as(manager), method: "PATCH", params: { id }, body: { name: name("新名") } });
    const rows = await db()
      .select()
      .from(operationLogs)
      .where(eq(operationLogs.targetId, id))
      .orderBy(operationLogs.id);
    expect(rows.map(({ action, result }) => [action, result])).toEqual([
      ["org.department.create", "success"],
      ["org.department.change", "success"],
    ]);
    expect(rows[1]?.before).toHaveProperty("name");
  });
});
