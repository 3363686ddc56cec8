import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { eq } from "drizzle-orm";
import { closeDatabase, db } from "@/db/client";
import { usageLedger } from "@/db/schema/models";
import { backgroundIdle } from "@/lib/background";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { flushLedger } from "@/lib/models/ledger";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { makeApiKey } from "@/tests/factories/api-keys";
import { type Door, openDoor } from "@/tests/factories/http-door";
import { granted, makeBase, makeKnowledgeFile } from "@/tests/factories/knowledge";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { makeRule, REPLY, removeRules } from "@/tests/factories/review";
import { runTasksOf } from "@/tests/factories/tasks";

let door: Door;
let owner: Person;
let other: Person;
let key: { id: string; secret: string };
let others: { id: string; secret: string };
let base: string;

beforeAll(async () => {
  await onlyBuiltinModels();
  await startJobs(TASK_JOBS, false);
  [door, owner, other] = [await openDoor(), await makePerson(), await makePerson()];
  [key, others] = [
    await makeApiKey(owner, { scopes: ["knowledge"] }),
    await makeApiKey(other, { scopes: ["knowledge"] }),
  ];
  base = await makeBase(owner, { name: "Rules" });
  await makeKnowledgeFile(owner, base, "lease.txt", "The lease of the north office ends on 31 March 2027.\n");
});
afterAll(async () => {
  closeIdleChildren();
  await door.close();
  await stopJobs(100);
  await closeDatabase();
});

async function call(secret: string, path: string, body?: object | FormData) {
  const isForm = body instanceof FormData;
  const response = await fetch(`${door.url}/api/v1/${path}`, {
    method: body ? "POST" : "GET",
    headers: { authorization: `Bearer ${secret}`, ...(body && !isForm && { "content-type": "application/json" }) },
    body: isForm ? body : body && JSON.stringify(body),
  });
  return { status: response.status, data: await response.json() };
}

const QUESTION = "When does the lease of the north office end?";

test("a key of the scope makes a base, puts files in and searches; its use is the key's", async () => {
  const made = await call(key.secret, "knowledge/bases", { name: "By key" });
  expect(made).toEqual({ status: 200, data: { id: expect.any(String) } });
  const form = new FormData();
  form.append("files", new File(["Travel costs are paid back within ten days.\n"], "travel.txt"));
  form.append("files", new File(["MZ"], "program.exe"));
  const added = await call(key.secret, `knowledge/bases/${made.data.id}/files`, form);
  expect(added.data.items).toMatchObject([
    { name: "travel.txt", status: "uploaded" },
    { id: null, status: "upload_failed" },
  ]);
  await runTasksOf(added.data.items[0].versionId);
  const files = await call(key.secret, `knowledge/bases/${made.data.id}/files?pageSize=5`);
  expect(files.data).toMatchObject({ items: [{ name: "travel.txt", status: "ready" }], total: 1 });
  const found = await call(key.secret, "knowledge/recall", { baseIds: [made.data.id], query: "travel costs" });
  expect(found.data.hits[0]).toMatchObject({ fileName: "travel.txt", baseId: made.data.id });
  await flushLedger();
  const booked = await db().select().from(usageLedger).where(eq(usageLedger.apiKeyId, key.id));
  expect(booked.length).toBeGreaterThan(0);
  expect(new Set(booked.map(({ app, userId }) => `${app} ${userId}`))).toEqual(new Set([`open-api ${owner.id}`]));
});

test("a question is answered as a stream with its steps and citations, booked to the key", async () => {
  const response = await fetch(`${door.url}/api/v1/knowledge/answer`, {
    method: "POST",
    headers: { authorization: `Bearer ${key.secret}`, "content-type": "application/json" },
    body: JSON.stringify({ baseIds: [base], question: QUESTION }),
  });
  expect(response.headers.get("content-type")).toContain("ndjson");
  const lines = (await response.text())
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { type: string });
  const types = new Set(lines.map(({ type }) => type));
  expect([...types]).toEqual(expect.arrayContaining(["data-step", "data-citation"]));
  expect(JSON.stringify(lines)).toContain("31 March 2027");
  await backgroundIdle(10_000);
  await flushLedger();
  const booked = await db().select().from(usageLedger).where(eq(usageLedger.userId, owner.id));
  expect(booked.some(({ modelType, apiKeyId }) => modelType !== "vector" && apiKeyId === key.id)).toBe(true);
  expect(booked.filter(({ app }) => app === "knowledge").every(({ apiKeyId }) => apiKeyId === null)).toBe(true);
});

test("a question is answered whole where no stream is wanted", async () => {
  const { status, data } = await call(key.secret, "knowledge/answer", {
    baseIds: [base],
    question: QUESTION,
    stream: false,
  });
  expect(status).toBe(200);
  expect(data).toMatchObject({ finish_reason: "stop", session_id: expect.any(String), message_id: expect.any(String) });
  const { answer: words, citations } = data as { answer: string; citations: { quote: string; id: number }[] };
  expect(words).toContain("31 March 2027");
  expect(words).toContain(`[${citations[0]!.id}]`);
  expect(words).not.toContain("[^c");
  expect(citations[0]!.quote).toContain("31 March 2027");
});

test("an answer a review rule takes back leaves neither words nor citations", async () => {
  await makeRule(["31 March 2027"], { reviewsInput: false });
  const asked = { baseIds: [base], question: QUESTION, stream: false };
  const { data } = await call(key.secret, "knowledge/answer", asked);
  await removeRules();
  expect(data).toMatchObject({ answer: REPLY, citations: [], finish_reason: "content_filter" });
});

test("nobody else's base is there, in any call", async () => {
  const { items } = (await call(others.secret, "knowledge/bases?pageSize=100")).data as { items: { id: string }[] };
  expect(items.map(({ id }) => id)).not.toContain(base);
  const missing = { status: 404, data: { error: expect.objectContaining({ code: "notFound" }) } };
  expect(await call(others.secret, `knowledge/bases/${base}/files`)).toEqual(missing);
  expect(await call(others.secret, "knowledge/recall", { baseIds: [base], query: QUESTION })).toEqual(missing);
  expect(await call(others.secret, "knowledge/answer", { baseIds: [base], question: QUESTION })).toEqual(missing);
  expect(await call(others.secret, "knowledge/bases/none/files")).toEqual(missing);
});

test("a key opens knowledge only where it names the scope, and only as far as its owner may go now", async () => {
  const models = await makeApiKey(owner, { scopes: null });
  expect(await call(models.secret, "knowledge/bases")).toMatchObject({
    status: 403,
    data: { error: { code: "apiKeyScope" } },
  });
  expect((await call(models.secret, "models")).status).toBe(200);
  const without = await makePerson({ codes: ["SYSTEM:OPEN:API"] });
  const refused = await makeApiKey(without, { scopes: ["knowledge"] });
  expect(await call(refused.secret, "knowledge/bases")).toMatchObject({ status: 403 });
});

describe("as tools of the Model Context Protocol", () => {
  const connect = async (secret: string) => {
    const client = new Client({ name: "test", version: "1" });
    const headers = { authorization: `Bearer ${secret}` };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${door.url}/api/v1/mcp`), { requestInit: { headers } }),
    );
    return client;
  };

  test("the protocol's own client lists and searches what its owner may read", async () => {
    const shared = await makeBase(other, {
      name: "Shared",
      visibility: "partial",
      grants: [granted("user", owner.id)],
    });
    await makeKnowledgeFile(other, shared, "north.txt", "The north office has forty desks.\n");
    const client = await connect(key.secret);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      "list_knowledge_bases",
      "search_knowledge",
      "read_slice",
    ]);
    const listed = await client.callTool({ name: "list_knowledge_bases", arguments: {} });
    expect(listed.structuredContent).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ id: base, fileCount: 1 })]),
    });
    const found = await client.callTool({
      name: "search_knowledge",
      arguments: { baseIds: [base, shared], query: QUESTION },
    });
    expect((found.structuredContent as { hits: { fileName: string }[] }).hits[0]?.fileName).toBe("lease.txt");
    await client.close();
  });

  test("what its owner may not read, or asks wrongly, is a plain error", async () => {
    const client = await connect(others.secret);
    const refused = await client.callTool({
      name: "search_knowledge",
      arguments: { baseIds: [base], query: QUESTION },
    });
    expect(refused).toMatchObject({ isError: true });
    expect(JSON.stringify(refused)).not.toContain("lease");
    expect(await client.callTool({ name: "search_knowledge", arguments: { baseIds: [], query: "x" } })).toMatchObject({
      isError: true,
    });
    await client.close();
  });
});
