import "server-only";
import { db } from "@/db/client";
import { findMcpServer, listMcpTools, type McpToolRow } from "@/db/queries/tools/tools";
import type { McpDefinition } from "@/db/schema/tools";
import type { Actor } from "@/lib/auth/actor";
import { revisionOf } from "@/lib/editing/revision";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { isMoved } from "@/lib/net/moved-address";
import { readDescription } from "@/lib/tools/api/client";
import { API_SECRET } from "@/lib/tools/api/credentials";
import type { DiscoveredTool } from "@/lib/tools/mcp/client";
import { definitionOf, sameDefinition } from "@/lib/tools/mcp/sync";
import { targetOf } from "@/lib/tools/secrets";
import { ToolFailure } from "@/lib/tools/types";
import type { ApiImportDto, ApiOperationDto, ApiParameterDto } from "../own-dto";
import type { ApiImport } from "../own-schema";
import { isOtherAuth, ownerFor, targetFrom } from "./asking";

/**
 * The operations of a description, and beside own tools what became of each since. Nothing is saved. A stored secret goes
 * along only to the address it is stored for. Throws notFound, addressRefused, apiPlainAddress, and what reading fails with.
 */
export async function importOperations(actor: Actor, input: ApiImport, signal: AbortSignal): Promise<ApiImportDto> {
  const owner = ownerFor(actor, "own");
  const row = input.id === undefined ? null : orNotFound(await findMcpServer(db(), owner, input.id));
  const known = row ? await listMcpTools(db(), row.id) : [];
  const { document } = input;
  const url = input.url ?? (row?.origin === "url" ? (row.url ?? "") : "");
  if (!url && document === undefined) throw new AppError("invalidInput", { data: { fields: { url: "required" } } });
  const isSame = row !== null && document === undefined && !isMoved(row.url, url) && !isOtherAuth(row.auth, input.auth);
  const entered = targetFrom(
    {
      ...{ transport: "openapi", url, document, auth: input.auth },
      secrets: input.secret === undefined ? {} : { [API_SECRET]: input.secret },
    },
    owner,
  );
  const target = isSame && input.secret === undefined ? targetOf({ ...row, url, document: null }) : entered;
  if (target.transport !== "openapi") throw new AppError("notFound");
  const started = performance.now();
  try {
    const { title, version, tools } = await readDescription(target, signal);
    const saved = new Map(known.map((tool) => [tool.remoteName, tool]));
    const listed = new Set(tools.map(({ remoteName }) => remoteName));
    const gone = known.filter(({ remoteName }) => !listed.has(remoteName));
    const had = row && new Set(row.listed);
    const operations = [
      ...tools.map((tool) => operationOf(tool, saved.get(tool.remoteName), had)),
      ...gone.map(removedOf),
    ];
    return { title, version, operations, durationMs: Math.round(performance.now() - started) };
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    throw new AppError(error.key, error.detail ? { data: { detail: error.detail } } : {});
  }
}

/** `had`: what was described when the own tools were saved; null where nothing is compared. */
function operationOf(
  tool: DiscoveredTool,
  saved: McpToolRow | undefined,
  had: ReadonlySet<string> | null,
): ApiOperationDto {
  const now = definitionOf(tool);
  const isChanged = saved !== undefined && !sameDefinition(saved.definition, now);
  const isKnown = saved !== undefined || had?.has(tool.remoteName);
  return {
    ...told(tool.remoteName, now),
    path: tool.path ?? "",
    tag: tool.tag ?? "",
    readOnly: tool.readOnly,
    revision: revisionOf(now),
    state: had === null ? null : isChanged ? "changed" : isKnown ? "same" : "new",
    chosen: saved !== undefined,
    change: isChanged ? { before: saved.definition, now } : null,
  };
}

function removedOf({ remoteName, definition }: McpToolRow): ApiOperationDto {
  const { address = "", method } = definition.operation ?? {};
  return {
    ...told(remoteName, definition),
    path: address.replace(/^[a-z]+:\/\/[^/]*/i, ""),
    tag: "",
    readOnly: method === "GET",
    revision: revisionOf(definition),
    state: "removed",
    chosen: true,
    change: null,
  };
}

function told(id: string, definition: McpDefinition) {
  const { method = "", address = "" } = definition.operation ?? {};
  const { title, description } = definition;
  return { id, method, address, summary: title || id, description, parameters: parametersOf(definition) };
}

type Schema = Record<string, unknown>;
const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const textOf = (value: unknown) => (typeof value === "string" ? value : "");

/** The arguments of an operation where they go; what stands in a body is named by its fields, where it has any. */
function parametersOf({ inputSchema, operation }: McpDefinition): ApiParameterDto[] {
  const properties = isSchema(inputSchema.properties) ? inputSchema.properties : {};
  const required = new Set(Array.isArray(inputSchema.required) ? inputSchema.required : []);
  const placed = (operation?.places ?? []).map(({ key, name, in: place }): ApiParameterDto => {
    return { name, in: place, ...described(properties[key]), required: required.has(key) };
  });
  if (!operation?.body) return placed;
  const body = isSchema(properties.body) ? properties.body : {};
  const fields = isSchema(body.properties) ? Object.entries(body.properties) : [];
  const needed = new Set(Array.isArray(body.required) ? body.required : []);
  if (fields.length === 0)
    return [...placed, { name: "body", in: "body", ...described(body), required: required.has("body") }];
  return [
    ...placed,
    ...fields.map(([name, schema]): ApiParameterDto => {
      return { name, in: "body", ...described(schema), required: needed.has(name) };
    }),
  ];
}

function described(schema: unknown): { type: string; description: string } {
  const { type, description } = isSchema(schema) ? schema : {};
  return { type: [type].flat().filter(textOf).join(" | "), description: textOf(description) };
}
