import { createHmac } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { DELETE as deleteRoute, PATCH as patchRoute } from "@/app/api/apps/[id]/triggers/[triggerId]/route";
import { POST as createRoute, GET as listRoute } from "@/app/api/apps/[id]/triggers/route";
import { POST as hookRoute } from "@/app/api/apps/hooks/[id]/route";
import { db } from "@/db/client";
import { appRuns, appTriggers } from "@/db/schema/apps";
import { notifications } from "@/db/schema/notifications";
import { operationLogs } from "@/db/schema/operation-log";
import type { TriggerDto } from "@/lib/features/apps/runs-dto";
import { REFUSALS_MAX, tellRefusals } from "@/lib/features/apps/service/flow/hook-refusals";
import { nextTime, runDueTriggers } from "@/lib/features/apps/service/flow/triggers";
import { answer } from "@/tests/factories/call";
import { chain, makeFlow, readRun, text, withFlows } from "@/tests/factories/flows";
import { disable, makePerson, type Person } from "@/tests/factories/people";
import { runTasksOf } from "@/tests/factories/tasks";

const made = withFlows();
const settings = () =>
  chain(["word", "body"], [text("a", "{{start.word}} {{start.body}} for {{user.account}}")], "{{a.text}}");

const create = (person: Person, id: string, body: object) =>
  answer<{ id: string; secret: string | null; fields?: object }>(createRoute, {
    token: person.token,
    params: { id },
    body,
  });
const list = async (person: Person, id: string) =>
  (await answer<{ items: TriggerDto[] }>(listRoute, { token: person.token, params: { id } })).data!.items;
const patch = (person: Person, id: string, triggerId: string, body: object) =>
  answer<{ secret: string | null }>(patchRoute, {
    token: person.token,
    params: { id, triggerId },
    body,
    method: "PATCH",
  });
const EVERY_MINUTE = { kind: "schedule", name: "often", cron: "* * * * *", timeZone: "Asia/Shanghai" };

interface Signed {
  secret: string;
  body?: string;
  at?: number;
  delivery?: string;
  signature?: string;
}
function callHook(
  id: string,
  { secret, body = "{}", at = Math.floor(Date.now() / 1000), delivery, signature }: Signed,
) {
  const right = `v1=${createHmac("sha256", secret).update(`${at}.${body}`).digest("hex")}`;
  const headers = {
    "x-hook-timestamp": String(at),
    "x-hook-signature": signature ?? right,
    ...(delivery !== undefined && { "x-hook-delivery": delivery }),
  };
  return answer<{ runId: string; error?: string }>(hookRoute, { params: { id }, raw: body, method: "POST", headers });
}
const runsOf = (appId: string) => db().select().from(appRuns).where(eq(appRuns.appId, appId));

describe("a schedule", () => {
  it("runs at its time in its zone, once however many processes look, with its owner's rights", async () => {
    const owner = await makePerson();
    const id = await makeFlow(owner, settings());
    const { data } = await create(owner, id, { ...EVERY_MINUTE, inputs: { word: "daily" } });
    expect(new Date((await list(owner, id))[0]!.nextAt!).getTime()).toBeGreaterThan(Date.now());
    await runDueTriggers();
    expect(await runsOf(id)).toEqual([]);
    await db()
      .update(appTriggers)
      .set({ nextAt: new Date(Date.now() - 1000) })
      .where(eq(appTriggers.id, data!.id));
    await Promise.all([runDueTriggers(), runDueTriggers()]);
    const [run, ...more] = await runsOf(id);
    expect(more).toEqual([]);
    await runTasksOf(run!.id);
    const done = await readRun(owner, run!.id);
    expect(done).toMatchObject({ status: "done", trigger: "schedule", output: `daily  for ${owner.actor.account}` });
    expect((await list(owner, id))[0]).toMatchObject({ lastRunId: run!.id, isOn: true });
  });

  it("stops with a word to its owner once their rights are gone", async () => {
    const owner = await makePerson();
    const id = await makeFlow(owner, settings());
    const { data } = await create(owner, id, EVERY_MINUTE);
    await disable(owner.id);
    await new Promise((resolve) => setTimeout(resolve, 2100));
    await db()
      .update(appTriggers)
      .set({ nextAt: new Date(0) })
      .where(eq(appTriggers.id, data!.id));
    await runDueTriggers();
    expect(await runsOf(id)).toEqual([]);
    const [row] = await db().select().from(appTriggers).where(eq(appTriggers.id, data!.id));
    expect(row).toMatchObject({ isOn: false, failure: "noPermission", nextAt: null });
    const told = await db().select().from(notifications).where(eq(notifications.userId, owner.id));
    expect(told.map(({ kind }) => kind)).toContain("appTriggerStopped");
  });

  it("knows summer time, and refuses what is no time", async () => {
    // On 29 March 2026 clocks in Berlin go from 2 to 3.
    const next = nextTime("30 8 * * *", "Europe/Berlin", new Date("2026-03-28T08:00:00Z"));
    expect(next.toISOString()).toBe("2026-03-29T06:30:00.000Z");
    const id = await makeFlow(made.owner, settings());
    expect(await create(made.owner, id, { ...EVERY_MINUTE, cron: "61 * * * *" })).toMatchObject({
      code: 400,
      data: { fields: { cron: "invalid" } },
    });
    expect(await create(made.owner, id, { ...EVERY_MINUTE, cron: "* * * * * *" })).toMatchObject({ code: 400 });
    expect(await create(made.owner, id, { ...EVERY_MINUTE, timeZone: "Mars/Base" })).toMatchObject({
      code: 400,
      data: { fields: { timeZone: "invalid" } },
    });
  });
});

describe("a webhook", () => {
  it("takes what is signed, fills the form from it, and begins one run a delivery", async () => {
    const id = await makeFlow(made.owner, settings());
    const { data } = await create(made.owner, id, { kind: "webhook", name: "orders", inputs: { word: "fixed" } });
    const { secret } = data!;
    const body = JSON.stringify({ word: "sent", ignored: 1 });
    const first = await callHook(data!.id, { secret: secret!, body, delivery: "d-1" });
    expect(first.code).toBe(200);
    expect((await callHook(data!.id, { secret: secret!, body, delivery: "d-1" })).data?.runId).toBe(first.data?.runId);
    await runTasksOf(first.data!.runId);
    const run = await readRun(made.owner, first.data!.runId);
    expect(run).toMatchObject({ trigger: "webhook", output: `sent ${body} for ${made.owner.actor.account}` });
    expect((await callHook(data!.id, { secret: secret!, delivery: "d-2" })).data?.runId).not.toBe(first.data?.runId);
    // A sender whose id is empty has none: its calls are told apart by their signatures.
    const [one, other] = [
      await callHook(data!.id, { secret: secret!, body: '{"word":"a"}', delivery: "" }),
      await callHook(data!.id, { secret: secret!, body: '{"word":"b"}', delivery: "" }),
    ];
    expect([one.code, other.code]).toEqual([200, 200]);
    expect(other.data?.runId).not.toBe(one.data?.runId);
    expect((await list(made.owner, id))[0]!.path).toBe(`/api/apps/hooks/${data!.id}`);
    expect(JSON.stringify(await list(made.owner, id))).not.toContain(secret);
    const [row] = await db().select().from(appTriggers).where(eq(appTriggers.id, data!.id));
    expect(row!.secretCipher).not.toContain(secret);
    expect(JSON.stringify(await db().select().from(operationLogs))).not.toContain(secret);
  });

  it("refuses what is not signed, signed for another body, old, or by a secret that was replaced", async () => {
    const id = await makeFlow(made.owner, settings());
    const { data } = await create(made.owner, id, { kind: "webhook", name: "w" });
    const [hook, secret] = [data!.id, data!.secret!];
    const at = Math.floor(Date.now() / 1000);
    const forged = `v1=${createHmac("sha256", secret).update(`${at}.{}`).digest("hex")}`;
    for (const call of [
      { secret, signature: "" },
      { secret: "wrong" },
      { secret, body: '{"word":"x"}', at, signature: forged },
      { secret, at: at - 301 },
      { secret, at: at + 301 },
    ]) {
      expect(await callHook(hook, call)).toMatchObject({ code: 401, data: { error: "hookRefused" } });
    }
    const renewed = await patch(made.owner, id, hook, { newSecret: true });
    expect((await callHook(hook, { secret })).code).toBe(401);
    expect((await callHook(hook, { secret: renewed.data!.secret! })).code).toBe(200);
    await patch(made.owner, id, hook, { isOn: false });
    expect((await callHook(hook, { secret: renewed.data!.secret! })).code).toBe(404);
    expect(await runsOf(id)).toHaveLength(1);
  });

  it("is told of in the log once, and all further refusals of one address together", async () => {
    const id = await makeFlow(made.owner, settings());
    const { data } = await create(made.owner, id, { kind: "webhook", name: "orders" });
    const [hook, secret] = [data!.id, data!.secret!];
    const logged = () =>
      db()
        .select()
        .from(operationLogs)
        .where(and(eq(operationLogs.targetId, id), eq(operationLogs.result, "refused")));
    const codes: number[] = [];
    for (let call = 0; call < REFUSALS_MAX + 5; call += 1) codes.push((await callHook(hook, { secret: "no" })).code);
    expect(codes.filter((code) => code === 401)).toHaveLength(REFUSALS_MAX);
    expect(codes.slice(-5)).toEqual([429, 429, 429, 429, 429]);
    expect(await logged()).toMatchObject([{ action: "app.hook.call", code: 401, after: { name: "orders", count: 1 } }]);
    // Whoever has the secret is heard, also from there.
    expect((await callHook(hook, { secret })).code).toBe(200);
    const meta = { requestId: "r", address: "unknown", userAgent: "" };
    await tellRefusals({ id: hook, app: { id, name: "x" }, name: "orders" }, meta);
    expect((await logged()).map(({ after }) => (after as { count: number }).count).sort()).toEqual([1, 34]);
  });

  it("begins no more than a person may have under way", async () => {
    const owner = await makePerson();
    const id = await makeFlow(owner, settings());
    const { data } = await create(owner, id, { kind: "webhook", name: "w" });
    const open = { appId: id, userId: owner.id, version: 1, status: "waiting" } as const;
    await db()
      .insert(appRuns)
      .values(Array.from({ length: 200 }, () => open));
    const call = () => callHook(data!.id, { secret: data!.secret!, delivery: "one" });
    expect(await call()).toMatchObject({ code: 429, data: { error: "runsLimit" } });
    await db().update(appRuns).set({ status: "cancelled", endedAt: new Date() }).where(eq(appRuns.appId, id));
    expect((await call()).code).toBe(200);
  });
});

it("only whoever may change the app sees and changes what begins it", async () => {
  const { owner, outsider } = made;
  const id = await makeFlow(owner, settings());
  const { data } = await create(owner, id, { kind: "webhook", name: "w" });
  expect((await create(outsider, id, EVERY_MINUTE)).code).toBe(404);
  expect((await answer(listRoute, { token: outsider.token, params: { id } })).code).toBe(404);
  expect((await patch(outsider, id, data!.id, { isOn: false })).code).toBe(404);
  const other = await makeFlow(outsider, settings());
  expect((await patch(outsider, other, data!.id, { isOn: false })).code).toBe(404);
  const remove = (person: Person, appId: string) =>
    answer(deleteRoute, { token: person.token, params: { id: appId, triggerId: data!.id }, method: "DELETE" });
  expect((await remove(outsider, other)).code).toBe(404);
  expect((await remove(owner, id)).code).toBe(200);
  for (let count = 0; count < 10; count += 1)
    expect((await create(owner, id, { kind: "webhook", name: "w" })).code).toBe(200);
  expect(await create(owner, id, { kind: "webhook", name: "w" })).toMatchObject({ code: 409 });
});
