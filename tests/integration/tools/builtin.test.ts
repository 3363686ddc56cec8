import { and, eq, inArray } from "drizzle-orm";
import { v7 } from "uuid";
import { PATCH as patchRoute } from "@/app/api/admin/tools/builtin/[key]/route";
import { POST as testRoute } from "@/app/api/admin/tools/builtin/[key]/test/route";
import { GET as choicesRoute } from "@/app/api/admin/tools/choices/route";
import { GET as listRoute } from "@/app/api/admin/tools/route";
import { POST as runRoute } from "@/app/api/admin/tools/run/route";
import { POST as createServerRoute } from "@/app/api/admin/tools/servers/route";
import { closeDatabase, db } from "@/db/client";
import { operationLogs } from "@/db/schema/operation-log";
import { grants } from "@/db/schema/permissions";
import { tools } from "@/db/schema/tools";
import { backgroundIdle } from "@/lib/background";
import type { BuiltinToolDto, ToolChoicesDto, ToolListDto, ToolRunDto } from "@/lib/features/tools/dto";
import { invalidateTools, listToolsFor } from "@/lib/tools/registry";
import { runTool } from "@/lib/tools/run";
import { answer } from "@/tests/factories/call";
import { makeModel } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { startToolServices } from "@/tests/fakes/tool-services.mjs";

const model = { id: v7(), abilities: ["tool_call"] };
const signal = new AbortController().signal;

let fake: Awaited<ReturnType<typeof startToolServices>>;
let first: Person;
let second: Person;

beforeAll(async () => {
  fake = await startToolServices();
});
beforeEach(async () => {
  // What a tool said of its service in the test before is written by now.
  await backgroundIdle(10_000);
  await db().delete(tools);
  await db().delete(grants);
  invalidateTools();
  [first, second] = [
    await makePerson({ codes: ["SYSTEM:CONFIG:TOOLS"] }),
    await makePerson({ codes: ["SYSTEM:CONFIG:TOOLS"] }),
  ];
});
afterAll(async () => {
  await fake.close();
  await closeDatabase();
});

const patch = (key: string, body: object, person = first) =>
  answer(patchRoute, { token: person.token, params: { key }, body, method: "PATCH" });
const found = async (key: string): Promise<BuiltinToolDto> => {
  const { data } = await answer<ToolListDto>(listRoute, { token: second.token });
  return data!.builtin.find((tool) => tool.key === key)!;
};
const check = (key: string) => answer<ToolRunDto>(testRoute, { token: second.token, params: { key }, body: {} });
const namesFor = async (person: Person, of = model) =>
  (await listToolsFor(person.actor, of)).flatMap(({ key }) => key ?? []);

describe("built-in tools", () => {
  it("that reach out of the house are off until somebody decides; the others run for everybody", async () => {
    const staff = await makePerson();
    const names = await namesFor(staff);
    expect(names).toEqual(expect.arrayContaining(["current_time", "calculate", "run_code"]));
    expect(names).not.toEqual(expect.arrayContaining(["web_search"]));
    expect(names).not.toEqual(expect.arrayContaining(["read_page"]));
    expect(await runTool(staff.actor, "calculate", { expression: "0.1 + 0.2" }, { signal, model })).toMatchObject({
      isError: false,
      text: "0.3",
    });
    expect(await runTool(staff.actor, "read_page", { url: "https://example.com" }, { signal })).toMatchObject({
      error: "toolNotFound",
    });
    expect(await runTool(staff.actor, "calculate", { expression: "1 +" }, { signal })).toMatchObject({
      isError: true,
      error: "calculationWrong",
      text: expect.stringMatching(/^The expression cannot be evaluated: /),
    });
    expect(await runTool(staff.actor, "no_such_tool", {}, { signal })).toMatchObject({ error: "toolNotFound" });
  });

  it("are switched for everybody at once, with a row in the operation log", async () => {
    const staff = await makePerson();
    expect((await patch("calculate", { enabled: false })).code).toBe(200);
    expect(await namesFor(staff)).not.toContain("calculate");
    expect((await patch("calculate", { enabled: true }, second)).code).toBe(200);
    expect(await namesFor(staff)).toContain("calculate");
    const rows = await db()
      .select()
      .from(operationLogs)
      // Other files switch it too.
      .where(and(eq(operationLogs.targetName, "calculate"), inArray(operationLogs.actorId, [first.id, second.id])))
      .orderBy(operationLogs.id);
    expect(rows.map(({ action, actorId }) => [action, actorId])).toEqual([
      ["tool.change", first.id],
      ["tool.change", second.id],
    ]);
  });

  it("ask first where an administrator says so", async () => {
    await patch("run_code", { confirm: true });
    const staff = await makePerson();
    expect(await runTool(staff.actor, "run_code", { code: "1" }, { signal })).toMatchObject({
      error: "toolNeedsConsent",
    });
    const agreed = await runTool(staff.actor, "run_code", { code: "1 + 1" }, { signal, confirmed: true });
    expect(agreed).toMatchObject({ text: "Result: 2" });
    expect((await listToolsFor(staff.actor, model)).find(({ key }) => key === "run_code")).toMatchObject({
      confirm: true,
    });
  });

  it("shown to some roles are not there for the others", async () => {
    const [staff, guest] = [await makePerson(), await makePerson({ codes: ["PERSONAL:CHAT"] })];
    const [roleId] = staff.actor.roleIds;
    await patch("calculate", { visibility: "partial", roleIds: [roleId] });
    expect(await namesFor(staff)).toContain("calculate");
    expect(await namesFor(guest)).not.toContain("calculate");
    expect(await runTool(guest.actor, "calculate", { expression: "1" }, { signal })).toMatchObject({
      error: "toolNotFound",
    });
    expect(await found("calculate")).toMatchObject({ visibility: "partial", roleIds: [roleId] });
    await patch("calculate", { visibility: "all" });
    expect(await namesFor(guest)).toContain("calculate");
    expect(await db().select().from(grants)).toEqual([]);
  });

  it("kept for some models say so to the others; a model without the ability has none", async () => {
    const staff = await makePerson();
    const chosen = { id: v7(), abilities: ["tool_call"] };
    await patch("calculate", { modelIds: [chosen.id] });
    expect(await namesFor(staff, chosen)).toContain("calculate");
    expect(await namesFor(staff)).not.toContain("calculate");
    expect(await namesFor(staff, { id: chosen.id, abilities: [] })).toEqual([]);
    const refused = await runTool(staff.actor, "calculate", { expression: "1" }, { signal, model });
    expect(refused).toMatchObject({ isError: true, error: "toolNotForModel" });
    await patch("calculate", { modelIds: null });
    expect(await namesFor(staff)).toContain("calculate");
  });

  it("are checked with a call of ours", async () => {
    for (const key of ["current_time", "calculate", "run_code"]) {
      expect((await check(key)).data).toMatchObject({ ok: true, error: null });
      expect(await found(key)).toMatchObject({ status: "normal", checkedAt: expect.any(String), enabled: true });
    }
    expect((await check("read_page")).code).toBe(404);
  });
});

describe("who may decide", () => {
  it("is nobody without the code, in any call", async () => {
    const staff = await makePerson({ codes: ["SYSTEM:CONFIG:MODELS"] });
    const { token } = staff;
    const codes = [
      (await answer(listRoute, { token })).code,
      (await answer(choicesRoute, { token })).code,
      (await answer(runRoute, { token, body: { name: "calculate", arguments: {} } })).code,
      (await answer(patchRoute, { token, params: { key: "calculate" }, body: {}, method: "PATCH" })).code,
      (await answer(testRoute, { token, params: { key: "calculate" }, body: {} })).code,
      (await answer(createServerRoute, { token, body: { name: "x", transport: "http", url: fake.url } })).code,
    ];
    expect(codes).toEqual(codes.map(() => 403));
    expect((await answer(listRoute)).code).toBe(401);
    expect((await patch("nope", {})).code).toBe(404);
  });

  it("chooses among roles and models that can call tools", async () => {
    const able = await makeModel(fake.url, `tools-${v7()}`, { abilities: ["tool_call"] });
    const unable = await makeModel(fake.url, `plain-${v7()}`);
    const { data } = await answer<ToolChoicesDto>(choicesRoute, { token: first.token });
    expect(data!.models.map(({ id }) => id)).toContain(able);
    expect(data!.models.map(({ id }) => id)).not.toContain(unable);
    expect(data!.roles.length).toBeGreaterThan(2);
    expect(data!.commands).toEqual([]);
  });
});
