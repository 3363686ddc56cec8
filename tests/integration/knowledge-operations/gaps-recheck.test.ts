import { eq, inArray } from "drizzle-orm";
import { POST as qaRoute } from "@/app/api/knowledge/qas/route";
import { PUT as assignRoute } from "@/app/api/knowledge-operations/gaps/[id]/assignment/route";
import { POST as fixRoute } from "@/app/api/knowledge-operations/gaps/[id]/fixed/route";
import { POST as recheckRoute, DELETE as stopRoute } from "@/app/api/knowledge-operations/gaps/[id]/recheck/route";
import { GET as detailRoute } from "@/app/api/knowledge-operations/gaps/[id]/route";
import { closeDatabase, db } from "@/db/client";
import { removeGrants } from "@/db/queries/permissions/grants";
import { chatSessions } from "@/db/schema/conversation";
import { knowledgeBases } from "@/db/schema/knowledge";
import { gapChecks, knowledgeFindings } from "@/db/schema/knowledge-operations";
import { usageLedger } from "@/db/schema/models";
import { notifications } from "@/db/schema/notifications";
import { makeQaVectors } from "@/lib/features/knowledge/service/qa/vectors";
import type { GapDetailDto } from "@/lib/features/knowledge-operations/gap-dto";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { flushLedger } from "@/lib/models/ledger";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { answer, call } from "@/tests/factories/call";
import { gapsOf, groupQuestions, makeFinding } from "@/tests/factories/gaps";
import { granted, makeBase, makeKnowledgeFile } from "@/tests/factories/knowledge";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { runTasksOf } from "@/tests/factories/tasks";

let owner: Person;
let asker: Person;
let other: Person;

beforeAll(async () => {
  await onlyBuiltinModels();
  await startJobs([...TASK_JOBS, makeQaVectors], false);
  owner = await makePerson();
  [asker, other] = [await makePerson(), await makePerson()];
});
afterAll(async () => {
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

const made = (input: object = {}) => makeBase(owner, { name: `Travel ${Math.random()}`, visibility: "all", ...input });
const detail = async (person: Person, id: string) =>
  (await answer<GapDetailDto>(detailRoute, { token: person.token, params: { id } })).data!;
const assign = (person: Person, id: string, body: object) =>
  call(assignRoute, { token: person.token, method: "PUT", params: { id }, body });
const fix = (person: Person, id: string) => call(fixRoute, { token: person.token, method: "POST", params: { id } });

const VISA = ["Who pays for the visa of a business trip?", "Who pays the visa for a business trip abroad?"];
const FILE = "Who pays for the visa of a business trip: the company pays the visa of every business trip abroad.\n";

describe("a gap that was said to be closed", () => {
  it("is verified once its questions pass with their askers' rights, and the askers are told", async () => {
    const [told, gone] = [await makePerson(), await makePerson()];
    const grants = [told, gone].map(({ id }) => granted("user", id));
    const open = await made({ visibility: "partial", grants });
    await makeFinding(told, open, VISA[0]!);
    await makeFinding(gone, open, VISA[1]!);
    await groupQuestions(owner, open);
    const [gap] = await gapsOf(owner, open);
    expect(gap!.questions).toBe(2);
    await fix(owner, gap!.id);
    await runTasksOf(gap!.id);
    let seen = await detail(owner, gap!.id);
    expect(seen).toMatchObject({ state: "fixed", checks: { passed: 0, missed: 2, total: 2, isRunning: false } });
    expect(seen.items.map(({ check }) => check?.miss)).toEqual(["notFound", "notFound"]);
    await makeKnowledgeFile(owner, open, "visa.txt", FILE);
    await removeGrants(db(), "knowledge_base", [open]);
    await call(recheckRoute, { token: owner.token, method: "POST", params: { id: gap!.id } });
    await runTasksOf(gap!.id);
    seen = await detail(owner, gap!.id);
    expect(seen.items.map(({ check }) => check?.miss)).toEqual(["noRight", "noRight"]);
    expect(seen.state).toBe("fixed");
    await db().update(knowledgeBases).set({ visibility: "all" }).where(eq(knowledgeBases.id, open));
    await call(recheckRoute, { token: owner.token, method: "POST", params: { id: gap!.id } });
    await runTasksOf(gap!.id);
    seen = await detail(owner, gap!.id);
    expect(seen).toMatchObject({ state: "verified", checks: { passed: 2, missed: 0, total: 2 } });
    expect(JSON.stringify(seen.items)).not.toContain("company");
    for (const person of [told, gone]) {
      const rows = await db().select().from(notifications).where(eq(notifications.userId, person.id));
      expect(rows).toEqual([expect.objectContaining({ kind: "gapVerified" })]);
      expect(rows[0]!.href).toMatch(/^\/knowledge-center\/knowledge-qa\?session=/);
    }
    await flushLedger();
    const charged = await db()
      .select()
      .from(usageLedger)
      .where(inArray(usageLedger.userId, [told.id, gone.id, owner.id]));
    expect(new Set(charged.map(({ userId }) => userId))).toEqual(new Set([owner.id]));
    const states = await db().select().from(knowledgeFindings).where(eq(knowledgeFindings.baseId, open));
    expect(states.map(({ state }) => state)).toEqual(["done", "done"]);
    expect((await assign(owner, gap!.id, { ownerId: null })).status).toBe(409);
    expect((await fix(owner, gap!.id)).status).toBe(409);
  });

  it("goes on after a stop behind the questions that were asked, and cannot be asked without words", async () => {
    const base = await made();
    await makeFinding(asker, base, VISA[0]!);
    await makeFinding(other, base, VISA[1]!);
    await groupQuestions(owner, base);
    const [gap] = await gapsOf(owner, base);
    await fix(owner, gap!.id);
    expect((await gapsOf(owner, base))[0]!.checks.isRunning).toBe(true);
    expect((await assign(owner, gap!.id, { ownerId: owner.id })).status).toBe(409);
    await call(stopRoute, { token: owner.token, method: "DELETE", params: { id: gap!.id } });
    await runTasksOf(gap!.id);
    expect((await gapsOf(owner, base))[0]).toMatchObject({
      state: "fixed",
      checks: { passed: 0, total: 2, isRunning: false },
    });
    await db().update(chatSessions).set({ deletedAt: new Date() }).where(eq(chatSessions.userId, other.id));
    await call(recheckRoute, { token: owner.token, method: "POST", params: { id: gap!.id } });
    await runTasksOf(gap!.id);
    expect((await gapsOf(owner, base))[0]!.checks).toEqual({ passed: 0, missed: 1, total: 1, isRunning: false });
    await db().update(chatSessions).set({ deletedAt: new Date() }).where(eq(chatSessions.userId, asker.id));
    expect((await fix(owner, gap!.id)).status).toBe(409);
  });

  it("passes where a pair of question and answer answers", async () => {
    const base = await made();
    await makeFinding(asker, base, VISA[0]!, { isByAsker: true });
    await groupQuestions(owner, base);
    const [gap] = await gapsOf(owner, base);
    const body = { baseId: base, question: VISA[1], answer: "The company pays it.", synonyms: [VISA[0]] };
    expect((await call(qaRoute, { token: owner.token, body })).status).toBe(200);
    await fix(owner, gap!.id);
    await runTasksOf(gap!.id);
    const seen = await detail(owner, gap!.id);
    expect(seen.state).toBe("verified");
    expect(seen.items[0]!.check).toMatchObject({ miss: null, cited: 0 });
    expect(JSON.stringify(seen.items[0]!.check!.parts)).toContain("The company pays it.");
  });

  it("is asked again behind what a killed server kept", async () => {
    const base = await made();
    const first = await makeFinding(asker, base, VISA[0]!);
    await makeFinding(asker, base, VISA[1]!);
    await groupQuestions(owner, base);
    const [gap] = await gapsOf(owner, base);
    await fix(owner, gap!.id);
    const checkedAt = new Date("2026-01-01T00:00:00Z");
    await db().insert(gapChecks).values({ findingId: first, gapId: gap!.id, checkedAt });
    await runTasksOf(gap!.id);
    const checks = await db().select().from(gapChecks).where(eq(gapChecks.gapId, gap!.id)).orderBy(gapChecks.checkedAt);
    expect(checks.map(({ findingId, miss }) => [findingId === first, miss])).toEqual([
      [true, null],
      [false, "notFound"],
    ]);
    expect(checks[0]!.checkedAt).toEqual(checkedAt);
    expect((await gapsOf(owner, base))[0]).toMatchObject({
      state: "fixed",
      checks: { passed: 1, missed: 1, total: 2 },
    });
  });
});
