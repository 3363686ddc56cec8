import "server-only";
import { db, type Transaction } from "@/db/client";
import { listModels } from "@/db/queries/models/models";
import { replaceGrants, viewGrants } from "@/db/queries/permissions/grants";
import {
  findToolRow,
  listMcpServers,
  listRoleChoices,
  listToolGrants,
  listToolRows,
  listToolsOfOwner,
  type ToolResource,
  upsertTool,
} from "@/db/queries/tools/tools";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { env } from "@/lib/config/env";
import { CHAT_TYPES } from "@/lib/config/model-kinds";
import { commandLineText } from "@/lib/config/stdio-commands";
import { loadConfig } from "@/lib/config/system-config";
import { dayIn } from "@/lib/config/time";
import type { BuiltinToolKey, ToolVisibility } from "@/lib/config/tool-kinds";
import { assertCurrent } from "@/lib/editing/current";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { assertUnused } from "@/lib/owned/uses";
import { P } from "@/lib/permissions/codes";
import { builtinTools, findBuiltin } from "@/lib/tools/builtin/list";
import { initialRow } from "@/lib/tools/health";
import { invalidateTools } from "@/lib/tools/registry";
import { invalidateSearchProviders } from "@/lib/web/providers/store";
import type { StdioChoice, ToolChoicesDto, ToolListDto } from "../dto";
import type { BuiltinPatch } from "../schema";
import { builtinDto, editedBuiltin, serverDto } from "./dto";

/** Every tool with what is decided about it; secrets never leave. */
export async function listTools(actor: Actor): Promise<ToolListDto> {
  requirePermission(actor, P.CONFIG_TOOLS);
  const [rows, servers, tools, grants] = await Promise.all([
    listToolRows(db()),
    listMcpServers(db(), null),
    listToolsOfOwner(db(), null),
    listToolGrants(db()),
  ]);
  const rolesOf = (id: string | undefined) => rolesIn(grants, id);
  return {
    builtin: await Promise.all(
      builtinTools().map(async (tool) => {
        const row = rows.find(({ key }) => key === tool.key) ?? null;
        const isPossible = (await tool.isPossible?.(actor)) ?? true;
        return builtinDto(tool, row, { roleIds: rolesOf(row?.id), isPossible });
      }),
    ),
    servers: servers.map((server) => {
      const own = tools.filter(({ serverId }) => serverId === server.id);
      return serverDto(actor, server, own, rolesOf(server.id));
    }),
  };
}

export function rolesIn(grants: Awaited<ReturnType<typeof listToolGrants>>, id: string | undefined): string[] {
  return grants.filter(({ resourceId }) => resourceId === id).map(({ roleId }) => roleId);
}

/** Roles, models that can call tools, and for administrators command lines to choose from. */
export async function toolChoices(actor: Actor): Promise<ToolChoicesDto> {
  requirePermission(actor, P.CONFIG_TOOLS);
  const { timeZone } = await loadConfig("customConfig");
  const [roles, models] = await Promise.all([listRoleChoices(db()), listModels(db(), dayIn(timeZone))]);
  const able = models.filter(({ type, abilities }) => CHAT_TYPES.includes(type) && abilities.includes("tool_call"));
  return {
    roles,
    models: able.map(({ id, name }) => ({ id, name })),
    commands: actor.isAdministrator ? stdioChoices() : [],
  };
}

/** Which command lines may be started is nobody's business but an administrator's. */
function stdioChoices(): StdioChoice[] {
  return env().MCP_STDIO.map(({ command, args, variables }) => {
    return { line: commandLineText({ command, args }), command, args: [...args], variables: [...variables] };
  });
}

/**
 * Changes a built-in tool. Throws invalidInput of settings it has none of, toolNotReady when one is switched on without
 * what it needs, stillUsed, staleRecord.
 */
export async function changeBuiltin(
  actor: Actor,
  key: BuiltinToolKey,
  { revision, ...patch }: BuiltinPatch,
  confirmed = false,
): Promise<void> {
  requirePermission(actor, P.CONFIG_TOOLS);
  const tool = orNotFound(findBuiltin(key));
  if (patch.settings && key !== "web_search") throw new AppError("invalidInput");
  if (patch.enabled && (await tool.isPossible?.(actor)) === false) throw new AppError("toolNotReady");
  await db().transaction(async (tx) => {
    const id = (await findToolRow(tx, key))?.id ?? key;
    const read = async () => {
      const row = await findToolRow(tx, key);
      const roleIds = row ? rolesIn(await listToolGrants(tx), row.id) : [];
      return editedBuiltin(builtinDto(tool, row, { roleIds, isPossible: true }));
    };
    await assertCurrent(tx, actor, { type: "tool", id, given: revision, read });
    const before = await findToolRow(tx, key);
    const { enabled, optional, confirm, visibility, modelIds, settings } = patch;
    if (enabled === false) await assertUnused(tx, actor, { of: "tool", ids: [key], confirmed });
    const columns = defined({
      enabled,
      optional,
      confirm,
      visibility,
      modelIds,
      settings: settings && { ...settings },
    });
    const stored = await upsertTool(tx, key, initialRow(tool), columns);
    await grantRoles(tx, "tool", stored, patch, before?.visibility ?? "all");
    await recordAuditEvent(tx, actor, {
      action: "tool.change",
      target: { type: "tool", id: stored, name: key },
      before: before && pick(before, Object.keys(columns)),
      after: { ...columns, roleIds: patch.roleIds },
    });
  });
  invalidateTools();
  invalidateSearchProviders();
}

/** Writes who may use a partial tool or server; what everybody may use has no rows. */
export async function grantRoles(
  tx: Transaction,
  resource: ToolResource,
  id: string,
  patch: { visibility?: ToolVisibility; roleIds?: string[] },
  before: ToolVisibility,
): Promise<void> {
  const visibility = patch.visibility ?? before;
  const at = { type: resource, id };
  if (visibility === "all") return replaceGrants(tx, at, []);
  if (patch.roleIds) await replaceGrants(tx, at, viewGrants("role", [...new Set(patch.roleIds)]));
}

/** Without the fields nobody named. */
export function defined<T extends Record<string, unknown>>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}

export function pick(row: Record<string, unknown>, keys: string[]): Record<string, unknown> {
  return Object.fromEntries(keys.map((key) => [key, row[key]]));
}
