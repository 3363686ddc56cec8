import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { log } from "@/lib/log";
import type { Handler } from "./route";

// @exempt requests: types of the server side only

/** A handler that says `direct: true`, as the generated list names it. */
export interface DirectCall {
  method: string;
  /** As the folders of `app` say it; a parameter is an id of ours. */
  path: string;
  handler: Handler;
}

type Serve = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** Asked by `scripts/preload.mjs` for every request. */
const shared = globalThis as typeof globalThis & {
  __findDirectCall?: (method: string, url: string) => Serve | undefined;
};

const UUID = "([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})";

/**
 * Serves calls without the framework's own wrapping of requests and answers, which costs more than the relay of an answer
 * itself: first tokens at 200 streams come about a third earlier. The handlers are the routes', with the same checks.
 * What does not match to the letter, say for a query or an id that is none, goes the usual way and meets the same handler.
 */
export function serveDirectly(calls: readonly DirectCall[]): void {
  const found = calls.map(({ method, path, handler }) => {
    const names = [...path.matchAll(/\[(\w+)\]/g)].map(([, name]) => name as string);
    const pattern = new RegExp(`^${path.replace(/\[\w+\]/g, UUID)}$`);
    return { method, pattern, names, handler };
  });
  shared.__findDirectCall = (method, url) => {
    for (const { method: own, pattern, names, handler } of found) {
      const match = own === method ? pattern.exec(url) : null;
      if (!match) continue;
      const params = Object.fromEntries(names.map((name, index) => [name, match[index + 1]]));
      return (incoming, outgoing) => {
        void serve(handler, params, incoming, outgoing).catch((err) => {
          log().error({ err }, "direct call failed");
          outgoing.destroy();
        });
      };
    }
    return undefined;
  };
}

async function serve(
  handler: Handler,
  params: Record<string, string | undefined>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  outgoing.on("close", () => {
    if (!outgoing.writableFinished) gone.abort();
  });
  const response = await handler(requestOf(incoming, gone.signal), { params: Promise.resolve(params) });
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
