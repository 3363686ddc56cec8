import "server-only";
import { z } from "zod";
import { db } from "@/db/client";
import { changeImport } from "@/db/queries/organisation/imports";
import { assertSeats } from "@/lib/licence/seats";
import { P } from "@/lib/permissions/codes";
import { defineTask } from "@/lib/tasks/define";
import { IMPORT_ERRORS_MAX } from "../import/limits";
import { makePlan, seatsOf, summaryOf } from "./import-plan";
import { endOf, type ImportTask, working } from "./import-work";

/** Checks an uploaded file: everything an import does, without writing. */
export const importCheck = defineTask({
  kind: "importCheck",
  input: z.object({ id: z.uuid() }),
  anyOf: [P.ORG_USER, P.ORG_DEPT],
  atOnce: 2,
  steps: { check },
  onEnd: endOf("checking"),
});

function check(task: ImportTask): Promise<void> {
  return working(task, "checking", async (actor, run) => {
    const made = await makePlan(actor, run, { onRows: (done) => task.tell(done, run.total) });
    const { errors } = made.plan;
    const summary = { ...summaryOf(made) };
    if (errors.length === 0 && made.kind === "users") {
      await db().transaction((tx) => assertSeats(tx, seatsOf(made.plan)));
    }
    await task.finish(async (tx) => {
      const refused = { status: "refused" as const, errorCount: errors.length, finishedAt: new Date() };
      await changeImport(tx, run.id, ["checking"], {
        summary,
        ...(errors.length === 0 ? { status: "ready" } : { ...refused, errors: errors.slice(0, IMPORT_ERRORS_MAX) }),
      });
    });
  });
}
