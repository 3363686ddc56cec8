import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { log } from "@/lib/log";
import type { Handler } from "./route";

type DirectCall = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

const shared = globalThis as typeof globalThis & { __directCalls?: Map<string, DirectCall> };

/**
 * Serves a JSON call of the Open API without the framework's own wrapping of requests and answers, which costs more than
 * the relay itself: first tokens at 200 streams come about a third earlier. The handler is the route's, with the same
 * checks; `scripts/preload.mjs` hands over requests whose method and plain path match, everything else goes the usual way.
 */
export function serveDirectly(method: "POST", path: string, handler: Handler): void {
  shared.__directCalls ??= new Map();
  shared.__directCalls.set(`${method} ${path}`, (incoming, outgoing) => {
    void serve(handler, incoming, outgoing).catch((err) => {
      log().error({ err }, "direct call failed");
      outgoing.destroy();
    });
  });
}

async function serve(handler: Handler, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const gone = new AbortController();
  outgoing.on("close", () => {
    if (!outgoing.writableFinished) gone.abort();
  });
  const response = await handler(requestOf(incoming, gone.signal), { params: NO_PARAMS });
  if (gone.signal.aborted) {
    await response.body?.cancel();
    return;
  }
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (!response.body) {
    outgoing.end();
    return;
  }
  const reader = response.body.getReader();
  gone.signal.addEventListener("abort", () => void reader.cancel().catch(() => undefined), { once: true });
  for (;;) {
    const { done, value } = await reader.read();
    if (done || gone.signal.aborted) break;
    // A slow reader makes the supplier wait (SECURITY ST-08).
    if (!outgoing.write(value)) await drained(outgoing, gone.signal);
  }
  outgoing.end();
}

const NO_PARAMS = Promise.resolve({});

/** What our wrapper reads of a request; its body is read as it arrives, like any other. */
function requestOf(incoming: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (typeof value === "string") headers.set(name, value);
    else for (const entry of value ?? []) headers.append(name, entry);
  }
  return {
    method: incoming.method ?? "POST",
    url: `http://direct${incoming.url}`,
    headers,
    signal,
    body: incoming,
  } as unknown as Request;
}

function drained(outgoing: ServerResponse, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      outgoing.off("drain", go);
      gone.removeEventListener("abort", go);
      resolve();
    };
    outgoing.once("drain", go);
    gone.addEventListener("abort", go, { once: true });
  });
}
