import "server-only";
import { fork } from "node:child_process";
import path from "node:path";
import type { Writable } from "node:stream";
import { v7 } from "uuid";
import { z } from "zod";
import { db, engine, type Transaction } from "@/db/client";
import { listUsersWith } from "@/db/queries/auth/identity";
import {
  type BackupRow,
  findBackup,
  insertBackup,
  listRunningBackups,
  listScheduledBackups,
  removeBackupRow,
  updateRunningBackup,
} from "@/db/queries/backups/backups";
import { lockConfig } from "@/db/queries/config/system-config";
import { recordAuditEvent } from "@/lib/audit/audit";
import type { Actor } from "@/lib/auth/actor";
import { BACKUPS_HREF } from "@/lib/config/constants";
import { commandEnvironment, handedSecrets } from "@/lib/config/env";
import { loadConfig } from "@/lib/config/system-config";
import { AppError, isErrorKey } from "@/lib/errors/errors";
import { log } from "@/lib/log";
import { notify } from "@/lib/mail/notify";
import { P } from "@/lib/permissions/codes";
import { defineTask, type EndedBy, type Task } from "@/lib/tasks/define";
import type { HeldTask } from "@/lib/tasks/held";
import { startTask } from "@/lib/tasks/tasks";
import { backupFile, removeFile } from "./files";
import { readPassphrase } from "./passphrase";

/** What the command tells while it works (scripts/lib/backup/command.mjs). */
type Message =
  | { type: "progress"; percent: number }
  | { type: "done"; result: { rows: number; files: number; size: number; sha256: string; lost: string[] } }
  | { type: "failed"; failure: string; message: string };

/** Where the command reads them (scripts/lib/secret-environment.mjs). */
const SECRETS_FD = 4;

/** Made by the command `npm run backup` in a process of its own, so that nobody waits for it. */
export const backup = defineTask({
  kind: "backup",
  input: z.object({ id: z.uuid() }),
  anyOf: [P.CONFIG_BASIC],
  atOnce: 1,
  steps: { make },
  onEnd: endRow,
});

/**
 * Begins a backup; at most one runs. `author`: null for the schedule. Throws backupOnPostgres and backupRunning.
 */
export async function beginBackup(author: Actor | null): Promise<string> {
  if (engine() !== "pglite") throw new AppError("backupOnPostgres");
  const id = v7();
  const fileName = newFileName(id);
  await db().transaction(async (tx) => {
    await lockConfig(tx, "backupConfig");
    if ((await listRunningBackups(tx)).length > 0) throw new AppError("backupRunning");
    await insertBackup(tx, { id, kind: author ? "manual" : "scheduled", fileName, authorId: author?.id });
    await startTask(tx, backup, { owner: author, subject: id, input: { id }, total: 100, href: BACKUPS_HREF });
    if (author) await recordAuditEvent(tx, author, { action: "backup.create", target: targetOf({ id, fileName }) });
  });
  return id;
}

/** meridian-20270131-235959-1a2b3c.tar, in UTC; the end keeps two of one second apart. */
function newFileName(id: string): string {
  const digits = new Date().toISOString().replace(/\D/g, "");
  return `meridian-${digits.slice(0, 8)}-${digits.slice(8, 14)}-${id.slice(-6)}.tar`;
}

const targetOf = ({ id, fileName }: Pick<BackupRow, "id" | "fileName">) => ({ type: "backup", id, name: fileName });

type BackupTask = HeldTask<{ id: string }, object>;

async function make(task: BackupTask): Promise<void> {
  const row = await findBackup(db(), task.input.id);
  if (row?.status !== "running") throw new AppError("backupEnded");
  // Half of one, by a process that was killed.
  await removeFile(row.fileName);
  const ended = await runCommand(row, task).catch((err): Message => {
    log().error({ err, backup: row.id }, "backup did not start");
    return { type: "failed", failure: "backupFailed", message: "" };
  });
  if (ended.type !== "done") {
    await removeFile(row.fileName);
    task.signal.throwIfAborted();
    log().error({ backup: row.id, reason: ended.type === "failed" ? ended.message : "" }, "backup failed");
    throw new AppError(ended.type === "failed" && isErrorKey(ended.failure) ? ended.failure : "backupFailed");
  }
  const { rows, files, lost, size, sha256 } = ended.result;
  const counts = { rows, files, lost: lost.length };
  await task.finish(async (tx) => {
    await updateRunningBackup(tx, row.id, { status: "done", size, sha256, counts, finishedAt: new Date() });
  });
  if (row.kind === "scheduled") await removeOld();
}

/** What was not finished leaves no file; a nightly one that failed is brought to those in charge: nobody looks at it. */
async function endRow(tx: Transaction, task: Task<{ id: string }, object>, by?: EndedBy): Promise<void> {
  const { status, failure } = task;
  const row = await findBackup(tx, task.input.id);
  if (!row || (status !== "failed" && status !== "cancelled")) return;
  await removeFile(row.fileName);
  await updateRunningBackup(tx, row.id, { status, failure, finishedAt: new Date() });
  if (by) await recordAuditEvent(tx, by, { action: "backup.cancel", target: targetOf(row) });
  if (status === "failed" && row.kind === "scheduled") await tellFailure(tx);
}

/** The command in a process of its own; resolves with its last word. */
async function runCommand({ fileName }: Pick<BackupRow, "fileName">, task: BackupTask): Promise<Message> {
  const passphrase = await readPassphrase(db());
  const args = ["--to", backupFile(fileName), ...(passphrase ? ["--passphrase-stdin"] : [])];
  const script = path.join(/* turbopackIgnore: true */ process.cwd(), "scripts/backup.mjs");
  // Through descriptors the passphrase and the keys are seen by nobody; what this process was started with is not for it.
  const child = fork(script, args, {
    execArgv: [],
    env: commandEnvironment({ SECRETS_FD: String(SECRETS_FD) }),
    stdio: ["pipe", "ignore", "ignore", "ipc", "pipe"],
  });
  const secrets = child.stdio[SECRETS_FD] as Writable;
  secrets.on("error", () => undefined).end(JSON.stringify(handedSecrets()));
  const end = () => child.kill("SIGTERM");
  task.signal.addEventListener("abort", end, { once: true });
  if (task.signal.aborted) end();
  child.stdin?.on("error", () => undefined).end(passphrase ?? "");
  let last: Message = { type: "failed", failure: "backupFailed", message: "the command ended without a word" };
  child.on("message", (message: Message) => {
    if (message.type === "progress") task.tell(message.percent, 100);
    else last = message;
  });
  try {
    await new Promise<void>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", () => resolve());
    });
    return last;
  } finally {
    task.signal.removeEventListener("abort", end);
  }
}

/** The oldest scheduled backups make room; those a person asked for stay until a person deletes them. */
async function removeOld(): Promise<void> {
  const { keep } = await loadConfig("backupConfig");
  for (const { id, fileName } of (await listScheduledBackups(db())).slice(keep)) {
    await removeFile(fileName);
    await removeBackupRow(db(), id);
  }
}

async function tellFailure(tx: Transaction): Promise<void> {
  const people = await listUsersWith(tx, P.CONFIG_BASIC);
  await notify(
    tx,
    people.map((userId) => ({ userId, kind: "backupFailed", args: {}, href: BACKUPS_HREF })),
  );
}
