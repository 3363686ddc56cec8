import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { SupplierError } from "@/lib/models/types";
import { channelTo, hear } from "@/tests/factories/channels";

/** What the supplier answers next: each piece in a write of its own. */
let pieces: Buffer[] = [];
let server: http.Server;
let origin: string;

beforeAll(async () => {
  server = http.createServer((request, response) => {
    request.resume().on("end", async () => {
      response.socket?.setNoDelay(true);
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const [at, piece] of pieces.entries()) {
        if (at > 0) await sleep(0);
        response.write(piece);
      }
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

const event = (type: string, fields: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
const ANTHROPIC = [
  event("message_start", {
    message: {
      id: "m1",
      type: "message",
      role: "assistant",
      model: "x",
      content: [],
      usage: { input_tokens: 9, output_tokens: 1 },
    },
  }),
  ": keep alive\n\n",
  event("ping", {}),
  event("content_block_start", { index: 0, content_block: { type: "text", text: "" } }),
  event("content_block_delta", { index: 0, delta: { type: "text_delta", text: "你好，👩‍💻" } }),
  event("content_block_stop", { index: 0 }),
  event("content_block_start", { index: 1, content_block: { type: "tool_use", id: "c1", name: "clock", input: {} } }),
  event("content_block_delta", { index: 1, delta: { type: "input_json_delta", partial_json: '{"zone":"UTC"}' } }),
  event("content_block_stop", { index: 1 }),
];
const ANTHROPIC_END = [
  event("message_delta", { delta: { stop_reason: "tool_use", stop_sequence: null }, usage: { output_tokens: 4 } }),
  event("message_stop", {}),
];
const said = (value: object) => `data: ${JSON.stringify(value)}\r\n\r\n`;
const GOOGLE = [
  said({ candidates: [{ content: { parts: [{ text: "你好，👩‍💻" }], role: "model" }, index: 0 }] }),
  said({
    candidates: [{ content: { parts: [{ text: "" }], role: "model" }, finishReason: "STOP", index: 0 }],
    usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 4, totalTokenCount: 13 },
  }),
];

const BODIES: [name: string, template: string, path: string, body: string, end: string][] = [
  ["Anthropic, whole", "anthropic", "/v1", [...ANTHROPIC, ...ANTHROPIC_END].join(""), "tool_calls"],
  ["Anthropic, cut before its end", "anthropic", "/v1", ANTHROPIC.join(""), "none"],
  ["Anthropic, empty", "anthropic", "/v1", "", "none"],
  ["Google, whole", "google", "/v1beta", GOOGLE.join(""), "stop"],
  ["Google, cut before its end", "google", "/v1beta", GOOGLE[0] as string, "none"],
  ["Google, empty", "google", "/v1beta", "", "none"],
];

describe.each(BODIES)("%s", (_name, template, path, body, end) => {
  it("is heard the same wherever it is cut", async () => {
    const bytes = Buffer.from(body);
    const listen = async (cuts: number[]) => {
      const places = [...new Set(cuts)].filter((at) => at > 0 && at < bytes.length).sort((a, b) => a - b);
      pieces = [0, ...places]
        .map((from, index) => bytes.subarray(from, places[index]))
        .filter(({ length }) => length > 0);
      try {
        const heard = await hear(channelTo(`${origin}${path}`, template, "model"));
        const { deltas, ...rest } = heard;
        return { ...rest, deltas: deltas.map(({ argumentsDelta }) => argumentsDelta).join("") };
      } catch (error) {
        if (error instanceof SupplierError) return { key: error.key };
        throw error;
      }
    };
    const whole = await listen([]);
    expect("finishReason" in whole ? (whole.finishReason ?? "none") : whole.key).toBe(end);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { minLength: 1, maxLength: 12 }), async (cuts) => {
        expect(await listen(cuts)).toEqual(whole);
      }),
      { numRuns: bytes.length > 0 ? 25 : 1 },
    );
  });
});
