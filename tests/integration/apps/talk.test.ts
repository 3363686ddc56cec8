import { and, eq } from "drizzle-orm";
import { GET as analysisRoute } from "@/app/api/apps/[id]/analysis/route";
import { POST as newChatRoute } from "@/app/api/apps/[id]/chats/route";
import { POST as runRoute } from "@/app/api/apps/[id]/runs/route";
import { POST as unpublishRoute } from "@/app/api/apps/[id]/unpublish/route";
import { POST as askRoute } from "@/app/api/apps/chats/[id]/answer/route";
import { GET as chatRoute } from "@/app/api/apps/chats/[id]/route";
import { GET as namesRoute } from "@/app/api/apps/names/route";
import { POST as reAnswerRoute } from "@/app/api/chat/messages/[id]/re-answer/route";
import { GET as messagesRoute } from "@/app/api/chat/sessions/[id]/messages/route";
import { GET as sessionsRoute } from "@/app/api/chat/sessions/route";
import { closeDatabase, db } from "@/db/client";
import { apps, appUseDays } from "@/db/schema/apps";
import { usageLedger } from "@/db/schema/models";
import { backgroundIdle } from "@/lib/background";
import { addDays } from "@/lib/config/time";
import type { AnalysisDto, AppChatDto } from "@/lib/features/apps/dto";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { flushLedger } from "@/lib/models/ledger";
import { closeIdleChildren } from "@/lib/parsing/pool";
import type { ChatMessageDto } from "@/lib/stream/message-dto";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { keepDraft, makeApp, makePublishedApp, publish } from "@/tests/factories/apps";
import { answer, call } from "@/tests/factories/call";
import { granted, makeBase, makeKnowledgeFile } from "@/tests/factories/knowledge";
import { disableModel, makeModel, onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { readStream } from "@/tests/factories/stream";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let model: string;
let owner: Person;
let other: Person;

beforeAll(async () => {
  await onlyBuiltinModels();
  fake = await startModelServer();
  await startJobs(TASK_JOBS, false);
  model = await makeModel(fake.url, "fake-echo");
  [owner, other] = [await makePerson(), await makePerson()];
});
afterAll(async () => {
  await fake.close();
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

const run = (person: Person, id: string, body: object, headers = {}) =>
  call(runRoute, { token: person.token, params: { id }, body, headers });
const ran = async (person: Person, id: string, body: object) => readStream(await run(person, id, body));
const errorOf = async (response: Response) => ((await response.json()) as { data: { error: string } }).data.error;
const told = () => fake.state.requests.at(-1)!.body;
async function sessionsWith(person: Person, about: string) {
  const query = { kind: "app", about };
  const { data } = await answer<{ items: { id: string }[] }>(sessionsRoute, { token: person.token, query });
  return data!.items.map(({ id }) => id);
}

const FORM = {
  instructions: "You help {{user.name}} with {{topic}}. Today is {{today}}.",
  variables: [{ name: "topic", label: "Topic", type: "text", required: true }],
};

it("is told its instructions with the form and the person filled in, and books the call to the app", async () => {
  const id = await makePublishedApp(owner, { settings: { ...FORM, modelId: model, options: { temperature: 0.3 } } });
  const { text } = await ran(other, id, { text: "hello", inputs: { topic: "travel" } });
  expect(text).toBe("Echo: hello");
  const [system] = told().messages;
  expect(system.content).toMatch(
    new RegExp(`^You help ${other.actor.name} with travel\\. Today is \\d{4}-\\d\\d-\\d\\d\\.`),
  );
  expect(told().temperature).toBe(0.3);
  await backgroundIdle(5000);
  await flushLedger();
  const booked = await db()
    .select()
    .from(usageLedger)
    .where(and(eq(usageLedger.app, id), eq(usageLedger.userId, other.id), eq(usageLedger.isQuestion, true)));
  expect(booked).toHaveLength(1);
  const [row] = await db().select({ uses: apps.uses }).from(apps).where(eq(apps.id, id));
  expect(row?.uses).toBe(1);
  const { data } = await answer<{ items: object[] }>(namesRoute, { token: other.token, query: { ids: id } });
  expect(data?.items).toHaveLength(1);
});

it("refuses a form that is not filled in, and an empty question, before anything is stored", async () => {
  const id = await makePublishedApp(owner, { settings: { ...FORM, modelId: model } });
  const missing = await run(other, id, { text: "hello" });
  expect(missing.status).toBe(400);
  expect(await missing.json()).toMatchObject({ data: { error: "appInputs", fields: { topic: "required" } } });
  expect((await run(other, id, { text: " ", inputs: { topic: "x" } })).status).toBe(400);
  expect(await sessionsWith(other, id)).toEqual([]);
});

it("goes on in a conversation of one's own, by the version in use now", async () => {
  const id = await makePublishedApp(owner, { settings: { ...FORM, modelId: model } });
  await ran(other, id, { text: "first", inputs: { topic: "travel" } });
  const [session] = await sessionsWith(other, id);
  const ask = (person: Person, text: string) =>
    call(askRoute, { token: person.token, params: { id: session! }, body: { text } });
  expect((await ask(owner, "mine?")).status).toBe(404);
  await readStream(await ask(other, "second"));
  expect(told().messages.map(({ role }: { role: string }) => role)).toEqual(["system", "user", "assistant", "user"]);
  // What was filled in at the beginning holds on.
  expect(told().messages[0].content).toContain("with travel.");
  const { data } = await answer<{ items: ChatMessageDto[] }>(messagesRoute, {
    token: other.token,
    params: { id: session! },
  });
  await readStream(await call(reAnswerRoute, { token: other.token, params: { id: data!.items.at(-1)!.id }, body: {} }));
  expect(told().messages.at(-1).content).toBe("second");
  expect(await answer<AppChatDto>(chatRoute, { token: other.token, params: { id: session! } })).toMatchObject({
    data: { appId: id, inputs: { topic: "travel" }, isTrial: false },
  });
  expect((await answer(chatRoute, { token: owner.token, params: { id: session! } })).code).toBe(404);
  // Taken out of use it answers nobody, also where a conversation is open.
  await answer(unpublishRoute, { token: owner.token, method: "POST", params: { id } });
  expect((await ask(other, "third")).status).toBe(404);
});

it("a repeated post is answered by the first, in one conversation", async () => {
  const id = await makePublishedApp(owner, { settings: { instructions: "x", modelId: model } });
  const headers = { "idempotency-key": `once-${id}` };
  const first = await readStream(await run(other, id, { text: "hello" }, headers));
  const again = await readStream(await run(other, id, { text: "hello" }, headers));
  expect(again.start.answerId).toBe(first.start.answerId);
  expect(await sessionsWith(other, id)).toHaveLength(1);
});

it("the draft is tried by whoever may change it: listed nowhere, counted nowhere", async () => {
  const id = await makePublishedApp(owner, { settings: { instructions: "published", modelId: model } });
  await keepDraft(owner, id, { instructions: "being worked on", modelId: model });
  await ran(owner, id, { text: "hello", version: "draft" });
  expect(told().messages[0].content).toContain("being worked on");
  await ran(owner, id, { text: "hello", version: 1 });
  expect(told().messages[0].content).toContain("published");
  expect((await run(other, id, { text: "hello", version: "draft" })).status).toBe(404);
  expect(await sessionsWith(owner, id)).toEqual([]);
  await backgroundIdle(5000);
  const [row] = await db().select({ uses: apps.uses }).from(apps).where(eq(apps.id, id));
  expect(row?.uses).toBe(0);
  // The conversation goes on with what it tries.
  const options = { token: owner.token, params: { id }, body: { version: "draft" } };
  const { data } = await answer<AppChatDto>(newChatRoute, options);
  await keepDraft(owner, id, { instructions: "changed meanwhile", modelId: model });
  await readStream(await call(askRoute, { token: owner.token, params: { id: data!.id }, body: { text: "hi" } }));
  expect(told().messages[0].content).toContain("changed meanwhile");
});

it("an app without conversations says so", async () => {
  const keeper = await makePerson({ codes: ["SYSTEM:CONFIG:TOOLS", "APPS:WORKBENCH:VIEW", "APPS:SQUARE:VIEW"] });
  const id = await makePublishedApp(keeper, { kind: "external", settings: { url: "https://example.org/" } });
  const refused = await run(other, id, { text: "hello" });
  expect([refused.status, await errorOf(refused)]).toEqual([422, "appTalksNot"]);
});

it("an app that writes is asked by its form", async () => {
  const settings = { ...FORM, instructions: "Write about {{topic}}", modelId: model };
  const id = await makePublishedApp(owner, { kind: "generation", settings });
  const { text } = await ran(other, id, { inputs: { topic: "rain" } });
  expect(text).toBe("Echo: Topic: rain");
  expect(told().messages[0].content).toContain("Write about rain");
});

describe("whose rights", () => {
  const LEASE = "The lease of the north office ends on 31 March 2027. The rent is 48,120 euros a month.\n";

  it("a base the asker may not use gives nothing, not even its name, and the step says so", async () => {
    const reader = await makeModel(fake.url, "fake-reader");
    const base = await makeBase(owner, { name: "Secret leases", visibility: "partial" });
    await makeKnowledgeFile(owner, base, "lease.txt", LEASE);
    const settings = { instructions: "Answer.", modelId: reader, baseIds: [base] };
    const id = await makePublishedApp(owner, { settings });
    const question = { text: "When does the lease of the north office end?" };
    const mine = await ran(owner, id, question);
    expect(mine.lines.some((line) => line.type === "data-citation")).toBe(true);
    const response = await run(other, id, question);
    const raw = await response.clone().text();
    const theirs = await readStream(response);
    expect(raw).not.toMatch(/Secret leases|48,120|lease\.txt/);
    const steps = theirs.lines.flatMap((line) => (line.type === "data-step" ? [line.data] : []));
    expect(steps).toContainEqual({ name: "search", state: "skipped", reason: "notAllowed" });
    expect(JSON.stringify(told().messages)).not.toContain("48,120");
    // Where it may answer from bases alone, nothing is asked.
    await keepDraft(owner, id, { ...settings, onlyBases: true });
    const strict = await run(owner, id, { ...question, version: "draft" });
    expect((await readStream(strict)).lines.some((line) => line.type === "data-citation")).toBe(true);
    await publish(owner, id);
    const before = fake.state.requests.length;
    expect(await (await run(other, id, question)).text()).not.toMatch(/Secret leases|48,120|lease\.txt/);
    expect(fake.state.requests).toHaveLength(before);
  });

  it("a model the asker may not use gives way to their own default", async () => {
    const chosen = await makeModel(fake.url, "fake-echo");
    const id = await makePublishedApp(owner, { settings: { instructions: "x", modelId: chosen } });
    expect((await ran(other, id, { text: "hello" })).text).toBe("Echo: hello");
    await disableModel(chosen);
    const { text } = await ran(other, id, { text: "hello again" });
    expect(text).not.toBe("Echo: hello again");
  });

  it("a tool is offered to the model only where the asker may use it", async () => {
    const agent = await makeModel(fake.url, "fake-tools", { abilities: ["tool_call"] });
    const id = await makeApp(owner, { settings: { instructions: "x", modelId: agent, tools: ["calculate"] } });
    await readStream(await run(owner, id, { text: "hi", version: "draft" }));
    const asked = fake.state.requests.find(({ body }: { body: { model: string } }) => body.model === "fake-tools")!;
    const named = asked.body.tools?.map((tool: { function: { name: string } }) => tool.function.name);
    expect(named).toEqual(["calculate"]);
  });
});

it("is analysed in counts by whoever may change it", async () => {
  const echo = await makeModel(fake.url, "fake-echo");
  const id = await makePublishedApp(owner, {
    settings: { instructions: "x", modelId: echo },
    grants: [granted("user", other.id)],
  });
  await ran(other, id, { text: "one" });
  await ran(owner, id, { text: "two" });
  await ran(owner, id, { text: "trial", version: "draft" });
  await backgroundIdle(5000);
  const { data } = await answer<AnalysisDto>(analysisRoute, { token: owner.token, params: { id } });
  expect(data).toMatchObject({
    now: { people: 2, uses: 2, begun: 2, answers: 2, failed: 0, slowMs: expect.any(Number) },
    mayOpenRecords: false,
    tools: [],
  });
  expect(data!.days).toHaveLength(30);
  expect(data!.days.at(-1)).toMatchObject({ uses: 2, people: 2 });
  expect(JSON.stringify(data)).not.toContain("Echo");
});

it("is compared with the days before, and tells who came back in the weeks after", async () => {
  const id = await makePublishedApp(owner, { grants: [granted("user", other.id)] });
  const analysed = async (days: number) =>
    (await answer<AnalysisDto>(analysisRoute, { token: owner.token, params: { id }, query: { days } })).data!;
  const { to: today } = await analysed(7);
  const monday = addDays(today, -((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7));
  const used = (userId: string, day: string, uses: number) => ({ appId: id, day, userId, uses, begun: 1 });
  await db()
    .insert(appUseDays)
    .values([
      used(owner.id, addDays(monday, -14), 2),
      used(owner.id, addDays(monday, -7), 1),
      used(owner.id, today, 4),
      used(other.id, addDays(monday, -7), 3),
      used(other.id, addDays(monday, -200), 1),
    ]);
  const { cohorts, ...week } = await analysed(7);
  const back = [1, 1];
  // Whoever began long ago is in none of these weeks.
  expect(cohorts).toEqual([{ week: addDays(monday, -14), people: 1, back }]);
  expect(week.now).toMatchObject({ people: 1, uses: 4 });
  expect((await analysed(30)).now).toMatchObject({ people: 2, uses: 10 });
  // Last week's Monday is seven to thirteen days ago, whatever day it is.
  expect(week.previous).toMatchObject({ people: 2, uses: 4 });
  expect(week.returned).toBe(1);
});
