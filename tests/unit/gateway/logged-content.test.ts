import { answerTextOf, chatRequestOf } from "@/lib/models/logged-content";

const signal = new AbortController().signal;
const logged = (request: unknown, answer: unknown = null) => ({
  request: typeof request === "string" ? request : JSON.stringify(request),
  answer: JSON.stringify(answer),
});

describe("a logged request", () => {
  const messages = [{ role: "user", content: "hello" }];

  it("of our own is sent again as it was", async () => {
    const request = { messages, options: { temperature: 0.5 } };
    expect(await chatRequestOf(logged(request), signal)).toEqual(request);
  });

  it("in OpenAI's form keeps its options", async () => {
    const request = await chatRequestOf(logged({ model: "m", messages, max_tokens: 9, stop: "x" }), signal);
    expect(request).toMatchObject({ messages, options: { maxOutputTokens: 9, stop: ["x"] } });
  });

  it("in Anthropic's form keeps its system prompt", async () => {
    const request = await chatRequestOf(logged({ model: "m", messages, max_tokens: 9, system: "Be short." }), signal);
    expect(request?.messages[0]).toEqual({ role: "system", content: "Be short." });
  });

  it.each([
    ["cut", '{"messages":[{"role":"user","content":"hel'],
    [
      "without its pictures",
      {
        messages: [{ role: "user", content: [{ type: "image", dataUrl: "data:image/png;base64,iVBORw0KGgo…" }] }],
        options: {},
      },
    ],
    ["of something else", { prompt: "a cat" }],
    ["that is no object", '"text"'],
  ])("%s cannot be sent again", async (_name, request) => {
    expect(await chatRequestOf(logged(request), signal)).toBeNull();
  });
});

describe("what the model said", () => {
  const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;

  it.each([
    ["of our own", { text: "hi", toolCalls: [] }, "hi"],
    ["whole, OpenAI", JSON.stringify({ choices: [{ message: { content: "hi" } }] }), "hi"],
    ["whole, Anthropic", JSON.stringify({ content: [{ type: "text", text: "h" }, { text: "i" }] }), "hi"],
    [
      "streamed, OpenAI",
      `${event({ choices: [{ delta: { content: "h" } }] })}${event({ choices: [{ delta: { content: "i" } }] })}data: [DONE]\n\n`,
      "hi",
    ],
    ["streamed, Anthropic", `event: x\n${event({ delta: { text: "h" } })}${event({ delta: { text: "i" } })}`, "hi"],
    ["streamed and cut", `${event({ choices: [{ delta: { content: "h" } }] })}data: {"choi`, "h"],
    ["of another kind", { images: 2 }, null],
    ["nothing", null, null],
  ])("%s", (_name, answer, expected) => {
    expect(answerTextOf(logged({}, answer))).toBe(expected);
  });
});
