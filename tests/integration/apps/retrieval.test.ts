import { PUT as draftRoute, GET as readRoute } from "@/app/api/apps/[id]/draft/route";
import { GET as exportRoute } from "@/app/api/apps/[id]/export/route";
import { POST as runRoute } from "@/app/api/apps/[id]/runs/route";
import { POST as importRoute } from "@/app/api/apps/import/route";
import { GET as partsRoute } from "@/app/api/apps/parts/route";
import { PUT as baseRoute } from "@/app/api/knowledge/bases/[id]/retrieval/route";
import { db } from "@/db/client";
import { listAppsOfModel } from "@/db/queries/apps/apps";
import type { PartsDto } from "@/lib/features/apps/dto";
import { keepDraft, makeApp, makePublishedApp } from "@/tests/factories/apps";
import { answer, call } from "@/tests/factories/call";
import { chain, makeFlow, node, outputOf, ran, withFlows } from "@/tests/factories/flows";
import { makeBase, makeKnowledgeFile } from "@/tests/factories/knowledge";
import { makeModel } from "@/tests/factories/models";
import type { Person } from "@/tests/factories/people";
import { readStream } from "@/tests/factories/stream";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

const made = withFlows();
let fake: Awaited<ReturnType<typeof startModelServer>>;
let owner: Person;
let other: Person;
let reader: string;
let base: string;
beforeAll(async () => {
  ({ owner, other } = made);
  fake = await startModelServer();
  reader = await makeModel(fake.url, "fake-reader");
  base = await makeBase(owner, { visibility: "all" });
  for (const [index, place] of ["north", "south", "west"].entries())
    await makeKnowledgeFile(owner, base, `${place}.txt`, `The lease of the ${place} office ends in ${2027 + index}.\n`);
});
afterAll(() => fake.close());

const QUESTION = { text: "When does the lease of the office end?" };
async function passages(person: Person, id: string): Promise<number> {
  await readStream(await call(runRoute, { token: person.token, params: { id }, body: QUESTION }));
  const asked = fake.state.requests.map(({ body }: { body: object }) => JSON.stringify(body));
  return asked.findLast((text: string) => text.includes("<passage n="))?.match(/<passage n=/g)?.length ?? 0;
}
const appWith = (retrieval: object) =>
  makePublishedApp(owner, { settings: { instructions: "x", modelId: reader, baseIds: [base], retrieval } });

it("what an app sets holds for it alone; what it does not is as the base has it, whoever asks", async () => {
  const plain = await appWith({});
  const narrow = await appWith({ selectedCount: 1 });
  expect(await passages(other, plain)).toBe(3);
  expect(await passages(other, narrow)).toBe(1);
  expect(await passages(owner, narrow)).toBe(1);
  const changed = await answer(baseRoute, {
    ...{ token: owner.token, method: "PUT", params: { id: base } },
    body: { settings: { selectedCount: 2 } },
  });
  expect(changed.code).toBe(200);
  expect([await passages(other, plain), await passages(other, narrow)]).toEqual([2, 1]);
});

it("is refused out of its range, is known as a use of a model, and leaves models behind where it travels", async () => {
  const rerank = await makeModel(fake.url, "fake-rerank", { type: "rerank" });
  const id = await makeApp(owner, { settings: {} });
  const put = (token: string, retrieval: object) =>
    answer(draftRoute, { ...{ token, method: "PUT", params: { id } }, body: { retrieval } });
  for (const wrong of [{ topK: 0 }, { topK: 101 }, { minScore: 2 }, { distance: 1.5 }, { mode: "all" }, { other: 1 }])
    expect((await put(owner.token, wrong)).code).toBe(400);
  expect((await put(other.token, { topK: 5 })).code).toBe(404);
  await keepDraft(owner, id, { retrieval: { rerankModelId: rerank, filterModelId: null, topK: 7 } });
  const { data } = await answer<PartsDto>(partsRoute, { token: owner.token, query: { appId: id } });
  expect(data!.rerankModels.map((model) => model.id)).toContain(rerank);
  expect(await listAppsOfModel(db(), rerank)).toHaveLength(1);
  const content = await (await call(exportRoute, { token: owner.token, params: { id } })).text();
  expect(content).toContain("topK: 7");
  expect(content).not.toContain(rerank);
  expect((await answer<{ left: object[] }>(importRoute, { token: other.token, body: { content } })).data!.left).toEqual(
    [],
  );
});

describe("a knowledge node", () => {
  const flowWith = (data: object, bases = [base]) =>
    chain([], [node("k", "knowledge", { baseIds: bases, query: QUESTION.text, ...data })], "{{k.text}}");
  const found = async (person: Person, id: string) => outputOf(await ran(person, id), "k").passages as unknown[];

  it("searches as it is set, whoever runs it", async () => {
    const narrow = await makeFlow(owner, flowWith({ retrieval: { selectedCount: 1 } }));
    expect(await found(other, narrow)).toHaveLength(1);
    expect(await found(owner, await makeFlow(owner, flowWith({ retrieval: { topK: 2 } })))).toHaveLength(2);
    expect(
      await found(other, await makeFlow(owner, flowWith({ topK: 2, retrieval: { selectedCount: 3 } }))),
    ).toHaveLength(2);
  });

  it("names models its editor may use; they count as uses, and leave and return by their names", async () => {
    const rerank = await makeModel(fake.url, "fake-rerank", { type: "rerank" });
    const id = await makeApp(owner, { kind: "workflow", settings: flowWith({}) });
    const put = (token: string, retrieval: object) =>
      answer<{ problems: object[] }>(draftRoute, {
        ...{ token, method: "PUT", params: { id } },
        body: flowWith({ retrieval }),
      });
    for (const wrong of [{ topK: 0 }, { distance: 99 }, { other: 1 }])
      expect((await put(owner.token, wrong)).code).toBe(422);
    expect((await put(other.token, { topK: 5 })).code).toBe(404);
    // A reranker does not write, and a model that writes does not rerank.
    for (const wrong of [{ filterModelId: rerank }, { rerankModelId: reader }]) {
      const { data } = await put(owner.token, wrong);
      expect(data!.problems).toMatchObject([
        { nodeId: "k", field: `retrieval.${Object.keys(wrong)[0]}`, code: "foreign" },
      ]);
    }
    await keepDraft(
      owner,
      id,
      flowWith({ retrieval: { rerankModelId: rerank, filterModelId: null, selectModelId: reader } }),
    );
    expect(await listAppsOfModel(db(), rerank)).toHaveLength(1);
    const content = await (await call(exportRoute, { token: owner.token, params: { id } })).text();
    expect(content).not.toContain(rerank);
    const back = await answer<{ id: string; left: object[] }>(importRoute, { token: owner.token, body: { content } });
    expect(back.data!.left).toEqual([]);
    const draft = await answer<{ settings: object }>(readRoute, { token: owner.token, params: { id: back.data!.id } });
    expect(JSON.stringify(draft.data!.settings)).toContain(
      `"retrieval":{"rerankModelId":"${rerank}","filterModelId":null,"selectModelId":"${reader}"}`,
    );
    const lost = content.replace("fake-rerank", "no such model");
    const without = await answer<{ id: string; left: object[] }>(importRoute, {
      token: owner.token,
      body: { content: lost },
    });
    expect(without.data!.left).toMatchObject([{ what: "model" }]);
  });
});
