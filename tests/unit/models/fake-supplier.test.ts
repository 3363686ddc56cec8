import OpenAI from "openai";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

/** The fake is only worth something if the official client takes it for the real thing. */
describe("the fake supplier, driven by the official client", () => {
  let fake: Awaited<ReturnType<typeof startModelServer>>;
  let client: OpenAI;

  beforeAll(async () => {
    fake = await startModelServer();
    client = new OpenAI({ apiKey: "key", baseURL: fake.url, maxRetries: 0 });
  });
  afterAll(() => fake.close());

  const messages = [{ role: "user" as const, content: "hello" }];

  it("lists its models", async () => {
    const names = (await client.models.list()).data.map((model) => model.id);
    expect(names).toContain("fake-echo");
  });

  it("streams deltas, a finish reason and the usage", async () => {
    const stream = await client.chat.completions.create({
      model: "fake-echo",
      messages,
      stream: true,
      stream_options: { include_usage: true },
    });
    let text = "";
    let finish: string | null = null;
    let usage: number | undefined;
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? "";
      finish = chunk.choices[0]?.finish_reason ?? finish;
      usage = chunk.usage?.completion_tokens ?? usage;
    }
    expect(text).toBe("Echo: hello");
    expect(finish).toBe("stop");
    expect(usage).toBe(11);
  });

  it("answers whole without streaming", async () => {
    const answer = await client.chat.completions.create({ model: "fake-echo", messages });
    expect(answer.choices[0]?.message.content).toBe("Echo: hello");
  });

  it("streams a tool call in pieces", async () => {
    const stream = client.chat.completions.stream({ model: "fake-tools", messages });
    const final = await stream.finalChatCompletion();
    const call = final.choices[0]?.message.tool_calls?.[0];
    expect(call).toMatchObject({ id: "call_1", function: { name: "clock", arguments: '{"zone":"UTC"}' } });
  });

  it("refuses in the shape the client knows", async () => {
    await expect(client.chat.completions.create({ model: "fake-401", messages })).rejects.toMatchObject({
      status: 401,
    });
    await expect(client.chat.completions.create({ model: "fake-429", messages })).rejects.toMatchObject({
      status: 429,
    });
  });
});
