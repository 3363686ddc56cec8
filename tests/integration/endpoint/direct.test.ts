import http from "node:http";
import type { AddressInfo } from "node:net";
import OpenAI from "openai";
import { GET as readMessages } from "@/app/api/chat/sessions/[id]/messages/route";
import { POST as createChat } from "@/app/api/chat/sessions/route";
import { DIRECT_CALLS } from "@/app/direct-calls";
import { db } from "@/db/client";
import { usageLedger } from "@/db/schema/models";
import { serveDirectly } from "@/lib/endpoint/direct";
import { flushLedger } from "@/lib/models/ledger";
import { makeApiKey } from "@/tests/factories/api-keys";
import { answer } from "@/tests/factories/call";
import { eventually } from "@/tests/factories/eventually";
import { makeModel } from "@/tests/factories/models";
import { makePerson } from "@/tests/factories/people";
import { cookieOf } from "@/tests/factories/sessions";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

type Direct = (request: http.IncomingMessage, response: http.ServerResponse) => void;

const find = (method: string, path: string) =>
  (globalThis as unknown as { __findDirectCall: (method: string, url: string) => Direct | undefined }).__findDirectCall(
    method,
    path,
  );

let fake: Awaited<ReturnType<typeof startModelServer>>;
let server: http.Server;
let url: string;
let secret: string;
let other: string;

beforeAll(async () => {
  fake = await startModelServer();
  serveDirectly(DIRECT_CALLS);
  // As scripts/preload.mjs does it.
  server = http.createServer((request, response) => {
    request.headers["x-client-address"] = "127.0.0.1";
    const direct = find(request.method ?? "", request.url ?? "");
    if (direct) direct(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  secret = (await makeApiKey(await makePerson())).secret;
  other = (await makeApiKey(await makePerson(), { scopes: ["embeddings"] })).secret;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await fake.close();
});

const client = () => new OpenAI({ apiKey: secret, baseURL: `${url}/api/v1`, maxRetries: 0 });
const messages = [{ role: "user" as const, content: "hello" }];
const post = (body: string, key = secret, headers: Record<string, string> = {}) =>
  fetch(`${url}/api/v1/chat/completions`, {
    method: "POST",
    body,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
  });

describe("calls served without the framework", () => {
  it("answer the official client whole, streamed and with vectors, and carry the security headers", async () => {
    const model = await makeModel(fake.url, "fake-echo");
    const whole = await client().chat.completions.create({ model, messages });
    expect(whole.choices[0]!.message.content).toBe("Echo: hello");
    let text = "";
    for await (const chunk of await client().chat.completions.create({ model, messages, stream: true })) {
      text += chunk.choices[0]?.delta.content ?? "";
    }
    expect(text).toBe("Echo: hello");
    const vector = await makeModel(fake.url, "fake-embedding", { type: "vector" });
    expect((await client().embeddings.create({ model: vector, input: "x" })).data).toHaveLength(1);
    const response = await post(JSON.stringify({ model, messages }));
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("x-request-id")).toBeTruthy();
    expect(response.headers.get("cache-control")).toContain("no-transform");
    await response.text();
  });

  it("refuse like any other: wrong keys, scopes, bodies, sizes", async () => {
    expect((await post("{}", "sk-wrong")).status).toBe(401);
    expect((await post("{}", other)).status).toBe(403);
    expect((await post("{")).status).toBe(400);
    expect((await post("{}", secret, { "content-type": "text/plain" })).status).toBe(415);
    const huge = await post(`{"model":"m","messages":[],"x":"${"x".repeat(51 * 1024 ** 2)}"}`).catch(() => null);
    // A sender that is still writing may see the closed connection instead of the answer.
    expect([413, undefined]).toContain(huge?.status);
  });

  it("close the supplier's connection when the client leaves", async () => {
    const model = await makeModel(fake.url, "fake-slow");
    const before = fake.state.aborted;
    const leaving = new AbortController();
    const stream = await client().chat.completions.create(
      { model, messages, stream: true },
      { signal: leaving.signal },
    );
    const read = async () => {
      let chunks = 0;
      for await (const _chunk of stream) if (++chunks === 3) leaving.abort();
    };
    await read().catch(() => undefined);
    expect(
      await eventually(
        async () => fake.state.aborted,
        (count) => count > before,
      ),
    ).toBe(before + 1);
    await flushLedger();
    const rows = await db().select().from(usageLedger);
    expect(rows.find((row) => row.modelId === model)).toMatchObject({ outcome: "stopped" });
  });

  it("lose nothing to a reader that is slower than the supplier", async () => {
    const model = await makeModel(fake.url, "fake-long");
    const expected = await (await post(JSON.stringify({ model, messages, stream: true }))).text();
    const response = await post(JSON.stringify({ model, messages, stream: true }));
    let text = "";
    const decoder = new TextDecoder();
    for await (const bytes of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(bytes, { stream: true });
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
    expect(text).toBe(expected);
    expect(text.endsWith("data: [DONE]\n\n")).toBe(true);
  });

  it("answer questions in a chat of one's own, with every check of the usual way", async () => {
    const [owner, stranger] = [await makePerson(), await makePerson()];
    const modelId = await makeModel(fake.url, "fake-echo");
    const chat = await answer<{ id: string }>(createChat, { token: owner.token, body: { title: "A chat" } });
    const at = `/api/chat/sessions/${chat.data!.id}/answer`;
    const ask = (headers: Record<string, string>, path = at) =>
      fetch(`${url}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify({ text: "hello", modelId }),
      });
    const answered = await ask({ authorization: owner.token });
    expect(answered.headers.get("content-type")).toContain("application/x-ndjson");
    const lines = (await answered.text()).split("\n").filter(Boolean);
    expect(lines.map((line) => JSON.parse(line)).find(({ type }) => type === "finish")).toBeTruthy();
    const said = lines.map((line) => JSON.parse(line)).filter(({ type }) => type === "text-delta");
    expect(said.map(({ delta }) => delta).join("")).toBe("Echo: hello");
    expect((await ask({})).status).toBe(401);
    expect((await ask({ authorization: stranger.token })).status).toBe(404);
    expect((await ask({ authorization: owner.token, "content-type": "text/plain" })).status).toBe(415);
    const { cookie } = await cookieOf(owner);
    expect((await ask({ cookie, origin: "https://elsewhere.test" })).status).toBe(403);
    // Ids that are none, and queries, are left to the framework.
    expect((await ask({ authorization: owner.token }, "/api/chat/sessions/none/answer")).status).toBe(404);
    expect(find("POST", `${at}?x=1`)).toBeUndefined();
    expect(find("GET", at)).toBeUndefined();
  });

  it("go on with an answer whose reader has left", async () => {
    const owner = await makePerson();
    const modelId = await makeModel(fake.url, "fake-long");
    const chat = await answer<{ id: string }>(createChat, { token: owner.token, body: { title: "A chat" } });
    const leaving = new AbortController();
    const response = await fetch(`${url}/api/chat/sessions/${chat.data!.id}/answer`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: owner.token },
      body: JSON.stringify({ text: "hello", modelId }),
      signal: leaving.signal,
    });
    const reader = response.body!.getReader();
    await reader.read();
    leaving.abort();
    const messages = async () =>
      (
        await answer<{ items: { role: string; status: string }[] }>(readMessages, {
          token: owner.token,
          params: { id: chat.data!.id },
        })
      ).data!.items;
    const after = await eventually(messages, (items) => items.at(-1)?.status === "done");
    expect(after.at(-1)).toMatchObject({ role: "assistant", status: "done" });
  });
});
