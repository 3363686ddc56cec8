import { POST as exportRoute } from "@/app/api/knowledge/bases/[id]/export/route";
import { POST as pagesRoute } from "@/app/api/knowledge/bases/[id]/pages/route";
import { PUT as changeRetrievalRoute, GET as retrievalRoute } from "@/app/api/knowledge/bases/[id]/retrieval/route";
import { GET as baseRoute, PATCH as changeBaseRoute } from "@/app/api/knowledge/bases/[id]/route";
import { POST as newBaseRoute } from "@/app/api/knowledge/bases/route";
import { GET as offerRoute } from "@/app/api/knowledge/center/offer/route";
import { GET as centerRoute, PUT as changeRoute } from "@/app/api/knowledge/center/route";
import { GET as configRoute } from "@/app/api/knowledge/chat-config/route";
import { POST as recallRoute } from "@/app/api/knowledge/recall/route";
import { closeDatabase, db } from "@/db/client";
import { findBase } from "@/db/queries/knowledge/bases";
import { subjectsOf } from "@/lib/auth/subjects";
import type { CenterDto, CenterOfferDto } from "@/lib/features/knowledge/center-dto";
import type { CenterPart, CenterValues } from "@/lib/features/knowledge/center-schema";
import type { RetrievalDto } from "@/lib/features/knowledge/retrieval-dto";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { P } from "@/lib/permissions/codes";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { answer, call } from "@/tests/factories/call";
import { addFiles, makeBase, makeKnowledgeFile } from "@/tests/factories/knowledge";
import { resetCenter } from "@/tests/factories/knowledge-center";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";

let admin: Person;
let staff: Person;

beforeAll(async () => {
  await onlyBuiltinModels();
  await startJobs(TASK_JOBS, false);
  admin = await makePerson({ codes: [P.KB_CENTER, P.KB_MANAGE, P.KB_CHAT] });
  staff = await makePerson();
});
afterEach(resetCenter);
afterAll(async () => {
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

const read = async () => (await answer<CenterDto>(centerRoute, { token: admin.token })).data!;
const put = (person: Person, body: object) => call(changeRoute, { token: person.token, body });

/** Changes fields of a part. */
async function set<Part extends CenterPart>(part: Part, patch: Partial<CenterValues[Part]>): Promise<void> {
  const { values, revisions } = await read();
  const response = await put(admin, { part, values: { ...values[part], ...patch }, revision: revisions[part] });
  expect(response.status).toBe(200);
}

const newBase = (person: Person, body: object) =>
  call(newBaseRoute, { token: person.token, body: { name: `Base ${Math.random()}`, ...body } });
const without = (...gone: string[]) =>
  ["everybody", "multimodal", "webPages", "enhancedParsing", "filing", "exports"].filter(
    (offer) => !gone.includes(offer),
  ) as CenterValues["knowledgeCenter"]["offers"];

const upload = (person: Person, id: string, files: Record<string, string>) =>
  addFiles(
    person,
    id,
    Object.entries(files).map(([name, bytes]) => ({ name, bytes })),
  );

describe("settings of the center", () => {
  it("are read and changed by whoever manages it alone, from the state they were read in", async () => {
    expect((await call(centerRoute, { token: staff.token })).status).toBe(403);
    const { values, revisions } = await read();
    const change = { part: "knowledgeRecall", values: { ...values.knowledgeRecall, topKMax: 20 } };
    expect((await put(staff, { ...change, revision: revisions.knowledgeRecall })).status).toBe(403);
    expect((await put(admin, { ...change, revision: revisions.knowledgeRecall })).status).toBe(200);
    expect((await read()).values.knowledgeRecall.topKMax).toBe(20);
    expect((await put(admin, { ...change, revision: revisions.knowledgeRecall })).status).toBe(409);
    const limits = { ...values.knowledgeLimits, fileMb: 51 };
    expect((await put(admin, { part: "knowledgeLimits", values: limits })).status).toBe(400);
    const chat = { ...values.knowledgeChat, modelId: "01900000-0000-7000-8000-000000000000" };
    expect((await put(admin, { part: "knowledgeChat", values: chat })).status).toBe(400);
  });

  it("greet people in their language, and say what is offered", async () => {
    await set("knowledgeCenter", { welcomeZh: "问问制度", welcomeEn: "Ask about rules" });
    const offer = await answer<CenterOfferDto>(offerRoute, { token: staff.token });
    expect(["问问制度", "Ask about rules"]).toContain(offer.data!.welcome);
    expect(offer.data!.offers).toEqual(without());
  });

  it("switch parts of the center off", async () => {
    const mine = await makeBase(staff, { name: "Mine" });
    await set("knowledgeCenter", { offers: without("everybody", "multimodal", "webPages", "exports") });
    expect((await newBase(staff, { visibility: "all" })).status).toBe(403);
    expect((await newBase(staff, { type: "multimodal" })).status).toBe(403);
    expect((await newBase(staff, { visibility: "self" })).status).toBe(200);
    const patch = { token: staff.token, params: { id: mine }, body: { visibility: "all" } };
    expect((await call(changeBaseRoute, patch)).status).toBe(403);
    const pages = { addresses: ["https://example.com/"], folder: "", refresh: "never" };
    expect((await call(pagesRoute, { token: staff.token, params: { id: mine }, body: pages })).status).toBe(403);
    expect((await call(exportRoute, { token: staff.token, params: { id: mine }, body: {} })).status).toBe(403);
    await set("knowledgeCenter", { offers: without() });
    expect((await newBase(staff, { visibility: "all" })).status).toBe(200);
    expect((await call(changeBaseRoute, patch)).status).toBe(200);
  });

  it("leave a base that is open to everybody as it is", async () => {
    const open = await makeBase(staff, { name: "Open", visibility: "all" });
    await set("knowledgeCenter", { offers: without("everybody") });
    const body = { name: "Open still", visibility: "all" };
    expect((await call(changeBaseRoute, { token: staff.token, params: { id: open }, body })).status).toBe(200);
  });

  it("say what a new base begins with", async () => {
    await set("knowledgeNewBases", {
      visibility: "all",
      segmentation: { mode: "single", maxTokens: 100, overlap: 10 },
    });
    const { id } = (await answer<{ id: string }>(newBaseRoute, { token: staff.token, body: { name: "Begun" } })).data!;
    const base = await answer<{ visibility: string }>(baseRoute, { token: admin.token, params: { id } });
    expect(base.data!.visibility).toBe("all");
    const row = await findBase(db(), subjectsOf(staff.actor), id, "view");
    expect(row!.segmentation).toMatchObject({ mode: "single", maxTokens: 100, overlap: 10 });
  });

  it("bound how much is taken in, and what", async () => {
    const mine = await makeBase(staff, { name: "Bounded" });
    await set("knowledgeLimits", { filesPerUpload: 1, kinds: ["pdf", "word"] });
    expect((await upload(staff, mine, { "a.txt": "One.", "b.txt": "Two." })).code).toBe(422);
    const refusals = async (files: Record<string, string>) =>
      (await upload(staff, mine, files)).data!.items.map((item) => ("error" in item ? item.error : null));
    expect(await refusals({ "a.txt": "One." })).toEqual(["knowledgeKindRefused"]);
    await set("knowledgeLimits", { filesPerUpload: 10, kinds: ["text"], fileMb: 1 });
    expect(await refusals({ "big.txt": "x ".repeat(600_000), "a.txt": "One." })).toEqual(["fileTooLarge", null]);
    const person = await makePerson();
    await set("knowledgeLimits", { basesPerPerson: 1 });
    expect((await newBase(person, {})).status).toBe(200);
    expect((await newBase(person, {})).status).toBe(409);
  });

  it("are how bases are searched that follow them, and those that may not leave them", async () => {
    const mine = await makeBase(staff, { name: "Searched", visibility: "all" });
    for (const word of ["first", "second", "third"]) {
      await makeKnowledgeFile(staff, mine, `${word}.txt`, `The ${word} lease ends in May.\n`);
    }
    const hits = async () => {
      const body = { baseIds: [mine], query: "When does the lease end?" };
      const { data } = await answer<{ hits: unknown[] }>(recallRoute, { token: staff.token, body });
      return data!.hits.length;
    };
    expect(await hits()).toBe(3);
    await set("knowledgeRetrieval", { selectedCount: 2 });
    expect(await hits()).toBe(2);
    const opened = await answer<RetrievalDto>(retrievalRoute, { token: staff.token, params: { id: mine } });
    const own = { settings: { selectedCount: 1 }, revision: opened.data!.revision };
    await set("knowledgeRecall", { locked: ["selectedCount"] });
    const change = { token: staff.token, params: { id: mine } };
    const refused = await call(changeRetrievalRoute, { ...change, body: own });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ data: { fields: { selectedCount: "locked" } } });
    await set("knowledgeRecall", { locked: [] });
    expect((await call(changeRetrievalRoute, { ...change, body: own })).status).toBe(200);
    expect(await hits()).toBe(1);
    await set("knowledgeRecall", { locked: ["selectedCount"] });
    expect(await hits()).toBe(2);
    await set("knowledgeRecall", { locked: [], selectedMax: 1, topKMax: 1 });
    await set("knowledgeRetrieval", { selectedCount: 8 });
    expect(await hits()).toBe(1);
  });

  it("are how people ask bases who set nothing of their own", async () => {
    const person = await makePerson();
    await set("knowledgeChat", { topK: 3, memoryCount: 2, rewrite: false });
    const config = await answer<{ topK: number; memoryCount: number; rewrite: boolean }>(configRoute, {
      token: person.token,
    });
    expect(config.data).toMatchObject({ topK: 3, memoryCount: 2, rewrite: false });
  });
});
