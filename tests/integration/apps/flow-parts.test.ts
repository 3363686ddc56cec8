import { eq } from "drizzle-orm";
import { GET as usedRoute } from "@/app/api/admin/model/models/[id]/used/route";
import { PATCH as builtinRoute } from "@/app/api/admin/tools/builtin/[key]/route";
import { GET as analysisRoute } from "@/app/api/apps/[id]/analysis/route";
import { GET as draftRoute } from "@/app/api/apps/[id]/draft/route";
import { GET as exportRoute } from "@/app/api/apps/[id]/export/route";
import { DELETE as deleteAppRoute } from "@/app/api/apps/[id]/route";
import { POST as importRoute } from "@/app/api/apps/import/route";
import { POST as createRoute } from "@/app/api/apps/route";
import { DELETE as deleteBaseRoute } from "@/app/api/knowledge/bases/[id]/route";
import { db } from "@/db/client";
import { tools } from "@/db/schema/tools";
import type { AnalysisDto, DraftDto, ImportedDto } from "@/lib/features/apps/dto";
import { LOCALE_COOKIE } from "@/lib/i18n/locales";
import { invalidateTools } from "@/lib/tools/registry";
import { keepDraft, makeApp, makePublishedApp, publish } from "@/tests/factories/apps";
import { answer, call } from "@/tests/factories/call";
import { chain, makeFlow, node, ran, step, text, withFlows } from "@/tests/factories/flows";
import { makeBase } from "@/tests/factories/knowledge";
import { makeModel } from "@/tests/factories/models";
import { makePerson } from "@/tests/factories/people";

const made = withFlows();
const confirmed = { "x-confirmed": "1" };

/** A workflow that names things inside an iteration, where only a look at every depth finds them. */
const deep = (...nodes: ReturnType<typeof node>[]) =>
  chain(
    ["word"],
    [
      node("each", "iteration", {
        list: "{{start.word}}",
        body: { nodes: [...nodes, text("line", "x")], edges: [] },
        output: "{{line.text}}",
      }),
    ],
    "{{each.results}}",
  );

describe("what an app is made of is not taken away behind its back", () => {
  it("a base: whoever deletes it hears which apps have it, of others' private ones how many", async () => {
    const { owner, other } = made;
    const base = await makeBase(owner, { visibility: "all" });
    const remove = (headers = {}) =>
      answer<{ inTheWay: string[]; count: number }>(deleteBaseRoute, {
        token: owner.token,
        params: { id: base },
        method: "DELETE",
        headers,
      });
    await makeApp(owner, { name: "Mine in the workbench", settings: { baseIds: [base] }, visibility: "self" });
    await makeApp(other, {
      name: "Nobody else's",
      kind: "workflow",
      visibility: "self",
      settings: deep(node("k", "knowledge", { baseIds: [base], query: "x" })),
    });
    const refused = await remove();
    expect(refused).toMatchObject({
      code: 409,
      data: { error: "stillUsed", inTheWay: ["Mine in the workbench"], count: 2 },
    });
    expect((await remove(confirmed)).code).toBe(200);
    const unused = await makeBase(owner);
    expect((await answer(deleteBaseRoute, { token: owner.token, params: { id: unused }, method: "DELETE" })).code).toBe(
      200,
    );
  });

  it("a tool that is switched off, and an app within another, published versions counted", async () => {
    const { owner } = made;
    const administrator = await makePerson({ roles: ["administrator"] });
    const id = await makeFlow(
      owner,
      deep(node("t", "tool", { tool: "calculate", arguments: [{ name: "expression", value: "1+1" }] })),
    );
    await keepDraft(owner, id, chain([], [], "nothing any more"));
    const switchOff = (headers = {}) =>
      answer(builtinRoute, {
        token: administrator.token,
        params: { key: "calculate" },
        body: { enabled: false },
        method: "PATCH",
        headers,
      });
    expect(await switchOff()).toMatchObject({ code: 409, data: { error: "stillUsed" } });
    expect((await switchOff(confirmed)).code).toBe(200);
    await db().delete(tools).where(eq(tools.key, "calculate"));
    invalidateTools();
    const inner = await makePublishedApp(owner, { settings: { instructions: "x" } });
    const remove = (headers = {}) =>
      answer(deleteAppRoute, { token: owner.token, params: { id: inner }, method: "DELETE", headers });
    await makeApp(owner, { kind: "workflow", settings: deep(node("a", "app", { appId: inner, text: "x" })) });
    expect(await remove()).toMatchObject({ code: 409, data: { error: "stillUsed", count: 1 } });
    expect((await remove(confirmed)).code).toBe(200);
  });

  it("a model that only a node inside an iteration has", async () => {
    const administrator = await makePerson({ roles: ["administrator"] });
    const model = await makeModel("http://127.0.0.1:9", "fake-named");
    await makeApp(made.owner, {
      name: "Deep thinker",
      kind: "workflow",
      settings: deep(node("m", "model", { modelId: model, prompt: "x" })),
    });
    const { data } = await answer(usedRoute, { token: administrator.token, params: { id: model } });
    expect(JSON.stringify(data)).toContain("Deep thinker");
  });
});

describe("a workflow", () => {
  it("leaves as a file that holds no id, and comes back with what has the same names", async () => {
    const { owner, other, model, outsider } = made;
    const base = await makeBase(owner, { name: "Shared rules", visibility: "all" });
    const settings = deep(
      node("k", "knowledge", { baseIds: [base], query: "{{each.item}}" }),
      node("m", "model", { modelId: model, prompt: "{{k.text}}" }),
      node("h", "human", { subject: "Look", assignee: "person", userId: outsider.id }),
    );
    const id = await makeApp(owner, { kind: "workflow", settings });
    const file = await (await call(exportRoute, { token: owner.token, params: { id } })).text();
    for (const secret of [base, model, outsider.id, id]) expect(file).not.toContain(secret);
    const bring = (content: string, check = false) =>
      answer<ImportedDto>(importRoute, { token: other.token, body: { content, check } });
    expect((await bring(file, true)).data).toMatchObject({ id: null, kind: "workflow", left: [] });
    const { data } = await bring(file.replace("Shared rules", "No such base"));
    expect(data!.left).toEqual([{ what: "base", name: "No such base" }]);
    const { data: whole } = await bring(file);
    const { data: draft } = await answer<DraftDto>(draftRoute, { token: other.token, params: { id: whole!.id! } });
    const [k, m, h] = (
      draft!.settings as ReturnType<typeof deep> & { nodes: { data: { body: { nodes: { data: object }[] } } }[] }
    ).nodes[1]!.data.body.nodes;
    expect([k!.data, m!.data, h!.data]).toMatchObject([{ baseIds: [base] }, { modelId: model }, { userId: null }]);
  });

  it.each(["zh_CN", "en_US"])("begins as a template that is whole, in %s", async (locale) => {
    const { owner, other } = made;
    const begin = async (template: string) => {
      const body = { name: template, kind: "workflow", template, visibility: "all" };
      const { data } = await answer<{ id: string }>(createRoute, {
        token: owner.token,
        body,
        headers: { cookie: `${LOCALE_COOKIE}=${locale}` },
      });
      await publish(owner, data!.id);
      return data!.id;
    };
    await begin("replies");
    const id = await begin("expense");
    const small = await ran(other, id, { inputs: { purpose: "Taxi", amount: 80 } });
    expect(small).toMatchObject({ status: "done", output: expect.stringContaining("Taxi") });
    const large = await ran(other, id, { inputs: { purpose: "Train", amount: 800 } });
    expect(step(large, "ask").wait).toMatchObject({ assignee: { id: owner.id } });
  });

  it("is analysed in counts: runs, failures, and what it called", async () => {
    const { owner, other, api } = made;
    const settings = chain(
      ["word"],
      [node("call", "http", { title: "Orders", url: `${api}/{{start.word}}` })],
      "{{call.status}}",
    );
    const id = await makeFlow(owner, settings);
    await ran(other, id, { inputs: { word: "well" } });
    await ran(other, id, { inputs: { word: "broken" } });
    await ran(owner, id, { inputs: { word: "broken" }, version: "draft" });
    const { data } = await answer<AnalysisDto>(analysisRoute, {
      token: owner.token,
      params: { id },
      query: { days: 7 },
    });
    expect(data).toMatchObject({
      now: { answers: 2, failed: 1, people: 1, uses: 2, medianMs: expect.any(Number), slowMs: expect.any(Number) },
      previous: { answers: 0, uses: 0, medianMs: null },
      tools: [{ name: "call", title: "Orders", calls: 2, failures: 1, slowMs: expect.any(Number) }],
    });
    expect(data!.days.at(-1)).toMatchObject({ uses: 2, medianMs: data!.now.medianMs, slowMs: data!.now.slowMs });
    expect((await answer(analysisRoute, { token: other.token, params: { id } })).code).toBe(404);
  });
});
