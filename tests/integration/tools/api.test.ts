import { v7 } from "uuid";
import { GET as listRoute } from "@/app/api/admin/tools/route";
import { POST as runRoute } from "@/app/api/admin/tools/run/route";
import { POST as refreshRoute } from "@/app/api/admin/tools/servers/[id]/refresh/route";
import { PATCH as patchRoute } from "@/app/api/admin/tools/servers/[id]/route";
import { PATCH as toolRoute } from "@/app/api/admin/tools/servers/[id]/tools/[toolId]/route";
import { POST as probeRoute } from "@/app/api/admin/tools/servers/probe/route";
import { POST as createRoute } from "@/app/api/admin/tools/servers/route";
import { closeDatabase } from "@/db/client";
import { resetEnv } from "@/lib/config/env";
import type { McpProbeResult, McpServerDto, ToolListDto, ToolRunDto } from "@/lib/features/tools/dto";
import { apiLimits } from "@/lib/tools/api/client";
import { listToolsFor } from "@/lib/tools/registry";
import { runTool } from "@/lib/tools/run";
import { answer, call } from "@/tests/factories/call";
import { makePerson, type Person } from "@/tests/factories/people";
import { startDescribedApi } from "@/tests/fakes/described-api.mjs";

/* APIs with a description, whose operations are tools (spec K6). */
const SECRET = "Bearer api-canary-31f0c2";
const model = { id: v7(), abilities: ["tool_call"] };
const { signal } = new AbortController();

let api: Awaited<ReturnType<typeof startDescribedApi>>;
let keeper: Person;
let other: Person;
let staff: Person;

beforeAll(async () => {
  api = await startDescribedApi();
  keeper = await makePerson({ codes: ["SYSTEM:CONFIG:TOOLS"] });
  other = await makePerson({ codes: ["SYSTEM:CONFIG:TOOLS"] });
  staff = await makePerson();
});
beforeEach(() => {
  Object.assign(api.state, { seen: [], server: "/v2", remark: 200, extra: 0, isGone: false });
});
afterEach(() => {
  Object.assign(apiLimits, { load: 20_000, read: 20_000, call: 60_000 });
  delete process.env.PRIVATE_SUPPLIERS;
  resetEnv();
});
afterAll(async () => {
  await api.close();
  await closeDatabase();
});

const base = (path = "/openapi.json") => ({
  transport: "openapi",
  url: `${api.url}${path}`,
  secrets: { Authorization: SECRET },
});
const probe = (path?: string) => answer<McpProbeResult>(probeRoute, { token: keeper.token, body: base(path) });
/** Operations as they are shown: by name, with method and address. */
const CALLS: Record<string, string> = {
  getClaim: "GET /claims/{id}",
  submitClaim: "POST /claims",
  getBudget: "GET /budget",
};
const chosen = (names: string[], at = "/v2") =>
  names.map((name) => {
    const [method, path] = (CALLS[name] ?? `GET /ledger/${name.slice(6)}`).split(" ");
    return { name, call: `${method} ${api.url}${at}${path}` };
  });
const create = (names: string[], path?: string) => {
  const tools = chosen(names);
  return answer<{ id: string }>(createRoute, {
    token: keeper.token,
    body: { ...base(path), name: `Claims ${v7()}`, tools },
  });
};
const made = async (tools = ["getClaim", "submitClaim", "getBudget"]) => (await create(tools)).data!.id;
const found = async (id: string, person = other): Promise<McpServerDto> => {
  const { data } = await answer<ToolListDto>(listRoute, { token: person.token });
  return data!.servers.find((server) => server.id === id)!;
};
const toolOf = async (id: string, remoteName: string) =>
  (await found(id)).tools.find((tool) => tool.remoteName === remoteName)!;
const patch = (id: string, body: object) =>
  answer(patchRoute, { token: other.token, params: { id }, body, method: "PATCH" });
const refresh = (id: string) =>
  answer<{ changed: string[]; missing: string[]; added: string[] }>(refreshRoute, {
    token: other.token,
    params: { id },
    body: {},
  });
const run = async (id: string, remoteName: string, args: object) =>
  (
    await answer<ToolRunDto>(runRoute, {
      token: other.token,
      body: { name: (await toolOf(id, remoteName)).name, arguments: args },
    })
  ).data!;

describe("an API with a description", () => {
  it("shows its operations before it is saved; those chosen become tools, and no others", async () => {
    const { data } = await probe();
    expect(data).toMatchObject({ ok: true, error: null });
    expect(data!.tools.map(({ remoteName, call: how, readOnly }) => [remoteName, how, readOnly])).toEqual([
      ["getClaim", `GET ${api.url}/v2/claims/{id}`, true],
      ["submitClaim", `POST ${api.url}/v2/claims`, false],
      ["getBudget", `GET ${api.url}/v2/budget`, true],
    ]);
    // The key is for operations, not for whoever keeps the description.
    expect(api.state.seen.every(({ authorization }: { authorization: string }) => authorization === "")).toBe(true);
    const id = await made(["getClaim", "submitClaim"]);
    const server = await found(id);
    expect(server).toMatchObject({ transport: "openapi", secretNames: ["Authorization"] });
    expect(JSON.stringify(server)).not.toContain("canary");
    expect(server.tools.map(({ remoteName, enabled, confirm }) => [remoteName, enabled, confirm]).sort()).toEqual([
      ["getClaim", true, false],
      ["submitClaim", true, true],
    ]);
    expect((await create([])).code).toBe(400);
    expect((await create(["unknown"])).code).toBe(409);
    expect((await call(probeRoute, { token: staff.token, body: base() })).status).toBe(403);
  });

  it("is called by people with what it is given, and its key is never told, even where it says it again", async () => {
    const id = await made();
    const { name } = await toolOf(id, "getClaim");
    const offered = await listToolsFor(staff.actor, model);
    expect(offered.map(({ definition }) => definition.name)).toContain(name);
    const result = await runTool(staff.actor, name, { id: "a b/c", verbose: true }, { signal, model });
    expect(result).toMatchObject({ isError: false, data: { id: "a b/c", verbose: "true", yours: "***" } });
    expect(result.text).not.toContain("canary");
    expect(api.state.seen.at(-1)).toMatchObject({ path: "/v2/claims/a%20b%2Fc", authorization: SECRET });
    const submit = (await toolOf(id, "submitClaim")).name;
    const claim = { body: { amount: 1, remark: "x" } };
    expect(await runTool(staff.actor, submit, claim, { signal, model })).toMatchObject({ error: "toolNeedsConsent" });
    const agreed = await runTool(staff.actor, submit, claim, { signal, model, confirmed: true });
    expect(agreed).toMatchObject({ data: { claimNo: "BX-1", said: claim.body } });
    expect(await runTool(staff.actor, submit, { body: { amount: "much" } }, { signal, confirmed: true })).toMatchObject(
      {
        error: "toolArguments",
      },
    );
    const refused = await run(id, "getBudget", {});
    expect(refused).toMatchObject({ ok: false, error: "toolFailed" });
    expect(refused.detail).toContain("HTTP 422");
    expect(JSON.stringify(refused)).not.toContain("canary");
  });

  it("is read again: what changed is off until it is approved, what is gone is named", async () => {
    const id = await made();
    const before = await toolOf(id, "getClaim");
    // The same operations, and their keys, would go elsewhere.
    Object.assign(api.state, { server: "https://elsewhere.example/v9", isGone: true });
    const { data } = await refresh(id);
    expect(data!.changed.sort()).toEqual(["getClaim", "submitClaim"]);
    expect(data).toMatchObject({ missing: ["getBudget"], added: [] });
    const changed = await toolOf(id, "getClaim");
    expect(changed.pending!.operation!.address).toBe("https://elsewhere.example/v9/claims/{id}");
    expect(changed.operation!.address).toBe(`${api.url}/v2/claims/{id}`);
    expect(await runTool(staff.actor, before.name, { id: "1" }, { signal })).toMatchObject({ error: "toolNotFound" });
    Object.assign(api.state, { server: "/v3", isGone: false });
    await refresh(id);
    const { id: toolId, revision } = await toolOf(id, "getClaim");
    const approved = {
      token: keeper.token,
      params: { id, toolId },
      body: { accept: true, enabled: true, revision },
      method: "PATCH",
    };
    expect((await answer(toolRoute, approved)).code).toBe(200);
    expect(await runTool(staff.actor, before.name, { id: "1" }, { signal })).toMatchObject({ isError: false });
    expect(api.state.seen.at(-1)).toMatchObject({ path: "/v3/claims/1" });
  });

  it("has other operations chosen later; those that stay keep what was decided about them", async () => {
    const id = await made(["getClaim", "submitClaim"]);
    const { id: toolId, revision } = await toolOf(id, "submitClaim");
    await answer(toolRoute, {
      token: keeper.token,
      params: { id, toolId },
      body: { confirm: false, revision },
      method: "PATCH",
    });
    expect((await patch(id, { tools: chosen(["submitClaim", "getBudget"]) })).code).toBe(200);
    const { tools } = await found(id);
    expect(tools.map(({ remoteName, enabled, confirm }) => [remoteName, enabled, confirm]).sort()).toEqual([
      ["getBudget", true, false],
      ["submitClaim", true, false],
    ]);
    expect((await patch(id, { tools: [] })).code).toBe(400);
  });

  it("saves only what was shown: an operation that leads elsewhere by then is refused", async () => {
    const shown = chosen(["getClaim"]);
    // The description changes between looking and saving.
    api.state.server = "/v9";
    const body = { ...base(), name: `Claims ${v7()}`, tools: shown };
    const refused = await answer<{ operations: string[] }>(createRoute, { token: keeper.token, body });
    expect(refused).toMatchObject({ code: 409, data: { operations: ["getClaim"] } });
    const bare = { ...body, tools: [{ name: "getClaim" }] };
    expect((await answer(createRoute, { token: keeper.token, body: bare })).code).toBe(409);
    api.state.server = "/v2";
    const id = await made(["getClaim"]);
    api.state.server = "/v9";
    const more = await patch(id, { tools: chosen(["getClaim", "getBudget"]) });
    expect(more.code).toBe(409);
    // What is a tool already stays as it was approved.
    expect((await patch(id, { tools: [...shown, ...chosen(["getBudget"], "/v9")] })).code).toBe(200);
    expect((await toolOf(id, "getClaim")).operation!.address).toBe(`${api.url}/v2/claims/{id}`);
  });

  it("takes no key along to another address", async () => {
    const id = await made();
    expect((await patch(id, { url: "https://elsewhere.example/openapi.json" })).code).toBe(422);
    expect((await found(id)).url).toBe(`${api.url}/openapi.json`);
    // Nor to one that asks for it while operations are chosen there.
    const elsewhere = await startDescribedApi();
    const asked = await patch(id, { url: `${elsewhere.url}/locked.json`, tools: chosen(["getClaim"]) });
    await elsewhere.close();
    expect(asked.code).toBe(422);
    expect(elsewhere.state.seen).toEqual([]);
  });
});

describe("a description", () => {
  it("is read as Swagger 2 and YAML too, and with the key where it is not told without", async () => {
    const old = await probe("/openapi.yaml");
    expect(old.data!.tools).toMatchObject([{ remoteName: "oldClaim", call: `GET ${api.url}/v1/claims/{id}` }]);
    expect((await probe("/locked.json")).data).toMatchObject({ ok: true });
    expect(api.state.seen.map(({ authorization }: { authorization: string }) => authorization).slice(-2)).toEqual([
      "",
      SECRET,
    ]);
  });

  it.each([
    ["/page.html", "apiDescription"],
    ["/bomb.yaml", "apiDescription"],
    ["/nothing", "toolFailed"],
  ])("%s is told to be none: %s", async (path, error) => {
    const { data } = await probe(path);
    expect(data).toMatchObject({ ok: false, error, tools: [] });
    expect((await create(["getClaim"], path)).code).toBe(400);
  });

  it("of private addresses is not asked for where those are closed", async () => {
    process.env.PRIVATE_SUPPLIERS = "listed";
    resetEnv();
    expect((await call(probeRoute, { token: keeper.token, body: base() })).status).toBeGreaterThanOrEqual(400);
    expect(api.state.seen).toEqual([]);
  });

  it("with many hundred operations is offered whole", async () => {
    api.state.extra = 900;
    const { data } = await probe();
    expect(data!.tools).toHaveLength(903);
    const id = (await create(["ledger7", "ledger899"])).data!.id;
    expect((await found(id)).tools).toHaveLength(2);
  });
});
