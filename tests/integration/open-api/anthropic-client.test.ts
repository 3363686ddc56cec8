/** @runs once: what an official client reads of our answers; the same rows are openai-client.test.ts's. */
import Anthropic from "@anthropic-ai/sdk";
import { eq } from "drizzle-orm";
import OpenAI from "openai";
import { db } from "@/db/client";
import { usageLedger } from "@/db/schema/models";
import { flushLedger } from "@/lib/models/ledger";
import { makeApiKey } from "@/tests/factories/api-keys";
import { type Door, openDoor } from "@/tests/factories/http-door";
import { makeModel } from "@/tests/factories/models";
import { makePerson } from "@/tests/factories/people";
import { startAnthropicServer } from "@/tests/fakes/anthropic-server.mjs";
import { startGoogleServer } from "@/tests/fakes/google-server.mjs";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

let openai: Awaited<ReturnType<typeof startModelServer>>;
let anthropic: Awaited<ReturnType<typeof startAnthropicServer>>;
let google: Awaited<ReturnType<typeof startGoogleServer>>;
let door: Door;
let client: Anthropic;
let other: Anthropic;
let chat: OpenAI;

beforeAll(async () => {
  [openai, anthropic, google] = [await startModelServer(), await startAnthropicServer(), await startGoogleServer()];
  door = await openDoor();
  const [first, second] = [await makeApiKey(await makePerson()), await makeApiKey(await makePerson())];
  client = new Anthropic({ apiKey: first.secret, baseURL: `${door.url}/api`, maxRetries: 0 });
  other = new Anthropic({ apiKey: second.secret, baseURL: `${door.url}/api`, maxRetries: 0 });
  chat = new OpenAI({ apiKey: first.secret, baseURL: `${door.url}/api/v1`, maxRetries: 0 });
});
afterAll(async () => {
  await door.close();
  for (const fake of [openai, anthropic, google]) await fake.close();
});

const WAYS = ["anthropic", "openai-compatible", "google"] as const;
type Way = (typeof WAYS)[number];
const make = (way: Way, behaviour: string) =>
  makeModel({ anthropic, "openai-compatible": openai, google }[way].url, behaviour, { template: way });

const hello = [{ role: "user" as const, content: "hello" }];
const CLOCK = {
  name: "clock",
  description: "Tells the time",
  input_schema: { type: "object" as const, properties: {} },
};

async function rowOf(modelId: string) {
  await flushLedger();
  return db().select().from(usageLedger).where(eq(usageLedger.modelId, modelId));
}

describe.each(WAYS)("the official anthropic client over a supplier that speaks %s", (way) => {
  it("gets a message whole, and the ledger agrees with its figures", async () => {
    const model = await make(way, "fake-echo");
    const message = await client.messages.create({ model, max_tokens: 100, messages: hello });
    expect(message).toMatchObject({ type: "message", role: "assistant", stop_reason: "end_turn" });
    expect(message.content).toEqual([expect.objectContaining({ type: "text", text: "Echo: hello" })]);
    const [row] = await rowOf(model);
    const { input_tokens, cache_read_input_tokens, output_tokens } = message.usage;
    expect(row).toMatchObject({
      outcome: "done",
      estimated: false,
      inputTokens: input_tokens + (cache_read_input_tokens ?? 0),
      outputTokens: output_tokens,
    });
  });

  it("streams text and thinking, in whole blocks", async () => {
    const model = await make(way, "fake-thinking");
    const stream = client.messages.stream({ model, max_tokens: 100, messages: hello });
    let text = "";
    stream.on("text", (delta) => {
      text += delta;
    });
    const message = await stream.finalMessage();
    expect(text).toBe("The answer is 42.");
    expect(message.content.map(({ type }) => type)).toEqual(["thinking", "text"]);
    expect(message.stop_reason).toBe("end_turn");
    expect((await rowOf(model))[0]).toMatchObject({ outcome: "done" });
  });

  it("calls tools, streamed and whole", async () => {
    const model = await make(way, "fake-tools");
    const asked = { model, max_tokens: 100, messages: hello, tools: [CLOCK] };
    for (const message of [await client.messages.create(asked), await client.messages.stream(asked).finalMessage()]) {
      expect(message.stop_reason).toBe("tool_use");
      const call = message.content.find(({ type }) => type === "tool_use");
      expect(call).toMatchObject({ name: "clock", input: { zone: "UTC" } });
    }
  });

  it("hears of refusals and cuts", async () => {
    const denied = await make(way, "fake-401");
    await expect(client.messages.create({ model: denied, max_tokens: 9, messages: hello })).rejects.toMatchObject({
      status: 503,
    });
    const cut = await make(way, "fake-cut");
    await expect(
      client.messages.stream({ model: cut, max_tokens: 99, messages: hello }).finalMessage(),
    ).rejects.toThrow();
    expect((await rowOf(cut))[0]).toMatchObject({ outcome: "interrupted" });
  });

  it("the official openai client gets the same answers", async () => {
    const model = await make(way, "fake-thinking");
    const stream = await chat.chat.completions.create({ model, messages: hello, stream: true });
    let text = "";
    let finish = "";
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? "";
      finish = chunk.choices[0]?.finish_reason ?? finish;
    }
    expect([text, finish]).toEqual(["The answer is 42.", "stop"]);
    const tools = await make(way, "fake-tools");
    const whole = await chat.chat.completions.create({
      model: tools,
      messages: hello,
      tools: [{ type: "function", function: { name: "clock", parameters: CLOCK.input_schema } }],
    });
    expect(whole.choices[0]).toMatchObject({ finish_reason: "tool_calls" });
    expect(
      JSON.parse((whole.choices[0]!.message.tool_calls![0] as { function: { arguments: string } }).function.arguments),
    ).toEqual({
      zone: "UTC",
    });
  });
});

describe("a message's history", () => {
  it("with tools and pictures reaches a supplier of another protocol in its own terms", async () => {
    const model = await makeModel(openai.url, "fake-echo", { abilities: ["visual", "tool_call"] });
    const picture = { type: "base64" as const, media_type: "image/png" as const, data: "iVBORw0KGgo=" };
    openai.state.requests.length = 0;
    await other.messages.create({
      model,
      max_tokens: 50,
      system: "Be brief.",
      messages: [
        {
          role: "user",
          content: [
            { type: "image", source: picture },
            { type: "text", text: "What is this?" },
          ],
        },
        { role: "assistant", content: [{ type: "tool_use", id: "call_9", name: "clock", input: { zone: "UTC" } }] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "call_9", content: "10:21" }] },
      ],
    });
    expect(openai.state.requests[0].body.messages).toEqual([
      { role: "system", content: "Be brief." },
      {
        role: "user",
        content: [
          { type: "image_url", image_url: { url: `data:image/png;base64,${picture.data}` } },
          { type: "text", text: "What is this?" },
        ],
      },
      {
        role: "assistant",
        content: "",
        tool_calls: [{ id: "call_9", type: "function", function: { name: "clock", arguments: '{"zone":"UTC"}' } }],
      },
      { role: "tool", tool_call_id: "call_9", content: "10:21" },
    ]);
  });

  it("an error has the protocol's own shape", async () => {
    const error = await other.messages.create({ model: "no-such", max_tokens: 9, messages: hello }).catch((e) => e);
    expect(error).toMatchObject({ status: 404 });
    expect(error.error).toMatchObject({ type: "error", error: { type: "not_found_error" } });
  });
});
