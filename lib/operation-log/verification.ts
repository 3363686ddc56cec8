import "server-only";
import { v7 } from "uuid";
import { z } from "zod";
import { db, type Queryable, type Transaction } from "@/db/client";
import { findConfig, lockConfig, upsertConfig } from "@/db/queries/system";
import { enqueue } from "@/lib/jobs/boss";
import { defineJob } from "@/lib/jobs/define";
import { CHAIN_FLAWS, type Verification, verifyChain } from "./verify";

/** Key of `system_config`: the check under way or the last one. There is one at a time. */
const LOG_VERIFICATION = "logVerification";
/** A check without a sign of life for so long died with its process, milliseconds. */
const SILENT_MS = 60_000;

const runSchema = z.object({
  id: z.string(),
  status: z.enum(["running", "done", "cancelled", "failed"]),
  ownerId: z.string(),
  ownerName: z.string(),
  startedAt: z.string(),
  beatAt: z.string(),
  finishedAt: z.string().nullable(),
  checked: z.number(),
  from: z.number(),
  until: z.number(),
  flaw: z.object({ kind: z.enum(CHAIN_FLAWS), no: z.number(), id: z.string().nullable() }).nullable(),
});
export type VerificationRun = z.infer<typeof runSchema>;

/** The check under way, or the last one; null when there never was one. A dead one counts as failed. */
export async function readVerification(queryable: Queryable = db()): Promise<VerificationRun | null> {
  const stored = runSchema.safeParse(await findConfig(queryable, LOG_VERIFICATION));
  if (!stored.success) return null;
  const run = stored.data;
  const isDead = run.status === "running" && Date.parse(run.beatAt) < Date.now() - SILENT_MS;
  return isDead ? { ...run, status: "failed", finishedAt: run.beatAt } : run;
}

/** Starts a check in the caller's transaction; the id of the one under way, and whether it is new. */
export async function startVerification(
  tx: Transaction,
  owner: { id: string; name: string },
): Promise<{ id: string; isNew: boolean }> {
  await lockConfig(tx, LOG_VERIFICATION);
  const current = await readVerification(tx);
  if (current?.status === "running") return { id: current.id, isNew: false };
  const now = new Date().toISOString();
  const run: VerificationRun = {
    id: v7(),
    status: "running",
    ownerId: owner.id,
    ownerName: owner.name,
    startedAt: now,
    beatAt: now,
    finishedAt: null,
    checked: 0,
    from: 0,
    until: 0,
    flaw: null,
  };
  await upsertConfig(tx, LOG_VERIFICATION, run);
  await enqueue(tx, verifyLog, { id: run.id });
  return { id: run.id, isNew: true };
}

/** Ends a check under way; its job sees it after the page it is at. Whether there was one. */
export async function cancelVerification(id: string, ownerId?: string): Promise<boolean> {
  return changeRun(id, (run) =>
    ownerId && run.ownerId !== ownerId ? null : { status: "cancelled", finishedAt: new Date().toISOString() },
  );
}

/** Changes the run while it is under way; false when it is not, or not this one. */
async function changeRun(id: string, change: (run: VerificationRun) => Partial<VerificationRun> | null) {
  return db().transaction(async (tx) => {
    await lockConfig(tx, LOG_VERIFICATION);
    const run = await readVerification(tx);
    const patch = run?.id === id && run.status === "running" ? change(run) : null;
    if (!run || !patch) return false;
    await upsertConfig(tx, LOG_VERIFICATION, { ...run, ...patch });
    return true;
  });
}

const figures = ({ checked, from, until, flaw }: Verification) => ({ checked, from, until, flaw });
const now = () => new Date().toISOString();

/** The check itself. Its result stays with the run; a page that was closed finds it again. */
export const verifyLog = defineJob({
  name: "log.verify",
  payload: z.object({ id: z.string() }),
  attempts: 1,
  run: async ({ id }, { signal }) => {
    try {
      const result = await verifyChain({
        onPage: async (done) => !signal.aborted && changeRun(id, () => ({ ...figures(done), beatAt: now() })),
      });
      if (result) await changeRun(id, () => ({ ...figures(result), status: "done", finishedAt: now() }));
      else await changeRun(id, () => ({ status: "failed", finishedAt: now() }));
    } catch (error) {
      await changeRun(id, () => ({ status: "failed", finishedAt: now() }));
      throw error;
    }
  },
});
