import "server-only";
import { db, type Transaction } from "@/db/client";
import { lockUser } from "@/db/queries/auth/identity";
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
import type { Actor } from "@/lib/auth/actor";
import { type ApiOrigin, MCP_SERVERS_MAX, OWN_SERVERS_MAX } from "@/lib/config/tool-kinds";
import { assertCurrent } from "@/lib/editing/current";
import { revisionOf } from "@/lib/editing/revision";
import { AppError, type ErrorKey, orNotFound } from "@/lib/errors/errors";
import { unlessTaken } from "@/lib/errors/taken";
import type { DiscoveredTool } from "@/lib/tools/mcp/client";
import { ownSlug, slugOf } from "@/lib/tools/mcp/names";
import { definitionOf, newRow, type SyncReport, sameDefinition, syncMcpTools } from "@/lib/tools/mcp/sync";
import { invalidateTools } from "@/lib/tools/registry";
import { noteCompared } from "@/lib/tools/run";
import { sealSecrets, targetOf } from "@/lib/tools/secrets";
import type { McpProbeResult, McpRefreshResult } from "../dto";
import type { McpServerPatch, McpToolPatch, NewMcpServer } from "../schema";
import {
  ask,
  assertOwnAddresses,
  assertShown,
  type Chosen,
  ownerFor,
  requireMayStart,
  type ServerScope,
  targetFrom,
} from "./asking";
import { editedMcpTool, editedServer, serverDto } from "./dto";
import { loggable, reachPatch, secretsAgain } from "./server-reach";
import { defined, grantRoles, pick, rolesIn } from "./tools";
import { assertToolsUnused, type Removing } from "./used";

const TAKEN = {
  mcp_servers_name_key: ["mcpNameTaken", "name"],
  mcp_servers_own_name_key: ["ownNameTaken", "name"],
} as const;

/** What own tools bring along besides: where their description is from, and where it stands. */
interface OwnParts {
  origin?: ApiOrigin;
  document?: string;
}
type Choices = readonly Chosen[];

/**
 * Adds a server with the tools it lists at this moment; those named are on, and must be what was shown. Throws
 * mcpNameTaken, mcpServerLimit, ownServerLimit, operationMoved, apiPlainAddress.
 */
export async function createServer(
  actor: Actor,
  { document, origin = "url", ...input }: Omit<NewMcpServer, "tools"> & OwnParts & { tools?: Choices },
  scope: ServerScope = "organisation",
): Promise<{ id: string }> {
  const owner = ownerFor(actor, scope);
  requireMayStart(actor, input.transport);
  const { result, discovered } = await ask(targetFrom({ ...input, document }, owner));
  const chosen = input.tools ?? [];
  const on = new Set(chosen.map((one) => one.name));
  const isApi = input.transport === "openapi";
  if (scope === "own" && !result.ok) throw asked(result);
  // At least one operation, as it is described at this moment.
  if (isApi && result.ok && chosen.length > 0) assertShown(chosen, discovered, shownRevision);
  if (isApi && !discovered.some(({ remoteName }) => on.has(remoteName))) {
    throw new AppError("invalidInput", { data: { fields: { url: "operationRequired" } } });
  }
  // Of an API's hundreds of operations only those that were chosen are kept.
  const kept = discovered.filter(({ remoteName }) => !isApi || on.has(remoteName));
  const secretsCipher = sealSecrets(input.auth?.kind === "none" ? null : input.secrets);
  if (owner) assertOwnAddresses(kept, secretsCipher !== null);
  const { name, transport, command = null, args = [], optional, visibility, modelIds, auth = null } = input;
  const url = origin === "file" ? (kept[0]?.base ?? null) : (input.url ?? null);
  const id = await unlessTaken(TAKEN, () =>
    db().transaction(async (tx) => {
      await assertRoom(tx, owner);
      const slug = owner
        ? ownSlug(name)
        : slugOf(name, new Set((await listMcpServers(tx, null)).map((server) => server.slug)));
      const created = await insertMcpServer(tx, {
        ...defined({ optional, visibility, modelIds }),
        ...(transport === "stdio" ? { command, args } : { url }),
        ...(owner && { ownerId: owner, bases: basesOf(kept), listed: namesOf(discovered) }),
        document: origin === "form" ? document : null,
        ...{ name, slug, transport, origin, auth, secretsCipher },
        enabled: true,
        status: result.ok ? "normal" : "abnormal",
        checkedAt: new Date(),
        checkError: result.error,
      });
      await insertMcpTools(
        tx,
        kept.map((tool) => newRow({ id: created, slug }, tool, on.has(tool.remoteName))),
      );
      if (!owner) await grantRoles(tx, "mcp_server", created, input, "all");
      await recordAuditEvent(tx, actor, {
        action: owner ? "tool.own.create" : "tool.server.create",
        target: { type: "mcp_server", id: created, name },
        after: {
          name,
          transport,
          ...loggable({ url }),
          ...(transport === "stdio" ? { command, args } : {}),
          ...(auth && { auth: auth.kind }),
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

/** Throws mcpServerLimit, ownServerLimit; what is counted stays so until the end of the transaction (SECURITY rule 23). */
async function assertRoom(tx: Transaction, owner: string | null): Promise<void> {
  if (owner) await lockUser(tx, owner);
  const max = owner ? OWN_SERVERS_MAX : MCP_SERVERS_MAX;
  if ((await countMcpServers(tx, owner)) < max) return;
  throw new AppError(owner ? "ownServerLimit" : "mcpServerLimit", { args: { max } });
}

const basesOf = (tools: readonly DiscoveredTool[]) => [...new Set(tools.map(({ base = "" }) => base))];
const namesOf = (tools: readonly DiscoveredTool[]) => tools.map(({ remoteName }) => remoteName);
const shownRevision = (tool: DiscoveredTool) => revisionOf(definitionOf(tool));
const asked = ({ error, detail }: McpProbeResult) =>
  new AppError((error ?? "toolFailed") as ErrorKey, detail ? { data: { detail } } : {});

/**
 * Changes a server. A new address or command takes no old secrets along (SECURITY SK-02). Of own tools the chosen
 * operations are taken as they are described now: their owner was shown the difference. Throws keyRequiredForNewAddress,
 * staleRecord, operationMoved, apiPlainAddress.
 */
export async function changeServer(
  actor: Actor,
  id: string,
  { revision, ...patch }: ServerPatch,
  { scope = "organisation", confirmed = false }: Removing = {},
): Promise<void> {
  const owner = ownerFor(actor, scope);
  const described = patch.tools && (await describedFor(owner, id, patch));
  await unlessTaken(TAKEN, () =>
    db().transaction(async (tx) => {
      const read = async () => {
        const row = await findMcpServer(tx, owner, id);
        return row && editedServer(serverDto(actor, row, [], owner ? [] : rolesIn(await listToolGrants(tx), id)));
      };
      await assertCurrent(tx, actor, { type: "mcp_server", id, given: revision, read });
      const before = await existing(tx, owner, id);
      requireMayStart(actor, before.transport);
      if (patch.enabled === false && before.enabled) await assertToolsUnused(tx, actor, id, confirmed);
      const { name, enabled, optional, visibility, modelIds } = patch;
      const reach = reachPatch(before, patch);
      const columns = defined({ name, enabled, optional, visibility, modelIds });
      const chosen = patch.tools && described && (await chooseOperations(tx, before, patch, described));
      const secretsChange = secretsPatch(patch);
      if (owner && patch.secrets && !patch.tools) {
        const known = await listMcpTools(tx, id);
        assertOwnAddresses(
          known.map(({ definition }) => definition),
          true,
        );
      }
      const isOther = Object.keys(reach).length > 0 || patch.secrets !== undefined;
      const unchecked = isOther ? ({ status: "unknown", checkedAt: null, checkError: null } as const) : {};
      const seen = owner && described ? ({ status: "normal", checkedAt: new Date(), checkError: null } as const) : {};
      const change = { ...columns, ...reach, ...chosen, ...secretsChange, ...unchecked, ...seen };
      if (Object.keys(change).length > 0) await updateMcpServer(tx, id, change);
      if (!owner) await grantRoles(tx, "mcp_server", id, patch, before.visibility);
      await recordAuditEvent(tx, actor, {
        action: owner ? "tool.own.change" : "tool.server.change",
        target: { type: "mcp_server", id, name: name ?? before.name },
        before: loggable(
          pick(
            before,
            Object.keys({ ...columns, ...reach }).filter((key) => key !== "auth"),
          ),
        ),
        after: {
          ...columns,
          ...loggable(reach),
          auth: patch.auth?.kind,
          roleIds: patch.roleIds,
          secretNames: patch.secrets === undefined ? undefined : Object.keys(patch.secrets ?? {}),
          tools: patch.tools?.map((tool) => tool.name),
        },
      });
      if (isOther && !described) noteCompared(id, false);
    }),
  );
  invalidateTools();
}

type ServerPatch = Omit<McpServerPatch, "tools"> & { tools?: Choices; document?: string };

/** What nobody is told for is not kept. */
function secretsPatch({ secrets, auth }: ServerPatch): { secretsCipher?: string | null } {
  if (auth?.kind === "none") return { secretsCipher: null };
  return secrets === undefined ? {} : { secretsCipher: sealSecrets(secrets) };
}

/** The operations of an API as they are described now, read before anything is locked. Throws notFound, keyRequiredForNewAddress, what reading fails with. */
async function describedFor(owner: string | null, id: string, patch: ServerPatch): Promise<DiscoveredTool[]> {
  const row = orNotFound(await findMcpServer(db(), owner, id));
  // Refused before anything leaves: a description may ask for what is stored.
  reachPatch(row, patch);
  if (row.transport !== "openapi") throw new AppError("invalidInput");
  return describedNow(row, patch);
}

/** What the description of an API says now, with what is changed about the way there. Throws what reading it fails with. */
export async function describedNow(
  row: McpServerRow,
  { url, secrets, auth, document }: Pick<ServerPatch, "url" | "secrets" | "auth" | "document">,
): Promise<DiscoveredTool[]> {
  const target = targetOf({ ...row, url: url ?? row.url, document: document ?? row.document });
  if (target.transport !== "openapi") throw new AppError("invalidInput");
  const credentials = {
    auth: auth === undefined ? target.credentials.auth : auth,
    secrets: secrets ?? target.credentials.secrets,
  };
  const { result, discovered } = await ask({ ...target, credentials });
  if (!result.ok) throw asked(result);
  return discovered;
}

/**
 * Tools of an API from now on: what is not chosen any more goes, what is chosen anew is on, as it was shown. Of own tools
 * the others follow what is described now. Throws operationMoved, keyRequiredForNewAddress.
 */
async function chooseOperations(
  tx: Transaction,
  server: McpServerRow,
  { tools: chosen = [], secrets, auth }: ServerPatch,
  described: readonly DiscoveredTool[],
): Promise<{ bases?: string[]; listed?: string[] }> {
  const known = await listMcpTools(tx, server.id);
  const wanted = new Map(chosen.map((one) => [one.name, one]));
  await removeMcpTools(
    tx,
    known.flatMap(({ id, remoteName }) => (wanted.has(remoteName) ? [] : [id])),
  );
  const had = new Map(known.map((row) => [row.remoteName, row]));
  const isOwn = server.ownerId !== null;
  // Those of the organisation stay as they were approved until somebody reviews what changed.
  assertShown(
    chosen.filter(({ name }) => isOwn || !had.has(name)),
    described,
    shownRevision,
  );
  const now = described.filter(({ remoteName }) => wanted.has(remoteName));
  await insertMcpTools(
    tx,
    now.filter(({ remoteName }) => !had.has(remoteName)).map((tool) => newRow(server, tool, true)),
  );
  if (!isOwn) return {};
  const bases = basesOf(now);
  const keeps = secrets === undefined && auth?.kind !== "none" && server.secretsCipher !== null;
  if (keeps && bases.some((base) => !server.bases.includes(base))) throw secretsAgain();
  assertOwnAddresses(now, keeps || Boolean(secrets));
  for (const tool of now) {
    const row = had.get(tool.remoteName);
    const definition = definitionOf(tool);
    if (!row || (sameDefinition(row.definition, definition) && !row.pending && !row.missing)) continue;
    await updateMcpTool(tx, row.id, { definition, pending: null, missing: false });
  }
  return { bases, listed: namesOf(described) };
}

/** Deletes a server with its tools. Throws notFound, stillUsed. */
export async function deleteServer(
  actor: Actor,
  id: string,
  { scope = "organisation", confirmed = false }: Removing = {},
): Promise<void> {
  const owner = ownerFor(actor, scope);
  await db().transaction(async (tx) => {
    const before = await existing(tx, owner, id);
    requireMayStart(actor, before.transport);
    await assertToolsUnused(tx, actor, id, confirmed);
    await removeMcpServer(tx, id);
    await recordAuditEvent(tx, actor, {
      action: owner ? "tool.own.delete" : "tool.server.delete",
      target: { type: "mcp_server", id, name: before.name },
      before: loggable(pick(before, ["name", "transport", "url", "command", "args"])),
    });
  });
  invalidateTools();
}

/** Asks a saved server for its tools and compares them with what was approved; its state is noted. */
export async function refreshServer(actor: Actor, id: string): Promise<McpRefreshResult> {
  const owner = ownerFor(actor, "organisation");
  const server = orNotFound(await findMcpServer(db(), owner, id));
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
  const owner = ownerFor(actor, "organisation");
  await db().transaction(async (tx) => {
    const { transport } = await existing(tx, owner, params.id);
    const read = async () => {
      const row = await findMcpTool(tx, params.id, params.toolId);
      return row && editedMcpTool(row);
    };
    await assertCurrent(tx, actor, { type: "mcp_tool", id: params.toolId, given: revision, read });
    const tool = orNotFound(await findMcpTool(tx, params.id, params.toolId));
    requireMayStart(actor, transport);
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

async function existing(tx: Transaction, owner: string | null, id: string): Promise<McpServerRow> {
  return orNotFound(await findMcpServer(tx, owner, id));
}
