import { ChunkReader } from "@/lib/models/openai/chunks";
import { responseError } from "@/lib/models/wire/errors";
import { SseReader } from "@/lib/models/wire/sse";

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

describe("what some suppliers say otherwise", () => {
  const read = (payloads: object[]) => {
    const seen = { text: "", reasoning: "", calls: [] as object[] };
    const reader = new ChunkReader({
      onText: (delta) => {
        seen.text += delta;
      },
      onReasoning: (delta) => {
        seen.reasoning += delta;
      },
      onToolCall: (delta) => seen.calls.push(delta),
    });
    for (const payload of payloads) reader.data(JSON.stringify(payload));
    return { ...seen, end: reader.end() };
  };
  const chunk = (delta: object, finish_reason: string | null = null) => ({ choices: [{ delta, finish_reason }] });

  it("parts instead of text", () => {
    const parts = [
      { type: "thinking", thinking: [{ type: "text", text: "hm" }] },
      { type: "text", text: "yes" },
    ];
    expect(read([chunk({ content: parts })])).toMatchObject({ text: "yes", reasoning: "hm" });
  });

  it("calls without an index are told apart by their id, and without an id get one", () => {
    const call = (id: string | undefined, name: string) =>
      chunk({ tool_calls: [{ id, function: { name, arguments: "{}" } }] });
    const { end } = read([call("a", "one"), call("b", "two")]);
    expect(end.toolCalls).toEqual([
      { id: "a", name: "one", arguments: "{}" },
      { id: "b", name: "two", arguments: "{}" },
    ]);
    expect(read([call(undefined, "one")]).end.toolCalls[0]!.id).toMatch(/^call_/);
  });

  it("the name of a call with every piece", () => {
    const piece = (args: string) =>
      chunk({ tool_calls: [{ index: 0, id: "a", function: { name: "one", arguments: args } }] });
    const { end, calls } = read([piece('{"a'), piece('":1}')]);
    expect(end.toolCalls).toEqual([{ id: "a", name: "one", arguments: '{"a":1}' }]);
    expect(calls[1]).toEqual({ index: 0, argumentsDelta: '":1}' });
  });

  it("figures in the last choice, of a cache under another name, and thinking counted beside the answer", () => {
    const usage = { prompt_tokens: 10, completion_tokens: 5, prompt_cache_hit_tokens: 8 };
    expect(read([{ choices: [{ delta: {}, finish_reason: "stop", usage }] }]).end.usage).toEqual({
      inputTokens: 10,
      outputTokens: 5,
      reasoningTokens: 0,
      cachedTokens: 8,
    });
    const details = { completion_tokens_details: { reasoning_tokens: 7 } };
    const beside = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 22, ...details };
    expect(read([{ choices: [], usage: beside }]).end.usage).toMatchObject({ outputTokens: 12, reasoningTokens: 7 });
    const within = { prompt_tokens: 10, completion_tokens: 9, total_tokens: 19, ...details };
    expect(read([{ choices: [], usage: within }]).end.usage).toMatchObject({ outputTokens: 9 });
  });

  it.each(["insufficient_system_resource", "network_error"])("%s is no end", (finish) => {
    const reader = new ChunkReader({ onText: () => undefined, onReasoning: () => undefined });
    reader.data(JSON.stringify(chunk({ content: "half" }, finish)));
    reader.data("[DONE]");
    expect(reader.end().finishReason).toBeUndefined();
  });

  it.each([
    [{ error: { code: 429, message: "rate" } }, "supplierBusy"],
    [{ error: "boom" }, "supplierError"],
    [{ base_resp: { status_code: 1008, status_msg: "insufficient balance" } }, "supplierQuota"],
    [{ base_resp: { status_code: 1004, status_msg: "login fail" } }, "supplierUnauthorized"],
    [{ base_resp: { status_code: 1026, status_msg: "sensitive" } }, "contentFiltered"],
  ])("a failure under status 200: %j", (payload, key) => {
    expect(() => read([payload])).toThrow(key);
  });

  it("no failure: a status code of 0", () => {
    expect(read([{ ...chunk({ content: "fine" }, "stop"), base_resp: { status_code: 0, status_msg: "" } }]).text).toBe(
      "fine",
    );
  });
});

describe("a supplier's refusal", () => {
  it("never carries the key, a token or an address on", () => {
    const body = JSON.stringify({
      error: { message: "bad key sk-secret-123456 of my-own-key at https://internal.corp/x" },
    });
    const error = responseError({ status: 401, body }, ["my-own-key"]);
    expect(error.key).toBe("supplierUnauthorized");
    expect(error.options.detail).not.toMatch(/secret|my-own-key|internal/);
  });

  it("keeps the time the supplier asks for", () => {
    const wait = (headers: Record<string, string>, body = "") =>
      responseError({ status: 429, headers, body }, []).options.retryAfterMs;
    expect(wait({ "retry-after": "2" })).toBe(2000);
    expect(wait({ "retry-after-ms": "150", "retry-after": "1" })).toBe(150);
    expect(wait({}, '{"error":{"details":[{"retryDelay": "3.5s"}]}}')).toBe(3500);
    expect(wait({})).toBeUndefined();
  });

  it.each([
    [400, "maximum context length is 8192", "contextTooLong"],
    [400, "prompt is too long: 210000 tokens > 200000 maximum", "contextTooLong"],
    [400, "Your credit balance is too low to access the API", "supplierQuota"],
    [429, '{"error":{"code":"insufficient_quota"}}', "supplierQuota"],
    [429, '{"error":{"code":"1113","message":"您的账户已欠费"}}', "supplierQuota"],
    [400, '{"error":{"status":"INVALID_ARGUMENT","details":[{"reason":"API_KEY_INVALID"}]}}', "supplierUnauthorized"],
    [400, '{"code":"data_inspection_failed"}', "contentFiltered"],
    [408, "", "supplierTimeout"],
    [404, "", "supplierRefused"],
    [302, "", "supplierRefused"],
  ])("%d %s is %s", (status, body, key) => {
    expect(responseError({ status, body }, []).key).toBe(key);
  });
});
