import { POST as copyRoute } from "@/app/api/apps/[id]/copy/route";
import { GET as draftRoute, PUT as putRoute } from "@/app/api/apps/[id]/draft/route";
import { GET as exportRoute } from "@/app/api/apps/[id]/export/route";
import { POST as runRoute } from "@/app/api/apps/[id]/runs/route";
import { POST as importRoute } from "@/app/api/apps/import/route";
import { GET as messagesRoute } from "@/app/api/chat/sessions/[id]/messages/route";
import { db } from "@/db/client";
import { reviewHits } from "@/db/schema/review";
import { backgroundIdle } from "@/lib/background";
import type { RunDto } from "@/lib/features/apps/runs-dto";
import type { ChatMessageDto } from "@/lib/stream/message-dto";
import { makeApp, makePublishedApp, publish } from "@/tests/factories/apps";
import { answer, call } from "@/tests/factories/call";
import { answered, chain, makeFlow, node, ran, withFlows } from "@/tests/factories/flows";
import type { Person } from "@/tests/factories/people";
import { makeRule, REPLY, removeRules } from "@/tests/factories/review";
import { readStream } from "@/tests/factories/stream";

const made = withFlows();
let owner: Person;
let other: Person;
let model: string;
beforeAll(() => {
  ({ owner, other, model } = made);
});
afterEach(async () => {
  await backgroundIdle(5000);
  await removeRules();
});

const OWN = { name: "Projects", keywords: ["blue whale"], presetReply: "Ask your manager." };
const HELD = { failure: "flowReviewed", message: `内容被审查规则拦下：${OWN.presetReply}` };

const ask = async (person: Person, id: string, text: string, more: object = {}) =>
  readStream(await call(runRoute, { token: person.token, params: { id }, body: { text, ...more } }));
async function lastOf(person: Person, { start: { sessionId } }: { start: { sessionId: string } }) {
  const { data } = await answer<{ items: ChatMessageDto[] }>(messagesRoute, {
    token: person.token,
    params: { id: sessionId },
  });
  return data!.items.at(-1)!.parts;
}
async function hits() {
  await backgroundIdle(5000);
  const rows = await db().select().from(reviewHits);
  return rows.map(({ ruleId, ruleName, app, userId, side, content }) => ({
    ruleId,
    ruleName,
    app,
    userId,
    side,
    content,
  }));
}
const errorOf = ({ error }: Pick<RunDto, "error">) => error && { failure: error.error, message: error.message };

describe("rules of an app that talks", () => {
  it("hold questions back before any model hears of them, and nobody else's app", async () => {
    const settings = { instructions: "x", modelId: model, reviewRules: [OWN] };
    const id = await makePublishedApp(owner, { settings });
    const plain = await makePublishedApp(owner, { settings: { ...settings, reviewRules: [] } });
    const asked = made.asked();
    const held = await ask(other, id, "What of the Blue\u200b Whale?");
    expect(held.text).toBe(OWN.presetReply);
    expect(await lastOf(other, held as never)).toEqual([
      { type: "review", side: "input" },
      { type: "text", text: OWN.presetReply },
    ]);
    expect(made.asked()).toBe(asked);
    expect((await ask(other, plain, "What of the Blue Whale?")).text).toContain("Blue Whale");
    expect(await hits()).toEqual([
      {
        ...{ ruleId: null, ruleName: OWN.name, app: id, userId: other.id, side: "input" },
        content: "What of the Blue\u200b Whale?",
      },
    ]);
  });

  it("look at what is filled into the form as well", async () => {
    const variables = [{ name: "topic", label: "Topic", type: "text" }];
    const id = await makePublishedApp(owner, {
      settings: { instructions: "On {{topic}}.", modelId: model, variables, reviewRules: [OWN] },
    });
    expect((await ask(other, id, "hello", { inputs: { topic: "blue whale" } })).text).toBe(OWN.presetReply);
    expect((await ask(other, id, "hello", { inputs: { topic: "seal" } })).text).toContain("hello");
  });

  it("withdraw answers, beside the rules of the organisation, and hold for the version in use", async () => {
    const off = { ...OWN, name: "Off", keywords: ["orca"], enabled: false };
    const rules = [{ ...OWN, reviewsInput: false }, off];
    const id = await makePublishedApp(owner, {
      settings: { instructions: "x", modelId: model, reviewRules: rules },
    });
    // The model says what it is asked, a piece at a time.
    const held = await ask(other, id, "the blue whale swims");
    expect(held.lines.map(({ type }) => type)).toContain("data-review");
    expect(await lastOf(other, held as never)).toEqual([
      { type: "review", side: "output" },
      { type: "text", text: OWN.presetReply },
    ]);
    expect((await ask(other, id, "an orca swims")).text).toContain("orca");
    await makeRule(["dolphin"]);
    expect((await ask(other, id, "a dolphin swims")).text).toBe(REPLY);
    // The draft is tried by its maker; what others use stays as it is until it is published.
    await answer(putRoute, {
      ...{ token: owner.token, method: "PUT", params: { id } },
      body: { instructions: "x", modelId: model, reviewRules: [] },
    });
    expect((await ask(owner, id, "the blue whale swims", { version: "draft" })).text).toContain("whale");
    expect((await ask(other, id, "the blue whale swims")).lines.map(({ type }) => type)).toContain("data-review");
    await publish(owner, id);
    expect((await ask(other, id, "the blue whale swims")).text).toContain("whale");
  });

  it("are refused where they are none, and travel with a copy and a file; no other person changes them", async () => {
    const id = await makeApp(owner, { settings: { reviewRules: [OWN] } });
    const put = (token: string, rule: object) =>
      answer<{ fields: object }>(putRoute, {
        ...{ token, method: "PUT", params: { id } },
        body: { reviewRules: [rule, OWN] },
      });
    const wrong = [
      { ...OWN, name: "PROJECTS" },
      { ...OWN, name: "a", keywords: [] },
      { ...OWN, name: "a", keywords: ["x".repeat(101)] },
      { ...OWN, name: "a", reviewsInput: false, reviewsOutput: false },
      { ...OWN, name: "a", presetReply: " " },
    ];
    for (const rule of wrong) expect((await put(owner.token, rule)).code).toBe(400);
    expect((await put(other.token, { ...OWN, name: "a" })).code).toBe(404);
    const rulesOf = async (app: string) =>
      (await answer<{ settings: { reviewRules: object[] } }>(draftRoute, { token: owner.token, params: { id: app } }))
        .data!.settings.reviewRules;
    const kept = await rulesOf(id);
    expect(kept).toMatchObject([OWN]);
    const copy = await answer<{ id: string }>(copyRoute, {
      ...{ token: owner.token, params: { id } },
      body: { name: "copy" },
    });
    expect(await rulesOf(copy.data!.id)).toEqual(kept);
    const content = await (await call(exportRoute, { token: owner.token, params: { id } })).text();
    const read = await answer<{ id: string }>(importRoute, { token: owner.token, body: { content } });
    expect(await rulesOf(read.data!.id)).toEqual(kept);
  });
});

describe("rules of a workflow", () => {
  const flow = (nodes: ReturnType<typeof node>[], said: string, rules: object[] = [OWN]) => {
    const { nodes: all, edges } = chain(["topic"], nodes, said);
    const [first, ...rest] = all;
    return { nodes: [node("start", "start", { ...first!.data, reviewRules: rules }), ...rest], edges };
  };
  const say = () => node("say", "model", { modelId: model, prompt: "{{start.topic}}" });
  const outputOnly = () => ({ ...OWN, reviewsInput: false });

  it("hold back what it is given before its first node, in words the person may read", async () => {
    const id = await makeFlow(owner, flow([say()], "{{say.text}}"));
    const asked = made.asked();
    const run = await ran(other, id, { inputs: { topic: "藍鯨 and a BLUE whale" } });
    expect(run).toMatchObject({ status: "failed", output: null, nodes: [{ id: "start", status: "skipped" }, {}, {}] });
    expect(errorOf(run)).toEqual(HELD);
    expect(made.asked()).toBe(asked);
    expect(await hits()).toMatchObject([
      { ruleId: null, ruleName: OWN.name, app: id, userId: other.id, side: "input" },
    ]);
    expect(await ran(other, id, { inputs: { topic: "a whale" } })).toMatchObject({ status: "done" });
  });

  it("hold back what its models say, and what it answers from elsewhere", async () => {
    const spoken = await makeFlow(owner, flow([say()], "{{say.text}}", [outputOnly()]));
    const run = await ran(other, spoken, { inputs: { topic: "a blue whale" } });
    expect(errorOf(run)).toEqual(HELD);
    expect(JSON.stringify(run.nodes)).not.toContain("Echo");
    const composed = await makeFlow(owner, flow([], "{{start.topic}} whale", [outputOnly()]));
    expect(errorOf(await ran(other, composed, { inputs: { topic: "a blue" } }))).toEqual(HELD);
    expect(await hits()).toMatchObject([{ side: "output" }, { side: "output" }]);
  });

  it("hold within another workflow, whose rules hold besides", async () => {
    const inner = await makeFlow(owner, flow([], "inner: {{start.topic}}"));
    const own = { ...OWN, name: "Outer", keywords: ["orca"], presetReply: "Outer.", reviewsInput: false };
    const use = node("use", "app", { appId: inner, inputs: [{ name: "topic", value: "{{start.topic}}" }] });
    const outer = await makeFlow(owner, flow([use], "{{use.text}}", [own]));
    expect(errorOf(await ran(other, outer, { inputs: { topic: "blue whale" } }))).toEqual(HELD);
    expect(errorOf(await ran(other, outer, { inputs: { topic: "orca" } }))?.message).toContain("Outer.");
    expect(await ran(other, outer, { inputs: { topic: "seal" } })).toMatchObject({ output: "inner: seal" });
  });

  it("look at what is answered while it waits", async () => {
    const form = [{ name: "note", label: "Note", type: "text" }];
    const wait = node("wait", "human", { mode: "form", subject: "Note", fields: form });
    const nodes = [
      node("start", "start", { reviewRules: [OWN] }),
      wait,
      node("end", "answer", { text: "{{wait.note}}" }),
    ];
    const edges = [
      { source: "start", target: "wait" },
      { source: "wait", target: "end" },
    ];
    const id = await makeFlow(owner, { nodes, edges });
    const run = await ran(other, id, {});
    expect(await answered(other, run.id, "wait", { inputs: { note: "blue whale" } })).toMatchObject({
      code: 422,
      error: "flowReviewed",
    });
    expect(await answered(other, run.id, "wait", { inputs: { note: "seal" } })).toMatchObject({ code: 200 });
  });
});
