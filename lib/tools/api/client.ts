import "server-only";
import { API_TOOLS_MAX, type ApiOperation } from "@/lib/config/tool-kinds";
import type { EgressPolicy } from "@/lib/net/egress";
import { egressFetch } from "@/lib/net/egress-fetch";
import { cut, storable, storableJson } from "@/lib/text/storable";
import type { DiscoveredTool } from "../mcp/client";
import { hidden, reachFailure, statusFailure } from "../reach";
import { type Exchange, ToolFailure, type ToolOutput } from "../types";
import { inWorker } from "../worker";
import { SCHEMA_MAX } from "../workers/operations";
import { type ApiCredentials, type Signature, signatureOf } from "./credentials";

/** Where a description is, or what it says, and how its operations are called. */
export interface ApiTarget {
  transport: "openapi";
  url: string;
  /** Handed over: then nothing is asked for, and `url` is where relative servers stand, if it is any. */
  document: string | null;
  credentials: ApiCredentials;
  /** Own tools of people reach what people may reach (SECURITY rule 11). */
  policy: EgressPolicy;
}

/** Milliseconds to load a description, to read it, and of a call; tests scale them down. */
export const apiLimits = { load: 20_000, read: 20_000, call: 60_000 };
/** Of a description, bytes: the largest public ones have twelve million. */
const DESCRIPTION_MAX = 20 * 1024 ** 2;
const READ_HEAP_MB = 768;
const ANSWER_MAX = 4 * 1024 ** 2;
const TEXT_MAX = 4000;
/** Characters of a failed answer that are told. */
const DETAIL_MAX = 2000;
/** Of a recorded call: characters of a body and of a header, and headers. */
const RECORDED_MAX = 65_536;
const HEADER_MAX = 1000;
const HEADERS_MAX = 60;

/** What a description says: its title and version, and its operations as tools. Throws ToolFailure. */
export async function readDescription(target: ApiTarget, signal: AbortSignal) {
  const text = target.document ?? (await load(target, signal));
  const limits = { ms: apiLimits.read, heapMb: READ_HEAP_MB };
  const read = await inWorker("description", { text, source: target.url }, limits, signal);
  const tools = read.operations.slice(0, API_TOOLS_MAX).flatMap(({ inputSchema, ...one }): DiscoveredTool[] => {
    const schema = storableJson(inputSchema);
    // No model could be told: the tool would only fail.
    if (JSON.stringify(schema).length > SCHEMA_MAX || one.remoteName.length > 200) return [];
    if (one.remoteName !== storable(one.remoteName)) return [];
    const title = cut(storable(one.title), 200);
    const description = cut(storable(one.description), TEXT_MAX);
    const tag = cut(storable(one.tag), 200);
    return [{ ...one, title, description, tag, path: storable(one.path), inputSchema: schema }];
  });
  return { title: cut(storable(read.title), 200), version: cut(storable(read.version), 80), tools };
}

/** The operations of a description, as tools. Throws ToolFailure. */
export async function discoverOperations(target: ApiTarget, signal: AbortSignal): Promise<DiscoveredTool[]> {
  return (await readDescription(target, signal)).tools;
}

const ACCEPT = { accept: "application/json, application/yaml, text/yaml, */*" };

/** The text of a description. What is stored is for its operations: it goes with it only where it is not told without. */
async function load({ url, credentials, policy }: ApiTarget, signal: AbortSignal): Promise<string> {
  const either = AbortSignal.any([signal, AbortSignal.timeout(apiLimits.load)]);
  const get = (address: string, more: Record<string, string>) =>
    egressFetch(address, { headers: { ...ACCEPT, ...more }, signal: either }, { policy, maxBytes: DESCRIPTION_MAX });
  try {
    let response = await get(url, {});
    if ((response.status === 401 || response.status === 403) && Object.keys(credentials.secrets).length > 0) {
      await response.body?.cancel();
      const { headers, query } = await signatureOf(credentials, { policy, signal: either });
      response = await get(withQuery(url, query), headers);
    }
    if (!response.ok) throw statusFailure(response.status);
    return await response.text();
  } catch (error) {
    throw signal.aborted ? new ToolFailure("toolStopped") : reachFailure(error);
  }
}

type Called = Pick<ApiTarget, "credentials" | "policy">;
type Recorder = (exchange: Exchange) => void;

/**
 * Calls an operation; what it answers other than with success is a failure with its words. `record` is told how it went,
 * without secrets; `idempotencyKey` goes along with what may change something. Throws ToolFailure.
 */
export async function callOperation(
  target: Called,
  operation: ApiOperation,
  args: Record<string, unknown>,
  signal: AbortSignal,
  { record, idempotencyKey }: { record?: Recorder; idempotencyKey?: string } = {},
): Promise<ToolOutput> {
  const request = requestOf(operation, args);
  if (idempotencyKey && request.method !== "GET") request.headers["idempotency-key"] = idempotencyKey;
  const either = AbortSignal.any([signal, AbortSignal.timeout(apiLimits.call)]);
  try {
    let given = await answered(target, request, either, { record });
    // A token may end before its time; nothing was done with it then.
    if (given.status === 401 && given.isKept) given = await answered(target, request, either, { record, anew: true });
    if (!given.isOk) {
      throw statusFailure(given.status, cut(`HTTP ${given.status}: ${storable(given.text)}`, DETAIL_MAX));
    }
    const data = /\bjson\b/i.test(given.type) ? parsed(given.text) : undefined;
    return { text: given.text || `HTTP ${given.status}`, data };
  } catch (error) {
    throw signal.aborted ? new ToolFailure("toolStopped") : reachFailure(error);
  }
}

/** One call with its answer; secrets that the answer says again are taken out of it. */
async function answered(
  { credentials, policy }: Called,
  { url, ...request }: ApiRequest,
  signal: AbortSignal,
  { record, anew }: { record?: Recorder; anew?: boolean },
) {
  const signature = await signatureOf(credentials, { policy, signal, anew });
  // In whatever case an argument wrote it: what is stored stands alone.
  const own = new Set(Object.keys(signature.headers).map((name) => name.toLowerCase()));
  const plain = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !own.has(name.toLowerCase())));
  const masks = Object.fromEntries(Object.keys(signature.headers).map((name) => [name, "***"]));
  const tell = (value: string) => hidden(value, signature.hidden);
  const sent: Exchange["request"] = {
    method: request.method,
    url: withQuery(
      url,
      signature.query.map(([name]) => [name, "***"] as const),
    ),
    headers: { ...plain, ...masks },
    body: request.body === undefined ? null : cut(storable(request.body), RECORDED_MAX),
  };
  const started = performance.now();
  const took = () => Math.round(performance.now() - started);
  try {
    const response = await egressFetch(
      withQuery(url, signature.query),
      { ...request, headers: { ...plain, ...signature.headers }, signal },
      { policy, maxBytes: ANSWER_MAX },
    );
    const body = await response.text();
    const text = tell(body);
    record?.({
      request: sent,
      response: {
        status: response.status,
        headers: toldHeaders(response.headers, tell),
        body: cut(storable(text), RECORDED_MAX),
        bytes: Buffer.byteLength(body),
      },
      durationMs: took(),
    });
    const type = response.headers.get("content-type") ?? "";
    return { status: response.status, isOk: response.ok, text, type, isKept: signature.isKept };
  } catch (error) {
    record?.({ request: sent, response: null, durationMs: took() });
    throw error;
  }
}

/** Cookies an API sets are keys of a kind. */
const toldHeaders = (headers: Headers, tell: (value: string) => string) =>
  Object.fromEntries(
    [...headers]
      .slice(0, HEADERS_MAX)
      .map(([name, value]) => [name, name === "set-cookie" ? "***" : cut(storable(tell(value)), HEADER_MAX)]),
  );

/** An address with more in its query. */
function withQuery(url: string, pairs: Signature["query"]): string {
  if (pairs.length === 0) return url;
  const more = new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString();
  return `${url}${url.includes("?") ? "&" : "?"}${more}`;
}

interface ApiRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string;
}

/** The request of an operation with these arguments. Throws toolArguments where one cannot stand in its place. */
export function requestOf(operation: ApiOperation, args: Record<string, unknown>): ApiRequest {
  const { method, address, places, body } = operation;
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
  if (/[{}]/.test(path) || /^[a-z]+:\/\/[^/]*[{}]/i.test(address)) {
    throw new ToolFailure("toolArguments", "a part of the path is missing");
  }
  const url = query.size > 0 ? `${path}?${query}` : path;
  const given = args.body;
  if (body === null || given === undefined) return { url, method, headers };
  const { type, text } = bodyOf(operation, given);
  return { url, method, headers: { ...headers, "content-type": type }, body: text };
}

/** A body as it is sent. Throws toolArguments for a form that has no fields. */
function bodyOf({ body, files = [], mediaType }: ApiOperation, given: unknown): { type: string; text: string } {
  if (body === "json") return { type: "application/json", text: JSON.stringify(given) };
  if (body === "text") return { type: mediaType ?? "text/plain", text: written(given) };
  if (typeof given !== "object" || given === null) throw new ToolFailure("toolArguments", "body must have fields");
  const fields = Object.entries(given).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, written(one)]),
  );
  if (body === "form")
    return { type: "application/x-www-form-urlencoded", text: new URLSearchParams(fields).toString() };
  const boundary = `part-${crypto.randomUUID()}`;
  const parts = fields.map(([name, value]) => {
    // What a model can write is text; a service that wants a file gets it as one.
    const file = files.includes(name) ? `; filename="${inPart(name)}.txt"\r\ncontent-type: text/plain` : "";
    return `--${boundary}\r\ncontent-disposition: form-data; name="${inPart(name)}"${file}\r\n\r\n${value}\r\n`;
  });
  return { type: `multipart/form-data; boundary=${boundary}`, text: `${parts.join("")}--${boundary}--\r\n` };
}

/** A name in the head of a part, as browsers write it. */
const inPart = (name: string) => name.replace(/[\r\n"]/g, encodeURIComponent);

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
