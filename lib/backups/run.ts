import "server-only";
import { type ChildProcess, fork } from "node:child_process";
import path from "node:path";
import type { Writable } from "node:stream";
import { v7 } from "uuid";
import { db, engine, type Transaction } from "@/db/client";
import {
  type BackupRow,
  insertBackup,
  listRunningBackups,
  listScheduledBackups,
  removeBackupRow,
  updateRunningBackup,
} from "@/db/queries/backups";
import { listUsersWith } from "@/db/queries/identity";
import { lockConfig } from "@/db/queries/system";
import { inBackground } from "@/lib/background";
import { BACKUPS_HREF } from "@/lib/config/constants";
import { commandEnvironment, handedSecrets } from "@/lib/config/env";
import { loadConfig } from "@/lib/config/system-config";
import { AppError, isErrorKey } from "@/lib/http/errors";
import { forEachRow } from "@/lib/jobs/each-row";
import { log } from "@/lib/log";
import { notify } from "@/lib/mail/notify";
import { P } from "@/lib/permissions/codes";
import { backupFile, removeFile } from "./files";
import { readPassphrase } from "./passphrase";

/** What the command tells while it works (scripts/lib/backup/command.mjs). */
type Message =
  | { type: "progress"; percent: number }
  | { type: "done"; result: { rows: number; files: number; size: number; sha256: string; lost: string[] } }
  | { type: "failed"; failure: string; message: string };

/** The one under way. The embedded database has one web process, so what is running runs here. */
const shared = globalThis as typeof globalThis & {
  __backup?: { id: string; child?: ChildProcess; cancelled: boolean };
};

/** Where the command reads them (scripts/lib/secret-environment.mjs). */
const SECRETS_FD = 4;

/** Progress is written as often as a person looks at it. */
const TELL_MS = 1500;

/**
 * Begins a backup; at most one runs. It is made by the command `npm run backup` in a process of its own, so that nobody
 * waits for it and a closed page does not end it. `record` writes who asked, in the same transaction.
 * Throws backupOnPostgres and backupRunning.
 */
export async function beginBackup(
  kind: "manual" | "scheduled",
  authorId: string | null,
  record: (tx: Transaction, row: { id: string; fileName: string }) => Promise<void> = async () => undefined,
): Promise<string> {
  if (engine() !== "pglite") throw new AppError("backupOnPostgres");
  const id = v7();
  const fileName = newFileName(id);
  await db().transaction(async (tx) => {
    await lockConfig(tx, "backupConfig");
    if ((await listRunningBackups(tx)).length > 0) throw new AppError("backupRunning");
    await insertBackup(tx, { id, kind, fileName, authorId });
    await record(tx, { id, fileName });
  });
  shared.__backup = { id, cancelled: false };
  inBackground(carryOut({ id, kind, fileName }), "backup not carried out", { backup: id });
  return id;
}

/** meridian-20270131-235959-1a2b3c.tar, in UTC; the end keeps two of one second apart. */
function newFileName(id: string): string {
  const digits = new Date().toISOString().replace(/\D/g, "");
  return `meridian-${digits.slice(0, 8)}-${digits.slice(8, 14)}-${id.slice(-6)}.tar`;
}

type Begun = Pick<BackupRow, "id" | "kind" | "fileName">;

async function carryOut(backup: Begun): Promise<void> {
  const ended = await runCommand(backup).catch((err): Message => {
    log().error({ err, backup: backup.id }, "backup did not start");
    return { type: "failed", failure: "backupFailed", message: "" };
  });
  const cancelled = shared.__backup?.cancelled ?? false;
  shared.__backup = undefined;
  if (ended.type === "done") {
    const { rows, files, lost, size, sha256 } = ended.result;
    const counts = { rows, files, lost: lost.length };
    await end(backup.id, { status: "done", progress: 100, size, sha256, counts });
    if (backup.kind === "scheduled") await removeOld();
    return;
  }
  await removeFile(backup.fileName);
  if (cancelled) return end(backup.id, { status: "cancelled" });
  const failure = ended.type === "failed" && isErrorKey(ended.failure) ? ended.failure : "backupFailed";
  log().error({ backup: backup.id, reason: ended.type === "failed" ? ended.message : "" }, "backup failed");
  await end(backup.id, { status: "failed", failure });
  if (backup.kind === "scheduled") await tellFailure();
}

async function end(id: string, patch: Parameters<typeof updateRunningBackup>[2]): Promise<void> {
  await updateRunningBackup(db(), id, { ...patch, finishedAt: new Date() });
}

/** The command in a process of its own; resolves with its last word. */
async function runCommand({ id, fileName }: Begun): Promise<Message> {
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
  if (shared.__backup) shared.__backup.child = child;
  if (shared.__backup?.cancelled) child.kill("SIGTERM");
  child.stdin?.on("error", () => undefined).end(passphrase ?? "");
  let last: Message = { type: "failed", failure: "backupFailed", message: "the command ended without a word" };
  let told = 0;
  child.on("message", (message: Message) => {
    if (message.type !== "progress") last = message;
    else if (Date.now() - told >= TELL_MS) {
      told = Date.now();
      inBackground(updateRunningBackup(db(), id, { progress: message.percent }), "progress of a backup not written");
    }
  });
  await new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", () => resolve());
  });
  return last;
}

/** Ends the one under way; its file goes. False when it is not running here. */
export function cancelRunning(id: string): boolean {
  const running = shared.__backup;
  if (running?.id !== id) return false;
  running.cancelled = true;
  running.child?.kill("SIGTERM");
  return true;
}

/** The oldest scheduled backups make room; those a person asked for stay until a person deletes them. */
async function removeOld(): Promise<void> {
  const { keep } = await loadConfig("backupConfig");
  for (const { id, fileName } of (await listScheduledBackups(db())).slice(keep)) {
    await removeFile(fileName);
    await removeBackupRow(db(), id);
  }
}

/** Nobody looks at a nightly backup, so its failure is brought to those in charge. */
async function tellFailure(): Promise<void> {
  await db().transaction(async (tx) => {
    const people = await listUsersWith(tx, P.CONFIG_BASIC);
    await notify(
      tx,
      people.map((userId) => ({ userId, kind: "backupFailed", args: {}, href: BACKUPS_HREF })),
    );
  });
}

/** At start: whatever is said to run died with the last process. Its half of a file is swept by the next backup. */
export async function failDeadBackups(): Promise<void> {
  if (engine() !== "pglite") return;
  await forEachRow(await listRunningBackups(db()), "dead backup not ended", async ({ id, fileName }) => {
    await removeFile(fileName);
    await end(id, { status: "failed", failure: "interrupted" });
  });
}
