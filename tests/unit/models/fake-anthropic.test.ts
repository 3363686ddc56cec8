import Anthropic from "@anthropic-ai/sdk";
import { startAnthropicServer } from "@/tests/fakes/anthropic-server.mjs";

/** The fake is only worth something if the official client takes it for the real thing. */
describe("the fake of Anthropic, driven by the official client", () => {
  let fake: Awaited<ReturnType<typeof startAnthropicServer>>;
  let client: Anthropic;
  beforeAll(async () => {
    fake = await startAnthropicServer();
    client = new Anthropic({ apiKey: "key-0123456789", baseURL: fake.origin, maxRetries: 0 });
  });
  afterAll(() => fake.close());

  const ask = { max_tokens: 1000, messages: [{ role: "user" as const, content: "hello" }] };
  const tools = [{ name: "clock", input_schema: { type: "object" as const, properties: {} } }];

  it("lists its models over its pages, with their sizes", async () => {
    const models: Anthropic.ModelInfo[] = [];
    for await (const model of client.models.list()) models.push(model);
    expect(models.find(({ id }) => id === "fake-echo")).toMatchObject({
      max_input_tokens: 200_000,
      max_tokens: 64_000,
    });
    expect(new Set(models.map(({ id }) => id)).size).toBe(models.length);
  });

  it("answers whole", async () => {
    const message = await client.messages.create({ model: "fake-echo", ...ask });
    expect(message.content).toMatchObject([{ type: "text", text: "Echo: hello" }]);
    expect(message).toMatchObject({ stop_reason: "end_turn", usage: { input_tokens: 12, output_tokens: 11 } });
  });

  it("streams text, thinking with its signature, and usage", async () => {
    const message = await client.messages.stream({ model: "fake-thinking", ...ask }).finalMessage();
    expect(message.content).toMatchObject([
      { type: "thinking", thinking: "First I compare. Then I conclude.", signature: "c2ln" },
      { type: "text", text: "The answer is 42." },
    ]);
    expect(message.usage).toMatchObject({ cache_read_input_tokens: 4, output_tokens: 5 });
  });

  it("streams the calls of two tools in pieces", async () => {
    const message = await client.messages.stream({ model: "fake-two-tools", ...ask, tools }).finalMessage();
    expect(message.stop_reason).toBe("tool_use");
    expect(message.content).toMatchObject([
      { type: "text" },
      { type: "tool_use", id: "call_1", name: "clock", input: { zone: "UTC" } },
      { type: "tool_use", id: "call_2", name: "weather", input: { city: "北京 👩‍💻", days: [1, 2.5] } },
    ]);
  });

  it("refuses in the shape the client knows", async () => {
    for (const [model, status] of [
      ["fake-401", 401],
      ["fake-429", 429],
      ["fake-529", 529],
      ["nobody", 404],
    ] as const) {
      await expect(client.messages.create({ model, ...ask })).rejects.toMatchObject({ status });
    }
    await expect(client.messages.stream({ model: "fake-error-chunk", ...ask }).finalMessage()).rejects.toThrow();
  });
});
