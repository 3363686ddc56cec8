import { sql } from "drizzle-orm";
import { GET as draftRoute } from "@/app/api/apps/[id]/draft/route";
import { POST as beatRoute, DELETE as leaveRoute } from "@/app/api/apps/[id]/editors/route";
import { GET as exportRoute } from "@/app/api/apps/[id]/export/route";
import { closeDatabase, db } from "@/db/client";
import type { DraftDto, EditorsDto } from "@/lib/features/apps/dto";
import type { FlowGraph } from "@/lib/features/apps/workflow/graph";
import { keepDraft, makeApp } from "@/tests/factories/apps";
import { answer, call } from "@/tests/factories/call";
import { chain } from "@/tests/factories/flows";
import { makePerson, type Person } from "@/tests/factories/people";

let owner: Person;
let helper: Person;
let outsider: Person;
beforeAll(async () => {
  [owner, helper, outsider] = [await makePerson(), await makePerson(), await makePerson()];
});
afterAll(() => closeDatabase());

const beat = (person: Person, id: string, nodeId: string | null = null) =>
  answer<EditorsDto>(beatRoute, { token: person.token, params: { id }, body: { nodeId } });
const shared = () =>
  makeApp(owner, {
    kind: "workflow",
    settings: chain([], [], "x"),
    visibility: "partial",
    grants: [{ subjectType: "user", subjectId: helper.id, right: "manage" }],
  });

it("an open editor is seen by the others who edit, at its node, until it is closed or silent", async () => {
  const id = await shared();
  expect((await beat(owner, id, "start")).data).toEqual({ others: [], revision: 1, savedBy: owner.actor.name });
  expect((await beat(helper, id)).data!.others).toEqual([{ id: owner.id, name: owner.actor.name, nodeId: "start" }]);
  expect((await beat(owner, id, "end")).data!.others).toEqual([
    { id: helper.id, name: helper.actor.name, nodeId: null },
  ]);
  expect((await beat(helper, id)).data!.others).toMatchObject([{ nodeId: "end" }]);
  expect((await beat(outsider, id)).code).toBe(404);
  expect((await answer(leaveRoute, { token: outsider.token, method: "DELETE", params: { id } })).code).toBe(404);
  await keepDraft(helper, id, chain([], [], "y"));
  expect((await beat(owner, id)).data).toMatchObject({ revision: 2, savedBy: helper.actor.name });
  await answer(leaveRoute, { token: helper.token, method: "DELETE", params: { id } });
  expect((await beat(owner, id)).data!.others).toEqual([]);
  await beat(helper, id);
  await db().execute(sql`update app_editors set seen_at = now() - interval '50 seconds' where user_id = ${helper.id}`);
  expect((await beat(owner, id)).data!.others).toEqual([]);
  expect((await beat(owner, id, "no node!")).code).toBe(400);
});

it("a comment is whoever's wrote its words, whatever is sent, and travels without a name", async () => {
  const id = await shared();
  const note = (text: string, more: object = {}) => ({ id: "note", text, position: { x: 0, y: 0 }, ...more });
  const other = { id: "other", text: "mine", position: { x: 9, y: 0 } };
  const save = (person: Person, ...comments: object[]) => keepDraft(person, id, { ...chain([], [], "x"), comments });
  const read = async () => {
    const { data } = await answer<DraftDto>(draftRoute, { token: owner.token, params: { id } });
    return { ...(data!.settings as unknown as FlowGraph), authors: data!.authors };
  };
  await save(owner, note("check this"));
  await save(helper, note("check this", { by: helper.id, at: 1 }), other);
  const { comments, authors } = await read();
  expect(comments.map(({ by }) => by)).toEqual([owner.id, helper.id]);
  expect(comments[0]!.at).toBeGreaterThan(1);
  expect(authors.map(({ name }) => name).sort()).toEqual([owner.actor.name, helper.actor.name].sort());
  await save(helper, note("checked", { by: owner.id }), other);
  expect((await read()).comments.map(({ by }) => by)).toEqual([helper.id, helper.id]);
  const file = await (await call(exportRoute, { token: owner.token, params: { id } })).text();
  expect(file).toContain("checked");
  expect(file).not.toContain(helper.id);
});
