import "server-only";
import { createMCPClient, type MCPClient, MCPClientError, type MCPTransport } from "@ai-sdk/mcp";
import type { McpDefinition } from "@/db/schema/tools";
import { MCP_TOOLS_MAX } from "@/lib/config/tool-kinds";
import { PRODUCT_VERSION } from "@/lib/config/version";
import { type EgressInit, egressFetch } from "@/lib/net/egress-fetch";
import { cut, storable, storableJson } from "@/lib/text/storable";
import { type ApiTarget, discoverOperations } from "../api/client";
import { hidden, reachFailure, statusFailure } from "../reach";
import { ToolFailure, type ToolOutput } from "../types";
import { StdioTransport } from "./stdio";

/** How a server is reached, secrets included; lives as long as one call. */
export type McpTarget =
  | { transport: "http"; url: string; headers: Record<string, string> }
  | ApiTarget
  | { transport: "stdio"; command: string; args: readonly string[]; env: Record<string, string> };

/** A tool as a server lists it. `readOnly`: it says that it changes nothing. */
export interface DiscoveredTool extends McpDefinition {
  remoteName: string;
  readOnly: boolean;
  /** Of an operation of an API: its path as it is described, its first tag and the address it stands under. */
  path?: string;
  tag?: string;
  base?: string;
}

/** Milliseconds of a handshake with its list, and of a call; tests scale them down. */
export const mcpLimits = { handshake: 20_000, call: 60_000 };
const ANSWER_MAX = 4 * 1024 ** 2;
const PAGES_MAX = 20;
const DESCRIPTION_MAX = 4000;
const SCHEMA_MAX = 50_000;
const CLOSE_MS = 3000;

/**
 * Connects to a server for one piece of work and leaves nothing behind: no connection and no process outlives it, and a
 * server that forgets its sessions cannot confuse the next call. Throws ToolFailure.
 */
export async function withMcp<T>(
  target: Exclude<McpTarget, ApiTarget>,
  limitMs: number,
  signal: AbortSignal,
  work: (client: MCPClient, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = AbortSignal.timeout(limitMs);
  const either = AbortSignal.any([signal, deadline]);
  const transport = transportTo(target, either);
  let client: MCPClient | undefined;
  try {
    const stopped = new Promise<never>((_resolve, reject) => {
      const stop = () => reject(either.reason);
      if (either.aborted) stop();
      else either.addEventListener("abort", stop, { once: true });
    });
    stopped.catch(() => undefined);
    const connecting = createMCPClient({
      transport,
      clientName: "meridian",
      version: PRODUCT_VERSION,
      initializationOptions: { signal: either },
      // The failure of a request reaches its caller; the same one again would end the process.
      onUncaughtError: () => undefined,
    });
    connecting.catch(() => undefined);
    client = await Promise.race([connecting, stopped]);
    return await Promise.race([work(client, either), stopped]);
  } catch (error) {
    if (signal.aborted) throw new ToolFailure("toolStopped");
    if (deadline.aborted) throw new ToolFailure("toolTimeout");
    throw mcpFailure(error, target);
  } finally {
    await Promise.race([
      (client ?? ("close" in transport ? (transport as MCPTransport) : undefined))?.close().catch(() => undefined),
      new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref()),
    ]);
  }
}

type Transport = Parameters<typeof createMCPClient>[0]["transport"];

function transportTo(target: Exclude<McpTarget, ApiTarget>, signal: AbortSignal): Transport {
  if (target.transport === "stdio") return new StdioTransport(target);
  return {
    type: "http",
    url: target.url,
    headers: target.headers,
    fetch: (async (input: string | URL | Request, init?: globalThis.RequestInit) => {
      const address = input instanceof Request ? input.url : String(input);
      // Its last message says goodbye after the time is up: it keeps its own signal then.
      const limit = init?.method === "DELETE" ? AbortSignal.timeout(CLOSE_MS) : signal;
      const all = AbortSignal.any([limit, ...(init?.signal ? [init.signal] : [])]);
      return egressFetch(address, { ...init, signal: all } as EgressInit, {
        policy: "supplier",
        maxBytes: ANSWER_MAX,
      });
    }) as typeof fetch,
  };
}

/** Handshake and list, or the operations of a description: what a test shows and a refresh compares. */
export function discoverTools(target: McpTarget, signal: AbortSignal): Promise<DiscoveredTool[]> {
  if (target.transport === "openapi") return discoverOperations(target, signal);
  return withMcp(target, mcpLimits.handshake, signal, listAll);
}

/** Every tool a connected server lists, names once, texts cut to what a model can be told. */
export async function listAll(client: MCPClient, signal: AbortSignal): Promise<DiscoveredTool[]> {
  const found = new Map<string, DiscoveredTool>();
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer = await client.listTools({ params: cursor ? { cursor } : undefined, options: { signal } });
    for (const tool of answer.tools) {
      if (found.size >= MCP_TOOLS_MAX) return [...found.values()];
      if (found.has(tool.name) || tool.name.length > 200) continue;
      // A name that had to be mended would no longer be the one the server knows.
      if (tool.name !== storable(tool.name)) continue;
      const inputSchema = storableJson(JSON.parse(JSON.stringify(tool.inputSchema)) as Record<string, unknown>);
      // A schema no model could be told: the tool would only fail.
      if (JSON.stringify(inputSchema).length > SCHEMA_MAX) continue;
      found.set(tool.name, {
        remoteName: tool.name,
        title: cut(storable(tool.title ?? tool.annotations?.title ?? ""), 200),
        description: cut(storable(tool.description ?? ""), DESCRIPTION_MAX),
        inputSchema: { ...inputSchema, type: "object" },
        readOnly: tool.annotations?.readOnlyHint === true,
      });
    }
    cursor = answer.nextCursor;
    if (!cursor) break;
  }
  return [...found.values()];
}

/** Calls a tool of a connected server. Throws toolFailed with the server's words when it says that it failed. */
export async function callTool(
  client: MCPClient,
  remoteName: string,
  args: Record<string, unknown>,
  signal: AbortSignal,
): Promise<ToolOutput> {
  const result = await client.callTool({ name: remoteName, arguments: args, options: { signal } });
  const content = Array.isArray(result.content) ? (result.content as Record<string, unknown>[]) : [];
  const parts = content.map(partText).filter(Boolean);
  const data = result.structuredContent ?? ("toolResult" in result ? result.toolResult : undefined);
  const text = parts.join("\n\n") || (data === undefined ? "" : JSON.stringify(data));
  if (result.isError) throw new ToolFailure("toolFailed", cut(text, 2000));
  return { text: text || "The tool gave nothing back.", data };
}

/** Pictures and files are named, never passed on: addresses and bytes of others do not reach the screen (LM-01). */
function partText(part: Record<string, unknown>): string {
  if (part.type === "text") return String(part.text ?? "");
  if (part.type === "resource") {
    const resource = (part.resource ?? {}) as Record<string, unknown>;
    return typeof resource.text === "string" ? resource.text : `[file ${String(resource.uri ?? "")}]`;
  }
  if (part.type === "resource_link") return `[${String(part.name ?? "link")}] ${String(part.uri ?? "")}`;
  return `[${String(part.type)}]`;
}

function mcpFailure(error: unknown, target: Exclude<McpTarget, ApiTarget>): ToolFailure {
  if (error instanceof MCPClientError) {
    const { statusCode, code, data: _data, cause } = error as MCPClientError & { code?: number; data?: unknown };
    if (statusCode !== undefined) return withoutSecrets(statusFailure(statusCode, `HTTP ${statusCode}`), target);
    // JSON-RPC errors carry a code and the server's own words.
    if (typeof code === "number") return withoutSecrets(new ToolFailure("toolFailed", error.message), target);
    if (cause) return reachFailure(cause);
    if (/connection closed/i.test(error.message)) return new ToolFailure("toolUnreachable");
    return new ToolFailure("toolMalformed");
  }
  const known = reachFailure(error);
  return known instanceof ToolFailure ? withoutSecrets(known, target) : known;
}

function withoutSecrets(failure: ToolFailure, target: Exclude<McpTarget, ApiTarget>): ToolFailure {
  const secrets = target.transport === "stdio" ? target.env : target.headers;
  return new ToolFailure(failure.key, cut(hidden(failure.detail, secrets), 2000), failure.args);
}
