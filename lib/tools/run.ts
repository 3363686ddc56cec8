import "server-only";
import { db } from "@/db/client";
import type { Actor } from "@/lib/auth/actor";
import { inBackground } from "@/lib/background";
import { AppError, type ErrorKey } from "@/lib/errors/errors";
import { errorText } from "@/lib/i18n/translate";
import { log } from "@/lib/log";
import { storable, storableJson } from "@/lib/text/storable";
import { type ApiTarget, callOperation, discoverOperations } from "./api/client";
import { checkArguments } from "./arguments";
import { noteHealth } from "./health";
import { callTool, listAll, mcpLimits, withMcp } from "./mcp/client";
import { syncMcpTools } from "./mcp/sync";
import { concernsHealth, reachFailure } from "./reach";
import {
  type BuiltinEntry,
  invalidateTools,
  type McpEntry,
  permittedTool,
  type ToolEntry,
  type ToolModel,
} from "./registry";
import { targetOf } from "./secrets";
import {
  type AvailableTool,
  type Exchange,
  type OfferedRun,
  ToolFailure,
  type ToolOutput,
  type ToolResult,
} from "./types";

/** Bytes of a result a model gets. */
export const RESULT_MAX = 65_536;

interface RunOptions {
  signal: AbortSignal;
  /** The model that asks; its rights are checked too. */
  model?: ToolModel;
  /** The conversation it runs in. */
  sessionId?: string;
  /** The person has agreed to this very call (SECURITY LM-02). */
  confirmed?: boolean;
  /** The same for every try of one call: a service that knows the header does it once. */
  idempotencyKey?: string;
  /** Whose own tools count besides: of whoever made the app that runs. */
  ownerId?: string;
}

/**
 * Runs a tool for a person: their rights, the model's, the arguments against the schema, the time limit, the size of the
 * result. Never throws; every failure is a result in plain words. `args` is what the model wrote, parsed.
 */
export async function runTool(actor: Actor, name: string, args: unknown, options: RunOptions): Promise<ToolResult> {
  const started = performance.now();
  const permitted = await permittedTool(actor, name, options);
  if ("refusal" in permitted) return failed(new ToolFailure(permitted.refusal), started);
  const { entry } = permitted;
  const asks = entry.kind === "mcp" ? entry.row.confirm : (entry.row?.confirm ?? false);
  if (asks && !options.confirmed) return failed(new ToolFailure("toolNeedsConsent"), started);
  return runEntry(actor, entry, args, options.signal, {
    sessionId: options.sessionId,
    idempotencyKey: options.idempotencyKey,
  });
}

/** As `runTool`, of a tool that whoever offers it runs: what it may do is asked there. */
export async function runOffered(
  actor: Actor,
  { definition, run }: Pick<AvailableTool, "definition"> & { run: OfferedRun },
  args: unknown,
  options: Parameters<OfferedRun>[2],
): Promise<ToolResult> {
  const started = performance.now();
  try {
    return succeeded(await run(actor, checkArguments(definition.parameters, args), options), started);
  } catch (error) {
    if (options.signal.aborted) return failed(new ToolFailure("toolStopped"), started);
    if (!(error instanceof ToolFailure || error instanceof AppError)) log().error({ err: error }, "tool failed");
    return failed(failureOf(error), started);
  }
}

interface EntryOptions {
  isCheck?: boolean;
  sessionId?: string;
  idempotencyKey?: string;
  /** Is told what went over the wire, of operations of an API. */
  record?: (exchange: Exchange) => void;
}

/** Runs a tool whatever the rights: for checks and try runs, whose callers have checked theirs. */
export async function runEntry(
  actor: Actor,
  entry: ToolEntry,
  args: unknown,
  signal: AbortSignal,
  { isCheck = false, sessionId, idempotencyKey, record }: EntryOptions = {},
): Promise<ToolResult> {
  const started = performance.now();
  const hasService = entry.kind === "mcp" || entry.tool.hasService;
  try {
    const output =
      entry.kind === "mcp"
        ? await runMcp(entry, args, signal, { record, idempotencyKey })
        : await runBuiltin({ actor, signal, sessionId }, entry, args);
    if (hasService || isCheck) await noteHealth(entry, null, isCheck);
    return succeeded(output, started);
  } catch (error) {
    if (!(error instanceof ToolFailure || error instanceof AppError))
      log().error({ err: error, tool: entry.kind }, "tool failed");
    const failure = failureOf(error);
    if (isCheck || (hasService && concernsHealth(failure.key))) await noteHealth(entry, failure.key, isCheck);
    return failed(failure, started);
  }
}

async function runBuiltin(
  { actor, signal, sessionId }: { actor: Actor; signal: AbortSignal; sessionId?: string },
  { tool, row }: BuiltinEntry,
  args: unknown,
): Promise<ToolOutput> {
  const settings = row?.settings ?? {};
  const checked = checkArguments(tool.definition.parameters, args);
  const deadline = AbortSignal.timeout(tool.limitMs);
  try {
    const either = AbortSignal.any([signal, deadline]);
    return await tool.run(checked, { actor, signal: either, settings, sessionId });
  } catch (error) {
    const failure = reachFailureOnly(error);
    if (failure?.key === "toolStopped" && !signal.aborted) throw new ToolFailure("toolTimeout");
    throw failure ?? error;
  }
}

/** How often a server's list is compared while its tools are used, milliseconds. */
const COMPARE_MS = 5 * 60_000;
const shared = globalThis as typeof globalThis & { __mcpCompared?: Map<string, number> };
shared.__mcpCompared ??= new Map();
const compared = shared.__mcpCompared;

async function runMcp(
  entry: McpEntry,
  args: unknown,
  signal: AbortSignal,
  telling: Pick<EntryOptions, "record" | "idempotencyKey">,
): Promise<ToolOutput> {
  const { server, row } = entry;
  const checked = checkArguments(row.definition.inputSchema, args);
  const target = targetOf(server);
  if (target.transport === "openapi") return runOperation(entry, target, checked, signal, telling);
  return withMcp(target, mcpLimits.call, signal, async (client, within) => {
    if (Date.now() - (compared.get(server.id) ?? 0) > COMPARE_MS) {
      const discovered = await listAll(client, within);
      const report = await db().transaction((tx) => syncMcpTools(tx, server, discovered));
      compared.set(server.id, Date.now());
      invalidateTools();
      // What the model was told of it no longer holds.
      if (report.changed.includes(row.remoteName)) throw new ToolFailure("toolChanged");
      if (report.missing.includes(row.remoteName)) throw new ToolFailure("toolNotFound");
    }
    return callTool(client, row.remoteName, checked, within);
  });
}

/** How often a description is read again while its operations are used, milliseconds. */
const READ_AGAIN_MS = 24 * 3_600_000;

/** An operation as it was approved; now and then the description is read again beside the call, for what changed. */
async function runOperation(
  { server, row }: McpEntry,
  target: ApiTarget,
  args: Record<string, unknown>,
  signal: AbortSignal,
  telling: Pick<EntryOptions, "record" | "idempotencyKey">,
) {
  const { operation } = row.definition;
  if (!operation) throw new ToolFailure("toolNotFound");
  if (server.origin === "url" && Date.now() - (compared.get(server.id) ?? 0) > READ_AGAIN_MS) {
    compared.set(server.id, Date.now());
    inBackground(readAgain(server, target), "description of an API not read again", { server: server.id });
  }
  return callOperation(target, operation, args, signal, telling);
}

async function readAgain(server: McpEntry["server"], target: ApiTarget): Promise<void> {
  const discovered = await discoverOperations(target, new AbortController().signal);
  await db().transaction((tx) => syncMcpTools(tx, server, discovered));
  invalidateTools();
}

/** The list of a server was compared just now, or must be compared at its next use. */
export function noteCompared(serverId: string, isFresh: boolean): void {
  if (isFresh) compared.set(serverId, Date.now());
  else compared.delete(serverId);
}

/** Rights and limits of the product speak for themselves. */
function failureOf(error: unknown): ToolFailure {
  if (error instanceof ToolFailure) return error;
  return error instanceof AppError ? new ToolFailure(error.key, "", error.options.args) : new ToolFailure("toolFailed");
}

function reachFailureOnly(error: unknown): ToolFailure | null {
  if (error instanceof ToolFailure) return error;
  return error instanceof Error && (error.name === "AbortError" || error.name === "TimeoutError")
    ? reachFailure(error)
    : null;
}

function succeeded({ text: told, data, material, beside = "", found = [] }: ToolOutput, started: number): ToolResult {
  const text = storable(told);
  const cut = cutTo(text, RESULT_MAX);
  const truncated = cut.length < text.length;
  return {
    isError: false,
    text: truncated ? `${cut}\n[The result was longer and has been cut.]` : cut,
    data: data !== undefined && JSON.stringify(data).length <= RESULT_MAX ? storableJson(data) : null,
    material: material ?? null,
    beside: storable(beside),
    found,
    error: null,
    detail: "",
    truncated,
    durationMs: Math.round(performance.now() - started),
  };
}

async function failed({ key, detail, args }: ToolFailure, started: number): Promise<ToolResult> {
  const words = await errorText("en_US", key satisfies ErrorKey, args);
  return {
    isError: true,
    text: detail ? `${words}: ${detail}` : words,
    data: null,
    material: null,
    beside: "",
    found: [],
    error: key,
    detail,
    truncated: false,
    durationMs: Math.round(performance.now() - started),
  };
}

/** The beginning of a text that fits into so many bytes, never half a character. */
function cutTo(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length <= maxBytes) return text;
  let end = maxBytes;
  while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end -= 1;
  return bytes.toString("utf8", 0, end);
}
