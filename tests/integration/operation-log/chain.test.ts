import { asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { v7 } from "uuid";
import { closeDatabase, db } from "@/db/client";
import { insertOperation } from "@/db/queries/audit/operations";
import { findConfig, upsertConfig } from "@/db/queries/config/system-config";
import { systemConfig } from "@/db/schema/config";
import { operationLogs } from "@/db/schema/operation-log";
import { LOG_CHAIN, readHead } from "@/lib/operation-log/head";
import { removeOldSealed, sealPending } from "@/lib/operation-log/seal";
import { VERIFY_PAGE, type Verification, verifyChain } from "@/lib/operation-log/verify";

jest.setTimeout(60_000);

// The chain is one for the whole database, so this file begins with an empty one.
beforeEach(async () => {
  await db().delete(operationLogs);
  await db().delete(systemConfig).where(eq(systemConfig.type, LOG_CHAIN));
});
afterAll(async () => {
  await db().delete(operationLogs);
  await db().delete(systemConfig).where(eq(systemConfig.type, LOG_CHAIN));
  await closeDatabase();
});

const DAY = 86_400_000;
const write = (name: string, more: Partial<typeof operationLogs.$inferInsert> = {}) =>
  insertOperation(db(), {
    actorId: v7(),
    actorAccount: "u1",
    action: "model.change",
    targetType: "model",
    targetId: v7(),
    targetName: name,
    result: "success",
    before: { b: 1, a: ["x", { z: "年", y: null }] },
    after: { a: 2 },
    requestId: "r",
    ...more,
  });
const sealed = async (count: number) => {
  for (let index = 0; index < count; index++) await write(`row ${index + 1}`);
  return sealPending(0);
};
const verify = () => verifyChain({ onPage: async () => true });
const at = (no: number) => eq(operationLogs.sealedNo, no);
const flaw = async () => (await verify())?.flaw;

it("gives every row a place without gaps, once", async () => {
  expect(await sealed(5)).toBe(5);
  expect(await sealPending(0)).toBe(0);
  await write("later");
  await sealPending(0);
  const rows = await db()
    .select({ no: operationLogs.sealedNo })
    .from(operationLogs)
    .orderBy(asc(operationLogs.sealedNo));
  expect(rows.map(({ no }) => no)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(await readHead(db())).toMatchObject({ no: 6, anchorNo: 0, lostAt: null });
  expect(await verify()).toEqual({ checked: 6, from: 1, until: 6, flaw: null });
});

it("lets young rows wait, so that one that is committed late is not passed over", async () => {
  await write("young");
  expect(await sealPending(60_000)).toBe(0);
  expect(await sealPending(0)).toBe(1);
  // An id from before, committed after: it gets the next place.
  await write("late", { id: "01900000-0000-7000-8000-000000000000" });
  expect(await sealPending(0)).toBe(1);
  expect(await verify()).toMatchObject({ checked: 2, flaw: null });
});

it("stands several sealers at once", async () => {
  for (let index = 0; index < 30; index++) await write(`row ${index}`);
  const counts = await Promise.all(Array.from({ length: 5 }, () => sealPending(0)));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(30);
  expect(await verify()).toMatchObject({ checked: 30, flaw: null });
});

it("is the same chain after the database wrote its JSON anew", async () => {
  await sealed(3);
  await db().update(operationLogs).set({ before: sql`('{"z":0}'::jsonb || before) - 'z'` });
  expect(await flaw()).toBeNull();
});

describe("a check finds", () => {
  beforeEach(() => sealed(8));

  it.each([
    ["a name", { targetName: "other" }],
    ["an actor", { actorId: v7() }],
    ["what was before", { before: { b: 1 } }],
    ["a time", { createdAt: new Date(0) }],
    ["a result", { result: "failed" as const }],
    ["an address", { address: "192.0.2.9" }],
    ["a seal", { sealedHash: "0".repeat(64) }],
  ])("a changed row: %s", async (_what, patch) => {
    await db().update(operationLogs).set(patch).where(at(4));
    expect(await verify()).toMatchObject({ checked: 3, flaw: { kind: "changed", no: 4, id: expect.any(String) } });
  });

  it("a removed row, at the start or within", async () => {
    await db().delete(operationLogs).where(at(5));
    expect(await flaw()).toEqual({ kind: "missing", no: 5, id: null });
    await db().delete(operationLogs).where(at(1));
    expect(await flaw()).toEqual({ kind: "missing", no: 1, id: null });
  });

  it("rows that were numbered anew after one was removed", async () => {
    await db().delete(operationLogs).where(at(3));
    for (let no = 4; no <= 8; no++)
      await db()
        .update(operationLogs)
        .set({ sealedNo: no - 1 })
        .where(at(no));
    expect(await flaw()).toMatchObject({ kind: "changed", no: 3 });
  });

  it("a planted row", async () => {
    await db().update(operationLogs).set({ sealedNo: 9 }).where(at(8));
    await write("planted", { sealedNo: 8, sealedHash: "f".repeat(64) });
    expect(await flaw()).toMatchObject({ kind: "changed", no: 8 });
  });

  it("that the end was cut off, also after the log went on", async () => {
    await db().delete(operationLogs).where(sql`${operationLogs.sealedNo} > 6`);
    expect(await flaw()).toEqual({ kind: "cutOff", no: 7, id: null });
    await sealed(2);
    expect(await flaw()).toEqual({ kind: "missing", no: 7, id: null });
  });

  it("a row whose seal was taken off to be sealed again", async () => {
    await db().update(operationLogs).set({ sealedNo: null, sealedHash: null, targetName: "other" }).where(at(2));
    await sealPending(0);
    expect(await flaw()).toEqual({ kind: "missing", no: 2, id: null });
  });

  it("a head that was forged or removed, also after the log went on", async () => {
    const head = (await findConfig(db(), LOG_CHAIN)) as object;
    await upsertConfig(db(), LOG_CHAIN, { ...head, no: 6 });
    expect(await flaw()).toMatchObject({ kind: "headLost" });
    await db().delete(operationLogs).where(sql`${operationLogs.sealedNo} > 6`);
    await sealed(1);
    expect(await verify()).toMatchObject({ checked: 7, flaw: { kind: "headLost", no: 6 } });
    await db().delete(systemConfig).where(eq(systemConfig.type, LOG_CHAIN));
    expect(await flaw()).toMatchObject({ kind: "headLost", no: 7 });
  });
});

describe("rows whose time is over", () => {
  const age = (upTo: number) =>
    db()
      .update(operationLogs)
      .set({ createdAt: new Date(Date.now() - 400 * DAY), sealedNo: null, sealedHash: null })
      .where(
        sql`${operationLogs.targetName} in (${sql.join(
          Array.from({ length: upTo }, (_, index) => sql`${`row ${index + 1}`}`),
          sql`, `,
        )})`,
      );

  beforeEach(async () => {
    for (let index = 0; index < 6; index++) await write(`row ${index + 1}`);
    await age(3);
    await sealPending(0);
  });

  it("go, and the rest can still be checked", async () => {
    expect(await removeOldSealed(new Date(Date.now() - 365 * DAY))).toBe(3);
    expect(await verify()).toEqual({ checked: 3, from: 4, until: 6, flaw: null });
    await sealed(2);
    expect(await verify()).toMatchObject({ checked: 5, flaw: null });
  });

  it("that are not sealed yet stay", async () => {
    await write("unsealed", { createdAt: new Date(Date.now() - 400 * DAY) });
    await removeOldSealed(new Date(Date.now() - 365 * DAY));
    expect(await db().$count(operationLogs, isNull(operationLogs.sealedNo))).toBe(1);
    expect(await db().$count(operationLogs, isNotNull(operationLogs.sealedNo))).toBe(3);
  });

  it("that a hand removed behind the anchor are found", async () => {
    await removeOldSealed(new Date(Date.now() - 365 * DAY));
    await db().delete(operationLogs).where(at(4));
    expect(await flaw()).toEqual({ kind: "missing", no: 4, id: null });
  });
});

it("goes page by page over many rows, lets others in between, and can be ended", async () => {
  const rows = VERIFY_PAGE * 2 + 10;
  await db().execute(sql`insert into operation_logs (id, action, result, target_name)
    select gen_random_uuid(), 'model.change', 'success', 'row ' || n from generate_series(1, ${rows}) n`);
  expect(await sealPending(0)).toBe(rows);
  const pages: Verification[] = [];
  const done = await verifyChain({
    onPage: async (page) => {
      pages.push(page);
      await write("meanwhile");
      return true;
    },
  });
  expect(done).toEqual({ checked: rows, from: 1, until: rows, flaw: null });
  expect(pages.map(({ checked }) => checked)).toEqual([VERIFY_PAGE, 2 * VERIFY_PAGE, rows]);
  expect(await verifyChain({ onPage: async () => false })).toBeNull();
});
