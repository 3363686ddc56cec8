import { desc, eq } from "drizzle-orm";
import { v7 } from "uuid";
import { PUT as changeRoute, GET as retrievalRoute } from "@/app/api/knowledge/bases/[id]/retrieval/route";
import { PATCH as changeBaseRoute } from "@/app/api/knowledge/bases/[id]/route";
import { GET as centerRoute, PUT as changeCenterRoute } from "@/app/api/knowledge/center/retrieval/route";
import { PUT as saveRoute } from "@/app/api/knowledge-operations/bases/[id]/retrieval/route";
import { POST as restoreRoute } from "@/app/api/knowledge-operations/parameter-backups/[id]/restore/route";
import { DELETE as deleteRoute } from "@/app/api/knowledge-operations/parameter-backups/[id]/route";
import { POST as backUpRoute, GET as listRoute } from "@/app/api/knowledge-operations/parameter-backups/route";
import { closeDatabase, db } from "@/db/client";
import { updateBase } from "@/db/queries/knowledge/bases";
import { systemConfig } from "@/db/schema/config";
import { parameterBackups } from "@/db/schema/knowledge-operations";
import { operationLogs } from "@/db/schema/operation-log";
import { invalidateConfig } from "@/lib/config/system-config";
import type { CenterRetrievalDto, RetrievalDto } from "@/lib/features/knowledge/retrieval-dto";
import type { BackupDto } from "@/lib/features/knowledge-operations/recall-dto";
import { BACKUPS_MAX } from "@/lib/features/knowledge-operations/recall-limits";
import { backUp, toOwnOf } from "@/lib/features/knowledge-operations/service/parameter-backups";
import { answer } from "@/tests/factories/call";
import { granted, makeBase } from "@/tests/factories/knowledge";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";

let owner: Person;
let manager: Person;
let stranger: Person;
let admin: Person;

beforeAll(async () => {
  await onlyBuiltinModels();
  [owner, manager, stranger] = [await makePerson(), await makePerson(), await makePerson()];
  admin = await makePerson({ codes: ["KBCENTER:MANAGE"] });
});
afterEach(async () => {
  await db().delete(systemConfig).where(eq(systemConfig.type, "knowledgeRetrieval"));
  invalidateConfig("knowledgeRetrieval");
});
afterAll(closeDatabase);

const at = (person: Person, id: string) => ({ token: person.token, params: { id } });
const shared = () => makeBase(owner, { visibility: "partial", grants: [granted("user", manager.id, "manage")] });
const change = (person: Person, id: string, settings: object) =>
  answer(changeRoute, { ...at(person, id), method: "PUT", body: { settings } });
const ownOf = async (person: Person, id: string) =>
  (await answer<RetrievalDto>(retrievalRoute, at(person, id))).data!.own;
const backedUp = (person: Person, baseId: string | null, name = "Before") =>
  answer<{ id: string }>(backUpRoute, { token: person.token, body: { baseId, name } });
const list = (person: Person, query: Record<string, string>) =>
  answer<{ items: BackupDto[]; total: number }>(listRoute, { token: person.token, query });
const restore = (person: Person, id: string) => answer(restoreRoute, { ...at(person, id), method: "POST" });
const remove = (person: Person, id: string) => answer(deleteRoute, { ...at(person, id), method: "DELETE" });

describe("backups of a base's parameters", () => {
  it("bring back what was set then, and keep what was set before that", async () => {
    const base = await shared();
    await change(owner, base, { topK: 40, distance: 2 });
    const { data } = await backedUp(manager, base, "Wide");
    await change(owner, base, { topK: 5 });
    expect(await restore(manager, data!.id)).toMatchObject({ code: 200 });
    expect(await ownOf(owner, base)).toEqual({ topK: 40, distance: 2 });
    const { data: kept } = await list(owner, { baseId: base });
    expect(kept!.items.map(({ name, kind, author, settings }) => [name, kind, author, settings])).toEqual([
      ["Wide", "beforeRestore", manager.account, { topK: 5 }],
      ["Wide", "manual", manager.account, { topK: 40, distance: 2 }],
    ]);
    expect((await list(owner, { baseId: base, keyword: "nothing" })).data!.total).toBe(0);
    const [event] = await db()
      .select()
      .from(operationLogs)
      .where(eq(operationLogs.targetId, data!.id))
      .orderBy(desc(operationLogs.id));
    expect(event).toMatchObject({ action: "knowledge.parameters.restore", actorId: manager.id });
  });

  it("are for those who manage the base, and lost with that right", async () => {
    const base = await shared();
    const { data } = await backedUp(owner, base);
    for (const refused of [
      await list(stranger, { baseId: base }),
      await backedUp(stranger, base),
      await restore(stranger, data!.id),
      await remove(stranger, data!.id),
      await restore(owner, v7()),
    ])
      expect(refused).toMatchObject({ code: 404 });
    expect(await list(manager, { baseId: base })).toMatchObject({ code: 200 });
    await answer(changeBaseRoute, { ...at(owner, base), method: "PATCH", body: { grants: [] } });
    expect(await list(manager, { baseId: base })).toMatchObject({ code: 404 });
    expect(await restore(manager, data!.id)).toMatchObject({ code: 404 });
    const chatter = await makePerson({ codes: ["KBCENTER:CHAT"] });
    expect(await list(chatter, { baseId: base })).toMatchObject({ code: 403 });
  });

  it("are not brought back where they name a model that is not the person's; nothing is changed then", async () => {
    const base = await shared();
    await db().transaction((tx) => updateBase(tx, base, { retrieval: { rerankModelId: v7() } }));
    const { data } = await backedUp(owner, base);
    await change(owner, base, { topK: 5 });
    expect(await restore(owner, data!.id)).toMatchObject({ code: 422 });
    expect(await ownOf(owner, base)).toEqual({ topK: 5 });
    expect((await list(owner, { baseId: base })).data!.total).toBe(1);
  });

  it("are made before a change that asks for it, and not of one that is refused", async () => {
    const base = await shared();
    const { data: opened } = await answer<RetrievalDto>(retrievalRoute, at(owner, base));
    const save = (person: Person, settings: object, revision?: string) =>
      answer<RetrievalDto>(saveRoute, {
        ...at(person, base),
        method: "PUT",
        body: { settings, revision, name: "Recall test" },
      });
    expect(await save(stranger, { topK: 5 })).toMatchObject({ code: 404 });
    expect(await save(manager, { topK: 5 }, opened!.revision)).toMatchObject({ code: 200, data: { own: { topK: 5 } } });
    // Made from the state before.
    expect(await save(owner, { topK: 6 }, opened!.revision)).toMatchObject({ code: 409 });
    expect(await save(owner, { topK: 0 })).toMatchObject({ code: 400 });
    const { data } = await list(owner, { baseId: base });
    expect(data!.items).toEqual([expect.objectContaining({ name: "Recall test", kind: "beforeApply", settings: {} })]);
  });

  it(`are at most ${BACKUPS_MAX}: one the product makes takes the place of its oldest`, async () => {
    const base = await shared();
    const make = (kind: "manual" | "beforeApply", name = kind as string) =>
      db().transaction((tx) => backUp(tx, owner.actor, { baseId: base, name, kind }));
    const oldest = await make("beforeApply", "oldest");
    for (let made = 1; made < BACKUPS_MAX; made++) await make("manual");
    expect(await backedUp(owner, base)).toMatchObject({ code: 409 });
    const newest = await make("beforeApply", "newest");
    const ids = (await db().select().from(parameterBackups).where(eq(parameterBackups.baseId, base))).map(
      ({ id }) => id,
    );
    expect(ids).toHaveLength(BACKUPS_MAX);
    expect(ids).toContain(newest);
    expect(ids).not.toContain(oldest);
    expect(await remove(owner, newest)).toMatchObject({ code: 409 });
    const manual = ids.find((id) => id !== newest)!;
    expect(await remove(owner, manual)).toMatchObject({ code: 200 });
    expect(await backedUp(owner, base)).toMatchObject({ code: 200 });
  });
});

describe("parameters of the center", () => {
  const put = (person: Person, settings: object, revision?: string) =>
    answer<CenterRetrievalDto>(changeCenterRoute, { token: person.token, method: "PUT", body: { settings, revision } });
  const read = (person: Person) => answer<CenterRetrievalDto>(centerRoute, { token: person.token });

  it("are changed and brought back by whoever manages the center, and by nobody else", async () => {
    const { data: opened } = await read(admin);
    expect(opened!.settings).toMatchObject({ topK: 30, selectedCount: 8 });
    const { data: backup } = await backedUp(admin, null, "As delivered");
    const wider = { ...opened!.settings, topK: 60 };
    expect(await put(admin, wider, opened!.revision)).toMatchObject({ code: 200 });
    const base = await makeBase(owner);
    const center = async () => (await answer<RetrievalDto>(retrievalRoute, at(owner, base))).data!.center;
    expect(await center()).toMatchObject({ topK: 60 });
    // Made from the state before.
    expect(await put(admin, { ...wider, topK: 70 }, opened!.revision)).toMatchObject({ code: 409 });
    expect(await put(admin, { ...wider, topK: 0 })).toMatchObject({ code: 400 });
    expect(await put(admin, { ...wider, rerankModelId: v7() })).toMatchObject({
      code: 400,
      data: { fields: { rerankModelId: "invalid" } },
    });
    for (const person of [owner, stranger]) {
      expect(await read(person)).toMatchObject({ code: 403 });
      expect(await put(person, wider)).toMatchObject({ code: 403 });
      expect(await list(person, {})).toMatchObject({ code: 403 });
      expect(await backedUp(person, null)).toMatchObject({ code: 403 });
      expect(await restore(person, backup!.id)).toMatchObject({ code: 404 });
      expect(await remove(person, backup!.id)).toMatchObject({ code: 404 });
    }
    expect(await restore(admin, backup!.id)).toMatchObject({ code: 200 });
    expect(await center()).toMatchObject({ topK: 30 });
    // A base's are not theirs by managing the center.
    expect(await list(admin, { baseId: base })).toMatchObject({ code: 403 });
  });
});

it("a base sets of its own what it set before, and what the center has otherwise", () => {
  const center = { topK: 30, distance: 0, selectedCount: 8 } as never;
  expect(toOwnOf({ topK: 30, distance: 1, selectedCount: 8 } as never, { topK: 40 }, center)).toEqual({
    topK: 30,
    distance: 1,
  });
});
