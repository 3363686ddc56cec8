import "server-only";
import { z } from "zod";
import { db, engine } from "@/db/client";
import { listUnfinishedImports, sweepImports } from "@/db/queries/imports";
import { enqueue } from "@/lib/jobs/boss";
import { defineJob, type Job } from "@/lib/jobs/define";
import { forEachRow } from "@/lib/jobs/each-row";
import { IMPORT_KEPT_HOURS } from "./import/limits";
import { runImport } from "./service/import-run";
import { checkImport } from "./service/import-work";

const one = z.object({ id: z.uuid() });
const HOUR = 3_600_000;
/** Nobody touched it for this long: whoever was at work on it is gone. */
const SILENT_MS = 120_000;
const OLD_DAYS = 90;

export const importCheck = defineJob({
  name: "organisation.import-check",
  payload: one,
  attempts: 3,
  run: ({ id }) => checkImport(id),
});

export const importRun = defineJob({
  name: "organisation.import-run",
  payload: one,
  attempts: 3,
  run: ({ id }, { signal }) => runImport(id, signal),
});

export const importSweep = defineJob({
  name: "organisation.import-sweep",
  payload: z.object({}),
  attempts: 2,
  schedule: "*/10 * * * *",
  run: async () => {
    const now = Date.now();
    await sweepImports(db(), new Date(now - IMPORT_KEPT_HOURS * HOUR), new Date(now - OLD_DAYS * 24 * HOUR));
    await recoverImports(new Date(now - SILENT_MS));
  },
});

export const ORGANISATION_JOBS: readonly Job[] = [importCheck, importRun, importSweep];

/** Imports whose process died are begun again; their transaction left nothing behind. Null: all that are not at an end. */
export async function recoverImports(untouchedSince: Date | null): Promise<void> {
  await forEachRow(await listUnfinishedImports(db(), untouchedSince), "import not taken up again", ({ id, status }) =>
    db().transaction((tx) => enqueue(tx, status === "checking" ? importCheck : importRun, { id })),
  );
}

/** At the start of a process. The embedded database has one: whatever was under way is not any more. */
export function recoverImportsAtStart(): Promise<void> {
  return recoverImports(engine() === "pglite" ? null : new Date(Date.now() - SILENT_MS));
}
