import "server-only";
import { BodyTooLarge, egressFetch } from "@/lib/net/egress-fetch";
import { cut, storable } from "@/lib/text/storable";
import { hidden, reachFailure } from "@/lib/tools/reach";
import type { NodeData } from "../../../workflow/graph";
import { secretsOf } from "../../../workflow/secrets";
import { asData, fillJson, fillText, type Scope, SECRET } from "../../../workflow/values";
import { openSecrets } from "../../secrets";
import { FlowFailure, type StepContext, type StepResult } from "../context";
import { parsedJson } from "./plain";

/** Bytes of an answer that is read, and characters of it that are handed on. */
const ANSWER_MAX = 2 * 1024 ** 2;
const BODY_MAX = 300_000;
/** What stands for a secret wherever a call is told of. */
const MASK = "***";

/** Throws flowBody, flowSecretMissing, flowSecretHost, and what reaching the other side failed with. */
export async function runHttp(context: StepContext<"http">): Promise<StepResult> {
  const { node, scope, signal, given, key } = context;
  const { method, takesErrors } = node.data;
  const secrets = await secretsFor(context);
  const values = Object.fromEntries(secrets.map(({ name, value }) => [name, value]));
  const tell = (text: string) => hidden(text, values);
  // What is told of the call is written with masks, and never made of what is sent.
  const told = requestOf(node.data, new Map([...scope, [SECRET, masked(values)]]));
  const sent = secrets.length > 0 ? requestOf(node.data, new Map([...scope, [SECRET, values]])) : told;
  for (const { name, origin } of secrets)
    if (new URL(sent.url).origin !== origin)
      throw new FlowFailure("flowSecretHost", { name, host: tell(new URL(told.url).host) });
  const { headers, body } = sent;
  // The same for every try: a service that knows the header does it once.
  if (method !== "GET" && method !== "HEAD") headers.set("idempotency-key", key);
  given({ method, url: told.url, ...(told.body !== undefined && { body: told.body }) });
  try {
    const init = { method, headers: [...headers] as [string, string][], body, signal };
    const response = await egressFetch(sent.url, init, { policy: "user", maxBytes: ANSWER_MAX });
    const text = tell(storable(await response.text()));
    const { status } = response;
    if (status >= 400 && !takesErrors) throw new FlowFailure("flowHttpStatus", { status }, text);
    const type = response.headers.get("content-type") ?? "";
    const json = /\bjson\b/i.test(type) && text.length <= BODY_MAX ? (parsedJson(text) ?? null) : null;
    return { output: { status, body: cut(text, BODY_MAX), json, headers: toldHeaders(response.headers, tell) } };
  } catch (error) {
    if (error instanceof FlowFailure) throw error;
    signal.throwIfAborted();
    if (error instanceof BodyTooLarge)
      throw new FlowFailure("flowAnswerTooLarge", { megabytes: ANSWER_MAX / 1024 ** 2 });
    throw reachFailure(error);
  }
}

/** The secrets a call carries, of the app the node belongs to. Throws flowSecretMissing. */
async function secretsFor({ node, appId }: StepContext<"http">) {
  const names = secretsOf(node);
  const found = await openSecrets(appId, names);
  const missing = names.find((name) => !found.some((one) => one.name === name));
  if (missing !== undefined) throw new FlowFailure("flowSecretMissing", { name: missing });
  return found;
}

const masked = (values: Record<string, string>) => Object.fromEntries(Object.keys(values).map((name) => [name, MASK]));

/** A call with its values filled in. Throws flowAddress, flowHeader, flowBody. */
function requestOf(data: NodeData<"http">, scope: Scope) {
  const url = addressOf(data, scope);
  const headers = new Headers();
  for (const { name, value } of data.headers) setHeader(headers, name, fillText(value, scope, asData));
  return { url, headers, body: bodyOf(data, scope, headers) };
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
    const value = fillText(whole, scope, asData).trim();
    // Where an address begins with a value, it is the beginning of an address.
    return offset === 0 ? value : partOf(value);
  });
  if (!URL.canParse(filled)) throw new FlowFailure("flowAddress", {}, filled);
  const address = new URL(filled);
  for (const { name, value } of query) if (name) address.searchParams.append(name, fillText(value, scope, asData));
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
    return new URLSearchParams(form.map(({ name, value }) => [name, fillText(value, scope, asData)])).toString();
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
const toldHeaders = (headers: Headers, tell: (text: string) => string) =>
  Object.fromEntries(
    [...headers]
      .filter(([name]) => name !== "set-cookie")
      .slice(0, HEADERS_TOLD)
      .map(([name, value]) => [name, cut(tell(storable(value)), 1000)]),
  );
