import { and, eq } from "drizzle-orm";
import { v7 } from "uuid";
import { GET as editRoute } from "@/app/api/knowledge/bases/[id]/edit/route";
import { POST as restoreRoute } from "@/app/api/knowledge/bases/[id]/restore/route";
import { PATCH as changeRoute, DELETE as deleteRoute, GET as readRoute } from "@/app/api/knowledge/bases/[id]/route";
import { POST as createRoute, GET as listRoute } from "@/app/api/knowledge/bases/route";
import { PUT as shortcutRoute, GET as shortcutsRoute } from "@/app/api/knowledge/shortcuts/route";
import { GET as subjectsRoute } from "@/app/api/knowledge/subjects/route";
import { closeDatabase, db } from "@/db/client";
import { knowledgeBases } from "@/db/schema/knowledge";
import { departments, users } from "@/db/schema/organisation";
import { grants } from "@/db/schema/permissions";
import { invalidateSessions } from "@/lib/auth/session";
import type { BaseDetailDto, BaseDto } from "@/lib/features/knowledge/dto";
import { purgeBases } from "@/lib/features/knowledge/jobs";
import { BASES_MAX } from "@/lib/features/knowledge/limits";
import { KNOWLEDGE_OWNED } from "@/lib/features/knowledge/owned";
import { answer } from "@/tests/factories/call";
import { granted, makeBase } from "@/tests/factories/knowledge";
import { roleIdOf, unique } from "@/tests/factories/organisation";
import { makePerson, type Person } from "@/tests/factories/people";

let owner: Person;
let other: Person;
beforeEach(async () => {
  [owner, other] = [await makePerson(), await makePerson()];
});
afterAll(closeDatabase);

const read = (person: Person, id: string) => answer<BaseDto>(readRoute, { token: person.token, params: { id } });
const edit = (person: Person, id: string) => answer<BaseDetailDto>(editRoute, { token: person.token, params: { id } });
const change = (person: Person, id: string, body: object) =>
  answer<BaseDetailDto>(changeRoute, { token: person.token, method: "PATCH", params: { id }, body });
const remove = (person: Person, id: string) =>
  answer(deleteRoute, { token: person.token, method: "DELETE", params: { id } });
const restore = (person: Person, id: string) =>
  answer(restoreRoute, { token: person.token, method: "POST", params: { id } });
async function list(person: Person, query: Record<string, string | boolean> = {}) {
  const { data } = await answer<{ items: BaseDto[]; total: number }>(listRoute, { token: person.token, query });
  return data!;
}
const idsOf = async (person: Person, query = {}) => (await list(person, query)).items.map(({ id }) => id);

/** Moves a person into a department below another; answers both. */
async function placeIn(person: Person): Promise<{ above: string; below: string }> {
  const [above, below] = [v7(), v7()];
  await db()
    .insert(departments)
    .values({ id: above, name: unique("above"), path: `${above}/` });
  await db()
    .insert(departments)
    .values({ id: below, name: unique("below"), path: `${above}/${below}/`, parentId: above });
  await db().update(users).set({ departmentId: below }).where(eq(users.id, person.id));
  invalidateSessions();
  return { above, below };
}

/** Each visibility, with how it reaches the other person and what they then hold. */
const REACH: [string, (other: Person) => Promise<Record<string, unknown>>, "none" | "view" | "manage"][] = [
  ["only me", async () => ({ visibility: "self" }), "none"],
  [
    "only me, whatever was granted before",
    async ({ id }) => ({ visibility: "self", grants: [granted("user", id, "manage")] }),
    "none",
  ],
  ["partial, to nobody", async () => ({ visibility: "partial" }), "none"],
  [
    "partial, to somebody else",
    async () => ({ visibility: "partial", grants: [granted("user", (await makePerson()).id)] }),
    "none",
  ],
  ["partial, to the person", async ({ id }) => ({ visibility: "partial", grants: [granted("user", id)] }), "view"],
  [
    "partial, to a role",
    async () => ({ visibility: "partial", grants: [granted("role", await roleIdOf("staff"))] }),
    "view",
  ],
  [
    "partial, to the department",
    async (other) => ({ visibility: "partial", grants: [granted("department", (await placeIn(other)).below)] }),
    "view",
  ],
  [
    "partial, to a department above",
    async (other) => ({ visibility: "partial", grants: [granted("department", (await placeIn(other)).above)] }),
    "view",
  ],
  [
    "partial, managed by the person",
    async ({ id }) => ({ visibility: "partial", grants: [granted("user", id, "manage")] }),
    "manage",
  ],
  ["all", async () => ({ visibility: "all" }), "view"],
  [
    "all, managed by a role",
    async () => ({ visibility: "all", grants: [granted("role", await roleIdOf("staff"), "manage")] }),
    "manage",
  ],
];

describe("who reaches a base", () => {
  it.each(REACH)("%s", async (_name, input, right) => {
    const id = await makeBase(owner, await input(other));
    const seen = right !== "none";
    const managed = right === "manage";
    expect((await idsOf(other)).includes(id)).toBe(seen);
    expect((await idsOf(other, { right: "manage" })).includes(id)).toBe(managed);
    expect((await read(other, id)).code).toBe(seen ? 200 : 404);
    expect((await edit(other, id)).code).toBe(managed ? 200 : 404);
    expect((await change(other, id, { name: "Renamed" })).code).toBe(managed ? 200 : 404);
    // To delete it, or hide it from its managers, is for its owner alone.
    expect((await remove(other, id)).code).toBe(managed ? 403 : 404);
    expect((await change(other, id, { visibility: "self" })).code).toBe(managed ? 403 : 404);
    expect((await answer(shortcutRoute, { token: other.token, method: "PUT", body: { ids: [id] } })).code).toBe(
      seen ? 200 : 404,
    );
    const mine = await read(owner, id);
    expect(mine.data).toMatchObject({ isOwn: true, mayManage: true, name: managed ? "Renamed" : "Rules" });
  });

  it("ends with the grant, in what was kept at hand too", async () => {
    const id = await makeBase(owner, { visibility: "partial", grants: [granted("user", other.id)] });
    await answer(shortcutRoute, { token: other.token, method: "PUT", body: { ids: [id] } });
    await change(owner, id, { grants: [] });
    expect((await read(other, id)).code).toBe(404);
    expect((await answer(shortcutsRoute, { token: other.token })).data).toEqual({ items: [] });
  });

  it("needs the codes of the area", async () => {
    const limited = await makePerson({ codes: ["PERSONAL:CHAT"] });
    const reader = await makePerson({ codes: ["KBCENTER:CHAT"] });
    const id = await makeBase(owner, { visibility: "all", grants: [granted("user", reader.id, "manage")] });
    expect((await read(limited, id)).code).toBe(403);
    expect((await read(reader, id)).code).toBe(200);
    expect((await change(reader, id, { name: "x" })).code).toBe(403);
    const refused = await answer(createRoute, { token: reader.token, body: { name: "x" } });
    expect(refused.code).toBe(403);
  });
});

describe("a base", () => {
  it("refuses unknown subjects, models and subjects named twice, and keeps nothing", async () => {
    const before = await list(owner, { right: "manage" });
    for (const input of [
      { grants: [granted("user", v7())] },
      { grants: [granted("user", other.id), granted("user", other.id, "manage")] },
      { embeddingModelId: v7() },
      { name: " " },
      { icon: "dragon" },
    ]) {
      const made = await answer(createRoute, { token: owner.token, body: { name: "Rules", ...input } });
      expect([400, 404, 409, 422]).toContain(made.code);
    }
    expect(await list(owner, { right: "manage" })).toEqual(before);
  });

  it("is found by words, by whose it is and by kind, in pages", async () => {
    const names = ["Travel rules", "Leave rules", "Prices"];
    for (const name of names) await makeBase(owner, { name, type: name === "Prices" ? "multimodal" : "general" });
    const found = await list(owner, { keyword: "rules", mine: true, sort: "name" });
    expect(found.items.map(({ name }) => name)).toEqual(["Leave rules", "Travel rules"]);
    expect((await list(owner, { mine: true, type: "multimodal" })).items.map(({ name }) => name)).toEqual(["Prices"]);
    const second = await list(owner, { mine: true, sort: "name", pageSize: "2", page: "2" });
    expect(second).toMatchObject({ total: 3, items: [{ name: "Travel rules" }] });
    expect(await idsOf(owner, { mine: true, keyword: "100%" })).toEqual([]);
  });

  it("keeps a change made in between", async () => {
    const id = await makeBase(owner);
    const { revision } = (await edit(owner, id)).data!;
    expect((await change(owner, id, { name: "First", revision })).code).toBe(200);
    const late = await change(owner, id, { name: "Second", revision });
    expect(late).toMatchObject({ code: 409, data: { error: "staleRecord", current: { name: "First" } } });
    expect((await read(owner, id)).data!.name).toBe("First");
  });

  it("lies in the trash for its owner alone, comes back, and goes with its grants after 30 days", async () => {
    const id = await makeBase(owner, { visibility: "all", grants: [granted("user", other.id, "manage")] });
    expect((await remove(owner, id)).code).toBe(200);
    expect((await read(owner, id)).code).toBe(404);
    expect(await idsOf(owner, { trash: true })).toEqual([id]);
    expect(await idsOf(other, { trash: true })).toEqual([]);
    expect((await restore(other, id)).code).toBe(404);
    expect((await restore(owner, id)).code).toBe(200);
    expect((await read(other, id)).code).toBe(200);
    await remove(owner, id);
    const run = () => purgeBases.execute({}, { jobId: "", signal: new AbortController().signal });
    const rows = () => db().select().from(knowledgeBases).where(eq(knowledgeBases.id, id));
    await run();
    expect(await rows()).toHaveLength(1);
    const long = new Date(Date.now() - 31 * 24 * 3_600_000);
    await db().update(knowledgeBases).set({ deletedAt: long }).where(eq(knowledgeBases.id, id));
    await run();
    expect(await rows()).toEqual([]);
    const left = and(eq(grants.resourceType, "knowledge_base"), eq(grants.resourceId, id));
    expect(await db().select().from(grants).where(left)).toEqual([]);
  });

  it("is one of so many, also when they are made at once", async () => {
    const row = { ownerId: owner.id, name: "x", icon: "book", segmentation: {} };
    await db()
      .insert(knowledgeBases)
      .values(Array.from({ length: BASES_MAX - 2 }, () => row));
    const made = await Promise.all(
      Array.from({ length: 5 }, () => answer(createRoute, { token: owner.token, body: { name: "y" } })),
    );
    expect(made.map(({ code }) => code).sort()).toEqual([200, 200, 409, 409, 409]);
  });

  it("is handed on when its owner goes; without an heir what nobody else sees goes to the trash", async () => {
    const [shown, hidden] = [await makeBase(owner, { visibility: "all" }), await makeBase(owner)];
    const [thing] = KNOWLEDGE_OWNED.things!;
    expect(await thing!.list(db(), owner.id)).toEqual({ count: 2, names: ["Rules", "Rules"] });
    await db().transaction((tx) => thing!.release(tx, owner.id));
    expect((await read(other, shown)).code).toBe(200);
    expect((await read(owner, hidden)).code).toBe(404);
    await db().transaction((tx) => thing!.transfer(tx, owner.id, other.id));
    expect((await edit(other, shown)).data).toMatchObject({ isOwn: true });
    expect(await idsOf(other, { trash: true })).toEqual([hidden]);
  });
});

describe("bases at hand", () => {
  it("stay in their order, at most eight", async () => {
    const ids = [];
    for (let at = 0; at < 9; at++) ids.push(await makeBase(owner));
    const put = (chosen: string[]) =>
      answer(shortcutRoute, { token: owner.token, method: "PUT", body: { ids: chosen } });
    expect(await put(ids)).toMatchObject({ code: 409 });
    const chosen = ids.slice(0, 8).reverse();
    expect(await put(chosen)).toMatchObject({ code: 200 });
    expect((await answer(shortcutsRoute, { token: owner.token })).data).toEqual({
      items: chosen.map((id) => expect.objectContaining({ id })),
    });
    expect((await answer(shortcutsRoute, { token: other.token })).data).toEqual({ items: [] });
    expect((await read(owner, ids[0]!)).data).toMatchObject({ isShortcut: true });
  });
});

it("finds people, roles and departments to show a base to", async () => {
  const find = async (type: string, keyword: string) =>
    (await answer<{ items: { id: string }[] }>(subjectsRoute, { token: owner.token, query: { type, keyword } })).data!
      .items;
  expect((await find("user", other.account)).map(({ id }) => id)).toEqual([other.id]);
  expect((await find("role", "staff")).length).toBeGreaterThan(0);
  expect((await find("department", "Head office")).length).toBeGreaterThan(0);
});
