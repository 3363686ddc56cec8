import { POST as askRoute } from "@/app/api/chat/sessions/[id]/answer/route";
import { GET as messagesRoute } from "@/app/api/chat/sessions/[id]/messages/route";
import { POST as newChatRoute } from "@/app/api/chat/sessions/route";
import { GET as toolsRoute } from "@/app/api/chat/tools/route";
import { PATCH as changeRoute } from "@/app/api/knowledge/bases/[id]/route";
import { GET as usageRoute } from "@/app/api/knowledge-operations/bases/[id]/usage/route";
import { GET as slicesRoute } from "@/app/api/knowledge-operations/files/[id]/usage/route";
import { closeDatabase } from "@/db/client";
import { backgroundIdle } from "@/lib/background";
import type { ConversationDto } from "@/lib/conversation/dto";
import type { ChatToolDto } from "@/lib/features/chat/dto";
import type { UsageDto, UsedSliceDto } from "@/lib/features/knowledge-operations/usage-dto";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren } from "@/lib/parsing/pool";
import type { ChatMessageDto } from "@/lib/stream/message-dto";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { runTool } from "@/lib/tools/run";
import { answer, call } from "@/tests/factories/call";
import { makeChatFile } from "@/tests/factories/chat-files";
import { granted, makeBase, makeKnowledgeFile } from "@/tests/factories/knowledge";
import { makeModel, onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { readStream } from "@/tests/factories/stream";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

/* The search of knowledge bases as a tool of a personal chat. */
const NAME = "search_knowledge";
const LEASE = "The lease of the harbour crane ends on 31 March 2031.\n";
const SECRET = "The lease of the harbour crane was sold in secret to Meyer.\n";
const USE = `use ${NAME} {"query": "lease of the harbour crane"}`;
const { signal } = new AbortController();

let fake: Awaited<ReturnType<typeof startModelServer>>;
let model: string;
let owner: Person;
let reader: Person;
let base: string;

beforeAll(async () => {
  await onlyBuiltinModels();
  fake = await startModelServer();
  await startJobs(TASK_JOBS, false);
  model = await makeModel(fake.url, "fake-agent", { abilities: ["tool_call"] });
  [owner, reader] = [await makePerson(), await makePerson()];
  base = await makeBase(owner, { name: "Harbour", visibility: "partial", grants: [granted("user", reader.id)] });
  await makeKnowledgeFile(owner, base, "crane.txt", LEASE);
  const secret = await makeBase(owner, { name: "Secret", visibility: "self" });
  await makeKnowledgeFile(owner, secret, "secret.txt", SECRET);
});
afterAll(async () => {
  await fake.close();
  closeIdleChildren();
  await backgroundIdle(5000);
  await stopJobs(100);
  await closeDatabase();
});

async function makeChat({ token }: Person): Promise<string> {
  const { data } = await answer<ConversationDto>(newChatRoute, { token, method: "POST", body: {} });
  return data!.id;
}
async function ask(person: Person, { text = USE, ...body }: { text?: string; fileIds?: string[] } = {}) {
  const id = await makeChat(person);
  const asked = { text, modelId: model, settings: { tools: [NAME] }, ...body };
  const stream = await readStream(await call(askRoute, { token: person.token, params: { id }, body: asked }));
  return { id, ...stream };
}
const cited = ({ lines }: Awaited<ReturnType<typeof ask>>) =>
  lines.flatMap((line) => (line.type === "data-citation" ? [line.data] : []));
const offered = async ({ token }: Person) =>
  (await answer<{ items: ChatToolDto[] }>(toolsRoute, { token, query: { modelId: model } })).data!.items.map(
    ({ name }) => name,
  );

it("is offered to whoever may ask or search bases, and runs for nobody else", async () => {
  const other = await makePerson({ codes: ["PERSONAL:CHAT", "USER"] });
  expect(await offered(reader)).toContain(NAME);
  expect(await offered(other)).not.toContain(NAME);
  expect(await offered(await makePerson({ codes: ["PERSONAL:CHAT", "KBCENTER:KB:SEARCH"] }))).toContain(NAME);
  expect(await runTool(other.actor, NAME, { query: "lease" }, { signal })).toMatchObject({ error: "toolNotFound" });
});

it("finds what the asker may read, and the answer cites it at its words", async () => {
  const stream = await ask(reader);
  expect(stream.text).toContain("ends on 31 March 2031. [^c1]");
  expect(cited(stream)).toMatchObject([{ number: 1, fileName: "crane.txt", quote: LEASE.trim() }]);
  expect(JSON.stringify(stream.lines)).not.toContain("Meyer");
  expect((await ask(owner)).text).toContain("Meyer");
});

it("numbers its passages behind those of files", async () => {
  const { id: fileId } = await makeChatFile(reader, "paint.txt", "The crane is painted every five years.\n");
  const stream = await ask(reader, { fileIds: [fileId] });
  expect(stream.text).toContain("2031. [^c1]");
  expect(cited(stream)).toMatchObject([{ fileName: "crane.txt" }]);
});

it("an old answer keeps no word of a base that was withdrawn, nor does another one find it", async () => {
  const friend = await makePerson();
  const own = await makeBase(owner, { name: "Depot", visibility: "partial", grants: [granted("user", friend.id)] });
  await makeKnowledgeFile(owner, own, "depot.txt", "The depot key hangs behind the third door.\n");
  const query = `use ${NAME} {"query": "depot key third door"}`;
  const { id, text } = await ask(friend, { text: query });
  expect(text).toContain("third door");
  const kept = async () =>
    (await answer<{ items: ChatMessageDto[] }>(messagesRoute, { token: friend.token, params: { id } })).data!.items;
  const tool = (await kept()).flatMap(({ parts }) => parts).find(({ type }) => type === "tool");
  expect(tool).toMatchObject({ output: '{"passages":1,"files":1}' });
  const withdrawn = { token: owner.token, params: { id: own }, method: "PATCH", body: { grants: [] } };
  expect(await answer(changeRoute, withdrawn)).toMatchObject({ code: 200 });
  const parts = (await kept()).flatMap((message) => message.parts);
  expect(JSON.stringify(parts.filter(({ type }) => type !== "text"))).not.toMatch(/depot\.txt|behind the/);
  expect((await ask(friend, { text: query })).text).toContain("Nothing in the knowledge bases");
});

it("counts as use of the bases it found something in, and of no other", async () => {
  const [own, idle] = [
    await makeBase(owner, { name: "Counted", visibility: "partial", grants: [granted("user", reader.id)] }),
    await makeBase(owner, { name: "Idle", visibility: "partial", grants: [granted("user", reader.id)] }),
  ];
  const file = await makeKnowledgeFile(owner, own, "winch.txt", "Quay winch: 900 tons.\n");
  await makeKnowledgeFile(owner, idle, "canteen.txt", "食堂周一供应面条。\n");
  const { token } = owner;
  const usage = async (id: string) => (await answer<UsageDto>(usageRoute, { token, params: { id } })).data!;
  const { text } = await ask(reader, { text: `use ${NAME} {"query": "quay winch"}` });
  expect(text).toContain("900 tons");
  await backgroundIdle(5000);
  const after = await usage(own);
  expect(after.now).toMatchObject({ questions: 1, people: 1, answered: 1, notFound: 0 });
  expect(after.slices).toMatchObject({ total: 1, cited: 1, unused: 0 });
  const at = { token, params: { id: file.id! } };
  const [slice] = (await answer<{ items: UsedSliceDto[] }>(slicesRoute, at)).data!.items;
  expect(slice).toMatchObject({ hits: 1, cited: 1 });
  expect((await usage(idle)).now.questions).toBe(0);
});
