import { spawn } from "node:child_process";
import path from "node:path";
import { root } from "./root.mjs";

/** Only the last part of an output is kept, to be shown when the command fails. */
const KEPT_OUTPUT = 200_000;

/**
 * Runs a command to its end and resolves with its exit code and output; never rejects because of an exit code.
 * `signal` ends it; `inherit` shows its output instead of collecting it; `onText` is handed the output as it comes.
 */
export function runCommand(command, args, { env = process.env, signal, inherit = false, cwd = root, onText } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ["ignore", ...(inherit ? ["inherit", "inherit"] : ["pipe", "pipe"])],
    });
    let output = "";
    const stdout = [];
    child.stdout?.setEncoding("utf8").on("data", (text) => {
      stdout.push(text);
      onText?.(text);
      output = (output + text).slice(-KEPT_OUTPUT);
    });
    child.stderr?.setEncoding("utf8").on("data", (text) => {
      onText?.(text);
      output = (output + text).slice(-KEPT_OUTPUT);
    });
    const end = () => child.kill("SIGTERM");
    signal?.addEventListener("abort", end, { once: true });
    if (signal?.aborted) end();
    child.once("error", reject);
    child.once("close", (code, killedBy) => {
      signal?.removeEventListener("abort", end);
      resolve({ code: code ?? 1, killedBy, output, stdout: stdout.join("") });
    });
  });
}

/** The environment without the project's own commands on PATH: the machine's Node and npm, not ours. */
export function withoutProjectBin(env = process.env) {
  const own = path.join(root, "node_modules");
  const parts = (env.PATH ?? "").split(path.delimiter).filter((part) => part && !path.resolve(part).startsWith(own));
  return { ...env, PATH: parts.join(path.delimiter) };
}
