import "server-only";
import { v7 } from "uuid";
import { z } from "zod";
import type { Transaction } from "@/db/client";
import { addImportCodes, changeImport } from "@/db/queries/organisation/imports";
import { recordAuditEvent } from "@/lib/audit/audit";
import { newActivationCode } from "@/lib/auth/activation";
import type { Actor } from "@/lib/auth/actor";
import { encrypt } from "@/lib/encryption";
import { AppError } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import { defineTask } from "@/lib/tasks/define";
import type { ImportTable } from "../import/columns";
import { type ImportSummary, importSummaryDto } from "../import/dto";
import type { DepartmentPlan } from "../import/plan-departments";
import type { UserPlan } from "../import/plan-users";
import { lotsOf, makePlan, NOTHING_WRITTEN, seatsOf, summaryOf, type WholeImport } from "./import-plan";
import { actorOf, endOf, type ImportTask, working } from "./import-work";
import { writeDepartments, writeUsers } from "./import-write";
import { settleUsers } from "./users";

export const CODES_PURPOSE = "import-codes";
/** Rows of people of one transaction: it keeps the embedded database to itself for some tens of milliseconds. */
export const IMPORT_LOT = 100;

const runState = z.object({
  /** Rows of the file that are done. */
  rows: z.int().default(0),
  /** What came of them. */
  written: importSummaryDto.default(NOTHING_WRITTEN),
});
type RunTask = ImportTask<z.infer<typeof runState>>;

/**
 * Carries a confirmed import out. Departments are written together or not at all. People are written some rows a
 * transaction, and how many are done is kept with them: whoever takes up what a killed process left goes on there, and
 * an import that ends on the way says what it wrote.
 */
export const importRun = defineTask({
  kind: "importRun",
  input: z.object({ id: z.uuid() }),
  state: runState,
  anyOf: [P.ORG_USER, P.ORG_DEPT],
  atOnce: 1,
  steps: { write: carryOut },
  onEnd: endOf("running", ({ written }) => written),
});

function carryOut(task: RunTask): Promise<void> {
  return working(task, "running", async (actor, run) => {
    const made = await makePlan(actor, run, { from: task.state.rows });
    const summary = sumOf(task.state.written, summaryOf(made));
    // What was confirmed is what happens, or no more of it does.
    if (Object.entries(summary).some(([key, count]) => run.summary[key] !== count)) throw new AppError("importChanged");
    if (made.kind === "users") await carryOutPeople(task, run, made.plan).catch(asChanged);
    else await carryOutDepartments(task, run, actor, made.plan).catch(asChanged);
    settleUsers();
  });
}

async function carryOutDepartments(task: RunTask, run: WholeImport, actor: Actor, plan: DepartmentPlan): Promise<void> {
  const summary = summaryOf({ kind: "departments", plan });
  await task.keep({ done: run.total, total: run.total });
  await task.finish(async (tx) => {
    await writeDepartments(tx, actor, plan, task.signal);
    await recordWritten(tx, actor, run, summary);
    await finishRun(tx, run);
  });
}

async function carryOutPeople(task: RunTask, run: WholeImport, plan: UserPlan): Promise<void> {
  const rows = (run.rows as ImportTable).rows.slice(task.state.rows).map(([row]) => row);
  const lots = lotsOf(plan, rows, IMPORT_LOT);
  let seats = seatsOf(plan);
  for (const [index, lot] of lots.entries()) {
    // Asked for each lot: whoever lost the right meanwhile carries nothing out any more.
    const actor = await actorOf(task, run);
    const people = lot.creates.map((person) => ({ ...person, id: v7(), ...newActivationCode() }));
    const codes = people.map(({ account, name, code }) => [account, name, code]);
    const summary = summaryOf({ kind: "users", plan: lot });
    const done = task.state.rows + lot.rows;
    const progress = { done, total: run.total, state: { rows: done, written: sumOf(task.state.written, summary) } };
    const write = async (tx: Transaction) => {
      await writeUsers(tx, actor, lot, people, seats);
      if (codes.length > 0) await addImportCodes(tx, run.id, encrypt(CODES_PURPOSE, JSON.stringify(codes)));
      await recordWritten(tx, actor, run, summary);
    };
    if (index < lots.length - 1) {
      await task.commit(async (tx) => {
        await write(tx);
        return progress;
      });
      seats -= seatsOf(lot);
      settleUsers();
      await task.rest();
    } else {
      await task.finish(async (tx) => {
        await write(tx);
        await finishRun(tx, run);
      }, progress);
    }
  }
}

const sumOf = (a: ImportSummary, b: ImportSummary): ImportSummary => ({
  created: a.created + b.created,
  changed: a.changed + b.changed,
  unchanged: a.unchanged + b.unchanged,
  refused: a.refused + b.refused,
  departments: a.departments + b.departments,
});

async function finishRun(tx: Transaction, { id }: WholeImport): Promise<void> {
  const end = { status: "done", rows: null, finishedAt: new Date() } as const;
  if (!(await changeImport(tx, id, ["running"], end))) throw new AppError("importNotReady");
}

/** The audit event of what a transaction wrote. */
function recordWritten(tx: Transaction, actor: Actor, { id, fileName, kind }: WholeImport, summary: ImportSummary) {
  return recordAuditEvent(tx, actor, {
    action: "org.import.run",
    target: { type: "import", id, name: fileName },
    after: { kind, ...summary },
  });
}

/** Somebody made the same account or department meanwhile, or a role went or grew: the check no longer holds. */
function asChanged(error: unknown): never {
  if (error instanceof AppError && ["invalidInput", "codesNotHeld", "limitsNotHeld"].includes(error.key)) {
    throw new AppError("importChanged", { cause: error });
  }
  const code = (error as { cause?: { code?: string } }).cause?.code;
  if (code === "23505" || code === "23503") throw new AppError("importChanged", { cause: error });
  throw error;
}
