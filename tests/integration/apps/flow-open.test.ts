import { PUT as markRoute } from "@/app/api/apps/[id]/mark/route";
import { GET as openRoute } from "@/app/api/apps/[id]/open/route";
import { POST as publishRoute } from "@/app/api/apps/[id]/publish/route";
import { GET as exportRoute } from "@/app/api/apps/runs/[runId]/export/route";
import { GET as streamRoute } from "@/app/api/apps/runs/[runId]/stream/route";
import { GET as waitsRoute } from "@/app/api/apps/waits/route";
import { closeDatabase } from "@/db/client";
import type { OpenAppDto } from "@/lib/features/apps/dto";
import { flowRun } from "@/lib/features/apps/page";
import type { OpenWaitDto } from "@/lib/features/apps/runs-dto";
import { forgetPartial, partialsOf, sayPartial } from "@/lib/features/apps/service/flow/live";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { keepDraft, makeApp, publish } from "@/tests/factories/apps";
import { answer, call } from "@/tests/factories/call";
import { answered, chain, edges, makeFlow, node, ran, start, text } from "@/tests/factories/flows";
import { makePerson, type Person } from "@/tests/factories/people";
import { unzip } from "@/tests/factories/unzip";

let owner: Person;
let asked: Person;
let outsider: Person;

beforeAll(async () => {
  await startJobs(TASK_JOBS, false);
  [owner, asked, outsider] = [await makePerson(), await makePerson(), await makePerson()];
});
afterAll(async () => {
  await stopJobs(100);
  await closeDatabase();
});

const approval = () => {
  const form = start("word");
  return {
    nodes: [
      { ...form, data: { ...form.data, takesFiles: true } },
      node("ask", "human", { subject: "Check", assignee: "person", userId: asked.id }),
      node("end", "answer", { text: "{{ask.comment}}" }),
    ],
    edges: edges("start>ask", "ask:approved>end"),
  };
};

describe("a workflow as its users meet it", () => {
  it("opens with the form it begins with", async () => {
    const id = await makeFlow(owner, approval());
    const { data } = await answer<OpenAppDto>(openRoute, { token: outsider.token, params: { id } });
    expect(data).toMatchObject({
      kind: "workflow",
      takesFiles: true,
      variables: [{ name: "word", type: "paragraph" }],
    });
  });

  it("whoever is asked by a run finds it from their list, though the app is not shown to them; others do not", async () => {
    const id = await makeFlow(owner, approval(), { visibility: "self" });
    const run = await ran(owner, id, { inputs: { word: "x" } });
    const { data } = await answer<{ items: OpenWaitDto[] }>(waitsRoute, { token: asked.token });
    expect(data!.items).toMatchObject([{ runId: run.id, appId: id, kind: "approval", subject: "Check" }]);
    expect((await answer(openRoute, { token: asked.token, params: { id } })).code).toBe(404);
    expect(await flowRun(asked.actor, id, run.id)).toMatchObject({ app: null, isAsked: true });
    expect(await flowRun(owner.actor, id, run.id)).toMatchObject({ app: { id }, isAsked: false });
    expect(await flowRun(outsider.actor, id, run.id)).toBeNull();
    // A run belongs to its app, whatever the address says.
    expect(await flowRun(owner.actor, await makeFlow(owner, approval()), run.id)).toBeNull();
  });

  it("is not published while a tool lacks what it needs, and says which node", async () => {
    const asks = (value: string) =>
      chain([], [node("sum", "tool", { tool: "calculate", arguments: [{ name: "expression", value }] })], "done");
    const id = await makeApp(owner, { kind: "workflow", settings: asks(" ") });
    const refused = await answer<{ error: string; problems: object[] }>(publishRoute, {
      token: owner.token,
      params: { id },
      body: {},
    });
    expect(refused.data).toMatchObject({
      error: "flowProblems",
      problems: [{ nodeId: "sum", field: "arguments", code: "argument", args: { name: "expression" } }],
    });
    await keepDraft(owner, id, asks("1+1"));
    expect(await publish(owner, id)).toBe(1);
  });

  it("stays with the version a person chose, and follows again when they say so", async () => {
    const saying = (words: string) => chain([], [text("a", words)], "{{a.text}}");
    const id = await makeFlow(owner, saying("first"));
    const mark = (version: number | null) =>
      answer(markRoute, { token: outsider.token, params: { id }, body: { version }, method: "PUT" });
    const said = async (person: Person) => (await ran(person, id, {})).output;
    const seen = async () => (await answer<OpenAppDto>(openRoute, { token: outsider.token, params: { id } })).data;
    expect((await mark(1)).code).toBe(200);
    await keepDraft(owner, id, saying("second"));
    await publish(owner, id);
    expect([await said(outsider), await said(owner)]).toEqual(["first", "second"]);
    expect(await seen()).toMatchObject({ version: 2, pinnedVersion: 1 });
    expect((await mark(3)).code).toBe(404);
    await mark(null);
    expect(await said(outsider)).toBe("second");
    expect(await seen()).toMatchObject({ version: 2, pinnedVersion: null });
  });

  it("gives what it wrote as a Word file to whoever may read the run", async () => {
    const id = await makeFlow(owner, chain(["word"], [text("a", "# Report\n\nfor **{{start.word}}**")], "{{a.text}}"));
    const run = await ran(owner, id, { inputs: { word: "Wang" } });
    const params = { runId: run.id };
    const response = await call(exportRoute, { token: owner.token, params });
    const words = unzip(Buffer.from(await response.arrayBuffer())).get("word/document.xml") ?? "";
    expect(words).toMatch(/Heading1.*Report.*for .*Wang/s);
    expect(words).not.toMatch(/Heading2/);
    const plain = await call(exportRoute, { token: owner.token, params, query: { format: "md" } });
    expect(await plain.text()).toBe("# Report\n\nfor **Wang**\n");
    expect((await call(exportRoute, { token: outsider.token, params })).status).toBe(404);
  });

  it("tells whoever follows a run what changes and what is written, and nobody else", async () => {
    const id = await makeFlow(owner, approval());
    const run = await ran(owner, id, { inputs: { word: "x" } });
    const params = { runId: run.id };
    const [own, of] = [
      await call(streamRoute, { token: owner.token, params }),
      await call(streamRoute, { token: asked.token, params }),
    ];
    expect((await call(streamRoute, { token: outsider.token, params })).status).toBe(404);
    const [mine, theirs] = [linesOf(own), linesOf(of)];
    sayPartial(run.id, "a", "one ");
    expect(await mine.next()).toEqual([{ step: "a", at: 0, text: "one " }]);
    sayPartial(run.id, "a", "two");
    expect(await mine.next()).toEqual([{ step: "a", at: 4, text: "two" }]);
    await answered(asked, run.id, "ask", { decision: "approved", comment: "fine" });
    expect(await mine.next()).toEqual([{ changed: true }]);
    // Whoever is only asked hears that something happened, and no word of it.
    expect(await theirs.next()).toEqual([{ changed: true }]);
    forgetPartial(run.id, "a");
    await Promise.all([mine.leave(), theirs.leave()]);
    expect(partialsOf(run.id).size).toBe(0);
  });
});

/** The lines of a stream, as they arrive together. */
function linesOf(response: Response) {
  const reader = response.body!.getReader();
  return {
    next: async () => {
      const { value } = await reader.read();
      const lines = new TextDecoder().decode(value).trim().split("\n");
      return lines.map((line) => JSON.parse(line) as unknown);
    },
    leave: () => reader.cancel(),
  };
}
