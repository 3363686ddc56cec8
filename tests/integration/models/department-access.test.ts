import { eq } from "drizzle-orm";
import { PATCH as changeRoute, GET as modelsRoute } from "@/app/api/admin/model/departments/[id]/route";
import { PATCH as changeModelRoute } from "@/app/api/admin/model/models/[id]/route";
import { closeDatabase, db } from "@/db/client";
import { grants } from "@/db/schema/permissions";
import type { DepartmentModelsDto } from "@/lib/features/models/dto";
import { listUsableModels } from "@/lib/models/registry";
import { answer } from "@/tests/factories/call";
import { makeDepartment, makeMember } from "@/tests/factories/conversations";
import { makeModel } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";

/* The models of a department: shown, given and taken away in one go. */
const URL = "http://127.0.0.1:9";
let admin: Person;
let above: { id: string; path: string };
let below: { id: string; path: string };
let member: Person;
let stranger: Person;
let [mine, other, everybodys]: string[] = [];

beforeAll(async () => {
  admin = await makePerson({ codes: ["SYSTEM:CONFIG:MODELS"] });
  above = await makeDepartment();
  below = await makeDepartment(above);
  member = await makeMember(below);
  stranger = await makePerson();
  [mine, other, everybodys] = [
    await makeModel(URL, "mine"),
    await makeModel(URL, "other"),
    await makeModel(URL, "all"),
  ];
  for (const id of [mine!, other!]) {
    const change = { token: admin.token, method: "PATCH", params: { id }, body: { visibility: "partial" } };
    expect(await answer(changeModelRoute, change)).toMatchObject({ code: 200 });
  }
});
afterAll(closeDatabase);

const opened = async (department: { id: string }) =>
  (await answer<DepartmentModelsDto>(modelsRoute, { token: admin.token, params: { id: department.id } })).data!;
const change = (person: Person, { id }: { id: string }, body: object) =>
  answer(changeRoute, { token: person.token, method: "PATCH", params: { id }, body });
const of = ({ items }: DepartmentModelsDto, id: string | undefined) => items.find((item) => item.id === id);
const usable = async (person: Person) => {
  const ids = (await listUsableModels(person.actor)).map(({ id }) => id);
  return [mine, other, everybodys].map((id) => ids.includes(id!));
};

it("says why a department has each model, and who gets what is given to the one above", async () => {
  const { items } = await opened(below);
  expect([of({ items } as DepartmentModelsDto, mine)!.reach, await usable(member)]).toEqual([
    "none",
    [false, false, true],
  ]);
  const { revision } = await opened(above);
  expect(await change(admin, above, { modelIds: [mine, other], revision })).toMatchObject({ code: 200 });
  expect(await usable(member)).toEqual([true, true, true]);
  expect(await usable(stranger)).toEqual([false, false, true]);
  const [own, inherited] = [await opened(above), await opened(below)];
  expect(of(own, mine)).toMatchObject({ reach: "own", from: null });
  expect(of(inherited, mine)).toMatchObject({ reach: "above", from: own.department.name });
  expect(of(inherited, everybodys)).toMatchObject({ reach: "all", from: null, roles: 0 });
});

it("takes away what is not among them any more; what is given below by itself stays", async () => {
  expect(await change(admin, below, { modelIds: [mine] })).toMatchObject({ code: 200 });
  expect(of(await opened(below), mine)).toMatchObject({ reach: "own", from: expect.any(String) });
  expect(await change(admin, above, { modelIds: [] })).toMatchObject({ code: 200 });
  expect(await usable(member)).toEqual([true, false, true]);
});

it("is refused from an older state, for models of everybody, unknown ones, and to whoever may not", async () => {
  const { revision } = await opened(below);
  expect(await change(admin, below, { modelIds: [mine, other], revision })).toMatchObject({ code: 200 });
  expect(await change(admin, below, { modelIds: [], revision })).toMatchObject({ code: 409 });
  expect(await change(admin, below, { modelIds: [everybodys] })).toMatchObject({ code: 400 });
  expect(await change(admin, below, { modelIds: [above.id] })).toMatchObject({ code: 400 });
  expect(await change(admin, { id: mine! }, { modelIds: [] })).toMatchObject({ code: 404 });
  expect(await change(member, below, { modelIds: [] })).toMatchObject({ code: 403 });
  expect(await answer(modelsRoute, { token: member.token, params: { id: below.id } })).toMatchObject({ code: 403 });
  const kept = await db().select({ id: grants.resourceId }).from(grants).where(eq(grants.subjectId, below.id));
  expect(kept.map(({ id }) => id).sort()).toEqual([mine, other].sort());
});
