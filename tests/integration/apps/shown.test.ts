import { POST as runRoute } from "@/app/api/apps/[id]/runs/route";
import { POST as askRoute } from "@/app/api/apps/chats/[id]/answer/route";
import { GET as messagesRoute } from "@/app/api/chat/sessions/[id]/messages/route";
import { backgroundIdle } from "@/lib/background";
import type { ChatMessageDto } from "@/lib/stream/message-dto";
import type { ToolPart } from "@/lib/stream/parts";
import { makePublishedApp } from "@/tests/factories/apps";
import { answer, call } from "@/tests/factories/call";
import { withFlows } from "@/tests/factories/flows";
import { makeModel } from "@/tests/factories/models";
import type { Person } from "@/tests/factories/people";
import { removeRules } from "@/tests/factories/review";
import { type ReadStream, readStream } from "@/tests/factories/stream";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

const made = withFlows();
let fake: Awaited<ReturnType<typeof startModelServer>>;
let owner: Person;
let other: Person;
let model: string;
beforeAll(async () => {
  ({ owner, other } = made);
  fake = await startModelServer();
  model = await makeModel(fake.url, "fake-agent", { abilities: ["tool_call"] });
});
afterAll(() => fake.close());

const FORM = { title: "Your trip", fields: [{ name: "city", label: "City", type: "text", required: true }] };
const agent = (more: object = {}) =>
  makePublishedApp(owner, { settings: { instructions: "x", modelId: model, shows: true, ...more } });
const ask = async (id: string, text: string) =>
  readStream(await call(runRoute, { token: other.token, params: { id }, body: { text } }));
const sessionOf = ({ start }: ReadStream) => (start as unknown as { sessionId: string }).sessionId;
async function stored(person: Person, id: string) {
  const read = await answer<{ items: ChatMessageDto[] }>(messagesRoute, { token: person.token, params: { id } });
  return read.data?.items ?? [];
}
const toolOf = (messages: ChatMessageDto[]) =>
  messages.at(-1)!.parts.find((part): part is ToolPart => part.type === "tool");

it("a form is kept with its answer, and what was filled in is the next message", async () => {
  const id = await agent();
  const said = await ask(id, `use show_form ${JSON.stringify(FORM)}`);
  const session = sessionOf(said);
  expect(toolOf(await stored(other, session))).toMatchObject({ name: "show_form", input: FORM, state: "done" });
  expect(await stored(owner, session)).toEqual([]);
  const body = { text: "City: Shanghai" };
  await readStream(await call(askRoute, { token: other.token, params: { id: session }, body }));
  expect((await stored(other, session)).at(-2)).toMatchObject({ role: "user", parts: [{ text: "City: Shanghai" }] });
});

it("what is neither form nor cards is told to the model as wrong, and nobody is shown it", async () => {
  const id = await agent();
  const cards = { cards: [{ title: "x", links: [{ label: "x", url: "javascript:alert(1)" }] }] };
  const said = await ask(id, `use show_cards ${JSON.stringify(cards)}`);
  expect(said.text).toContain("cards.0.links.0.url");
  expect(toolOf(await stored(other, sessionOf(said)))).toMatchObject({ state: "failed", error: "toolArguments" });
});

it("is offered where the app says so, and looked at by its review rules", async () => {
  const plain = await agent({ shows: false });
  await ask(plain, "hello");
  expect(fake.state.requests.at(-1)!.body.tools).toBeUndefined();
  const rule = { name: "Cities", keywords: ["上海"], presetReply: "Not here.", reviewsInput: false };
  const ruled = await agent({ reviewRules: [rule] });
  const escaped = JSON.stringify({ ...FORM, title: "TITLE" }).replace("TITLE", "\\u4e0a\\u6d77");
  const held = await ask(ruled, `use show_form ${escaped}`);
  expect(held.lines.map(({ type }) => type)).toContain("data-review");
  expect((await stored(other, sessionOf(held))).at(-1)!.parts).toEqual([
    { type: "review", side: "output" },
    { type: "text", text: "Not here." },
  ]);
  await backgroundIdle(5000);
  await removeRules();
});
