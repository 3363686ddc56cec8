import { v7 } from "uuid";
import { POST as reAnswerRoute } from "@/app/api/chat/messages/[id]/re-answer/route";
import { POST as askRoute } from "@/app/api/chat/sessions/[id]/answer/route";
import { GET as exportRoute } from "@/app/api/chat/sessions/[id]/export/route";
import { GET as messagesRoute } from "@/app/api/chat/sessions/[id]/messages/route";
import { POST as newChatRoute } from "@/app/api/chat/sessions/route";
import { PATCH as changeRoute } from "@/app/api/knowledge/bases/[id]/route";
import { GET as mentionsRoute } from "@/app/api/palette/mentions/route";
import { closeDatabase } from "@/db/client";
import type { ConversationDto } from "@/lib/conversation/dto";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import type { MentionGroupDto } from "@/lib/palette/dto";
import { closeIdleChildren } from "@/lib/parsing/pool";
import type { ChatMessageDto } from "@/lib/stream/message-dto";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { answer, call } from "@/tests/factories/call";
import { makeChatFile } from "@/tests/factories/chat-files";
import { granted, makeBase, makeKnowledgeFile } from "@/tests/factories/knowledge";
import { makeModel, onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { readStream } from "@/tests/factories/stream";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

/* Bases that a question of a personal chat names. */
const LEASE = "The lease of the north office ends on 31 March 2027. The rent is 48,120 euros a month.\n";
/** Of no other base of this database. */
const NAME = `Leases ${v7()}`;
const QUESTION = "When does the lease of the north office end?";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let model: string;
let owner: Person;
let reader: Person;
let leases: string;

beforeAll(async () => {
  await onlyBuiltinModels();
  fake = await startModelServer();
  await startJobs(TASK_JOBS, false);
  model = await makeModel(fake.url, "fake-reader");
  [owner, reader] = [await makePerson(), await makePerson()];
  leases = await makeBase(owner, { name: NAME, visibility: "partial", grants: [granted("user", reader.id)] });
  await makeKnowledgeFile(owner, leases, "lease.txt", LEASE);
});
afterAll(async () => {
  await fake.close();
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

async function makeChat(person: Person): Promise<string> {
  const { data } = await answer<ConversationDto>(newChatRoute, { token: person.token, method: "POST", body: {} });
  return data!.id;
}
const ask = (person: Person, id: string, body: object) =>
  call(askRoute, { token: person.token, params: { id }, body: { text: QUESTION, modelId: model, ...body } });
const messages = async (person: Person, id: string) =>
  (await answer<{ items: ChatMessageDto[] }>(messagesRoute, { token: person.token, params: { id } })).data!.items;

it("are offered behind the sign to whoever reaches them", async () => {
  const offered = async (person: Person) => {
    const query = { sign: "@", kinds: "base", keyword: NAME.slice(0, -2) };
    const { data } = await answer<{ items: MentionGroupDto[] }>(mentionsRoute, { token: person.token, query });
    return data!.items.flatMap(({ items }) => items.map(({ id, label }) => [id, label]));
  };
  expect(await offered(reader)).toEqual([[leases, NAME]]);
  expect(await offered(await makePerson())).toEqual([]);
  expect(await offered(await makePerson({ codes: ["PERSONAL:CHAT", "USER"] }))).toEqual([]);
});

it("are searched as knowledge chat searches them, and cited", async () => {
  const id = await makeChat(reader);
  const stream = await readStream(await ask(reader, id, { baseIds: [leases] }));
  expect(stream.finish).toEqual({ status: "done", error: null });
  const steps = stream.lines.flatMap((line) =>
    line.type === "data-step" && line.data.state === "done" ? [line.data] : [],
  );
  expect(steps.map(({ name }) => name)).toEqual(["search", "selection", "answer", "check"]);
  expect(steps[0]!.found).toMatchObject([{ kind: "base", baseId: leases, slices: 1 }]);
  const [line] = stream.lines.filter(({ type }) => type === "data-citation");
  expect(line).toMatchObject({
    data: { fileName: "lease.txt", quote: expect.stringContaining("31 March 2027") },
  });
  const [question, answered] = await messages(reader, id);
  expect(question!.parts).toEqual([
    { type: "base", baseId: leases, name: NAME },
    { type: "text", text: QUESTION },
  ]);
  expect(answered!.parts.map(({ type }) => type)).toEqual(["text", "steps", "citation", "support"]);
  // Once more, the stored question names them still.
  const again = await readStream(
    await call(reAnswerRoute, { token: reader.token, params: { id: answered!.id }, body: { modelId: model } }),
  );
  expect(again.lines.some(({ type }) => type === "data-citation")).toBe(true);
  // The next question names none, and none is searched.
  const next = await readStream(await ask(reader, id, { parentId: answered!.id }));
  expect(next.lines.some(({ type }) => type === "data-step")).toBe(false);
});

it("go along with files: each is cited by a number of its own", async () => {
  const id = await makeChat(reader);
  const { id: fileId } = await makeChatFile(
    reader,
    "paint.txt",
    "The tenant of the north office paints every five years.\n",
  );
  const stream = await readStream(await ask(reader, id, { fileIds: [fileId], baseIds: [leases] }));
  const cited = stream.lines.flatMap((line) => (line.type === "data-citation" ? [line.data] : []));
  expect(cited.map(({ fileName, quote }) => [fileName, quote.split(" ").slice(0, 2).join(" ")])).toEqual([
    ["paint.txt", "The tenant"],
    ["lease.txt", "The lease"],
  ]);
  // What the files say is answered from where the bases say nothing.
  const alone = await ask(reader, await makeChat(reader), { text: "xylophone", fileIds: [fileId], baseIds: [leases] });
  expect((await readStream(alone)).text).toContain("paints every five years");
});

it("that hold nothing of the question are said to, and no model is asked", async () => {
  const id = await makeChat(reader);
  const text = "xylophone zebra quux";
  const stream = await readStream(await ask(reader, id, { text, baseIds: [leases] }));
  expect(stream.text).toBe("The chosen knowledge bases do not hold an answer to this question.");
  // Titles of the questions before may still be asked for.
  const calls = fake.state.requests.filter((request: { path: string }) => request.path.endsWith("/completions"));
  expect(calls.length).toBeGreaterThan(0);
  expect(calls.filter((request: object) => JSON.stringify(request).includes(text))).toEqual([]);
});

it("are three at most, within reach, of whoever may use bases", async () => {
  const id = await makeChat(reader);
  expect((await ask(reader, id, { baseIds: Array(4).fill(leases) })).status).toBe(400);
  const stranger = await makePerson();
  const theirs = await makeChat(stranger);
  expect((await ask(stranger, theirs, { baseIds: [leases] })).status).toBe(404);
  expect(await messages(stranger, theirs)).toEqual([]);
  const chatter = await makePerson({ codes: ["PERSONAL:CHAT", "USER"] });
  expect((await ask(chatter, await makeChat(chatter), { baseIds: [leases] })).status).toBe(403);
});

it("that are withdrawn are named no more, and nothing is answered from them", async () => {
  const id = await makeChat(reader);
  await readStream(await ask(reader, id, { baseIds: [leases] }));
  const change = (body: object) =>
    answer(changeRoute, { token: owner.token, method: "PATCH", params: { id: leases }, body });
  await change({ visibility: "self", grants: [] });
  const [question, answered] = await messages(reader, id);
  expect(question!.parts[0]).toEqual({ type: "base", baseId: leases, name: "" });
  expect(JSON.stringify(answered!.parts)).not.toContain("lease.txt");
  const file = await call(exportRoute, { token: reader.token, params: { id }, query: { format: "md" } });
  expect(await file.text()).not.toContain("lease.txt");
  const again = { token: reader.token, params: { id: answered!.id }, body: { modelId: model } };
  expect((await call(reAnswerRoute, again)).status).toBe(409);
  await change({ visibility: "partial", grants: [granted("user", reader.id)] });
  expect((await messages(reader, id))[0]!.parts[0]).toMatchObject({ name: NAME });
});
