import type { RunDto } from "@/lib/features/apps/runs-dto";
import { makePublishedApp } from "@/tests/factories/apps";
import { makeChatFile } from "@/tests/factories/chat-files";
import { eventually } from "@/tests/factories/eventually";
import {
  answered,
  begin,
  cancel,
  chain,
  edges,
  killedAt,
  makeFlow,
  node,
  ran,
  readRun,
  start,
  step,
  text,
  withFlows,
} from "@/tests/factories/flows";
import { makeBase, makeKnowledgeFile } from "@/tests/factories/knowledge";
import { disableModel, makeModel } from "@/tests/factories/models";
import { runTasksOf } from "@/tests/factories/tasks";

const made = withFlows();

describe("the other side", () => {
  const called = (at: string, more: object = {}) =>
    makeFlow(made.owner, chain([], [node("call", "http", { url: `${made.api}/${at}`, ...more })], "{{call.body}}"));

  it("that stalls is waited for as long as its node says", async () => {
    const run = await ran(made.other, await called("stalls", { policy: { timeout: 1 } }), {});
    expect(run).toMatchObject({ status: "failed", error: { error: "flowTimeout", nodeId: "call" } });
  });

  it("that answers ten megabytes is not read to its end", async () => {
    const run = await ran(made.other, await called("huge"), {});
    expect(run).toMatchObject({ status: "failed", error: { error: "flowAnswerTooLarge", nodeId: "call" } });
  });

  it("that stalls is left alone once the run is cancelled", async () => {
    const { data } = await begin(made.other, await called("stalls"), {});
    const { runId } = data!;
    const working = runTasksOf(runId);
    const isCalled = ({ nodes }: RunDto) => nodes.some(({ id, status }) => id === "call" && status === "running");
    expect(isCalled(await eventually(() => readRun(made.other, runId), isCalled))).toBe(true);
    expect((await cancel(made.other, runId)).code).toBe(200);
    const from = performance.now();
    await working;
    expect(performance.now() - from).toBeLessThan(10_000);
    const run = await readRun(made.other, runId);
    expect(run).toMatchObject({ status: "cancelled", output: null });
    expect(run.nodes.some(({ status }) => status === "running")).toBe(false);
  });
});

it("a model that is withdrawn while a run waits is told of at its node", async () => {
  const modelId = await makeModel("http://127.0.0.1:9", "fake-echo");
  const ask = node("ask", "human", { subject: "Go on?", assignee: "asker" });
  const id = await makeFlow(made.owner, {
    nodes: [
      start(),
      ask,
      node("say", "model", { modelId, prompt: "x" }),
      node("end", "answer", { text: "{{say.text}}" }),
    ],
    edges: edges("start>ask", "ask:approved>say", "say>end"),
  });
  const run = await ran(made.other, id, {});
  await disableModel(modelId);
  await answered(made.other, run.id, "ask", { decision: "approved" });
  const failed = await readRun(made.other, run.id);
  expect(failed).toMatchObject({ status: "failed", output: null });
  expect(failed.error).toMatchObject({ nodeId: "say", message: expect.stringMatching(/\S/) });
});

describe("a server that is killed at", () => {
  const KINDS = ["model", "classifier", "condition", "join", "variable", "extract", "each", "loop", "template", "code"];
  /** One of each kind that needs nobody and nothing else; all that they say together is the answer. */
  function everyKind() {
    const { api, model: modelId } = made;
    const inside = { nodes: [text("line", "{{each.item}}!")], edges: [] };
    const doubled = node("double", "code", { inputs: [{ name: "n", value: "{{loop.n}}" }], code: "inputs.n + 'x'" });
    const nodes = [
      node("model", "model", { modelId, prompt: "{{start.word}}" }),
      node("classifier", "classifier", {
        modelId,
        input: '{"class": 2}',
        classes: ["a", "b"].map((id) => ({ id, name: id })),
      }),
      node("condition", "condition", { branches: [{ id: "yes", tests: [{ left: "1", op: "is", right: "1" }] }] }),
      node("join", "join", { values: ["{{model.text}}"] }),
      node("variable", "variable", { values: [{ name: "list", type: "list", value: '["1","2"]' }] }),
      node("extract", "extract", { modelId, input: '{"a": "b"}', fields: [{ name: "a" }] }),
      node("each", "iteration", { list: "{{variable.list}}", body: inside, output: "{{line.text}}" }),
      node("loop", "loop", {
        rounds: 2,
        variables: [{ name: "n", value: "y", next: "{{double.result}}" }],
        body: { nodes: [doubled], edges: [] },
      }),
      text("template", "t {{loop.n}}"),
      node("code", "code", { code: "6 * 7" }),
      node("get", "http", { url: `${api}/read` }),
      node("tool", "tool", { tool: "calculate", arguments: [{ name: "expression", value: "1+1" }] }),
      node("post", "http", { method: "POST", url: `${api}/notes`, bodyType: "text", body: "x" }),
    ];
    const said =
      "{{join.value}} {{extract.a}} {{each.results}} {{template.text}} {{code.result}} {{get.status}} {{tool.text}} {{post.status}}";
    const all = [start("word"), ...nodes, node("end", "answer", { text: said })];
    const handles: Record<string, string> = { classifier: "b", condition: "yes" };
    const wires = all.slice(1).map(({ id }, index) => {
      const from = all[index]!.id;
      return { source: from, target: id, ...(handles[from] && { sourceHandle: handles[from] }) };
    });
    return { nodes: all, edges: wires };
  }

  let kinds: Promise<string> | undefined;
  it.each([...KINDS, "get", "tool", "post"])(
    "%s goes on to the same answer, or asks where an effect may have been had",
    async (at) => {
      kinds ??= makeFlow(made.owner, everyKind());
      const id = await kinds;
      const whole = await ran(made.other, id, { inputs: { word: "hello" } });
      expect(whole).toMatchObject({ status: "done", output: "Echo: hello b 1!\n2! t yxx 42 200 2 200" });
      const had = made.posts().length;
      await killedAt(whole.id, at);
      await runTasksOf(whole.id);
      const asks = (await readRun(made.other, whole.id)).status === "waiting";
      expect(asks).toBe(at === "post" || at === "tool");
      if (asks) {
        expect(made.posts()).toHaveLength(had);
        await answered(made.owner, whole.id, at, { action: "retry" });
      }
      expect(await readRun(made.other, whole.id)).toMatchObject({ status: "done", output: whole.output });
      // What came last was not known any more: it is had once more, by the same key.
      expect(made.posts()).toHaveLength(had + 1);
      const [first, second] = made
        .posts()
        .slice(-2)
        .map(({ headers }) => headers["idempotency-key"]);
      expect([first, second]).toEqual([`${whole.id}:post`, `${whole.id}:post`]);
    },
  );

  /** Steps that need sources, another app or a person, on the way to an effect inside another workflow. */
  async function everySource() {
    const { api, model: modelId, owner, other } = made;
    const base = await makeBase(owner, { visibility: "all" });
    await makeKnowledgeFile(owner, base, "seals.md", "Seals are kept in the green cabinet.");
    const { id: file } = await makeChatFile(other, "trip.txt", "Two nights in Bergen.");
    const assistant = await makePublishedApp(owner, {
      kind: "assistant",
      settings: { modelId, instructions: "Answer briefly." },
    });
    const inner = await makeFlow(
      owner,
      chain(
        ["q"],
        [node("post", "http", { method: "POST", url: `${api}/inner`, bodyType: "text", body: "x" })],
        "inner",
      ),
    );
    const nodes = [
      node("knowledge", "knowledge", { baseIds: [base], query: "Where are seals kept?" }),
      node("document", "document", { files: "{{start.files}}" }),
      node("assistant", "app", { appId: assistant, text: "hello" }),
      node("flow", "app", { appId: inner, inputs: [{ name: "q", value: "1" }] }),
      node("ask", "human", { subject: "Go on?", assignee: "asker" }),
    ];
    const said = "{{knowledge.text}}|{{document.text}}|{{assistant.text}}|{{flow.text}}|{{ask.comment}}";
    const graph = chain([], nodes, said);
    (graph.nodes[0]!.data as { takesFiles?: boolean }).takesFiles = true;
    Object.assign(graph.edges.at(-1)!, { sourceHandle: "approved" });
    return { id: await makeFlow(owner, graph), file };
  }

  let sources: ReturnType<typeof everySource> | undefined;
  it.each(["start", "knowledge", "document", "assistant", "flow", "flow.post", "ask", "end"])(
    "%s goes on to the same answer with sources, another app and a person",
    async (at) => {
      sources ??= everySource();
      const { id, file } = await sources;
      const decision = { decision: "approved", comment: "fine" };
      const { id: runId } = await ran(made.other, id, { fileIds: [file] });
      await answered(made.other, runId, "ask", decision);
      const whole = await readRun(made.other, runId);
      expect(whole).toMatchObject({
        status: "done",
        output: expect.stringMatching(/green cabinet.*\|.*Bergen.*\|.*\|inner\|fine/s),
      });
      const had = made.posts().length;
      await killedAt(runId, at);
      await runTasksOf(runId);
      const stopped = await readRun(made.other, runId);
      if (at === "flow.post") {
        // Nobody knows whether the effect was had.
        expect(step(stopped, "flow.post").wait).toMatchObject({ kind: "unknown" });
        expect(made.posts()).toHaveLength(had);
        await answered(made.owner, runId, at, { action: "retry" });
      }
      // Whoever had answered is asked again only where no answer is stored.
      if (at !== "end") await answered(made.other, runId, "ask", decision);
      expect(await readRun(made.other, runId)).toMatchObject({ status: "done", output: whole.output });
      expect(made.posts()).toHaveLength(had + (at === "ask" || at === "end" ? 0 : 1));
      const keys = made
        .posts()
        .slice(had - 1)
        .map(({ headers }) => headers["idempotency-key"]);
      expect(new Set(keys)).toEqual(new Set([`${runId}:flow.post`]));
    },
  );
});
