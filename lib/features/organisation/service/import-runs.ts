import "server-only";
import { db } from "@/db/client";
import {
  changeImport,
  findImport,
  type ImportRow,
  type ImportScope,
  isImportRunning,
  listImportErrors,
  listImports,
  lockImports,
  takeImportCodes,
} from "@/db/queries/organisation/imports";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { isoTimes } from "@/lib/config/time";
import { decrypt } from "@/lib/encryption";
import { AppError, ERROR_CODES, type ErrorKey } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import { abortSubject } from "@/lib/tasks/run";
import { cancelTask, startTask } from "@/lib/tasks/tasks";
import type { ImportDto, ImportErrorDto } from "../import/dto";
import type { ImportErrorsQuery, ImportListQuery } from "../import/schema";
import { IMPORT_CODES, type ImportOptions, NOTHING_WRITTEN } from "./import-plan";
import { CODES_PURPOSE, importRun } from "./import-run";
import { recordCancel, taskOf } from "./import-work";

/** Administrators see everybody's imports; other people their own. */
const scopeOf = (actor: Actor): ImportScope => (actor.isAdministrator ? "all" : { ownerId: actor.id });

/** A page of imports, newest first. */
export async function readImports(actor: Actor, { kind, ...page }: ImportListQuery) {
  requirePermission(actor, IMPORT_CODES[kind]);
  const { rows, total } = await listImports(db(), scopeOf(actor), kind, page);
  return { items: rows.map((row) => toDto(actor, row)), total };
}

/** One import, with how far it is. Throws notFound. */
export async function readImport(actor: Actor, id: string): Promise<ImportDto> {
  return toDto(actor, await visible(actor, id));
}

/** A page of what is wrong in the file, by row. Throws notFound. */
export async function readImportErrors(
  actor: Actor,
  id: string,
  { page, pageSize }: ImportErrorsQuery,
): Promise<{ items: ImportErrorDto[]; total: number }> {
  const { errorCount } = await visible(actor, id);
  const items = (await listImportErrors(db(), id, pageSize, (page - 1) * pageSize)) as ImportErrorDto[];
  return { items, total: errorCount };
}

/**
 * Starts a checked import: one of its kind at a time, and each once. Throws notFound, importNotReady, importRunning.
 */
export async function confirmImport(actor: Actor, id: string): Promise<void> {
  const run = await own(actor, id);
  await db().transaction(async (tx) => {
    await lockImports(tx, run.kind);
    if (await isImportRunning(tx, run.kind)) throw new AppError("importRunning");
    if (!(await changeImport(tx, id, ["ready"], { status: "running" }))) throw new AppError("importNotReady");
    await startTask(tx, importRun, { owner: actor, ...taskOf(run) });
    await recordAuditEvent(tx, actor, {
      action: "org.import.confirm",
      target: { type: "import", id, name: run.fileName },
      after: { kind: run.kind, ...run.summary },
    });
  });
}

/** Gives an import up; lots of people that are written stay. Throws notFound, importNotReady once it has ended. */
export async function cancelImport(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.ORG_USER, P.ORG_DEPT);
  // A lot that is being written keeps the embedded database, and with it every question, to itself.
  abortSubject(id, actor.isAdministrator ? undefined : actor.id);
  const run = await visible(actor, id);
  if (run.taskId && (await cancelTask(run.taskId, { by: actor }))) return;
  await db().transaction(async (tx) => {
    const cancelled = { status: "cancelled", rows: null, finishedAt: new Date() } as const;
    if (!(await changeImport(tx, id, ["refused", "ready"], cancelled))) throw new AppError("importNotReady");
    await recordCancel(tx, actor, run);
  });
}

export type ActivationCodeRow = [account: string, name: string, code: string];

/** The one-time codes of the people an import made, this once. Throws notFound, importCodesGone. */
export async function takeCodes(actor: Actor, id: string): Promise<ActivationCodeRow[]> {
  const run = await own(actor, id);
  requirePermission(actor, P.ORG_USER);
  const ciphers = await db().transaction(async (tx) => {
    const taken = await takeImportCodes(tx, id, actor.id);
    if (!taken) throw new AppError("importCodesGone");
    await recordAuditEvent(tx, actor, {
      action: "org.import.codes",
      target: { type: "import", id, name: run.fileName },
      after: { people: run.summary.created ?? 0 },
    });
    return taken;
  });
  return ciphers.flatMap((cipher) => JSON.parse(decrypt(CODES_PURPOSE, cipher)) as ActivationCodeRow[]);
}

/** An import the actor may see. Throws notFound. */
export async function visible(actor: Actor, id: string): Promise<ImportRow> {
  requirePermission(actor, P.ORG_USER, P.ORG_DEPT);
  const row = await findImport(db(), scopeOf(actor), id);
  if (!row || !actor.permissions.includes(IMPORT_CODES[row.kind])) throw new AppError("notFound");
  return row;
}

/** What is done with an import, its owner does. */
async function own(actor: Actor, id: string): Promise<ImportRow> {
  const row = await visible(actor, id);
  if (row.ownerId !== actor.id) throw new AppError("notFound");
  return row;
}

function toDto(actor: Actor, row: ImportRow): ImportDto {
  const options = row.options as unknown as ImportOptions;
  // One that ended before it was begun says what it would have written.
  const wroteNothing = ["failed", "cancelled"].includes(row.status) && !row.summary.begun;
  const { begun: _, refused = 0, ...summary } = row.summary;
  const { created = 0, changed = 0, unchanged = 0, departments = 0, ...args } = summary;
  const failure = row.failure && row.failure in ERROR_CODES ? (row.failure as ErrorKey) : null;
  const isSelf = row.ownerId === actor.id;
  const { id, kind, status, fileName, total, errorCount, createdAt, finishedAt } = row;
  const { updateExisting, createDepartments, ignored } = options;
  return {
    ...isoTimes({ id, kind, status, fileName, total, errorCount, createdAt, finishedAt }),
    owner: { name: row.ownerName, isSelf },
    updateExisting,
    createDepartments,
    ignored,
    // What is not under way was looked at whole.
    done: row.done ?? total,
    summary: wroteNothing ? { ...NOTHING_WRITTEN, refused } : { created, changed, unchanged, refused, departments },
    failure: failure && { key: failure, args },
    hasCodes: row.hasCodes && isSelf,
  };
}
