// Secrets and the environment. Whatever a process was started with can be read by every program of the same user
// (/proc/<pid>/environ) and is inherited by its children, so secrets leave it at once: a process that starts another one
// of ours hands them over through a descriptor that nobody else has.
import { closeSync, openSync, readFileSync, readSync, writeSync } from "node:fs";

/** The variables that hold secrets or lead to the data; lib/config/env.ts has the same list (a unit test compares them). */
export const SECRET_NAMES = [
  "AUTH_SECRET",
  "ENCRYPTION_KEY",
  "ADMIN_PASSWORD",
  "DATABASE_URL",
  "DATABASE_SOCKET",
  "OPENAI_API_KEY",
  "FILES_S3_ACCESS_KEY",
  "FILES_S3_SECRET_KEY",
  "JWT_LOGIN_KEY",
  "METRICS_TOKEN",
];

/** The descriptor secrets come through, in the child's list of them: behind standard streams and messages. */
export const SECRETS_FD = 4;

/** Takes the secrets out of this process' environment and returns those that were set. */
export function takeSecrets() {
  const taken = {};
  for (const name of SECRET_NAMES) {
    if (process.env[name] !== undefined) taken[name] = process.env[name];
    delete process.env[name];
  }
  if (Object.keys(taken).length > 0) wipeInitialEnvironment();
  return taken;
}

/** What the process that started this one handed over; nothing when it did not. */
export function receiveSecrets() {
  const fd = Number(process.env.SECRETS_FD);
  delete process.env.SECRETS_FD;
  if (!fd) return {};
  const handed = JSON.parse(readFileSync(fd, "utf8") || "{}");
  closeSync(fd);
  return handed;
}

/** Hands secrets to a child that was started with a pipe at SECRETS_FD and with that number in its environment. */
export function handSecrets(child, secrets) {
  const pipe = child.stdio[SECRETS_FD];
  // A child that ended at once reads nothing any more; its end is reported elsewhere.
  pipe.on("error", () => {});
  pipe.end(JSON.stringify(secrets));
}

/**
 * Deleting a variable leaves the system's copy as it was at the start. On Linux a process may write its own memory, so
 * the values are overwritten there; elsewhere that copy stays.
 */
function wipeInitialEnvironment() {
  let memory;
  try {
    const stat = readFileSync("/proc/self/stat", "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // env_start and env_end, fields 50 and 51 of proc(5); the first one here is field 3.
    const [start, end] = [Number(fields[47]), Number(fields[48])];
    if (!(start > 0 && end > start)) return;
    memory = openSync("/proc/self/mem", "r+");
    const block = Buffer.alloc(end - start);
    readSync(memory, block, 0, block.length, start);
    for (let at = 0; at < block.length; ) {
      const next = block.indexOf(0, at);
      const stop = next === -1 ? block.length : next;
      const equals = block.indexOf("=", at);
      if (equals !== -1 && equals < stop && SECRET_NAMES.includes(block.toString("latin1", at, equals))) {
        writeSync(memory, Buffer.alloc(stop - equals - 1), 0, stop - equals - 1, start + equals + 1);
      }
      at = stop + 1;
    }
  } catch {
    // No such file system, or the system forbids it: what is left is what the operator set.
  } finally {
    if (memory !== undefined) closeSync(memory);
  }
}
