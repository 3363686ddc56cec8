import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { GET as messagesRoute } from "@/app/api/chat/sessions/[id]/messages/route";
import { POST as askRoute } from "@/app/api/knowledge/answer/route";
import { PATCH as changeBaseRoute } from "@/app/api/knowledge/bases/[id]/route";
import { PATCH as changeRoute, DELETE as deleteRoute } from "@/app/api/knowledge/qas/[id]/route";
import { POST as batchRoute } from "@/app/api/knowledge/qas/batch/route";
import { POST as importRoute } from "@/app/api/knowledge/qas/import/route";
import { POST as createRoute, GET as listRoute } from "@/app/api/knowledge/qas/route";
import { GET as workRoute } from "@/app/api/knowledge/qas/work/route";
import { closeDatabase, db } from "@/db/client";
import { listPhrasesByWords } from "@/db/queries/knowledge/qa-search";
import { insertQas } from "@/db/queries/knowledge/qas";
import { knowledgeQas } from "@/db/schema/knowledge";
import { knowledgeAnswers } from "@/db/schema/knowledge-operations";
import { usageLedger } from "@/db/schema/models";
import type { QasDto, QaWorkDto } from "@/lib/features/knowledge/qa-dto";
import { findQa } from "@/lib/features/knowledge/service/qa/find";
import { importSubject } from "@/lib/features/knowledge/service/qa/import";
import { neededTerms, readQuestion } from "@/lib/features/knowledge/service/qa/question-words";
import { phrasesOf } from "@/lib/features/knowledge/service/qa/scope";
import { makeQaVectors } from "@/lib/features/knowledge/service/qa/vectors";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { flushLedger } from "@/lib/models/ledger";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { P } from "@/lib/permissions/codes";
import type { ChatMessageDto } from "@/lib/stream/message-dto";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { wordsKey } from "@/lib/text/words-key";
import { answer, call } from "@/tests/factories/call";
import { eventually } from "@/tests/factories/eventually";
import { BOUNDARY, multipart } from "@/tests/factories/files";
import { makeBase, makeKnowledgeFile } from "@/tests/factories/knowledge";
import { makeModel, onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { makeRule, REPLY, removeRules } from "@/tests/factories/review";
import { type ReadStream, readStream } from "@/tests/factories/stream";
import { runTasksOf } from "@/tests/factories/tasks";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let model: string;
let owner: Person;
let reader: Person;
let keeper: Person;
let baseId: string;
let qaId: string;

const PAIR = {
  question: "How many days of annual leave do I have?",
  synonyms: ["Annual leave entitlement"],
  answer: "Thirty days, **from 2027** on.",
};

beforeAll(async () => {
  await onlyBuiltinModels();
  fake = await startModelServer();
  await startJobs([...TASK_JOBS, makeQaVectors], false);
  model = await makeModel(fake.url, "fake-reader");
  [owner, reader] = [await makePerson(), await makePerson()];
  keeper = await makePerson({ codes: [P.KB_CHAT, P.KB_CENTER] });
  baseId = await makeBase(owner, { visibility: "all" });
  await makeKnowledgeFile(owner, baseId, "canteen.txt", "The canteen opens at noon and closes at two.\n");
  qaId = await make(owner, { baseId, ...PAIR });
});
afterAll(async () => {
  await fake.close();
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

async function make(person: Person, body: object): Promise<string> {
  const made = await answer<{ id: string }>(createRoute, { token: person.token, body });
  if (!made.data) throw new Error(made.message);
  return made.data.id;
}
const ask = async (person: Person, question: string, more: object = {}) =>
  readStream(
    await call(askRoute, { token: person.token, body: { modelId: model, baseIds: [baseId], question, ...more } }),
  );
const curatedOf = ({ lines }: ReadStream) => lines.find((line) => line.type === "data-curated")?.data;
const textOf = ({ lines }: ReadStream) => lines.map((line) => (line.type === "text-delta" ? line.delta : "")).join("");
const stepsOf = ({ lines }: ReadStream) => [
  ...new Map(lines.flatMap((line) => (line.type === "data-step" ? [[line.data.name, line.data.state]] : []))),
];
const sessionOf = ({ lines }: ReadStream) => {
  const start = lines.find((line) => line.type === "start");
  return (start as { messageMetadata: { sessionId: string; answerId: string } }).messageMetadata;
};

describe("a pair in knowledge chat", () => {
  it("answers word for word, by its question, a synonym or other words, and books no call", async () => {
    for (const asked of [PAIR.question, "annual leave ENTITLEMENT?", "How many days do I have of annual leave?"]) {
      const stream = await ask(reader, asked);
      expect(textOf(stream)).toBe(PAIR.answer);
      expect(curatedOf(stream)).toMatchObject({ qaId, baseId, author: owner.actor.name, question: PAIR.question });
      expect(stepsOf(stream).map(([name]) => name)).toEqual(["curated", "answer"]);
    }
    await flushLedger();
    const booked = await db().select().from(usageLedger).where(eq(usageLedger.userId, reader.id));
    // Conversations are given titles by a model all the same.
    expect(booked.filter(({ isQuestion, outputTokens }) => isQuestion || outputTokens > 1)).toEqual([]);
  });

  it("is held back by a review rule like an answer of a model", async () => {
    const word = PAIR.answer.split(" ").find(({ length }) => length > 4)!;
    await makeRule([word], { reviewsInput: false });
    const stream = await ask(reader, PAIR.question);
    await removeRules();
    expect(stream.lines.map(({ type }) => type)).toContain("data-review");
    expect(JSON.stringify(stream.lines)).not.toContain(PAIR.answer);
    const { sessionId } = sessionOf(stream);
    const stored = await answer<{ items: ChatMessageDto[] }>(messagesRoute, {
      token: reader.token,
      params: { id: sessionId },
    });
    expect(stored.data!.items.at(-1)!.parts).toEqual([
      { type: "review", side: "output" },
      { type: "text", text: REPLY },
    ]);
  });

  it("is counted as curated for its base", async () => {
    const { answerId } = sessionOf(await ask(reader, PAIR.question));
    const counted = () => db().select().from(knowledgeAnswers).where(eq(knowledgeAnswers.messageId, answerId));
    const rows = await eventually(counted, ({ length }) => length > 0);
    expect(rows).toMatchObject([{ baseId, outcome: "curated" }]);
  });

  it("leaves a near miss to slices and model", async () => {
    const stream = await ask(reader, "How many days of sick leave do I have?");
    expect(curatedOf(stream)).toBeUndefined();
    expect(stepsOf(stream).map(([name]) => name)).toContain("search");
  });

  it("is asked as the strategy says", async () => {
    expect(curatedOf(await ask(reader, PAIR.question, { strategy: "model" }))).toBeUndefined();
    const none = await ask(reader, "When does the canteen open?", { strategy: "qa" });
    expect(textOf(none)).toContain("do not hold an answer");
    expect(stepsOf(none).map(([name]) => name)).toEqual(["curated", "answer"]);
    expect(curatedOf(await ask(reader, PAIR.question, { strategy: "qa" }))).toBeDefined();
  });

  it("answers nobody while it is off, proposed or out of its days", async () => {
    const run = (action: string) => answer(batchRoute, { token: owner.token, body: { baseId, action, ids: [qaId] } });
    const change = (body: object) => answer(changeRoute, { token: owner.token, params: { id: qaId }, body });
    const isCurated = async () => curatedOf(await ask(reader, PAIR.question, { strategy: "qa" })) !== undefined;
    await run("disable");
    expect(await isCurated()).toBe(false);
    await run("enable");
    await db().update(knowledgeQas).set({ state: "proposed" }).where(eq(knowledgeQas.id, qaId));
    expect(await isCurated()).toBe(false);
    await run("approve");
    await change({ validUntil: "2026-01-31" });
    expect(await isCurated()).toBe(false);
    await change({ validFrom: "2090-01-01", validUntil: null });
    expect(await isCurated()).toBe(false);
    await change({ validFrom: null, validUntil: "2090-01-01" });
    expect(await isCurated()).toBe(true);
  });

  it("hides its author and question from who lost the base, and once it is deleted", async () => {
    const stream = await ask(reader, PAIR.question);
    const { sessionId } = sessionOf(stream);
    const stored = async () => {
      const { data } = await answer<{ items: ChatMessageDto[] }>(messagesRoute, {
        token: reader.token,
        params: { id: sessionId },
      });
      const part = data!.items.flatMap(({ parts }) => parts).find(({ type }) => type === "curated");
      return part?.type === "curated" ? part.curated : null;
    };
    expect(await stored()).toMatchObject({ author: owner.actor.name, question: PAIR.question });
    const show = (visibility: string) =>
      answer(changeBaseRoute, { token: owner.token, params: { id: baseId }, body: { visibility } });
    await show("self");
    expect(await stored()).toMatchObject({ qaId, author: "", question: "" });
    await show("all");
    const gone = await make(owner, { baseId, question: "Who is gone soon?", answer: "Me." });
    const other = sessionOf(await ask(reader, "Who is gone soon?"));
    await answer(deleteRoute, { token: owner.token, params: { id: gone } });
    const { data } = await answer<{ items: ChatMessageDto[] }>(messagesRoute, {
      token: reader.token,
      params: { id: other.sessionId },
    });
    expect(JSON.stringify(data!.items)).toContain('"author":""');
  });
});

describe("pairs of the center", () => {
  it("come after those of the base, and reach whom they are shown to", async () => {
    const question = "Which colour is the door?";
    const center = { question, answer: "Green.", visibility: "partial" };
    const grants = [{ subjectType: "user", subjectId: reader.id, right: "view" }];
    const id = await make(keeper, { ...center, grants });
    expect(curatedOf(await ask(reader, question, { strategy: "qa" }))).toMatchObject({ qaId: id, baseId: null });
    expect(curatedOf(await ask(owner, question, { strategy: "qa" }))).toBeUndefined();
    const own = await make(owner, { baseId, question, answer: "Blue." });
    expect(curatedOf(await ask(reader, question))).toMatchObject({ qaId: own });
  });
});

describe("an imported table", () => {
  it("takes in the rows that hold and tells of the others by number", async () => {
    const home = await makeBase(owner, { name: "Imported" });
    await make(owner, { baseId: home, question: "Known already?", answer: "Yes." });
    const long = "x".repeat(20_001);
    const rows = [
      "Question,Answer,Other ways to ask,Valid until",
      'First?,"One, two",a first|first one,2090-12-31',
      "known ALREADY,Again.,,",
      ",No question,,",
      "No answer?,,,",
      `Too long?,${long},,`,
      "Bad day?,Yes.,,31 December",
      "First,Twice.,,",
    ];
    const form = multipart([{ name: "file", filename: "pairs.csv", bytes: rows.join("\n") }]) as unknown as BodyInit;
    const headers = { "content-type": `multipart/form-data; boundary=${BOUNDARY}` };
    const begun = await answer<{ id: string }>(importRoute, {
      ...{ token: owner.token, query: { baseId: home }, raw: form, headers, method: "POST" },
    });
    expect([begun.code, begun.message]).toEqual([200, expect.any(String)]);
    await runTasksOf(importSubject(home));
    const work = await answer<QaWorkDto>(workRoute, { token: owner.token, query: { baseId: home } });
    expect(work.data?.import).toMatchObject({ status: "done", added: 1, skipped: 2, refused: 4, error: null });
    expect(work.data?.import?.rows.map(({ row, reason }) => [row, reason])).toEqual(
      [
        [4, "noQuestion"],
        [5, "noAnswer"],
        [6, "answerTooLong"],
        [7, "date"],
        [3, "duplicate"],
        [8, "duplicate"],
      ].sort(([a], [b]) => Number(a) - Number(b)),
    );
    const { data } = await answer<QasDto>(listRoute, {
      token: owner.token,
      query: { baseId: home, keyword: "First?" },
    });
    expect(data?.items).toMatchObject([{ synonymCount: 2, validUntil: "2090-12-31", origin: "imported" }]);
  });

  it("is refused without its columns", async () => {
    const form = multipart([{ name: "file", filename: "a.csv", bytes: "a,b\n1,2\n" }]) as unknown as BodyInit;
    const headers = { "content-type": `multipart/form-data; boundary=${BOUNDARY}` };
    const refused = await answer(importRoute, {
      ...{ token: owner.token, query: { baseId }, raw: form, headers, method: "POST" },
    });
    expect([refused.code, (refused.data as { error?: string })?.error]).toEqual([422, "qaColumns"]);
  });
});

describe("finding a pair", () => {
  it("looks through 5,000 of them in a moment", async () => {
    const home = await makeBase(owner, { name: "Many" });
    const topics = ["leave", "travel", "laptop", "badge", "canteen", "parking", "salary", "bonus", "training", "visa"];
    const rows = Array.from({ length: 5000 }, (_, at) => {
      const question = `How do I request ${topics[at % 10]} for project ${at} in building ${at % 37}?`;
      const row = { id: v7(), baseId: home, question, answer: "So.", authorId: owner.id };
      return { ...row, phrases: phrasesOf({ question, synonyms: [] }) };
    });
    for (let at = 0; at < rows.length; at += 500) await insertQas(db(), rows.slice(at, at + 500));
    const question = "How can I request laptop for project 2342 in building 11?";
    const find = () => findQa(owner.actor, { baseIds: [home], question, minScore: 0.85 });
    expect((await find())?.qa.question).toContain("project 2342 in building 11");
    const terms = neededTerms(readQuestion(question));
    const statement = { baseIds: [home], key: wordsKey(question), terms, isStrict: true, limit: 40 };
    const subjects = { userId: owner.id, roleIds: [], departmentIds: [] };
    const times: number[] = [];
    for (let run = 0; run < 5; run++) {
      const from = performance.now();
      await listPhrasesByWords(db(), subjects, statement);
      times.push(performance.now() - from);
    }
    const whole = performance.now();
    await find();
    process.stderr.write(
      `candidates ${Math.min(...times).toFixed(1)} ms, whole ${(performance.now() - whole).toFixed(1)} ms\n`,
    );
    expect(Math.min(...times)).toBeLessThan(60);
  });
});
