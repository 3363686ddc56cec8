import { Readable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { ChunkReader } from "@/lib/models/openai/chunks";
import { Passthrough } from "@/lib/models/relay/passthrough";
import { AnthropicTap, OpenAiTap, type Tapped } from "@/lib/models/relay/taps";
import type { SupplierError } from "@/lib/models/types";
import { SseReader } from "@/lib/models/wire/sse";
import { readJsonLines } from "@/lib/text/ndjson";

const chunk = (delta: object, finish: string | null = null, more: object = {}) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }], ...more })}\n\n`;
const head = chunk({ role: "assistant", content: "" });
const text = chunk({ content: "你好，👩‍💻 data: [DONE]" });
const more = chunk({ content: " world" }, null, { usage: null });
const stop = chunk({}, "stop");
const figures = 'data: {"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":5}}\n\n';
const done = "data: [DONE]\n\n";
const failure = 'data: {"error":{"message":"it broke","code":500}}\n\n';
const tool = [
  chunk({ tool_calls: [{ index: 0, id: "c1", function: { name: "clock", arguments: "" } }] }),
  chunk({ tool_calls: [{ index: 0, function: { arguments: '{"zone":"UTC"}' } }] }),
].join("");

/** Recorded answers and how each ends: the caller's end, a failure inside the stream, or one before it. */
const OPENAI: Record<string, [body: string, end: string]> = {
  whole: [head + text + more + stop + figures + done, "end"],
  "figures in the last choice's event": [
    head + text + chunk({}, "length", { usage: { prompt_tokens: 1 } }) + done,
    "end",
  ],
  tools: [head + tool + chunk({}, "tool_calls") + figures + done, "end"],
  "CR LF, comments and a byte order mark": [
    `\ufeff: hello\r\n\r\n${head}${text}${stop}: still here\n\n${figures}${done}`.replaceAll(/(?<!\r)\n/g, "\r\n"),
    "end",
  ],
  "several data lines, names and blank lines": [
    `event: x\n${head}\n\nid: 1\ndata: {"choices":\ndata: [{"delta":{"content":"x"}}]}\n\n${stop}${done}\n`,
    "end",
  ],
  "no line end after the last event": [(head + text + stop + done).trimEnd(), "end"],
  "no [DONE]": [head + text + stop + figures, "end"],
  "[DONE] alone ends it": [head + text + done, "end"],
  "cut between events": [head + text, "interrupted"],
  "cut inside an event": [head + text + more.slice(0, 30), "interrupted"],
  "cut inside a blank line": [head + text + stop.trimEnd(), "end"],
  "a failure after text": [head + text + failure + figures + done, "supplierError"],
  "a failure after a good end": [head + text + stop + failure, "supplierError"],
  "a failure at once": [`: waiting\n\n${failure}${done}`, "before: supplierError"],
  "bad lines between": [`data: {not json}\n\n${head}data: null\n\n${text}${stop}${done}`, "end"],
  empty: ["", "before: interrupted"],
  "comments only": [": one\n\n: two\n\n", "before: supplierMalformed"],
  "[DONE] only": [done, "before: supplierMalformed"],
  garbage: ["<html>no stream</html>\n\nof events", "before: supplierMalformed"],
  "garbage that looks like events": ["data: what\n\ndata: [1,2\n\n", "before: supplierMalformed"],
};

const event = (type: string, fields: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
const started = event("message_start", { message: { usage: { input_tokens: 9, cache_read_input_tokens: 2 } } });
const said = event("content_block_delta", { index: 0, delta: { type: "text_delta", text: "你好 👩‍💻" } });
const delta = event("message_delta", { delta: { stop_reason: "end_turn" }, usage: { output_tokens: 4 } });
const ended = event("message_stop", {});
const broken = event("error", { error: { type: "overloaded_error", message: "busy" } });

const ANTHROPIC: Record<string, [body: string, end: string]> = {
  whole: [started + event("ping", {}) + said + delta + ended, "end"],
  "no line end after the last event": [(started + said + delta + ended).trimEnd(), "end"],
  "cut before its end": [started + said + delta, "interrupted"],
  "a failure after text": [started + said + broken, "supplierError"],
  "a failure at once": [broken, "before: supplierError"],
  empty: ["", "before: interrupted"],
};

type Timing = "one turn" | "turn by turn";

/** A body as the network gives it: all that is there at once with its end, or piece by piece. */
function bodyOf(pieces: Buffer[], timing: Timing): Readable {
  const body = new Readable({ read: () => undefined });
  void (async () => {
    for (const piece of pieces) {
      body.push(piece);
      if (timing === "turn by turn") await turn();
    }
    body.push(null);
  })();
  return body;
}

interface Passed {
  end: string;
  bytes: string;
  result: Tapped | null;
}

async function pass(pieces: Buffer[], timing: Timing, tap: OpenAiTap | AnthropicTap): Promise<Passed> {
  const passing = new Passthrough(bodyOf(pieces, timing), tap, []);
  try {
    await passing.begun();
  } catch (error) {
    return { end: `before: ${(error as SupplierError).key}`, bytes: "", result: null };
  }
  const parts: Buffer[] = [];
  return new Promise((resolve) => {
    const told = (end: string, result: Tapped) =>
      resolve({ end, bytes: Buffer.concat(parts).toString("utf8"), result });
    passing.flowTo({
      take: (bytes) => parts.push(bytes) > 0,
      end: (result) => told("end", result),
      fail: (error, result) => told(error.key, result),
    });
  });
}

function piecesOf(bytes: Buffer, cuts: number[]): Buffer[] {
  const places = [...new Set(cuts)].filter((at) => at > 0 && at < bytes.length).sort((a, b) => a - b);
  const pieces = [0, ...places].map((from, index) => bytes.subarray(from, places[index]));
  return pieces.filter((piece) => piece.length > 0);
}

/** Runs `read` over the bytes in one piece, at every single cut, byte by byte and at random cuts: all answers are equal. */
async function sameForAllCuts<T>(bytes: Buffer, read: (pieces: Buffer[], timing: Timing) => Promise<T>): Promise<T> {
  const whole = await read(piecesOf(bytes, []), "one turn");
  const everyByte = Array.from({ length: bytes.length }, (_, at) => at);
  const check = async (cuts: number[], timing: Timing) => {
    const answer = await read(piecesOf(bytes, cuts), timing);
    // The matcher alone costs more than all the reading.
    if (!isDeepStrictEqual(answer, whole)) expect({ cuts, answer }).toEqual({ cuts, answer: whole });
  };
  for (const at of everyByte) await check([at], "turn by turn");
  await check(everyByte, "one turn");
  await check(everyByte, "turn by turn");
  const timings = fc.constantFrom<Timing>("one turn", "turn by turn");
  await fc.assert(fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 12 }), timings, check), { numRuns: 20 });
  return whole;
}

describe("the relay passes the same on wherever a stream is cut", () => {
  it.each(Object.entries(OPENAI))("chat completions: %s", async (_name, [body, end]) => {
    const whole = await sameForAllCuts(Buffer.from(body), (pieces, timing) =>
      pass(pieces, timing, new OpenAiTap(false)),
    );
    expect(whole.end).toBe(end);
    if (end !== "end") return;
    const isOpen = !/\n\r?\n$/.test(body);
    expect(whole.bytes).toBe(isOpen ? `${body}\n\n` : body);
  });

  it.each(Object.entries(OPENAI))("chat completions, figures hidden: %s", async (_name, [body, end]) => {
    const whole = await sameForAllCuts(Buffer.from(body), (pieces, timing) =>
      pass(pieces, timing, new OpenAiTap(true)),
    );
    expect(whole.end).toBe(end);
    expect(whole.bytes).not.toContain('"choices":[],"usage"');
  });

  it.each(Object.entries(ANTHROPIC))("messages: %s", async (_name, [body, end]) => {
    const whole = await sameForAllCuts(Buffer.from(body), (pieces, timing) => pass(pieces, timing, new AnthropicTap()));
    expect(whole.end).toBe(end);
    if (end === "end") expect(whole.result?.usage).toMatchObject({ inputTokens: 11, outputTokens: 4 });
  });

  it("what a failure leaves of an event never becomes part of the next", async () => {
    const [body] = OPENAI["cut inside an event"] as [string, string];
    const { bytes } = await pass([Buffer.from(body)], "one turn", new OpenAiTap(false));
    expect(bytes).toBe(head + text);
  });

  it("a body that was broken before anybody listened is told", async () => {
    const body = new Readable({ read: () => undefined });
    body.on("error", () => undefined);
    body.destroy(new Error("reset"));
    await turn();
    await expect(new Passthrough(body, new OpenAiTap(false), []).begun()).rejects.toMatchObject({ key: "interrupted" });
  });
});

describe("our own reader hears the same wherever a stream is cut", () => {
  it.each(Object.entries(OPENAI))("chat completions: %s", async (_name, [body]) => {
    await sameForAllCuts(Buffer.from(body), async (pieces) => {
      const heard: string[] = [];
      const reader = new ChunkReader({
        onText: (said) => heard.push(said),
        onReasoning: (thought) => heard.push(`thought ${thought}`),
        onToolCall: (call) => heard.push(JSON.stringify(call)),
      });
      try {
        const sse = new SseReader((data) => reader.data(data));
        for (const piece of pieces) sse.push(piece);
        sse.end();
        return { heard, end: reader.end() };
      } catch (error) {
        return { heard, error: (error as SupplierError).key };
      }
    });
  });

  it("a line that is too long is dropped, also where it comes in one piece", () => {
    const long = `data: ${"x".repeat(1_500_000)}\n\ndata: after\n\n`;
    for (const size of [long.length, 999_999, 70_000]) {
      const heard: string[] = [];
      const reader = new SseReader((data) => heard.push(data));
      const bytes = Buffer.from(long);
      for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
      reader.end();
      expect(heard.map((data) => data.slice(0, 9))).toEqual(["after"]);
    }
  });
});

const streamOf = (pieces: Buffer[]) =>
  new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(new Uint8Array(piece));
      controller.close();
    },
  });

describe("the browser hears the same wherever a stream is cut", () => {
  it.each([
    '{"type":"text-delta","delta":"你好 👩‍💻"}\n\n{"type":"finish"}\n',
    '{"type":"text-delta"}\r\n\r\n{"type":"finish"}',
    '{"type":"text-delta"}\n{"type":"fin',
    "",
  ])("%j", async (body) => {
    await sameForAllCuts(Buffer.from(body), async (pieces) => {
      const lines: unknown[] = [];
      for await (const line of readJsonLines(streamOf(pieces))) lines.push(line);
      return lines;
    });
  });
});
