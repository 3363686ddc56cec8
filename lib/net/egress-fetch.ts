import "server-only";
import { type RequestInit, fetch as send } from "undici";
import { AppError } from "@/lib/errors/errors";
import { assertAllowedUrl, type EgressPolicy, egressAgent } from "./egress";

// @exempt requests: `fetch` for tools: each hop of a redirect is checked

export type EgressInit = RequestInit;

interface FetchLimits {
  policy: EgressPolicy;
  /** Bytes of a body after unpacking; more ends the reading with BodyTooLarge. */
  maxBytes: number;
  /** Redirects that are followed, five unless told otherwise. */
  hops?: number;
  /** Asked before each further hop is called; what it throws ends the call. */
  beforeHop?(url: URL): Promise<void> | void;
}

/** A body went over its limit. */
export class BodyTooLarge extends Error {
  constructor() {
    super("body too large");
    this.name = "BodyTooLarge";
  }
}

/** SECURITY SS-02. */
const HOPS_MAX = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** What another host may see of a request: everything else may be a secret of the first one. */
const HARMLESS = new Set(["accept", "accept-language", "content-type", "user-agent", "mcp-protocol-version"]);
/** Services that answer anything; `fetch` itself knows the other ports nobody means to reach. */
const FOREIGN_PORTS = new Set(["1433", "2375", "3306", "5432", "6379", "9200", "11211", "27017"]);

/**
 * `fetch` through the egress check (SECURITY rule 11): each hop of a redirect is checked and pinned, at most five, bodies
 * and secrets stay with the first origin, answers end at their limit. Time is the caller's signal. Throws addressRefused.
 */
export async function egressFetch(address: string, init: RequestInit, limits: FetchLimits): Promise<Response> {
  let url = checked(address, limits.policy);
  let headers = new Headers(init.headers as HeadersInit);
  let { method = "GET", body } = init;
  for (let hop = 0; ; hop += 1) {
    const options = { ...init, method, body, headers: [...headers] as [string, string][], redirect: "manual" } as const;
    const response = await send(url, { ...options, dispatcher: egressAgent(url, limits.policy) });
    const location = REDIRECTS.has(response.status) ? response.headers.get("location") : null;
    if (location === null) return limited(response as unknown as Response, limits.maxBytes);
    await response.body?.cancel().catch(() => undefined);
    if (hop >= (limits.hops ?? HOPS_MAX) || !URL.canParse(location, url)) throw new AppError("addressRefused");
    const next = checked(new URL(location, url).href, limits.policy);
    if (next.origin !== url.origin) {
      // What a call carries is for the host it was written to: 307 and 308 would hand the body on.
      if (body || (method !== "GET" && method !== "HEAD")) throw new AppError("addressRefused");
      headers = new Headers([...headers].filter(([name]) => HARMLESS.has(name)));
    }
    // Kept by 307 and 308 only; a call with a body is never turned into another one behind the caller's back.
    if (method !== "GET" && response.status < 307) {
      if (body) throw new AppError("addressRefused");
      method = "GET";
      body = undefined;
    }
    await limits.beforeHop?.(next);
    url = next;
  }
}

function checked(address: string, policy: EgressPolicy): URL {
  const url = assertAllowedUrl(address, policy);
  if (policy === "user" && FOREIGN_PORTS.has(url.port)) throw new AppError("addressRefused");
  return url;
}

function limited(response: Response, maxBytes: number): Response {
  if (!response.body) return response;
  let size = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.byteLength;
      if (size > maxBytes) controller.error(new BodyTooLarge());
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers, url } = response;
  const copy = new Response(response.body.pipeThrough(counter), { status, statusText, headers: [...headers] });
  Object.defineProperty(copy, "url", { value: url });
  return copy;
}

/** The whole body, already within its limit. */
export async function bodyBytes(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await response.arrayBuffer());
}
