import "server-only";
import { Readable } from "node:stream";
import type { Channel } from "../types";
import { readBytes, send } from "../wire/http";

/** Headers that carry a key: `send` alone decides about them, so that a default of the package never goes out. */
const KEY_HEADERS = ["authorization", "x-api-key", "x-goog-api-key"];

/**
 * What the provider packages call instead of the global function: their requests take the same guarded way out, with the
 * same time-outs and the same errors, as all others. `max` bounds an answer that is read whole, bytes; streams have none.
 */
export function supplierFetch(channel: Channel, signal: AbortSignal, max?: number): typeof fetch {
  return async (input, init) => {
    const own = new Headers(init?.headers);
    for (const name of KEY_HEADERS) own.delete(name);
    const { accept, ...headers } = Object.fromEntries(own);
    const answer = await send(
      channel,
      { method: "POST", url: String(input), body: init?.body as string, headers, accept },
      init?.signal ?? signal,
    );
    const told = Object.entries(answer.headers).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value] as [string, string]] : [],
    );
    const body = max
      ? new Uint8Array(await readBytes(answer.body, max))
      : (Readable.toWeb(answer.body) as ReadableStream<Uint8Array>);
    return new Response(body, { status: answer.statusCode, headers: told });
  };
}
