import "server-only";
import type { McpServerRow, McpToolRow, ToolRow } from "@/db/queries/tools";
import type { Actor } from "@/lib/auth/actor";
import type { SearchSettings } from "@/lib/config/tool-kinds";
import type { BuiltinTool } from "@/lib/tools/builtin/tool";
import { mayRun, openSecrets } from "@/lib/tools/secrets";
import type { BuiltinToolDto, McpServerDto, McpToolDto, ToolAccessDto } from "../dto";

/** `isPossible`: what it needs besides settings is there. */
export function builtinDto(
  tool: BuiltinTool,
  row: ToolRow | null,
  { roleIds, isPossible }: { roleIds: string[]; isPossible: boolean },
): BuiltinToolDto {
  const hasKey = Boolean(row?.credentialCipher);
  const settings = row?.settings ?? {};
  const access: ToolAccessDto = row
    ? accessDto(row, roleIds)
    : {
        enabled: tool.enabled,
        optional: true,
        visibility: "all",
        roleIds: [],
        modelIds: null,
        status: "unknown",
        checkedAt: null,
        checkError: null,
      };
  return {
    ...access,
    key: tool.key,
    confirm: row?.confirm ?? false,
    ready: isPossible && tool.isReady(settings, hasKey),
    checkable: tool.sample !== null,
    settings: tool.hasService && "provider" in settings ? (settings as unknown as SearchSettings) : null,
    hasKey,
    keyHint: row?.credentialHint ?? "",
    inputSchema: tool.definition.parameters,
  };
}

export function serverDto(
  actor: Actor,
  row: McpServerRow,
  tools: readonly McpToolRow[],
  roleIds: string[],
): McpServerDto {
  // What MCP_STDIO no longer lists does not run, whatever the last check said.
  const stopped = mayRun(row) ? {} : ({ status: "abnormal", checkError: "stdioNotAllowed" } as const);
  return {
    ...accessDto(row, roleIds),
    ...stopped,
    mayChange: row.transport === "http" || actor.isAdministrator,
    id: row.id,
    name: row.name,
    transport: row.transport,
    url: row.url,
    command: row.command,
    args: row.args,
    secretNames: Object.keys(openSecrets(row.secretsCipher)),
    tools: tools.map(mcpToolDto),
  };
}

function mcpToolDto(row: McpToolRow): McpToolDto {
  const { id, name, remoteName, definition, enabled, confirm, pending, missing } = row;
  return { id, name, remoteName, ...definition, enabled, confirm, pending, missing };
}

function accessDto(row: ToolRow | McpServerRow, roleIds: string[]): ToolAccessDto {
  const { enabled, optional, visibility, modelIds, status, checkedAt, checkError } = row;
  return {
    enabled,
    optional,
    visibility,
    roleIds,
    modelIds,
    status,
    checkedAt: checkedAt?.toISOString() ?? null,
    checkError,
  };
}
