import { fork } from "node:child_process";
import path from "node:path";
import { endProcess } from "./database-process.mjs";
import { StartError } from "./report.mjs";
import { projectNode, root, script } from "./root.mjs";
import { handSecrets, SECRETS_FD } from "./secret-environment.mjs";

/** Above the 10 s in which the web process finishes running answers. */
const DRAIN_MS = 12_000;

/**
 * Objects of a request live shorter than a request. Left to itself Node keeps room for young objects by the machine's memory, up
 * to a hundred MiB on a large one, and is the longer at each look through it; this is what it long had as its own measure. Of what
 * outlived a request it lets as much gather as is in use, and what that held besides the heap with it; half as much costs no time
 * that could be measured.
 */
export const COLLECTOR = ["--max-semi-space-size=16", "--heap-growing-percent=40"];
/** Of native memory glibc keeps up to eight areas a core, each with leftovers of its own; few threads of ours ask for any. */
export const NATIVE_MEMORY = { MALLOC_ARENA_MAX: "2" };

/** What the web process runs: the built application, or the development server. */
export function webCommand({ dev, port, host }) {
  const execArgv = ["--import", script("preload.mjs")];
  if (dev) return { file: script("dev-server.mjs"), args: [String(port), host], execArgv };
  const args = ["start", "-p", String(port), "-H", host];
  return { file: path.join(root, "node_modules/next/dist/bin/next"), args, execArgv: [...COLLECTOR, ...execArgv] };
}

/**
 * Starts the web process and resolves when it says it is ready, with what it tells about the first administrator.
 * Rejects with a StartError that carries its one line when it cannot start. `onEnd(how)`: it ended by itself later.
 * `secrets` reach it through a descriptor (scripts/preload.mjs), never through its environment.
 */
export function startWeb({ command, env, secrets, onEnd }) {
  // Detached: Ctrl-C reaches the whole group, and only the start script decides about the order of the end.
  const child = fork(command.file, command.args, {
    execPath: projectNode,
    execArgv: command.execArgv,
    env: { ...NATIVE_MEMORY, ...env, SECRETS_FD: String(SECRETS_FD) },
    cwd: root,
    detached: true,
    stdio: ["ignore", "inherit", "inherit", "ipc", "pipe"],
  });
  handSecrets(child, secrets);
  let isStopping = false;
  let isReady = false;
  const ready = new Promise((resolve, reject) => {
    child.on("message", (message) => {
      if (message?.type === "failed") reject(new StartError(message.message));
      if (message?.type !== "ready") return;
      isReady = true;
      resolve(message);
    });
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      const how = signal ?? `code ${code}`;
      reject(new StartError(`The web process ended while starting (${how}).`));
      if (isReady && !isStopping) onEnd(how);
    });
  });
  return {
    ready,
    stop() {
      isStopping = true;
      return endProcess(child, DRAIN_MS);
    },
  };
}
