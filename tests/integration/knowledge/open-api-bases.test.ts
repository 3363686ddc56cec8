import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { desc, eq } from "drizzle-orm";
import OpenAI from "openai";
import { DELETE as removeKeyRoute } from "@/app/api/admin/open/keys/[id]/route";
import { POST as keysRoute } from "@/app/api/admin/open/keys/route";
import { POST as retryRoute } from "@/app/api/knowledge/files/[id]/retry/route";
import { GET as fileRoute } from "@/app/api/knowledge/files/[id]/route";
import { closeDatabase, db } from "@/db/client";
import { usageLedger } from "@/db/schema/models";
import { tasks } from "@/db/schema/tasks";
import { backgroundIdle } from "@/lib/background";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { runTask } from "@/lib/tasks/run";
import { makeApiKey } from "@/tests/factories/api-keys";
import { call as handle } from "@/tests/factories/call";
import { type Door, openDoor } from "@/tests/factories/http-door";
import { makeBase, makeKnowledgeFile } from "@/tests/factories/knowledge";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { runTasksOf } from "@/tests/factories/tasks";

let door: Door;
let owner: Person;
let other: Person;
let leases: string;
let wages: string;

const LEASE = "The lease of the north office ends on 31 March 2027.\n";
const WAGE = "The wage of a clerk is 3,100 euros a month.\n";
const QUESTION = "When does the lease of the north office end?";

beforeAll(async () => {
  await onlyBuiltinModels();
  await startJobs(TASK_JOBS, false);
  [door, owner, other] = [await openDoor(), await makePerson(), await makePerson()];
  [leases, wages] = [await makeBase(owner, { name: "Leases" }), await makeBase(owner, { name: "Wages" })];
  await makeKnowledgeFile(owner, leases, "lease.txt", LEASE);
  await makeKnowledgeFile(owner, wages, "wage.txt", WAGE);
});
afterAll(async () => {
  await backgroundIdle(5000);
  closeIdleChildren();
  await door.close();
  await stopJobs(100);
  await closeDatabase();
});

async function call(secret: string, path: string, { method = "GET", body }: { method?: string; body?: BodyInit } = {}) {
  const headers = { authorization: `Bearer ${secret}` };
  const response = await fetch(`${door.url}/api/v1/${path}`, { method, headers, body });
  return { status: response.status, data: await response.json() };
}

const missing = { status: 404, data: { error: expect.objectContaining({ code: "notFound" }) } };

describe("a key for one base", () => {
  it("reaches no other one at any door, neither by listing nor by a file", async () => {
    const { secret } = await makeApiKey(owner, { scopes: ["knowledge"], baseIds: [leases] });
    const listed = (await call(secret, "knowledge/bases?pageSize=100")).data as { items: { id: string }[] };
    expect(listed.items.map(({ id }) => id)).toEqual([leases]);
    const whole = await makeApiKey(owner, { scopes: ["knowledge"] });
    const files = (await call(whole.secret, `knowledge/bases/${wages}/files`)).data as { items: { id: string }[] };
    const foreign = files.items[0]!.id;
    expect(await call(secret, `knowledge/bases/${wages}/files`)).toEqual(missing);
    expect(await call(secret, `knowledge/files/${foreign}`)).toEqual(missing);
    expect(await call(secret, `knowledge/files/${foreign}/slices`)).toEqual(missing);
    expect(await call(secret, `knowledge/files/${foreign}`, { method: "DELETE" })).toEqual(missing);
    const asked = JSON.stringify({ baseIds: [wages], query: "wage" });
    const recall = await fetch(`${door.url}/api/v1/knowledge/recall`, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      body: asked,
    });
    expect(recall.status).toBe(404);
    expect((await call(whole.secret, `knowledge/files/${foreign}`)).status).toBe(200);
  });

  it("reads the state and the slices of a file, replaces it and takes it out", async () => {
    const { secret } = await makeApiKey(owner, { scopes: ["knowledge"], baseIds: [leases] });
    const base = leases;
    const added = await makeKnowledgeFile(owner, base, "rent.txt", "The rent is 900 euros.\n");
    expect((await call(secret, `knowledge/files/${added.id}`)).data).toMatchObject({ status: "ready", sliceCount: 1 });
    const { items } = (await call(secret, `knowledge/files/${added.id}/slices`)).data as { items: object[] };
    expect(JSON.stringify(items)).toContain("The rent is 900 euros.");
    const form = new FormData();
    form.append("file", new File(["The rent is 950 euros.\n"], "rent.txt"));
    const replaced = await call(secret, `knowledge/files/${added.id}/versions`, { method: "POST", body: form });
    expect(replaced.status).toBe(200);
    await runTasksOf(replaced.data.newerVersionId ?? replaced.data.versionId);
    const after = (await call(secret, `knowledge/files/${added.id}/slices`)).data as { items: object[] };
    expect(JSON.stringify(after.items)).toContain("950");
    const { secret: foreign } = await makeApiKey(other, { scopes: ["knowledge"] });
    expect(await call(foreign, `knowledge/files/${added.id}`, { method: "DELETE" })).toEqual(missing);
    expect((await call(secret, `knowledge/files/${added.id}`, { method: "DELETE" })).status).toBe(200);
    expect(await call(secret, `knowledge/files/${added.id}`)).toEqual(missing);
  });

  it("is what the work it began goes on with: its books, and its end", async () => {
    const { secret, id } = await makeApiKey(owner, { scopes: ["knowledge"], baseIds: [leases] });
    const upload = async (name: string) => {
      const form = new FormData();
      form.append("files", new File([`The ${name} costs 70 euros.\n`], name));
      const sent = await call(secret, `knowledge/bases/${leases}/files`, { method: "POST", body: form });
      return (sent.data as { items: { id: string; versionId: string }[] }).items[0]!;
    };
    const state = async (file: string) =>
      (await handle(fileRoute, { token: owner.token, params: { id: file } })).json();
    const first = await upload("ladder.txt");
    const [task] = await db()
      .select()
      .from(tasks)
      .where(eq(tasks.ownerId, owner.id))
      .orderBy(desc(tasks.createdAt))
      .limit(1);
    expect(task).toMatchObject({ ownerId: owner.id, origin: { apiKeyId: id } });
    await runTask(task!.id);
    expect((await state(first.id)).data).toMatchObject({ status: "ready" });
    const booked = await db().select().from(usageLedger).where(eq(usageLedger.apiKeyId, id));
    expect(booked.map(({ modelType }) => modelType)).toContain("vector");

    const second = await upload("bucket.txt");
    await handle(removeKeyRoute, { token: owner.token, params: { id }, method: "DELETE" });
    await runTasksOf(second.versionId);
    expect((await state(second.id)).data).toMatchObject({ error: "noPermission" });
    const retried = await handle(retryRoute, { token: owner.token, params: { id: second.id }, method: "POST" });
    expect(retried.status).toBe(200);
    await runTasksOf(second.versionId);
    expect((await state(second.id)).data).toMatchObject({ status: "ready", error: null });
  });

  it("is refused for a base its maker may not use", async () => {
    // Gives them the right to keys.
    await makeApiKey(other);
    const make = (baseIds: string[]) =>
      handle(keysRoute, { token: other.token, body: { name: "Narrow", scopes: ["knowledge"], baseIds } });
    expect((await make([leases])).status).toBe(400);
    const own = await makeBase(other, { name: "Own" });
    expect((await make([own])).status).toBe(200);
  });
});

describe("a base as a model", () => {
  const client = (apiKey: string) => new OpenAI({ apiKey, baseURL: `${door.url}/api/v1`, maxRetries: 0 });
  const messages = [{ role: "user" as const, content: QUESTION }];

  it("answers whole and streamed with its citations, which marks name", async () => {
    const { secret } = await makeApiKey(owner, { scopes: ["chat", "knowledge"] });
    const whole = await client(secret).chat.completions.create({ model: `kb:${leases}`, messages });
    const said = whole.choices[0]!.message as unknown as {
      content: string;
      citations: { file_name: string; quote: string }[];
    };
    expect(said.content).toContain("31 March 2027");
    expect(said.content).toMatch(/\[1\]/);
    expect(said.citations[0]).toMatchObject({
      file_name: "lease.txt",
      quote: expect.stringContaining("31 March 2027"),
    });
    const stream = await client(secret).chat.completions.create({
      ...{ model: `kb:${leases}`, messages, stream: true, stream_options: { include_usage: true } },
    });
    let text = "";
    let citations: unknown[] = [];
    let finish: string | null = null;
    let hasUsage = false;
    for await (const chunk of stream) {
      const choice = chunk.choices[0];
      text += choice?.delta.content ?? "";
      citations = (choice?.delta as { citations?: unknown[] } | undefined)?.citations ?? citations;
      finish = choice?.finish_reason ?? finish;
      hasUsage ||= Boolean(chunk.usage);
    }
    expect(text).toBe(said.content);
    expect(citations).toHaveLength(said.citations.length);
    expect([finish, hasUsage]).toEqual(["stop", true]);
  });

  it("is there for keys that name knowledge alone, and for no base that is not theirs", async () => {
    const plain = await makeApiKey(owner, { scopes: ["chat"] });
    const ask = (secret: string, model: string) => client(secret).chat.completions.create({ model, messages });
    await expect(ask(plain.secret, `kb:${leases}`)).rejects.toMatchObject({ status: 403 });
    const foreign = await makeApiKey(other, { scopes: ["chat", "knowledge"] });
    await expect(ask(foreign.secret, `kb:${leases}`)).rejects.toMatchObject({ status: 404 });
    const narrow = await makeApiKey(owner, { scopes: ["chat", "knowledge"], baseIds: [wages] });
    await expect(ask(narrow.secret, `kb:${leases}`)).rejects.toMatchObject({ status: 404 });
    await expect(ask(narrow.secret, "kb:none")).rejects.toMatchObject({ status: 404 });
  });
});

test("a client of the protocol reads a passage that was found, and none that is not its owner's", async () => {
  const passages = async (person: Person, sliceId: string) => {
    const { secret } = await makeApiKey(person, { scopes: ["knowledge"] });
    const transport = new StreamableHTTPClientTransport(new URL(`${door.url}/api/v1/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${secret}` } },
    });
    const client = new Client({ name: "test", version: "1.0.0" });
    await client.connect(transport);
    const read = await client.callTool({ name: "read_slice", arguments: { sliceId } });
    await client.close();
    return read;
  };
  const { secret } = await makeApiKey(owner, { scopes: ["knowledge"] });
  const found = await fetch(`${door.url}/api/v1/knowledge/recall`, {
    method: "POST",
    headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
    body: JSON.stringify({ baseIds: [leases], query: QUESTION }),
  });
  const { hits } = (await found.json()) as { hits: { sliceId: string }[] };
  const sliceId = hits[0]!.sliceId;
  expect(await passages(owner, sliceId)).toMatchObject({
    structuredContent: { fileName: "lease.txt", text: expect.stringContaining("31 March 2027"), before: "", after: "" },
  });
  expect(await passages(other, sliceId)).toMatchObject({ isError: true });
});
