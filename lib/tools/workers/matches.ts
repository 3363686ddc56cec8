// Looks where regular expressions of people match a text; the thread is ended when one takes too long.
import { parentPort } from "node:worker_threads";
import type { WorkerJobs, WorkerReply } from "../worker.ts";

const port = parentPort!;

port.on("message", ({ text, patterns }: WorkerJobs["matches"]["input"]) => {
  const starts = new Set<number>();
  // As `lib/retrieval/separators` reads them.
  for (const pattern of patterns) for (const { index } of text.matchAll(new RegExp(pattern, "gmu"))) starts.add(index);
  port.postMessage({ value: { starts: [...starts] } } satisfies WorkerReply<"matches">);
});
port.postMessage("ready");
