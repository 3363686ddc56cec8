import type { ChatRequest } from "@/lib/models/types";
import { hear } from "@/tests/factories/channels";
import { DOT } from "@/tests/fakes/model-media.mjs";
import { everyProtocol } from "./protocols";

const dataUrl = `data:image/png;base64,${DOT}`;
const dotBytes = Buffer.from(DOT, "base64").length;
const tools = ["clock", "weather"].map((name) => ({
  name,
  description: name,
  parameters: { type: "object", properties: { zone: { type: "string" } } },
}));

describe.each(everyProtocol())("$name: an answer", ({ name, to, fake }) => {
  const isOpenAi = !["Anthropic", "Google"].includes(name);

  it("comes as text with its figures and a good end", async () => {
    const heard = await hear(to("fake-echo"));
    expect(heard).toMatchObject({
      text: "Echo: hello",
      reasoning: "",
      finishReason: "stop",
      toolCalls: [],
      badLines: 0,
    });
    expect(heard.usage).toMatchObject({ inputTokens: 12, outputTokens: 11, reasoningTokens: 0 });
  });

  it("keeps thinking apart, and counts it and what was cached", async () => {
    const heard = await hear(to("fake-thinking"));
    expect(heard).toMatchObject({ text: "The answer is 42.", reasoning: "First I compare. Then I conclude." });
    expect(heard.usage).toEqual({ inputTokens: 12, outputTokens: 5, reasoningTokens: 2, cachedTokens: 4 });
  });

  it("streams the calls of two tools, byte for byte", async () => {
    const heard = await hear(to("fake-two-tools"), { tools });
    expect(heard.text).toBe("Let me look.");
    expect(heard.finishReason).toBe("tool_calls");
    expect(heard.toolCalls.map((call) => [call.name, JSON.parse(call.arguments)])).toEqual([
      ["clock", { zone: "UTC" }],
      ["weather", { city: "北京 👩‍💻", days: [1, 2.5] }],
    ]);
    // Google sends a value, not the text the model wrote.
    if (name !== "Google") expect(heard.toolCalls[1]!.arguments).toBe('{"city":"北京 👩‍💻","days":[1,2.50]}');
    for (const [index, call] of heard.toolCalls.entries()) {
      const pieces = heard.deltas.filter((delta) => delta.index === index);
      expect(pieces[0]).toMatchObject({ id: call.id, name: call.name });
      expect(pieces.slice(1).some((piece) => piece.id || piece.name)).toBe(false);
      expect(pieces.map((piece) => piece.argumentsDelta).join("")).toBe(call.arguments);
      expect(call.id).not.toBe("");
    }
  });

  it("reads pictures", async () => {
    const content = [
      { type: "text" as const, text: "What is this?" },
      { type: "image" as const, dataUrl },
    ];
    const heard = await hear(to("fake-vision"), { messages: [{ role: "user", content }] });
    expect(heard.text).toBe(`image/png of ${dotBytes} bytes`);
  });

  it("keeps to a schema", async () => {
    const schema = {
      type: "object",
      properties: { city: { type: "string" }, days: { type: "integer" } },
      required: ["city", "days"],
      additionalProperties: false,
    };
    const { text } = await hear(to("fake-schema"), {
      options: { responseFormat: { type: "json_schema", name: "trip", schema, strict: true } },
    });
    expect(JSON.parse(text)).toEqual({ city: "文字", days: 1 });
  });

  it("is any JSON object where that was asked for", async () => {
    await hear(to("fake-echo"), { options: { responseFormat: { type: "json_object" } } });
    const { body } = fake().state.requests.at(-1)!;
    const said = body.response_format?.type ?? body.generationConfig?.responseMimeType ?? JSON.stringify(body.system);
    expect(said).toMatch(/json/i);
  });

  it("passes a conversation with tools on as it was", async () => {
    const messages: ChatRequest["messages"] = [
      { role: "system", content: "Be brief." },
      { role: "user", content: "What time is it?" },
      { role: "assistant", content: "", toolCalls: [{ id: "c1", name: "clock", arguments: '{"zone":"UTC"}' }] },
      { role: "tool", toolCallId: "c1", content: "12:00" },
    ];
    await hear(to("fake-empty"), { messages, tools });
    const { body } = fake().state.requests.at(-1)!;
    const sent = JSON.stringify(body);
    for (const words of ["Be brief.", "What time is it?", "clock", "UTC", "12:00"]) expect(sent).toContain(words);
    if (isOpenAi) {
      expect(body.messages[2].tool_calls[0]).toEqual({
        id: "c1",
        type: "function",
        function: { name: "clock", arguments: '{"zone":"UTC"}' },
      });
      expect(body.messages[3]).toMatchObject({ role: "tool", tool_call_id: "c1", content: "12:00" });
    }
  });

  it("sends the options the supplier knows", async () => {
    const { fake: state, wanted } = { fake: fake().state, wanted: { temperature: 0.5, stop: ["END"] } };
    await hear(to("fake-echo"), { options: { ...wanted, maxOutputTokens: 100 }, tools });
    const { body } = state.requests.at(-1)!;
    const flat = { ...body, ...body.generationConfig };
    expect(flat.temperature).toBe(0.5);
    expect(flat.max_tokens ?? flat.max_completion_tokens ?? flat.maxOutputTokens).toBe(100);
    expect(flat.stop ?? flat.stop_sequences ?? flat.stopSequences).toEqual(["END"]);
  });

  it("told to use a tool says so in the supplier's words", async () => {
    await hear(to("fake-echo"), { tools, options: { toolChoice: { name: "clock" }, parallelToolCalls: false } });
    const { body } = fake().state.requests.at(-1)!;
    expect(JSON.stringify(body.tool_choice ?? body.toolConfig)).toContain("clock");
  });

  it("without figures tells none", async () => {
    const { usage, text } = await hear(to("fake-no-usage"));
    expect(usage).toBeUndefined();
    expect(text.length).toBeGreaterThan(0);
  });

  it.each([
    ["fake-length", "length"],
    ["fake-filter", "filter"],
    ["fake-cut", undefined],
  ])("%s ends as %s", async (model, finishReason) => {
    expect((await hear(to(model))).finishReason).toBe(finishReason);
  });

  it("cut anywhere, also within a character, is the same text; lines that are no JSON are counted", async () => {
    const heard = await hear(to("fake-malformed"));
    expect(heard).toMatchObject({ text: "你好，👩‍💻 世界", finishReason: "stop", badLines: 1 });
  });

  it("that takes its time is waited for", async () => {
    expect((await hear(to("fake-slow-first"))).text).toBe("late");
  });
});
