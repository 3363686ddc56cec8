import { buffer } from "node:stream/consumers";
import { azureEndpoint } from "@/lib/models/azure/protocol";
import { protocolOf } from "@/lib/models/protocols";
import type { Protocol, SupplierError } from "@/lib/models/types";
import { channelTo, hear } from "@/tests/factories/channels";
import { startAnthropicServer } from "@/tests/fakes/anthropic-server.mjs";
import { startGoogleServer } from "@/tests/fakes/google-server.mjs";
import { DOT } from "@/tests/fakes/model-media.mjs";

let claude: Awaited<ReturnType<typeof startAnthropicServer>>;
let gemini: Awaited<ReturnType<typeof startGoogleServer>>;
beforeAll(async () => {
  [claude, gemini] = await Promise.all([startAnthropicServer(), startGoogleServer()]);
});
afterAll(() => Promise.all([claude.close(), gemini.close()]));

const signal = () => AbortSignal.timeout(10_000);
const loop = [
  { role: "user" as const, content: "time?" },
  { role: "assistant" as const, content: "", toolCalls: [{ id: "c1", name: "clock", arguments: "{}" }] },
  { role: "tool" as const, toolCallId: "c1", content: "12:00" },
];
const tools = [{ name: "clock", description: "", parameters: { type: "object", properties: {} } }];

describe("Anthropic", () => {
  const to = (model: string) => channelTo(claude.url, "anthropic", model);
  const lastBody = () => claude.state.requests.at(-1)!.body;

  it("models with a schema of their own are asked with it", async () => {
    const schema = {
      type: "object",
      properties: { n: { type: "integer" } },
      required: ["n"],
      additionalProperties: false,
    };
    const { text } = await hear(to("claude-opus-5-5/fake-schema"), {
      options: { responseFormat: { type: "json_schema", name: "n", schema } },
    });
    expect(JSON.parse(text)).toEqual({ n: 1 });
    expect(lastBody().output_config.format.type).toBe("json_schema");
    expect(lastBody().tools).toBeUndefined();
  });

  it("effort becomes thinking, which is left out of a tool loop where it would have to be given back", async () => {
    const options = { reasoningEffort: "high" as const };
    await hear(to("claude-opus-5-5/fake-echo"), { options });
    expect(lastBody()).toMatchObject({ thinking: { type: "adaptive" }, output_config: { effort: "high" } });
    await hear(to("claude-sonnet-4-5/fake-echo"), { options });
    expect(lastBody().thinking).toMatchObject({ type: "enabled" });
    await hear(to("claude-sonnet-4-5/fake-empty"), { options, messages: loop, tools });
    expect(lastBody().thinking).toBeUndefined();
    await hear(to("claude-opus-5-5/fake-empty"), { options, messages: loop, tools });
    expect(lastBody().thinking).toMatchObject({ type: "adaptive" });
  });

  it("system words go first wherever they stood, and one call at a time is asked for", async () => {
    const messages = [
      { role: "system" as const, content: "One." },
      { role: "user" as const, content: "hello" },
      { role: "system" as const, content: "Two." },
    ];
    await hear(to("fake-echo"), { messages, tools, options: { parallelToolCalls: false } });
    expect(JSON.stringify(lastBody().system)).toContain("One.\\n\\nTwo.");
    expect(lastBody().tool_choice).toMatchObject({ disable_parallel_tool_use: true });
  });

  it("the list tells sizes and abilities over its pages, without what is retired", async () => {
    const models = await (await protocolOf("anthropic")).listModels!(to(""), signal());
    expect(models.find(({ id }) => id === "fake-thinking")).toEqual({
      id: "fake-thinking",
      type: "chat",
      contextWindow: 200_000,
      maxOutputTokens: 64_000,
      abilities: ["tool_call", "visual", "reasoning"],
    });
    expect(models.map(({ id }) => id)).not.toContain("fake-429");
  });

  it("without a key sends none, also where the environment has one", async () => {
    process.env.ANTHROPIC_API_KEY = "key-of-the-environment";
    try {
      const call = hear({ ...to("fake-echo"), apiKey: null });
      await expect(call).rejects.toMatchObject({ key: "supplierUnauthorized" });
    } finally {
      delete process.env.ANTHROPIC_API_KEY;
    }
    expect(JSON.stringify(claude.state)).not.toContain("key-of-the-environment");
  });

  it("a picture that is no data URL is refused before anything is sent", async () => {
    const before = claude.state.requests.length;
    const content = [{ type: "image" as const, dataUrl: "http://127.0.0.1/x.png" }];
    await expect(hear(to("fake-echo"), { messages: [{ role: "user", content }] })).rejects.toThrow("supplierRefused");
    expect(claude.state.requests.length).toBe(before);
  });
});

describe("Google", () => {
  let protocol: Protocol;
  beforeAll(async () => {
    protocol = await protocolOf("google");
  });
  const to = (model: string) => channelTo(gemini.url, "google", model);
  const lastBody = () => gemini.state.requests.at(-1)!.body;

  it("makes any number of vectors, and shortened ones of length one", async () => {
    const inputs = Array.from({ length: 205 }, (_, index) => `text ${index}`);
    const { vectors } = await protocol.embed!(to("gemini-embedding-001"), { inputs }, signal());
    expect(vectors).toHaveLength(205);
    expect(vectors[0]).not.toEqual(vectors[204]);
    const short = await protocol.embed!(to("gemini-embedding-001"), { inputs: ["one"], dimensions: 4 }, signal());
    expect(Math.hypot(...short.vectors[0]!)).toBeCloseTo(1, 10);
    expect(short.vectors[0]).toHaveLength(4);
  });

  it("draws as many as asked, in the nearest proportion, from pictures too", async () => {
    const dot = { bytes: Buffer.from(DOT, "base64"), mediaType: "image/png" };
    const asked = { prompt: "red", count: 2, size: "1024x768", sources: [dot] };
    const drawn = await protocol.image!(to("gemini-fake-image"), asked, signal());
    expect(drawn).toEqual({ images: [dot, dot], inputTokens: 18, outputTokens: 2580 });
    expect(lastBody().generationConfig.imageConfig.aspectRatio).toBe("4:3");
    expect(lastBody().contents[0].parts).toHaveLength(2);
    const masked = protocol.image!(to("gemini-fake-image"), { ...asked, mask: dot }, signal());
    await expect(masked).rejects.toMatchObject({ key: "supplierRefused" });
    const blocked = protocol.image!(to("gemini-fake-blocked"), { prompt: "x", count: 1 }, signal());
    await expect(blocked).rejects.toMatchObject({ key: "contentFiltered" });
  });

  it("speaks, and writes down what it hears", async () => {
    const { body, mediaType } = await protocol.speak!(
      to("gemini-2.5-flash-preview-tts"),
      { text: "hi", format: "mp3" },
      signal(),
    );
    const sound = await buffer(body);
    expect([mediaType, sound.subarray(0, 4).toString()]).toEqual(["audio/wav", "RIFF"]);
    const audio = { bytes: Buffer.from("12345"), name: "a.wav", mediaType: "audio/wav" };
    const plain = await protocol.transcribe!(to("gemini-3.5-transcribe"), { audio, language: "zh" }, signal());
    expect(plain).toEqual({ text: "audio/wav: 5 bytes", seconds: undefined, segments: undefined });
    const timed = await protocol.transcribe!(to("gemini-3.5-transcribe"), { audio, timestamps: true }, signal());
    expect(timed.segments).toEqual([{ start: 0, end: 1.5, text: "audio/wav: 5 bytes" }]);
  });

  it("asks models that think for their thoughts, and others not", async () => {
    await hear(to("gemini-3-pro-preview")).catch(() => undefined);
    expect(lastBody().generationConfig.thinkingConfig).toEqual({ includeThoughts: true });
    for (const model of ["fake-echo", "gemini-2.0-flash", "gemini-2.5-flash-lite", "gemma-3-27b-it"]) {
      await hear(to(model)).catch(() => undefined);
      expect(lastBody().generationConfig.thinkingConfig).toBeUndefined();
    }
  });

  it("tells of its models what the list tells, without those that cannot be called", async () => {
    const models = await protocol.listModels!(to(""), signal());
    const sizes = { contextWindow: 1_048_576, maxOutputTokens: 65_536 };
    expect(models.find(({ id }) => id === "fake-thinking")).toEqual({
      id: "fake-thinking",
      type: "chat",
      ...sizes,
      abilities: ["reasoning"],
    });
    const typeOf = (name: string) => models.find(({ id }) => id === name)?.type;
    expect(typeOf("gemini-embedding-001")).toBe("vector");
    expect(typeOf("gemini-3-pro-image-preview")).toBe("image");
    expect(typeOf("gemini-live")).toBeUndefined();
  });

  it("fails alike in every call", async () => {
    const audio = { bytes: Buffer.from("x"), name: "a.wav", mediaType: "audio/wav" };
    const key = (call: Promise<unknown>) => call.then(String, (error: SupplierError) => error.key);
    const keys = await Promise.all([
      key(protocol.embed!(to("fake-429"), { inputs: ["a"] }, signal())),
      key(protocol.image!({ ...to("gemini-x"), apiKey: "wrong-key" }, { prompt: "a", count: 1 }, signal())),
      key(protocol.speak!(to("fake-500"), { text: "a" }, signal())),
      key(protocol.transcribe!({ ...to("x"), apiKey: "wrong-key" }, { audio }, signal())),
      key(protocol.embed!(to("fake-401"), { inputs: ["a"] }, AbortSignal.abort())),
    ]);
    expect(keys).toEqual([
      "supplierBusy",
      "supplierUnauthorized",
      "supplierError",
      "supplierUnauthorized",
      "interrupted",
    ]);
  });
});

describe("the name of a model in an address", () => {
  const NAMES = [
    "../files",
    "..",
    "models/../../admin",
    "a/b/c",
    "a?key=1",
    "a#b",
    "a:deleteModel",
    "a%2f..%2fb",
    "a b",
    "a\\b",
    "",
  ];

  it.each(NAMES)("is refused by Google's protocol before anything is sent: %j", async (name) => {
    const to = channelTo(gemini.url, "google", name);
    const { embed, image, speak, transcribe } = await protocolOf("google");
    gemini.state.requests.length = 0;
    const audio = { bytes: Buffer.from("a"), name: "a.wav", mediaType: "audio/wav" };
    const asked = [
      hear(to),
      embed!(to, { inputs: ["a"] }, signal()),
      image!(to, { prompt: "x", count: 1 }, signal()),
      speak!(to, { text: "a" }, signal()),
      transcribe!(to, { audio }, signal()),
    ];
    for (const call of asked) await expect(call).rejects.toMatchObject({ key: "supplierRefused" });
    expect(gemini.state.requests).toEqual([]);
  });

  it.each(NAMES)("is refused by Azure's dated way, where it is a part of the path: %j", (name) => {
    const settings = { apiVersion: "2024-10-21" };
    const dated = channelTo("https://x.openai.azure.com", "azure-openai", name, { settings });
    expect(() => azureEndpoint(dated, "/chat/completions")).toThrow(
      expect.objectContaining({ key: "supplierRefused" }),
    );
  });

  it("of a tuned model keeps its folder", async () => {
    await hear(channelTo(gemini.url, "google", "tunedModels/mine-1")).catch(() => undefined);
    expect(gemini.state.requests.at(-1)?.path).toBe("/v1beta/tunedModels/mine-1:streamGenerateContent");
  });
});
