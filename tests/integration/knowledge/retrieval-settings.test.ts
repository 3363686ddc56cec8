import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { POST as askRoute } from "@/app/api/knowledge/answer/route";
import { POST as copyRoute } from "@/app/api/knowledge/bases/[id]/copy/route";
import { POST as previewRoute } from "@/app/api/knowledge/bases/[id]/retrieval/preview/route";
import { PUT as changeRoute, GET as readRoute } from "@/app/api/knowledge/bases/[id]/retrieval/route";
import { PATCH as changeFileRoute } from "@/app/api/knowledge/files/[id]/route";
import { GET as slicesRoute } from "@/app/api/knowledge/files/[id]/slices/route";
import { POST as recallRoute } from "@/app/api/knowledge/recall/route";
import { POST as changeSliceRoute } from "@/app/api/knowledge/slices/[id]/route";
import { closeDatabase, db } from "@/db/client";
import { upsertConfig } from "@/db/queries/config/system-config";
import { insertPrice, listChannelsOf } from "@/db/queries/models/models";
import { systemConfig } from "@/db/schema/config";
import { usageLedger } from "@/db/schema/models";
import { backgroundIdle } from "@/lib/background";
import type { OwnRetrieval } from "@/lib/config/knowledge-retrieval";
import { invalidateConfig } from "@/lib/config/system-config";
import type { RecallDto, SlicesDto } from "@/lib/features/knowledge/dto";
import type { LookDto, RetrievalDto } from "@/lib/features/knowledge/retrieval-dto";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { flushLedger } from "@/lib/models/ledger";
import { invalidateModels } from "@/lib/models/registry";
import { closeIdleChildren } from "@/lib/parsing/pool";
import type { StepData } from "@/lib/stream/parts";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { answer, call } from "@/tests/factories/call";
import { addFiles, granted, makeBase, makeKnowledgeFile } from "@/tests/factories/knowledge";
import { resetCenter } from "@/tests/factories/knowledge-center";
import { makeModel, onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { readStream } from "@/tests/factories/stream";
import { runTasksOf } from "@/tests/factories/tasks";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

type PreviewDto = { saved: LookDto; draft: LookDto | null };

let fake: Awaited<ReturnType<typeof startModelServer>>;
let reading: string;
let failing: string;
let reranking: string;
let owner: Person;
let reader: Person;
let stranger: Person;

beforeAll(async () => {
  await onlyBuiltinModels();
  fake = await startModelServer();
  await startJobs(TASK_JOBS, false);
  reading = await makeModel(fake.url, "fake-reader");
  failing = await makeModel(fake.url, "fake-500");
  reranking = await makeModel(fake.url, "fake-rerank", { type: "rerank" });
  [owner, reader, stranger] = [await makePerson(), await makePerson(), await makePerson()];
});
afterEach(async () => {
  await db().delete(systemConfig).where(eq(systemConfig.type, "knowledgeRetrieval"));
  invalidateConfig("knowledgeRetrieval");
});
afterAll(async () => {
  await resetCenter();
  await fake.close();
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

const at = (person: Person, id: string) => ({ token: person.token, params: { id } });
const read = (person: Person, id: string) => answer<RetrievalDto>(readRoute, at(person, id));
const change = (person: Person, id: string, own: unknown, revision?: string) =>
  answer<RetrievalDto>(changeRoute, { ...at(person, id), method: "PUT", body: { settings: own, revision } });
const recall = async (person: Person, body: object) =>
  (await answer<RecallDto>(recallRoute, { token: person.token, body })).data!;
/** What a recall finds, by the letter each slice begins with; those beside others in lower case. */
const letters = ({ hits }: RecallDto) =>
  hits.map(({ text, neighbourOf }) => (neighbourOf ? text.trim()[0]!.toLowerCase() : text.trim()[0])).join("");

/** A base of one file, whose slices begin with these letters; the words make some of them answer. */
async function makeBook(lines: readonly string[], own?: OwnRetrieval, name = "book.txt") {
  const base = await makeBase(owner, { visibility: "partial", grants: [granted("user", reader.id)] });
  const segmentation = JSON.stringify({ mode: "separator", separators: [{ text: "---" }] });
  const { data } = await addFiles(owner, base, [{ name, bytes: lines.join("---") }], { segmentation });
  const file = data!.items[0]!;
  await runTasksOf(file.versionId!);
  if (own) expect(await change(owner, base, own)).toMatchObject({ code: 200 });
  return { base, file: file.id! };
}

const BOOK = [
  "Alpha opens the yard at dawn.",
  "Bravo counts the lorries at the gate.",
  "Charlie paints the harbour lanterns red.",
  "Delta waters the northern garden.",
  "Echo sweeps the long corridor.",
  "Foxtrot mends harbour ropes in winter.",
  "Golf locks the yard at night.",
];
const QUESTION = "Who works at the harbour?";

describe("settings of a base", () => {
  it("follow the center until the base sets its own, and again when that is taken back", async () => {
    const { base } = await makeBook(BOOK);
    const { data: opened } = await read(owner, base);
    expect(opened).toMatchObject({ own: {}, center: { mode: "union", topK: 30, minScore: 0.1, distance: 0 } });
    await upsertConfig(db(), "knowledgeRetrieval", { selectedCount: 1 });
    invalidateConfig("knowledgeRetrieval");
    expect((await recall(owner, { baseIds: [base], query: QUESTION })).hits).toHaveLength(1);
    const { data: changed } = await change(owner, base, { selectedCount: 2 }, opened!.revision);
    expect(changed!.own).toEqual({ selectedCount: 2 });
    expect((await recall(reader, { baseIds: [base], query: QUESTION })).hits).toHaveLength(2);
    // Made from the state before: the first change is not lost.
    expect(await change(owner, base, { topK: 5 }, opened!.revision)).toMatchObject({ code: 409 });
    await change(owner, base, {}, changed!.revision);
    expect((await recall(reader, { baseIds: [base], query: QUESTION })).hits).toHaveLength(1);
  });

  it("are for those who manage the base", async () => {
    const { base } = await makeBook(BOOK);
    for (const person of [reader, stranger]) {
      expect(await read(person, base)).toMatchObject({ code: 404 });
      expect(await change(person, base, { topK: 5 })).toMatchObject({ code: 404 });
    }
    expect((await read(owner, base)).data!.own).toEqual({});
  });

  it.each([[{ distance: 11 }], [{ topK: 0 }], [{ minScore: 1.5 }], [{ rewriteLanguage: "tlh" }], [{ unknown: 1 }]])(
    "refuse %j",
    async (own) => {
      const base = await makeBase(owner);
      expect(await change(owner, base, own)).toMatchObject({ code: 400 });
    },
  );

  it("refuse models of another kind or nobody's, and a rewrite without a model (spec 9)", async () => {
    const base = await makeBase(owner);
    const fields = async (own: OwnRetrieval) =>
      ((await change(owner, base, own)).data as unknown as { fields: object } | null)?.fields;
    // As after some seconds without a call of a model: the models are read anew.
    invalidateModels();
    expect(await fields({ rerankModelId: reading })).toEqual({ rerankModelId: "invalid" });
    expect(await fields({ filterModelId: v7() })).toEqual({ filterModelId: "invalid" });
    expect(await fields({ rewriteEnabled: true })).toEqual({ rewriteModelId: "rewriteModel" });
    expect(await change(owner, base, { rewriteEnabled: true, rewriteModelId: reading })).toMatchObject({ code: 200 });
  });

  it("go along with a copy of the base", async () => {
    const { base } = await makeBook(BOOK, { distance: 2 });
    const body = { name: "Copy", withFiles: false };
    const { data } = await answer<{ id: string }>(copyRoute, { ...at(owner, base), body });
    expect((await read(owner, data!.id)).data!.own).toEqual({ distance: 2 });
  });
});

describe("a search by the settings of a base", () => {
  it("hands over 6 slices for 2 with a distance of 1 (spec 9), merged where they touch", async () => {
    const { base } = await makeBook(BOOK, { distance: 1, selectedCount: 2 });
    const found = await recall(reader, { baseIds: [base], query: QUESTION });
    expect([...letters(found)].sort().join("")).toBe("CFbdeg");
    expect(found.hits[2]).toMatchObject({ neighbourOf: found.hits[0]!.sliceId, score: 0, scores: {} });
    // C and F are two apart: with 2 on both sides D and E are between them, each once; the text ends after G.
    await change(owner, base, { distance: 2, selectedCount: 2 });
    const wider = letters(await recall(reader, { baseIds: [base], query: QUESTION }));
    expect([...wider].sort().join("")).toBe("CFabdeg");
  });

  it("never hands over what was switched off, what is of another file, or what is kept from the asker", async () => {
    const { base, file } = await makeBook(BOOK, { distance: 1, selectedCount: 1 });
    const { data } = await answer<SlicesDto>(slicesRoute, at(owner, file));
    const delta = data!.items.find(({ text }) => text.startsWith("Delta"))!;
    const query = "Who paints lanterns red?";
    expect([...letters(await recall(reader, { baseIds: [base], query }))].sort().join("")).toBe("Cbd");
    const off = { kind: "disable", reason: "old" };
    expect(await answer(changeSliceRoute, { ...at(owner, delta.id), body: off })).toMatchObject({ code: 200 });
    expect([...letters(await recall(reader, { baseIds: [base], query }))].sort().join("")).toBe("Cbe");
    await addFiles(owner, base, [{ name: "second.txt", bytes: "Zulu stands in another file." }]);
    expect([...letters(await recall(reader, { baseIds: [base], query: "Who locks the yard?" }))].sort().join("")).toBe(
      "Gf",
    );
    const hidden = { ...at(owner, file), method: "PATCH", body: { visibility: "self" } };
    expect(await answer(changeFileRoute, hidden)).toMatchObject({ code: 200 });
    expect((await recall(reader, { baseIds: [base], query })).hits).toEqual([]);
  });

  it("reranks, cuts below the minimum score, and lets what is asked for by name go before that", async () => {
    const { base } = await makeBook(BOOK, { rerankModelId: reranking, minScore: 0.99 });
    const query = "Charlie paints the harbour lanterns red.";
    expect(letters(await recall(reader, { baseIds: [base], query }))).toBe("C");
    const asked = await recall(reader, { baseIds: [base], query, minScore: 0, topK: 3 });
    expect(asked.hits).toHaveLength(3);
    expect(asked.hits[0]!.scores.rerank).toBe(1);
    expect(asked.timings.rerank).toBeGreaterThan(0);
    const vector = await recall(reader, { baseIds: [base], query, mode: "vector", minScore: 0, topK: 2 });
    expect(vector.hits.every(({ scores }) => scores.lexical === undefined)).toBe(true);
  });

  it("leaves out what the filter model finds beside the point, and takes what the selection model chooses", async () => {
    const lines = [...BOOK, "Hotel paints the harbour too, which is beside the point."];
    const { base } = await makeBook(lines, { filterModelId: reading });
    const [before] = [fake.state.requests.length];
    expect(letters(await recall(reader, { baseIds: [base], query: QUESTION }))).toMatch(/^[^H]*[CF][^H]*$/);
    expect(fake.state.requests).toHaveLength(before + 1);
    // The fake chooses from the end of the list.
    await change(owner, base, { selectModelId: reading, selectedCount: 1 });
    const chosen = letters(await recall(reader, { baseIds: [base], query: QUESTION }));
    await change(owner, base, { selectedCount: 1 });
    expect(letters(await recall(reader, { baseIds: [base], query: QUESTION }))).not.toBe(chosen);
  });

  it("goes on without models that fail, and says so; one asked for by name fails the search", async () => {
    const own = { filterModelId: failing, selectModelId: failing, selectedCount: 2 };
    const { base } = await makeBook(BOOK, own);
    const found = await recall(reader, { baseIds: [base], query: QUESTION });
    expect([...letters(found)].sort().join("")).toBe("CF");
    expect(found.failed).toEqual([
      { baseId: base, helper: "filter" },
      { baseId: base, helper: "select" },
    ]);
    const body = { baseIds: [base], query: QUESTION, rerankModelId: v7() };
    expect(await answer(recallRoute, { token: reader.token, body })).toMatchObject({ code: 404 });
  });

  it("has the question rewritten where a base says so, and says of each base why not (spec G8)", async () => {
    const own = { rewriteEnabled: true, rewriteModelId: reading, rewriteLanguage: "en" } as const;
    const rewriting = await makeBook(["When does the lease end? In March."], own);
    const plain = await makeBook(BOOK, { rewriteEnabled: false });
    const query = "租约什么时候到期？";
    const baseIds = [rewriting.base, plain.base];
    const found = await recall(reader, { baseIds, query });
    expect(found.searched).toEqual([
      { baseId: rewriting.base, rewriting: "done", queries: [query, "When does the lease end?"] },
      { baseId: plain.base, rewriting: "off", queries: [query] },
    ]);
    // By words alone nothing of a Chinese question stands in the English slice.
    expect(found.hits.find(({ baseId }) => baseId === rewriting.base)!.scores.lexical).toBeGreaterThan(0);
    const [before] = [fake.state.requests.length];
    const asked = await recall(reader, { baseIds, query, rewrite: false });
    expect(asked.searched.map(({ rewriting }) => rewriting)).toEqual(["off", "off"]);
    expect(asked.hits.every(({ scores }) => scores.lexical === undefined)).toBe(true);
    const english = await recall(reader, { baseIds, query: QUESTION });
    expect(english.searched.map(({ rewriting }) => rewriting)).toEqual(["notNeeded", "off"]);
    expect(fake.state.requests.length).toBe(before);
    const reasonWith = async (settings: OwnRetrieval) => {
      expect(await change(owner, rewriting.base, settings)).toMatchObject({ code: 200 });
      return (await recall(reader, { baseIds: [rewriting.base], query })).searched[0]!.rewriting;
    };
    expect(await reasonWith({ ...own, rewriteModelId: failing })).toBe("failed");
    // As the center has it: rewritten by the default model, which is the built-in one and only quotes.
    expect(await reasonWith({ rewriteLanguage: "en" })).toBe("noModel");
  });

  it("fuses bases by the places in their lists, each searched as it is set", async () => {
    const one = await makeBook(BOOK, { selectedCount: 2, mode: "vector" });
    const two = await makeBook(["Xray repairs harbour cranes.", "Yankee feeds the harbour cat."], { selectedCount: 1 });
    const found = await recall(reader, { baseIds: [one.base, two.base], query: QUESTION });
    expect(found.hits.map(({ baseId }) => baseId)).toEqual([one.base, two.base, one.base]);
    expect(found.hits[0]!.scores.lexical).toBeUndefined();
    expect(found.hits[1]!.scores.lexical).toBeDefined();
    expect(found.hits.map(({ score }) => score)).toEqual(found.hits.map(({ score }) => score).sort((a, b) => b - a));
    expect((await recall(reader, { baseIds: [one.base, two.base], query: QUESTION, topK: 2 })).hits).toHaveLength(2);
  });
});

describe("a look at settings that are not saved", () => {
  const preview = (person: Person, id: string, settings: OwnRetrieval) =>
    answer<PreviewDto>(previewRoute, { ...at(person, id), body: { question: QUESTION, settings } });
  /** Slices by what became of them. */
  const fates = ({ slices }: LookDto) =>
    Object.fromEntries(
      [...Map.groupBy(slices, ({ cut, neighbourOf }) => (neighbourOf ? "beside" : (cut ?? "selected")))].map(
        ([fate, of]) => [
          fate,
          of
            .map(({ text }) => text[0])
            .sort()
            .join(""),
        ],
      ),
    );

  it("stands beside the saved ones and says what left each slice out (spec G1)", async () => {
    const { base } = await makeBook(BOOK, { selectedCount: 2 });
    const same = (await preview(owner, base, { selectedCount: 2 })).data!;
    expect(same.draft).toBeNull();
    expect(fates(same.saved)).toMatchObject({ selected: "CF" });
    const own = { distance: 1, selectedCount: 1, topK: 2 };
    const { draft } = (await preview(owner, base, own)).data!;
    expect(fates(draft!)).toMatchObject({ selected: "C", selection: "F", beside: "BD" });
    expect(draft!.slices.some(({ cut }) => cut === "topK")).toBe(true);
    const strict = (await preview(owner, base, { rerankModelId: reranking, minScore: 1 })).data!.draft!;
    expect(fates(strict)).not.toHaveProperty("selected");
    expect(fates(strict).minScore).toContain("C");
    const broken = (await preview(owner, base, { filterModelId: failing })).data!.draft!;
    expect(broken.failed).toEqual(["filter"]);
    // A look changes nothing, and is for those who manage.
    expect((await read(owner, base)).data!.own).toEqual({ selectedCount: 2 });
    expect(await preview(reader, base, {})).toMatchObject({ code: 404 });
  });
});

describe("a question to bases", () => {
  const ask = async (body: object) => {
    const stream = await readStream(
      await call(askRoute, { token: reader.token, body: { modelId: reading, question: QUESTION, ...body } }),
    );
    const steps = new Map<string, StepData>();
    for (const line of stream.lines) if (line.type === "data-step") steps.set(line.data.name, line.data);
    return { stream, steps };
  };

  it("is searched as each base is set, and told how", async () => {
    const { base } = await makeBook(BOOK, { distance: 1, selectedCount: 2, filterModelId: failing });
    const before = fake.state.requests.length;
    const { steps, stream } = await ask({ baseIds: [base] });
    expect(stream.finish?.status).toBe("done");
    expect(steps.get("selection")!.facts).toMatchObject({ kept: 2, around: 4, failed: "some" });
    const sent = fake.state.requests.slice(before).map(({ body }: { body: unknown }) => JSON.stringify(body));
    // What went to the model holds the neighbours as well, each once.
    const answered = sent.find((body: string) => body.includes("[1]") || body.includes("Bravo counts")) ?? "";
    expect(answered.match(/Bravo counts/g)).toHaveLength(1);
  });

  it("tells what embedding it, reranking and filtering cost, and the ledger has the same rows (spec G4)", async () => {
    const [embedding, rerank, chat] = [
      await makeModel(fake.url, "fake-embedding", { type: "vector" }),
      await makeModel(fake.url, "fake-rerank", { type: "rerank" }),
      await makeModel(fake.url, "fake-reader"),
    ];
    for (const modelId of [embedding, rerank, chat]) {
      const [channel] = await listChannelsOf(db(), modelId);
      const price = { currency: "CNY", inputPerMillion: 10_000_000, outputPerMillion: 20_000_000 };
      await insertPrice(db(), { channelId: channel!.id, ...price, validFrom: "2020-01-01" });
    }
    invalidateModels();
    const base = await makeBase(owner, {
      visibility: "partial",
      grants: [granted("user", reader.id)],
      embeddingModelId: embedding,
    });
    await makeKnowledgeFile(owner, base, "book.txt", BOOK.join("\n"));
    await change(owner, base, { rerankModelId: rerank, minScore: 0, filterModelId: chat });
    const { steps, stream } = await ask({ baseIds: [base], modelId: chat, question: "Who paints the lanterns today?" });
    await backgroundIdle(10_000);
    await flushLedger();
    const { sessionId, runId } = stream.start;
    const rows = await db().select().from(usageLedger).where(eq(usageLedger.sessionId, sessionId));
    const booked = (modelId: string, isAnswer = false) =>
      rows
        .filter((row) => row.modelId === modelId && (row.requestId === runId) === isAnswer)
        .reduce((sum, { costMicros }) => sum + (costMicros ?? 0), 0);
    expect(booked(embedding)).toBeGreaterThan(0);
    expect(steps.get("search")!.cost).toEqual({ micros: booked(embedding), currency: "CNY" });
    const filter = steps.get("selection")!.cost!.micros - booked(rerank);
    expect(booked(rerank)).toBeGreaterThan(0);
    expect(filter).toBeGreaterThan(0);
    const told = [...steps.values()].reduce((sum, { cost }) => sum + (cost?.micros ?? 0), 0);
    const usage = stream.lines.find((line) => line.type === "data-usage");
    expect(usage).toMatchObject({ data: { cost: { micros: told } } });
    // The title, which is made beside it, is no step of the answer.
    const all = booked(embedding) + booked(rerank) + booked(chat) + booked(chat, true);
    expect(all).toBeGreaterThanOrEqual(told);
  });

  it("is rewritten for the bases that want it, into the language they name", async () => {
    const rewriting = await makeBook(BOOK, { rewriteEnabled: true, rewriteModelId: reading, rewriteLanguage: "en" });
    const plain = await makeBook(BOOK, { rewriteEnabled: false });
    const question = "谁在港口工作？";
    const { steps } = await ask({ baseIds: [rewriting.base, plain.base], question });
    expect(steps.get("rewrite")!.found).toEqual([
      { kind: "query", text: question },
      { kind: "query", text: "When does the lease end?" },
    ]);
    const off = await ask({ baseIds: [plain.base], question });
    expect(off.steps.get("rewrite")).toMatchObject({ state: "skipped", reason: "off" });
  });
});
