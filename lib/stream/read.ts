import "server-only";
import { db } from "@/db/client";
import { findRunState, listChunks } from "@/db/queries/conversation/runs";
import { HEARTBEAT_MS } from "@/lib/config/constants";
import { PRIVATE_HEADERS } from "@/lib/endpoint/envelope";
import { findLocalRun, onRunLines } from "./runs";

/** How long a reader of another process's run waits for NOTIFY before it looks by itself, milliseconds. */
const LOOK_MS = 1000;

/** No line waits in a buffer: compression and proxies are told not to (ARCHITECTURE 5). */
export const STREAM_HEADERS = {
  ...PRIVATE_HEADERS,
  "content-type": "application/x-ndjson; charset=utf-8",
  "cache-control": "private, no-store, no-transform",
  "x-accel-buffering": "no",
} as const;

/** The stream of a run from line `after + 1`: from memory where it runs here, else from its stored lines. */
export function runResponse(runId: string, after: number): Response {
  const local = findLocalRun(runId);
  const stream = local ? local.stream(after) : storedStream(runId, after);
  return new Response(stream, { headers: STREAM_HEADERS });
}

/** Follows the stored lines of a run that another process drives, or that has ended. */
function storedStream(runId: string, after: number): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let at = after;
  let lastAt = Date.now();
  let cancelled = false;
  let wake: () => void = () => undefined;
  const unsubscribe = onRunLines(runId, () => wake());
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      while (!cancelled) {
        // The state first: lines stored before the end was seen are then surely found.
        const state = await findRunState(db(), runId);
        const chunks = await listChunks(db(), runId, at);
        const fresh = chunks.flatMap((chunk) => chunk.lines.split("\n").slice(Math.max(0, at + 1 - chunk.fromLine)));
        if (fresh.length > 0) {
          at += fresh.length;
          lastAt = Date.now();
          controller.enqueue(encoder.encode(`${fresh.join("\n")}\n`));
          return;
        }
        if (state?.status !== "running") {
          unsubscribe();
          controller.close();
          return;
        }
        if (Date.now() - lastAt >= HEARTBEAT_MS) {
          lastAt = Date.now();
          controller.enqueue(encoder.encode("\n"));
          return;
        }
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, LOOK_MS);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    },
    cancel() {
      cancelled = true;
      unsubscribe();
      wake();
    },
  });
}
