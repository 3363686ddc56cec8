/** @runs once: processes and what they are given; the rows of servers are mcp.test.ts's. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { GET as choicesRoute } from "@/app/api/admin/tools/choices/route";
import { GET as listRoute } from "@/app/api/admin/tools/route";
import { POST as runRoute } from "@/app/api/admin/tools/run/route";
import { POST as refreshRoute } from "@/app/api/admin/tools/servers/[id]/refresh/route";
import { DELETE as deleteRoute, PATCH as patchRoute } from "@/app/api/admin/tools/servers/[id]/route";
import { PATCH as toolRoute } from "@/app/api/admin/tools/servers/[id]/tools/[toolId]/route";
import { POST as probeRoute } from "@/app/api/admin/tools/servers/probe/route";
import { POST as createRoute } from "@/app/api/admin/tools/servers/route";
import { closeDatabase, db } from "@/db/client";
import { mcpServers } from "@/db/schema/tools";
import { resetEnv } from "@/lib/config/env";
import type { McpProbeResult, McpServerDto, ToolChoicesDto, ToolListDto, ToolRunDto } from "@/lib/features/tools/dto";
import { mcpLimits } from "@/lib/tools/mcp/client";
import { StdioTransport } from "@/lib/tools/mcp/stdio";
import { invalidateTools, listToolsFor } from "@/lib/tools/registry";
import { sealSecrets } from "@/lib/tools/secrets";
import { answer } from "@/tests/factories/call";
import { eventually } from "@/tests/factories/eventually";
import { makePerson, type Person } from "@/tests/factories/people";

const CANARY = "mcp-canary-77aa01bc";
const model = { id: v7(), abilities: ["tool_call"] };
const command = process.execPath;
const file = path.resolve("tests/fakes/mcp-stdio.mjs");
const line = `${command} ${file}`;

let admin: Person;
let manager: Person;

beforeEach(async () => {
  [admin, manager] = [
    await makePerson({ roles: ["administrator"] }),
    await makePerson({ codes: ["SYSTEM:CONFIG:TOOLS"] }),
  ];
});
afterEach(() => {
  Object.assign(mcpLimits, { handshake: 20_000, call: 60_000 });
  allow();
});
afterAll(closeDatabase);

function allow(value?: string): void {
  if (value === undefined) delete process.env.MCP_STDIO;
  else process.env.MCP_STDIO = value;
  resetEnv();
  invalidateTools();
}
const base = (over: object = {}) => ({ transport: "stdio", command, args: [file], ...over });
const probe = (body: object, { token }: Person = admin) => answer<McpProbeResult>(probeRoute, { token, body });
const create = (over: object = {}, { token }: Person = admin) =>
  answer<{ id: string }>(createRoute, {
    token,
    body: { name: `cmd ${v7()}`, ...base(), tools: [{ name: "echo" }, { name: "environment" }], ...over },
  });
const patch = (id: string, body: object, { token }: Person = admin) =>
  answer(patchRoute, { token, params: { id }, body, method: "PATCH" });
const found = async (id: string, { token }: Person = admin): Promise<McpServerDto> => {
  const { data } = await answer<ToolListDto>(listRoute, { token });
  return data!.servers.find((server) => server.id === id)!;
};
const toolOf = async (id: string, remoteName: string) =>
  (await found(id)).tools.find((tool) => tool.remoteName === remoteName)!;
const run = (name: string, args: object = {}) =>
  answer<ToolRunDto>(runRoute, { token: admin.token, body: { name, arguments: args } });

/** A process that has ended but was not taken note of by its parent yet counts as gone. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/State:\s+Z/.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
const allGone = (pids: number[]) =>
  eventually(
    async () => pids.filter(isAlive),
    (alive) => alive.length === 0,
  );

const REFUSED = { code: 422, data: { error: "stdioNotAllowed" } };

describe("a command on this machine", () => {
  it("is started only as a whole line that MCP_STDIO lists", async () => {
    expect(await probe(base())).toMatchObject(REFUSED);
    allow(`${line} --safe; ${command}-other; "${file}"`);
    for (const over of [
      {},
      { args: [] },
      { args: [file, "--safe", "--eval=1"] },
      { args: ["--eval", "process.exit()"] },
      { args: [`${file} --safe`] },
    ]) {
      expect(await probe(base(over))).toMatchObject(REFUSED);
      expect((await create(over)).code).toBe(422);
    }
    expect((await probe(base({ args: [file, "--safe"] }))).data).toMatchObject({ ok: true });
  });

  it("takes only the variables its line names", async () => {
    allow(`${line} [ENV: NOTES_TOKEN]`);
    for (const name of ["NODE_OPTIONS", "LD_PRELOAD", "PATH", "HOME", "OTHER"]) {
      expect(await probe(base({ secrets: { [name]: "--version" } }))).toMatchObject({
        ...REFUSED,
        data: { fields: { secrets: "variableNotAllowed" } },
      });
    }
    const id = (await create({ secrets: { NOTES_TOKEN: CANARY } })).data!.id;
    expect(await patch(id, { secrets: { NODE_OPTIONS: "--version" } })).toMatchObject(REFUSED);
    expect(await patch(id, { args: [file, "more"] })).toMatchObject(REFUSED);
    expect((await found(id)).args).toEqual([file]);
  });

  it("is an administrator's alone, at every door", async () => {
    allow(line);
    const id = (await create()).data!.id;
    const tool = await toolOf(id, "echo");
    const params = { id };
    const refused = { code: 403, data: { error: "stdioAdministrators" } };
    expect(await probe(base(), manager)).toMatchObject(refused);
    expect(await create({}, manager)).toMatchObject(refused);
    expect(await patch(id, { enabled: true }, manager)).toMatchObject(refused);
    expect(await answer(refreshRoute, { token: manager.token, params, body: {} })).toMatchObject(refused);
    expect(await answer(deleteRoute, { token: manager.token, params, method: "DELETE" })).toMatchObject(refused);
    expect(
      await answer(toolRoute, {
        token: manager.token,
        params: { id, toolId: tool.id },
        body: { confirm: false },
        method: "PATCH",
      }),
    ).toMatchObject(refused);
    expect(await found(id, manager)).toMatchObject({ mayChange: false, enabled: true });
    const choices = ({ token }: Person) => answer<ToolChoicesDto>(choicesRoute, { token });
    expect((await choices(manager)).data!.commands).toEqual([]);
    expect((await choices(admin)).data!.commands).toEqual([{ line, command, args: [file], variables: [] }]);
    expect((await patch(id, { enabled: false })).code).toBe(200);
  });

  it("gets a clean environment, a folder of its own and limits, and ends with its children", async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "mcp-"));
    const pids = path.join(folder, "pids");
    allow(`${line} ${pids} [ENV: NOTES_TOKEN]`);
    try {
      const id = (await create({ args: [file, pids], secrets: { NOTES_TOKEN: CANARY } })).data!.id;
      const {
        environment,
        folder: own,
        limits,
      } = JSON.parse((await run((await toolOf(id, "environment")).name)).data!.text);
      // The shell that sets the limits adds its own PWD.
      expect(
        Object.keys(environment)
          .filter((name) => !["PWD", "OLDPWD", "SHLVL", "_"].includes(name))
          .sort(),
      ).toEqual(["HOME", "LANG", "NOTES_TOKEN", "PATH"]);
      expect(environment).toMatchObject({ NOTES_TOKEN: CANARY, HOME: own });
      expect(own.startsWith(os.tmpdir())).toBe(true);
      expect(limits).toMatch(/Max core file size +0 /);
      expect(limits).toMatch(/Max cpu time +120 /);
      expect(limits).toMatch(/Max data size +2147483648 /);
      expect(await allGone(JSON.parse(readFileSync(pids, "utf8")))).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("ends when the process that started it is gone, however that came", async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "mcp-"));
    const pids = path.join(folder, "pids");
    allow(`${line} ${pids}`);
    const transport = new StdioTransport({ command, args: [file, pids], env: {} });
    try {
      await transport.start();
      const started = await eventually(
        async () => {
          try {
            return JSON.parse(readFileSync(pids, "utf8")) as number[];
          } catch {
            return [];
          }
        },
        (list) => list.length === 2,
      );
      expect(started.every(isAlive)).toBe(true);
      // What the system does with our descriptors when this process is killed.
      (transport as unknown as { child: { stdio: { destroy(): void }[] } }).child.stdio[3]!.destroy();
      expect(await allGone(started)).toEqual([]);
    } finally {
      await transport.close();
      rmSync(folder, { recursive: true });
    }
  });

  it("that is taken off the list shows as not allowed and runs no more", async () => {
    allow(`${line} [ENV: NOTES_TOKEN]`);
    const id = (await create({ secrets: { NOTES_TOKEN: CANARY } })).data!.id;
    const { name } = await toolOf(id, "echo");
    const offered = async () =>
      (await listToolsFor(admin.actor, model)).some(({ definition }) => definition.name === name);
    expect(await offered()).toBe(true);
    for (const list of [undefined, `${line} --other`, line]) {
      allow(list);
      expect(await found(id)).toMatchObject({ status: "abnormal", checkError: "stdioNotAllowed" });
      expect(await offered()).toBe(false);
      expect((await run(name, { text: "x" })).data).toMatchObject({ error: "stdioNotAllowed" });
      expect(await patch(id, { enabled: true })).toMatchObject(REFUSED);
      expect((await patch(id, { enabled: false })).code).toBe(200);
      await db().update(mcpServers).set({ enabled: true }).where(eq(mcpServers.id, id));
    }
  });

  it("that was stored with a dangerous variable before does not run", async () => {
    allow(line);
    const id = (await create()).data!.id;
    const secretsCipher = sealSecrets({ NODE_OPTIONS: "--require=/tmp/evil.cjs" });
    await db().update(mcpServers).set({ secretsCipher }).where(eq(mcpServers.id, id));
    const { name } = await toolOf(id, "echo");
    expect((await run(name, { text: "x" })).data).toMatchObject({ error: "stdioNotAllowed" });
    expect((await patch(id, { secrets: null })).code).toBe(200);
    expect((await run(name, { text: "x" })).data).toMatchObject({ ok: true, text: "echo: x" });
  });

  it("that does not exist or says nothing useful fails in words", async () => {
    allow("/no/such/command; /bin/cat");
    expect((await probe(base({ command: "/no/such/command", args: [] }))).data).toMatchObject({
      error: "toolUnreachable",
    });
    mcpLimits.handshake = 800;
    expect((await probe(base({ command: "/bin/cat", args: [] }))).data).toMatchObject({ ok: false });
  });
});
