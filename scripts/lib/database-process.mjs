import { fork } from "node:child_process";
import { rm } from "node:fs/promises";
import { makeSocketFolder } from "./database-folder.mjs";
import { StartError, say } from "./report.mjs";
import { projectNode, script } from "./root.mjs";

const RESTART_AFTER_MS = 300;
const DEATHS_ALLOWED = 5;
const DEATHS_WITHIN_MS = 60_000;
const STOP_MS = 12_000;

/**
 * Starts the embedded database on `dataDir` in a process of its own and keeps it alive: when it dies it is started
 * again at the same socket folder, so that clients find it where it was. `onLost(message)` is called when that fails
 * five times within a minute. A transaction left open for `maxIdleInTransaction` ms is cut. Throws a StartError when
 * the first start fails.
 */
export async function startDatabase({ dataDir, maxIdleInTransaction = 30_000, onLost = () => {} }) {
  const socketDir = await makeSocketFolder();
  const deaths = [];
  let child = null;
  let restartTimer = null;
  let isStopping = false;

  async function launch() {
    const idle = ["--max-idle-in-transaction", String(maxIdleInTransaction)];
    const args = ["--data-dir", dataDir, "--socket-dir", socketDir, ...idle];
    // Detached: Ctrl-C must not reach the database before the web process has drained.
    child = fork(script("database.mjs"), args, {
      execPath: projectNode,
      execArgv: [],
      detached: true,
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    const started = child;
    await new Promise((resolve, reject) => {
      started.once("message", (message) => {
        if (message.type === "listening") resolve();
        else reject(new StartError(message.message));
      });
      started.once("error", reject);
      started.once("exit", (code, signal) => {
        const how = `${signal ?? `code ${code}`} while starting`;
        reject(Object.assign(new StartError(`The embedded database ended (${how}).`), { how }));
      });
    });
    started.once("exit", (code, signal) => recover(signal ?? `code ${code}`));
  }

  /** `words`: what the process itself said of its end; the first line says what, further ones what to do. */
  function recover(words) {
    if (isStopping) return;
    const [how, ...advice] = words.split("\n");
    const now = Date.now();
    deaths.push(now);
    const recent = deaths.filter((time) => now - time < DEATHS_WITHIN_MS);
    if (recent.length >= DEATHS_ALLOWED) {
      onLost(
        `The embedded database ended ${recent.length} times within a minute (${how}); giving up.${advice.map((line) => `\n${line}`).join("")}`,
      );
      return;
    }
    say(`The embedded database ended (${how}); starting it again`);
    restartTimer = setTimeout(() => launch().catch((error) => recover(error.how ?? error.message)), RESTART_AFTER_MS);
  }

  try {
    await launch();
  } catch (error) {
    await rm(socketDir, { recursive: true, force: true });
    throw error;
  }
  return {
    socketDir,
    get pid() {
      return child.pid;
    },
    /** Closes the database; call it when its clients are gone. */
    async stop() {
      isStopping = true;
      clearTimeout(restartTimer);
      await endProcess(child, STOP_MS);
      await rm(socketDir, { recursive: true, force: true });
    },
  };
}

/** Ends a child with SIGTERM, with SIGKILL after `graceMs`, and resolves when it is gone. */
export async function endProcess(child, graceMs) {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const hard = setTimeout(() => child.kill("SIGKILL"), graceMs);
  await gone;
  clearTimeout(hard);
}
