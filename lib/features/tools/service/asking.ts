import "server-only";
import type { McpServerRow } from "@/db/queries/tools/tools";
import type { Actor } from "@/lib/auth/actor";
import { requirePermission } from "@/lib/auth/actor";
import type { ApiAuth, McpTransport } from "@/lib/config/tool-kinds";
import { AppError } from "@/lib/errors/errors";
import { assertAllowedUrl, mayTellKeys } from "@/lib/net/egress";
import { P } from "@/lib/permissions/codes";
import { type DiscoveredTool, discoverTools, type McpTarget } from "@/lib/tools/mcp/client";
import { isAllowedCommand } from "@/lib/tools/mcp/stdio";
import { policyFor } from "@/lib/tools/secrets";
import { ToolFailure } from "@/lib/tools/types";
import type { McpProbeResult } from "../dto";
import type { McpProbe } from "../schema";

/** Whose servers a call is about: those of the organisation, or the caller's own (spec K6). */
export type ServerScope = "organisation" | "own";

/** The right, and whose servers are meant; it goes into every query. */
export function ownerFor(actor: Actor, scope: ServerScope): string | null {
  requirePermission(actor, scope === "own" ? P.APPS_WORKBENCH : P.CONFIG_TOOLS);
  return scope === "own" ? actor.id : null;
}

/** A way to a server as it was entered. */
export interface Entered {
  transport: McpTransport;
  url?: string;
  command?: string;
  args?: string[];
  secrets?: Record<string, string>;
  auth?: ApiAuth | null;
  document?: string | null;
}

/** Shakes hands with a server that is not saved yet and lists its tools. Throws addressRefused, stdioNotAllowed, stdioAdministrators. */
export async function probeServer(actor: Actor, input: McpProbe): Promise<McpProbeResult> {
  const owner = ownerFor(actor, "organisation");
  requireMayStart(actor, input.transport);
  const { result } = await ask(targetFrom(input, owner));
  return result;
}

/** What was entered, if it may be reached at all. */
export function targetFrom(input: Entered, owner: string | null): McpTarget {
  const { secrets = {}, url = "", document = null, auth = null } = input;
  if (input.transport === "stdio") {
    const { command = "", args = [] } = input;
    assertAllowedCommand(command, args, secrets);
    return { transport: "stdio", command, args, env: secrets };
  }
  const policy = policyFor(owner);
  // Of what was handed over nothing has to be fetched; its operations are looked at by themselves.
  if (document === null || url) assertAllowedUrl(url, policy);
  if (input.transport === "http") return { transport: "http", url, headers: secrets };
  assertTokenAddress(auth, owner);
  return { transport: "openapi", url, document, credentials: { auth, secrets }, policy };
}

/** The token endpoint gets a secret: it is looked at like any address. */
export function assertTokenAddress(auth: ApiAuth | null | undefined, owner: string | null): void {
  if (auth?.kind !== "oauth") return;
  assertAllowedUrl(auth.tokenUrl, policyFor(owner));
  if (owner !== null && !mayTellKeys(auth.tokenUrl)) {
    throw new AppError("apiPlainAddress", { data: { fields: { tokenUrl: "httpsAddress" } } });
  }
}

/** Keys of people go over https, or to a host that ALLOW_PRIVATE_NETWORK lists. Throws apiPlainAddress, addressRefused. */
export function assertOwnAddresses(tools: readonly Pick<DiscoveredTool, "operation">[], hasSecret: boolean): void {
  for (const { operation } of tools) {
    // Braces of the path are no part of what is looked at.
    const address = operation?.address.replace(/[{}]/g, "") ?? "";
    assertAllowedUrl(address, "user");
    if (hasSecret && !mayTellKeys(address)) throw new AppError("apiPlainAddress");
  }
}

/** A command runs on the server itself: what may be started there is not for everybody who looks after tools. */
export function requireMayStart(actor: Actor, transport: McpTransport): void {
  if (transport === "stdio" && !actor.isAdministrator) throw new AppError("stdioAdministrators");
}

/** MCP_STDIO decides about the whole command line and about each variable. */
export function assertAllowedCommand(
  command: string,
  args: readonly string[],
  variables: Record<string, string>,
): void {
  if (isAllowedCommand(command, args, Object.keys(variables))) return;
  const fields = isAllowedCommand(command, args, [])
    ? { secrets: "variableNotAllowed" }
    : { command: "commandNotAllowed" };
  throw new AppError("stdioNotAllowed", { data: { fields } });
}

export async function ask(target: McpTarget): Promise<{ result: McpProbeResult; discovered: DiscoveredTool[] }> {
  const started = performance.now();
  const took = () => Math.round(performance.now() - started);
  try {
    const discovered = await discoverTools(target, new AbortController().signal);
    const tools = discovered.map(({ remoteName, title, description, readOnly, operation }) => {
      return { remoteName, title, description, readOnly, ...(operation && { call: callOf(operation) }) };
    });
    return { result: { ok: true, latencyMs: took(), error: null, detail: "", tools }, discovered };
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    const result = { ok: false, latencyMs: took(), error: error.key, detail: error.detail, tools: [] };
    return { result, discovered: [] };
  }
}

const callOf = ({ method, address }: { method: string; address: string }) => `${method} ${address}`;

/** A tool that was chosen, with what was shown of it. */
export interface Chosen {
  name: string;
  call?: string;
  /** Of everything that was shown; where it is missing method and address count. */
  revision?: string;
}

/**
 * The description as it is read now says of each chosen operation what was shown: between looking and saving it may have
 * come to lead elsewhere. Throws operationMoved.
 */
export function assertShown(
  chosen: readonly Chosen[],
  described: readonly DiscoveredTool[],
  revision: (tool: DiscoveredTool) => string,
): void {
  const now = new Map(described.map((tool) => [tool.remoteName, tool]));
  const moved = chosen.filter(({ name, call, revision: given }) => {
    const tool = now.get(name);
    if (!tool?.operation || callOf(tool.operation) !== call) return true;
    return given !== undefined && given !== revision(tool);
  });
  if (moved.length === 0) return;
  throw new AppError("operationMoved", { data: { operations: moved.slice(0, 20).map(({ name }) => name) } });
}

/** Whether what is stored as secret would go to somebody else by another way of authenticating. */
export function isOtherAuth(before: McpServerRow["auth"], now: ApiAuth | null | undefined): boolean {
  if (now === undefined || now?.kind === "none") return false;
  if (before?.kind !== now?.kind) return true;
  return before?.kind === "oauth" && now?.kind === "oauth" && before.tokenUrl !== now.tokenUrl;
}
