import { ChunkReader } from "@/lib/models/openai/chunks";
import { responseError } from "@/lib/models/openai/errors";
import { SseReader } from "@/lib/models/openai/sse";

function read(bytes: Buffer, size: number): string[] {
  const seen: string[] = [];
  const reader = new SseReader((data) => seen.push(data));
  for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
  reader.end();
  return seen;
}

describe("reading server-sent events", () => {
  const text =
    "\ufeff: comment\r\ndata: 你好，👩‍💻\r\n\r\ndata:no space\n\nevent: x\ndata: two\ndata: lines\n\ndata: last";

  it("gives the same payloads wherever the bytes are cut", () => {
    const bytes = Buffer.from(text);
    for (let size = 1; size <= bytes.length; size++) {
      expect(read(bytes, size)).toEqual(["你好，👩‍💻", "no space", "two\nlines", "last"]);
    }
  });

  it("drops a line of five megabytes and goes on", () => {
    const bytes = Buffer.from(`data: ${"x".repeat(5_000_000)}\n\ndata: after\n\n`);
    expect(read(bytes, 65_536)).toEqual(["after"]);
  });
});

describe("reading chunks", () => {
  function collect(payloads: string[]) {
    const seen = { text: "", reasoning: "" };
    const reader = new ChunkReader({
      onText: (delta) => {
        seen.text += delta;
      },
      onReasoning: (delta) => {
        seen.reasoning += delta;
      },
    });
    for (const payload of payloads) reader.data(payload);
    const end = reader.end();
    return { ...seen, end };
  }
  const delta = (value: object, finish: string | null = null) =>
    JSON.stringify({ choices: [{ delta: value, finish_reason: finish }] });

  it("a text that only looks like a thinking tag stays text", () => {
    expect(collect([delta({ content: "<th" }), delta({ content: "ree" })]).text).toBe("<three");
    expect(collect([delta({ content: "<thi" })]).text).toBe("<thi");
  });

  it("a tag later in the answer stays text", () => {
    expect(collect([delta({ content: "Use " }), delta({ content: "<think> here" })]).text).toBe("Use <think> here");
  });

  it("takes thinking under both names", () => {
    const { reasoning } = collect([delta({ reasoning_content: "a" }), delta({ reasoning: "b" })]);
    expect(reasoning).toBe("ab");
  });

  it("without a finish reason and [DONE] the stream was cut", () => {
    expect(collect([delta({ content: "x" })]).end.finishReason).toBeUndefined();
    expect(collect([delta({ content: "x" }), "[DONE]"]).end.finishReason).toBe("stop");
    expect(collect([delta({ content: "x" }), delta({}, "length")]).end.finishReason).toBe("length");
  });

  it("notes what is no JSON and goes on", () => {
    const { text, end } = collect(["{oops", "null", delta({ content: "fine" }), "[DONE]"]);
    expect(text).toBe("fine");
    expect(end.badLines).toBe(2);
  });
});

describe("a supplier's refusal", () => {
  it("never carries the key, a token or an address on", () => {
    const body = JSON.stringify({
      error: { message: "bad key sk-secret-123456 of my-own-key at https://internal.corp/x" },
    });
    const error = responseError(401, undefined, body, "my-own-key");
    expect(error.key).toBe("supplierUnauthorized");
    expect(error.options.detail).not.toMatch(/secret|my-own-key|internal/);
  });

  it("keeps the time the supplier asks for", () => {
    expect(responseError(429, "2", "", null).options).toMatchObject({ retryable: true, retryAfterMs: 2000 });
    expect(responseError(400, undefined, "maximum context length", null).key).toBe("contextTooLong");
  });
});
