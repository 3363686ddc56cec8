import "server-only";
import { db, type Transaction } from "@/db/client";
import { addImportSummary, changeImport, findWholeImport, type ImportStatus } from "@/db/queries/organisation/imports";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import { type EndedBy, isBrokenOff, type Task } from "@/lib/tasks/define";
import type { HeldTask } from "@/lib/tasks/held";
import type { ImportSummary } from "../import/dto";
import { IMPORT_CODES, type WholeImport } from "./import-plan";

/** An import as its tasks are asked for it. */
export interface ImportInput {
  id: string;
}

export type ImportTask<S extends object = object> = HeldTask<ImportInput, S>;

/** The task of an import, whichever it is. */
export const taskOf = ({ id, kind, fileName, total }: Pick<WholeImport, "id" | "kind" | "fileName" | "total">) => ({
  subject: id,
  input: { id },
  total,
  titleArgs: { file: fileName },
  href: `/system/user-manage/${kind === "users" ? "user-manage" : "dept-manage"}?import=1`,
});

/**
 * Does a piece of work on an import as its owner, with the rights they have now. What the catalogue refuses with figures
 * leaves these with the import.
 */
export async function working<S extends object>(
  task: ImportTask<S>,
  status: Extract<ImportStatus, "checking" | "running">,
  work: (actor: Actor, run: WholeImport) => Promise<void>,
): Promise<void> {
  const run = await findWholeImport(db(), task.input.id);
  if (run?.status !== status) throw new AppError("importNotReady");
  const actor = await actorOf(task, run);
  try {
    await work(actor, run);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const figures = Object.entries(error.options.args ?? {}).filter(([, value]) => typeof value === "number");
    if (figures.length > 0) await addImportSummary(db(), run.id, Object.fromEntries(figures) as Record<string, number>);
    throw error;
  }
}

/** Its owner with the rights of this moment. Throws noPermission. */
export async function actorOf<S extends object>(task: ImportTask<S>, { kind }: Pick<WholeImport, "kind">) {
  const actor = await task.actor();
  requirePermission(actor, IMPORT_CODES[kind]);
  return actor;
}

/**
 * What an import was says how its task ended; what is done was said by the work itself. `written` is what an import that
 * broke off had written by then.
 */
export function endOf<S extends object>(
  status: Extract<ImportStatus, "checking" | "running">,
  written?: (state: S) => ImportSummary,
) {
  return async (tx: Transaction, task: Task<ImportInput, S>, by?: EndedBy): Promise<void> => {
    const { id } = task.input;
    if (task.status !== "failed" && task.status !== "cancelled") return;
    const failure = isBrokenOff(task.failure) ? "importInterrupted" : task.failure;
    const end = { status: task.status, failure, rows: null, finishedAt: new Date() };
    if (written) await addImportSummary(tx, id, { ...written(task.state), begun: 1 });
    if ((await changeImport(tx, id, [status], end)) && by)
      await recordCancel(tx, by, { id, fileName: String(task.titleArgs.file), status });
  };
}

/** Says in the log that somebody gave an import up. */
export async function recordCancel(
  tx: Transaction,
  by: EndedBy,
  { id, fileName, status }: Pick<WholeImport, "id" | "fileName" | "status">,
): Promise<void> {
  await recordAuditEvent(tx, by, {
    action: "org.import.cancel",
    target: { type: "import", id, name: fileName },
    before: { status },
  });
}
