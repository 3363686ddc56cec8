import { GET as filesRoute } from "@/app/api/knowledge/bases/[id]/files/route";
import { POST as cancelRoute } from "@/app/api/knowledge/files/[id]/cancel/route";
import { POST as resegmentRoute } from "@/app/api/knowledge/files/[id]/resegment/route";
import { POST as retryRoute } from "@/app/api/knowledge/files/[id]/retry/route";
import { GET as fileRoute } from "@/app/api/knowledge/files/[id]/route";
import { POST as previewRoute } from "@/app/api/knowledge/files/[id]/segmentation-preview/route";
import { POST as questionsRoute } from "@/app/api/knowledge/files/[id]/segmentation-questions/route";
import { POST as recallRoute } from "@/app/api/knowledge/recall/route";
import { closeDatabase, db } from "@/db/client";
import { insertPrice, listChannelsOf } from "@/db/queries/models/models";
import { slices } from "@/db/schema/retrieval";
import type { KnowledgeFileDto, KnowledgeFilesDto, RecallDto } from "@/lib/features/knowledge/dto";
import type { CutQuestionsDto, SegmentationPreviewDto } from "@/lib/features/knowledge/segmentation-dto";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { readPiece } from "@/lib/parsing/store";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { answer } from "@/tests/factories/call";
import { addFiles, granted, makeBase, makeKnowledgeFile } from "@/tests/factories/knowledge";
import { makeModel, onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { runTasksOf } from "@/tests/factories/tasks";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

let owner: Person;
let other: Person;
let base: string;
beforeAll(async () => {
  await onlyBuiltinModels();
  await startJobs(TASK_JOBS, false);
  [owner, other] = [await makePerson(), await makePerson()];
  base = await makeBase(owner, { visibility: "partial", grants: [granted("user", other.id)] });
});
afterAll(async () => {
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

const RULES = Array.from(
  { length: 12 },
  (_, at) => `第${at + 1}条 出差的人在十天内报销第${at + 1}项费用。超过的自理。`,
).join("\n\n");
const SINGLE = { mode: "single", maxTokens: 40, overlap: 10 };

const preview = (person: Person, id: string, segmentations: readonly object[]) =>
  answer<SegmentationPreviewDto & { fields?: Record<string, string> }>(previewRoute, {
    token: person.token,
    params: { id },
    body: { segmentations },
  });

describe("preview of a segmentation", () => {
  it("cuts the real file by two settings and stores nothing", async () => {
    const file = await makeKnowledgeFile(owner, base, "rules.txt", RULES);
    const clauses = { mode: "separator", separators: [{ text: "第\\d+条", regex: true }] };
    const { data } = await preview(owner, file.id, [SINGLE, clauses]);
    const [single, separated] = data!.previews;
    expect(data!.versionId).toBe(file.versionId);
    expect(separated).toMatchObject({ count: 12, parents: 0, cut: 0, isPartial: false });
    const { text } = (await readPiece(file.versionId, 0))!;
    for (const [at, { from }] of separated!.slices.entries())
      expect(text.slice(from)).toMatch(new RegExp(`^第${at + 1}条`));
    expect(single!.slices.slice(1).every(({ overlap }) => overlap > 0)).toBe(true);
    expect(single!.maxTokens).toBeLessThanOrEqual(40);
  });

  it("refuses what is no expression, and ends one that never ends", async () => {
    const file = await makeKnowledgeFile(owner, base, "long.txt", `${"a".repeat(60)}!`);
    const by = (text: string) => preview(owner, file.id, [{ mode: "separator", separators: [{ text, regex: true }] }]);
    expect(await by("第(条")).toMatchObject({
      code: 400,
      data: { fields: { "segmentations.0.separators.0.text": "pattern" } },
    });
    const began = performance.now();
    expect(await by("(a+)+$")).toMatchObject({
      code: 422,
      data: { fields: { "segmentations.0.separators": "patternSlow" } },
    });
    expect(performance.now() - began).toBeLessThan(6000);
    expect((await by("!")).code).toBe(200);
  });

  it("is for those who manage the base", async () => {
    const file = await makeKnowledgeFile(owner, base, "mine.txt", "Only mine.");
    expect((await preview(other, file.id, [SINGLE])).code).toBe(404);
    expect((await preview(await makePerson(), file.id, [SINGLE])).code).toBe(404);
  });
});

describe("questions at two settings", () => {
  const CLAUSES = { mode: "separator", maxTokens: 60, overlap: 0, separators: [{ text: "第\\d+条", regex: true }] };
  const QUESTION = "第7项费用什么时候报销？";
  const compare = (person: Person, id: string, more: object = {}) =>
    answer<CutQuestionsDto>(questionsRoute, {
      token: person.token,
      params: { id },
      body: { segmentations: [SINGLE, CLAUSES], questions: [QUESTION], ...more },
    });
  const apply = async (file: { id: string; versionId: string }, segmentation: object) => {
    const done = await answer(resegmentRoute, { token: owner.token, params: { id: file.id }, body: { segmentation } });
    expect(done.code).toBe(200);
    await runTasksOf(file.versionId);
  };
  const recalled = async (baseId: string) => {
    const body = { baseIds: [baseId], query: QUESTION };
    const { data } = await answer<RecallDto>(recallRoute, { token: owner.token, body });
    return data!.hits.map(({ from, to, score, scores }) => ({ from, to, score, scores }));
  };

  it("find by each what a recall finds once the file is cut by it, and nothing is stored before", async () => {
    const own = await makeBase(owner);
    const file = await makeKnowledgeFile(owner, own, "rules.txt", RULES);
    const before = await db().$count(slices);
    const { data } = await compare(owner, file.id);
    expect(await db().$count(slices)).toBe(before);
    expect(data).toMatchObject({ isPartial: false, isByMeaning: true, missing: null });
    for (const [at, setting] of [SINGLE, CLAUSES].entries()) {
      const { hits } = data!.sides[at]!.answers[0]!;
      await apply(file, setting);
      expect(hits.length).toBeGreaterThan(2);
      expect(hits.map(({ from, to, score, scores }) => ({ from, to, score, scores }))).toEqual(await recalled(own));
    }
    expect(data!.sides[1]!.answers[0]!.hits[0]).toMatchObject({ number: 7, text: expect.stringMatching(/^第7条/) });
  });

  it("tell what vectors cost, buy them when they are asked to, and once only", async () => {
    const fake = await startModelServer();
    const modelId = await makeModel(fake.url, "fake-embedding", { type: "vector" });
    const [channel] = await listChannelsOf(db(), modelId);
    const price = { validFrom: "2020-01-01", currency: "CNY", inputPerMillion: 1_000_000_000 };
    await insertPrice(db(), { channelId: channel!.id, ...price });
    const own = await makeBase(owner, { embeddingModelId: modelId });
    const file = await makeKnowledgeFile(owner, own, "rules.txt", RULES);
    const bought = () =>
      fake.state.requests
        .filter(({ path }: { path: string }) => path.endsWith("/embeddings"))
        .flatMap(({ body }: { body: { input: string[] } }) => body.input);
    const first = bought().length;
    const asked = (await compare(owner, file.id)).data!;
    expect(asked).toMatchObject({ isByMeaning: false, missing: { cost: { currency: "CNY" } } });
    expect(asked.missing!.cost!.micros).toBe(asked.missing!.tokens * 1000);
    expect(asked.sides[1]!.answers[0]!.hits[0]).toMatchObject({ number: 7, scores: { lexical: 1 } });
    expect(bought()).toHaveLength(first);
    const whole = (await compare(owner, file.id, { embed: true })).data!;
    expect(whole).toMatchObject({ isByMeaning: true, missing: null });
    // Each text once, and the question.
    expect(bought()).toHaveLength(first + asked.missing!.texts + 1);
    await apply(file, CLAUSES);
    expect(bought()).toHaveLength(first + asked.missing!.texts + 1);
    const { hits } = whole.sides[1]!.answers[0]!;
    expect(hits.map(({ from, to, score, scores }) => ({ from, to, score, scores }))).toEqual(await recalled(own));
    await fake.close();
  });

  it("are five at most, and for those who manage the base", async () => {
    const file = await makeKnowledgeFile(owner, base, "few.txt", "Few words.");
    const six = ["a", "b", "c", "d", "e", "f"];
    expect((await compare(owner, file.id, { questions: six })).code).toBe(400);
    expect((await compare(owner, file.id, { questions: ["  "] })).code).toBe(400);
    expect((await compare(other, file.id)).code).toBe(404);
  });
});

describe("files whose settings are said later", () => {
  const held = async (baseId: string, name: string, text: string) => {
    const { data } = await addFiles(owner, baseId, [{ name, bytes: text }], { hold: "1" });
    return data!.items[0]!;
  };
  const now = async (id: string) =>
    (await answer<KnowledgeFileDto>(fileRoute, { token: owner.token, params: { id } })).data!;
  const start = (person: Person, id: string, segmentation: object | null) =>
    answer(resegmentRoute, { token: person.token, params: { id }, body: { segmentation } });
  const WHOLE = { mode: "none", maxTokens: 320, overlap: 0 };

  it("are read, can be previewed, wait, and are cut as they are told then", async () => {
    const own = await makeBase(owner);
    const file = await held(own, "rules.txt", RULES);
    expect(file).toMatchObject({ status: "uploaded", isHeld: true, finishedAt: null });
    await runTasksOf(file.versionId);
    expect(await now(file.id)).toMatchObject({ status: "uploaded", isHeld: true, sliceCount: 0 });
    expect((await now(file.id)).finishedAt).not.toBeNull();
    // Nothing works on it: a list that is looked at again while something runs must come to rest.
    const listed = async (status?: string) =>
      (
        await answer<KnowledgeFilesDto>(filesRoute, {
          token: owner.token,
          params: { id: own },
          query: status ? { status } : {},
        })
      ).data!;
    expect((await listed()).states).toEqual({ all: 1, running: 0, failed: 0, ready: 0 });
    expect((await listed("running")).items).toEqual([]);
    expect((await preview(owner, file.id, [SINGLE])).data!.previews[0]!.count).toBeGreaterThan(3);
    expect((await start(other, file.id, WHOLE)).code).toBe(404);
    expect((await start(owner, file.id, WHOLE)).code).toBe(200);
    await runTasksOf(file.versionId);
    expect(await now(file.id)).toMatchObject({ status: "ready", isHeld: false, sliceCount: 1 });
  });

  it("go on by themselves when they are told while they are read", async () => {
    const own = await makeBase(owner);
    const file = await held(own, "rules.txt", RULES);
    expect((await start(owner, file.id, WHOLE)).code).toBe(200);
    expect(await now(file.id)).toMatchObject({ status: "uploaded", isHeld: false });
    await runTasksOf(file.versionId);
    await runTasksOf(file.versionId);
    expect(await now(file.id)).toMatchObject({ status: "ready", sliceCount: 1 });
  });

  it("wait again where their reading was ended and tried once more", async () => {
    const own = await makeBase(owner);
    const file = await held(own, "rules.txt", RULES);
    const act = (route: typeof retryRoute) => answer(route, { token: owner.token, params: { id: file.id }, body: {} });
    expect((await act(cancelRoute)).code).toBe(200);
    expect(await now(file.id)).toMatchObject({ status: "parse_failed", isHeld: true });
    expect((await act(retryRoute)).code).toBe(200);
    await runTasksOf(file.versionId);
    expect(await now(file.id)).toMatchObject({ status: "uploaded", isHeld: true, sliceCount: 0 });
  });
});
