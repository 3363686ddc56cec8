import { eq } from "drizzle-orm";
import { POST as resetRoute } from "@/app/api/search/params/[scope]/reset/route";
import { PUT as putRoute } from "@/app/api/search/params/[scope]/route";
import { GET as versionsRoute } from "@/app/api/search/params/[scope]/versions/route";
import { GET as readRoute } from "@/app/api/search/params/route";
import { closeDatabase, db } from "@/db/client";
import { countSettingsOfModel } from "@/db/queries/search/settings";
import { operationLogs } from "@/db/schema/operation-log";
import { searchPromptVersions, searchSettings as table } from "@/db/schema/search-settings";
import { nodePrompt, searchSettings } from "@/lib/features/search/service/settings/settings";
import { DEFAULT_TEMPLATES } from "@/lib/features/search/settings/defaults";
import type { PromptVersionDto, SearchParamsDto } from "@/lib/features/search/settings/dto";
import type { PromptKey, SettingsScope } from "@/lib/features/search/settings/kinds";
import type { SearchParamsPut } from "@/lib/features/search/settings/schema";
import { answer } from "@/tests/factories/call";
import { makeModel } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";

const OWN = "mine: {{question}} {{passages}}";
const OURS = "ours: {{question}} {{passages}}";

let one: Person;
let two: Person;
let keeper: Person;

beforeAll(async () => {
  const codes = ["PERSONAL:SEARCH" as const];
  [one, two] = [await makePerson({ codes }), await makePerson({ codes })];
  keeper = await makePerson({ codes: [...codes, "SYSTEM:CONFIG:TOOLS"] });
});
beforeEach(async () => {
  await db().delete(table);
  await db().delete(searchPromptVersions);
});
afterAll(closeDatabase);

const read = async ({ token } = one) => (await answer<SearchParamsDto>(readRoute, { token })).data!;
const put = (
  values: SearchParamsPut["values"],
  { person = one, scope = "own" as SettingsScope, revision = undefined as string | undefined } = {},
) =>
  answer<{ revision: string; error?: string; fields?: object }>(putRoute, {
    token: person.token,
    params: { scope },
    body: { values, ...(revision && { revision }) },
    method: "PUT",
  });
const reset = (keys: PromptKey[] | undefined, { person = one, scope = "own" as SettingsScope } = {}) =>
  answer(resetRoute, { token: person.token, params: { scope }, body: keys ? { keys } : {} });
const versions = async (key: PromptKey, { person = one, scope = "own" as SettingsScope } = {}) => {
  const asked = { token: person.token, params: { scope }, query: { key } };
  return (await answer<{ items: PromptVersionDto[] }>(versionsRoute, asked)).data!.items;
};
const ours = { person: undefined as unknown as Person, scope: "organisation" as const };
beforeAll(() => {
  ours.person = keeper;
});

it("what nobody set is the product's, in the person's language", async () => {
  const { effective, own, organisation } = await read();
  expect(effective.base).toMatchObject({ modelId: null, maxTokens: null, sourceCount: 10, reflect: { on: true } });
  expect(effective.nodes.mindMap).toMatchObject({ promptTemplate: DEFAULT_TEMPLATES.zh_CN.mindMap, version: null });
  expect(own.values).toEqual({ base: {}, nodes: {} });
  expect(organisation).toBeNull();
});

it("a person's values hold for them alone, over the organisation's, field by field", async () => {
  expect(
    (await put({ base: { sourceCount: 20, maxTokens: 2000 }, nodes: { mindMap: { promptTemplate: OURS } } }, ours))
      .code,
  ).toBe(200);
  expect((await put({ base: { sourceCount: 5 }, nodes: { summary: { promptTemplate: OWN } } })).code).toBe(200);
  const [mine, theirs] = [await searchSettings(one.actor), await searchSettings(two.actor)];
  expect(mine.base).toMatchObject({ sourceCount: 5, maxTokens: 2000 });
  expect(theirs.base).toMatchObject({ sourceCount: 20, maxTokens: 2000 });
  expect(mine.nodes.mindMap).toMatchObject({ promptTemplate: OURS, version: 1 });
  expect(mine.nodes.summary).toMatchObject({ promptTemplate: OWN, version: 1 });
  expect(theirs.nodes.summary.version).toBeNull();
  expect(nodePrompt(mine, "summary", { question: "q", passages: "p" })).toBe("mine: q p");
  expect((await read(two)).own.values).toEqual({ base: {}, nodes: {} });
  // What holds where the person sets nothing is the organisation's.
  expect((await read()).own.inherited.base.sourceCount).toBe(20);
  expect((await read(keeper)).organisation).toMatchObject({ values: { base: { sourceCount: 20 } } });
});

it("texts have versions with who wrote them; other values have none", async () => {
  await put({ nodes: { mindMap: { promptTemplate: OURS } } }, ours);
  await put({ nodes: { mindMap: { promptTemplate: OWN } } });
  await put({ base: { sourceCount: 3 }, nodes: { mindMap: { promptTemplate: OWN } } });
  await put({ nodes: { mindMap: { promptTemplate: `${OWN} again` } } });
  const mine = await versions("mindMap");
  expect(mine.map(({ version, template, author }) => [version, template, author?.id])).toEqual([
    [2, `${OWN} again`, one.id],
    [1, OWN, one.id],
  ]);
  expect(await versions("mindMap", { person: two })).toEqual([]);
  expect((await versions("mindMap", ours)).map(({ author }) => author?.id)).toEqual([keeper.id]);
  expect((await searchSettings(one.actor)).nodes.mindMap.version).toBe(2);
  // One that is brought back is a new version.
  await put({ nodes: { mindMap: { promptTemplate: OWN } } });
  expect((await versions("mindMap")).map(({ version }) => version)).toEqual([3, 2, 1]);
});

it("prompts go back to what is inherited, or everything does; versions stay", async () => {
  const model = await makeModel("http://127.0.0.1:1", `search-${crypto.randomUUID()}`);
  const values = {
    base: { sourceCount: 4, userPromptTemplate: OWN },
    nodes: { mindMap: { promptTemplate: OWN, modelId: model }, summary: { promptTemplate: OWN } },
  };
  expect((await put(values)).code).toBe(200);
  expect((await reset(["mindMap", "answer"])).code).toBe(200);
  expect((await read()).own.values).toEqual({
    base: { sourceCount: 4 },
    nodes: { mindMap: { modelId: model }, summary: { promptTemplate: OWN } },
  });
  expect((await reset(undefined)).code).toBe(200);
  expect((await read()).own.values).toEqual({ base: {}, nodes: {} });
  expect(await versions("summary")).toHaveLength(1);
});

it("a save from an older state is refused with what stands there now", async () => {
  const { revision } = (await read()).own;
  expect((await put({ base: { sourceCount: 6 } }, { revision })).code).toBe(200);
  const stale = await put({ base: { sourceCount: 7 } }, { revision });
  expect(stale).toMatchObject({ code: 409, data: { error: "staleRecord", current: { base: { sourceCount: 6 } } } });
  expect((await searchSettings(one.actor)).base.sourceCount).toBe(6);
});

it("a model must be there for the person and fit; one that is set is known to whoever takes it away", async () => {
  const url = "http://127.0.0.1:1";
  const [chat, vector] = [
    await makeModel(url, `chat-${crypto.randomUUID()}`),
    await makeModel(url, `vector-${crypto.randomUUID()}`, { type: "vector" }),
  ];
  expect(await put({ base: { embeddingModelId: chat } })).toMatchObject({
    code: 400,
    data: { fields: { "values.base.embeddingModelId": "invalid" } },
  });
  expect((await put({ nodes: { summary: { modelId: vector } } })).code).toBe(400);
  expect((await put({ nodes: { summary: { modelId: crypto.randomUUID() } } })).code).toBe(400);
  expect((await put({ base: { embeddingModelId: vector }, nodes: { summary: { modelId: chat } } })).code).toBe(200);
  await put({ base: { modelId: chat } }, ours);
  expect(await countSettingsOfModel(db(), chat)).toEqual({ count: 2, people: 1 });
  expect(await countSettingsOfModel(db(), crypto.randomUUID())).toEqual({ count: 0, people: 0 });
});

it.each([
  ["an unknown field", { base: { owner: "me" } }],
  ["an unknown node", { nodes: { other: { modelId: null } } }],
  ["too many pages", { base: { sourceCount: 31 } }],
  ["a template without its question", { base: { userPromptTemplate: "{{passages}}" } }],
  ["a place nobody fills", { nodes: { mindMap: { promptTemplate: "{{passages}} {{password}}" } } }],
])("refuses %s", async (_name, values) => {
  expect((await put(values as SearchParamsPut["values"])).code).toBe(400);
  expect(await db().select().from(table)).toEqual([]);
});

it("the organisation's are for who looks after tools, and its changes are logged", async () => {
  const guest = await makePerson({ codes: ["SYSTEM:CONFIG:TOOLS"] });
  expect((await put({ base: { sourceCount: 9 } }, { scope: "organisation" })).code).toBe(403);
  expect((await reset(undefined, { scope: "organisation" })).code).toBe(403);
  const asked = { token: one.token, params: { scope: "organisation" }, query: { key: "mindMap" } };
  expect((await answer(versionsRoute, asked)).code).toBe(403);
  // Without the search itself there is nothing to set.
  expect((await answer(readRoute, { token: guest.token })).code).toBe(403);
  await put({ base: { sourceCount: 9 } }, ours);
  await put({ base: { sourceCount: 8 } });
  const logged = await db().select().from(operationLogs).where(eq(operationLogs.action, "tool.search.change"));
  const done = logged.filter(({ actorId, result }) => result === "success" && [one.id, keeper.id].includes(actorId!));
  expect(new Set(done.map(({ actorId }) => actorId))).toEqual(new Set([keeper.id]));
});
