import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { closeDatabase, db } from "@/db/client";
import { reviewHits } from "@/db/schema/review";
import { backgroundIdle } from "@/lib/background";
import { makeApiKey } from "@/tests/factories/api-keys";
import { type Door, openDoor } from "@/tests/factories/http-door";
import { makeModel, onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { makeRule, REPLY, removeRules } from "@/tests/factories/review";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

let fake: Awaited<ReturnType<typeof startModelServer>>;
let door: Door;
let owner: Person;
let other: Person;
let secret: string;
let model: string;

beforeAll(async () => {
  await onlyBuiltinModels();
  fake = await startModelServer();
  model = await makeModel(fake.url, "fake-echo");
  [door, owner, other] = [await openDoor(), await makePerson(), await makePerson()];
  ({ secret } = await makeApiKey(owner));
});
afterEach(async () => {
  await backgroundIdle(5000);
  await removeRules();
});
afterAll(async () => {
  await fake.close();
  await backgroundIdle(5000);
  await door.close();
  await closeDatabase();
});

const client = (apiKey = secret) => new OpenAI({ apiKey, baseURL: `${door.url}/api/v1`, maxRetries: 0 });
const asked = (content: string) => ({ model, messages: [{ role: "user" as const, content }] });

it("a question with a word of a rule gets its reply, whole and streamed, and no model hears of it", async () => {
  await makeRule(["blue whale"]);
  fake.state.requests.length = 0;
  const whole = await client().chat.completions.create(asked("the BLUE  whale"));
  expect(whole.choices[0]).toMatchObject({ finish_reason: "content_filter", message: { content: REPLY } });
  const stream = await client().chat.completions.create({ ...asked("blue whale"), stream: true });
  let text = "";
  const ends: unknown[] = [];
  for await (const { choices } of stream) {
    text += choices[0]?.delta.content ?? "";
    if (choices[0]?.finish_reason) ends.push(choices[0].finish_reason);
  }
  expect([text, ends]).toEqual([REPLY, ["content_filter"]]);
  expect(fake.state.requests).toEqual([]);
  await backgroundIdle(5000);
  const kept = await db().select().from(reviewHits);
  expect(kept).toHaveLength(2);
  for (const hit of kept) expect(hit).toMatchObject({ userId: owner.id, side: "input", app: "open-api" });
  expect(kept[0]!.apiKeyId).not.toBeNull();
});

it("an answer with a word of a rule ends before it, whole and streamed, in either protocol", async () => {
  await makeRule(["forbidden"], { reviewsInput: false });
  const { secret: another } = await makeApiKey(other);
  const whole = await client(another).chat.completions.create(asked("it is f-o-r, no: forbidden fruit"));
  expect(whole.choices[0]).toMatchObject({ finish_reason: "content_filter", message: { content: REPLY } });
  const stream = await client(another).chat.completions.create({
    ...asked("good first, forbidden last"),
    stream: true,
  });
  let text = "";
  for await (const { choices } of stream) text += choices[0]?.delta.content ?? "";
  expect(text).toBe(`Echo: good first, ${REPLY}`);
  const anthropic = new Anthropic({ apiKey: another, baseURL: `${door.url}/api`, maxRetries: 0 });
  const message = await anthropic.messages.create({ ...asked("forbidden"), max_tokens: 100 });
  expect(message).toMatchObject({ stop_reason: "refusal", content: [{ type: "text", text: REPLY }] });
});

it("an answer without one goes on as it is", async () => {
  await makeRule(["forbidden"]);
  const whole = await client().chat.completions.create(asked("for bidders only"));
  expect(whole.choices[0]).toMatchObject({ finish_reason: "stop", message: { content: "Echo: for bidders only" } });
  expect(await db().select().from(reviewHits)).toEqual([]);
});
