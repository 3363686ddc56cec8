import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { GET as exportRoute } from "@/app/api/chat/sessions/[id]/export/route";
import { POST as cancelOverviewRoute } from "@/app/api/documents/[id]/overview/cancel/route";
import { GET as overviewRoute, POST as restartRoute } from "@/app/api/documents/[id]/overview/route";
import { POST as answerRoute } from "@/app/api/documents/chats/[id]/answer/route";
import { POST as cancelCellsRoute } from "@/app/api/documents/chats/[id]/table/cancel/route";
import { DELETE as removeColumnRoute } from "@/app/api/documents/chats/[id]/table/columns/[columnId]/route";
import { POST as columnsRoute } from "@/app/api/documents/chats/[id]/table/columns/route";
import { GET as tableExportRoute } from "@/app/api/documents/chats/[id]/table/export/route";
import { POST as retryCellsRoute } from "@/app/api/documents/chats/[id]/table/retry/route";
import { GET as tableRoute } from "@/app/api/documents/chats/[id]/table/route";
import { PUT as configRoute } from "@/app/api/documents/config/route";
import { closeDatabase, db } from "@/db/client";
import { documentCells } from "@/db/schema/documents";
import { tasks } from "@/db/schema/tasks";
import type { DocumentDto, DocumentTableDto, OverviewDto } from "@/lib/features/documents/dto";
import { DEFAULT_CONFIG } from "@/lib/features/documents/schema";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { BUILTIN_MODEL } from "@/lib/models/builtin/extractive";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { readText } from "@/lib/parsing/store";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { abort, runTask } from "@/lib/tasks/run";
import { answer, call } from "@/tests/factories/call";
import { eventually } from "@/tests/factories/eventually";
import { makeModel, onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { makeChat, makeDocument } from "@/tests/factories/reading";
import { readStream } from "@/tests/factories/stream";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let u1: Person;
let u2: Person;

beforeAll(async () => {
  await onlyBuiltinModels();
  fake = await startModelServer();
  await startJobs(TASK_JOBS, false);
});
beforeEach(async () => {
  [u1, u2] = [await makePerson(), await makePerson()];
});
afterAll(async () => {
  await fake.close();
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

const EN = { cookie: "current-locale=en_US" };
const REPORT = `# Heating report\n\n## Costs\n\nThe heating of the school cost 18,200 euros in 2025. That is nine per cent more than the heating cost in 2024.\n\n## Plan\n\nA heat pump replaces the old heating in the summer of 2027. The school pays for the heat pump from its own funds.\n`;

const overview = (person: Person, id: string) =>
  answer<OverviewDto>(overviewRoute, { token: person.token, params: { id }, headers: EN });

async function useModel(person: Person, name: string, options = {}): Promise<string> {
  const modelId = await makeModel(fake.url, name, options);
  await answer(configRoute, { token: person.token, method: "PUT", body: { ...DEFAULT_CONFIG, modelId } });
  return modelId;
}

describe("the overview", () => {
  it("is quoted from the document where no language model is, and says so", async () => {
    await useModel(u1, BUILTIN_MODEL, { template: "builtin" });
    const document = await makeDocument(u1, "report.md", REPORT);
    const { data: begun } = await overview(u1, document.id);
    expect(begun).toMatchObject({ status: "waiting", summary: "" });
    await runTask(begun!.id);
    const { data } = await overview(u1, document.id);
    expect(data).toMatchObject({ status: "done", progress: 100, isExtractive: true, modelName: null });
    expect(data!.summary).toContain("[^c1]");
    expect(data!.questions).toContain("What does the document say about “Costs”?");
    expect(data!.citations.length).toBeGreaterThan(1);
    for (const { versionId, from, to, quote } of data!.citations)
      expect(await readText(versionId, from, to)).toBe(quote);
    expect((await overview(u2, document.id)).code).toBe(404);
    const foreign = { token: u2.token, params: { id: document.id }, method: "POST" };
    for (const route of [restartRoute, cancelOverviewRoute]) expect((await answer(route, foreign)).code).toBe(404);
  });

  it("fails with words when its model only thinks", async () => {
    await useModel(u1, "fake-thoughtful");
    const document = await makeDocument(u1, "report.md", REPORT);
    await runTask((await overview(u1, document.id)).data!.id);
    expect((await overview(u1, document.id)).data).toMatchObject({ status: "failed", failure: "emptyAnswer" });
  });

  it("is written by a model with citations, a long document section by section, and goes on after a kill", async () => {
    await useModel(u1, "fake-reader", { contextWindow: 4000, maxOutputTokens: 500 });
    const chapters = Array.from(
      { length: 60 },
      (_, n) => `# Chapter ${n}\n\nChapter ${n} says ${n * 7} things. ${"More words follow here. ".repeat(20)}`,
    );
    const document = await makeDocument(u1, "book.md", chapters.join("\n\n"));
    const { data: begun } = await overview(u1, document.id);
    const id = begun!.id;
    // The first worker dies after two sections: its call is cut, its lease runs out.
    const row = async () => (await db().select().from(tasks).where(eq(tasks.id, id)))[0]!;
    const notesOf = ({ state }: Awaited<ReturnType<typeof row>>) => (state as { notes?: string[] }).notes?.length ?? 0;
    const before = fake.state.requests.length;
    const first = runTask(id);
    await eventually(row, (task) => notesOf(task) >= 2, 5);
    abort(id);
    await first;
    const left = await row();
    expect(left.status).toBe("waiting");
    const kept = notesOf(left);
    const dead = { status: "running", leaseId: v7(), leaseUntil: new Date(0) } as const;
    await db().update(tasks).set(dead).where(eq(tasks.id, id));
    await runTask(id);
    const { data } = await overview(u1, document.id);
    expect(data).toMatchObject({ status: "done", isExtractive: false });
    expect(data!.keyPoints).toHaveLength(3);
    expect(data!.questions).toEqual(["What is it?", "How much is it?", "Who says so?"]);
    expect(data!.citations[0]!.quote).not.toBe("");
    // Nothing that was kept is asked for, or paid for, again.
    const sent = fake.state.requests.slice(before) as { body: unknown }[];
    const asked = sent.map(({ body }) => JSON.stringify(body));
    const notes = asked.filter((request) => request.includes("You take notes"));
    expect(kept).toBeGreaterThanOrEqual(2);
    for (const request of notes.slice(0, kept)) expect(notes.filter((other) => other === request)).toHaveLength(1);
  });

  it("fails with its cause, and is made again", async () => {
    await useModel(u1, "fake-500");
    const document = await makeDocument(u1, "report.md", REPORT);
    const { data: begun } = await overview(u1, document.id);
    await runTask(begun!.id);
    expect((await overview(u1, document.id)).data).toMatchObject({ status: "failed", failure: "supplierError" });
    await useModel(u1, "fake-reader");
    const again = { token: u1.token, params: { id: document.id }, method: "POST", headers: EN };
    expect((await answer<OverviewDto>(restartRoute, again)).data).toMatchObject({ status: "waiting", failure: null });
    await runTask(begun!.id);
    expect((await overview(u1, document.id)).data).toMatchObject({ status: "done" });
  });

  it("is not written by who lost it", async () => {
    const document = await makeDocument(u1, "report.md", REPORT);
    await useModel(u1, "fake-reader-slow");
    const { data: begun } = await overview(u1, document.id);
    const running = runTask(begun!.id);
    for (;;) {
      if ((await overview(u1, document.id)).data!.modelName) break;
    }
    const at = { token: u1.token, params: { id: document.id }, method: "POST" };
    expect((await answer(cancelOverviewRoute, at)).code).toBe(200);
    await running;
    expect((await overview(u1, document.id)).data).toMatchObject({ status: "cancelled", summary: "" });
  });
});

async function table(person: Person, chatId: string): Promise<DocumentTableDto> {
  return (await answer<DocumentTableDto>(tableRoute, { token: person.token, params: { id: chatId } })).data!;
}

async function answerAll(person: Person, chatId: string): Promise<void> {
  for (const { id } of (await table(person, chatId)).columns) {
    for (const task of await db().select().from(tasks).where(eq(tasks.subject, id))) await runTask(task.id);
  }
}

describe("the table", () => {
  let documents: DocumentDto[];
  let chatId: string;
  beforeEach(async () => {
    await useModel(u1, "fake-reader");
    documents = [
      await makeDocument(u1, "a.txt", "The fee is 12 euros."),
      await makeDocument(u1, "=cmd.txt", "The fee is 15 euros."),
    ];
    chatId = (await makeChat(u1, documents)).id;
  });
  const addColumn = (person: Person, question: string) =>
    answer<DocumentTableDto>(columnsRoute, { token: person.token, params: { id: chatId }, body: { question } });

  it("answers each cell from its own document, with citations", async () => {
    const { data } = await addColumn(u1, "What is the fee?");
    expect(data).toMatchObject({ open: 2, columns: [{ question: "What is the fee?" }] });
    await answerAll(u1, chatId);
    const done = await table(u1, chatId);
    expect(done.open).toBe(0);
    for (const [index, words] of ["The fee is 12 euros.", "The fee is 15 euros."].entries()) {
      const cell = done.cells.find(({ documentId }) => documentId === documents[index]!.id)!;
      expect(cell).toMatchObject({ status: "done", text: `${words} [^c1]` });
      expect(cell.citations[0]).toMatchObject({
        quote: words,
        versionId: documents[index]!.versionId,
        supported: true,
      });
    }
  });

  it("cancels, tries again what has no answer, and removes a question", async () => {
    await addColumn(u1, "What is the fee?");
    const at = { token: u1.token, params: { id: chatId } };
    const { data: cancelled } = await answer<DocumentTableDto>(cancelCellsRoute, { ...at, body: {} });
    expect(cancelled!.cells.map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
    await answerAll(u1, chatId);
    expect((await table(u1, chatId)).cells.map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
    const columnId = cancelled!.columns[0]!.id;
    const { data: again } = await answer<DocumentTableDto>(retryCellsRoute, { ...at, body: { columnId } });
    expect(again!.open).toBe(2);
    // The cell of a worker that died is answered by the next.
    await db().update(documentCells).set({ status: "running" }).where(eq(documentCells.documentId, documents[0]!.id));
    await answerAll(u1, chatId);
    expect((await table(u1, chatId)).cells.map(({ status }) => status)).toEqual(["done", "done"]);
    const gone = { token: u1.token, method: "DELETE", params: { id: chatId, columnId } };
    expect((await answer<DocumentTableDto>(removeColumnRoute, gone)).data).toMatchObject({ columns: [], cells: [] });
  });

  it("is another person's business neither to read, nor to ask, nor to export", async () => {
    const { data } = await addColumn(u1, "What is the fee?");
    const columnId = data!.columns[0]!.id;
    expect((await addColumn(u2, "What?")).code).toBe(404);
    const at = { token: u2.token, params: { id: chatId } };
    for (const route of [tableRoute, tableExportRoute, exportRoute]) expect((await answer(route, at)).code).toBe(404);
    for (const [route, body] of [
      [cancelCellsRoute, {}],
      [retryCellsRoute, { columnId }],
    ] as const)
      expect((await answer(route, { ...at, body })).code).toBe(404);
    const own = await makeChat(u2, [await makeDocument(u2, "x.txt", "Mine alone.")]);
    const stolen = { token: u2.token, params: { id: own.id }, body: { columnId } };
    expect((await answer(retryCellsRoute, stolen)).code).toBe(404);
    const removed = { token: u2.token, method: "DELETE", params: { id: own.id, columnId } };
    expect((await answer(removeColumnRoute, removed)).code).toBe(404);
  });

  it("is exported without formulas", async () => {
    await addColumn(u1, "What is the fee?");
    await answerAll(u1, chatId);
    const at = { token: u1.token, params: { id: chatId }, headers: EN };
    const csv = await (await call(tableExportRoute, { ...at, query: { format: "csv" } })).text();
    expect(csv).toContain("a.txt,The fee is 12 euros. [1]");
    expect(csv).toContain("'=cmd.txt,");
    const xlsx = await call(tableExportRoute, { ...at, query: { format: "xlsx" } });
    expect(
      Buffer.from(await xlsx.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe("PK");
  });
});

describe("a conversation as a file", () => {
  it("has its citations as footnotes", async () => {
    const modelId = await makeModel(fake.url, "fake-reader");
    const chat = await makeChat(u1, [await makeDocument(u1, "report.md", REPORT)]);
    const params = { id: chat.id };
    await readStream(
      await call(answerRoute, { token: u1.token, params, body: { text: "What did it cost?", modelId } }),
    );
    const at = { token: u1.token, params, headers: EN };
    const markdown = await (await call(exportRoute, { ...at, query: { format: "md" } })).text();
    expect(markdown).toContain("## Question");
    expect(markdown).toMatch(/\[\^1\]/);
    expect(markdown).toMatch(/\n\[\^1\]: report\.md/);
    expect(markdown).not.toContain("[^c");
    const docx = Buffer.from(await (await call(exportRoute, { ...at, query: { format: "docx" } })).arrayBuffer());
    expect(docx.includes("word/footnotes.xml")).toBe(true);
    expect(docx.length).toBeGreaterThan(5000);
  });
});
