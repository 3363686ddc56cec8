import "server-only";
import { Readable } from "node:stream";
import type { SpeechResult } from "./types";

/** Spoken words as an answer, passed on as they arrive. */
export function serveSound({ body, mediaType }: SpeechResult): Response {
  // A broken sound ends the answer; there is nobody to throw to.
  body.on("error", () => undefined);
  const headers = { "content-type": mediaType, "cache-control": "no-store, no-transform" };
  return new Response(Readable.toWeb(body) as ReadableStream<Uint8Array>, { headers });
}
