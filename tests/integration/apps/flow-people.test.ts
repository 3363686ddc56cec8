import { eq, sql } from "drizzle-orm";
import { POST as handOverRoute } from "@/app/api/apps/runs/[runId]/nodes/[nodeId]/hand-over/route";
import { POST as remindRoute } from "@/app/api/apps/runs/[runId]/nodes/[nodeId]/remind/route";
import { GET as waitsRoute } from "@/app/api/apps/waits/route";
import { db } from "@/db/client";
import { appRunSteps, appRuns, appRunWaits } from "@/db/schema/apps";
import { notifications } from "@/db/schema/notifications";
import { tools } from "@/db/schema/tools";
import type { OpenWaitDto } from "@/lib/features/apps/runs-dto";
import { lookAtWaits } from "@/lib/features/apps/service/flow/waits";
import { invalidateTools } from "@/lib/tools/registry";
import { answer } from "@/tests/factories/call";
import {
  answered,
  begin,
  cancel,
  chain,
  edges,
  killedAt,
  makeFlow,
  node,
  outputOf,
  ran,
  readRun,
  retried,
  start,
  step,
  text,
  withFlows,
} from "@/tests/factories/flows";
import { disable, makePerson, type Person } from "@/tests/factories/people";
import { runTasksOf } from "@/tests/factories/tasks";

const made = withFlows();
let owner: Person;
let other: Person;
let outsider: Person;
let model: string;
beforeAll(() => {
  ({ owner, other, outsider, model } = made);
});

const post = (id: string, more: object = {}) =>
  node(id, "http", {
    method: "POST",
    url: `${made.api}/notes`,
    bodyType: "json",
    body: '{"text": "{{start.word}}"}',
    ...more,
  });

describe("people", () => {
  const approval = (more: object = {}) => ({
    nodes: [
      start("word"),
      node("ask", "human", {
        subject: "Please check",
        text: "Is {{start.word}} right?",
        assignee: "person",
        userId: outsider.id,
        policy: { onError: "branch" },
        ...more,
      }),
      node("yes", "answer", { text: "approved by {{ask.by}}: {{ask.comment}}" }),
      node("no", "answer", { text: "rejected" }),
      node("late", "answer", { text: "nobody answered" }),
    ],
    edges: edges("start>ask", "ask:approved>yes", "ask:rejected>no", "ask:error>late"),
  });

  it("are asked, told, and answer once; the run rests until then and goes on for whom it is", async () => {
    const id = await makeFlow(owner, approval());
    const run = await ran(other, id, { inputs: { word: "17" } });
    expect(run.status).toBe("waiting");
    expect(step(run, "ask").wait).toMatchObject({ kind: "approval", isMine: false, assignee: { id: outsider.id } });
    const { data } = await answer<{ items: OpenWaitDto[] }>(waitsRoute, { token: outsider.token });
    expect(data!.items.find(({ runId }) => runId === run.id)).toMatchObject({ stepId: "ask", subject: "Please check" });
    expect((await answer<{ items: OpenWaitDto[] }>(waitsRoute, { token: other.token })).data!.items).toEqual([]);
    const told = await db().select().from(notifications).where(eq(notifications.userId, outsider.id));
    expect(told.some(({ kind, href }) => kind === "appWait" && href?.includes(run.id))).toBe(true);
    // Whoever is asked sees the question, and nothing else of the run.
    const asked = await readRun(outsider, run.id);
    expect(step(asked, "ask").wait).toMatchObject({ isMine: true, text: "Is 17 right?" });
    expect(asked).toMatchObject({ isHidden: true, inputs: {} });
    expect(await answered(other, run.id, "ask", { decision: "approved" })).toMatchObject({ code: 403 });
    expect(await answered(outsider, run.id, "ask", {})).toMatchObject({ code: 400 });
    const both = await Promise.all(
      [1, 2].map(() => answered(outsider, run.id, "ask", { decision: "approved", comment: "fine" })),
    );
    expect(both.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(await readRun(other, run.id)).toMatchObject({
      status: "done",
      output: `approved by ${outsider.actor.name}: fine`,
    });
  });

  it("who let their time pass are not waited for any longer, and are reminded before", async () => {
    const id = await makeFlow(owner, approval());
    const run = await ran(other, id, { inputs: { word: "x" } });
    await db()
      .update(appRunWaits)
      .set({ remindAt: new Date(0) })
      .where(eq(appRunWaits.runId, run.id));
    await lookAtWaits();
    const told = () => db().select().from(notifications).where(eq(notifications.userId, outsider.id));
    expect((await told()).filter(({ kind, href }) => kind === "appWaitSoon" && href?.includes(run.id))).toHaveLength(1);
    const remind = async ({ token }: Person) =>
      (await answer(remindRoute, { token, params: { runId: run.id, nodeId: "ask" }, method: "POST" })).code;
    expect(await remind(outsider)).toBe(403);
    // To be asked is no reminder: the first goes out at once, another an hour later.
    expect([await remind(other), await remind(other)]).toEqual([200, 429]);
    expect((await told()).find(({ kind, href }) => kind === "appWaitAgain" && href?.includes(run.id))?.args).toEqual({
      ...{ name: expect.any(String), subject: "Please check", by: other.actor.name },
    });
    await db()
      .update(notifications)
      .set({ createdAt: new Date(Date.now() - 3_700_000) })
      .where(eq(notifications.userId, outsider.id));
    expect([await remind(other), await remind(other)]).toEqual([200, 429]);
    await db()
      .update(appRunWaits)
      .set({ dueAt: new Date(0) })
      .where(eq(appRunWaits.runId, run.id));
    await lookAtWaits();
    await runTasksOf(run.id);
    expect(await readRun(other, run.id)).toMatchObject({ status: "done", output: "nobody answered" });
    expect(await answered(outsider, run.id, "ask", { decision: "approved" })).toMatchObject({ code: 409 });
  });

  it("fill in a form inside an iteration, each item by itself", async () => {
    const body = {
      nodes: [
        node("form", "human", {
          mode: "form",
          subject: "Say",
          fields: [{ name: "said", label: "Said", type: "text", required: true }],
        }),
      ],
      edges: [],
    };
    const each = node("each", "iteration", { list: "{{start.word}}", parallel: 2, body, output: "{{form.said}}" });
    const run = await ran(other, await makeFlow(owner, chain(["word"], [each], "{{each.results}}")), {
      inputs: { word: "a\nb" },
    });
    expect(run.status).toBe("waiting");
    expect(await answered(other, run.id, "each.1.form", { inputs: {} })).toMatchObject({
      code: 400,
      error: "appInputs",
    });
    await answered(other, run.id, "each.1.form", { inputs: { said: "second" } });
    expect((await readRun(other, run.id)).status).toBe("waiting");
    await answered(other, run.id, "each.0.form", { inputs: { said: "first" } });
    expect(await readRun(other, run.id)).toMatchObject({ status: "done", output: "first\nsecond" });
  });

  it("hand over what they are asked, to somebody who can be", async () => {
    const run = await ran(other, await makeFlow(owner, approval()), { inputs: { word: "x" } });
    const handOver = (person: Person, userId: string) =>
      answer(handOverRoute, { token: person.token, params: { runId: run.id, nodeId: "ask" }, body: { userId } });
    const gone = await makePerson();
    await disable(gone.id);
    expect(await handOver(outsider, gone.id)).toMatchObject({ code: 422 });
    expect((await handOver(other, other.id)).code).toBe(403);
    expect((await handOver(outsider, owner.id)).code).toBe(200);
    expect(await answered(outsider, run.id, "ask", { decision: "approved" })).toMatchObject({ code: 404 });
    expect(await answered(owner, run.id, "ask", { decision: "rejected" })).toMatchObject({ code: 200 });
    expect(await readRun(other, run.id)).toMatchObject({ status: "done", output: "rejected" });
  });

  it("are the owner of the app that asks, also where another's workflow uses it", async () => {
    const asking = node("ask", "human", { subject: "Inner", assignee: "owner" });
    const inner = await makeFlow(outsider, {
      nodes: [start("word"), asking, node("end", "answer", { text: "said" })],
      edges: edges("start>ask", "ask:approved>end"),
    });
    const outer = await makeFlow(owner, chain(["word"], [node("flow", "app", { appId: inner })], "{{flow.text}}"));
    const run = await ran(other, outer, { inputs: { word: "x" } });
    expect(step(run, "flow.ask").wait).toMatchObject({ assignee: { id: outsider.id } });
  });

  it("say no without the form an approval has", async () => {
    const fields = [{ name: "limit", label: "Limit", type: "number", required: true }];
    const run = await ran(other, await makeFlow(owner, approval({ fields })), { inputs: { word: "x" } });
    expect(await answered(outsider, run.id, "ask", { decision: "approved" })).toMatchObject({ error: "appInputs" });
    expect(await answered(outsider, run.id, "ask", { decision: "rejected" })).toMatchObject({ code: 200 });
    expect(await readRun(other, run.id)).toMatchObject({ status: "done", output: "rejected" });
  });

  it("cancel a run that waits: nothing is asked any more", async () => {
    const run = await ran(other, await makeFlow(owner, approval()), { inputs: { word: "x" } });
    expect((await cancel(other, run.id)).code).toBe(200);
    expect((await readRun(other, run.id)).status).toBe("cancelled");
    expect(await answered(outsider, run.id, "ask", { decision: "approved" })).toMatchObject({ code: 409 });
    expect((await cancel(other, run.id)).code).toBe(409);
  });
});

describe("a tool that needs consent", () => {
  const reckon = () => {
    const used = node("reckon", "tool", {
      tool: "calculate",
      arguments: [{ name: "expression", value: "{{m.text}}" }],
    });
    return chain(["word"], [text("m", "{{start.word}}"), used], "{{reckon.text}}");
  };
  beforeAll(async () => {
    await db().insert(tools).values({ key: "calculate", confirm: true, enabled: true, optional: true });
    invalidateTools();
  });
  afterAll(async () => {
    await db().delete(tools).where(eq(tools.key, "calculate"));
    invalidateTools();
  });

  it("waits for the person the run is for, whatever a text before it says, and runs once they agreed", async () => {
    const id = await makeFlow(owner, reckon());
    const run = await ran(other, id, { inputs: { word: "6 * 7" } });
    expect(run.status).toBe("waiting");
    expect(step(run, "reckon").wait).toMatchObject({
      kind: "consent",
      isMine: true,
      text: expect.stringContaining("6 * 7"),
    });
    expect(await answered(owner, run.id, "reckon", { decision: "approved" })).toMatchObject({ code: 403 });
    await answered(other, run.id, "reckon", { decision: "approved" });
    expect(await readRun(other, run.id)).toMatchObject({ status: "done", output: expect.stringContaining("42") });
  });

  it("does not run where they refused", async () => {
    const run = await ran(other, await makeFlow(owner, reckon()), { inputs: { word: "6 * 7" } });
    await answered(other, run.id, "reckon", { decision: "rejected" });
    expect(await readRun(other, run.id)).toMatchObject({ status: "failed", error: { error: "flowNotAllowed" } });
  });

  it("is not there any more once it was switched off in the middle", async () => {
    const run = await ran(other, await makeFlow(owner, reckon()), { inputs: { word: "6 * 7" } });
    await db().update(tools).set({ enabled: false }).where(eq(tools.key, "calculate"));
    invalidateTools();
    await answered(other, run.id, "reckon", { decision: "approved" });
    expect(await readRun(other, run.id)).toMatchObject({ status: "failed", error: { error: "toolNotFound" } });
    await db().update(tools).set({ enabled: true }).where(eq(tools.key, "calculate"));
    invalidateTools();
  });
});

describe("a killed server", () => {
  it("goes on behind what is stored: a model is not asked twice, an effect is not had twice", async () => {
    const settings = chain(
      ["word"],
      [node("m", "model", { modelId: model, prompt: "{{start.word}}" }), post("write"), text("after", "{{m.text}}")],
      "{{after.text}}",
    );
    const id = await makeFlow(owner, settings);
    const { id: runId } = await ran(other, id, { inputs: { word: "x" } });
    const [asked, written] = [made.asked(), made.posts().length];
    await killedAt(runId, "after");
    await runTasksOf(runId);
    expect(await readRun(other, runId)).toMatchObject({ status: "done", output: "Echo: x", resumed: 1 });
    expect([made.asked(), made.posts().length]).toEqual([asked, written]);
  });

  it.each([
    ["retry", 1, "done"],
    ["skip", 0, "done"],
    ["fail", 0, "failed"],
  ])("asks whether to %s an effect whose outcome is unknown", async (action, more, status) => {
    const id = await makeFlow(owner, chain(["word"], [post("write")], "{{start.word}}"));
    const { id: runId } = await ran(other, id, { inputs: { word: "x" } });
    const before = made.posts();
    await killedAt(runId, "write");
    await runTasksOf(runId);
    const waiting = await readRun(owner, runId);
    expect(waiting.status).toBe("waiting");
    expect(step(waiting, "write").wait).toMatchObject({ kind: "unknown", isMine: true });
    expect(made.posts()).toHaveLength(before.length);
    expect(await answered(owner, runId, "write", { action })).toMatchObject({ code: 200 });
    expect((await readRun(other, runId)).status).toBe(status);
    const after = made.posts();
    expect(after.length - before.length).toBe(more);
    // The same key for every try: a service that knows it does it once.
    expect(after.at(-1)!.headers["idempotency-key"]).toBe(`${runId}:write`);
  });

  it("begins a repeatable effect again by itself", async () => {
    const id = await makeFlow(owner, chain(["word"], [post("write", { policy: { repeatable: true } })], "done"));
    const { id: runId } = await ran(other, id, { inputs: { word: "x" } });
    const before = made.posts().length;
    await killedAt(runId, "write");
    await runTasksOf(runId);
    expect((await readRun(other, runId)).status).toBe("done");
    expect(made.posts().length - before).toBe(1);
  });

  it("a run that failed is tried again at what failed alone", async () => {
    const settings = chain(
      ["word"],
      [post("write"), node("call", "http", { url: `${made.api}/{{start.word}}` })],
      "{{call.status}}",
    );
    const { id: runId, status } = await ran(other, await makeFlow(owner, settings), { inputs: { word: "broken" } });
    expect(status).toBe("failed");
    const before = made.posts().length;
    await db()
      .update(appRuns)
      .set({ inputs: { word: "well" } })
      .where(eq(appRuns.id, runId));
    await db()
      .update(appRunSteps)
      .set({ output: { word: "well" } })
      .where(sql`run_id = ${runId} and step_id = 'start'`);
    expect(await retried(outsider, runId)).toBe(404);
    expect(await retried(other, runId)).toBe(200);
    expect(await readRun(other, runId)).toMatchObject({ status: "done", output: "200" });
    expect(made.posts()).toHaveLength(before);
  });
});

describe("on from an earlier run", () => {
  it("runs from a node with what was before it, one node alone, and all of it without effects", async () => {
    const settings = chain(
      ["word"],
      [
        node("m", "model", { modelId: model, prompt: "{{start.word}}" }),
        post("write"),
        text("last", "{{m.text}} {{write.status}}"),
      ],
      "{{last.text}}",
    );
    const id = await makeFlow(owner, settings);
    const first = await ran(owner, id, { inputs: { word: "x" }, version: "draft" });
    const [asked, written] = [made.asked(), made.posts().length];
    const from = await ran(owner, id, { basis: { runId: first.id, nodeId: "last" } });
    expect(from).toMatchObject({ status: "done", output: "Echo: x 200" });
    expect(step(from, "m")).toMatchObject({ isCached: true });
    const alone = await ran(owner, id, { basis: { runId: first.id, nodeId: "m", only: true } });
    expect(outputOf(alone, "m")).toEqual({ text: "Echo: x" });
    expect(step(alone, "write").status).toBe("skipped");
    expect(made.asked() - asked).toBe(1);
    const replay = await ran(owner, id, { basis: { runId: first.id } });
    expect(replay).toMatchObject({ status: "done", output: "Echo: x 200" });
    expect(step(replay, "write")).toMatchObject({ isSimulated: true });
    expect(made.posts()).toHaveLength(written);
    // What somebody else gave it is theirs.
    const theirs = await ran(other, id, { inputs: { word: "x" } });
    expect((await begin(owner, id, { basis: { runId: theirs.id } })).code).toBe(404);
  });
});
