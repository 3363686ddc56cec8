import "server-only";
import type { Readable } from "node:stream";
import { type Dispatcher, type FormData, request } from "undici";
import { SUPPLIER_FIRST_BYTE_MS, SUPPLIER_IDLE_MS } from "@/lib/config/constants";
import { AppError } from "@/lib/errors/errors";
import { assertAllowedUrl, egressAgent } from "@/lib/net/egress";
import { findTemplate } from "../templates";
import { type Channel, SupplierError } from "../types";
import { connectionError, responseError, secretsOf } from "./errors";
import { traceOf } from "./trace";

// @exempt requests: sends to suppliers, whose addresses have passed the check

/** Milliseconds; tests scale them down. */
export const supplierTimeouts = { firstByte: SUPPLIER_FIRST_BYTE_MS, idle: SUPPLIER_IDLE_MS };

/** Of an error body, bytes that are read and milliseconds that are waited for them. */
const ERROR_BODY_MAX = 16_384;
const ERROR_BODY_MS = 10_000;

export interface Call {
  method?: "GET" | "POST";
  url: string;
  /** JSON text, or a form with files. */
  body?: string | FormData;
  accept?: string;
  /** Beside those of the channel; these win. */
  headers?: Record<string, string>;
  /** Milliseconds until the first byte, where a supplier says nothing before all of it is done. */
  firstByteMs?: number;
}

export type Answer = Dispatcher.ResponseData;

/** Asks a supplier over the guarded way out and answers once it has accepted. Throws SupplierError. */
export async function send(channel: Channel, call: Call, signal: AbortSignal): Promise<Answer> {
  const { body, method = body ? "POST" : "GET", accept = "application/json" } = call;
  const headers: Record<string, string> = { ...lowerCase(channel.headers), ...authorization(channel), accept };
  if (typeof body === "string") headers["content-type"] = "application/json";
  const url = allowedUrl(call.url);
  const trace = traceOf(channel, { method, url, body });
  const answer = await request(url, {
    method,
    headers: { ...headers, ...call.headers },
    body,
    signal,
    dispatcher: egressAgent(url, "supplier"),
    headersTimeout: call.firstByteMs ?? supplierTimeouts.firstByte,
    bodyTimeout: supplierTimeouts.idle,
  }).catch((error: unknown) => {
    trace?.refused(null, "");
    throw connectionError(error);
  });
  // Aborted before anybody reads: without a listener the error would end the process.
  answer.body.on("error", () => undefined);
  if (answer.statusCode < 200 || answer.statusCode >= 300) {
    const text = await readText(answer.body, ERROR_BODY_MAX, ERROR_BODY_MS).catch(() => "");
    trace?.refused(answer.statusCode, text);
    throw responseError({ status: answer.statusCode, headers: answer.headers, body: text }, secretsOf(channel));
  }
  // A web site answers at this address, not a model service.
  if (mediaTypeOf(answer) === "text/html") {
    trace?.refused(answer.statusCode, "");
    answer.body.destroy();
    throw new SupplierError("supplierMalformed", { status: answer.statusCode, detail: "text/html" });
  }
  if (trace) answer.body = trace.through(answer.statusCode, mediaTypeOf(answer), answer.body) as Answer["body"];
  return answer;
}

function allowedUrl(address: string): URL {
  try {
    return assertAllowedUrl(address, "supplier");
  } catch (error) {
    throw error instanceof AppError ? new SupplierError("addressRefused") : error;
  }
}

function lowerCase(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** The key in the header its kind of supplier reads; none where there is no key. */
export function authorization({ apiKey, template }: Pick<Channel, "apiKey" | "template">): Record<string, string> {
  if (!apiKey) return {};
  const auth = findTemplate(template)?.auth ?? "bearer";
  if (auth === "basic") return { authorization: `Basic ${Buffer.from(apiKey).toString("base64")}` };
  return auth === "bearer" ? { authorization: `Bearer ${apiKey}` } : { [auth]: apiKey };
}

/** Type of an answer without its parameters, in lower case; empty when it says none. */
export function mediaTypeOf({ headers }: Pick<Answer, "headers">): string {
  const [type = ""] = [headers["content-type"]].flat();
  return type.split(";")[0]!.trim().toLowerCase();
}

/** Reads up to `max` bytes and closes the connection when there are more; `ms` bounds the whole time. */
export async function readText(body: Readable, max: number, ms?: number): Promise<string> {
  return (await readUpTo(body, max, ms)).bytes.toString("utf8");
}

async function readUpTo(body: Readable, max: number, ms?: number): Promise<{ bytes: Buffer; whole: boolean }> {
  const timer = ms ? setTimeout(() => body.destroy(new SupplierError("supplierTimeout")), ms) : undefined;
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of body as AsyncIterable<Buffer>) {
      size += part.length;
      parts.push(part);
      if (size > max) break;
    }
  } catch (error) {
    throw connectionError(error);
  } finally {
    clearTimeout(timer);
  }
  return { bytes: Buffer.concat(parts).subarray(0, max), whole: size <= max };
}

/** The whole body; one over the limit is refused, never cut. */
export async function readBytes(body: Readable, max: number): Promise<Buffer> {
  const { bytes, whole } = await readUpTo(body, max);
  if (!whole) throw new SupplierError("supplierMalformed", { detail: `over ${max} bytes` });
  return bytes;
}

/** A JSON object or list of at most `max` bytes; anything else is told as malformed. */
export async function readJson(answer: Answer, max: number): Promise<Record<string, unknown>> {
  const bytes = await readBytes(answer.body, max);
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"));
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch {
    // Told below.
  }
  throw new SupplierError("supplierMalformed");
}
