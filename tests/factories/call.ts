import { randomBytes } from "node:crypto";
import type { Envelope } from "@/lib/endpoint/envelope";
import type { Handler } from "@/lib/endpoint/route";

export interface CallOptions {
  token?: string;
  cookie?: string;
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean>;
  body?: unknown;
  /** Sent as it is instead of `body`. */
  raw?: BodyInit;
  method?: string;
  headers?: Record<string, string>;
  address?: string;
  signal?: AbortSignal;
}

/** Failed logins are counted by source: each file is a source of its own. */
const ADDRESS = `2001:db8::${randomBytes(2).toString("hex")}:${randomBytes(2).toString("hex")}`;

/** Calls an exported handler the way the server does. */
export async function call(handler: Handler, options: CallOptions = {}): Promise<Response> {
  const query = new URLSearchParams(Object.entries(options.query ?? {}).map(([name, value]) => [name, String(value)]));
  const payload = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  const headers = new Headers({
    host: "product.test",
    "x-client-address": options.address ?? ADDRESS,
    "x-request-id": "test-request",
    ...(payload === undefined ? {} : { "content-type": "application/json" }),
    ...(options.token ? { authorization: options.token } : {}),
    ...(options.cookie ? { cookie: options.cookie } : {}),
    ...options.headers,
  });
  const method = options.method ?? (payload === undefined ? "GET" : "POST");
  const request = new Request(`http://product.test/api?${query}`, {
    method,
    headers,
    body: payload,
    signal: options.signal,
    ...(payload instanceof ReadableStream ? { duplex: "half" } : {}),
  } as RequestInit);
  return handler(request, { params: Promise.resolve(options.params ?? {}) });
}

/** The envelope of an answer; the status must mirror its code. */
export async function answer<T = Record<string, unknown>>(
  handler: Handler,
  options: CallOptions = {},
): Promise<Envelope<T>> {
  const response = await call(handler, options);
  const body = (await response.json()) as Envelope<T>;
  if (body.code !== response.status) throw new Error(`status ${response.status}, code ${body.code}`);
  return body;
}
