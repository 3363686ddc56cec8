import { eq } from "drizzle-orm";
import { PUT as draftRoute } from "@/app/api/apps/[id]/draft/route";
import { POST as publishRoute } from "@/app/api/apps/[id]/publish/route";
import { GET as runsRoute } from "@/app/api/apps/[id]/runs/route";
import { GET as typesRoute } from "@/app/api/apps/node-types/route";
import { GET as runRoute } from "@/app/api/apps/runs/[runId]/route";
import { db } from "@/db/client";
import { usageLedger } from "@/db/schema/models";
import { backgroundIdle } from "@/lib/background";
import type { RunListDto } from "@/lib/features/apps/runs-dto";
import { stepTree } from "@/lib/features/apps/workflow/run-view";
import { flushLedger } from "@/lib/models/ledger";
import { keepDraft, makeApp, makePublishedApp } from "@/tests/factories/apps";
import { answer, call } from "@/tests/factories/call";
import {
  begin,
  cancel,
  chain,
  edges,
  makeFlow,
  node,
  ran,
  readRun,
  start,
  step,
  text,
  withFlows,
} from "@/tests/factories/flows";
import { granted, makeBase, makeKnowledgeFile } from "@/tests/factories/knowledge";
import type { Person } from "@/tests/factories/people";

const made = withFlows();
let owner: Person;
let other: Person;
let outsider: Person;
let model: string;
beforeAll(() => {
  ({ owner, other, outsider, model } = made);
});

describe("what may be drawn", () => {
  it("drafts made of the examples are kept, by the schemas that are told", async () => {
    const { data } = await answer<{ items: { type: string; schema: object; example: object }[] }>(typesRoute, {
      token: owner.token,
    });
    expect(data!.items.map(({ type }) => type)).toHaveLength(18);
    const nodes = data!.items.map(({ type, example }) => ({ id: `n_${type}`, type, data: example }));
    const id = await makeApp(owner, { kind: "workflow" });
    expect(await keepDraft(owner, id, { nodes, edges: [] })).toBe(1);
  });

  it("refuses a broken one with its nodes, in the language of the caller, and keeps what was there", async () => {
    const id = await makeApp(owner, { kind: "workflow" });
    const put = async (settings: object, headers = {}) => {
      const response = await call(draftRoute, {
        token: owner.token,
        params: { id },
        body: settings,
        method: "PUT",
        headers,
      });
      return { status: response.status, ...((await response.json()) as { data: { problems?: object[] } }).data };
    };
    const cycle = { nodes: [start(), text("a", "x"), text("b", "y")], edges: edges("start>a", "a>b", "b>a") };
    expect(await put(cycle, { cookie: "locale=en_US" })).toMatchObject({ status: 422, problems: [{ nodeId: "a" }] });
    const foreign = {
      nodes: [start(), node("k", "knowledge", { baseIds: [await makeBase(outsider, { name: "secret base" })] })],
      edges: [],
    };
    expect(await put(foreign)).toMatchObject({
      status: 422,
      problems: [{ nodeId: "k", field: "baseIds", code: "foreign" }],
    });
    expect(JSON.stringify(await put(foreign))).not.toContain("secret base");
    expect(await put({ nodes: [node("x", "robot" as never)], edges: [] })).toMatchObject({ status: 422 });
    expect(await put({ nodes: [start(), text("a", "")], edges: edges("start>a") })).toMatchObject({
      status: 200,
      revision: 1,
    });
    const published = await call(publishRoute, { token: owner.token, params: { id }, body: {} });
    expect(published.status).toBe(422);
    expect(await published.json()).toMatchObject({
      data: { problems: [{ nodeId: "a", field: "template", code: "required" }] },
    });
  });
});

describe("a run", () => {
  it("goes through branches, joins, values and models, for whoever may use it, and books what it takes", async () => {
    const id = await makeFlow(owner, {
      nodes: [
        start("word", "figure"),
        node("sort", "classifier", {
          modelId: model,
          input: "{{start.word}}",
          classes: [
            { id: "one", name: "One" },
            { id: "two", name: "Two" },
          ],
        }),
        text("first", "first way"),
        node("second", "model", { modelId: model, system: "You are brief.", prompt: "second {{sort.class}}" }),
        node("both", "join", { values: ["{{first.text}}", "{{second.text}}"] }),
        node("big", "condition", {
          branches: [{ id: "yes", name: "Yes", tests: [{ left: "{{start.figure}}", op: "atLeast", right: "1,000" }] }],
        }),
        node("large", "variable", {
          values: [
            { name: "note", value: "large" },
            { name: "half", type: "number", value: "{{start.figure}}" },
          ],
        }),
        node("end", "answer", { text: "{{both.value}} / {{large.note}} {{large.half}}" }),
      ],
      edges: edges(
        "start>sort",
        "sort:one>first",
        "sort:two>second",
        "first>both",
        "second>both",
        "both>big",
        "big:yes>large",
        "large>end",
      ),
    });
    const run = await ran(other, id, { inputs: { word: '{"class": 2}', figure: "1200" } });
    expect(run).toMatchObject({
      status: "done",
      output: "Echo: second Two / large 1200",
      isOwn: true,
      version: 1,
    });
    expect(step(run, "first").status).toBe("skipped");
    expect(step(run, "sort")).toMatchObject({ handle: "two", input: null });
    expect(run.tokens.input).toBeGreaterThan(0);
    expect(step(run, "second").tokens!.output).toBeGreaterThan(0);
    await backgroundIdle(5000);
    await flushLedger();
    const booked = await db().select().from(usageLedger).where(eq(usageLedger.app, id));
    expect(booked.map(({ userId }) => userId)).toEqual([other.id, other.id]);
    // What a node was given is made of its prompt: whoever may change the app sees it, of a run of their own.
    const own = await ran(owner, id, { inputs: { word: '{"class": 2}', figure: "1200" }, version: 1 });
    expect(step(own, "sort")).toMatchObject({ handle: "two", input: { input: '{"class": 2}' } });
  });

  it("is one's own: others see neither it nor its app's other runs, its maker sees no words of it", async () => {
    const id = await makeFlow(owner, chain(["word"], [text("a", "{{start.word}}!")], "{{a.text}}"));
    const mine = await ran(owner, id, { inputs: { word: "mine" }, version: 1 });
    expect(JSON.stringify(mine.graph)).toContain("{{start.word}}!");
    const used = await ran(other, id, { inputs: { word: "private" } });
    // Whoever only uses an app sees what came of its nodes, and not what they are made of.
    expect(JSON.stringify(used.graph)).not.toContain("{{start.word}}!");
    expect(step(used, "a")).toMatchObject({ input: null, output: { text: "private!" } });
    const runId = used.id;
    expect((await answer(runRoute, { token: outsider.token, params: { runId } })).code).toBe(404);
    const seen = await readRun(owner, runId);
    expect(seen).toMatchObject({ isHidden: true, output: null, inputs: {}, title: "", asker: { id: other.id } });
    expect(JSON.stringify(seen)).not.toContain("private");
    const list = async (person: Person) =>
      (await answer<{ items: RunListDto[] }>(runsRoute, { token: person.token, params: { id } })).data?.items.map(
        (one) => one.id,
      );
    expect(await list(owner)).toEqual([runId, mine.id]);
    expect(await list(other)).toEqual([runId]);
    expect(await list(outsider)).toEqual([]);
    expect((await cancel(outsider, runId)).code).toBe(404);
  });

  it("says in words at its node what went wrong, and goes on by the way after an error", async () => {
    const broken = { url: `${made.api}/broken`, method: "GET" };
    const stops = await makeFlow(owner, chain([], [node("call", "http", broken)], "never"));
    const failed = await ran(other, stops, {});
    expect(failed).toMatchObject({
      status: "failed",
      error: { error: "flowHttpStatus", nodeId: "call" },
      output: null,
    });
    expect(step(failed, "call")).toMatchObject({
      status: "failed",
      attempts: 1,
      error: { message: expect.stringContaining("422") },
    });
    const goesOn = await makeFlow(owner, {
      nodes: [
        start(),
        node("call", "http", { ...broken, policy: { onError: "branch", retries: 1, pause: 0 } }),
        node("well", "answer", { text: "well" }),
        node("badly", "answer", { text: "failed: {{call.error}}" }),
      ],
      edges: edges("start>call", "call>well", "call:error>badly"),
    });
    const run = await ran(other, goesOn, {});
    expect(run).toMatchObject({ status: "done", output: "failed: flowHttpStatus" });
    expect(step(run, "call")).toMatchObject({ status: "failed", attempts: 2 });
    expect(step(run, "well").status).toBe("skipped");
  });

  it("calls the place its maker wrote, whatever is filled in", async () => {
    const id = await makeFlow(
      owner,
      chain(["word"], [node("call", "http", { url: `${made.api}/notes/{{start.word}}` })], "{{call.body}}"),
    );
    const called = await ran(other, id, { inputs: { word: "../secret?x=1#" } });
    expect(JSON.parse(called.output!)).toMatchObject({ path: "/notes/..%2Fsecret%3Fx%3D1%23", query: "" });
    expect(await ran(other, id, { inputs: { word: ".." } })).toMatchObject({
      status: "failed",
      error: { error: "flowAddress" },
    });
  });

  it("gives nothing of a base that whoever runs it may not use, not even its name", async () => {
    const base = await makeBase(owner, {
      name: "payroll secrets",
      visibility: "partial",
      grants: [granted("user", outsider.id)],
    });
    await makeKnowledgeFile(owner, base, "pay.md", "The bonus is 4711.");
    const settings = chain(
      ["word"],
      [node("k", "knowledge", { baseIds: [base], query: "{{start.word}}" })],
      "{{k.text}}",
    );
    const id = await makeFlow(owner, settings);
    expect((await ran(outsider, id, { inputs: { word: "bonus" } })).output).toContain("4711");
    const run = await ran(other, id, { inputs: { word: "bonus" } });
    expect(run).toMatchObject({ status: "failed", error: { error: "basesGone", nodeId: "k" } });
    expect(JSON.stringify({ ...run, graph: null })).not.toMatch(/4711|payroll/);
  });

  it("is begun once for one key, refuses a form that is not filled in, and the draft is its maker's", async () => {
    const settings = chain(["word"], [text("a", "{{start.word}}")], "{{a.text}}");
    (settings.nodes[0]!.data as { variables: { required?: boolean }[] }).variables[0]!.required = true;
    const id = await makeFlow(owner, settings);
    expect(await begin(other, id, { inputs: {} })).toMatchObject({ code: 400, data: { error: "appInputs" } });
    const headers = { "idempotency-key": `key-${id}` };
    const first = await begin(other, id, { inputs: { word: "x" } }, headers);
    expect((await begin(other, id, { inputs: { word: "x" } }, headers)).data?.runId).toBe(first.data?.runId);
    expect((await begin(other, id, { inputs: { word: "x" }, version: "draft" })).code).toBe(404);
    expect((await begin(owner, id, { inputs: { word: "x" }, version: "draft" })).code).toBe(200);
  });
});

describe("rounds", () => {
  const each = (body: object, more: object = {}) =>
    node("each", "iteration", { list: "{{start.word}}", parallel: 5, body, output: "{{line.text}}", ...more });

  it("go through each item of a list, several at once, in the list's order", async () => {
    const body = { nodes: [text("line", "{{each.index}}: {{each.item}}")], edges: [] };
    const id = await makeFlow(owner, chain(["word"], [each(body)], "{{each.results}} {{each.count}}"));
    const run = await ran(other, id, { inputs: { word: "a\n\nb\nc" } });
    expect(run.output).toBe("0: a\n1: b\n2: c 3");
    expect(step(run, "each.2.line").output).toEqual({ text: "2: c" });
    const [container] = stepTree(run.nodes).filter(({ step: { id: of } }) => of === "each");
    expect(container!.children.map(({ round }) => round)).toEqual([0, 1, 2]);
  });

  it("leave out an item that fails, or end with it", async () => {
    const body = {
      nodes: [
        node("line", "code", {
          inputs: [{ name: "n", value: "{{each.item}}" }],
          code: "if (inputs.n === 'b') throw new Error('no b'); ({ text: inputs.n })",
        }),
      ],
      edges: [],
    };
    const output = { output: "{{line.result.text}}" };
    const omits = await makeFlow(
      owner,
      chain(["word"], [each(body, { ...output, itemErrors: "omit" })], "{{each.results}} {{each.failed}}"),
    );
    expect((await ran(other, omits, { inputs: { word: "a\nb\nc" } })).output).toBe("a\nc 1");
    const stops = await makeFlow(owner, chain(["word"], [each(body, output)], "{{each.results}}"));
    expect(await ran(owner, stops, { inputs: { word: "a\nb\nc" } })).toMatchObject({
      status: "failed",
      error: { error: "codeFailed", nodeId: "each.1.line", detail: expect.stringContaining("no b") },
    });
  });

  it("a loop carries its variables on until its tests hold, and without an end says so", async () => {
    const loop = (rounds: number) =>
      node("loop", "loop", {
        rounds,
        variables: [{ name: "n", value: "1", next: "{{double.result}}" }],
        tests: [{ left: "{{loop.n}}", op: "more", right: "20" }],
        body: {
          nodes: [
            node("double", "code", { inputs: [{ name: "n", value: "{{loop.n}}" }], code: "Number(inputs.n) * 2" }),
          ],
          edges: [],
        },
      });
    const ends = await makeFlow(owner, chain([], [loop(10)], "{{loop.n}} in {{loop.rounds}}"));
    expect((await ran(other, ends, {})).output).toBe("32 in 5");
    const endless = await makeFlow(owner, chain([], [loop(3)], "{{loop.n}}"));
    expect(await ran(other, endless, {})).toMatchObject({
      status: "failed",
      error: { error: "flowLoopOpen", nodeId: "loop" },
    });
  });

  it.each([
    ["code that spins", "while (true);", "toolTimeout"],
    ["code that allocates", "const all = []; while (true) all.push(new Array(100000).fill(1));", "toolMemory"],
    ["ten megabytes of output", "'x'.repeat(10_000_000)", "toolMalformed"],
  ])("%s is bounded", async (_, code, error) => {
    const id = await makeFlow(owner, chain([], [node("c", "code", { code })], "{{c.result}}"));
    expect(await ran(other, id, {})).toMatchObject({ status: "failed", error: { error, nodeId: "c" } });
  });

  it("apps that use each other come to an end", async () => {
    const id = await makeFlow(owner, chain(["word"], [text("a", "x")], "{{a.text}}"));
    await keepDraft(owner, id, chain(["word"], [node("again", "app", { appId: id, inputs: [] })], "{{again.text}}"));
    await call(publishRoute, { token: owner.token, params: { id }, body: {} });
    expect(await ran(other, id, { inputs: { word: "x" } })).toMatchObject({
      status: "failed",
      error: { error: "flowDepth" },
    });
  });
});

describe("other apps", () => {
  it("answer within a run, with the rights of whoever runs it", async () => {
    const inner = await makeFlow(owner, chain(["word"], [text("a", "inner {{start.word}}")], "{{a.text}}"));
    const agent = await makePublishedApp(owner, { settings: { instructions: "x", modelId: model } });
    const mine = await makePublishedApp(owner, { settings: { instructions: "x", modelId: model }, visibility: "self" });
    const use = (appId: string) =>
      chain(
        ["word"],
        [
          node("flow", "app", { appId: inner, inputs: [{ name: "word", value: "{{start.word}}" }] }),
          node("talk", "app", { appId, text: "{{flow.text}}" }),
        ],
        "{{talk.text}}",
      );
    const run = await ran(other, await makeFlow(owner, use(agent)), { inputs: { word: "x" } });
    expect(run).toMatchObject({ status: "done", output: "Echo: inner x" });
    expect(step(run, "flow.a").output).toEqual({ text: "inner x" });
    expect(await ran(other, await makeFlow(owner, use(mine)), { inputs: { word: "x" } })).toMatchObject({
      status: "failed",
      error: { error: "notFound", nodeId: "talk" },
    });
  });
});
