// Counts the tokens of many texts, which is most of what cutting a document costs.
import { parentPort } from "node:worker_threads";
import type { WorkerJobs, WorkerReply } from "../worker.ts";
import { tokensIn } from "./token-count.ts";

const port = parentPort!;

port.on("message", ({ texts }: WorkerJobs["tokens"]["input"]) => {
  port.postMessage({ value: { counts: texts.map(tokensIn) } } satisfies WorkerReply<"tokens">);
});
port.postMessage("ready");
