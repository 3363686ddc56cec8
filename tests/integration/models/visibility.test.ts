import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { GET as detailRoute, PATCH as patchRoute } from "@/app/api/admin/model/models/[id]/route";
import { GET as subjectsRoute } from "@/app/api/admin/model/subjects/route";
import { GET as chatModelsRoute } from "@/app/api/chat/models/route";
import { GET as openModelRoute } from "@/app/api/v1/models/[...name]/route";
import { GET as openModelsRoute } from "@/app/api/v1/models/route";
import { closeDatabase, db } from "@/db/client";
import { models } from "@/db/schema/models";
import { departments, users } from "@/db/schema/organisation";
import { grants } from "@/db/schema/permissions";
import { roles } from "@/db/schema/roles";
import { invalidateSessions } from "@/lib/auth/session";
import type { ModelDetailDto, SubjectDto } from "@/lib/features/models/dto";
import { invalidateModels, resolveModel } from "@/lib/models/registry";
import { makeApiKey } from "@/tests/factories/api-keys";
import { answer, call } from "@/tests/factories/call";
import { makeModel } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let admin: Person;
let shown: Person;
let other: Person;

beforeAll(async () => {
  fake = await startModelServer();
  admin = await makePerson({ roles: ["administrator"] });
});
beforeEach(async () => {
  const codes = ["PERSONAL:CHAT", "SYSTEM:OPEN:API"];
  [shown, other] = [await makePerson({ codes }), await makePerson({ codes })];
});
afterAll(async () => {
  await fake.close();
  await closeDatabase();
});

const patch = (id: string, body: object, person = admin) =>
  answer(patchRoute, { token: person.token, params: { id }, body, method: "PATCH" });
const detail = async (id: string) =>
  (await answer<ModelDetailDto>(detailRoute, { token: admin.token, params: { id } })).data!;
const seen = async (person: Person) =>
  (await answer<{ items: { id: string }[] }>(chatModelsRoute, { token: person.token })).data!.items.map(({ id }) => id);

describe("a model shown to one role", () => {
  it("does not exist for anybody else: not in the chat, not at the Open API, not by id or name", async () => {
    const id = await makeModel(fake.url, "fake-echo");
    const [{ name }] = (await db().select({ name: models.name }).from(models).where(eq(models.id, id))) as [
      { name: string },
    ];
    const [roleId] = shown.actor.roleIds;
    expect((await patch(id, { visibility: "partial", roleIds: [roleId] })).code).toBe(200);
    expect(await detail(id)).toMatchObject({ visibility: "partial", roles: [{ id: roleId }], departments: [] });

    expect(await seen(shown)).toContain(id);
    expect(await seen(other)).not.toContain(id);
    const open = async (person: Person) => {
      const { secret } = await makeApiKey(person);
      const list = (await (await call(openModelsRoute, { token: secret })).json()) as { data: { id: string }[] };
      const one = await call(openModelRoute, { token: secret, params: { name: [name] } as never });
      return { listed: list.data.some((model) => model.id === name), status: one.status };
    };
    expect(await open(shown)).toEqual({ listed: true, status: 200 });
    expect(await open(other)).toEqual({ listed: false, status: 404 });
    for (const wanted of [id, name]) {
      await expect(resolveModel(other.actor, wanted)).rejects.toMatchObject({ key: "modelNotFound" });
      expect((await resolveModel(shown.actor, wanted)).id).toBe(id);
    }
    expect(await seen(admin)).toContain(id);
  });

  it("is everybody's again, and keeps no row", async () => {
    const id = await makeModel(fake.url, "fake-echo");
    await patch(id, { visibility: "partial", roleIds: [shown.actor.roleIds[0]] });
    await patch(id, { visibility: "all" });
    expect(await seen(other)).toContain(id);
    expect(await db().select().from(grants).where(eq(grants.resourceId, id))).toEqual([]);
  });
});

it("a department takes those below it along", async () => {
  const root = (await db().select().from(departments).limit(1))[0]!;
  const { id: rootId, path } = root;
  const [parent, child] = [v7(), v7()];
  await db()
    .insert(departments)
    .values([
      { id: parent, parentId: rootId, name: `parent ${parent}`, path: `${path}${parent}/` },
      { id: child, parentId: parent, name: `child ${child}`, path: `${path}${parent}/${child}/` },
    ]);
  await db().update(users).set({ departmentId: child }).where(eq(users.id, shown.id));
  invalidateSessions();
  const id = await makeModel(fake.url, "fake-echo");
  await patch(id, { visibility: "partial", departmentIds: [parent] });
  invalidateModels();
  expect(await seen(shown)).toContain(id);
  expect(await seen(other)).not.toContain(id);
  // Roles are changed without touching the departments.
  await patch(id, { roleIds: [other.actor.roleIds[0]] });
  expect(await seen(shown)).toContain(id);
  expect(await seen(other)).toContain(id);
});

it("nobody is chosen who does not exist, and then nothing changes", async () => {
  const id = await makeModel(fake.url, "fake-echo");
  const refused = await patch(id, { visibility: "partial", roleIds: [v7()] });
  expect(refused).toMatchObject({ code: 400, data: { fields: { roleIds: "invalid" } } });
  expect((await patch(id, { visibility: "partial", departmentIds: ["x"] })).code).toBe(400);
  expect((await detail(id)).visibility).toBe("all");
});

it("roles and departments are found by a part of their name, by holders of the permission only", async () => {
  const name = `role ${v7()}`;
  await db().insert(roles).values({ name, type: "custom" });
  const search = (person: Person, query: Record<string, string>) =>
    answer<{ items: SubjectDto[] }>(subjectsRoute, { token: person.token, query });
  expect((await search(admin, { kind: "role", keyword: name.slice(3) })).data!.items).toMatchObject([{ name }]);
  expect((await search(admin, { kind: "department" })).data!.items.length).toBeGreaterThan(0);
  expect((await search(admin, { kind: "person" })).code).toBe(400);
  expect((await search(other, { kind: "role" })).code).toBe(403);
});
