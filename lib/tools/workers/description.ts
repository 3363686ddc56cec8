// Reads a description of an API in a thread that is ended when it takes too long or outgrows its memory.
import { parentPort } from "node:worker_threads";
import { upgrade } from "@scalar/openapi-upgrader";
import type { WorkerJobs, WorkerReply } from "../worker.ts";
import { documentOf } from "./document.ts";
import { DescriptionFault, readOperations } from "./operations.ts";

const port = parentPort!;

port.on("message", ({ text, source }: WorkerJobs["description"]["input"]) => {
  try {
    const value = readOperations(upgrade(documentOf(text), "3.1"), source);
    port.postMessage({ value } satisfies WorkerReply<"description">);
  } catch (error) {
    const detail = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
    const kind = error instanceof DescriptionFault || error instanceof SyntaxError || isOfYaml(error);
    port.postMessage({ error: "apiDescription", detail: kind ? detail : "" } satisfies WorkerReply<"description">);
  }
});
port.postMessage("ready");

const isOfYaml = (error: unknown) => error instanceof Error && error.name.startsWith("YAML");
