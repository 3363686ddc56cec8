import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { GET as listRoute } from "@/app/api/admin/tools/route";
import { POST as runRoute } from "@/app/api/admin/tools/run/route";
import { POST as refreshRoute } from "@/app/api/admin/tools/servers/[id]/refresh/route";
import { DELETE as deleteRoute, PATCH as patchRoute } from "@/app/api/admin/tools/servers/[id]/route";
import { PATCH as toolRoute } from "@/app/api/admin/tools/servers/[id]/tools/[toolId]/route";
import { POST as probeRoute } from "@/app/api/admin/tools/servers/probe/route";
import { POST as createRoute } from "@/app/api/admin/tools/servers/route";
import { closeDatabase, db } from "@/db/client";
import { operationLogs } from "@/db/schema/operation-log";
import { mcpServers } from "@/db/schema/tools";
import { resetEnv } from "@/lib/config/env";
import type { McpProbeResult, McpRefreshResult, McpServerDto, ToolListDto, ToolRunDto } from "@/lib/features/tools/dto";
import { mcpLimits } from "@/lib/tools/mcp/client";
import { listToolsFor } from "@/lib/tools/registry";
import { noteCompared, runTool } from "@/lib/tools/run";
import { answer, call } from "@/tests/factories/call";
import { makePerson, type Person } from "@/tests/factories/people";
import { startToolServices } from "@/tests/fakes/tool-services.mjs";

const CANARY = "mcp-canary-77aa01bc";
const model = { id: v7(), abilities: ["tool_call"] };
const signal = new AbortController().signal;

let fake: Awaited<ReturnType<typeof startToolServices>>;
let other: Awaited<ReturnType<typeof startToolServices>>;
let first: Person;
let second: Person;

beforeAll(async () => {
  [fake, other] = [await startToolServices(), await startToolServices()];
});
beforeEach(async () => {
  [first, second] = [
    await makePerson({ roles: ["administrator"] }),
    await makePerson({ codes: ["SYSTEM:CONFIG:TOOLS"] }),
  ];
  Object.assign(fake.state, { changed: false, gone: false, extra: false, slowMs: 60_000, seen: [], calls: [] });
  other.state.seen = [];
});
afterEach(() => {
  Object.assign(mcpLimits, { handshake: 20_000, call: 60_000 });
  delete process.env.PRIVATE_SUPPLIERS;
  resetEnv();
});
afterAll(async () => {
  await fake.close();
  await other.close();
  await closeDatabase();
});

const base = () => ({ name: `notes ${v7()}`, transport: "http", url: `${fake.url}/mcp` });
const create = (person: Person, body: object) => answer<{ id: string }>(createRoute, { token: person.token, body });
const made = async (over: object = {}) => {
  const created = await create(first, {
    ...base(),
    tools: ["echo", "add", "slow", "broken", "large", "delete_note"].map((name) => ({ name })),
    ...over,
  });
  return created.data!.id;
};
const probe = (body: object) => answer<McpProbeResult>(probeRoute, { token: second.token, body });
const found = async (id: string): Promise<McpServerDto> => {
  const { data } = await answer<ToolListDto>(listRoute, { token: second.token });
  return data!.servers.find((server) => server.id === id)!;
};
const patch = (id: string, body: object) =>
  answer(patchRoute, { token: second.token, params: { id }, body, method: "PATCH" });
const refresh = (id: string) =>
  answer<McpRefreshResult>(refreshRoute, { token: second.token, params: { id }, body: {} });
const run = (name: string, args: object = {}) =>
  answer<ToolRunDto>(runRoute, { token: second.token, body: { name, arguments: args } });
const toolOf = async (id: string, remoteName: string) =>
  (await found(id)).tools.find((tool) => tool.remoteName === remoteName)!;
const switchTool = (id: string, toolId: string, body: object) =>
  answer(toolRoute, { token: first.token, params: { id, toolId }, body, method: "PATCH" });

describe("an MCP server", () => {
  it("shows its tools before it is saved, then runs them for people", async () => {
    const tested = await probe({ transport: "http", url: `${fake.url}/mcp` });
    expect(tested.data).toMatchObject({ ok: true, error: null });
    expect(tested.data!.tools.map(({ remoteName, readOnly }) => [remoteName, readOnly])).toEqual([
      ["echo", true],
      ["add", true],
      ["slow", false],
      ["broken", false],
      ["large", false],
      ["delete_note", false],
    ]);
    const id = await made({ tools: [{ name: "echo" }, { name: "add" }] });
    expect(await found(id)).toMatchObject({ status: "normal", enabled: true, checkError: null });
    const echo = await toolOf(id, "echo");
    expect(echo).toMatchObject({ enabled: true, confirm: false, title: "Echo" });
    expect(echo.name).toMatch(/^notes_[a-z0-9_]+__echo$/);
    expect(await toolOf(id, "delete_note")).toMatchObject({ enabled: false, confirm: true });

    const staff = await makePerson();
    const names = (await listToolsFor(staff.actor, model)).map(({ definition }) => definition.name);
    expect(names).toContain(echo.name);
    expect(names).not.toContain((await toolOf(id, "delete_note")).name);
    const said = await runTool(staff.actor, echo.name, { text: "你好" }, { signal, model });
    expect(said).toMatchObject({ isError: false, text: "echo: 你好" });
    const sum = await runTool(staff.actor, (await toolOf(id, "add")).name, { a: 1, b: 2 }, { signal });
    expect(sum).toMatchObject({ text: "3", data: { sum: 3 } });
    const wrong = await runTool(staff.actor, echo.name, { text: 5 }, { signal });
    expect(wrong).toMatchObject({ isError: true, error: "toolArguments", detail: "text must be string" });
  });

  it("asks before a tool that may change something", async () => {
    const id = await made();
    const { name } = await toolOf(id, "delete_note");
    const staff = await makePerson();
    expect(await runTool(staff.actor, name, { id: "7" }, { signal })).toMatchObject({ error: "toolNeedsConsent" });
    expect(fake.state.calls).toEqual([]);
    const agreed = await runTool(staff.actor, name, { id: "7" }, { signal, confirmed: true });
    expect(agreed).toMatchObject({ isError: false, text: "deleted 7" });
  });

  it("tells failures apart, cuts what is too long and keeps its state", async () => {
    const id = await made();
    const name = async (remote: string) => (await toolOf(id, remote)).name;
    expect((await run(await name("broken"))).data).toMatchObject({
      ok: false,
      error: "toolFailed",
      detail: "The disk is full",
    });
    expect(await found(id)).toMatchObject({ status: "normal" });
    const large = (await run(await name("large"))).data!;
    expect(large).toMatchObject({ ok: true, truncated: true });
    expect(Buffer.byteLength(large.text)).toBeLessThan(66_000);
    expect(large.text).not.toContain("\ufffd");
    mcpLimits.call = 600;
    const slow = await name("slow");
    const started = Date.now();
    expect((await run(slow)).data).toMatchObject({ ok: false, error: "toolTimeout" });
    expect(Date.now() - started).toBeLessThan(5000);
    expect(await found(id)).toMatchObject({ status: "abnormal", checkError: "toolTimeout" });
  });

  it("stops a call when the person stops", async () => {
    const id = await made();
    const { name } = await toolOf(id, "slow");
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 300);
    const result = await runTool(first.actor, name, {}, { signal: controller.signal, confirmed: true });
    expect(result).toMatchObject({ error: "toolStopped" });
    expect(result.durationMs).toBeLessThan(3000);
  });

  it("that cannot be reached or refuses says so, and is no 401 of ours", async () => {
    const locked = { transport: "http", url: `${fake.url}/mcp-locked` };
    const refused = await probe({ ...locked, secrets: { authorization: `Bearer ${CANARY}` } });
    expect(refused).toMatchObject({ code: 200, data: { ok: false, error: "toolUnauthorized" } });
    expect(JSON.stringify(refused)).not.toContain(CANARY);
    expect((await probe({ ...locked, secrets: { Authorization: "Bearer letmein" } })).data).toMatchObject({ ok: true });
    expect((await probe({ transport: "http", url: "http://127.0.0.1:1/mcp" })).data).toMatchObject({
      error: "toolUnreachable",
    });
    expect((await probe({ transport: "http", url: `${fake.url}/garbage/search` })).data).toMatchObject({ ok: false });
    const id = await made({ url: "http://127.0.0.1:1/mcp" });
    expect(await found(id)).toMatchObject({ status: "abnormal", checkError: "toolUnreachable", tools: [] });
  });

  it.each(["http://169.254.169.254/mcp", "http://[fe80::1]/mcp", "http://100.100.100.200/", "http://2852039166/mcp"])(
    "at %s is refused, also as a saved one and behind a redirect",
    async (url) => {
      expect(await probe({ transport: "http", url })).toMatchObject({ code: 422, data: { error: "addressRefused" } });
      expect((await create(first, { ...base(), url })).code).toBe(422);
      expect((await patch(await made(), { url })).code).toBe(422);
      const moved = `${fake.url}/moved?to=${encodeURIComponent(url)}`;
      expect((await probe({ transport: "http", url: moved })).data).toMatchObject({ error: "addressRefused" });
    },
  );

  it("that redirects to another host is not followed: neither secrets nor what was asked get there", async () => {
    const secrets = { "X-Api-Key": CANARY, authorization: CANARY };
    const url = (to: string) => `${fake.url}/moved?to=${encodeURIComponent(to)}`;
    const moved = await probe({ transport: "http", url: url(`${other.url}/mcp`), secrets });
    expect(moved.data).toMatchObject({ ok: false, error: "addressRefused" });
    expect(other.state.seen).toEqual([]);
    expect(JSON.stringify(fake.state.seen)).toContain(CANARY);
    // Within the host that was entered it is.
    expect((await probe({ transport: "http", url: url(`${fake.url}/mcp`), secrets })).data).toMatchObject({ ok: true });
  });
});

describe("what a server says of its tools", () => {
  it("switches a tool off when it changes, until an administrator has looked", async () => {
    const id = await made();
    const { name, id: toolId, description } = await toolOf(id, "echo");
    const staff = await makePerson();
    fake.state.changed = true;
    expect((await refresh(id)).data).toMatchObject({ ok: true, changed: ["echo"], added: [], missing: [] });
    const changed = await toolOf(id, "echo");
    expect(changed.pending!.description).toMatch(/send every password/);
    expect(changed).toMatchObject({ description, enabled: true });
    expect((await listToolsFor(staff.actor, model)).some(({ definition }) => definition.name === name)).toBe(false);
    expect(await runTool(staff.actor, name, { text: "x" }, { signal })).toMatchObject({ error: "toolNotFound" });
    expect(await switchTool(id, toolId, { enabled: true })).toMatchObject({
      code: 422,
      data: { error: "toolChanged" },
    });
    // The server takes it back: what was approved holds again.
    fake.state.changed = false;
    await refresh(id);
    expect((await toolOf(id, "echo")).pending).toBeNull();
    fake.state.changed = true;
    await refresh(id);
    expect((await switchTool(id, toolId, { accept: true })).code).toBe(200);
    expect(await toolOf(id, "echo")).toMatchObject({ pending: null, description: expect.stringMatching(/password/) });
    expect(await runTool(staff.actor, name, { text: "x" }, { signal })).toMatchObject({ isError: false });
  });

  it("is compared while tools are used", async () => {
    const id = await made();
    const { name } = await toolOf(id, "echo");
    fake.state.changed = true;
    expect(await runTool(first.actor, name, { text: "x" }, { signal })).toMatchObject({ isError: false });
    noteCompared(id, false);
    expect(await runTool(first.actor, name, { text: "x" }, { signal })).toMatchObject({ error: "toolChanged" });
    expect(fake.state.calls).toEqual([["echo", "x"]]);
    expect((await toolOf(id, "echo")).pending).not.toBeNull();
  });

  it("begins switched off when it is new and stays in view when it is gone", async () => {
    const id = await made();
    Object.assign(fake.state, { extra: true, gone: true });
    expect((await refresh(id)).data).toMatchObject({ added: ["extra"], missing: ["delete_note"] });
    expect(await toolOf(id, "extra")).toMatchObject({ enabled: false });
    expect(await toolOf(id, "delete_note")).toMatchObject({ missing: true });
    fake.state.gone = false;
    await refresh(id);
    expect(await toolOf(id, "delete_note")).toMatchObject({ missing: false });
  });

  it("never passes for a built-in tool or another server's", async () => {
    const [one, two] = [
      await made({ name: `calculate ${v7()}` }),
      await made({ name: `笔记 ${"本".repeat(20)} ${v7()}` }),
    ];
    const names = [...(await found(one)).tools, ...(await found(two)).tools].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_-]+__[a-zA-Z0-9_-]+$/);
    expect(names.every((name) => name.length <= 64)).toBe(true);
  });
});

describe("secrets of a server", () => {
  it("are encrypted at rest and in no answer, log row or error", async () => {
    const id = await made({ secrets: { "X-Api-Key": CANARY } });
    expect((await found(id)).secretNames).toEqual(["X-Api-Key"]);
    // Some put their key into the address: it stays out of the log at least.
    await patch(id, { url: `${fake.url}/mcp?key=in-address-77`, secrets: { "X-Api-Key": CANARY } });
    expect(JSON.stringify(await db().select().from(operationLogs))).not.toContain("in-address-77");
    const texts = [
      await (await call(listRoute, { token: second.token })).text(),
      JSON.stringify(await refresh(id)),
      JSON.stringify(await patch(id, { url: `${other.url}/mcp` })),
      JSON.stringify(await db().select().from(operationLogs)),
      JSON.stringify(await db().select().from(mcpServers)),
    ];
    for (const text of texts) expect(text).not.toContain(CANARY);
    expect(JSON.stringify(fake.state.seen)).toContain(CANARY);
  });

  it("do not go to a new address (SK-02)", async () => {
    const id = await made({ secrets: { "X-Api-Key": CANARY } });
    const moved = await patch(id, { url: `${other.url}/mcp` });
    expect(moved).toMatchObject({
      code: 422,
      data: { error: "keyRequiredForNewAddress", fields: { secrets: "secretsAgain" } },
    });
    const { url } = await found(id);
    expect((await patch(id, { url: `${url}/of-somebody-else` })).code).toBe(422);
    await refresh(id);
    expect(other.state.seen).toHaveLength(0);
    expect((await patch(id, { url: `${other.url}/mcp`, secrets: { "X-Api-Key": "another" } })).code).toBe(200);
    await refresh(id);
    expect(JSON.stringify(other.state.seen)).not.toContain(CANARY);
    expect((await patch(id, { secrets: null })).code).toBe(200);
    expect((await found(id)).secretNames).toEqual([]);
  });

  it.each([
    ["a header that breaks the line", { secrets: { "x-a": "1\r\nx-b: 2" } }],
    ["a header name that is none", { secrets: { "x a": "1" } }],
    ["another protocol", { url: "file:///etc/passwd" }],
    ["no address", { url: undefined }],
    ["an unknown key", { owner: "me" }],
  ])("and the rest are refused with %s", async (_name, over) => {
    expect((await create(first, { ...base(), ...over })).code).toBe(400);
  });
});

it("changes are logged, and a server goes with everything of it", async () => {
  const id = await made();
  const { id: toolId } = await toolOf(id, "echo");
  await patch(id, { enabled: false });
  expect(await listToolsFor(first.actor, model)).not.toContainEqual(expect.objectContaining({ server: { id } }));
  await switchTool(id, toolId, { confirm: true });
  expect((await answer(deleteRoute, { token: first.token, params: { id }, method: "DELETE" })).code).toBe(200);
  expect(await found(id)).toBeUndefined();
  expect((await refresh(id)).code).toBe(404);
  const rows = await db().select().from(operationLogs).where(eq(operationLogs.targetId, id)).orderBy(operationLogs.id);
  expect(rows.map(({ action, result }) => [action, result])).toEqual([
    ["tool.server.create", "success"],
    ["tool.server.change", "success"],
    ["tool.server.delete", "success"],
    ["tool.server.refresh", "refused"],
  ]);
});

it("names are taken once", async () => {
  const name = `same ${v7()}`;
  await made({ name });
  expect(await create(second, { ...base(), name })).toMatchObject({
    code: 409,
    data: { error: "mcpNameTaken", fields: { name: "nameTaken" } },
  });
});
