import "server-only";
import { db } from "@/db/client";
import { changeImport, countImportStart, findWholeImport, type ImportStatus } from "@/db/queries/imports";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { loadActing } from "@/lib/auth/session";
import { AppError } from "@/lib/http/errors";
import { assertSeats } from "@/lib/licence/seats";
import { IMPORT_ERRORS_MAX } from "../import/limits";
import { ImportStopped } from "./import-cancel";
import { IMPORT_CODES, makePlan, optionsOf, seatsOf, summaryOf, type WholeImport } from "./import-plan";

/** An import that ended its process this often is not begun again. */
const STARTS_MAX = 3;

/** Checks an uploaded file: a run without writing. Safe to begin again after a crash. */
export async function checkImport(id: string): Promise<void> {
  await working(id, "checking", async (actor, run) => {
    const made = await makePlan(actor, run, (done) => noteProgress(id, "checking", done));
    const { errors } = made.plan;
    const result = { done: run.total, summary: { ...summaryOf(made) } };
    if (errors.length > 0) {
      const refused = { status: "refused" as const, errorCount: errors.length, finishedAt: new Date() };
      await changeImport(db(), id, ["checking"], { ...result, ...refused, errors: errors.slice(0, IMPORT_ERRORS_MAX) });
      return;
    }
    if (made.kind === "users") await db().transaction((tx) => assertSeats(tx, seatsOf(made.plan)));
    await changeImport(db(), id, ["checking"], { ...result, status: "ready" });
  });
}

/**
 * Does a piece of work on a run as its owner, with the rights they have now. What the catalogue knows ends the run with
 * its reason; anything else rises, and the queue tries again.
 */
export async function working(
  id: string,
  status: Extract<ImportStatus, "checking" | "running">,
  work: (actor: Actor, run: WholeImport) => Promise<void>,
): Promise<void> {
  const starts = await countImportStart(db(), id, status);
  if (starts === null) return;
  const run = await findWholeImport(db(), id);
  if (!run) return;
  try {
    if (starts > STARTS_MAX) throw new AppError("importInterrupted");
    const actor = await loadActing(run.ownerId, optionsOf(run).request);
    if (!actor) throw new AppError("noPermission");
    requirePermission(actor, IMPORT_CODES[run.kind]);
    await work(actor, run);
  } catch (error) {
    if (error instanceof ImportStopped) {
      await changeImport(db(), id, [status], { status: "cancelled", rows: null, finishedAt: new Date() });
      return;
    }
    if (!(error instanceof AppError)) throw error;
    const figures = Object.entries(error.options.args ?? {}).filter((entry): entry is [string, number] => {
      return typeof entry[1] === "number";
    });
    await changeImport(db(), id, [status], {
      status: "failed",
      failure: error.key,
      rows: null,
      finishedAt: new Date(),
      summary: { ...run.summary, ...Object.fromEntries(figures) },
    });
  }
}

/** How far a run is; it also says that somebody is at work on it. */
export async function noteProgress(id: string, status: ImportStatus, done: number): Promise<void> {
  await changeImport(db(), id, [status], { done });
}
