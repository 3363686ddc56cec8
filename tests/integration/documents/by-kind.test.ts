import { eq } from "drizzle-orm";
import { POST as continueRoute } from "@/app/api/chat/messages/[id]/continue/route";
import { POST as stopRoute } from "@/app/api/chat/runs/[id]/stop/route";
import { GET as searchRoute } from "@/app/api/chat/search/route";
import { GET as exportRoute } from "@/app/api/chat/sessions/[id]/export/route";
import { GET as messagesRoute } from "@/app/api/chat/sessions/[id]/messages/route";
import { DELETE as deleteRoute, PATCH as patchRoute } from "@/app/api/chat/sessions/[id]/route";
import { POST as shareRoute } from "@/app/api/chat/sessions/[id]/shares/route";
import { POST as bulkRoute } from "@/app/api/chat/sessions/bulk/route";
import { GET as listRoute } from "@/app/api/chat/sessions/route";
import { GET as sharedRoute } from "@/app/api/chat/shares/[id]/route";
import { POST as answerRoute } from "@/app/api/documents/chats/[id]/answer/route";
import { POST as compareRoute } from "@/app/api/documents/chats/[id]/compare/route";
import { PUT as configRoute } from "@/app/api/documents/config/route";
import { closeDatabase, db } from "@/db/client";
import { chatSessions } from "@/db/schema/conversation";
import { modelDefaults, usageLedger } from "@/db/schema/models";
import { backgroundIdle } from "@/lib/background";
import { spanKey } from "@/lib/citations/spans";
import type {
  BulkResultDto,
  ConversationDto,
  FoundConversationDto,
  ShareDto,
  SharedConversationDto,
} from "@/lib/conversation/dto";
import { DEFAULT_CONFIG } from "@/lib/features/documents/schema";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { BUILTIN_MODEL } from "@/lib/models/builtin/extractive";
import { flushLedger } from "@/lib/models/ledger";
import { closeIdleChildren } from "@/lib/parsing/pool";
import type { MessagePage } from "@/lib/stream/message-dto";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { answer, call } from "@/tests/factories/call";
import { makeConversation } from "@/tests/factories/conversations";
import { makeModel, onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { makeChat, makeDocument } from "@/tests/factories/reading";
import { readSome, readStream, summary } from "@/tests/factories/stream";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

// What the engine does for every kind of conversation, at the kind that is not personal chat.

let fake: Awaited<ReturnType<typeof startModelServer>>;
let reader: string;
let u1: Person;
let u2: Person;

beforeAll(async () => {
  await onlyBuiltinModels();
  // A model for titles that another file chose must not make them here.
  await db().delete(modelDefaults).where(eq(modelDefaults.purpose, "title"));
  fake = await startModelServer();
  reader = await makeModel(fake.url, "fake-reader");
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

const LEASE = "The lease of the north office ends on 31 March 2027. The rent is 48,120 euros a month.\n";

const about = async (person: Person) => (await makeChat(person, [await makeDocument(person, "lease.txt", LEASE)])).id;
const ask = async (person: Person, id: string, body: object) =>
  readStream(await call(answerRoute, { token: person.token, params: { id }, body: { modelId: reader, ...body } }));
const messagesOf = async (person: Person, id: string) =>
  (await answer<MessagePage>(messagesRoute, { token: person.token, params: { id } })).data!.items;
const change = (person: Person, id: string, body: object) =>
  answer<ConversationDto>(patchRoute, { token: person.token, params: { id }, method: "PATCH", body });

describe("asking", () => {
  it("several models at once gives answers side by side that each cite", async () => {
    const other = await makeModel(fake.url, "fake-reader");
    const id = await about(u1);
    const body = { text: "When does the lease end?", modelIds: [reader, other] };
    const { data } = await answer<{ answers: { error: string | null }[] }>(compareRoute, {
      token: u1.token,
      params: { id },
      body,
    });
    expect(data!.answers.map(({ error }) => error)).toEqual([null, null]);
    await backgroundIdle(10_000);
    const [question, shown] = await messagesOf(u1, id);
    expect(question!.parts).toEqual([{ type: "text", text: "When does the lease end?" }]);
    expect(shown!.siblingIds).toHaveLength(2);
    expect(shown!.comparisonId).not.toBeNull();
    expect(shown!.parts.some(({ type }) => type === "citation")).toBe(true);
    expect(
      (await answer(compareRoute, { token: u1.token, params: { id }, body: { ...body, modelIds: [reader, reader] } }))
        .code,
    ).toBe(400);
  });

  it("numbers sources by their words: two of one passage are two, the same words again are one", async () => {
    const id = await about(u1);
    const [ends, rent] = ["ends on 31 March 2027", "The rent is 48,120 euros a month"];
    await ask(u1, id, { text: [ends, rent, ends].map((words) => `Cite “${words}”`).join("\n") });
    const { parts } = (await messagesOf(u1, id))[1]!;
    const cited = parts.flatMap((part) => (part.type === "citation" ? [part.citation] : []));
    expect(cited.map(({ id: mark, number }) => [mark, number])).toEqual([
      [1, 1],
      [2, 2],
      [3, 1],
    ]);
  });

  it("an edited first question begins a branch beside it", async () => {
    const id = await about(u1);
    await ask(u1, id, { text: "When does it end?" });
    const [first] = await messagesOf(u1, id);
    await ask(u1, id, { text: "What is the rent?", parentId: null });
    const [second] = await messagesOf(u1, id);
    expect(second!.siblingIds).toEqual([first!.id, second!.id]);
  });

  it("goes on with a stopped answer in the same message, with what it cited", async () => {
    const slow = await makeModel(fake.url, "fake-reader-slow");
    const id = await about(u1);
    const open = await call(answerRoute, {
      token: u1.token,
      params: { id },
      body: { text: "When does it end?", modelId: slow },
    });
    // Its start, three steps that begin and two that end, and the first words.
    const lines = await readSome(open, 8);
    expect(lines.some(({ type }) => type === "text-delta")).toBe(true);
    const { runId } = summary(lines).start;
    await call(stopRoute, { token: u1.token, params: { id: runId } });
    await backgroundIdle(10_000);
    const [, stopped] = await messagesOf(u1, id);
    expect(stopped!.status).toBe("stopped");
    const on = { token: u1.token, params: { id: stopped!.id }, body: { modelId: reader } };
    expect((await call(continueRoute, { ...on, token: u2.token })).status).toBe(404);
    // How documents are read is configured, not asked for.
    expect((await call(continueRoute, { ...on, body: { settings: { temperature: 1 } } })).status).toBe(400);
    const more = await readStream(await call(continueRoute, on));
    expect(more.finish?.status).toBe("done");
    const [, whole] = await messagesOf(u1, id);
    expect(whole!.id).toBe(stopped!.id);
    const text = (message: typeof whole) =>
      message!.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
    expect(text(whole).startsWith(text(stopped))).toBe(true);
    expect(text(whole).length).toBeGreaterThan(text(stopped).length);
  });

  it("counts marks on where it goes on: each has its own citation", async () => {
    const model = await makeModel(fake.url, "fake-reader-cut");
    const documents = [
      await makeDocument(u1, "lease.txt", LEASE),
      await makeDocument(u1, "roof.txt", "The tenant keeps the roof of the north office tight at all times.\n"),
    ];
    const { id } = await makeChat(u1, documents);
    const config = { ...DEFAULT_CONFIG, keepGenerating: { enabled: false, maxCount: 1 } };
    await answer(configRoute, { token: u1.token, method: "PUT", body: config });
    let end = (await ask(u1, id, { text: "What of the north office?", modelId: model })).finish?.status;
    const [, first] = await messagesOf(u1, id);
    for (let rounds = 0; end === "limited" && rounds < 4; rounds++) {
      const on = { token: u1.token, params: { id: first!.id }, body: { modelId: model } };
      end = (await readStream(await call(continueRoute, on))).finish?.status;
    }
    const parts = (await messagesOf(u1, id))[1]!.parts;
    const text = parts.map((part) => (part.type === "text" ? part.text : "")).join("");
    const marks = [...text.matchAll(/\[\^c(\d+)\]/g)].map(([, mark]) => Number(mark));
    expect(marks.length).toBeGreaterThan(1);
    expect(marks).toEqual(marks.map((_, index) => index + 1));
    const cited = parts.flatMap((part) => (part.type === "citation" ? [part.citation] : []));
    expect(cited.map(({ id: mark }) => mark)).toEqual(marks);
    // Where it goes on, the numbers people see go on as well.
    expect(new Set(cited.map(({ number }) => number)).size).toBe(new Set(cited.map(spanKey)).size);
  });

  it("is titled by its model once, and booked to its own app", async () => {
    const id = await about(u1);
    await ask(u1, id, {
      text: "Tell me of the thing named “North lease”, in detail",
      modelId: await makeModel(fake.url, "fake-echo"),
    });
    await backgroundIdle(5000);
    const [row] = await db().select().from(chatSessions).where(eq(chatSessions.id, id));
    expect(row).toMatchObject({ title: "North lease", isTitleOwn: false });
    await flushLedger();
    const calls = await db().select().from(usageLedger).where(eq(usageLedger.userId, u1.id));
    expect(new Set(calls.map(({ app }) => app))).toEqual(new Set(["document"]));
  });
});

describe("its list", () => {
  it("keeps as many as one likes; each may be renamed, pinned, archived and deleted, the last one too", async () => {
    const ids: string[] = [];
    for (let count = 0; count < 11; count++) {
      ids.push((await makeConversation(u1, [], { kind: "document", title: `c${count}` })).id);
    }
    expect((await change(u1, ids[0]!, { pinned: true })).data).toMatchObject({ kind: "document", pinned: true });
    expect((await change(u1, ids[1]!, { archived: true })).data).toMatchObject({ archived: true });
    expect((await change(u2, ids[2]!, { title: "Taken" })).code).toBe(404);
    // Folders are those of chats.
    expect((await change(u1, ids[2]!, { folderId: ids[0]! })).code).toBe(404);
    const list = async (query: object) =>
      (
        await answer<{ items: ConversationDto[] }>(listRoute, {
          token: u1.token,
          query: { kind: "document", ...query },
        })
      ).data!.items;
    expect((await list({}))[0]!.id).toBe(ids[0]);
    expect(await list({})).toHaveLength(10);
    expect((await list({ archived: "true" })).map(({ id }) => id)).toEqual([ids[1]]);
    const body = { action: "delete", ids };
    const { data } = await answer<BulkResultDto>(bulkRoute, { token: u1.token, body });
    expect(data).toEqual({ done: ids, refused: [] });
    expect(await list({})).toEqual([]);
    expect((await answer(deleteRoute, { token: u1.token, params: { id: ids[0]! }, method: "DELETE" })).code).toBe(404);
  });

  it("is searched with the chats by all who may use both, and by kind", async () => {
    const round = [{ question: "the harbour levy", answer: "twelve" }];
    const chat = await makeConversation(u1, round);
    const reading = await makeConversation(u1, round, { kind: "document" });
    await makeConversation(u2, round, { kind: "document" });
    const find = async (person: Person, query: object = {}) =>
      await answer<{ items: FoundConversationDto[] }>(searchRoute, {
        token: person.token,
        query: { keyword: "harbour", ...query },
      });
    const found = (await find(u1)).data!.items.map(({ id, kind }) => [id, kind]);
    expect(found.sort()).toEqual(
      [
        [chat.id, "personal"],
        [reading.id, "document"],
      ].sort(),
    );
    expect((await find(u1, { kind: "document" })).data!.items.map(({ id }) => id)).toEqual([reading.id]);
    const guest = await makePerson({ codes: ["PERSONAL:CHAT"] });
    expect((await find(guest, { kind: "document" })).code).toBe(403);
  });
});

describe("what leaves it", () => {
  it("is a link for colleagues who may read documents themselves", async () => {
    const id = await about(u1);
    // Quotes what fits, sentence by sentence.
    const modelId = await makeModel("", BUILTIN_MODEL, { template: "builtin" });
    await ask(u1, id, { text: "When does the lease of the north office end, and what is the rent?", modelId });
    const share = (person: Person) =>
      answer<ShareDto>(shareRoute, { token: person.token, params: { id }, body: { days: 7 } });
    expect((await share(u2)).code).toBe(404);
    const link = (await share(u1)).data!.id;
    const read = (person: Person) =>
      answer<SharedConversationDto>(sharedRoute, { token: person.token, params: { id: link } });
    const { data } = await read(u2);
    expect(data).toMatchObject({ kind: "document", isOwn: false });
    // The document stays with its owner.
    const numbers = [1, 2];
    expect(data!.messages[1]!.sources).toEqual(numbers.map((number) => ({ number, fileName: null, quotes: [] })));
    const { sources } = (await read(u1)).data!.messages[1]!;
    expect(sources.map(({ number, fileName }) => [number, fileName])).toEqual(numbers.map((n) => [n, "lease.txt"]));
    expect(sources.flatMap(({ quotes }) => quotes).sort()).toEqual([
      "The lease of the north office ends on 31 March 2027.",
      "The rent is 48,120 euros a month.",
    ]);
    const guest = await makePerson({ codes: ["PERSONAL:CHAT"] });
    expect((await read(guest)).code).toBe(403);
  });

  it("is a file that names the documents; a chat's names none", async () => {
    const id = await about(u1);
    await ask(u1, id, { text: "When does the lease end?" });
    const file = async (of: string, person = u1) =>
      call(exportRoute, {
        token: person.token,
        params: { id: of },
        query: { format: "md" },
        headers: { "accept-language": "en" },
      });
    expect(await (await file(id)).text()).toContain("lease.txt");
    expect((await file(id, u2)).status).toBe(404);
    const chat = await makeConversation(u1, [{ question: "harbour?", answer: "levy" }], { title: "Harbour" });
    await db().update(chatSessions).set({ activeLeafId: chat.answerIds[0] }).where(eq(chatSessions.id, chat.id));
    const text = await (await file(chat.id)).text();
    expect(text).toContain("# Harbour");
    expect(text).toContain("levy");
  });
});
