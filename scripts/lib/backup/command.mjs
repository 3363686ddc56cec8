import { text } from "node:stream/consumers";
import { readEnvironment } from "../environment.mjs";
import { StartError, say, sayFailure } from "../report.mjs";
import { createProgress } from "./progress.mjs";
import { checkPassphrase } from "./seal.mjs";

const CANCELLED = 130;
const MOST_NAMED = 5;

/**
 * Runs one of the commands: settings of the environment, progress as lines (and as messages for a parent that listens),
 * Ctrl-C or the parent's end as a cancel that cleans up. Exit code 0 done, 1 refused or failed, 130 cancelled.
 */
export async function runCommandLine(work) {
  const abort = new AbortController();
  const cancel = () => abort.abort();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, cancel);
  const tell = (message) => process.connected && process.send(message);
  if (process.send) process.on("disconnect", cancel);
  const progress = createProgress((percent) => tell({ type: "progress", percent }));
  try {
    const settings = await readEnvironment({ signal: abort.signal });
    const result = await work({ settings, signal: abort.signal, progress });
    tell({ type: "done", result });
  } catch (error) {
    process.exitCode = abort.signal.aborted ? CANCELLED : 1;
    const reason = abort.signal.aborted ? new StartError("Cancelled; nothing was left behind.") : explain(error);
    tell({ type: "failed", failure: failureKey(error, abort.signal.aborted), message: reason.message });
    sayFailure(reason);
  }
  if (process.connected) process.disconnect();
}

/** Options of commands that lock or open the keys in an archive. */
export const PASSPHRASE_OPTIONS = { passphrase: { type: "string" }, "passphrase-stdin": { type: "boolean" } };

/** The passphrase from the command line, the standard input or BACKUP_PASSPHRASE; undefined when none was given. */
export async function readPassphrase(values) {
  if (!values["passphrase-stdin"]) return checkPassphrase(values.passphrase ?? process.env.BACKUP_PASSPHRASE);
  const given = await text(process.stdin);
  return checkPassphrase(given.replace(/\r?\n$/, ""));
}

/** Full disks and missing rights are told without a stack. */
function explain(error) {
  if (error.code === "ENOSPC") return new StartError("The disk is full; nothing was left behind.");
  if (["EACCES", "EROFS", "EPERM"].includes(error.code)) return new StartError(`No right to write: ${error.path}`);
  return error;
}

/** Keys of the product's error catalogue. */
function failureKey(error, isCancelled) {
  if (isCancelled) return "interrupted";
  if (error.code === "ENOSPC") return "backupDiskFull";
  return error.code === "EACCES" || error.code === "EROFS" ? "backupNotWritable" : "backupFailed";
}

/** What reading gave and is not there: nothing is lost, it takes a while. */
export function sayUnread(unread) {
  if (unread > 0)
    say(`Note: ${unread} documents are read again after the start; their progress is shown where they are listed.`);
}

/** What of the files was missing or damaged before we came. */
export function sayLost(lost) {
  if (lost.length === 0) return;
  const named = lost.slice(0, MOST_NAMED).join(", ");
  say(`Note: ${lost.length} stored files were missing or damaged already and are not included: ${named}`);
}
