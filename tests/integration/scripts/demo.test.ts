/** @runs once: starts an embedded database of its own. */
import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { closeDatabase, db } from "@/db/client";
import { listUsersWith } from "@/db/queries/auth/identity";
import { listCounterDifferences, listRollupDifferences } from "@/db/queries/models/reconcile";
import { knowledgeBases } from "@/db/schema/knowledge";
import { backgroundIdle } from "@/lib/background";
import { seed } from "@/lib/boot/seed";
import { resetEnv } from "@/lib/config/env";
import { addDays, dayIn } from "@/lib/config/time";
import { createConversation } from "@/lib/conversation/history";
import { PERSONAL } from "@/lib/features/chat/conversation";
import { answerQuestion } from "@/lib/features/chat/service/answer";
import { createBase, listBases } from "@/lib/features/knowledge/service/bases";
import { listFiles } from "@/lib/features/knowledge/service/files";
import { createQa } from "@/lib/features/knowledge/service/qa/write";
import { readBoard } from "@/lib/features/knowledge-operations/service/gap-board";
import { readUsage } from "@/lib/features/knowledge-operations/service/usage";
import { readDepartments } from "@/lib/features/organisation/service/departments";
import { createUser, readUsers } from "@/lib/features/organisation/service/users";
import { readDashboard } from "@/lib/features/reports/service/dashboard";
import { invalidateFileStore } from "@/lib/files/storage";
import { JOBS } from "@/lib/generated/background";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { flushLedger } from "@/lib/models/ledger";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { P } from "@/lib/permissions/codes";
import { acting, type Filled, fillDemo } from "@/scripts/demo/fill";
import { removeDemo } from "@/scripts/demo/remove";
import { startDatabase } from "../../../scripts/lib/database-process.mjs";
import { root } from "../../../scripts/lib/root.mjs";
import { makeUsedDataDir } from "./product";

jest.setTimeout(120_000);

const folder = path.join(root, "scripts/demo");
let database: Awaited<ReturnType<typeof startDatabase>>;
let dataDir: string;
let before: Record<string, string>;
let made: Filled;

beforeAll(async () => {
  dataDir = await makeUsedDataDir();
  database = await startDatabase({ dataDir });
  await closeDatabase();
  Object.assign(process.env, { DATA_DIR: dataDir, DATABASE_SOCKET: database.socketDir });
  resetEnv();
  invalidateFileStore();
  await seed();
  await startJobs(JOBS, false);
  before = await everything();
  made = await fillDemo(folder);
});

afterAll(async () => {
  closeIdleChildren();
  await backgroundIdle(20_000);
  await flushLedger();
  await stopJobs(1000);
  await closeDatabase();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** A digest of the rows of every table; what is a record of what happened stays out: the log is never shortened. */
async function everything(): Promise<Record<string, string>> {
  const { rows } = await db().execute<{ name: string }>(sql`select c.relname as name from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'operation_logs' order by 1`);
  const found: Record<string, string> = {};
  for (const { name } of rows) {
    const digest = sql.raw(`select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as it
      from "${name}" t`);
    found[name] = (await db().execute<{ it: string }>(digest)).rows[0]!.it;
  }
  const stored = await readdir(path.join(dataDir, "files"), { recursive: true, withFileTypes: true }).catch(() => []);
  return { ...found, "stored files": String(stored.filter((entry) => entry.isFile()).length) };
}

async function administrator() {
  const [id] = await listUsersWith(db(), P.LOGS_OPERATION);
  return acting(id!);
}

const personOf = async (account: string) => {
  const { rows } = await db().execute<{ id: string }>(sql`select id from users where account = ${account}`);
  return acting(rows[0]!.id);
};

test("screens show the organisation: departments with their people, bases whose files are ready", async () => {
  const admin = await administrator();
  const users = await readUsers(admin, { page: 1, pageSize: 10, keyword: undefined, sort: "name", descending: false });
  expect(users.total).toBe(41);
  const departments = await readDepartments(admin);
  expect(departments.total).toBe(made.departments + 1);
  expect(departments.items.find(({ parentId }) => parentId === null)?.peopleBelow).toBe(41);
  const emma = await personOf("emma.clarke");
  const own = await listBases(emma, { page: 1, pageSize: 10, keyword: undefined, sort: "name", right: "view" });
  expect(own.items.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["International handbook", "人事与行政制度", "产品与售后"]),
  );
  expect(own.total).toBe(3);
  for (const { id } of own.items) {
    const { items } = await listFiles(emma, id, { page: 1, pageSize: 20, keyword: undefined, sort: "name" });
    expect(items.map(({ status }) => status)).toEqual(items.map(() => "ready"));
    expect(items.length).toBeGreaterThan(2);
  }
});

test("every conversation cites, and no later than now", async () => {
  const { rows } = await db().execute<Record<string, string>>(sql`select s.kind, count(distinct s.id) as talks,
      count(distinct s.id) filter (where m.parts::text like '%"citation"%') as citing,
      count(*) filter (where m.created_at > now() - interval '20 hours') as late
    from chat_sessions s join chat_messages m on m.session_id = s.id and m.role = 'assistant' group by 1 order by 1`);
  expect(rows.map(({ kind, talks }) => [kind, Number(talks)])).toEqual([
    ["document", 5],
    ["knowledge", 18],
    ["personal", 3],
    ["search", 5],
  ]);
  for (const { talks, citing, late } of rows) expect([citing, late]).toEqual([talks, "0"]);
});

test("records come in the order of their times", async () => {
  const { rows } = await db().execute<{ at: Date }>(
    sql`select created_at as at from chat_messages where role = 'assistant' order by id`,
  );
  const times = rows.map(({ at }) => new Date(at).getTime());
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});

test("the reports add up: ledger, rollups and daily limits agree on each of the sixty days", async () => {
  const today = dayIn("Asia/Shanghai");
  for (let back = 0; back <= 60; back++) {
    const day = addDays(today, -back);
    const found = await db().transaction(async (tx) => [
      ...(await listRollupDifferences(tx, day)),
      ...(await listCounterDifferences(tx, day)),
    ]);
    expect([day, found]).toEqual([day, []]);
  }
  const query = { period: "custom", from: addDays(today, -60), to: today, grain: "day" } as const;
  const { totals, people } = await readDashboard(await administrator(), query);
  const { rows } = await db().execute<Record<string, string>>(sql`select count(*) as calls,
    sum(input_tokens + output_tokens) as tokens from usage_ledger`);
  expect({ calls: totals.calls, tokens: totals.tokens, people }).toEqual({
    calls: Number(rows[0]!.calls),
    tokens: Number(rows[0]!.tokens),
    people: 40,
  });
  expect(totals.calls).toBeGreaterThan(made.calls);
  expect(made.calls).toBeGreaterThan(2000);
});

test("the use of its bases is there to look at, and its sums agree", async () => {
  const owner = await personOf("lin.xiaoyu");
  const { items } = await listBases(owner, { page: 1, pageSize: 1, keyword: "人事", sort: "name", right: "manage" });
  const { now, series, departments, top, files, slices } = await readUsage(owner, items[0]!.id, { days: 90 });
  expect(now.questions).toBeGreaterThan(100);
  expect(now.answered).toBeGreaterThan(now.questions / 2);
  expect(series.reduce((sum, { answered, missed }) => sum + answered + missed, 0)).toBe(now.questions);
  expect(departments.reduce((sum, { questions }) => sum + questions, 0)).toBe(now.questions);
  expect(top.items.length).toBeGreaterThan(0);
  expect(files.cited).toBeGreaterThan(0);
  expect(slices.cited + slices.hit + slices.unused).toBe(slices.total);
});

test("what is not answered stands on the gap board, in the sums too, and somebody has taken it up", async () => {
  const owner = await personOf("lin.xiaoyu");
  const { columns } = await readBoard(owner, { days: 90, keyword: undefined });
  const states = columns.map(({ state, gaps }) => [state, gaps > 0]);
  expect(states).toEqual([
    ["open", true],
    ["assigned", true],
    ["fixed", false],
    ["verified", false],
  ]);
  const { rows } = await db().execute<Record<string, string>>(sql`select
    (select count(*) from knowledge_answers where outcome = 'notFound') as missed,
    (select count(*) from knowledge_qas) as pairs, (select count(*) from recommended_questions) as recommended`);
  expect(Number(rows[0]!.missed)).toBeGreaterThan(10);
  expect(rows[0]).toMatchObject({ pairs: "3", recommended: "3" });
});

test("it is made once, and not where people work already", async () => {
  await expect(fillDemo(folder)).rejects.toThrow("The demo is there already");
});

test("what people did in it since is not deleted unasked", async () => {
  const emma = await personOf("emma.clarke");
  const { id } = await createConversation(emma, PERSONAL);
  await (await answerQuestion(emma, id, { text: "hello" }, null)).text();
  await backgroundIdle(20_000);
  const admin = await personOf("admin");
  const grants = [{ subjectType: "user" as const, subjectId: emma.id, right: "manage" as const }];
  const base = await createBase(admin, {
    name: "Later",
    description: "",
    type: "general",
    visibility: "partial",
    grants,
  });
  await createQa(emma, { baseId: base.id, question: "Where is it?", answer: "Here." });
  await expect(removeDemo({ withLaterWork: false })).rejects.toThrow(
    "people worked in it: 1 questions, 1 pairs of question and answer.",
  );
  expect(await personOf("emma.clarke")).toMatchObject({ name: "Emma Clarke" });
});

test("removed, the installation is as before; a colleague who joined one of its departments stays", async () => {
  const admin = await administrator();
  const { items } = await readDepartments(admin);
  const support = items.find(({ name }) => name === "Customer Support")!;
  const own = { account: "nora", name: "Nora", roleIds: [], departmentId: support.id } as never;
  const { id } = await createUser(admin, own);
  const removed = await removeDemo({ withLaterWork: true });
  expect(removed).toMatchObject({ people: 40, departments: made.departments, bases: made.bases, moved: 1 });
  expect(await readDepartments(admin)).toMatchObject({ total: 1 });
  await db().execute(sql`delete from users where id = ${id}`);
  // Of the colleague's base only what the demo's people wrote is gone.
  expect(await db().$count(knowledgeBases)).toBe(1);
  await db().delete(knowledgeBases);
  expect(await everything()).toEqual(before);
  await expect(removeDemo({ withLaterWork: false })).rejects.toThrow("There is no demo");
});
