import "server-only";
import { isDeepStrictEqual } from "node:util";
import { db, type Transaction } from "@/db/client";
import {
  countMcpServers,
  findMcpServer,
  findMcpTool,
  insertMcpServer,
  insertMcpTools,
  listMcpServers,
  listMcpTools,
  listToolGrants,
  type McpServerRow,
  removeMcpServer,
  removeMcpTools,
  updateMcpServer,
  updateMcpTool,
} from "@/db/queries/tools/tools";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { MCP_SERVERS_MAX, type McpTransport } from "@/lib/config/tool-kinds";
import { assertCurrent } from "@/lib/editing/current";
import { AppError, type ErrorKey, orNotFound } from "@/lib/errors/errors";
import { unlessTaken } from "@/lib/errors/taken";
import { assertAllowedUrl } from "@/lib/net/egress";
import { isMoved } from "@/lib/net/moved-address";
import { P } from "@/lib/permissions/codes";
import { type DiscoveredTool, discoverTools, type McpTarget } from "@/lib/tools/mcp/client";
import { slugOf } from "@/lib/tools/mcp/names";
import { isAllowedCommand } from "@/lib/tools/mcp/stdio";
import { newRow, type SyncReport, syncMcpTools } from "@/lib/tools/mcp/sync";
import { invalidateTools } from "@/lib/tools/registry";
import { noteCompared } from "@/lib/tools/run";
import { openSecrets, sealSecrets, targetOf } from "@/lib/tools/secrets";
import { ToolFailure } from "@/lib/tools/types";
import type { McpProbeResult, McpRefreshResult } from "../dto";
import type { McpProbe, McpServerPatch, McpToolPatch, NewMcpServer } from "../schema";
import { editedMcpTool, editedServer, serverDto } from "./dto";
import { defined, grantRoles, pick, rolesIn } from "./tools";

const TAKEN = { mcp_servers_name_key: ["mcpNameTaken", "name"] } as const;

/** Shakes hands with a server that is not saved yet and lists its tools. Throws addressRefused, stdioNotAllowed, stdioAdministrators. */
export async function probeServer(actor: Actor, input: McpProbe): Promise<McpProbeResult> {
  requirePermission(actor, P.CONFIG_TOOLS);
  requireMayStart(actor, input.transport);
  const { result } = await ask(targetFrom(input));
  return result;
}

/** Adds a server with the tools it lists at this moment; those named are on. Throws mcpNameTaken, mcpServerLimit. */
export async function createServer(actor: Actor, input: NewMcpServer): Promise<{ id: string }> {
  requirePermission(actor, P.CONFIG_TOOLS);
  requireMayStart(actor, input.transport);
  const target = targetFrom(input);
  const { result, discovered } = await ask(target);
  const on = new Set(input.tools);
  // At least one operation, as it is described at this moment.
  if (input.transport === "openapi" && !discovered.some(({ remoteName }) => on.has(remoteName))) {
    throw new AppError("invalidInput", { data: { fields: { url: "operationRequired" } } });
  }
  const { name, transport, url = null, command = null, args = [], optional, visibility, modelIds } = input;
  const id = await unlessTaken(TAKEN, () =>
    db().transaction(async (tx) => {
      if ((await countMcpServers(tx)) >= MCP_SERVERS_MAX) {
        throw new AppError("mcpServerLimit", { args: { max: MCP_SERVERS_MAX } });
      }
      const slug = slugOf(name, new Set((await listMcpServers(tx)).map((server) => server.slug)));
      const created = await insertMcpServer(tx, {
        ...defined({ optional, visibility, modelIds }),
        ...(transport === "stdio" ? { command, args } : { url }),
        name,
        slug,
        transport,
        enabled: true,
        secretsCipher: sealSecrets(input.secrets),
        status: result.ok ? "normal" : "abnormal",
        checkedAt: new Date(),
        checkError: result.error,
      });
      await insertMcpTools(
        tx,
        discovered
          // Of an API's hundreds of operations only those that were chosen are kept.
          .filter(({ remoteName }) => transport !== "openapi" || on.has(remoteName))
          .map((tool) => newRow({ id: created, slug }, tool, on.has(tool.remoteName))),
      );
      await grantRoles(tx, "mcp_server", created, input, "all");
      await recordAuditEvent(tx, actor, {
        action: "tool.server.create",
        target: { type: "mcp_server", id: created, name },
        after: {
          name,
          transport,
          ...loggable({ url }),
          ...(transport === "stdio" ? { command, args } : {}),
          secretNames: Object.keys(input.secrets ?? {}),
          tools: [...on],
        },
      });
      return created;
    }),
  );
  noteCompared(id, result.ok);
  invalidateTools();
  return { id };
}

/** Changes a server. A new address or command takes no old secrets along (SECURITY SK-02). Throws keyRequiredForNewAddress, staleRecord. */
export async function changeServer(actor: Actor, id: string, { revision, ...patch }: McpServerPatch): Promise<void> {
  requirePermission(actor, P.CONFIG_TOOLS);
  const described = patch.tools && (await describedFor(id, patch));
  await unlessTaken(TAKEN, () =>
    db().transaction(async (tx) => {
      const read = async () => {
        const row = await findMcpServer(tx, id);
        return row && editedServer(serverDto(actor, row, [], rolesIn(await listToolGrants(tx), id)));
      };
      await assertCurrent(tx, actor, { type: "mcp_server", id, given: revision, read });
      const before = await existing(tx, id);
      requireMayStart(actor, before.transport);
      const { name, enabled, optional, visibility, modelIds } = patch;
      const reach = reachPatch(before, patch);
      const columns = defined({ name, enabled, optional, visibility, modelIds });
      const secretsChange = patch.secrets === undefined ? {} : { secretsCipher: sealSecrets(patch.secrets) };
      const isOther = Object.keys(reach).length > 0 || patch.secrets !== undefined;
      const unchecked = isOther ? ({ status: "unknown", checkedAt: null, checkError: null } as const) : {};
      const change = { ...columns, ...reach, ...secretsChange, ...unchecked };
      if (Object.keys(change).length > 0) await updateMcpServer(tx, id, change);
      if (patch.tools && described) await chooseOperations(tx, before, patch.tools, described);
      await grantRoles(tx, "mcp_server", id, patch, before.visibility);
      await recordAuditEvent(tx, actor, {
        action: "tool.server.change",
        target: { type: "mcp_server", id, name: name ?? before.name },
        before: loggable(pick(before, Object.keys({ ...columns, ...reach }))),
        after: {
          ...columns,
          ...loggable(reach),
          roleIds: patch.roleIds,
          secretNames: patch.secrets === undefined ? undefined : Object.keys(patch.secrets ?? {}),
          tools: patch.tools,
        },
      });
      if (isOther) noteCompared(id, false);
    }),
  );
  invalidateTools();
}

/** The operations of an API as they are described now, read before anything is locked. Throws notFound, keyRequiredForNewAddress, what reading fails with. */
async function describedFor(id: string, { url, secrets }: McpServerPatch): Promise<DiscoveredTool[]> {
  const row = orNotFound(await findMcpServer(db(), id));
  // Refused before anything leaves: a description may ask for the stored headers.
  reachPatch(row, { url, secrets });
  const target = targetOf({ ...row, url: url ?? row.url });
  if (target.transport !== "openapi") throw new AppError("invalidInput");
  const { result, discovered } = await ask({ ...target, headers: secrets ?? target.headers });
  if (!result.ok) throw new AppError((result.error ?? "toolFailed") as ErrorKey);
  return discovered;
}

/** Tools of an API from now on: what is not chosen any more goes, what is chosen anew is on, as it is described. */
async function chooseOperations(
  tx: Transaction,
  server: McpServerRow,
  chosen: readonly string[],
  described: readonly DiscoveredTool[],
): Promise<void> {
  const known = await listMcpTools(tx, server.id);
  const wanted = new Set(chosen);
  await removeMcpTools(
    tx,
    known.flatMap(({ id, remoteName }) => (wanted.has(remoteName) ? [] : [id])),
  );
  const kept = new Set(known.map(({ remoteName }) => remoteName));
  const added = described.filter(({ remoteName }) => wanted.has(remoteName) && !kept.has(remoteName));
  await insertMcpTools(
    tx,
    added.map((tool) => newRow(server, tool, true)),
  );
}

/** Deletes a server with its tools. */
export async function deleteServer(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.CONFIG_TOOLS);
  await db().transaction(async (tx) => {
    const before = await existing(tx, id);
    requireMayStart(actor, before.transport);
    await removeMcpServer(tx, id);
    await recordAuditEvent(tx, actor, {
      action: "tool.server.delete",
      target: { type: "mcp_server", id, name: before.name },
      before: loggable(pick(before, ["name", "transport", "url", "command", "args"])),
    });
  });
  invalidateTools();
}

/** Asks a saved server for its tools and compares them with what was approved; its state is noted. */
export async function refreshServer(actor: Actor, id: string): Promise<McpRefreshResult> {
  requirePermission(actor, P.CONFIG_TOOLS);
  const server = orNotFound(await findMcpServer(db(), id));
  requireMayStart(actor, server.transport);
  const { result, discovered } = await ask(targetOf(server));
  const report = await db().transaction(async (tx) => {
    const none: SyncReport = { added: [], changed: [], missing: [] };
    const found = result.ok ? await syncMcpTools(tx, server, discovered) : none;
    const status = result.ok ? "normal" : "abnormal";
    await updateMcpServer(tx, id, { status, checkedAt: new Date(), checkError: result.error });
    await recordAuditEvent(tx, actor, {
      action: "tool.server.refresh",
      target: { type: "mcp_server", id, name: server.name },
      after: { ok: result.ok, ...found },
    });
    return found;
  });
  if (result.ok) noteCompared(id, true);
  invalidateTools();
  return { ...result, ...report };
}

/** Switches a tool of a server, or approves what the server says of it now. Throws toolChanged while that is open, staleRecord. */
export async function changeServerTool(
  actor: Actor,
  params: { id: string; toolId: string },
  { revision, ...patch }: McpToolPatch,
): Promise<void> {
  requirePermission(actor, P.CONFIG_TOOLS);
  await db().transaction(async (tx) => {
    const read = async () => {
      const row = await findMcpTool(tx, params.id, params.toolId);
      return row && editedMcpTool(row);
    };
    await assertCurrent(tx, actor, { type: "mcp_tool", id: params.toolId, given: revision, read });
    const tool = orNotFound(await findMcpTool(tx, params.id, params.toolId));
    requireMayStart(actor, (await existing(tx, params.id)).transport);
    if (patch.enabled && tool.pending && !patch.accept) throw new AppError("toolChanged");
    const { enabled, confirm } = patch;
    const accepted = patch.accept && tool.pending ? { definition: tool.pending, pending: null } : {};
    const change = { ...defined({ enabled, confirm }), ...accepted };
    if (Object.keys(change).length > 0) await updateMcpTool(tx, tool.id, change);
    await recordAuditEvent(tx, actor, {
      action: "tool.server.tool",
      target: { type: "mcp_tool", id: tool.id, name: tool.name },
      before: pick(
        tool,
        Object.keys(change).filter((key) => key !== "pending"),
      ),
      after: change,
    });
  });
  invalidateTools();
}

/** For the operation log: some services take their key in the address (SECURITY rule 28). */
function loggable<T extends object>(row: T): T {
  const { url } = row as { url?: unknown };
  return typeof url === "string" ? { ...row, url: url.split("?")[0] } : row;
}

/** What was entered, if it may be reached at all. */
function targetFrom(input: McpProbe | NewMcpServer): McpTarget {
  const { secrets = {} } = input;
  if (input.transport !== "stdio") {
    assertAllowedUrl(input.url ?? "", "supplier");
    return { transport: input.transport, url: input.url ?? "", headers: secrets };
  }
  const { command = "", args = [] } = input;
  assertAllowedCommand(command, args, secrets);
  return { transport: "stdio", command, args, env: secrets };
}

/** A command runs on the server itself: what may be started there is not for everybody who looks after tools. */
function requireMayStart(actor: Actor, transport: McpTransport): void {
  if (transport === "stdio" && !actor.isAdministrator) throw new AppError("stdioAdministrators");
}

/** MCP_STDIO decides about the whole command line and about each variable. */
function assertAllowedCommand(command: string, args: readonly string[], variables: Record<string, string>): void {
  if (isAllowedCommand(command, args, Object.keys(variables))) return;
  const fields = isAllowedCommand(command, args, [])
    ? { secrets: "variableNotAllowed" }
    : { command: "commandNotAllowed" };
  throw new AppError("stdioNotAllowed", { data: { fields } });
}

/** What of the way to a server changes; refused where stored secrets would go to somebody else. */
function reachPatch(before: McpServerRow, patch: McpServerPatch) {
  const holdsSecrets = Object.keys(openSecrets(before.secretsCipher)).length > 0;
  const isHttp = before.transport !== "stdio";
  if (isHttp && patch.url !== undefined) assertAllowedUrl(patch.url, "supplier");
  const [command, args] = [patch.command ?? before.command ?? "", patch.args ?? before.args];
  // Switching one on starts it as well.
  const isStarted = [patch.command, patch.args, patch.secrets, patch.enabled || undefined].some(
    (one) => one !== undefined,
  );
  if (!isHttp && isStarted) {
    const kept =
      patch.secrets === undefined && !isOther(before, command, args) ? openSecrets(before.secretsCipher) : {};
    assertAllowedCommand(command, args, patch.secrets ?? kept);
  }
  const moved = isHttp ? patch.url !== undefined && isMoved(before.url, patch.url) : isOther(before, command, args);
  if (moved && holdsSecrets && patch.secrets === undefined) {
    throw new AppError("keyRequiredForNewAddress", { data: { fields: { secrets: "secretsAgain" } } });
  }
  return isHttp ? defined({ url: patch.url }) : defined({ command: patch.command, args: patch.args });
}

function isOther(before: McpServerRow, command: string, args: readonly string[]): boolean {
  return !isDeepStrictEqual([command, args], [before.command, before.args]);
}

async function ask(target: McpTarget): Promise<{ result: McpProbeResult; discovered: DiscoveredTool[] }> {
  const started = performance.now();
  const took = () => Math.round(performance.now() - started);
  try {
    const discovered = await discoverTools(target, new AbortController().signal);
    const tools = discovered.map(({ remoteName, title, description, readOnly, operation }) => {
      const call = operation && { call: `${operation.method} ${operation.address}` };
      return { remoteName, title, description, readOnly, ...call };
    });
    return { result: { ok: true, latencyMs: took(), error: null, detail: "", tools }, discovered };
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    const result = { ok: false, latencyMs: took(), error: error.key, detail: error.detail, tools: [] };
    return { result, discovered: [] };
  }
}

async function existing(tx: Transaction, id: string): Promise<McpServerRow> {
  return orNotFound(await findMcpServer(tx, id));
}
