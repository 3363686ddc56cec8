import http from "node:http";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { usageLedger } from "@/db/schema/models";
import { flushLedger } from "@/lib/models/ledger";
import { passthroughTimes } from "@/lib/models/relay/passthrough";
import { makeApiKey } from "@/tests/factories/api-keys";
import { type Door, openDoor } from "@/tests/factories/http-door";
import { makeModel } from "@/tests/factories/models";
import { makePerson } from "@/tests/factories/people";

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const GOOD = [
  chunk({ role: "assistant", content: "Hello" }),
  chunk({}, "stop"),
  'data: {"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":5}}\n\n',
  "data: [DONE]\n\n",
].join("");

/** The supplier sends exactly these bytes, head and body in one write of its socket. */
let body = "";
let supplier: http.Server;
let url: string;
let door: Door;
let secret: string;
let other: string;

beforeAll(async () => {
  supplier = http.createServer((request, response) => {
    request.resume().on("end", () => {
      response.writeHead(200, { "content-type": "text/event-stream", "content-length": Buffer.byteLength(body) });
      response.end(body);
    });
  });
  await new Promise<void>((resolve) => supplier.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(supplier.address() as AddressInfo).port}/v1`;
  door = await openDoor();
  secret = (await makeApiKey(await makePerson())).secret;
  other = (await makeApiKey(await makePerson(), { scopes: ["embeddings"] })).secret;
});
afterAll(async () => {
  await door.close();
  supplier.closeAllConnections();
  await new Promise((resolve) => supplier.close(resolve));
});

async function ask(model: string, key = secret): Promise<{ status: number; text: string }> {
  const response = await fetch(`${door.url}/api/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ model, stream: true, messages: [{ role: "user", content: "x" }] }),
    signal: AbortSignal.timeout(8000),
  });
  return { status: response.status, text: await response.text() };
}

async function ledger(modelId: string) {
  await flushLedger();
  return db().select().from(usageLedger).where(eq(usageLedger.modelId, modelId));
}

describe("a supplier whose whole answer comes in one piece", () => {
  it("is passed on to its end, and its figures are counted", async () => {
    body = GOOD;
    const model = await makeModel(url, "any");
    const { status, text } = await ask(model);
    expect([status, text.endsWith("data: [DONE]\n\n"), text.includes("Hello")]).toEqual([200, true, true]);
    const [row] = await ledger(model);
    expect(row).toMatchObject({ outcome: "done", inputTokens: 7, outputTokens: 5, estimated: false });
    expect((await ask(model, other)).status).toBe(403);
  });

  it.each([
    ["empty", ""],
    ["an unfinished event", 'data: {"choices":[{"delta":'],
    ["comments", ": one\n\n: two\n\n"],
    ["garbage", "<html>this is no event stream</html>"],
    ["events of garbage", "data: what\n\ndata: [1,2\n\n"],
    ["an end without an answer", "data: [DONE]\n\n"],
  ])("and is %s: an error in OpenAI's shape at once, not held headers", async (_name, bytes) => {
    body = bytes;
    const model = await makeModel(url, "any");
    const started = Date.now();
    const { status, text } = await ask(model);
    expect([status, JSON.parse(text).error.type]).toEqual([503, "server_error"]);
    expect(Date.now() - started).toBeLessThan(6000);
    expect((await ledger(model))[0]).toMatchObject({ outcome: "failed", outputTokens: 0 });
  });

  it("and stops in its middle: told inside the stream, as an event of its own", async () => {
    body = `${chunk({ content: "Hel" })}data: {"choices":[{"del`;
    const { status, text } = await ask(await makeModel(url, "any"));
    expect(status).toBe(200);
    const events = text.split("\n\n").filter(Boolean);
    expect(events).toHaveLength(2);
    expect(JSON.parse(events[1]!.slice(6)).error.code).toBe("interrupted");
  });
});

describe("a supplier that only keeps the connection alive", () => {
  const normal = { ...passthroughTimes };
  afterEach(() => {
    Object.assign(passthroughTimes, normal);
  });

  it("is passed on after a while, so that the caller sees life", async () => {
    passthroughTimes.hold = 100;
    const slow = http.createServer((request, response) => {
      request.resume().on("end", () => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(": processing\n\n");
        setTimeout(() => response.end(GOOD), 600);
      });
    });
    await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve));
    try {
      const model = await makeModel(`http://127.0.0.1:${(slow.address() as AddressInfo).port}/v1`, "any");
      const { status, text } = await ask(model);
      expect([status, text.startsWith(": processing\n\n"), text.endsWith("[DONE]\n\n")]).toEqual([200, true, true]);
    } finally {
      slow.closeAllConnections();
      await new Promise((resolve) => slow.close(resolve));
    }
  });
});
