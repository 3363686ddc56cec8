import { eq } from "drizzle-orm";
import { POST as reAnswerRoute } from "@/app/api/chat/messages/[id]/re-answer/route";
import { GET as exportRoute } from "@/app/api/chat/sessions/[id]/export/route";
import { GET as messagesRoute } from "@/app/api/chat/sessions/[id]/messages/route";
import { GET as sessionsRoute } from "@/app/api/chat/sessions/route";
import { POST as askRoute } from "@/app/api/knowledge/answer/route";
import { POST as askOwnersRoute, GET as ownersRoute } from "@/app/api/knowledge/answers/[id]/owners/route";
import { POST as questionsRoute } from "@/app/api/knowledge/answers/[id]/questions/route";
import { DELETE as deleteBaseRoute } from "@/app/api/knowledge/bases/[id]/route";
import { PUT as changeConfigRoute, GET as configRoute } from "@/app/api/knowledge/chat-config/route";
import { POST as answerRoute } from "@/app/api/knowledge/chats/[id]/answer/route";
import { PATCH as changeChatRoute, GET as chatRoute } from "@/app/api/knowledge/chats/[id]/route";
import { POST as newChatRoute } from "@/app/api/knowledge/chats/route";
import { closeDatabase, db } from "@/db/client";
import { insertPrice, listChannelsOf } from "@/db/queries/models/models";
import { knowledgeFiles } from "@/db/schema/knowledge";
import { usageLedger } from "@/db/schema/models";
import { notifications } from "@/db/schema/notifications";
import { backgroundIdle } from "@/lib/background";
import type { Citation } from "@/lib/citations/dto";
import type { AskedOwnersDto, KnowledgeChatDto, OpenedChatConfigDto } from "@/lib/features/knowledge/chat-dto";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { BUILTIN_MODEL } from "@/lib/models/builtin/extractive";
import { flushLedger } from "@/lib/models/ledger";
import { invalidateModels } from "@/lib/models/registry";
import { closeIdleChildren } from "@/lib/parsing/pool";
import type { ChatMessageDto } from "@/lib/stream/message-dto";
import type { StepData } from "@/lib/stream/parts";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { answer, call } from "@/tests/factories/call";
import { addFiles, makeBase, makeKnowledgeFile } from "@/tests/factories/knowledge";
import { makeModel, onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { type ReadStream, readStream } from "@/tests/factories/stream";
import { runTasksOf } from "@/tests/factories/tasks";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let model: string;
let owner: Person;
let reader: Person;
let leases: string;
let labels: string;

const LEASE = "The lease of the north office ends on 31 March 2027. The rent is 48,120 euros a month.\n";
const LABEL = "试剂应在二至八摄氏度保存。开封后三十天内有效。使用前应当摇匀。\n";

beforeAll(async () => {
  await onlyBuiltinModels();
  fake = await startModelServer();
  await startJobs(TASK_JOBS, false);
  model = await makeModel(fake.url, "fake-reader");
  [owner, reader] = [await makePerson(), await makePerson()];
  leases = await makeBase(owner, { name: "Leases", visibility: "all" });
  labels = await makeBase(owner, { name: "Labels", visibility: "all" });
  await makeKnowledgeFile(owner, leases, "lease.txt", LEASE);
  await makeKnowledgeFile(owner, labels, "label.txt", LABEL);
});
afterAll(async () => {
  await fake.close();
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

const ask = (person: Person, body: object) =>
  call(askRoute, { token: person.token, body: { modelId: model, ...body } });
const asked = async (person: Person, body: object) => readStream(await ask(person, body));
const inChat = async (person: Person, id: string, body: object) =>
  readStream(await call(answerRoute, { token: person.token, params: { id }, body: { modelId: model, ...body } }));
const errorOf = async (response: Response) => ((await response.json()) as { message: string }).message;

/** The last word of each step. */
function stepsOf({ lines }: ReadStream): StepData[] {
  const last = new Map<string, StepData>();
  for (const line of lines) if (line.type === "data-step") last.set(line.data.name, line.data);
  return [...last.values()];
}
const step = (stream: ReadStream, name: string) => stepsOf(stream).find((one) => one.name === name);
const citations = ({ lines }: ReadStream): Citation[] =>
  lines.flatMap((line) => (line.type === "data-citation" ? [line.data] : []));

async function messages(person: Person, id: string): Promise<ChatMessageDto[]> {
  const { data } = await answer<{ items: ChatMessageDto[] }>(messagesRoute, { token: person.token, params: { id } });
  return data!.items;
}

describe("asking bases", () => {
  it("searches both, tells its six steps, cites the words and books the calls", async () => {
    const question = "When does the lease of the north office end?";
    const stream = await asked(reader, { baseIds: [leases, labels], question });
    expect(stream.finish).toEqual({ status: "done", error: null });
    expect(stepsOf(stream).map(({ name, state, reason }) => [name, state, reason])).toEqual([
      ["intent", "done", undefined],
      ["analysis", "done", undefined],
      ["rewrite", "done", undefined],
      ["search", "done", undefined],
      ["selection", "done", undefined],
      ["answer", "done", undefined],
      ["check", "done", undefined],
    ]);
    expect(step(stream, "intent")?.facts).toEqual({ intent: "content", by: "rules" });
    expect(step(stream, "analysis")?.found).toContainEqual({ kind: "term", text: "lease" });
    const bases = step(stream, "search")!.found!;
    expect(bases.map(({ baseId }) => baseId)).toEqual([leases, labels]);
    expect(bases[0]).toMatchObject({ slices: 1, files: 1, text: "" });
    const [best] = step(stream, "selection")!.found!;
    expect(best).toMatchObject({ kind: "slice", text: "lease.txt", isKept: true });
    const [citation] = citations(stream);
    expect(citation).toMatchObject({ fileName: "lease.txt", quote: expect.stringContaining("31 March 2027") });

    const { sessionId, runId } = stream.start;
    const [row] = await db().select().from(usageLedger).where(eq(usageLedger.requestId, runId));
    expect(row).toMatchObject({ app: "knowledge", userId: reader.id, modelId: model, isQuestion: true, sessionId });
    const { data: chat } = await answer<KnowledgeChatDto>(chatRoute, {
      token: reader.token,
      params: { id: sessionId },
    });
    expect(chat!.bases.map(({ name }) => name)).toEqual(["Leases", "Labels"]);
    const listed = await answer<{ items: { id: string }[] }>(sessionsRoute, {
      token: reader.token,
      query: { kind: "knowledge" },
    });
    expect(listed.data!.items.map(({ id }) => id)).toContain(sessionId);
    const file = await call(exportRoute, { token: reader.token, params: { id: sessionId }, query: { format: "md" } });
    expect(await file.text()).toMatch(/- Leases[\s\S]*\[\^1\]: lease\.txt/);
  });

  it("counts what its steps cost into the answer", async () => {
    const priced = await makeModel(fake.url, "fake-reader");
    const [channel] = await listChannelsOf(db(), priced);
    await insertPrice(db(), {
      channelId: channel!.id,
      currency: "CNY",
      inputPerMillion: 10_000_000,
      outputPerMillion: 20_000_000,
      validFrom: "2020-01-01",
    });
    invalidateModels();
    const body = { baseIds: [leases, labels], question: "When does the lease end?", modelId: priced };
    const stream = await asked(reader, body);
    await backgroundIdle(10_000);
    await flushLedger();
    const rows = await db().select().from(usageLedger).where(eq(usageLedger.sessionId, stream.start.sessionId));
    const booked = rows
      .filter(({ modelId, requestId }) => modelId === priced && requestId)
      .map(({ costMicros }) => costMicros ?? 0);
    const told = stepsOf(stream).reduce((sum, { cost }) => sum + (cost?.micros ?? 0), 0);
    expect(step(stream, "rewrite")!.cost!.micros).toBeGreaterThan(0);
    const usage = stream.lines.find((line) => line.type === "data-usage");
    expect(usage).toMatchObject({ data: { cost: { micros: told } } });
    // The title is no step of the answer.
    expect(booked.reduce((sum, micros) => sum + micros, 0)).toBeGreaterThanOrEqual(told);
  });

  it("makes a follow-up stand by itself, and finds English words for a Chinese question", async () => {
    const first = await asked(reader, { baseIds: [leases], question: "北区办公室的租约什么时候到期？" });
    expect(step(first, "rewrite")!.found).toContainEqual({ kind: "query", text: "When does the lease end?" });
    expect(citations(first)[0]?.fileName).toBe("lease.txt");
    const { sessionId } = first.start;
    const second = await inChat(reader, sessionId, { text: "那么租金呢？" });
    expect(step(second, "rewrite")!.found![0]!.text).toBe("北区办公室的租约什么时候到期？ 那么租金呢？");
    expect((await messages(reader, sessionId)).map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "user",
      "assistant",
    ]);
  });

  it("does not call a model where nothing has to be rewritten", async () => {
    const stream = await asked(reader, { baseIds: [leases], question: "What is the rent of the office in a month?" });
    expect(step(stream, "rewrite")).toEqual({ name: "rewrite", state: "skipped", reason: "notNeeded" });
    expect(stream.finish?.status).toBe("done");
  });

  it("answers on a fresh installation, by quoting", async () => {
    const builtin = await makeModel("", BUILTIN_MODEL, { template: "builtin" });
    const stream = await asked(reader, { baseIds: [labels], question: "开封后多久有效？", modelId: builtin });
    expect(stream.text).toContain("三十天");
    expect(citations(stream)[0]?.fileName).toBe("label.txt");
  });

  it("asks what the catalogue knows of the catalogue, and chats without looking anything up", async () => {
    const before = fake.state.requests.length;
    const counted = await asked(reader, {
      baseIds: [leases, labels],
      question: "How many files are in this knowledge base?",
    });
    expect(counted.text).toBe("- “Leases” holds 1 file.\n- “Labels” holds 1 file.");
    const listed = await asked(reader, { baseIds: [labels], question: "知识库里有哪些文件？" });
    expect(listed.text).toMatch(/^「Labels」共有 1 个文件：\n\n- label\.txt（/);
    const owned = await asked(reader, { baseIds: [labels], question: "这个知识库是谁负责的？" });
    expect(owned.text).toContain(owner.account);
    expect(step(owned, "search")).toEqual({ name: "search", state: "skipped", reason: "notNeeded" });
    await backgroundIdle(10_000);
    // Titles are asked of the model, the answers are not.
    const bodies = fake.state.requests.slice(before).map(({ body }: { body: unknown }) => JSON.stringify(body));
    expect(bodies.filter((body: string) => !body.includes("<question>"))).toEqual([]);
    const talk = await asked(reader, { baseIds: [labels], question: "你好" });
    expect(step(talk, "search")?.state).toBe("skipped");
    expect(citations(talk)).toEqual([]);
  });

  it("hands the model the large slice whose small one was found, once", async () => {
    const base = await makeBase(owner, { name: "Layers", visibility: "all" });
    const text = [
      "Gates of the yard open at dawn and close when the last lorry has left.",
      "Maria keeps shelf two of the depot, with its paints and its brushes.",
      "Rain water runs into the northern tank, which is emptied every autumn.",
    ].join("\n\n");
    const segmentation = { mode: "multi", maxTokens: 60, childTokens: 20, overlap: 0 };
    const { data } = await addFiles(owner, base, [{ name: "depot.txt", bytes: text }], {
      segmentation: JSON.stringify(segmentation),
    });
    await runTasksOf(data!.items[0]!.versionId);
    const before = fake.state.requests.length;
    await asked(reader, { baseIds: [base], question: "Who keeps shelf two?" });
    const sent = fake.state.requests
      .slice(before)
      .map(({ body }: { body: unknown }) => JSON.stringify(body))
      .join();
    expect(sent).toContain("Gates of the yard");
    expect(sent.match(/Maria keeps shelf two/g)).toHaveLength(1);
  });

  it("goes without sources where that is wanted", async () => {
    const stream = await asked(reader, { baseIds: [leases], question: "When does the lease end?", useSources: false });
    expect(
      stepsOf(stream)
        .map(({ reason }) => reason)
        .slice(0, 5),
    ).toEqual(Array(5).fill("notAsked"));
    expect(citations(stream)).toEqual([]);
  });

  it("keeps one run for a question that is posted twice", async () => {
    const body = { baseIds: [leases], question: "When does the lease end?", messageId: crypto.randomUUID() };
    const [first, again] = [await asked(reader, body), await asked(reader, body)];
    expect(again.start).toEqual(first.start);
  });

  it("answers once more", async () => {
    const first = await asked(reader, { baseIds: [leases], question: "When does the lease end?" });
    const again = await readStream(
      await call(reAnswerRoute, {
        token: reader.token,
        params: { id: first.start.answerId },
        body: { modelId: model },
      }),
    );
    expect(again.start.questionId).toBe(first.start.questionId);
    expect(citations(again)[0]?.fileName).toBe("lease.txt");
  });
});

describe("what is not there", () => {
  it("is said without a model, and its owner is asked once", async () => {
    const question = "Who invented the telephone exchange?";
    const stream = await asked(reader, { baseIds: [leases], question });
    expect(stream.text).toBe("The chosen knowledge bases do not hold an answer to this question.");
    const german = await asked(reader, { baseIds: [leases], question: "Wer hat das Telefon erfunden?" });
    expect(german.text).toBe("Die gewählten Wissensdatenbanken enthalten keine Antwort auf diese Frage.");
    const { answerId: id } = stream.start;
    const at = { token: reader.token, params: { id } };
    expect((await answer<AskedOwnersDto>(ownersRoute, at)).data).toEqual({ asked: [], open: [owner.account] });
    const { data } = await answer<AskedOwnersDto>(askOwnersRoute, { ...at, method: "POST" });
    expect(data).toEqual({ asked: [owner.account], open: [] });
    expect((await answer(askOwnersRoute, { ...at, method: "POST" })).code).toBe(409);
    const told = await db().select().from(notifications).where(eq(notifications.userId, owner.id));
    expect(told.map(({ kind, args }) => [kind, args])).toContainEqual([
      "knowledgeQuestion",
      { name: reader.account, base: "Leases", question },
    ]);
    // Somebody else's answer is nobody else's to hand on.
    expect((await answer(askOwnersRoute, { token: owner.token, params: { id }, method: "POST" })).code).toBe(404);
  });

  it("is put to the owners of the nearest files too, as far as they may still read them", async () => {
    const [keeper, gone] = [await makePerson(), await makePerson({ codes: ["USER"] })];
    const base = await makeBase(owner, { name: "Kitchens", visibility: "all" });
    for (const [name, person] of [
      ["ovens.txt", keeper],
      ["fridges.txt", gone],
      ["hoods.txt", reader],
    ] as const) {
      const file = await makeKnowledgeFile(owner, base, name, `Kitchens have ${name} that are cleaned on Mondays.\n`);
      await db().update(knowledgeFiles).set({ ownerId: person.id }).where(eq(knowledgeFiles.id, file.id));
    }
    const question = "Who invented the telephone exchange?";
    const stream = await asked(reader, { baseIds: [base], question });
    const at = { token: reader.token, params: { id: stream.start.answerId } };
    const { data: open } = await answer<AskedOwnersDto>(ownersRoute, at);
    expect(open).toEqual({ asked: [], open: [owner.account, keeper.account] });
    expect((await answer<AskedOwnersDto>(askOwnersRoute, { ...at, method: "POST" })).data?.open).toEqual([]);
    const told = async (person: Person) => {
      const rows = await db().select().from(notifications).where(eq(notifications.userId, person.id));
      return rows.filter(
        ({ kind, args }) => kind === "knowledgeQuestion" && (args as { base: string }).base === "Kitchens",
      );
    };
    expect((await told(keeper)).map(({ href }) => href)).toEqual([
      expect.stringMatching(/^\/knowledge-center\/kb-doc-preview\//),
    ]);
    expect(await told(owner)).toHaveLength(1);
    expect(await told(gone)).toEqual([]);
    expect(await told(reader)).toEqual([]);
  });

  it("is not asked about where there are sources, which lead on to further questions", async () => {
    const stream = await asked(reader, { baseIds: [leases], question: "When does the lease end?" });
    const at = { token: reader.token, params: { id: stream.start.answerId }, method: "POST" };
    expect((await answer(askOwnersRoute, at)).code).toBe(422);
    const { data } = await answer<{ items: string[] }>(questionsRoute, at);
    expect(data!.items).toEqual(["What is the rent?", "Who paints?"]);
    const before = fake.state.requests.length;
    expect((await answer(questionsRoute, at)).data).toEqual(data);
    expect(fake.state.requests.length).toBe(before);
  });
});

describe("the bases of a conversation", () => {
  it("are one to three, with the words of the specification", async () => {
    const refused = async (baseIds: string[]) => {
      const headers = { "accept-language": "en" };
      const response = await call(askRoute, { token: reader.token, headers, body: { baseIds, question: "What?" } });
      const { code, data } = (await response.json()) as { code: number; data: { fields: Record<string, string> } };
      return [code, data.fields.baseIds];
    };
    expect(await refused([])).toEqual([400, "baseRequired"]);
    const many = [leases, labels, crypto.randomUUID(), crypto.randomUUID()];
    expect(await refused(many)).toEqual([400, "basesLimit"]);
    const long = await ask(reader, { baseIds: [leases], question: "问".repeat(2501) });
    expect(long.status).toBe(400);
  });

  it("can be others for the next question", async () => {
    const made = await answer<KnowledgeChatDto>(newChatRoute, { token: reader.token, body: { baseIds: [leases] } });
    const { id } = made.data!;
    const none = await inChat(reader, id, { text: "试剂开封后多久有效？" });
    expect(citations(none).map(({ fileName }) => fileName)).not.toContain("label.txt");
    const both = await inChat(reader, id, { text: "试剂开封后多久有效？", baseIds: [leases, labels] });
    expect(citations(both).map(({ fileName }) => fileName)).toContain("label.txt");
    const changed = await answer<KnowledgeChatDto>(changeChatRoute, {
      token: reader.token,
      method: "PATCH",
      params: { id },
      body: { baseIds: [labels] },
    });
    expect(changed.data!.bases.map(({ id }) => id)).toEqual([labels]);
  });

  it("are left out once they are gone, and none left is a refusal", async () => {
    const [kept, gone] = [await makeBase(owner, { visibility: "all" }), await makeBase(owner, { visibility: "all" })];
    await makeKnowledgeFile(owner, kept, "kept.txt", LEASE);
    await makeKnowledgeFile(owner, gone, "gone.txt", LEASE);
    const first = await asked(reader, { baseIds: [kept, gone], question: "When does the lease end?" });
    expect(new Set(citations(first).map(({ fileName }) => fileName))).toEqual(new Set(["kept.txt", "gone.txt"]));
    const remove = (id: string) => answer(deleteBaseRoute, { token: owner.token, method: "DELETE", params: { id } });
    await remove(gone);
    const { sessionId } = first.start;
    const second = await asked(reader, {
      baseIds: [kept, gone],
      sessionId,
      question: "What does the lease say of the rent?",
    });
    expect(new Set(citations(second).map(({ fileName }) => fileName))).toEqual(new Set(["kept.txt"]));
    expect(step(second, "search")!.facts).toMatchObject({ withdrawn: 1 });
    await remove(kept);
    const none = await ask(reader, { baseIds: [kept, gone], sessionId, question: "And now?" });
    expect([none.status, await errorOf(none)]).toEqual([409, expect.any(String)]);
    // A base one never had is not found, whoever asks for it.
    expect((await ask(reader, { baseIds: [kept], question: "And now?" })).status).toBe(404);
  });
});

describe("settings of knowledge chat", () => {
  it("are a person's own, over those of the center", async () => {
    const person = await makePerson();
    const at = { token: person.token };
    const { data: opened } = await answer<OpenedChatConfigDto>(configRoute, at);
    const body = {
      ...opened!,
      questionTemplate: "Short, please.\n{{passages}}\n{{question}}",
      topK: 1,
      rewrite: false,
      temperature: 0.2,
    };
    expect((await answer(changeConfigRoute, { ...at, method: "PUT", body })).code).toBe(200);
    expect((await answer(changeConfigRoute, { ...at, method: "PUT", body })).code).toBe(409);
    const stream = await asked(person, { baseIds: [leases, labels], question: "When does the lease end?" });
    expect(step(stream, "rewrite")).toMatchObject({ state: "skipped", reason: "off" });
    const sent = JSON.stringify(fake.state.requests.map(({ body }: { body: unknown }) => body));
    expect(sent).toContain("Short, please.");
    expect(sent).toContain('"temperature":0.2');
    for (const bad of [{ questionTemplate: "no place" }, { temperature: 2.1 }])
      expect((await answer(changeConfigRoute, { ...at, method: "PUT", body: { ...body, ...bad } })).code).toBe(400);
  });
});
