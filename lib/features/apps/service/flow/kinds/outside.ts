import "server-only";
import { BodyTooLarge, egressFetch } from "@/lib/net/egress-fetch";
import { cut, storable } from "@/lib/text/storable";
import { runJson } from "@/lib/tools/builtin/run-code";
import { reachFailure } from "@/lib/tools/reach";
import { listToolsForApp } from "@/lib/tools/registry";
import { runTool as callTool } from "@/lib/tools/run";
import { ToolFailure } from "@/lib/tools/types";
import type { NodeData } from "../../../workflow/graph";
import { fillJson, fillText, resolve, type Scope } from "../../../workflow/values";
import { askConsent } from "../asking";
import { FlowFailure, type Outcome, type StepContext, type StepResult } from "../context";
import { parsedJson } from "./plain";

/** Bytes of an answer that is read, and characters of it that are handed on. */
const ANSWER_MAX = 2 * 1024 ** 2;
const BODY_MAX = 300_000;
/** Characters of what a piece of code gives. */
const RESULT_MAX = 500_000;

/** Code with its inputs as `inputs`; its result is the value of the last expression. */
export async function runCode({ node, scope, signal, given }: StepContext<"code">): Promise<StepResult> {
  const inputs = Object.fromEntries(node.data.inputs.map(({ name, value }) => [name, resolve(value, scope) ?? null]));
  given(inputs);
  const { result, output } = await runJson({ code: node.data.code, inputs, outputMax: RESULT_MAX }, signal);
  return { output: { result, printed: output } };
}

/** Throws flowBody, and what reaching the other side failed with. */
export async function runHttp({ node, scope, signal, given, key }: StepContext<"http">): Promise<StepResult> {
  const { method, takesErrors } = node.data;
  const url = addressOf(node.data, scope);
  const headers = new Headers();
  for (const { name, value } of node.data.headers) setHeader(headers, name, fillText(value, scope));
  const body = bodyOf(node.data, scope, headers);
  // The same for every try: a service that knows the header does it once.
  if (method !== "GET" && method !== "HEAD") headers.set("idempotency-key", key);
  given({ method, url, ...(body !== undefined && { body }) });
  try {
    const init = { method, headers: [...headers] as [string, string][], body, signal };
    const response = await egressFetch(url, init, { policy: "user", maxBytes: ANSWER_MAX });
    const text = storable(await response.text());
    const { status } = response;
    if (status >= 400 && !takesErrors) throw new FlowFailure("flowHttpStatus", { status }, text);
    const type = response.headers.get("content-type") ?? "";
    const json = /\bjson\b/i.test(type) && text.length <= BODY_MAX ? (parsedJson(text) ?? null) : null;
    return { output: { status, body: cut(text, BODY_MAX), json, headers: toldHeaders(response.headers) } };
  } catch (error) {
    if (error instanceof FlowFailure) throw error;
    signal.throwIfAborted();
    if (error instanceof BodyTooLarge)
      throw new FlowFailure("flowAnswerTooLarge", { megabytes: ANSWER_MAX / 1024 ** 2 });
    throw reachFailure(error);
  }
}

const REFERENCE = /\{\{[^{}]+\}\}/g;

/** A value within an address is one part of it, whatever characters it has. Throws flowAddress for one that leads out of its place. */
function partOf(value: string): string {
  if (value === "." || value === "..") throw new FlowFailure("flowAddress", {}, value);
  return encodeURIComponent(value);
}

/** The address of a call with its values filled in. Throws flowAddress. */
function addressOf({ url, query }: NodeData<"http">, scope: Scope): string {
  const text = url.trim();
  const filled = text.replace(REFERENCE, (whole, offset: number) => {
    const value = fillText(whole, scope).trim();
    // Where an address begins with a value, it is the beginning of an address.
    return offset === 0 ? value : partOf(value);
  });
  if (!URL.canParse(filled)) throw new FlowFailure("flowAddress", {}, filled);
  const address = new URL(filled);
  for (const { name, value } of query) if (name) address.searchParams.append(name, fillText(value, scope));
  return address.href;
}

function setHeader(headers: Headers, name: string, value: string): void {
  if (name === "") return;
  try {
    headers.set(name, value);
  } catch {
    throw new FlowFailure("flowHeader", { name });
  }
}

function bodyOf(
  { method, bodyType, body, form }: NodeData<"http">,
  scope: Scope,
  headers: Headers,
): string | undefined {
  if (bodyType === "none" || method === "GET" || method === "HEAD") return undefined;
  const setType = (type: string) => {
    if (!headers.has("content-type")) headers.set("content-type", type);
  };
  if (bodyType === "form") {
    setType("application/x-www-form-urlencoded");
    return new URLSearchParams(form.map(({ name, value }) => [name, fillText(value, scope)])).toString();
  }
  if (bodyType === "text") {
    setType("text/plain; charset=utf-8");
    return fillText(body, scope);
  }
  setType("application/json");
  const json = fillJson(body, scope);
  if (parsedJson(json) === undefined) throw new FlowFailure("flowBody", {}, json);
  return json;
}

const HEADERS_TOLD = 40;
/** Cookies a service sets are keys of a kind. */
const toldHeaders = (headers: Headers) =>
  Object.fromEntries(
    [...headers]
      .filter(([name]) => name !== "set-cookie")
      .slice(0, HEADERS_TOLD)
      .map(([name, value]) => [name, cut(storable(value), 1000)]),
  );

/** Throws ToolFailure; a tool that needs consent asks whoever the run is for. */
export async function runTool(context: StepContext<"tool">): Promise<Outcome> {
  const { node, scope, run, ownerId, signal, given, isAgreed, key } = context;
  const actor = await run.actor();
  const found = (await listToolsForApp(actor, ownerId)).find(({ definition }) => definition.name === node.data.tool);
  if (!found) throw new ToolFailure("toolNotFound");
  const args = argumentsOf(node.data, scope, found.definition.parameters);
  given(args);
  if (found.confirm && !isAgreed) return askConsent(context, { tool: found.title || node.data.tool, input: args });
  const result = await callTool(actor, node.data.tool, args, {
    signal,
    ownerId: found.ownerId,
    confirmed: isAgreed,
    idempotencyKey: key,
  });
  if (result.error) throw new ToolFailure(result.error, result.detail);
  return { output: { text: result.text, data: result.data ?? null } };
}

/** Arguments by the tool's schema: a figure that was written as text is a figure. What nobody filled in is not sent. */
function argumentsOf({ arguments: list }: NodeData<"tool">, scope: Scope, schema: unknown): Record<string, unknown> {
  const properties = (schema as { properties?: Record<string, { type?: unknown }> }).properties ?? {};
  const args: Record<string, unknown> = {};
  for (const { name, value } of list) {
    const given = resolve(value, scope);
    if (given === undefined || given === null || given === "") continue;
    args[name] = typeof given === "string" ? asSchemaType(given, properties[name]?.type) : given;
  }
  return args;
}

function asSchemaType(text: string, type: unknown): unknown {
  const types = [type].flat();
  if (types.includes("string") || types.every((one) => typeof one !== "string")) return text;
  const value = parsedJson(text.trim());
  return value === undefined ? text : value;
}
