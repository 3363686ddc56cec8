import "server-only";
import { API_TOOLS_MAX, type ApiOperation } from "@/lib/config/tool-kinds";
import { egressFetch } from "@/lib/net/egress-fetch";
import { cut, storable, storableJson } from "@/lib/text/storable";
import type { DiscoveredTool } from "../mcp/client";
import { hidden, reachFailure, statusFailure } from "../reach";
import { ToolFailure, type ToolOutput } from "../types";
import { inWorker } from "../worker";

/** Where a description is, and the headers its operations are called with. */
export interface ApiTarget {
  transport: "openapi";
  url: string;
  headers: Record<string, string>;
}

/** Milliseconds to load a description, to read it, and of a call; tests scale them down. */
export const apiLimits = { load: 20_000, read: 20_000, call: 60_000 };
/** Of a description, bytes: the largest public ones have twelve million. */
const DESCRIPTION_MAX = 20 * 1024 ** 2;
const READ_HEAP_MB = 768;
const ANSWER_MAX = 4 * 1024 ** 2;
const TEXT_MAX = 4000;
const SCHEMA_MAX = 50_000;
/** Characters of a failed answer that are told. */
const DETAIL_MAX = 2000;

/** The operations of a description, as tools. Throws ToolFailure. */
export async function discoverOperations(target: ApiTarget, signal: AbortSignal): Promise<DiscoveredTool[]> {
  const text = await load(target, signal);
  const limits = { ms: apiLimits.read, heapMb: READ_HEAP_MB };
  const { operations } = await inWorker("description", { text, source: target.url }, limits, signal);
  return operations.slice(0, API_TOOLS_MAX).flatMap(({ inputSchema, ...one }) => {
    const schema = storableJson(inputSchema);
    // No model could be told: the tool would only fail.
    if (JSON.stringify(schema).length > SCHEMA_MAX || one.remoteName.length > 200) return [];
    if (one.remoteName !== storable(one.remoteName)) return [];
    const title = cut(storable(one.title), 200);
    return [{ ...one, title, description: cut(storable(one.description), TEXT_MAX), inputSchema: schema }];
  });
}

const ACCEPT = { accept: "application/json, application/yaml, text/yaml, */*" };

/** The text of a description. The stored headers are for its operations: they go with it only where it is not told without. */
async function load({ url, headers }: ApiTarget, signal: AbortSignal): Promise<string> {
  const either = AbortSignal.any([signal, AbortSignal.timeout(apiLimits.load)]);
  const get = (more: Record<string, string>) =>
    egressFetch(
      url,
      { headers: { ...ACCEPT, ...more }, signal: either },
      { policy: "supplier", maxBytes: DESCRIPTION_MAX },
    );
  try {
    let response = await get({});
    if ((response.status === 401 || response.status === 403) && Object.keys(headers).length > 0) {
      await response.body?.cancel();
      response = await get(headers);
    }
    if (!response.ok) throw statusFailure(response.status);
    return await response.text();
  } catch (error) {
    throw signal.aborted ? new ToolFailure("toolStopped") : reachFailure(error);
  }
}

/** Calls an operation; what it answers other than with success is a failure with its words. Throws ToolFailure. */
export async function callOperation(
  { headers }: Pick<ApiTarget, "headers">,
  operation: ApiOperation,
  args: Record<string, unknown>,
  signal: AbortSignal,
): Promise<ToolOutput> {
  const { url, ...request } = requestOf(operation, args);
  const deadline = AbortSignal.timeout(apiLimits.call);
  try {
    const response = await egressFetch(
      url,
      { ...request, headers: { ...request.headers, ...headers }, signal: AbortSignal.any([signal, deadline]) },
      { policy: "supplier", maxBytes: ANSWER_MAX },
    );
    const text = hidden(await response.text(), headers);
    if (!response.ok)
      throw statusFailure(response.status, cut(`HTTP ${response.status}: ${storable(text)}`, DETAIL_MAX));
    const data = /\bjson\b/i.test(response.headers.get("content-type") ?? "") ? parsed(text) : undefined;
    return { text: text || `HTTP ${response.status}`, data };
  } catch (error) {
    throw signal.aborted ? new ToolFailure("toolStopped") : reachFailure(error);
  }
}

interface ApiRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string;
}

/** The request of an operation with these arguments. Throws toolArguments where one cannot stand in its place. */
export function requestOf({ method, address, places, body }: ApiOperation, args: Record<string, unknown>): ApiRequest {
  const headers: Record<string, string> = { accept: "application/json, */*" };
  const query = new URLSearchParams();
  let path = address;
  for (const { key, name, in: place } of places) {
    const value = args[key];
    if (value === undefined || value === null) continue;
    if (place === "query") for (const one of [value].flat()) query.append(name, written(one));
    if (place === "path") path = path.replaceAll(`{${name}}`, inPath(written(value), key));
    if (place === "header") headers[name] = inHeader(written(value), key);
  }
  if (/[{}]/.test(path)) {
    throw new ToolFailure("toolArguments", "a part of the path is missing");
  }
  const url = query.size > 0 ? `${path}?${query}` : path;
  const given = args.body;
  if (body === null || given === undefined) return { url, method, headers };
  if (body === "json") {
    return { url, method, headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(given) };
  }
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(given as object))
    for (const one of [value].flat()) form.append(name, written(one));
  return {
    ...{ url, method, body: form.toString() },
    headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
  };
}

const written = (value: unknown): string => (typeof value === "object" ? JSON.stringify(value) : String(value));

/** One segment of the path, whatever it says: an argument never leads to another operation. */
function inPath(text: string, key: string): string {
  if (text === "" || text === "." || text === "..") throw new ToolFailure("toolArguments", `${key} must not be empty`);
  return encodeURIComponent(text);
}

function inHeader(text: string, key: string): string {
  if (!/^[\x20-\x7e]*$/.test(text)) throw new ToolFailure("toolArguments", `${key} must be plain letters`);
  return text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
