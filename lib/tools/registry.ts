import "server-only";
import { db } from "@/db/client";
import {
  findOwnTool,
  listMcpServers,
  listToolGrants,
  listToolRows,
  listToolsOfOwner,
  type McpServerRow,
  type McpToolRow,
  type ToolRow,
} from "@/db/queries/tools/tools";
import { type Actor, hasPermission } from "@/lib/auth/actor";
import { ownerMay } from "@/lib/auth/delegated";
import { keptFacts } from "@/lib/kept";
import type { ResolvedModel } from "@/lib/models/types";
import { P } from "@/lib/permissions/codes";
import { builtinTools } from "./builtin/list";
import type { BuiltinTool } from "./builtin/tool";
import { mayRun } from "./secrets";
import type { AvailableTool } from "./types";

/** A built-in tool with what an administrator decided about it. */
export interface BuiltinEntry {
  kind: "builtin";
  tool: BuiltinTool;
  row: ToolRow | null;
}

export interface McpEntry {
  kind: "mcp";
  server: McpServerRow;
  row: McpToolRow;
}

export type ToolEntry = BuiltinEntry | McpEntry;

/** Of the organisation: own tools of people are read for each of them. */
interface Snapshot {
  /** By the name a model calls it by. */
  entries: Map<string, ToolEntry>;
  /** Roles of a partial tool or server. */
  roles: Map<string, Set<string>>;
}

const snapshots = keptFacts<Snapshot>("tools");

async function load(): Promise<Snapshot> {
  const [rows, servers, tools, grants] = await Promise.all([
    listToolRows(db()),
    listMcpServers(db(), null),
    listToolsOfOwner(db(), null),
    listToolGrants(db()),
  ]);
  const entries = new Map<string, ToolEntry>();
  for (const tool of builtinTools()) {
    entries.set(tool.key, { kind: "builtin", tool, row: rows.find((row) => row.key === tool.key) ?? null });
  }
  const serverOf = new Map(servers.map((server) => [server.id, server]));
  for (const row of tools) {
    const server = serverOf.get(row.serverId);
    if (server) entries.set(row.name, { kind: "mcp", server, row });
  }
  const roles = new Map<string, Set<string>>();
  for (const { resourceId, roleId } of grants) {
    roles.set(resourceId, (roles.get(resourceId) ?? new Set()).add(roleId));
  }
  return { entries, roles };
}

const snapshot = (): Promise<Snapshot> => snapshots.read("", load);

/** Changed tools act at once in this process. */
export function invalidateTools(): void {
  snapshots.invalidate();
}

/** What the tools ask of a model. */
export type ToolModel = Pick<ResolvedModel, "id" | "abilities">;

/** Why somebody may not use a tool; null when they may. */
export type ToolRefusal = "toolNotFound" | "toolNotForModel";

/** The tool of a name, whoever asks; for the console's try runs. */
export async function findTool(name: string): Promise<ToolEntry | undefined> {
  return (await snapshot()).entries.get(name);
}

/**
 * The tool of a name with what stands in the way of this person and model. `ownerId`: whose own tools count besides; they
 * are worth what their owner may do now (SECURITY rule 32).
 */
export async function permittedTool(
  actor: Actor,
  name: string,
  { model, ownerId }: { model?: ToolModel; ownerId?: string } = {},
): Promise<{ entry: ToolEntry } | { refusal: ToolRefusal }> {
  const { entries, roles } = await snapshot();
  const entry = entries.get(name) ?? (ownerId ? await ownEntry(ownerId, name) : undefined);
  // Switched off, somebody else's and unknown answer alike.
  if (!entry || !isOn(entry) || !mayUse(entry, actor, roles) || !(await isPossible(entry, actor))) {
    return { refusal: "toolNotFound" };
  }
  return model && !isForModel(entry, model) ? { refusal: "toolNotForModel" } : { entry };
}

/** The tools a person may use with a model right now; a model without the ability has none. */
export async function listToolsFor(actor: Actor, model: ToolModel): Promise<AvailableTool[]> {
  const { entries, roles } = await snapshot();
  const usable = [...entries.values()].filter(
    (entry) => isOn(entry) && mayUse(entry, actor, roles) && isForModel(entry, model),
  );
  const possible = await Promise.all(usable.map((entry) => isPossible(entry, actor)));
  return usable.filter((_entry, index) => possible[index]).map(described);
}

async function ownEntry(ownerId: string, name: string): Promise<McpEntry | undefined> {
  const found = await findOwnTool(db(), ownerId, name);
  if (!found || !(await ownerMay(ownerId, P.APPS_WORKBENCH))) return undefined;
  return { kind: "mcp", server: found.server, row: found.tool };
}

/** What an app may use that this person arranges or asks: the organisation's tools they may use, and its owner's own ones. */
export async function listToolsForApp(actor: Actor, ownerId: string): Promise<AvailableTool[]> {
  const shared = await listToolsWithoutModel(actor);
  if (!(await ownerMay(ownerId, P.APPS_WORKBENCH))) return shared;
  const [servers, rows] = await Promise.all([listMcpServers(db(), ownerId), listToolsOfOwner(db(), ownerId)]);
  const serverOf = new Map(servers.map((server) => [server.id, server]));
  const own = rows.flatMap((row): McpEntry[] => {
    const server = serverOf.get(row.serverId);
    return server ? [{ kind: "mcp", server, row }] : [];
  });
  return [...shared, ...own.filter(isOn).map(described)];
}

/** The tools a person may use with a model that can: to show which ones another model would open. */
export async function listToolsWithoutModel(actor: Actor): Promise<AvailableTool[]> {
  const { entries, roles } = await snapshot();
  const usable = [...entries.values()].filter((entry) => isOn(entry) && mayUse(entry, actor, roles));
  const possible = await Promise.all(usable.map((entry) => isPossible(entry, actor)));
  return usable.filter((_entry, index) => possible[index]).map(described);
}

async function isPossible(entry: ToolEntry, actor: Actor): Promise<boolean> {
  return entry.kind === "mcp" || ((await entry.tool.isPossible?.(actor)) ?? true);
}

function isOn(entry: ToolEntry): boolean {
  if (entry.kind === "mcp") {
    const { server, row } = entry;
    return server.enabled && !server.blocked && row.enabled && row.pending === null && !row.missing && mayRun(server);
  }
  const { tool, row } = entry;
  return row?.enabled ?? tool.enabled;
}

function mayUse(entry: ToolEntry, actor: Actor, roles: Snapshot["roles"]): boolean {
  const anyOf = entry.kind === "builtin" ? entry.tool.anyOf : undefined;
  if (anyOf && !hasPermission(actor, ...anyOf)) return false;
  const access = accessOf(entry);
  if (!access || access.visibility === "all" || actor.isAdministrator) return true;
  const allowed = roles.get(access.id);
  return actor.roleIds.some((id) => allowed?.has(id));
}

function isForModel(entry: ToolEntry, model: ToolModel): boolean {
  if (!model.abilities.includes("tool_call")) return false;
  return accessOf(entry)?.modelIds?.includes(model.id) ?? true;
}

function accessOf(entry: ToolEntry): ToolRow | McpServerRow | null {
  return entry.kind === "mcp" ? entry.server : entry.row;
}

function described(entry: ToolEntry): AvailableTool {
  if (entry.kind === "builtin") {
    const { tool, row } = entry;
    return {
      definition: tool.definition,
      kind: "builtin",
      key: tool.key,
      title: "",
      server: null,
      optional: row?.optional ?? true,
      cites: tool.cites ?? false,
      confirm: row?.confirm ?? false,
    };
  }
  const { server, row } = entry;
  const { title, description, inputSchema } = row.definition;
  return {
    definition: { name: row.name, description, parameters: inputSchema },
    kind: "mcp",
    key: null,
    title: title || row.remoteName,
    server: { id: server.id, name: server.name },
    ...(server.ownerId && { ownerId: server.ownerId }),
    optional: server.optional,
    cites: false,
    confirm: row.confirm,
  };
}
