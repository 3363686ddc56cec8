import { writeFile } from "node:fs/promises";
import path from "node:path";
import { StartError } from "./report.mjs";
import { projectNode, root } from "./root.mjs";
import { runCommand } from "./run-command.mjs";

/** Where lib/config/worker-file.ts looks for them. */
const FOLDER = path.join(root, ".next/workers");

/**
 * Writes the programs that Node runs by itself (tsconfig.workers.json) as JavaScript. Node takes types away by itself
 * too, but each process would pay for it at its start: about 70 ms of computing and 25 MB.
 */
export async function buildWorkers({ folder = FOLDER, signal } = {}) {
  const compiler = path.join(root, "node_modules/typescript/bin/tsc");
  const args = [compiler, "-p", path.join(root, "tsconfig.workers.json"), "--outDir", folder];
  const done = await runCommand(projectNode, args, { signal });
  signal?.throwIfAborted();
  if (done.code !== 0) throw new StartError(`The build of the workers failed:\n${done.output.trim().slice(-4000)}`);
  // Next says of all it writes that it is CommonJS.
  await writeFile(path.join(folder, "package.json"), '{ "type": "module" }\n');
}
