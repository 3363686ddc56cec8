import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { POST as openRecordRoute } from "@/app/api/admin/records/[id]/content/route";
import { GET as answersRoute } from "@/app/api/chat/messages/[id]/answers/route";
import { GET as exportAnswerRoute } from "@/app/api/chat/messages/[id]/export/route";
import { GET as followRoute } from "@/app/api/chat/runs/[id]/stream/route";
import { GET as searchRoute } from "@/app/api/chat/search/route";
import { POST as askElsewhereRoute } from "@/app/api/chat/sessions/[id]/answer/route";
import { GET as exportRoute } from "@/app/api/chat/sessions/[id]/export/route";
import { GET as messagesRoute } from "@/app/api/chat/sessions/[id]/messages/route";
import { DELETE as endChatRoute } from "@/app/api/chat/sessions/[id]/route";
import { POST as shareRoute } from "@/app/api/chat/sessions/[id]/shares/route";
import { POST as newChatRoute } from "@/app/api/chat/sessions/route";
import { GET as sharedRoute } from "@/app/api/chat/shares/[id]/route";
import { POST as askRoute } from "@/app/api/knowledge/answer/route";
import { POST as archiveRoute } from "@/app/api/knowledge/bases/[id]/files/archive/route";
import { GET as facetsRoute } from "@/app/api/knowledge/bases/[id]/files/facets/route";
import { GET as filesRoute } from "@/app/api/knowledge/bases/[id]/files/route";
import { GET as baseRoute, PATCH as changeRoute } from "@/app/api/knowledge/bases/[id]/route";
import { GET as basesRoute } from "@/app/api/knowledge/bases/route";
import { GET as chatRoute } from "@/app/api/knowledge/chats/[id]/route";
import { GET as downloadRoute } from "@/app/api/knowledge/files/[id]/download/route";
import { GET as fileRoute } from "@/app/api/knowledge/files/[id]/route";
import { GET as slicesRoute } from "@/app/api/knowledge/files/[id]/slices/route";
import { GET as versionsRoute } from "@/app/api/knowledge/files/[id]/versions/route";
import { POST as recallRoute } from "@/app/api/knowledge/recall/route";
import { POST as findRoute } from "@/app/api/knowledge/search/route";
import { GET as paletteRoute } from "@/app/api/palette/route";
import { GET as bytesRoute } from "@/app/api/reader/[versionId]/file/route";
import { GET as pieceRoute } from "@/app/api/reader/[versionId]/pieces/[number]/route";
import { GET as readerRoute } from "@/app/api/reader/[versionId]/route";
import { GET as wordsRoute } from "@/app/api/reader/[versionId]/search/route";
import { POST as resolveRoute } from "@/app/api/reader/resolve/route";
import { POST as mcpRoute } from "@/app/api/v1/mcp/route";
import { closeDatabase, db } from "@/db/client";
import { chatMessages } from "@/db/schema/conversation";
import { knowledgeFiles } from "@/db/schema/knowledge";
import { departments, users } from "@/db/schema/organisation";
import { recordPolicies } from "@/db/schema/records";
import { invalidateSessions } from "@/lib/auth/session";
import { backgroundIdle } from "@/lib/background";
import type { Citation } from "@/lib/citations/dto";
import type { ShareDto } from "@/lib/conversation/dto";
import type { Handler } from "@/lib/endpoint/route";
import type { KnowledgeFileDto } from "@/lib/features/knowledge/dto";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import type { FoundGroupDto } from "@/lib/palette/dto";
import { closeIdleChildren } from "@/lib/parsing/pool";
import type { MessagePart } from "@/lib/stream/parts";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { makeApiKey } from "@/tests/factories/api-keys";
import { answer, type CallOptions, call } from "@/tests/factories/call";
import { granted, makeBase, makeKnowledgeFile } from "@/tests/factories/knowledge";
import { makeModel, onlyBuiltinModels } from "@/tests/factories/models";
import { roleIdOf, unique } from "@/tests/factories/organisation";
import { makePerson, type Person } from "@/tests/factories/people";
import { readStream } from "@/tests/factories/stream";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

/*
 * Who reaches a base, against every door its words and names could leave by, before and after the right is withdrawn. What
 * an answer itself said stays in it; the name of the file and the words nobody repeated do not.
 */
const NAME = "vault-lease.txt";
const HIDDEN = "heliotrope";
const TEXT = `The lease of the vault ends on 31 March 2027. The tenant keeps the word ${HIDDEN} to himself.\n`;
const QUESTION = "When does the lease of the vault end?";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let model: string;
let owner: Person;
let auditor: Person;

beforeAll(async () => {
  await onlyBuiltinModels();
  fake = await startModelServer();
  await startJobs(TASK_JOBS, false);
  model = await makeModel(fake.url, "fake-reader");
  owner = await makePerson();
  auditor = await makePerson({ codes: ["SYSTEM", "SYSTEM:CHAT:RECORD", "KBCENTER:KB:SEARCH", "USER"] });
});
afterAll(async () => {
  await db().delete(recordPolicies);
  await fake.close();
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

interface Base {
  id: string;
  name: string;
  file: KnowledgeFileDto;
}

async function makeVault(reach: object): Promise<Base> {
  const name = unique("Vault");
  const id = await makeBase(owner, { name, ...reach });
  return { id, name, file: await makeKnowledgeFile(owner, id, NAME, TEXT) };
}
const change = (id: string, body: object) =>
  answer(changeRoute, { token: owner.token, method: "PATCH", params: { id }, body });

/** A person below a department; answers the one above, which they belong to by descent. */
async function placed(person: Person): Promise<string> {
  const [above, below] = [v7(), v7()];
  await db()
    .insert(departments)
    .values({ id: above, name: unique("above"), path: `${above}/` });
  await db()
    .insert(departments)
    .values({ id: below, name: unique("below"), path: `${above}/${below}/`, parentId: above });
  await db().insert(recordPolicies).values({ departmentId: above, adminAccess: "content", mayDelete: true });
  await db().update(users).set({ departmentId: below }).where(eq(users.id, person.id));
  invalidateSessions();
  return above;
}

type Text = { status: number; text: string };
async function text(route: Handler, person: Person, options: CallOptions = {}): Promise<Text> {
  const response = await call(route, { token: person.token, ...options });
  return { status: response.status, text: await response.text() };
}

/** A call that a client of the Model Context Protocol makes with a key of the person. */
async function asTool(person: Person, name: string, args: object): Promise<Text> {
  const { secret } = await makeApiKey(person, { scopes: ["knowledge"] });
  const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
  const headers = { authorization: `Bearer ${secret}`, accept: "application/json, text/event-stream" };
  const response = await call(mcpRoute, { method: "POST", body, headers });
  return { status: response.status, text: await response.text() };
}

/** Doors that lead to a base and its files directly. */
function baseDoors(person: Person, { id, name, file }: Base): Record<string, () => Promise<Text>> {
  const { versionId } = file;
  const at = { params: { id } };
  const ofFile = { params: { id: file.id } };
  /** That it opens tells what is behind it. */
  const opened = async (route: Handler, options: CallOptions): Promise<Text> => {
    const { status, text: said } = await text(route, person, options);
    return { status, text: status === 200 ? `${HIDDEN} ${said}` : said };
  };
  return {
    facets: async () => {
      const { status, text: said } = await text(facetsRoute, person, at);
      // How many files there are tells that there are some.
      return { status, text: said.includes('"count":1') ? `${HIDDEN} ${said}` : said };
    },
    archive: () => opened(archiveRoute, { ...at, body: { ids: [file.id] } }),
    slices: () => text(slicesRoute, person, ofFile),
    download: () => text(downloadRoute, person, ofFile),
    versions: () => opened(versionsRoute, ofFile),
    "counts of a search": async () => {
      const found = await text(findRoute, person, { method: "POST", body: { query: `${HIDDEN} vault lease` } });
      return { status: found.status, text: JSON.stringify(JSON.parse(found.text).data?.facets ?? "") };
    },
    "tool that lists": () => asTool(person, "list_knowledge_bases", { keyword: name }),
    "tool that searches": () => asTool(person, "search_knowledge", { baseIds: [id], query: "vault lease" }),
    list: () => text(basesRoute, person, { query: { keyword: name } }),
    base: () => text(baseRoute, person, at),
    files: () => text(filesRoute, person, at),
    file: () => text(fileRoute, person, { params: { id: file.id } }),
    recall: () => text(recallRoute, person, { method: "POST", body: { baseIds: [id], query: "vault lease" } }),
    search: () => text(findRoute, person, { method: "POST", body: { query: `${HIDDEN} vault lease` } }),
    palette: async () => {
      const { data } = await answer<{ items: FoundGroupDto[] }>(paletteRoute, {
        token: person.token,
        query: { keyword: NAME },
      });
      // It answers whoever is signed in; one of its groups hands on the very words.
      const files = data!.items.filter(({ id }) => id === "baseFiles");
      return { status: files.length > 0 ? 200 : 404, text: JSON.stringify(files) };
    },
    answer: () => text(askRoute, person, { body: { baseIds: [id], question: QUESTION, modelId: model } }),
    "question of another chat": async () => {
      const { data } = await answer<{ id: string }>(newChatRoute, { token: person.token, method: "POST", body: {} });
      const said = await text(askElsewhereRoute, person, {
        params: { id: data!.id },
        body: { baseIds: [id], text: QUESTION, modelId: model },
      });
      await answer(endChatRoute, { token: person.token, method: "DELETE", params: { id: data!.id } });
      return said;
    },
    reader: () => text(readerRoute, person, { params: { versionId } }),
    piece: () => text(pieceRoute, person, { params: { versionId, number: "0" } }),
    bytes: () => text(bytesRoute, person, { params: { versionId } }),
    words: async () => {
      const { status, text: places } = await text(wordsRoute, person, { params: { versionId }, query: { q: HIDDEN } });
      // Places alone tell that the words are there.
      return { status, text: status === 200 ? `${HIDDEN} ${places}` : places };
    },
  };
}

interface Chat {
  sessionId: string;
  questionId: string;
  answerId: string;
  runId: string;
  shareId: string;
  citation: Citation;
}

async function chatOf(person: Person, base: Base): Promise<Chat> {
  const body = { baseIds: [base.id], question: QUESTION, modelId: model };
  const stream = await readStream(await call(askRoute, { token: person.token, body }));
  expect(stream.finish).toEqual({ status: "done", error: null });
  await backgroundIdle(10_000);
  const line = stream.lines.find((one) => one.type === "data-citation");
  const { sessionId, questionId, answerId, runId } = stream.start;
  const shared = await answer<ShareDto>(shareRoute, {
    token: person.token,
    params: { id: sessionId },
    body: { days: null },
  });
  return { sessionId, questionId, answerId, runId, shareId: shared.data!.id, citation: line!.data as Citation };
}

/** Doors to what was said before, and to the source it names. */
function chatDoors(person: Person, chat: Chat): Record<string, () => Promise<Text>> {
  const { sessionId, questionId, answerId, runId, shareId, citation } = chat;
  return {
    messages: () => text(messagesRoute, person, { params: { id: sessionId } }),
    answers: () => text(answersRoute, person, { params: { id: questionId } }),
    run: () => text(followRoute, person, { params: { id: runId } }),
    export: () => text(exportRoute, person, { params: { id: sessionId }, query: { format: "md" } }),
    "export of an answer": () => text(exportAnswerRoute, person, { params: { id: answerId }, query: { format: "md" } }),
    citation: () => text(resolveRoute, person, { method: "POST", body: { citations: [citation] } }),
    share: () => text(sharedRoute, person, { params: { id: shareId } }),
  };
}

const show = async (doors: Record<string, () => Promise<Text>>, says: (text: Text) => boolean) => {
  const shown: string[] = [];
  for (const [name, door] of Object.entries(doors)) if (says(await door())) shown.push(name);
  return shown;
};
const isTold = ({ text }: Text) => text.includes(NAME) || text.includes(HIDDEN) || text.includes("Vault");

/** How a base reaches the other person, and whether it does. */
const ROWS: [string, boolean, (person: Person) => Promise<object>][] = [
  ["all", true, async () => ({ visibility: "all" })],
  ["partial, to the person", true, async ({ id }) => ({ visibility: "partial", grants: [granted("user", id)] })],
  [
    "partial, to the person to manage",
    true,
    async ({ id }) => ({ visibility: "partial", grants: [granted("user", id, "manage")] }),
  ],
  [
    "partial, to a role",
    true,
    async () => ({ visibility: "partial", grants: [granted("role", await roleIdOf("staff"))] }),
  ],
  [
    "partial, to a department above",
    true,
    async (person) => ({ visibility: "partial", grants: [granted("department", await placed(person))] }),
  ],
  [
    "partial, to somebody else",
    false,
    async () => ({ visibility: "partial", grants: [granted("user", (await makePerson()).id)] }),
  ],
  ["self, whatever was granted", false, async ({ id }) => ({ visibility: "self", grants: [granted("user", id)] })],
];

/** Every row asks some forty doors, twice, and files are read in a process of their own. */
const PATIENCE_MS = 90_000;

describe.each(ROWS)("a base shown to %s", (_, reaches, reach) => {
  it(
    "leads through every door, or through none",
    async () => {
      const person = await makePerson();
      const base = await makeVault(await reach(person));
      const doors = baseDoors(person, base);
      if (!reaches) {
        expect(await show(doors, isTold)).toEqual([]);
        expect((await doors.answer!()).status).toBe(404);
        return;
      }
      expect(await show(doors, isTold)).toEqual(Object.keys(doors));
      const chat = await chatOf(person, base);
      const old = chatDoors(person, chat);
      expect(await show(old, ({ text }) => text.includes(NAME))).toEqual(Object.keys(old));

      await change(base.id, { visibility: "self", grants: [] });
      expect(await show(doors, isTold)).toEqual([]);
      expect((await doors.answer!()).status).toBe(404);
      expect(await show(old, isTold)).toEqual([]);
      await expectKept(person, base, chat);
    },
    PATIENCE_MS,
  );
});

/** What an answer said is the person's and stays; what it was made from is gone, and nothing more is answered from it. */
async function expectKept(person: Person, base: Base, chat: Chat): Promise<void> {
  const old = chatDoors(person, chat);
  const kept = await old.messages!();
  expect(kept.text).toContain("ends on 31 March 2027");
  expect(JSON.parse(kept.text).data.items[1].parts).toContainEqual(
    expect.objectContaining({ type: "citation", citation: expect.objectContaining({ quote: "", fileName: "" }) }),
  );
  expect((await old.run!()).status).toBe(410);
  expect((await old.citation!()).text).toContain('"gone"');
  const again = { baseIds: [base.id], sessionId: chat.sessionId, question: QUESTION, modelId: model };
  expect((await text(askRoute, person, { body: again })).status).toBe(409);
  const { data } = await answer<{ bases: unknown[]; withdrawn: number }>(chatRoute, {
    token: person.token,
    params: { id: chat.sessionId },
  });
  expect(data).toMatchObject({ bases: [], withdrawn: 1 });
}

it(
  "a file that its base's readers may not see leads nowhere, and answers nobody",
  async () => {
    const person = await makePerson();
    const base = await makeVault({ visibility: "all" });
    const chat = await chatOf(person, base);
    await db()
      .update(knowledgeFiles)
      .set({ visibility: "self", ownerId: owner.id })
      .where(eq(knowledgeFiles.id, base.file.id));
    const isNamed = ({ text }: Text) => text.includes(NAME) || text.includes(HIDDEN);
    expect(await show(baseDoors(person, base), isNamed)).toEqual([]);
    expect(await show(chatDoors(person, chat), isNamed)).toEqual([]);
    const body = { baseIds: [base.id], question: QUESTION, modelId: model };
    const stream = await readStream(await call(askRoute, { token: person.token, body }));
    expect(stream.text).toBe("The chosen knowledge bases do not hold an answer to this question.");
  },
  PATIENCE_MS,
);

describe("what one person's conversation tells another", () => {
  it("is told by a share and by records as far as they may read the base themselves", async () => {
    const [person, colleague] = [await makePerson(), await makePerson()];
    await placed(person);
    const base = await makeVault({ visibility: "partial", grants: [granted("user", person.id)] });
    const chat = await chatOf(person, base);
    const doors = {
      share: () => text(sharedRoute, colleague, { params: { id: chat.shareId } }),
      records: () => text(openRecordRoute, auditor, { method: "POST", params: { id: chat.answerId } }),
    };
    for (const door of Object.values(doors)) {
      const { status, text } = await door();
      expect([status, text.includes("ends on 31 March 2027"), text.includes(NAME)]).toEqual([200, true, false]);
    }
    await change(base.id, { visibility: "all" });
    expect(await show(doors, ({ text }) => text.includes(NAME))).toEqual(["share", "records"]);
    await change(base.id, { visibility: "self" });
    expect(await show(doors, ({ text }) => text.includes(NAME))).toEqual([]);
  });

  it("is found by nobody else's search, and by one's own in what was said alone", async () => {
    const [person, colleague] = [await makePerson(), await makePerson()];
    const base = await makeVault({ visibility: "all" });
    await chatOf(person, base);
    const found = async (by: Person, keyword: string) =>
      JSON.parse((await text(searchRoute, by, { query: { keyword, kind: "knowledge", days: 30 } })).text).data.items
        .length;
    expect(await found(person, "31 March")).toBe(1);
    expect(await found(person, NAME)).toBe(0);
    expect(await found(colleague, "31 March")).toBe(0);
  });

  it("needs the code of the area besides the right to the base", async () => {
    const person = await makePerson({ codes: ["PERSONAL:CHAT", "PERSONAL:DOCUMENT", "USER"] });
    const base = await makeVault({ visibility: "all" });
    const statuses = await Promise.all(
      Object.values(baseDoors(person, base)).map(async (door) => (await door()).status),
    );
    expect([...new Set(statuses)].sort()).toEqual([403, 404]);
  });

  it("names no base in what its steps keep", async () => {
    const person = await makePerson();
    const base = await makeVault({ visibility: "all" });
    const { answerId } = await chatOf(person, base);
    const [row] = await db().select().from(chatMessages).where(eq(chatMessages.id, answerId));
    const steps = (row!.parts as MessagePart[]).find((part) => part.type === "steps");
    expect(JSON.stringify(steps)).not.toContain(base.name);
    expect(JSON.stringify(steps)).toContain(base.id);
  });
});
