import type { Citation } from "@/lib/citations/dto";
import { api } from "@/lib/client/api-client";
import { ApiError } from "@/lib/client/api-error";
import { ConversationController } from "@/lib/conversation/client/controller";
import type { StreamLine } from "@/lib/stream/parts";

jest.mock("@/lib/client/api-client", () => ({ api: { streamPost: jest.fn(), streamGet: jest.fn(), get: jest.fn() } }));

const streamPost = jest.mocked(api.streamPost);
const citation = { id: 1, number: 1, quote: "words" } as Citation;
const support = { cited: 1, supported: 1, unsupported: [], judgedBy: "words" as const };

const LINES = [
  {
    type: "start",
    messageMetadata: { runId: "r", questionId: "q", answerId: "a", modelName: "m" },
  },
  { type: "data-step", data: { name: "retrieve", state: "running" } },
  { type: "data-step", data: { name: "retrieve", state: "done", facts: { passages: 2 }, ms: 5 } },
  { type: "data-step", data: { name: "answer", state: "running" } },
  { type: "text-delta", id: "t", delta: "A fact[^c1]." },
  { type: "data-citation", data: citation },
  { type: "data-citation", data: citation },
  { type: "data-step", data: { name: "answer", state: "done", ms: 9 } },
  { type: "data-support", data: support },
  { type: "finish", messageMetadata: { status: "done", error: null } },
] as unknown as StreamLine[];

const refusal = new ApiError({ code: 429, message: "busy", data: { error: "chatAnswersLimit" } });

beforeAll(() => {
  globalThis.requestAnimationFrame = () => 1;
  globalThis.cancelAnimationFrame = () => undefined;
});

describe("a conversation about documents in the browser", () => {
  it("keeps steps, citations and support of an answer with its text, each once", async () => {
    streamPost.mockImplementation(async function* () {
      yield* LINES as never[];
    });
    const chat = new ConversationController("s", { items: [], hasEarlier: false }, "/documents/chats");
    const quote = { type: "quote" as const, text: "words", versionId: "v", fileName: "f", from: 1, to: 6 };
    await chat.send("", undefined, { quote, fields: { action: "explain" }, shown: "Explain" });
    const [path, body] = streamPost.mock.calls[0] ?? [];
    expect(path).toBe("/documents/chats/s/answer");
    expect(body).toMatchObject({ text: "", action: "explain", quote: { versionId: "v", from: 1, to: 6 } });
    expect((body as { quote: object }).quote).not.toHaveProperty("text");
    const [question, answer] = chat.snapshot().items;
    expect(question?.parts).toEqual([quote, { type: "text", text: "Explain" }]);
    // As the server stores them.
    expect(answer?.parts).toEqual([
      { type: "text", text: "A fact[^c1]." },
      {
        type: "steps",
        steps: [
          { name: "retrieve", state: "done", facts: { passages: 2 }, ms: 5 },
          { name: "answer", state: "done", ms: 9 },
        ],
      },
      { type: "citation", citation },
      { type: "support", support },
    ]);
    expect(chat.snapshot().live).toBeNull();

    // Edited, it is still about these words.
    await chat.send("Why?", undefined, { edited: question! });
    expect(streamPost.mock.calls.at(-1)?.[1]).toMatchObject({
      text: "Why?",
      quote: { versionId: "v", from: 1, to: 6 },
    });
  });
});

describe("a chat that has an answer in another tab", () => {
  it("refuses with words, and then shows that answer with its run", async () => {
    // biome-ignore lint/correctness/useYield: it is refused before its first line
    streamPost.mockImplementation(async function* () {
      throw refusal;
    });
    const answer = { id: "a", role: "assistant", status: "streaming", runId: "r", createdAt: "2026-11-22T10:00:00Z" };
    jest.mocked(api.get).mockResolvedValue({ items: [answer], hasEarlier: false });
    jest.mocked(api.streamGet).mockImplementation(async function* () {
      yield* LINES.slice(0, 1) as never[];
      await new Promise(() => undefined);
    });
    const chat = new ConversationController("s", { items: [], hasEarlier: false });
    await expect(chat.send("one more", undefined)).rejects.toBe(refusal);
    await Promise.resolve();
    await new Promise((resolve) => setTimeout(resolve));
    expect(chat.snapshot().live).toMatchObject({ runId: "r" });
    chat.leave();
  });
});
