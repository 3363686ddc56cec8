import { text as readAll } from "node:stream/consumers";
import { protocolOf } from "@/lib/models/protocols";
import type { Protocol } from "@/lib/models/types";
import { type Channel, SupplierError } from "@/lib/models/types";
import { channelTo, hear } from "@/tests/factories/channels";
import { DOT } from "@/tests/fakes/model-media.mjs";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

let fake: Awaited<ReturnType<typeof startModelServer>>;
beforeAll(async () => {
  fake = await startModelServer();
});
afterAll(() => fake.close());

const signal = () => AbortSignal.timeout(10_000);
const dot = Buffer.from(DOT, "base64");
const lastBody = () => fake.state.requests.at(-1)!.body;

/** OpenAI's paths and Azure's two ways to them. */
const WAYS: [string, (model: string) => Channel][] = [
  ["OpenAI", (model) => channelTo(fake.url, "openai-compatible", model)],
  ["Azure, v1", (model) => channelTo(fake.azureUrl, "azure-openai", model)],
  [
    "Azure, dated",
    (model) => channelTo(fake.azureUrl, "azure-openai", model, { settings: { apiVersion: "2025-04-01" } }),
  ],
];

describe.each(WAYS)("%s", (_name, to) => {
  const call = async (model: string) => ({ channel: to(model), protocol: await protocolOf(to(model).template) });

  it("makes vectors in the order of the texts", async () => {
    const { channel, protocol } = await call("fake-embedding");
    const { vectors, inputTokens } = await protocol.embed!(channel, { inputs: ["a", "b", "a"] }, signal());
    expect(vectors).toHaveLength(3);
    expect(vectors[0]).toEqual(vectors[2]);
    expect(vectors[0]).not.toEqual(vectors[1]);
    expect(vectors[0]![0]).toBeCloseTo(97 / 65_536, 7);
    expect(inputTokens).toBe(9);
    expect((await protocol.embed!(channel, { inputs: ["a"], dimensions: 4 }, signal())).vectors[0]).toHaveLength(4);
  });

  it("draws", async () => {
    const { channel, protocol } = await call("fake-image");
    const drawn = await protocol.image!(channel, { prompt: "red", count: 2, size: "1024x1024" }, signal());
    expect(drawn.images).toEqual([
      { bytes: dot, mediaType: "image/png" },
      { bytes: dot, mediaType: "image/png" },
    ]);
    expect(drawn).toMatchObject({ revisedPrompt: "a dot: red", inputTokens: 9, outputTokens: 272 });
  });

  it("changes pictures", async () => {
    const { channel, protocol } = await call("fake-image");
    const source = { bytes: dot, mediaType: "image/png" };
    await protocol.image!(channel, { prompt: "blue", count: 1, sources: [source, source], mask: source }, signal());
    expect(fake.state.requests.at(-1)!.path).toContain("/images/edits");
    expect(lastBody()["image[]"]).toHaveLength(2);
    expect(lastBody().mask).toEqual({ name: "mask.png", type: "image/png", size: dot.length });
  });

  it("speaks while the sound arrives", async () => {
    const { channel, protocol } = await call("fake-speech");
    const { body, mediaType } = await protocol.speak!(channel, { text: "hello", voice: "nova", speed: 1.5 }, signal());
    expect(mediaType).toBe("audio/mpeg");
    expect((await readAll(body)).startsWith("ID3")).toBe(true);
    expect(lastBody()).toMatchObject({ input: "hello", voice: "nova", speed: 1.5 });
  });

  it("writes down what it hears, with times where asked", async () => {
    const { channel, protocol } = await call("fake-whisper");
    const audio = { bytes: Buffer.from("RIFF1234"), name: "会议.wav", mediaType: "audio/wav" };
    const plain = await protocol.transcribe!(channel, { audio }, signal());
    expect(plain).toMatchObject({ text: "会议.wav: 8 bytes", inputTokens: 14, outputTokens: 45 });
    expect(plain.segments).toBeUndefined();
    const timed = await protocol.transcribe!(channel, { audio, timestamps: true, language: "en" }, signal());
    expect(timed).toMatchObject({ language: "en", seconds: 1.5, segments: [{ start: 0, end: 1.5 }] });
  });

  it("reads whole answers of servers that do not stream", async () => {
    const heard = await hear(to("fake-whole"));
    expect(heard).toMatchObject({ text: "Echo: hello", finishReason: "stop" });
    expect(heard.usage).toMatchObject({ inputTokens: 12 });
  });
});

describe("a compatible server", () => {
  const to = (model: string) => channelTo(fake.url, "openai-compatible", model);
  let protocol: Protocol;
  beforeAll(async () => {
    protocol = await protocolOf("openai-compatible");
  });
  const key = (call: Promise<unknown>) =>
    call.then(
      () => "none",
      (error: unknown) => (error instanceof SupplierError ? error.key : String(error)),
    );

  it("ranks, best first", async () => {
    const documents = ["xyz", "合同违约金", "合同"];
    const ranked = await protocol.rerank!(to("fake-rerank"), { query: "合同违约金", documents, topN: 2 }, signal());
    expect(ranked.results.map(({ index }) => index)).toEqual([1, 2]);
    expect(ranked.inputTokens).toBe(21);
  });

  it("tells what its list tells", async () => {
    const models = await protocol.listModels!(to(""), signal());
    expect(models.find(({ id }) => id === "fake-told")).toEqual({
      id: "fake-told",
      contextWindow: 32_768,
      maxOutputTokens: 4096,
      abilities: ["tool_call", "reasoning", "visual"],
    });
    expect(models.find(({ id }) => id === "fake-echo")).toEqual({ id: "fake-echo" });
  });

  it("whose vectors are ragged, too few, or that ranks what was not there is not believed", async () => {
    expect(await key(protocol.embed!(to("fake-ragged"), { inputs: ["a", "b"] }, signal()))).toBe("supplierMalformed");
    expect(await key(protocol.embed!(to("fake-short"), { inputs: ["a", "b"] }, signal()))).toBe("supplierMalformed");
    const bad = protocol.rerank!(to("fake-bad-rerank"), { query: "a", documents: ["a", "b"] }, signal());
    expect(await key(bad)).toBe("supplierMalformed");
  });

  it("may not send us into our own network for a picture, nor something that is none", async () => {
    const asked = { prompt: "x", count: 1 };
    expect(await key(protocol.image!(to("fake-image-url"), asked, signal()))).toBe("addressRefused");
    expect(await key(protocol.image!(to("fake-not-a-picture"), asked, signal()))).toBe("supplierMalformed");
  });

  it.each(["fake-401", "fake-402", "fake-429", "fake-500", "fake-html"])(
    "%s is told by every call alike",
    async (model) => {
      const channel = to(model);
      const audio = { bytes: Buffer.from("x"), name: "a.wav", mediaType: "audio/wav" };
      const keys = await Promise.all([
        key(hear(channel)),
        key(protocol.embed!(channel, { inputs: ["a"] }, signal())),
        key(protocol.rerank!(channel, { query: "a", documents: ["a"] }, signal())),
        key(protocol.image!(channel, { prompt: "a", count: 1 }, signal())),
        key(protocol.speak!(channel, { text: "a" }, signal())),
        key(protocol.transcribe!(channel, { audio }, signal())),
      ]);
      expect(new Set(keys).size).toBe(1);
      expect(keys[0]).not.toBe("none");
    },
  );

  it("is asked again without what it refuses by name, and not asked that way twice", async () => {
    const options = { maxOutputTokens: 50, temperature: 0.3 };
    const before = fake.state.requests.length;
    expect((await hear(to("fake-o-series"), { options })).text).toBe("Echo: hello");
    expect(fake.state.requests.length - before).toBe(3);
    expect(lastBody().max_completion_tokens).toBe(50);
    expect(lastBody()).not.toHaveProperty("temperature");
    await hear(to("fake-o-series"), { options });
    expect(fake.state.requests.length - before).toBe(4);
    expect((await protocol.embed!(to("fake-float-only"), { inputs: ["a"] }, signal())).vectors).toHaveLength(1);
    const audio = { bytes: Buffer.from("x"), name: "a.wav", mediaType: "audio/wav" };
    expect((await protocol.transcribe!(to("fake-json-only"), { audio, timestamps: true }, signal())).text).toBe(
      "a.wav: 1 bytes",
    );
  });

  it("closes the connection of a call that is stopped", async () => {
    const controller = new AbortController();
    const call = key(protocol.embed!(to("fake-silent"), { inputs: ["a"] }, controller.signal));
    setTimeout(() => controller.abort(), 100);
    expect(await call).toBe("interrupted");
  });
});

describe("documented names", () => {
  it("OpenAI's own service gets max_completion_tokens at once, Mistral random_seed, Qwen and Zhipu a switch", async () => {
    const sent = async (template: string) => {
      const options = { maxOutputTokens: 9, seed: 7, reasoningEffort: "low" as const };
      await hear(channelTo(fake.url, template, "fake-echo"), { options });
      return lastBody();
    };
    expect(await sent("openai")).toMatchObject({ max_completion_tokens: 9, seed: 7, reasoning_effort: "low" });
    expect(await sent("mistral")).toMatchObject({ max_tokens: 9, random_seed: 7 });
    expect(await sent("qwen")).toMatchObject({ enable_thinking: true });
    expect(await sent("zhipu")).toMatchObject({ thinking: { type: "enabled" } });
  });

  it("DeepSeek and Moonshot get the thinking before a call back, or are asked not to think", async () => {
    const turn = { role: "assistant" as const, content: "", toolCalls: [{ id: "c", name: "f", arguments: "{}" }] };
    const result = { role: "tool" as const, content: "1", toolCallId: "c" };
    const sent = async (template: string, reasoning?: string) => {
      const messages = [{ role: "user" as const, content: "x" }, { ...turn, reasoning }, result];
      await hear(channelTo(fake.url, template, "fake-empty"), { messages, options: { reasoningEffort: "high" } });
      return lastBody();
    };
    const kept = await sent("deepseek", "hm");
    expect(kept.messages[1].reasoning_content).toBe("hm");
    expect(kept).toMatchObject({ reasoning_effort: "high" });
    expect(await sent("moonshot")).toMatchObject({ thinking: { type: "disabled" } });
    const other = await sent("openai-compatible", "hm");
    expect(other.messages[1]).not.toHaveProperty("reasoning_content");
    expect(other).not.toHaveProperty("thinking");
  });

  it("SiliconFlow's pictures and Qwen's rerank", async () => {
    const { image, rerank } = await protocolOf("siliconflow");
    await image!(channelTo(fake.url, "siliconflow", "fake-image"), { prompt: "a", count: 2, size: "1x1" }, signal());
    expect(lastBody()).toMatchObject({ image_size: "1x1", batch_size: 2 });
    const base = `${fake.azureUrl}/compatible-mode/v1`;
    await rerank!(channelTo(base, "qwen", "fake-rerank"), { query: "a", documents: ["a"] }, signal());
    expect(fake.state.requests.at(-1)!.path).toBe("/compatible-api/v1/reranks");
  });
});
