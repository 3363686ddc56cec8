import "server-only";
import type { McpServerRow, McpToolRow, ToolRow } from "@/db/queries/tools/tools";
import type { Actor } from "@/lib/auth/actor";
import { SEARCH_DEFAULTS } from "@/lib/config/tool-kinds";
import { fieldsOf, revisionOf, withRevision } from "@/lib/editing/revision";
import type { BuiltinTool } from "@/lib/tools/builtin/tool";
import { mayRun, openSecrets } from "@/lib/tools/secrets";
import type { BuiltinToolDto, McpServerDto, McpToolDto, ToolAccessDto } from "../dto";
import { searchSettings } from "../schema";

/** `isPossible`: what it needs besides settings is there. */
export function builtinDto(
  tool: BuiltinTool,
  row: ToolRow | null,
  { roleIds, isPossible }: { roleIds: string[]; isPossible: boolean },
): BuiltinToolDto {
  const access: Access = row
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
  const dto = {
    ...access,
    key: tool.key,
    confirm: row?.confirm ?? false,
    ready: isPossible,
    checkable: tool.sample !== null,
    settings: tool.key === "web_search" ? searchSettings.parse({ ...SEARCH_DEFAULTS, ...row?.settings }) : null,
    inputSchema: tool.definition.parameters,
  };
  return withRevision(dto, editedBuiltin);
}

type Access = Omit<ToolAccessDto, "revision">;
const ACCESS = ["optional", "visibility", "roleIds", "modelIds"] as const;

/** What people edit of a built-in tool; it is switched in the list. */
export const editedBuiltin = (tool: Omit<BuiltinToolDto, "revision">) =>
  fieldsOf(tool, [...ACCESS, "confirm", "settings"]);

/** What people edit of a server; of its secrets the names are known. */
export const editedServer = (server: Omit<McpServerDto, "revision" | "tools">) =>
  fieldsOf(server, [...ACCESS, "name", "transport", "url", "command", "args", "auth", "secretNames"]);

/** What is decided about a tool of a server, with what the server says of it: nobody approves what they did not read. */
export const editedMcpTool = ({ confirm, definition, pending }: McpToolRow) => ({ confirm, ...definition, pending });

export function serverDto(
  actor: Actor,
  row: McpServerRow,
  tools: readonly McpToolRow[],
  roleIds: string[],
): McpServerDto {
  // What MCP_STDIO no longer lists does not run, whatever the last check said.
  const stopped = mayRun(row) ? {} : ({ status: "abnormal", checkError: "stdioNotAllowed" } as const);
  const server = {
    ...accessDto(row, roleIds),
    ...stopped,
    mayChange: row.transport !== "stdio" || actor.isAdministrator,
    id: row.id,
    name: row.name,
    transport: row.transport,
    url: row.url,
    command: row.command,
    args: row.args,
    auth: row.auth,
    secretNames: Object.keys(openSecrets(row.secretsCipher)),
  };
  return { ...withRevision(server, editedServer), tools: tools.map(mcpToolDto) };
}

function mcpToolDto(row: McpToolRow): McpToolDto {
  const { id, name, remoteName, definition, enabled, confirm, pending, missing } = row;
  return {
    id,
    name,
    remoteName,
    ...definition,
    enabled,
    confirm,
    pending,
    missing,
    revision: revisionOf(editedMcpTool(row)),
  };
}

function accessDto(row: ToolRow | McpServerRow, roleIds: string[]): Access {
  const { enabled, optional, visibility, modelIds, status, checkedAt, checkError } = row;
  return {
    enabled,
    optional,
    visibility,
    roleIds: roleIds.toSorted(),
    modelIds,
    status,
    checkedAt: checkedAt?.toISOString() ?? null,
    checkError,
  };
}
